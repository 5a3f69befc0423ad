"""Reading ratings."""

import pytest

from npcserver.model.inputs import RatingInput
from npcserver.prompts.importance import MOST_STATEMENTS, ImportanceQuestion
from npcserver.prompts.reply_reader import Unparseable

QUESTION = ImportanceQuestion.of(
    RatingInput(name="Mira", texts=("It rained.", "My son left.", "Hm."))
)


@pytest.mark.parametrize(
    "answer",
    [
        '{"ratings": [2, 9, 1]}',
        '```json\n{"ratings": [2, 9.0, 1]}\n```',
        "[2, 9, 1]",
        "1. 2\n2. 9\n3. 1",
        "Here you are:\n1: 2/10\n2: 9/10\n3: 1/10\n",
    ],
)
def test_ratings_are_read_in_order(answer: str) -> None:
    """JSON, a bare list and numbered lines all mean the same."""
    assert QUESTION.read(answer) == (2, 9, 1)


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "I would say 5.",
        '{"ratings": [2, 9]}',
        '{"ratings": [2, 9, 1, 4]}',
        '{"ratings": [2, 9, 11]}',
        '{"ratings": [2, 9, 0]}',
        '{"ratings": [2, 9, true]}',
        '{"ratings": [2, 9.5, 1]}',
        '{"ratings": {"a": 1}}',
        '{"ratings": [2, 9, 1',
        "1. 2\n3. 9\n2. 1",
    ],
)
def test_wrong_ratings_are_refused(answer: str) -> None:
    """A wrong count, a value out of range or no numbers at all is never guessed around."""
    with pytest.raises(Unparseable):
        QUESTION.read(answer)


def test_one_statement_may_be_answered_by_a_number() -> None:
    """A bare number rates a single memory."""
    assert ImportanceQuestion.of(RatingInput(name="Mira", texts=("x",))).read(" 7.\n") == (7,)


@pytest.mark.parametrize("count", [0, MOST_STATEMENTS + 1])
def test_question_takes_a_batch(count: int) -> None:
    """No statement and more than a batch are the caller's mistake."""
    with pytest.raises(ValueError, match="statements"):
        ImportanceQuestion.of(RatingInput(name="Mira", texts=("x",) * count))
