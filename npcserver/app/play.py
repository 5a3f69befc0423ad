"""The use cases of `PlayService` that store what happens in the game. None asks a model."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Annotated
from weakref import WeakValueDictionary

from npcserver.app.authored import roster_at
from npcserver.app.authoring.directory import Directory, load_people, resolve_secret
from npcserver.app.background_work import Foreground
from npcserver.app.context.commitments import (
    CompletedDeed,
    SettleCommitment,
    kept_by,
    settle_commitment,
)
from npcserver.app.context.history import outcomes_after
from npcserver.app.idempotency import read_positions
from npcserver.app.life.clock_jumps import skip_time
from npcserver.app.perception.observations import Observe, ObserveResult
from npcserver.app.perception.pipeline import (
    IntakeResult,
    PerceptionPipeline,
    is_plain,
    take_in_plainly,
)
from npcserver.mind.intents import deed, remembered
from npcserver.model import limits
from npcserver.model.affordance import ActionIntent
from npcserver.model.bounds import Text
from npcserver.model.errors import Conflict, Fault, InvalidInput, NotFound, NotPossibleNow, Reason
from npcserver.model.ids import IntentId, TimelineId, TurnId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.record import (
    ClockMoved,
    Draft,
    OutcomeStatus,
    Record,
    RecordKind,
    Remembered,
    Settled,
    Source,
    TimelineLeft,
    TurnTaken,
)
from npcserver.model.turn import IntentProposed
from npcserver.ports.storage import Append, Appended, Reader, RequestKey, Store, UnitOfWork
from npcserver.ports.view import Resident, View

_FINAL = (OutcomeStatus.REFUSED, OutcomeStatus.FAILED, OutcomeStatus.COMPLETED)
_PEOPLE = ("person", "player", "character", "npc")
_OF_THE_TIMELINE = ""
_DONE = 4  # importance of a deed, by rule: no model is asked
_NOT_DONE = 5
_ATTEMPTS = 3  # of a jump of the clock that others get in the way of


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportOutcome:
    """What the game reports of an intent; `detail` is what happened, or why it did not."""

    timeline_id: TimelineId
    turn_id: TurnId
    intent_id: IntentId
    status: OutcomeStatus
    detail: Annotated[str, Text(limits.MEMORY)] = ""
    key: RequestKey | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _ReportedIntent:
    """An intent, its character and turn, and the outcomes reported so far, oldest first."""

    view: View
    record: Record
    turn: TurnTaken
    intent: ActionIntent
    outcomes: Sequence[tuple[int, Settled]]

    @property
    def mind(self) -> str:
        """The id of the character that proposed it."""
        return self.record.subject_id


async def settle_intent(report: ReportOutcome, unit: UnitOfWork) -> int | TimelineLeft:
    """Store an outcome unless it was stored before, and return its seq.

    One transaction reads and writes, so that of two reports only one settles the intent. Stores
    nothing and returns the `TimelineLeft` where the game left the timeline after the turn began.
    Raises `NotFound`, or `NotPossibleNow` for an intent that is settled already.
    """
    kept = None if report.key is None else await unit.answer(report.key)
    if kept is not None:
        return read_positions(kept)[0]
    intended = await _intended(unit, report)
    left = await _left(intended.view, since=intended.turn.receipt.vantage_seq)
    if left is not None:  # before what was settled here: the timeline played may know nothing of it
        return left
    _check_unsettled(intended)
    accepted = next((seq for seq, one in intended.outcomes if one.status is report.status), None)
    if accepted is not None:  # repeated: only a status that is not final can be there
        if report.key is not None:
            await unit.keep_answer(report.key, f"{accepted}:{accepted}")
        return accepted
    return (await unit.append(await _settlement(unit, report, intended))).first


async def refusal_after_leaving(
    reader: Reader, report: ReportOutcome, left: TimelineLeft
) -> NotPossibleNow:
    """Return the error for an outcome of an intent that was proposed before `left`.

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


async def _left(view: View, since: int = 0) -> TimelineLeft | None:
    """Return the newest leave of the view's own timeline that is newer than seq `since`."""
    found = await view.latest(RecordKind.LEFT, _OF_THE_TIMELINE)
    if found is None or found.timeline_id != view.timeline.id or found.seq <= since:
        return None
    return found.body if isinstance(found.body, TimelineLeft) else None


async def _intended(reader: Reader, report: ReportOutcome) -> _ReportedIntent:
    view = await reader.head(report.timeline_id)
    record = await view.turn(report.turn_id)
    if record is None or not isinstance(record.body, TurnTaken):
        raise NotFound("turn", report.turn_id, "take its id from `TurnStarted`")
    proposed = (one.intent for one in record.body.events if isinstance(one, IntentProposed))
    intent = next((one for one in proposed if one.id == report.intent_id), None)
    if intent is None:
        raise NotFound(
            "intent", report.intent_id, "take its id from the `ActionIntent` of that turn"
        )
    outcomes = await outcomes_after(view, record)
    return _ReportedIntent(
        view=view,
        record=record,
        turn=record.body,
        intent=intent,
        outcomes=tuple(
            (one.seq, one.body)
            for one in reversed(outcomes)
            if isinstance(one.body, Settled) and one.body.intent_id == report.intent_id
        ),
    )


