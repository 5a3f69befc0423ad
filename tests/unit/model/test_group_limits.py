"""Going on from any part of a game, and never more calls than it may take."""

import zlib
from dataclasses import replace

import pytest

from npcserver.model.acting.answers import Answer, moves_of
from npcserver.model.acting.material import Act, Digesting
from npcserver.model.group import course
from npcserver.model.group.chat import GroupChat
from npcserver.model.group.director import due, needs_thought
from npcserver.model.group.moves import (
    Began,
    Chose,
    Move,
    Opened,
    Seated,
    Spoke,
    Wished,
)
from npcserver.model.group.script import Stage
from npcserver.model.group.tasks import (
    Begin,
)
from tests.fakes.group_chance import any_script, clumsy, fickle
from tests.fakes.group_games import (
    CHAT,
    lines_of,
    opened,
    play,
    play_on,
    shown,
    succession,
    talkative,
    until,
    wave,
)


@pytest.mark.parametrize("seed", range(12))
def test_going_on_from_any_move_leads_to_the_same_end(seed: int) -> None:
    """A restart in mid-round changes nothing: every single line and vote is the same."""
    script = replace(any_script(seed), course=replace(any_script(seed).course, rounds=1))
    whole = play(script, fickle(seed), seed, clumsy)

    for cut in range(2, len(whole.moves), 3):
        resumed = play_on(GroupChat.of(CHAT, whole.moves[:cut]), fickle(seed), clumsy)
        assert bare(resumed) == bare(whole)


def bare(chat: GroupChat) -> list[tuple[int, Move]]:
    """Return the moves without their receipts, which say from where a thought was thought."""
    return [
        (
            seq,
            move
            if isinstance(move, Began | Opened | Wished | Seated)
            else replace(move, made_from=None),
        )
        for seq, move in chat.moves
    ]


@pytest.mark.parametrize("seed", range(6))
def test_what_is_due_does_not_change_while_a_wave_comes_in(seed: int) -> None:
    """Whatever order its moves come in, the rest of it stays due."""
    chat = opened(any_script(seed), seed)
    while tasks := due(chat):
        for at, task in enumerate(tasks):
            others = [one for one in tasks[:at] if not isinstance(one, Begin)]
            assert task in due(chat.then(*(move for one in others for move in moves_of(chat, one))))
        chat = chat.then(*wave(chat, fickle(seed)))


@pytest.mark.parametrize("most", [1, 2, 3, 20, 60, 133, 150, 250, 300])
@pytest.mark.parametrize("repairs", [False, True])
def test_calls_never_exceed_the_most(most: int, repairs: bool) -> None:  # noqa: FBT001
    """Even where every answer must be repaired; the game comes to its end all the same."""
    chat = play(succession(most), condensing, calls=(lambda _: 2) if repairs else (lambda _: 1))

    assert chat.effort.calls <= most
    assert chat.closed is not None
    assert chat.closed.is_settled
    assert len(chat.votes) == 18


def test_the_largest_story_is_thought_through_within_250_calls() -> None:
    """Without a default, also where one answer in ten is repaired; every debate has two rounds."""
    chat = play(succession(250), condensing)
    repaired = play(succession(250), condensing, calls=now_and_then)

    assert chat.effort.defaulted == repaired.effort.defaulted == 0
    assert 225 <= chat.effort.calls <= 250
    assert repaired.effort.repaired > 10
    last = {line.round: line.chat_round for line in lines_of(chat, Stage.GROUP_CHAT)}
    assert all(chat_round >= 2 for chat_round in last.values())


def now_and_then(material: Act) -> int:
    """One answer in ten must be repaired."""
    return 2 if zlib.crc32(shown(material).encode()) % 10 == 0 else 1


def test_without_a_limit_all_is_said() -> None:
    """309 calls and the chronicle, for nine members and five principals."""
    chat = play(succession(0), condensing)

    assert chat.effort.calls == 310
    assert chat.effort.calls == sum(
        course.thoughts(chat.script, stage, 3) for _, stage in course.points(chat.script.course)
    )


def condensing(material: Act) -> Answer | None:
    """Condense every round, as where not everything fits in a prompt."""
    return "In short." if isinstance(material, Digesting) else talkative(material)


def test_what_is_left_out_is_shared_among_the_stages() -> None:
    """The last debate is no shorter than the first talks."""
    chat = play(succession(220))

    longest = {
        (line.round, line.stage): line.chat_round
        for _, line in chat.moves
        if isinstance(line, Spoke)
    }
    assert longest[3, Stage.GROUP_CHAT] >= longest[1, Stage.PRIVATE_CHAT]
    assert set(longest.values()) <= {1, 2, 3}
    assert len(longest) == 9


def test_at_the_limit_everybody_takes_the_default_without_a_call() -> None:
    """And each of these counts as a default."""
    chat = play(succession(20))

    assert chat.effort.calls <= 20
    taken = [one for one in chat.thoughts if not one.calls]
    assert chat.effort.defaulted == len(taken) > 50
    begun = until(opened(succession(1)), Chose)
    assert not needs_thought(begun, due(begun)[0])


def test_near_the_limit_no_more_are_thought_side_by_side_than_could_be_repaired() -> None:
    """Five calls are left: two can think at once; what they took says who may be next."""
    chat = until(opened(succession(5)), Chose)
    assert len(due(chat)) == 2

    chat = chat.then(*wave(chat, talkative))
    assert len(due(chat)) == 1
    chat = chat.then(*wave(chat, talkative))
    assert [needs_thought(chat, task) for task in due(chat)] == [True]
    chat = chat.then(*wave(chat, talkative))
    assert [needs_thought(chat, task) for task in due(chat)] == [False]
