"""Recalled memories: duplicates, and which of two that contradict each other gives way."""

from datetime import timedelta

import numpy as np
import pytest

from npcserver.memory import deduplication
from npcserver.memory.comparison import supersedes, topics_of
from npcserver.memory.deduplication import (
    THRESHOLD,
    deduplicate_recollections,
    merge_recollections,
    near_duplicates,
)
from npcserver.model.memory import Memory, Recollection
from npcserver.model.record import RecordKind, Source
from npcserver.ports.vectors import Vectors
from tests.benchmarks.contrary import LANGUAGES, contradict, pairs
from tests.benchmarks.contrary import told as told_of
from tests.fakes.prompt_inputs import NOW
from tests.fakes.retrieval_log import heard_memory, memory_of, ranked, spoken_memory

FIVE, SIX, SEVEN = "The party is at five.", "The party is at six.", "The party is at seven."
YESTERDAY = NOW - timedelta(days=1)
RAIN = "It rains in the hills."
THOUGHT = memory_of(FIVE, 3, kind=RecordKind.REFLECTION, source=Source.INFERRED)


def shown(found: tuple[Recollection, ...]) -> list[tuple[int, int, list[int]]]:
    """Return seq, times, and the seqs of what was put out of date."""
    return [
        (one.memory.seq, one.times, [older.seq for older in one.superseded])
        for one in deduplicate_recollections(found)
    ]


@pytest.mark.parametrize(
    ("found", "kept"),
    [
        # the newer stands where the better stood, and the older goes along with it
        ((memory_of(FIVE, 1), memory_of(RAIN, 2), memory_of(SIX, 3)), [(3, 1, [1]), (2, 1, [])]),
        # all that is out of date goes with the newest, newest first, repeats included
        (
            (memory_of(FIVE, 1), memory_of(SIX, 2), memory_of(SEVEN, 5), memory_of(FIVE, 3)),
            [(5, 1, [3, 2, 1])],
        ),
        # who heard "five" again after "six" believes five
        ((memory_of(FIVE, 1), memory_of(SIX, 2), memory_of(FIVE, 3)), [(1, 2, [2])]),
        # who said "five" again after hearing "six" makes it no newer, nor does a thought of it
        (
            (memory_of(FIVE, 1), heard_memory(SIX, 2), spoken_memory(FIVE, 3, evidence=(1,))),
            [(2, 1, [3, 1])],
        ),
        ((memory_of(FIVE, 1), memory_of(SIX, 2), THOUGHT), [(2, 1, [3, 1])]),
        # a batch of observations has one game time; an engine may hand in late what was early
        ((memory_of(FIVE, 8, at=NOW), memory_of(SIX, 9, at=NOW)), [(9, 1, [8])]),
        ((memory_of(FIVE, 8, at=NOW), memory_of(SIX, 9, at=YESTERDAY)), [(8, 1, [9])]),
        # hearsay of the distrusted stands beside what was seen
        ((heard_memory(SIX, 2, trust=30), memory_of(FIVE, 1)), [(2, 1, []), (1, 1, [])]),
    ],
)
def test_what_is_out_of_date_goes_with_what_is_newer(
    found: tuple[Memory, ...], kept: list[tuple[int, int, list[int]]]
) -> None:
    """What was heard or seen last stands; the older goes along, for the receipt and the prompt."""
    assert shown(ranked(*found)) == kept


def test_events_are_compared_with_their_denials_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A character may remember a thousand events of one kind; each pair would take its time."""
    compared = list[tuple[int, int]]()

    def counted(newer: Memory, older: Memory) -> bool:
        compared.append((newer.seq, older.seq))
        return supersedes(newer, older)

    monkeypatch.setattr(deduplication, "supersedes", counted)
    sold = [memory_of(f"Barrel {at} was sold at the quay.", at) for at in range(1, 200)]
    denied = memory_of("Barrel 7 was never sold at the quay.", 300)

    found = shown(ranked(*sold, denied))

    assert len(compared) <= len(sold)
    assert (300, 1, [7]) in found
    assert all(not outdated for seq, _, outdated in found if seq != 300)


def test_what_was_said_once_was_heard_once() -> None:
    """Neither one's own line that passes it on nor a thought that quotes it counts as another."""
    heard = heard_memory(FIVE, 1, by="ann")
    line = spoken_memory("The party is at five!", 2, evidence=(1,))
    quote = memory_of(
        f"What stayed with Mira is that Ann said: {FIVE}",
        3,
        kind=RecordKind.REFLECTION,
        source=Source.INFERRED,
        evidence=(1,),
    )

    assert shown(ranked(heard, line)) == [(1, 1, [])]
    assert shown(ranked(quote, heard, line)) == [(1, 1, [])]
    assert shown(ranked(heard, heard_memory(FIVE, 4, by="ann"))) == [(1, 2, [])]


