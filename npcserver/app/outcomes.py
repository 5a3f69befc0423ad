"""What the game made of intents: an outcome settles one, once, and only then is anything done.

    proposed ─┬─ accepted ─┬─ completed
              │            ├─ failed
              │            └─ refused
              └─ any of the last three at once

Accepting again changes nothing and gives the first answer; accepting what is settled, or settling
it again, is refused. Only what was completed is remembered as a deed, what was refused or failed as
something that did not happen, and what was merely accepted leaves no memory at all.

An intent whose turn began before the game left the timeline by a load is not reported there: the
outcome belongs to the timeline that is played in its place, if that one sees the turn.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from npcserver.app.context.commitments import CompletedDeed, kept_by
from npcserver.app.context.history import outcomes_after
from npcserver.app.once import positions
from npcserver.mind.attempts import deed, remembered
from npcserver.model.affordance import ActionIntent
from npcserver.model.errors import NotFound, NotPossibleNow, Reason
from npcserver.model.ids import IntentId, TimelineId, TurnId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.marks import Left
from npcserver.model.record import (
    Draft,
    OutcomeStatus,
    Record,
    RecordKind,
    Remembered,
    Settled,
    Source,
    TurnTaken,
)
from npcserver.model.turn import IntentProposed
from npcserver.ports.rows import Resident
from npcserver.ports.storage import Append, Reader, RequestKey, UnitOfWork
from npcserver.ports.view import View

_FINAL = (OutcomeStatus.REFUSED, OutcomeStatus.FAILED, OutcomeStatus.COMPLETED)
_PEOPLE = ("person", "player", "character", "npc")
_OF_THE_TIMELINE = ""
_DONE = 4  # importance of a deed, by rule: no model is asked
_NOT_DONE = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportOutcome:
    """What the game made of an intent; `detail` is what happened, or why it did not."""

    timeline_id: TimelineId
    turn_id: TurnId
    intent_id: IntentId
    status: OutcomeStatus
    detail: str = ""
    key: RequestKey | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Intended:
    """An intent, in whose mind, in which turn, and what the game has said of it so far."""

    view: View
    record: Record
    turn: TurnTaken
    intent: ActionIntent
    outcomes: Sequence[tuple[int, Settled]]

    @property
    def mind(self) -> str:
        """Whose intent it was."""
        return self.record.subject_id


async def settle(report: ReportOutcome, unit: UnitOfWork) -> int | Left:
    """Store an outcome unless it was stored before, and return its seq.

    One transaction looks and writes, so that of two reports only one settles the intent. Stores
    nothing and returns the `Left` where the game left the timeline after the turn began. Raises
    `NotFound`, or `NotPossibleNow` for an intent that is settled already.
    """
    kept = None if report.key is None else await unit.answer(report.key)
    if kept is not None:
        return positions(kept)[0]
    intended = await _intended(unit, report)
    left = await _left(intended.view, since=intended.turn.receipt.vantage_seq)
    if left is not None:  # before what was settled here: the timeline played may know nothing of it
        return left
    _check_unsettled(intended)
    accepted = next((seq for seq, one in intended.outcomes if one.status is report.status), None)
    if accepted is not None:  # again: only what is not final can be there before
        if report.key is not None:
            await unit.keep_answer(report.key, f"{accepted}:{accepted}")
        return accepted
    return (await unit.append(await _settlement(unit, report, intended))).first


async def left_before(reader: Reader, report: ReportOutcome, left: Left) -> NotPossibleNow:
    """Return the refusal of an outcome for an intent that was wished before `left`.

    It names the timeline that is played in place of the one that was left, unless it was deleted,
    and says whether the outcome can be reported there.
    """
    identifiers = {"intentId": report.intent_id, "timelineId": report.timeline_id}
    wished = f"intent {report.intent_id!r} was wished before the game left {report.timeline_id!r}"
    played = await _played(reader, left.to_id)
    if played is None:
        rest = "the timeline that it loaded is deleted; drop the intent"
    else:
        played_id = identifiers["playedTimelineId"] = played.timeline.id
        if await played.turn(report.turn_id) is None:
            rest = f"{played_id!r}, which is played, does not have that turn; drop the intent"
        else:
            identifiers["reportTo"] = played_id
            rest = f"report it in {played_id!r}, which is played and has that turn"
    return NotPossibleNow(f"{wished}; {rest}", Reason.INTENT_TIMELINE_LEFT, **identifiers)


async def _played(reader: Reader, timeline_id: TimelineId) -> View | None:
    """Follow loads to the timeline that was not left; None where one on the way is deleted."""
    with suppress(NotFound):
        view = await reader.head(timeline_id)
        while (left := await _left(view)) is not None:  # ends: a load leads to a newer timeline
            view = await reader.head(left.to_id)
        return view
    return None


async def _left(view: View, since: int = 0) -> Left | None:
    """Return the newest leave of the view's own timeline that is newer than seq `since`."""
    found = await view.latest(RecordKind.LEFT, _OF_THE_TIMELINE)
    if found is None or found.timeline_id != view.timeline.id or found.seq <= since:
        return None
    return found.body if isinstance(found.body, Left) else None


