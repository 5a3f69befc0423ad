"""A turn as the log has it: what was recalled, and the calls of models."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from npcserver.app.context.recall import recollections_of
from npcserver.mind.reply import ReplyTuning
from npcserver.model.budget_accounts import BudgetReached
from npcserver.model.errors import ModelTruncated, PromptTooLong, Unavailable, Unspeakable
from npcserver.model.memory import Recollection, unscored
from npcserver.model.record import Draft, Record, RecordKind, TurnTaken
from npcserver.model.turn import (
    IntentProposed,
    Line,
    RecalledMemory,
    Receipt,
    Rung,
    TurnFinished,
    TurnOutcome,
)
from npcserver.prompts.reply_reader import LONGEST_ANSWER
from npctools.replay.session_log import SessionLog
from npctools.session import RecordedAnswer

_CUT = "—"
_STAGED = f"{Unavailable.__name__}:"  # a fault of loading the scene, not of a model
_ASKED_AGAIN = (f"{PromptTooLong.__name__}:", f"{Unspeakable.__name__}:")
_OF_THE_READER = ("Unparseable", "Recited")  # found in an answer that had arrived whole
_BROKEN_OFF = (TurnOutcome.INTERRUPTED, TurnOutcome.LEFT)


def recollections(
    log: SessionLog, recalled: Sequence[RecalledMemory], at: int
) -> tuple[Recollection, ...]:
    """Return the recollections of a receipt, without memories that are hidden now."""
    seqs = {seq for one in recalled for seq in (one.seq, *one.superseded)}
    found = {seq: memory for seq in seqs if (memory := log.memory(seq, at)) is not None}
    return recollections_of(recalled, found)


def withheld(log: SessionLog, seqs: Sequence[int], at: int) -> tuple[Recollection, ...]:
    """Return the withheld memories of a receipt; their scores are not recorded."""
    found = (log.memory(seq, at) for seq in seqs)
    return tuple(unscored(memory) for memory in found if memory is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedTurn:
    """A turn as the log has it."""

    number: int
    record: Record
    body: TurnTaken

    @property
    def receipt(self) -> Receipt:
        """The receipt of the turn."""
        return self.body.receipt

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines that were said."""
        return tuple(event for event in self.body.events if isinstance(event, Line))

    @property
    def intents(self) -> tuple[IntentProposed, ...]:
        """The intents that were proposed."""
        return tuple(event for event in self.body.events if isinstance(event, IntentProposed))

    @property
    def _finished(self) -> TurnFinished | None:
        last = self.body.events[-1] if self.body.events else None
        return last if isinstance(last, TurnFinished) else None

    @property
    def outcome(self) -> TurnOutcome:
        """How it ended."""
        return TurnOutcome.COMPLETED if self._finished is None else self._finished.outcome

    @property
    def over_budget(self) -> BudgetReached | None:
        """The budget that was used up, where no model was asked for that reason."""
        return None if self._finished is None else self._finished.budget

    def tuning(self, usual: ReplyTuning, older_budget: int) -> ReplyTuning:
        """Return the reply settings; `older_budget` where the receipt has no prompt budget."""
        return replace(
            usual,
            prompt_tokens=self.receipt.prompt_budget or older_budget,
            budget=None,
            prompt_profile=self.receipt.prompt_profile,
            profile_now=None,
            limit_now=lambda _: self.receipt.context_limit,
        )

    @property
    def is_cut_off(self) -> bool:
        """Whether it was ended from outside; then only what was delivered counts."""
        return self.outcome in _BROKEN_OFF


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnCut:
    """Where a turn was cut off: after so many events, and so much of the next line."""

    events: int
    growing: str

    @classmethod
    def of(cls, taken: RecordedTurn, log: SessionLog) -> "TurnCut | None":
        """Return where a turn was cut off, None for one that was completed."""
        if not taken.is_cut_off:
            return None
        if taken.body.torn:
            return cls(events=len(taken.body.events) - 1, growing=taken.body.torn.strip())
        whole = " ".join(line.text for line in taken.lines)
        spoken = (
            record.text
            for record in log.left_by(taken.body.turn_id)
            if record.kind is RecordKind.LINE and record.subject_id == taken.record.subject_id
        )
        growing = next(spoken, whole).removeprefix(whole).strip().removesuffix(_CUT)
        return cls(events=len(taken.body.events) - 1, growing=growing)

    def is_reached(self, events: int, growing: str) -> bool:
        """Return whether as much has been delivered as was then."""
        return events >= self.events and growing.strip() == self.growing