def test_what_was_concluded_from_words_stays_beside_them() -> None:
    """A thought that says more than what it quotes is another memory."""
    more = memory_of(
        f"Ann said: {FIVE[:-1]}, so the tables must be laid by four.",
        2,
        kind=RecordKind.REFLECTION,
        source=Source.INFERRED,
        evidence=(1,),
    )

    assert [one[0] for one in shown(ranked(heard_memory(FIVE, 1), more))] == [1, 2]


def test_what_is_pinned_never_gives_way() -> None:
    """It stays, first, and the newer beside it; a newer pin is the newer."""
    five, six = memory_of(FIVE, 1), memory_of(SIX, 2)

    assert shown(ranked(five, six, pinned=(1,))) == [(1, 1, []), (2, 1, [])]
    assert shown(ranked(six, five, pinned=(2,))) == [(2, 1, [1])]


def test_nothing_comes_of_nothing() -> None:
    """No recollections, no trouble."""
    assert deduplicate_recollections(()) == ()


def vectors(*rows: tuple[float, ...]) -> Vectors:
    return np.array(rows, np.float32).reshape(len(rows), -1)


NONE = np.zeros((0, 2), np.float32)


def test_repeats_point_to_what_they_repeat() -> None:
    """What is known points to its row, what repeats a new one points behind the old ones."""
    known = vectors((1, 0), (0, 2))
    new = vectors((3, 0.1), (-1, 0), (0, 1), (-2, 0.1))

    assert near_duplicates(new, known) == (0, None, 1, 3)


def test_nearest_of_several_is_meant() -> None:
    """Where more than one is near, the nearest is strengthened."""
    known = vectors((1, 0.2), (1, 0.01), (1, 0.1))

    assert near_duplicates(vectors((1, 0)), known) == (1,)


def test_nothing_known_repeats_nothing() -> None:
    """The first insights of a mind are new; no insights are no answer."""
    assert near_duplicates(vectors((1, 0), (0, 1)), NONE) == (None, None)
    assert near_duplicates(NONE, vectors((1, 0))) == ()
    assert near_duplicates(np.zeros((0, 0), np.float32), np.zeros((0, 0), np.float32)) == ()


def test_vectors_to_come_repeat_nothing() -> None:
    """Zeros stand for what is not embedded yet, on either side."""
    blank = vectors((0, 0))

    assert near_duplicates(vectors((0, 0), (0, 0)), blank) == (None, None)


@pytest.mark.parametrize("seed", range(5))
def test_no_two_that_are_kept_are_near(seed: int) -> None:
    """Whatever comes, what is called new lies apart from all that is kept."""
    chance = np.random.default_rng(seed)
    known = chance.normal(size=(3, 3)).astype(np.float32)
    new = chance.normal(size=(60, 3)).astype(np.float32)
    verdicts = near_duplicates(new, known)
    kept = new[[at for at, verdict in enumerate(verdicts) if verdict is None]]
    unit = kept / np.linalg.norm(kept, axis=1, keepdims=True)
    cosines = unit @ unit.T - np.eye(len(unit))

    assert 0 < len(kept) < len(new)
    assert cosines.max() < THRESHOLD + 1e-5


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_labelled_contradictions_are_told(language: str) -> None:
    """More than nine of ten are found, and hardly anything is wrongly called one."""
    result = told_of(language)

    assert result.contrary >= (60 if language == "en" else 30)
    assert result.compatible >= result.contrary
    assert result.recall > 0.9, result.wrong
    assert result.precision > 0.9, result.wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_contradicting_is_mutual_and_shares_a_topic(language: str) -> None:
    """The order does not matter, and the index by topics misses none."""
    for pair in pairs(language):
        one, other = memory_of(pair.older, 1), memory_of(pair.newer, 2)
        assert contradict(one, other) == contradict(other, one)
        if contradict(one, other):
            assert topics_of(one) & topics_of(other)


@pytest.mark.parametrize(
    "text",
    ["", "...", "Hm?", "Is the party at five?", "Perhaps he is dead.", "It is.", "五", "他死了。"],
)
def test_what_states_nothing_claims_nothing(text: str) -> None:
    """Questions, guesses, fragments, and what is said of nobody in particular."""
    assert topics_of(heard_memory(text, 1)) == frozenset()