async def _intended(reader: Reader, report: ReportOutcome) -> _Intended:
    """Return the intent that is reported on. Raises `NotFound`."""
    view = await reader.head(report.timeline_id)
    record = await view.turn(report.turn_id)
    if record is None or not isinstance(record.body, TurnTaken):
        raise NotFound("turn", report.turn_id, "take its id from `TurnStarted`")
    outcomes = await outcomes_after(view, record)
    return _Intended(
        view=view,
        record=record,
        turn=record.body,
        intent=_intent(record.body, report.intent_id),
        outcomes=tuple(
            (one.seq, one.body)
            for one in reversed(outcomes)
            if isinstance(one.body, Settled) and one.body.intent_id == report.intent_id
        ),
    )


async def _settlement(reader: Reader, report: ReportOutcome, intended: _Intended) -> Append:
    """Return the outcome, what is remembered of it, and the promises that it keeps."""
    language = (await reader.world(intended.view.timeline.world_id)).language
    mind, is_done = intended.mind, report.status is OutcomeStatus.COMPLETED
    settled = Settled(
        turn_id=report.turn_id,
        intent_id=report.intent_id,
        status=report.status,
        detail=report.detail,
    )
    drafts = [Draft(kind=RecordKind.OUTCOME, subject_id=mind, body=settled)]
    done = deed(intended.intent, intended.turn.entities, language)
    text = remembered(done, report.status, report.detail, language)
    minds = [mind] if text else []
    if text:
        drafts.append(await _memory(reader, intended, text, is_done=is_done))
    if is_done:
        roster = await reader.roster(intended.view.timeline.world_id)
        about = CompletedDeed(
            words=f"{done} {report.detail}",
            told=text,
            people=_people(intended, roster),
            partner_id=intended.turn.speaker_id,
        )
        kept = await kept_by(intended.view, roster, mind, about, language)
        drafts += kept.drafts
        minds += kept.minds
    return Append(
        timeline_id=report.timeline_id,
        drafts=tuple(drafts),
        jobs=tuple(JobDraft(JobKind.DIGEST, report.timeline_id, one) for one in minds),
        key=report.key,
    )


async def _memory(reader: Reader, intended: _Intended, text: str, *, is_done: bool) -> Draft:
    """Return what the character remembers: its own deed, or that there was none."""
    turn, named = intended.turn, {entity.id for entity in intended.turn.entities}
    about = [str(value) for _, value in intended.intent.arguments if str(value) in named]
    roster = await reader.roster(intended.view.timeline.world_id)
    is_players = turn.speaker_id not in {one.id for one in roster}
    return Draft(
        kind=RecordKind.OBSERVATION,
        subject_id=intended.mind,
        text=text,
        importance=_DONE if is_done else _NOT_DONE,
        body=Remembered(
            source=Source.OWN if is_done else Source.WITNESSED,
            turn_id=turn.turn_id,
            about=tuple(dict.fromkeys(about)),
            players=(turn.speaker_id,) if is_players else (),
            secrets=turn.receipt.secrets,
        ),
    )


def _people(intended: _Intended, roster: Sequence[Resident]) -> frozenset[str]:
    """Return the ids and names of the people an intent names."""
    turn = intended.turn
    known = {name.casefold() for one in roster for name in (one.id, one.name)}
    known |= {turn.speaker_id.casefold(), turn.speaker_name.casefold()}
    given = {str(value) for _, value in intended.intent.arguments}
    named = [
        {entity.id.casefold(), entity.name.casefold()}
        for entity in turn.entities
        if entity.id in given and entity.kind in _PEOPLE
    ]
    plain = {value.casefold() for value in given} | {
        entity.name.casefold() for entity in turn.entities if entity.id in given
    }
    return frozenset().union(*named) | (plain & known)


def _intent(turn: TurnTaken, intent_id: IntentId) -> ActionIntent:
    for event in turn.events:
        if isinstance(event, IntentProposed) and event.intent.id == intent_id:
            return event.intent
    raise NotFound("intent", intent_id, "take its id from the `ActionIntent` of that turn")


def _check_unsettled(intended: _Intended) -> None:
    for _, outcome in intended.outcomes:
        if outcome.status in _FINAL:
            raise NotPossibleNow(
                f"intent {outcome.intent_id!r} is settled already: {outcome.status}; "
                "there is nothing left to report",
                Reason.INTENT_ALREADY_SETTLED,
                intentId=outcome.intent_id,
            )