def answers_to(taken: RecordedTurn) -> Iterator[tuple[RecordedAnswer, ...]]:
    """Yield the model answers for a line among characters, once for each way to split them.

    The texts of all answers are stored joined, so where there were two any line may begin the
    second; and one that was refused could not be read, or had broken off, maybe before any word.
    """
    receipt = taken.receipt
    calls = len(receipt.faults) + (receipt.rung is not Rung.AUTHORED)
    if calls < 2:
        yield (_line_answer(receipt, receipt.raw_answer),)
        return
    lines = receipt.raw_answer.split("\n")
    for place in range(len(lines)):
        first, second = "\n".join(lines[:place]), "\n".join(lines[place:])
        for one, other in product(_endings(receipt, 0), _endings(receipt, 1)):
            if first or one:
                yield (_line_answer(receipt, first, one), _line_answer(receipt, second, other))


def _endings(receipt: Receipt, call: int) -> tuple[str, ...]:
    """Return why an answer may have broken off: not at all, or the fault of that call."""
    return ("", *receipt.faults[call : call + 1])


def _line_answer(receipt: Receipt, text: str, why: str = "") -> RecordedAnswer:
    return RecordedAnswer(
        text=text,
        model=receipt.model,
        usage=receipt.usage,
        rung=receipt.rung if receipt.rung is Rung.RETRY else Rung.PRIMARY,
        fault=ModelTruncated.__name__ if why else "",
        why=why,
    )


def answers_of(receipt: Receipt) -> tuple[RecordedAnswer, ...]:
    """Return the calls of models that a receipt records, in order.

    Of a call that failed before a word was spoken only its fault is left, unless no later call
    wrote anything, as where a thinker without prompts gave the answer.
    """
    faults = [fault for fault in receipt.faults if not fault.startswith(_STAGED)]
    # After these the model was asked again; the next fault is that of the second call.
    refused = faults[:1] if faults and faults[0].startswith(_ASKED_AGAIN) else []
    own = faults[len(refused) :]
    # Each model before the one that spoke may have failed.
    for _ in range({Rung.FALLBACK_MODEL: 1, Rung.OFFLINE: 2}.get(receipt.rung, 0)):
        refused, own = [*refused, *own[:1]], own[1:]
    wrote = "" if receipt.answer is None else receipt.raw_answer
    texts = [*("" for _ in refused[1:]), wrote]
    failed = [_answer(receipt, *one) for one in zip(refused, texts, strict=False)]
    said = receipt.raw_answer if receipt.answer is None else receipt.answer.say
    if receipt.answer is None and len(said) == LONGEST_ANSWER:
        said += " "  # it was cut at the length limit, and is long enough to be cut again
    return (*failed, _answer(receipt, own[0] if own else "", said))


def _answer(receipt: Receipt, fault: str, text: str) -> RecordedAnswer:
    name, _, why = fault.partition(": ")
    is_readable = bool(text) and name in _OF_THE_READER
    return replace(_line_answer(receipt, text), fault="" if is_readable else name, why=why)


def as_draft(record: Record) -> Draft:
    """Return a record as the draft it came from, without its position."""
    return Draft(
        kind=record.kind,
        body=record.body,
        subject_id=record.subject_id,
        text=record.text,
        importance=record.importance,
    )
