"""Blinding, judging, and what is kept of interviews."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from npceval.interview_report import ranking_page
from npceval.interviews import (
    CONDITIONS,
    HUMAN,
    Item,
    blinded,
    judge_all,
    ranks_of,
    read_answers_of_people,
    read_rankings,
)
from npceval.judge import AnswerPair, ScriptedJudge, verdict_of
from npceval.kept_answers import EvaluationError, KeptAnswers
from npceval.questions import InterviewTopic


def made_item(number: int = 0, **answers: str) -> Item:
    return Item(
        id=f"item{number}",
        question=InterviewTopic(person="mira", id="memory.1", text="Who swept the pier?"),
        about="Mira keeps the inn.",
        memories=("Jon swept the pier at noon.",),
        answers=answers or {name: f"Answer of {at}." for at, name in enumerate(CONDITIONS)},
    )


class Ordering:
    """A judge that prefers what comes first in the alphabet, whatever the order."""

    name = "ordering"

    def __init__(self, answer: Callable[[AnswerPair], int | None]) -> None:
        self.seen: list[AnswerPair] = []
        self._answer = answer

    async def better(self, asked: AnswerPair) -> tuple[int | None, str]:
        self.seen.append(asked)
        return self._answer(asked), "said"


def by_alphabet(asked: AnswerPair) -> int | None:
    return 1 if asked.first < asked.second else 2


@pytest.fixture
def kept(tmp_path: Path) -> KeptAnswers:
    """Give answers of which there are none yet."""
    return KeptAnswers(tmp_path / "verdicts.jsonl")


async def test_a_judge_that_agrees_with_itself_gives_its_order(kept: KeptAnswers) -> None:
    """Each pair is asked about in both orders."""
    judge = Ordering(by_alphabet)

    found = await judge_all([made_item()], judge, kept, seed=0)

    assert found["rankings"][0].ranks == {name: at + 1 for at, name in enumerate(CONDITIONS)}
    assert (found["asked"], found["pairs"], found["agreed"], found["first"]) == (12, 6, 6, 6)
    assert {(a.first, a.second) for a in judge.seen} == {(a.second, a.first) for a in judge.seen}


async def test_a_judge_that_takes_the_first_ranks_nothing(kept: KeptAnswers) -> None:
    """Its verdicts cancel out, and its agreement is none."""
    found = await judge_all([made_item()], ScriptedJudge("first"), kept, seed=0)

    assert set(found["rankings"][0].ranks.values()) == {2.5}
    assert (found["agreed"], found["first"]) == (0, 12)


async def test_nonsense_is_counted_and_never_taken(kept: KeptAnswers) -> None:
    """An item with one nonsense verdict has no ranking; the others have."""
    items = [made_item(0), made_item(1, full="Yes.", no_memory="No.")]
    judge = Ordering(lambda asked: None if "1" in asked.first else by_alphabet(asked))

    found = await judge_all(items, judge, kept, seed=0)

    assert [one.item for one in found["rankings"]] == ["item1"]
    assert found["nonsense"] == 3


async def test_equal_answers_are_a_tie_without_being_asked(kept: KeptAnswers) -> None:
    """Nobody can rank them."""
    judge = Ordering(by_alphabet)

    found = await judge_all([made_item(full="I know.", no_memory="I know. ")], judge, kept, seed=0)

    assert not judge.seen
    assert found["rankings"][0].ranks == {"full": 1.5, "no_memory": 1.5}


async def test_conditions_that_answer_alike_are_compared_once(kept: KeptAnswers) -> None:
    """Three pairs of the same two answers are two verdicts, and no agreement of three."""
    judge = Ordering(by_alphabet)
    item = made_item(full="A.", no_reflection="A.", no_reflection_no_planning="A.", no_memory="B.")

    found = await judge_all([item], judge, kept, seed=0)

    assert len(judge.seen) == 2
    assert (found["asked"], found["pairs"], found["agreed"], found["first"]) == (2, 1, 1, 1)
    assert found["rankings"][0].ranks["no_memory"] == 4


async def test_a_second_call_asks_nothing_again(tmp_path: Path) -> None:
    """What a killed process left half-written is asked again, and nothing more."""
    path = tmp_path / "verdicts.jsonl"
    first = await judge_all([made_item()], Ordering(by_alphabet), KeptAnswers(path), seed=0)
    path.write_bytes(path.read_bytes()[:-20])
    judge = Ordering(by_alphabet)

    again = await judge_all([made_item()], judge, KeptAnswers(path), seed=0)

    assert len(judge.seen) == 1
    assert again == first


def test_labels_never_leak() -> None:
    """What people and judges see names no condition, and no letter stands for one of them."""
    items = [made_item(at, **dict.fromkeys((*CONDITIONS, HUMAN), "Fine.")) for at in range(40)]
    page = ranking_page(items, seed=4)

    assert not [name for name in (*CONDITIONS, HUMAN, "ablation", "seed") if name in page]
    under_a = {blinded(item, 4)["A"] for item in items}
    assert under_a == {*CONDITIONS, HUMAN}
    assert blinded(items[0], 4) == blinded(items[0], 4)
    assert [blinded(one, 4) for one in items] != [blinded(one, 5) for one in items]


def test_text_of_an_answer_is_no_script_on_the_ranking_page() -> None:
    """It stays text of the page's data."""
    page = ranking_page([made_item(full="</script><script>alert(1)</script>")], seed=0)

    assert page.count("</script>") == 2


