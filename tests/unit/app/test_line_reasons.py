"""The sentence that a receipt begins with: who made a line, why, and what was kept back."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from npcserver.app.ledger.line_reasons import KeptBack, LineReason, line_reason
from npcserver.model.feelings import Standing
from npcserver.model.ids import TimelineId, TurnId
from npcserver.model.memory import Memory, Recollection
from npcserver.model.record import RecordKind, Remembered, Source, TurnTaken
from npcserver.model.secret import Secret
from npcserver.model.turn import (
    BY_AUTHOR,
    BY_RULE,
    AnswerBasis,
    BasisKind,
    Line,
    Origin,
    OriginKind,
    ReplyAnswer,
    Rung,
    TurnEvent,
    TurnFinished,
    TurnOutcome,
    TurnReason,
    Usage,
)
from tests.fakes import store_world

NOW = datetime(1904, 3, 14, tzinfo=UTC)
BURNED = Secret(key="letter", trust=60)


def memory(seq: int, text: str, *secrets: Secret) -> Memory:
    return Memory(
        timeline_id=TimelineId("tl"),
        seq=seq,
        kind=RecordKind.OBSERVATION,
        text=text,
        created_at=NOW,
        last_accessed_at=NOW,
        importance=3,
        is_rated=True,
        body=Remembered(source=Source.AUTHORED, secrets=secrets),
    )


def recalled(seq: int, text: str, score: float) -> Recollection:
    return Recollection(
        memory=memory(seq, text), score=score, recency=0, importance=0, relevance=score
    )


LETTER = memory(7, "You burned the letter", BURNED)
KEPT = KeptBack(
    memory=LETTER, conditions=BURNED.unmet("ann", "Ann", Standing(other_id="ann", trust=50), ())
)


def reason(
    basis: AnswerBasis | None = None,
    *found: Recollection,
    kept: tuple[KeptBack, ...] = (),
    lines: int = 1,
    outcome: TurnOutcome = TurnOutcome.COMPLETED,
    because: TurnReason | None = None,
    **made: object,
) -> LineReason:
    """Return the reason of a turn with this in its receipt."""
    body = store_world.turn(TurnId("trn_1")).body
    assert isinstance(body, TurnTaken)
    answer = ReplyAnswer(say="Well.", basis=basis) if basis else None
    receipt = replace(body.receipt, **{"answer": answer, "faults": (), **made})  # type: ignore[arg-type]
    ended = TurnFinished(
        turn_id=TurnId("trn_1"), outcome=outcome, rung=receipt.rung, usage=Usage(), reason=because
    )
    events: tuple[TurnEvent, ...] = (*(Line(text="Well.") for _ in range(lines)), ended)
    return line_reason(replace(body, receipt=receipt, events=events), found, kept)


def test_an_authored_line_says_that_nothing_fits_and_what_was_kept_back_why() -> None:
    """It names the fit that was needed, and each memory with its unmet condition."""
    nothing = AnswerBasis(kind=BasisKind.NOTHING, is_authored=True, fit=0.11, needed=0.3)
    found = reason(nothing, kept=(KEPT,))
    assert found.origin == BY_AUTHOR
    assert found.sentence == (
        "An authored line: nothing that may be told fits by 0.30 or more; the best fits by 0.11."
        " Kept back: “You burned the letter” needs trust 60, Ann has 50."
    )
    assert [one.memory.seq for one in found.kept_back] == [7]


@pytest.mark.parametrize(
    ("secret", "told"),
    [
        (Secret(key="s", affinity=20, trust=60), "needs affinity 20, Ann has 5, and needs trust"),
        (Secret(key="s", to=("bob",)), "“You burned the letter” is not for Ann."),
        (Secret(key="s", flag="storm"), "“You burned the letter” waits for the flag storm."),
        (Secret(key="s"), "“You burned the letter” is never told."),
    ],
)
def test_each_condition_of_a_secret_is_named(secret: Secret, told: str) -> None:
    """The sentence says of each kind of condition what it needs and what there was."""
    unmet = secret.unmet("ann", "Ann", Standing(other_id="ann", affinity=5, trust=50), ())
    assert told in reason(kept=(KeptBack(memory=LETTER, conditions=unmet),)).sentence


def test_what_was_kept_back_is_counted_beyond_two() -> None:
    """Also in a receipt of before, which has no conditions, and with locked passages."""
    kept = tuple(KeptBack(memory=memory(seq, f"Fact {seq}")) for seq in range(4))
    assert reason(kept=kept, withheld_lore=("book/1/1",)).sentence.endswith(
        " Kept back: “Fact 0”; “Fact 1”; 2 more memories; a locked passage."
    )


def test_a_model_is_named_with_its_grounds_and_the_fault_before() -> None:
    """A second try says what was wrong with the first."""
    found = reason(
        None,
        recalled(3, "The bell rang.", 0.82),
        recalled(4, "The tide was out.", 0.4),
        rung=Rung.RETRY,
        model="openai:m",
        raw_answer="{}",
        faults=("ModelTooSlow: the first word did not come in time",),
    )
    assert found.origin == Origin(OriginKind.MODEL, "openai:m")
    assert found.sentence == (
        "openai:m wrote this at the second try, since at the first the first word did not come in"
        " time, with 2 memories, first “The bell rang.” (0.82)."
    )
    assert found.best is not None
    assert found.best.memory.seq == 3


def test_the_actor_says_which_memory_it_quotes() -> None:
    """It names the quoted memory, though another scored higher."""
    quoted = recalled(4, "The tide was out.", 0.4)
    found = reason(
        AnswerBasis(kind=BasisKind.MEMORY, seq=4), recalled(3, "The bell rang.", 0.8), quoted
    )
    assert found.origin == BY_RULE
    assert found.sentence == (
        "The actor without a model made this: it quotes the memory “The tide was out.” (0.40)."
    )


@pytest.mark.parametrize("kind", list(BasisKind))
def test_each_basis_has_words(kind: BasisKind) -> None:
    """No kind of answer is left without a sentence."""
    sentence = reason(AnswerBasis(kind=kind)).sentence
    assert sentence.startswith("The actor without a model made this: ")
    assert sentence.endswith(".")


@pytest.mark.parametrize(
    ("outcome", "because", "faults", "told"),
    [
        (TurnOutcome.OVER_BUDGET, None, (), "a budget of the day is used up."),
        (TurnOutcome.SHED, TurnReason.OVERLOADED, (), "than the server takes at one time."),
        (TurnOutcome.FALLBACK, None, ("ModelFault: the endpoint is gone",), "the endpoint is gone"),
        (TurnOutcome.FALLBACK, None, (), "no model was asked."),
    ],
)
def test_an_authored_line_says_why_no_model_answered(
    outcome: TurnOutcome, because: TurnReason | None, faults: tuple[str, ...], told: str
) -> None:
    """Budgets, load, faults and rules are told apart."""
    found = reason(outcome=outcome, because=because, faults=faults, rung=Rung.AUTHORED)
    assert found.origin == BY_AUTHOR
    assert found.sentence.startswith("An authored line: ")
    assert told in found.sentence


def test_silence_is_explained() -> None:
    """A turn without a line says why nothing was said."""
    said = reason(lines=0, outcome=TurnOutcome.INTERRUPTED).sentence
    assert said == "Nothing was said: the turn was interrupted before the first word."


@pytest.mark.parametrize(
    ("is_authored", "who"),
    [(False, "The actor without a model made this"), (True, "An authored line")],
)
def test_what_stands_in_for_a_model_says_why(*, is_authored: bool, who: str) -> None:
    """Else an author whose model is off looks for the mistake in the world."""
    courtesy = AnswerBasis(kind=BasisKind.COURTESY, is_authored=is_authored)
    late = reason(courtesy, rung=Rung.OFFLINE, faults=("ModelTooSlow: no word within 45 s",))
    assert late.sentence == (
        f"{who}, since no word within 45 s: it returns a greeting, a goodbye or a kind word."
    )
