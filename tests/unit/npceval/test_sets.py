"""Sets of long conversations in their public forms, and what is measured on them."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from npceval import retrieval
from npceval.conversation_sets import errors_of, read_exclusions, read_set
from npceval.kept_answers import EvaluationError, KeptAnswers

LINES = ("I have a grey cat called Pepper.", "I learn the cello.", "We drove to Lisbon.", "Fine.")


def of_two() -> dict[str, Any]:
    """Return a conversation in the form of LoCoMo, with errors as sets have them."""
    said = [
        {"speaker": "Ann" if at % 2 == 0 else "Ben", "dia_id": f"D{at // 2 + 1}:{at}", "text": text}
        for at, text in enumerate(LINES)
    ]
    return {
        "sample_id": "c",
        "conversation": {
            "speaker_a": "Ann", "speaker_b": "Ben",
            "session_2_date_time": "9:00 am on 2 June, 2023", "session_2": said[2:],
            "session_1_date_time": "1:56 pm on 8 May, 2023", "session_1": said[:2],
        },
        "qa": [
            {"question": "What is the cat called?", "answer": "Pepper", "evidence": ["D1:0"],
             "category": 4},
            {"question": "What do they do?", "evidence": ["D1:1; D2:2"], "category": 1},
            {"question": "Which horse?", "adversarial_answer": "Bay", "evidence": [],
             "category": 5},
            {"question": "Which hat?", "evidence": ["D7:1"], "category": 5},
        ],
    }  # fmt: skip


def marked() -> dict[str, Any]:
    """Return a question in the form of LongMemEval."""
    turns = [
        {"role": "user", "content": "I moved to Riga.", "has_answer": True},
        {"role": "assistant", "content": "A fine town."},
    ]
    return {
        "question_id": "q1", "question_type": "single-session-user", "question": "Where do I live?",
        "answer": "Riga", "question_date": "2023/06/01 (Thu) 10:00",
        "haystack_session_ids": ["s2", "s1"],
        "haystack_dates": ["2023/05/20 (Sat) 02:21", "2023/05/19 (Fri) 02:21"],
        "haystack_sessions": [turns, [{"role": "user", "content": "Hello."}]],
        "answer_session_ids": ["s2"],
    }  # fmt: skip


def written(tmp_path: Path, value: object) -> Path:
    path = tmp_path / "set.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def test_conversations_of_two_are_read(tmp_path: Path) -> None:
    """Sessions in the order of their numbers, with their dates."""
    (read,) = read_set(written(tmp_path, [of_two()]))

    assert [line.id for line in read.lines] == ["D1:0", "D1:1", "D2:2", "D2:3"]
    assert read.lines[0].when == datetime.fromisoformat("2023-05-08T13:56")
    assert read.lines[2].when.month == 6
    assert read.questions[1].evidence == ("D1:1", "D2:2")
    assert [one.id for one in read.questions] == ["c:0", "c:1", "c:2", "c:3"]


def test_marked_sessions_are_read(tmp_path: Path) -> None:
    """By date, whatever their order in the file."""
    (read,) = read_set(written(tmp_path, [marked()]))

    assert [line.text for line in read.lines] == ["Hello.", "I moved to Riga.", "A fine town."]
    assert read.questions[0].evidence == ("s2:0",)
    assert read.questions[0].category == "single-session-user"


def test_errors_of_the_set_are_left_out_and_said(tmp_path: Path) -> None:
    """Those of the list too; each with its reason."""
    (read,) = read_set(written(tmp_path, of_two()))
    path = tmp_path / "errors.txt"
    path.write_text("# known\nc:0 the answer is wrong\n\n", encoding="utf-8")

    good, left = errors_of(read, read_exclusions(path))

    assert [one.id for one in good] == ["c:1"]
    assert left["c:0"] == "the answer is wrong"
    assert "no evidence" in left["c:2"]
    assert "D7:1" in left["c:3"]


@pytest.mark.parametrize(
    "value", ["{", "[3]", '[{"conversation": {}}]', '{"haystack_sessions": 1}']
)
def test_another_form_is_refused_in_words(tmp_path: Path, value: str) -> None:
    """With the forms that can be read."""
    path = tmp_path / "set.json"
    path.write_text(value, encoding="utf-8")

    with pytest.raises(EvaluationError, match="LoCoMo"):
        read_set(path)


def test_recall_is_scored_as_by_hand() -> None:
    """Two of three lines of evidence, the first at the second place."""
    found = retrieval.scored([["x"], ["a"], ["b", "y"]], ("a", "b", "c"))

    assert found == {"recall": 2 / 3, "complete": 0.0, "reciprocal_rank": 1 / 2}
    assert retrieval.scored([], ("a",))["reciprocal_rank"] == 0


def test_categories_have_rows_beside_the_newest_lines(tmp_path: Path) -> None:
    """The full context has all of the evidence, and its tokens."""
    conversations = read_set(written(tmp_path, of_two()))
    kept = KeptAnswers(tmp_path / "kept.jsonl")
    kept.keep(["recall", "c:0", 2, ""], recalled=[["D1:0"], ["D2:3"]], tokens=9)
    kept.keep(["recall", "c:1", 2, ""], recalled=[["D2:2"], ["D2:3"]], tokens=11)

    found = retrieval.measure(conversations, {}, kept, limit=2, seed=0)

    assert set(found["by_category"]) == {"1", "4"}
    assert found["all"]["recall"]["mean"] == pytest.approx(0.75)
    assert found["by_category"]["1"]["newest_lines"]["mean"] == pytest.approx(0.5)
    assert found["tokens"] == {"recalled": 10, "full_context": sum(map(len, LINES)) // 4}
    assert "newest lines" in retrieval.page(found).html()


def test_given_ratings_are_drawn_by_the_seed(tmp_path: Path) -> None:
    """Each text once."""
    path = tmp_path / "given.jsonl"
    rows = [json.dumps({"text": f"t{at % 8}", "importance": at % 10 + 1}) for at in range(16)]
    path.write_text("\n".join(rows), encoding="utf-8")

    drawn = retrieval.read_given(path, 5, seed=1)

    assert len({text for text, _ in drawn}) == 5
    assert drawn == retrieval.read_given(path, 5, seed=1) != retrieval.read_given(path, 5, seed=2)
    assert len(retrieval.read_given(path, 0, seed=1)) == 8
    path.write_text('{"text": 3}', encoding="utf-8")
    with pytest.raises(EvaluationError, match="importance"):
        retrieval.read_given(path, 5, seed=1)