def test_rankings_of_people_are_read_back(tmp_path: Path) -> None:
    """The letters mean what they meant on the page."""
    item = made_item()
    letters = blinded(item, 9)
    wanted = {name: float(at + 1) for at, name in enumerate(CONDITIONS)}
    saved = {item.id: {letter: wanted[name] for letter, name in letters.items()}}
    path = tmp_path / "rankings.json"
    path.write_text(json.dumps({"rater": "Ann", "rankings": saved}), encoding="utf-8")

    (read,) = read_rankings(path, [item], 9)

    assert (read.rater, read.ranks) == ("person:Ann", wanted)
    with pytest.raises(EvaluationError, match=r"ranking\.html"):
        read_rankings(path, [made_item(7)], 9)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.csv", 'person,question,answer\nmira,memory.1,"Jon, I think."\n'),
        ("a.jsonl", '{"person": "mira", "question": "memory.1", "answer": "Jon, I think."}\n'),
    ],
)
def test_answers_of_people_are_read(tmp_path: Path, name: str, text: str) -> None:
    """From both forms."""
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")

    assert read_answers_of_people(path) == {("mira", "memory.1"): "Jon, I think."}


@pytest.mark.parametrize("text", ["who,what\na,b\n", "", "not JSON"])
def test_a_file_that_has_no_answers_says_what_it_needs(tmp_path: Path, text: str) -> None:
    """Or holds none."""
    path = tmp_path / ("a.csv" if "who" in text else "a.jsonl")
    path.write_text(text, encoding="utf-8")

    if text:
        with pytest.raises(EvaluationError, match="person"):
            read_answers_of_people(path)
    else:
        assert read_answers_of_people(path) == {}


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("1", 1),
        (" **2** because", 2),
        ("Answer 2", 2),
        ("12", None),
        ("Both are fine, 1 or 2", None),
        ("3", None),
        ("", None),
    ],
)
def test_only_a_number_at_the_beginning_is_a_verdict(text: str, verdict: int | None) -> None:
    """All other words are nonsense."""
    assert verdict_of(text) == verdict


def test_equals_share_their_ranks() -> None:
    """As statistics of ranks expect it."""
    assert ranks_of({"a": 2, "b": 1, "c": 1, "d": 0}) == {"a": 1, "b": 2.5, "c": 2.5, "d": 4}


async def test_the_rule_prefers_what_the_person_remembers() -> None:
    """Words of the question do not count."""
    item = made_item()
    asked = AnswerPair(
        about=item.about,
        memories=item.memories,
        question=item.question.text,
        first="Who swept the pier? The pier was swept.",
        second="It was at noon.",
    )

    assert await ScriptedJudge().better(asked) == (2, "2")
