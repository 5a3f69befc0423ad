"""What says the same comes to mind once."""

import pytest

from npcserver.memory.deduplication import merge_recollections
from npcserver.model.memory import Memory
from npcserver.model.record import RecordKind, Source
from tests.fakes.retrieval_log import heard_memory, memory_of, ranked, spoken_memory


def seqs(*memories: Memory, pinned: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    """Return the groups, each with the seq of what stands for it first."""
    return [
        (group.kept.memory.seq, *(one.memory.seq for one in group.members if one is not group.kept))
        for group in merge_recollections(ranked(*memories, pinned=pinned))
    ]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The mill burned down.", "the mill burned down"),
        ("The mill burned down!", "The  mill burned down..."),
        ("Somebody knocked at the door.", "Somebody knocked at the door."),
        ("Bram isn't at the mill.", "Bram is not at the mill."),
        ("They say the mill burned down.", "The mill burned down, you know."),
        ("磨坊烧毁了。", "磨坊烧毁了！"),
        (
            "The guests at the long table asked for bread, cheese, cider, apples and a song",
            "The guests at the long table asked for fresh bread, cheese, cider, apples and a song",
        ),
    ],
)
def test_what_says_the_same_is_one(one: str, other: str) -> None:
    """Whatever its case, marks, and contractions; a tenth more words make no other thing of it."""
    assert seqs(memory_of(one, 1), memory_of(other, 2)) == [(1, 2)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The party is at five.", "The party is at six."),
        ("Tom likes Ann.", "Tom does not like Ann."),
        ("Ann gave Tom bread.", "Tom gave Ann bread."),
        ("He likes bread.", "She likes bread."),
        ("The lamp is on.", "The lamp is off."),
        ("The key is in the well.", "The key is on the well."),
        ("The mill burned down.", "The mill burned down and nobody lives there any more."),
        ("聚会在五点。", "聚会在六点。"),
        ("汤姆喜欢安。", "汤姆不喜欢安。"),
        ("汤姆喜欢安。", "安喜欢汤姆。"),
        ("...", "!"),
    ],
)
def test_what_differs_in_a_word_that_counts_is_two(one: str, other: str) -> None:
    """Numbers, denials, names, who did it to whom, and little words that turn the sense."""
    assert seqs(memory_of(one, 1), memory_of(other, 2)) == [(1,), (2,)]


def test_the_best_scored_stands_for_all() -> None:
    """It comes first, and what it stands for in the order given."""
    found = [memory_of("It rains.", seq) for seq in (7, 3, 9)]

    assert seqs(found[0], memory_of("The sun is out.", 1), *found[1:]) == [(7, 3, 9), (1,)]


def test_what_people_say_of_themselves_is_their_own() -> None:
    """Two who say "I like bread" say two things; one who says it twice says one."""
    assert seqs(heard_memory("I like bread.", 1), heard_memory("I like bread.", 2, by="bram")) == [
        (1,),
        (2,),
    ]
    assert seqs(heard_memory("I like bread.", 1), heard_memory("I like bread!", 2)) == [(1, 2)]
    assert seqs(heard_memory("You are late.", 1), spoken_memory("You are late.", 2)) == [(1,), (2,)]


def test_greetings_are_of_who_greets() -> None:
    """A word or two are no statement that two people could share."""
    assert seqs(heard_memory("Good morning.", 1), heard_memory("Good morning.", 2, by="bram")) == [
        (1,),
        (2,),
    ]
    assert seqs(
        heard_memory("The old mill burned down.", 1),
        heard_memory("The old mill burned down.", 2, by="bram"),
    ) == [(1, 2)]


def test_facts_of_two_things_are_two() -> None:
    """Two doors may both be open."""
    one = memory_of("The door is open.", 1, is_standing=True, about=("inn/door",))
    other = memory_of("The door is open.", 2, is_standing=True, about=("mill/door",))
    again = memory_of("The door is open!", 3, is_standing=True, about=("inn/door",))

    assert seqs(one, other, again) == [(1, 3), (2,)]


def test_a_line_that_passes_on_a_memory_is_an_echo_of_it() -> None:
    """It stands where the better of the two stood, and the memory stands for both."""
    line = spoken_memory("Have you heard? The mill burned down, they say.", 5, evidence=(2,))

    assert seqs(line, memory_of("It rains.", 1), memory_of("The mill burned down.", 2)) == [
        (2, 5),
        (1,),
    ]


def test_a_line_that_says_what_a_memory_says_is_an_echo_too() -> None:
    """However well it scores: what one said oneself proves nothing."""
    assert seqs(
        spoken_memory("The mill burned down.", 5), memory_of("The mill burned down.", 2)
    ) == [(2, 5)]


def test_echoes_of_echoes_end_at_the_memory() -> None:
    """A line that passes on a line that passes on a memory."""
    first = spoken_memory("The mill? It burned down, on my word.", 4, evidence=(2,))
    second = spoken_memory("As I said: no mill any more.", 6, evidence=(4,))

    assert seqs(second, first, memory_of("The mill burned down.", 2)) == [(2, 6, 4)]


def test_a_line_whose_memory_did_not_come_to_mind_stands_for_itself() -> None:
    """There is nothing it could merge into."""
    line = spoken_memory("The mill burned down, they say.", 5, evidence=(2,))

    assert seqs(line, memory_of("It rains.", 1)) == [(5,), (1,)]


def test_what_is_pinned_always_stands() -> None:
    """Two that are pinned both stay, and others that say the same count with the first."""
    found = [memory_of("It rains.", seq) for seq in (4, 5, 6)]

    assert seqs(*found, pinned=(4, 5)) == [(4, 6), (5,)]


def test_a_reflection_that_says_what_was_seen_is_no_second_memory() -> None:
    """Whatever kinds of memories say the same, they are one."""
    thought = memory_of(
        "The mill burned down.", 3, kind=RecordKind.REFLECTION, source=Source.INFERRED
    )

    assert seqs(thought, memory_of("The mill burned down.", 1)) == [(3, 1)]
