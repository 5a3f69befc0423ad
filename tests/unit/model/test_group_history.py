"""What of the past is before a member: all that it knows, and its own summaries."""

from dataclasses import replace

import pytest

from npcserver.model.acting.material import (
    Speaking,
)
from npcserver.model.acting.materials import material_of
from npcserver.model.group.chat import GroupChat
from npcserver.model.group.director import due
from npcserver.model.group.moves import Spoke, Updated, Voted
from npcserver.model.group.script import Course, Knowledge, Stage
from tests.fakes.group_games import council, has, opened, point_of, talkative, texts, until, wave

DEBATES = (Stage.GROUP_CHAT, Stage.UPDATE)
LONG = Course(rounds=3, stages=DEBATES)


def after_rounds(count: int, course: Course = LONG) -> GroupChat:
    """Play until a round is looked back on."""
    chat = opened(council(course))
    for _ in range(count):
        chat = until(chat, Updated)
        chat = chat.then(*wave(chat, talkative))
    return chat


def test_the_lines_of_the_talk_are_not_shown_twice() -> None:
    """They are before the member as lines, and not among what else it knows."""
    chat = until(opened(council(LONG)), Spoke)
    chat = chat.then(*wave(chat, talkative))
    material = has(chat, "eve")

    assert isinstance(material, Speaking)
    assert len(texts(material.lines)) == 5
    assert not set(texts(material.lines)) & set(texts(material.standpoint.known))


def test_in_a_debate_the_chat_round_under_way_is_not_heard() -> None:
    """Whoever speaks last has the same before it as who speaks first."""
    chat = until(opened(council(LONG)), Spoke)
    said = wave(chat, talkative)
    last = due(chat)[-1]

    assert material_of(chat, last) == material_of(chat.then(*said[:-1]), last)


def test_everything_a_member_knows_is_before_it() -> None:
    """However much was said: what does not fit in a prompt is decided where prompts are made."""
    course = Course(rounds=3, stages=DEBATES, group_rounds=7)
    back = point_of(has(until(after_rounds(1, course), Updated), "eve")).known
    talk = point_of(has(until(after_rounds(1, course), Spoke), "eve")).known

    assert len(texts(back)) == 2 * 5 * 7
    assert texts(back)[0].endswith("1 group_chat line 1")
    assert texts(back)[-1].endswith("2 group_chat line 7")
    assert len(texts(talk)) == 5 * 7


def test_own_summaries_of_all_rounds_are_before_a_member() -> None:
    """Each at the end of its round; nobody else's."""
    known = point_of(has(until(after_rounds(2), Updated), "eve")).known

    kept = [one for one in known if isinstance(one, Updated)]
    assert [(one.member, one.round, one.summary) for one in kept] == [
        ("eve", 1, "eve 1 update summary"),
        ("eve", 2, "eve 2 update summary"),
    ]
    assert {one.round for one in known if isinstance(one, Spoke)} == {1, 2, 3}


@pytest.mark.parametrize("round_", [1, 2, 3])
def test_without_summaries_there_are_none(round_: int) -> None:
    """The lines are there; whether there is room for them, a prompt decides."""
    course = replace(LONG, has_summaries=False)
    known = point_of(has(until(after_rounds(round_ - 1, course), Updated), "eve")).known

    assert not [one for one in known if isinstance(one, Updated)]
    assert len(texts(known)) == 15 * round_


def test_without_memory_only_the_talk_under_way_is_there() -> None:
    """Also for who looks back or votes."""
    course = replace(LONG, has_memory=False)
    second = until(after_rounds(1, course), Spoke)
    second = second.then(*wave(second, talkative))
    speaking = has(second, "eve")
    votes = until(after_rounds(3, course), Voted)

    assert isinstance(speaking, Speaking)
    assert speaking.standpoint.known == ()
    assert {line.round for line in speaking.lines} == {2}
    assert point_of(has(until(second, Updated), "eve")).known == ()
    assert point_of(has(votes, "eve", Knowledge.ALL)).known == ()


def test_who_passed_is_not_quoted() -> None:
    """A line without words takes up no room."""
    chat = until(opened(council(LONG)), Spoke)
    passed = [
        replace(move, text="", ends=False)
        if isinstance(move, Spoke) and move.member == "ada"
        else move
        for move in wave(chat, talkative)
    ]
    material = has(chat.then(*passed), "eve")

    assert isinstance(material, Speaking)
    assert [line.member for line in material.lines if not line.text] == []
    assert len(material.lines) == 4