async def _settlement(reader: Reader, report: ReportOutcome, intended: _ReportedIntent) -> Append:
    """Return the outcome, the memory it leaves, and the promises that it keeps."""
    language = (await reader.world(intended.view.timeline.world_id)).language
    mind, is_done = intended.mind, report.status is OutcomeStatus.COMPLETED
    settled = Settled(
        turn_id=report.turn_id,
        intent_id=report.intent_id,
        status=report.status,
        detail=report.detail,
    )
    drafts = [Draft(RecordKind.OUTCOME, settled, mind)]
    done = deed(intended.intent, intended.turn.entities, language)
    text = remembered(done, report.status, report.detail, language)
    minds = [mind] if text else []
    if text:
        drafts.append(await _memory(reader, intended, text, is_done=is_done))
    if is_done:
        roster = await roster_at(reader, intended.view)
        about = CompletedDeed(
            words=f"{done} {report.detail}",
            told=text,
            people=_people(intended, roster),
            partner_id=intended.turn.speaker_id,
        )
        kept, others = await kept_by(intended.view, roster, mind, about, language)
        drafts += kept
        minds += others
    return Append(
        report.timeline_id,
        tuple(drafts),
        jobs=tuple(JobDraft(JobKind.DIGEST, report.timeline_id, one) for one in minds),
        key=report.key,
    )


async def _memory(reader: Reader, intended: _ReportedIntent, text: str, *, is_done: bool) -> Draft:
    """Return what the character remembers: its own deed, or that it did not happen."""
    turn, named = intended.turn, {entity.id for entity in intended.turn.entities}
    about = [str(value) for _, value in intended.intent.arguments if str(value) in named]
    roster = await reader.roster(intended.view.timeline.world_id)
    is_players = turn.speaker_id not in {one.id for one in roster}
    return Draft(
        RecordKind.OBSERVATION,
        Remembered(
            source=Source.OWN if is_done else Source.WITNESSED,
            turn_id=turn.turn_id,
            about=tuple(dict.fromkeys(about)),
            players=(turn.speaker_id,) if is_players else (),
            secrets=turn.receipt.secrets,
        ),
        intended.mind,
        text=text,
        importance=_DONE if is_done else _NOT_DONE,
    )


def _people(intended: _ReportedIntent, roster: Sequence[Resident]) -> frozenset[str]:
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


def _check_unsettled(intended: _ReportedIntent) -> None:
    for _, outcome in intended.outcomes:
        if outcome.status in _FINAL:
            raise NotPossibleNow(
                f"intent {outcome.intent_id!r} is settled already: {outcome.status}; "
                "there is nothing left to report",
                Reason.INTENT_ALREADY_SETTLED,
                intentId=outcome.intent_id,
            )


@dataclass(frozen=True, slots=True)
class ClockAdvanced:
    """Game time now, the seq of the record, and what is still due; None where nothing waited."""

    game_time: datetime
    seq: int
    open_thoughts: int | None = None


