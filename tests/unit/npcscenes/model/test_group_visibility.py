"""Who sees what: for every stage and pair of eyes, what must and what must not be before them."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from npcscenes.model.chat import GroupChat
from npcscenes.model.group_answers import Answer
from npcscenes.model.group_inputs import (
    ChooseInput,
    MemberInput,
    PartnerChoice,
    SpokenLine,
    Vote,
    VoteInput,
)
from npcscenes.model.visibility import (
    VISIBILITY,
    Disclosure,
    Extent,
    Known,
    KnownItem,
    Meeting,
    known_to,
    learnt_by,
)
from npcserver.model.character import Person
from npcserver.model.group.moves import (
    AUDIENCE,
    Began,
    Closed,
    Effort,
    GroupResult,
    LineSpoken,
    Move,
    Updated,
    Voted,
)
from npcserver.model.group.script import Course, Knowledge, Stage
from tests.fakes.scene_scripts import (
    CHAT,
    answer_with_partners,
    council_script,
    known_to_all,
    play_script,
)

WHAT, THAT, NOTHING = Extent.WHAT, Extent.THAT, Extent.NOTHING

OWN = "ada"  # who acts
EYES = {"own": "ada", "partner": "dov", "other": "eve"}  # Ada talks with Dov, and Eve with nobody

SEEN: dict[tuple[Stage, str], dict[str, Extent]] = {
    (stage, when): dict(zip(("own", "partner", "other", "audience", "all"), row, strict=True))
    for stage, when, *row in (
        (Stage.PRIVATE_CHAT, "during", WHAT, WHAT, NOTHING, NOTHING, WHAT),
        (Stage.PRIVATE_CHAT, "after", WHAT, WHAT, NOTHING, NOTHING, WHAT),
        (Stage.CONFIDENTIAL_MEETING, "during", WHAT, WHAT, NOTHING, NOTHING, WHAT),
        (Stage.CONFIDENTIAL_MEETING, "after", WHAT, WHAT, THAT, THAT, WHAT),
        (Stage.GROUP_CHAT, "during", WHAT, NOTHING, NOTHING, NOTHING, WHAT),
        (Stage.GROUP_CHAT, "after", WHAT, WHAT, WHAT, WHAT, WHAT),
        (Stage.UPDATE, "during", WHAT, NOTHING, NOTHING, NOTHING, WHAT),
        (Stage.UPDATE, "after", WHAT, NOTHING, NOTHING, NOTHING, WHAT),
        (Stage.SETTLEMENT, "during", WHAT, NOTHING, NOTHING, NOTHING, WHAT),
        (Stage.SETTLEMENT, "after", WHAT, WHAT, WHAT, WHAT, WHAT),
    )
}
"""What each sees of what Ada does in a stage, while it goes on and once it is over."""

CASES = [
    pytest.param(stage, when, eyes, extent, id=f"{stage}-{when}-{eyes}")
    for (stage, when), row in SEEN.items()
    for eyes, extent in row.items()
]


def telling(material: MemberInput) -> Answer | None:
    """Mark every word with who said it and when; think something behind all of them."""
    answer = answer_with_partners({"ada": "dov", "ben": "cyn"})(material)
    if answer is None or isinstance(answer, str):
        return answer
    if isinstance(answer, PartnerChoice) and isinstance(material, ChooseInput) and answer.partner:
        answer = replace(
            answer, say=f"{material.standpoint.member.id} 1 {material.standpoint.stage}"
        )
    if isinstance(answer, Vote) and isinstance(material, VoteInput):
        voter = material.standpoint.member
        answer = replace(answer, statement=f"{voter.id} 1 settlement last words")
    return replace(answer, reasons="thought in secret")


@pytest.fixture(scope="module")
def game() -> GroupChat:
    return play_script(council_script(), telling)


def at(game: GroupChat, stage: Stage, when: str) -> GroupChat:
    """Return the game as it was in mid-stage, when Ada had just acted, or when it was over."""
    began = next(n for n, (_, move) in enumerate(game.moves) if is_beginning(move, stage))
    rest = [move for _, move in game.moves[began + 1 :]]
    if when == "during":
        end = next(n for n, move in enumerate(rest) if is_act(move)) + 1
    else:
        end = next(n for n, move in enumerate(rest) if isinstance(move, Began | Closed))
    return GroupChat.of(CHAT, game.moves[: began + 1 + end])


def is_beginning(move: Move, stage: Stage) -> bool:
    return isinstance(move, Began) and move.stage is stage


def is_act(move: Move) -> bool:
    return isinstance(move, LineSpoken | Updated | Voted) and move.member == OWN


def known(chat: GroupChat, eyes: str) -> tuple[Known, ...]:
    if eyes == "all":
        return known_to_all(chat)
    return known_to(chat) if eyes == "audience" else known_to(chat, EYES[eyes])


def extent_of(seen: Sequence[Known], stage: Stage) -> Extent:
    if f"{OWN} 1 {stage}" in repr(seen):
        return WHAT
    met = [one for one in seen if isinstance(one, Meeting) and OWN in (one.first, one.second)]
    return THAT if any(one.stage is stage for one in met) else NOTHING


@pytest.mark.parametrize(("stage", "when", "eyes", "extent"), CASES)
def test_each_sees_what_the_table_says_and_no_more(
    game: GroupChat, stage: Stage, when: str, eyes: str, extent: Extent
) -> None:
    """Own, partner, other, audience, all: all of it, that it was, or nothing."""
    assert extent_of(known(at(game, stage, when), eyes), stage) is extent


@pytest.mark.parametrize("stage", list(Stage))
def test_the_tested_matrix_is_the_table_of_the_code(stage: Stage) -> None:
    """What others see once all is over stands there, and when."""
    sight = VISIBILITY[stage]

    assert SEEN[stage, "after"]["other"] is sight.others
    assert SEEN[stage, "after"]["audience"] is sight.others
    assert (sight.when is Disclosure.NEVER) is (sight.others is NOTHING)


@pytest.mark.parametrize("eyes", [*EYES, "audience", "all"])
def test_nobody_sees_reasons_choices_receipts_or_votes(game: GroupChat, eyes: str) -> None:
    """Not even those who know everything."""
    seen = known(game, eyes)

    assert "thought in secret" not in repr(seen)
    assert "charm" not in repr(seen)
    assert "Thought(" not in repr(seen)
    assert not any(isinstance(one, Voted) and (one.choice or one.choice_not_self) for one in seen)
    assert not any(isinstance(one, Voted) and one.knowledge is Knowledge.ALL for one in seen)


def test_a_line_of_a_group_chat_is_heard_when_its_chat_round_is_over(game: GroupChat) -> None:
    """Not when the stage is: those of the first chat round are known in the second."""
    stage = Stage.GROUP_CHAT
    lines = [
        (n, move)
        for n, (_, move) in enumerate(game.moves)
        if isinstance(move, LineSpoken) and move.stage is stage
    ]
    first = [n for n, line in lines if line.chat_round == 1]
    last_but_one = GroupChat.of(CHAT, game.moves[: first[-1]])
    over = GroupChat.of(CHAT, game.moves[: first[-1] + 1])

    assert extent_of(known_to(last_but_one, "eve"), stage) is NOTHING
    assert extent_of(known_to(over, "eve"), stage) is WHAT
    assert sum(isinstance(one, LineSpoken) for one in known_to(over, "eve")) == 5


def test_last_words_are_heard_when_all_have_voted(game: GroupChat) -> None:
    """Votes on all knowledge are nothing to wait for."""
    own = [
        n
        for n, (_, move) in enumerate(game.moves)
        if isinstance(move, Voted) and move.knowledge is Knowledge.OWN
    ]
    before = GroupChat.of(CHAT, game.moves[: own[-1]])
    after = GroupChat.of(CHAT, game.moves[: own[-1] + 1])

    assert extent_of(known_to(before), Stage.SETTLEMENT) is NOTHING
    assert extent_of(known_to(after), Stage.SETTLEMENT) is WHAT
    assert {one.guess for one in known_to(after) if isinstance(one, Voted)} == {"ada"}


def test_that_two_met_is_learnt_with_the_last_word_of_the_stage(game: GroupChat) -> None:
    """By all who were not there, the audience too; those who met know what was said."""
    meeting = at(game, Stage.CONFIDENTIAL_MEETING, "after")
    met = [one for one in learnt_by(meeting, "eve") if isinstance(one.what, Meeting)]

    assert [(one.what.first, one.what.second) for one in met if isinstance(one.what, Meeting)] == [
        ("ada", "dov"),
        ("ben", "cyn"),
    ]
    assert {one.since for one in met} == {meeting.seq}
    assert all(one.seq < meeting.seq for one in met)
    assert not [
        one for one in known_to(meeting, "ada") if isinstance(one, Meeting) and one.first == "ada"
    ]


def test_since_when_something_is_known_does_not_change_later(game: GroupChat) -> None:
    """So a watcher can go on where it was: it misses nothing and gets nothing twice."""
    moves = heckled(game)
    whole = GroupChat.of(CHAT, moves)
    for eyes in ("ada", "eve", ""):
        told: list[KnownItem] = []
        for end in range(2, len(moves) + 1):
            chat = GroupChat.of(CHAT, moves[:end])
            told += [one for one in learnt_by(chat, eyes) if one.since == chat.seq]
        assert told == list(learnt_by(whole, eyes))


def heckled(game: GroupChat) -> list[tuple[int, Move]]:
    """Return the moves of a game with words from the audience after each."""
    heard: list[Move] = []
    for _, move in game.moves:
        place = LineSpoken(round=1, stage=Stage.UPDATE, chat_round=1, member=AUDIENCE, text="Boo!")
        heard += [move, place] if not isinstance(move, Closed) else [move]
    return list(enumerate(heard, start=1))


def test_words_from_the_audience_are_before_all_at_once(game: GroupChat) -> None:
    """In the middle of private talks, and before the first stage."""
    shout = LineSpoken(
        round=1,
        stage=Stage.PRIVATE_CHAT,
        chat_round=1,
        member=AUDIENCE,
        text="Fire!",
        person=Person(id="p1", name="Mia"),
    )
    talks = at(game, Stage.PRIVATE_CHAT, "during").then(shout)
    early = GroupChat.of(CHAT, game.moves[:2]).then(shout)

    for chat in (talks, early):
        for eyes in (*EYES, "audience", "all"):
            assert known(chat, eyes)[-1] == shout


def test_a_game_that_is_broken_off_tells_what_was_said_before_all(game: GroupChat) -> None:
    """The chat round under way is over then, and private talks stay private."""
    broken = Closed(is_settled=False, result=GroupResult(effort=Effort()))
    debate = at(game, Stage.GROUP_CHAT, "during")
    private = at(game, Stage.PRIVATE_CHAT, "during")
    meeting = at(game, Stage.CONFIDENTIAL_MEETING, "during")

    assert extent_of(known_to(debate.then(broken), "eve"), Stage.GROUP_CHAT) is WHAT
    assert extent_of(known_to(private.then(broken), "eve"), Stage.PRIVATE_CHAT) is NOTHING
    assert extent_of(known_to(meeting.then(broken), "eve"), Stage.CONFIDENTIAL_MEETING) is THAT


def test_what_happened_is_told_in_order(game: GroupChat) -> None:
    """Whenever it was learnt: a chat round is heard as it was spoken."""
    for eyes in ("ada", "dov", "eve", ""):
        learnt = learnt_by(game, eyes)
        by_seq = sorted(learnt, key=lambda one: one.seq)
        assert [one.what for one in by_seq] == list(known_to(game, eyes))
        assert all(one.since >= one.seq for one in learnt)


def test_a_silent_meeting_is_seen_like_any_other() -> None:
    """That two met does not depend on what they said."""

    def silent(material: MemberInput) -> Answer | None:
        answer = answer_with_partners({"ada": "dov"}, opening="")(material)
        return SpokenLine(ends=True) if isinstance(answer, SpokenLine) else answer

    stages = (Stage.CONFIDENTIAL_MEETING,)
    chat = play_script(council_script(Course(stages=stages, rounds=1)), silent)

    met = Meeting(round=1, stage=Stage.CONFIDENTIAL_MEETING, first="ada", second="dov")
    assert met in known_to(chat, "eve")
