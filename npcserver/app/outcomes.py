"""What the game made of intents: an outcome settles one, once, and the character perceives it."""

from dataclasses import dataclass

from npcserver.app.once import positions
from npcserver.model.errors import NotFound, NotPossibleNow, Reason
from npcserver.model.ids import IntentId, TimelineId, TurnId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.record import (
    Body,
    Draft,
    OutcomeStatus,
    RecordKind,
    Remembered,
    Settled,
    Source,
    TurnTaken,
)
from npcserver.model.turn import IntentProposed
from npcserver.ports.storage import Append, Reader, RequestKey, UnitOfWork

_OUTCOMES_LOOKED_AT = 500
_FINAL = (OutcomeStatus.REFUSED, OutcomeStatus.FAILED, OutcomeStatus.COMPLETED)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportOutcome:
    """What the game made of an intent; `detail` is remembered as something witnessed."""

    timeline_id: TimelineId
    turn_id: TurnId
    intent_id: IntentId
    status: OutcomeStatus
    detail: str = ""
    key: RequestKey | None = None


async def settle(report: ReportOutcome, unit: UnitOfWork) -> int:
    """Store an outcome unless it was stored before, and return its seq.

    One transaction looks and writes, so that of two reports only one settles the intent. Raises
    `NotFound`, or `NotPossibleNow` for an intent that is settled already.
    """
    kept = None if report.key is None else await unit.answer(report.key)
    if kept is not None:
        return positions(kept)[0]
    mind = await _acting(unit, report)
    return (await unit.append(_settlement(report, mind))).first


async def _acting(reader: Reader, report: ReportOutcome) -> str:
    """Return whose intent it was. Raises `NotFound`, or `NotPossibleNow` if it is settled."""
    view = await reader.at((await reader.timeline(report.timeline_id)).vantage)
    record = await view.turn(report.turn_id)
    if record is None or not isinstance(record.body, TurnTaken):
        raise NotFound("turn", report.turn_id, "take its id from `TurnStarted`")
    _check_intent(record.body, report.intent_id)
    outcomes = await view.tail(record.subject_id, (RecordKind.OUTCOME,), _OUTCOMES_LOOKED_AT)
    _check_unsettled([outcome.body for outcome in outcomes], report.intent_id)
    return record.subject_id


def _settlement(report: ReportOutcome, mind: str) -> Append:
    """Return the outcome, and what the character perceived of it."""
    settled = Settled(
        turn_id=report.turn_id,
        intent_id=report.intent_id,
        status=report.status,
        detail=report.detail,
    )
    drafts = [Draft(kind=RecordKind.OUTCOME, subject_id=mind, body=settled)]
    if report.detail:
        witnessed = Remembered(source=Source.WITNESSED, turn_id=report.turn_id)
        drafts.append(
            Draft(kind=RecordKind.OBSERVATION, subject_id=mind, text=report.detail, body=witnessed)
        )
    job = JobDraft(JobKind.DIGEST, report.timeline_id, mind)
    return Append(
        timeline_id=report.timeline_id,
        drafts=tuple(drafts),
        jobs=(job,) if report.detail else (),
        key=report.key,
    )


def _check_intent(turn: TurnTaken, intent_id: IntentId) -> None:
    for event in turn.events:
        if isinstance(event, IntentProposed) and event.intent.id == intent_id:
            return
    raise NotFound("intent", intent_id, "take its id from the `ActionIntent` of that turn")


def _check_unsettled(outcomes: list[Body], intent_id: IntentId) -> None:
    for outcome in outcomes:
        if (
            isinstance(outcome, Settled)
            and outcome.intent_id == intent_id
            and outcome.status in _FINAL
        ):
            raise NotPossibleNow(
                f"intent {intent_id!r} is settled already: {outcome.status}",
                Reason.INTENT_ALREADY_SETTLED,
                intentId=intent_id,
            )