class Play:
    """The use cases of `PlayService` that record events."""

    def __init__(
        self,
        store: Store,
        directory: Directory,
        foreground: Foreground,
        *,
        perception: PerceptionPipeline | None = None,
    ) -> None:
        self._store = store
        self._directory = directory
        self._foreground = foreground
        self._perception = perception or PerceptionPipeline(directory)
        self._looking: WeakValueDictionary[TimelineId, asyncio.Lock] = WeakValueDictionary()

    async def observe(self, observe: Observe) -> ObserveResult:
        """Store a batch and return once it is durable."""
        with self._foreground.busy():
            try:
                await self._check(observe)
                observe = await self._with_ids(observe)
                if is_plain(observe) and not await self._names_dead(observe):
                    taken = take_in_plainly(observe)
                    appended = await self._store.append(_append_of(observe, taken, observe.key))
                    return _observed(appended, taken)
                return await self._append_looking(observe)
            except Fault:  # a repeated batch may name what is deleted by now
                kept = await self._kept(observe)
                if kept is None:
                    raise
                return kept

    async def report_outcome(self, report: ReportOutcome) -> int:
        """Store the outcome of an intent; return the record's seq.

        Raises `NotFound`, or `NotPossibleNow` for an intent that is settled already or was proposed
        before the game left the timeline.
        """
        stored = await self._store.write(partial(settle_intent, report))
        if isinstance(stored, TimelineLeft):
            async with self._store.read() as reader:
                raise await refusal_after_leaving(reader, report, stored)
        return stored

    async def settle_commitment(self, request: SettleCommitment) -> int:
        """Store how a promise ended; return the seq of the first record.

        Raises `NotFound`, or `NotPossibleNow` for one that was settled before.
        """
        return await self._store.write(partial(settle_commitment, request))

    async def advance_clock(
        self, *, timeline_id: TimelineId, game_time: datetime, key: RequestKey | None = None
    ) -> ClockAdvanced:
        """Move game time forward, with what a jump leaves, and queue the tick of that time.

        Raises `NotPossibleNow` when it would run backwards.
        """
        clock = Draft(RecordKind.CLOCK, ClockMoved(), game_time=game_time)
        for attempt in range(_ATTEMPTS):
            async with self._store.read() as reader:
                skipped = await skip_time(
                    reader, timeline_id, game_time, attention=self._perception.attention
                )
            append = Append(
                timeline_id,
                (*skipped.drafts, clock),
                jobs=(JobDraft(JobKind.LIVE, timeline_id, ""), *skipped.jobs),
                fences=skipped.fences,
                key=key,
            )
            try:
                appended = await self._store.append(append)
            except Conflict:  # the clock was moved, or a promise settled, at the same time
                if attempt == _ATTEMPTS - 1:
                    raise
            else:
                break
        return ClockAdvanced(game_time, appended.last)

    async def _names_dead(self, observe: Observe) -> bool:
        """Return whether an event names a witness that is dead."""
        dead = await self._directory.dead_in(observe.timeline_id)
        return any(not dead.isdisjoint(each.witness_ids) for each in observe.happenings)

    def looking(self, timeline_id: TimelineId) -> asyncio.Lock:
        """Return the lock under which what depends on the present state of a timeline is stored."""
        return self._looking.setdefault(timeline_id, asyncio.Lock())

    async def _append_looking(self, observe: Observe) -> ObserveResult:
        """Store a batch that depends on the present state; one of a timeline at a time."""
        async with self.looking(observe.timeline_id):
            async with self._store.read() as reader:
                taken = await self._perception.take_in(reader, observe)
            if observe.key is None:
                return _observed(await self._store.append(_append_of(observe, taken, None)), taken)
            return await self._store.write(partial(_keep, observe, taken, observe.key))

    async def _kept(self, observe: Observe) -> ObserveResult | None:
        if observe.key is None:
            return None
        async with self._store.read() as reader:
            kept = await reader.answer(observe.key)
        return None if kept is None else _told(kept, observe)

    async def _check(self, observe: Observe) -> None:
        """Raise for an unknown person, place or object, and for a time in the future."""
        world_id = await self._directory.world_of(observe.timeline_id)
        named = [name for happening in observe.happenings for name in happening.witness_ids]
        places = [move.place_id for move in observe.movements if move.place_id is not None]
        places += [item.place_id for item in observe.happenings if item.place_id is not None]
        await self._directory.check(world_id, named, places)
        for position, change in enumerate(observe.objects):
            field = f"objects[{position}].object"
            await self._directory.check_thing(world_id, change.place_id, change.object, field)
        if any(item.game_time is not None for item in observe.happenings):
            await self._check_times(observe)

    async def _with_ids(self, observe: Observe) -> Observe:
        if not any(one.secret is not None and one.secret.to for one in observe.happenings):
            return observe
        async with self._store.read() as reader:
            timeline = await reader.timeline(observe.timeline_id)
            people = await load_people(reader, timeline.world_id)
        happenings = tuple(
            replace(one, secret=resolve_secret(one.secret, people, f"observations[{place}].secret"))
            for place, one in enumerate(observe.happenings)
        )
        return replace(observe, happenings=happenings)

    async def _check_times(self, observe: Observe) -> None:
        async with self._store.read() as reader:
            now = (await reader.timeline(observe.timeline_id)).game_time
        for position, happening in enumerate(observe.happenings):
            if happening.game_time is not None and happening.game_time > now:
                raise InvalidInput(
                    f"observations[{position}].world_time",
                    f"lies after the present, {now.isoformat()}; advance the clock first",
                )


async def _keep(
    observe: Observe, taken: IntakeResult, key: RequestKey, unit: UnitOfWork
) -> ObserveResult:
    """Store a batch unless it was stored before, with its answer under the key."""
    kept = await unit.answer(key)
    if kept is not None:
        return _told(kept, observe)
    observed = _observed(await unit.append(_append_of(observe, taken, None)), taken)
    numbers = (observed.first, observed.last, observed.memories, observed.coalesced)
    await unit.keep_answer(key, ":".join(str(number) for number in numbers))
    return observed


def _told(kept: str, observe: Observe) -> ObserveResult:
    """Parse an answer stored before; that of a plain batch has only the positions."""
    first, last, *counts = (int(number) for number in kept.split(":"))
    if counts:
        return ObserveResult(first, last, *counts)
    memories = last - first + 1 - len(observe.movements)
    return ObserveResult(first, last, memories, take_in_plainly(observe).coalesced)


def _observed(appended: Appended, taken: IntakeResult) -> ObserveResult:
    return ObserveResult(appended.first, appended.last, taken.memories, taken.coalesced)


def _append_of(observe: Observe, taken: IntakeResult, key: RequestKey | None) -> Append:
    return Append(observe.timeline_id, taken.drafts, jobs=taken.jobs, key=key)
