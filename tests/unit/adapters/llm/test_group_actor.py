"""A group chat without a language model: who talks with whom, what is said, what comes of it."""

import re
from collections import Counter
from dataclasses import replace

import pytest

from npcserver.adapters.llm.offline import OfflineActor
from npcserver.adapters.llm.scripted import ScriptedThinker
from npcserver.model.character import Person
from npcserver.model.group.chat import GroupChat
from npcserver.model.group.moves import AUDIENCE, Chose, LineSpoken
from npcserver.model.group.script import Script, Stage
from npcserver.model.group_inputs import (
    ChooseInput,
    MemberUpdate,
    PartnerChoice,
    SpeakInput,
    SpokenLine,
    UpdateInput,
)
from tests.fakes.scene_scripts import play_script
from tests.unit.adapters.llm.group_scenes import MILL, TEA, Actor, bank, line, standpoint


def said(chat: GroupChat) -> list[LineSpoken]:
    """Return all that was said aloud."""
    return [move for _, move in chat.moves if isinstance(move, LineSpoken) and move.text]


def to_ben(text: str, relation: int = 10, seed: int = 1) -> SpokenLine:
    """Return what Dov answers Ben, who said something to him."""
    relations = (("ada", 10), ("ben", relation), ("eve", 10))
    at = standpoint("dov", stage=Stage.PRIVATE_CHAT, relations=relations, seed=seed)
    heard = line("ben", text, to="dov")
    answer = Actor()(SpeakInput(standpoint=at, partner=MILL.member("ben"), lines=(heard,)))
    assert isinstance(answer, SpokenLine)
    return answer


@pytest.fixture(scope="module", params=[MILL, TEA], ids=["en", "zh"])
def game(request: pytest.FixtureRequest) -> GroupChat:
    """Play a whole game in either language; that takes a second."""
    script: Script = request.param
    return play_script(script, Actor(), seed=3)


@pytest.fixture(scope="module")
def mill() -> GroupChat:
    """Play a whole game in English."""
    return play_script(MILL, Actor(), seed=1)


def test_whole_scene_is_played_in_answers_that_can_be_read(game: GroupChat) -> None:
    """Every answer of the actor has the form that the questions ask for."""
    assert game.closed is not None
    assert game.closed.is_settled
    assert game.effort.defaulted == 0
    assert {move.stage for move in said(game)} == {
        Stage.PRIVATE_CHAT,
        Stage.CONFIDENTIAL_MEETING,
        Stage.GROUP_CHAT,
    }


def test_nobody_says_the_same_line_twice(game: GroupChat) -> None:
    """Lines of a member differ through a whole game."""
    counts = Counter((move.member, move.text) for move in said(game))

    assert [one for one, count in counts.items() if count > 1] == []


