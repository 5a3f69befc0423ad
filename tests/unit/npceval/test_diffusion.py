"""Claims, paths, density, and who came."""

from pathlib import Path
from typing import Any

import pytest
from npcclient.admin.v1.memory_service_pb2 import KnowledgeHop
from npcclient.v1.memory_pb2 import Memory

from npceval import claims
from npceval.diffusion import _coming, density, density_by_memories, path_length, stays
from tests.fakes.written_run import FEAST, made_log, write_run

NO_PATTERN = FEAST.__class__(id="f", text=FEAST.text, question="Have you heard any news?")


@pytest.mark.parametrize(
    ("answer", "does"),
    [
        ("Ann told me of a feast at the barn.", True),
        ("Yes, I do.", True),
        ("Aye, on Friday.", True),
        ("I don't know of any feast.", False),
        ("No, I have not heard of a feast.", False),
        ("I have never heard of it.", False),
        ("I've no idea.", False),
        ("Ask me about boats.", False),
        ("I didn\u2019t know there was a feast!", False),
    ],
)
def test_a_claim_is_read_from_an_answer(answer: str, does: bool) -> None:  # noqa: FBT001
    """A denial that names the fact is none."""
    assert claims.claims_fact(answer, FEAST) is does


def test_without_a_pattern_half_of_the_words_of_a_fact_are_enough() -> None:
    """Words of the question do not count."""
    assert claims.claims_fact("There is a feast in the barn.", NO_PATTERN)
    assert not claims.claims_fact("There is a barn.", NO_PATTERN)


@pytest.mark.parametrize(
    ("answer", "does"),
    [
        ("Ben is the carter.", True),
        ("Yes, quite well.", True),
        ("I do not know Ben.", False),
        ("Who is that?", False),
        ("The weather is fine.", False),
    ],
)
def test_knowing_a_person_is_read_from_an_answer(answer: str, does: bool) -> None:  # noqa: FBT001
    """Naming them, or a yes."""
    assert claims.claims_person(answer, "Ben Birch") is does


def test_what_all_know_is_parted_from_what_is_made_up() -> None:
    """Words of the author's description."""
    about = "Carter of Barnham since his father died."

    assert claims.is_common_knowledge("Ben Birch, carter of Barnham.", "Ben Birch", about)
    assert not claims.is_common_knowledge("Ben Birch burned the mill.", "Ben Birch", about)


def hop(name: str, holder: str, *origins: str) -> KnowledgeHop:
    return KnowledgeHop(memory=Memory(memory_id=name), holder_id=holder, from_ids=origins)


def test_a_path_is_as_long_as_its_shortest_tellings() -> None:
    """An inference of one's own memories is no telling, and a loop ends nowhere."""
    path = [
        hop("a", "ann", "b", "c"),
        hop("b", "ben", "d"),
        hop("c", "cora"),
        hop("d", "dan", "a"),
    ]

    assert path_length(path) == 1
    assert path_length([hop("a", "ann", "b"), hop("b", "ann")]) == 0
    assert path_length([hop("a", "ann", "b"), hop("b", "ben", "a")]) is None
    assert path_length([]) is None


def test_density_is_that_of_the_paper() -> None:
    """2E / (V(V-1)) over those who know each other: 2 of 6 pairs of 4 people."""
    knows = {("a", "b"), ("b", "a"), ("b", "c"), ("c", "b"), ("a", "d")}

    found = density(["a", "b", "c", "d"], knows)

    assert found["density"] == pytest.approx(2 * 2 / (4 * 3))
    assert (found["mutual_pairs"], found["one_sided"], found["largest_group"]) == (2, 1, 3)


def test_density_counts_names_in_memories(tmp_path: Path) -> None:
    """Whole names, and first names of one person alone; nothing of it was known at the start."""
    run = write_run(tmp_path)
    log = made_log(ann=["Ben Birch waved."], ben=["Ann was at the well."], cora=["Annual fair."])

    found = density_by_memories(run, log)

    assert found["end"]["mutual_pairs"] == 1
    assert found["end"]["one_sided"] == 0
    assert found["start"]["mutual_pairs"] == 0


def act(who: str, name: str, place: str, minutes: float = 60) -> dict[str, Any]:
    return {"who": who, "id": name, "text": "being there", "place": place, "minutes": minutes}


def plan(who: str, place: str, text: str = "an evening") -> dict[str, Any]:
    return {"who": who, "blocks": [{"t": 570, "minutes": 180, "text": text, "place": place}]}


def test_each_reason_to_stay_away_is_found(tmp_path: Path) -> None:
    """By what was heard, planned and said."""
    run = write_run(
        tmp_path,
        [
            (10, "plan", plan("ann", "barn")),
            (10, "plan", plan("ben", "mill")),
            (10, "plan", plan("cora", "home-cora")),
            (10, "plan", plan("dan", "barn")),
            (10, "plan", plan("eve", "home-eve")),
            (20, "line", {"talk": "t", "who": "cora", "to": "dan", "text": "A feast! How fine."}),
            (610, "act", act("ann", "1", "barn")),
            (560, "act", act("dan", "2", "barn", 30)),
        ],
    )
    window = (600.0, 720.0)

    why = {who: _coming(run, who, FEAST, heard, window)["why"] for who, heard in {
        "ann": 5.0, "ben": 5.0, "cora": 5.0, "dan": 5.0, "eve": 5.0, "finn": None,
    }.items()}  # fmt: skip

    assert why == {
        "ann": "came",
        "ben": "conflict",
        "cora": "interest_without_plan",
        "dan": "kept_from_it",
        "eve": "knew_without_a_word",
        "finn": "never_heard",
    }
    assert _coming(run, "eve", FEAST, 800.0, window)["why"] == "never_heard"


def test_a_stay_ends_with_its_act_or_the_next_one(tmp_path: Path) -> None:
    """Whatever is first."""
    run = write_run(
        tmp_path,
        [
            (0, "act", act("ann", "1", "mill")),
            (20, "act", act("ann", "2", "barn")),
            (50, "act_end", {"who": "ann", "id": "2", "outcome": "interrupted"}),
            (200, "act", act("ann", "3", "inn")),
        ],
    )

    assert stays(run, "ann") == [(0, 20, "mill"), (20, 50, "barn"), (200, 260, "inn")]