def test_of_two_sentences_each_claims_its_own() -> None:
    """So news after a greeting is compared, too."""
    heard = "Hello there, Mira! The party is at six. Bring bread."

    assert supersedes(heard_memory(heard, 2), heard_memory(FIVE, 1))


def test_a_memory_of_many_things_is_not_outdated_by_one() -> None:
    """What else it says would be lost."""
    rich = heard_memory("The mayor lives at the mill. The party is at five. Bram is the thief.", 1)

    assert contradict(rich, heard_memory(SIX, 2))
    assert not supersedes(heard_memory(SIX, 2), rich)


def test_the_value_of_a_fact_is_the_newer() -> None:
    """Standing facts about one thing, whatever their words; and never about another thing."""
    burning = memory_of("The stove is burning.", 1, is_standing=True, about=("inn/stove",))
    cleaned = memory_of("Somebody cleans it.", 2, is_standing=True, about=("inn/stove",))
    other = memory_of("The stove is out.", 3, is_standing=True, about=("mill/stove",))

    assert supersedes(cleaned, burning)
    assert not supersedes(other, burning)


@pytest.mark.parametrize(
    ("newer", "older", "gives_way"),
    [
        (heard_memory(SIX, 2), memory_of(FIVE, 1), True),
        (heard_memory(SIX, 2, trust=49), memory_of(FIVE, 1), False),
        (heard_memory(SIX, 2, trust=49), memory_of(FIVE, 1, at=YESTERDAY), True),
        (heard_memory(SIX, 2, trust=49), heard_memory(FIVE, 1), True),
        (
            heard_memory(SIX, 2, trust=49),
            memory_of(FIVE, 1, source=Source.AUTHORED, at=YESTERDAY),
            False,
        ),
        (heard_memory(SIX, 2), memory_of(FIVE, 1, source=Source.AUTHORED, at=YESTERDAY), True),
        (memory_of(SIX, 2), heard_memory(FIVE, 1), True),
        (memory_of(SIX, 2, kind=RecordKind.REFLECTION), memory_of(FIVE, 1), False),
        (memory_of(SIX, 2), memory_of(FIVE, 1, kind=RecordKind.REFLECTION), True),
        (spoken_memory(SIX, 2), memory_of(FIVE, 1), False),
        (memory_of(SIX, 2), spoken_memory(FIVE, 1), False),
        (memory_of(SIX, 2), memory_of(FIVE, 1, kind=RecordKind.PLAN), False),
    ],
)
def test_what_gives_way_to_what(newer: Memory, older: Memory, gives_way: bool) -> None:  # noqa: FBT001
    """The older, but for hearsay of the distrusted, inferences, and the mind's own words."""
    assert contradict(newer, older)
    assert supersedes(newer, older) is gives_way


def test_nobody_is_contradicted_about_themselves_by_others() -> None:
    """Ann may be hungry while Bram is not; and change her mind."""
    hungry, other = heard_memory("I am hungry.", 1), heard_memory("I am not hungry.", 2, by="bram")

    assert not contradict(hungry, other)
    assert contradict(hungry, heard_memory("I am not hungry.", 3))


def test_a_denial_of_what_happened_holds_for_its_day() -> None:
    """Tom may have come today though he did not yesterday."""
    came = memory_of("Tom came to the inn.", 1, at=YESTERDAY)

    assert not contradict(memory_of("Tom did not come to the inn.", 2), came)
    assert contradict(memory_of("Tom did not come to the inn.", 2, at=YESTERDAY), came)
    assert contradict(memory_of("Tom never came to the inn.", 2), came)


def test_tomorrow_is_another_day_on_another_day() -> None:
    """The wedding that was tomorrow yesterday is today."""
    today = memory_of("The wedding is today.", 2)

    assert not contradict(today, memory_of("The wedding is tomorrow.", 1, at=YESTERDAY))
    assert contradict(today, memory_of("The wedding is tomorrow.", 1))


@pytest.mark.parametrize(
    ("one", "other", "is_contrary"),
    [
        ("Ada is baking bread.", "Ada is asleep.", False),
        ("阿达正在烤面包。", "阿达正在睡觉。", False),
        ("The stove is burning.", "The stove is out.", True),
        ("Ada is at home.", "Ada is out.", True),
    ],
)
def test_what_a_character_does_now_does_not_undo_what_was_done(
    one: str,
    other: str,
    is_contrary: bool,  # noqa: FBT001
) -> None:
    """The morning's baking is remembered in the evening; a state gives way to the next."""
    morning = memory_of(one, 1, is_standing=True, about=("ada",))
    evening = memory_of(other, 2, is_standing=True, about=("ada",))

    assert contradict(morning, evening) is is_contrary
