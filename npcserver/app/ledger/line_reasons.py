"""Why a character said a line, in one sentence: who made it, from what, and what was kept back."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from npcserver.model.memory import Memory, Recollection
from npcserver.model.record import TurnTaken
from npcserver.model.secret import ConditionKind, UnmetCondition
from npcserver.model.turn import (
    AnswerBasis,
    BasisKind,
    Line,
    Origin,
    OriginKind,
    Receipt,
    Rung,
    TurnFinished,
    TurnOutcome,
    TurnReason,
    origin_of,
)

_SHORT = 60  # characters of a quoted memory
_NAMED = 2  # memories kept back that a sentence names


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptBack:
    """A memory that was recalled and not used, and what would have had to hold, for each person.

    `conditions` is empty in receipts that did not record it.
    """

    memory: Memory
    conditions: tuple[UnmetCondition, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LineReason:
    """Who made the words of a turn, and why those; `sentence` says it in English.

    `origin` is that of the rung that spoke; single lines may have another.
    `best` is what came to mind first and could be told, None if there was nothing.
    """

    origin: Origin
    sentence: str
    best: Recollection | None = None
    kept_back: tuple[KeptBack, ...] = ()


def line_reason(
    turn: TurnTaken, recollections: Sequence[Recollection], kept_back: tuple[KeptBack, ...]
) -> LineReason:
    """Return why the words of a turn were said, from its receipt."""
    made, events = turn.receipt, turn.delivered
    finished = next((one for one in events if isinstance(one, TurnFinished)), None)
    best = max(recollections, key=lambda one: one.score, default=None)
    basis = made.answer.basis if made.answer is not None else None
    origin = origin_of(made)
    is_instead = made.rung is Rung.OFFLINE and made.faults
    instead = f", since {_last_fault(made)}" if is_instead else ""
    if not any(isinstance(one, Line) for one in events):
        why = f"Nothing was said: {_why_silent(made, finished)}"
    elif origin.kind is OriginKind.MODEL:
        why = f"{made.model} wrote this{_attempt(made)}{_grounds(made, recollections, best)}"
    elif origin.kind is OriginKind.RULE:
        grounds = "" if basis is None else f": {_of_basis(basis, recollections)}"
        why = f"The actor without a model made this{instead}{grounds}"
    elif basis is not None:
        why = f"An authored line{instead}: {_of_basis(basis, recollections)}"
    else:
        why = f"An authored line: {_why_authored(made, finished)}"
    sentence = " ".join((f"{why}.", *_told_back(kept_back, len(made.withheld_lore))))
    return LineReason(origin=origin, sentence=sentence, best=best, kept_back=kept_back)


def _attempt(made: Receipt) -> str:
    if made.rung is Rung.FALLBACK_MODEL:
        return f", as the fallback model, since {_last_fault(made)}"
    if made.rung is Rung.RETRY:
        return f" at the second try, since at the first {_last_fault(made)}"
    return ""


def _grounds(
    made: Receipt, recollections: Sequence[Recollection], best: Recollection | None
) -> str:
    if best is None and not made.lore:
        return ", and no memory came to mind"
    parts = []
    if best is not None:
        many = f"{len(recollections)} memories" if len(recollections) > 1 else "one memory"
        parts.append(f"{many}, first {_quoted(best)}")
    if made.lore:
        parts.append("a passage" if len(made.lore) == 1 else f"{len(made.lore)} passages")
    return f", with {' and '.join(parts)}"


_BASES = {
    BasisKind.MEMORY: "it quotes a memory",
    BasisKind.PASSAGE: "it quotes a passage of a book",
    BasisKind.LOOK_UP: "it looked the answer up in the world and the persona",
    BasisKind.ACTION: "it answers a request for something that the game offers",
    BasisKind.COURTESY: "it returns a greeting, a goodbye or a kind word",
    BasisKind.NOTHING: "nothing that may be told answers this",
}


def _of_basis(basis: AnswerBasis, recollections: Sequence[Recollection]) -> str:
    if basis.kind is BasisKind.NOTHING and basis.needed:
        best = f"the best fits by {basis.fit:.2f}"
        return f"nothing that may be told fits by {basis.needed:.2f} or more; {best}"
    quoted = next((one for one in recollections if one.memory.seq == basis.seq), None)
    return f"it quotes the memory {_quoted(quoted)}" if quoted else _BASES[basis.kind]


def _why_authored(made: Receipt, finished: TurnFinished | None) -> str:
    if finished is not None and finished.outcome is TurnOutcome.OVER_BUDGET:
        return "a budget of the day is used up"
    if finished is not None and finished.reason is not None:
        return _REASONS[finished.reason]
    return _last_fault(made) if made.faults else "no model was asked"


_REASONS = {
    TurnReason.OVERLOADED: "more turns came than the server takes at one time",
    TurnReason.RATE_LIMITED: "the player or the world had more turns than its limit allows",
    TurnReason.OUT_OF_TIME: "the time for the turn was over before a model could be asked",
    TurnReason.STORAGE_UNAVAILABLE: "the database did not answer",
}


def _why_silent(made: Receipt, finished: TurnFinished | None) -> str:
    if finished is not None and finished.outcome is TurnOutcome.INTERRUPTED:
        return "the turn was interrupted before the first word"
    if finished is not None and finished.outcome is TurnOutcome.LEFT:
        return "a save was loaded before the first word"
    return _last_fault(made) if made.faults else "the answer has no words"


def _last_fault(made: Receipt) -> str:
    """Return the message of the last fault, without the name of its class."""
    if not made.faults:
        return "no other answer came"
    name, colon, message = made.faults[-1].partition(": ")
    return (message if colon and name.isidentifier() else made.faults[-1]).rstrip(".? ")


def _told_back(kept: Sequence[KeptBack], passages: int) -> Iterator[str]:
    parts = []
    for one in kept[:_NAMED]:
        needs = ", and ".join(dict.fromkeys(map(_condition, one.conditions)))
        parts.append(f"“{_shortened(one.memory.text)}”{needs and ' '}{needs}")
    if len(kept) > _NAMED:
        parts.append(f"{len(kept) - _NAMED} more memories")
    if passages:
        parts.append("a locked passage" if passages == 1 else f"{passages} locked passages")
    if parts:
        yield f"Kept back: {'; '.join(parts)}."


def _condition(unmet: UnmetCondition) -> str:
    who = unmet.person_name or unmet.person_id
    match unmet.kind:
        case ConditionKind.TRUST | ConditionKind.AFFINITY:
            return f"needs {unmet.kind.value} {unmet.needed}, {who} has {unmet.present}"
        case ConditionKind.FLAG:
            return f"waits for the flag {unmet.flag}"
        case ConditionKind.PERSON:
            return f"is not for {who}"
        case ConditionKind.NEVER:
            return "is never told"


def _quoted(one: Recollection) -> str:
    return f"“{_shortened(one.memory.text)}” ({one.score:.2f})"


def _shortened(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _SHORT else f"{text[: _SHORT - 1].rstrip()}…"