def test_wording_varies(mill: GroupChat) -> None:
    """No opening of a sentence takes over: a game does not read like one form letter."""
    sentences = [one for move in said(mill) for one in re.split(r"(?<=[.?!]) ", move.text)]
    heads = Counter(" ".join(one.split()[:4]) for one in sentences)

    assert heads.most_common(1)[0][1] <= max(4, len(sentences) // 12)


def test_same_seed_gives_same_game_and_another_seed_another() -> None:
    """Chance is repeatable."""
    brief = replace(MILL, course=replace(MILL.course, rounds=1))
    first, again, other = (
        [move.text for move in said(play_script(brief, Actor(), seed))] for seed in (5, 5, 6)
    )

    assert first == again
    assert first != other


def test_lines_hold_no_gaps_and_no_facts_of_their_own(mill: GroupChat) -> None:
    """Every gap of a phrase is filled, and every name in a line is one of the scene."""
    text = " ".join(move.text for move in said(mill))
    inside = set(re.findall(r"(?<=[a-z,;] )[A-Z][a-z]+", text))

    assert not re.search(r"[{}]", text)
    assert inside <= {"Ada", "Ben", "Dov", "Eve", "I"}


def test_what_is_private_is_not_said(mill: GroupChat) -> None:
    """A private persona colours what a member does, and is never told."""
    assert not re.search("bank|laughed|youth", " ".join(move.text for move in said(mill)))


def test_principal_courts_who_owns_most() -> None:
    """Over many games the undecided with the greatest weight is sought most."""
    chosen: Counter[str] = Counter()
    for seed in range(30):
        at = standpoint("ada", stage=Stage.PRIVATE_CHAT, seed=seed)
        others = tuple(one for one in MILL.members if one.id != "ada")
        choice = Actor()(ChooseInput(standpoint=at, partners=others, chat_rounds=3))
        assert isinstance(choice, PartnerChoice)
        chosen[choice.partner] += 1

    assert chosen["dov"] > chosen["ben"]
    assert chosen["dov"] + chosen["eve"] > 15


def test_choice_brings_first_words_topics_and_a_plan() -> None:
    """One answer holds the whole of Perceive and Choose."""
    at = standpoint("ada", stage=Stage.PRIVATE_CHAT)
    choice = Actor()(ChooseInput(standpoint=at, partners=(MILL.member("dov"),), chat_rounds=3))

    assert isinstance(choice, PartnerChoice)
    assert choice.partner == "dov"
    assert choice.situation
    assert choice.strategy
    assert 1 <= len(choice.topics) <= 3
    assert "Dov" in choice.say


def test_who_is_not_liked_is_refused_and_who_is_liked_is_backed() -> None:
    """Not everybody agrees politely: the answer to a request follows the relation."""
    ask = "I am asking for your backing, Dov, no more and no less."
    kinds = [
        {kind for seed in range(12) for kind in _kinds(to_ben(ask, relation, seed).say)}
        for relation in (0, 45)
    ]

    assert "refusal" in kinds[0]
    assert "agreement" not in kinds[0]
    assert "agreement" in kinds[1]
    assert "refusal" not in kinds[1]


def test_question_on_a_topic_is_taken_up() -> None:
    """Who is asked about something comes back to it, more often than not."""
    answers = [to_ben("Dov, how do you stand on carts and roads?", 15, seed) for seed in range(12)]

    assert sum("carts and roads" in one.say.casefold() for one in answers) >= 6


def test_talk_ends_when_nothing_is_left() -> None:
    """Who is taken leave of takes leave, and the last line is one."""
    at = standpoint("dov", stage=Stage.PRIVATE_CHAT)
    heard = replace(line("ben", "I will sleep on it, Dov.", to="dov"), ends=True)
    answer = Actor()(
        SpeakInput(
            standpoint=at, partner=MILL.member("ben"), lines=(heard,), chat_round=2, chat_rounds=3
        )
    )

    assert isinstance(answer, SpokenLine)
    assert answer.ends
    assert "?" not in answer.say


def test_question_from_another_is_answered_before_all() -> None:
    """Who is asked by name in a group chat does not pass."""
    for seed in range(8):
        heard = line("ben", "Ada, a question in front of everybody: what about clean water?")
        answer = Actor()(
            SpeakInput(
                standpoint=standpoint("ada", seed=seed, known=(heard,)),
                partner=None,
                lines=(heard,),
                chat_round=2,
                chat_rounds=3,
            )
        )

        assert isinstance(answer, SpokenLine)
        assert answer.say


def test_words_from_the_audience_are_no_obstacle() -> None:
    """A line of a character who is no member may be taken up, by that one's name."""
    heard = line(AUDIENCE, "What about the children?", person=Person(id="p1", name="Robin"))
    answers = [
        Actor()(
            SpeakInput(
                standpoint=standpoint("eve", seed=seed),
                partner=None,
                lines=(heard,),
                chat_round=2,
                chat_rounds=3,
            )
        )
        for seed in range(20)
    ]

    assert any(isinstance(one, SpokenLine) and "Robin" in one.say for one in answers)


def test_reasons_come_first_where_they_are_asked_for() -> None:
    """With thinking, every answer has reasons; without, none has any."""
    thinking = replace(MILL, course=replace(MILL.course, has_thinking=True))
    for script in (MILL, thinking):
        at = standpoint("dov", script)
        for material in (UpdateInput(standpoint=at), SpeakInput(standpoint=at, partner=None)):
            answer = Actor()(material)

            assert isinstance(answer, MemberUpdate | SpokenLine)
            assert bool(answer.reasons) is script.course.has_thinking


def test_two_of_one_name_are_told_apart() -> None:
    """An answer names whom it means, with the id where the name is not enough."""
    twins = tuple(replace(one, name="Ben Oakes") for one in MILL.members if one.id != "ada")
    script = replace(MILL, members=(MILL.member("ada"), *twins))
    at = standpoint("ada", script, stage=Stage.PRIVATE_CHAT)
    choice = Actor()(ChooseInput(standpoint=at, partners=(script.member("dov"),), chat_rounds=1))

    assert isinstance(choice, PartnerChoice)
    assert choice.partner == "dov"


def test_bare_scene_can_be_played() -> None:
    """Members without goals, beliefs, resources or public words still have something to say."""
    bare = replace(
        MILL,
        resources=(),
        members=tuple(
            replace(one, scratch="", goal="", public="", private="", beliefs=(), camp="")
            for one in MILL.members
        ),
    )
    chat = play_script(replace(bare, course=replace(bare.course, rounds=1)), Actor(), seed=1)

    assert chat.effort.defaulted == 0
    assert any(isinstance(move, Chose) and move.partner for _, move in chat.moves)


async def test_scripted_thinker_acts_as_the_offline_actor() -> None:
    """A scene can be tried with a script: other questions go to the offline actor."""
    material = UpdateInput(standpoint=standpoint("dov", known=(line("ada", "I will begin."),)))

    asked = await ScriptedThinker().think(material)

    assert asked.answer == OfflineActor().answer(material)


def _kinds(text: str) -> frozenset[str]:
    return bank("en").kinds(text)
