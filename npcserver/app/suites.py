"""Suites: the expectations of a world, held against its lines said again by the characters of now.

Each turn is said again on a throw-away branch just before it. A run goes on when nobody looks; what
it found is kept in memory, since it quotes players, and is gone with the server.
"""

import asyncio
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from contextvars import Context, copy_context
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import partial
from typing import Any, Final

import structlog

from npcserver.app.drafts import Drafts, DraftState, EditDraft
from npcserver.app.ledger.transcripts import Transcripts, TurnFlag
from npcserver.app.retakes import RetakenTurn, Retakes
from npcserver.app.timelines import Timelines
from npcserver.mind.provenance import retells, split
from npcserver.model.errors import Fault, InvalidInput, NotFound, NotPossibleNow, Reason
from npcserver.model.expectation import (
    BY_MEANING,
    NEGATIVE,
    Expectation,
    ExpectationKind,
    TextPattern,
)
from npcserver.model.ids import TimelineId, WorldId, new_id
from npcserver.model.record import Record, RecordKind, Remembered, TurnTaken
from npcserver.ports.clock import Clock
from npcserver.ports.storage import Store
from npcserver.ports.vectors import Embedder

LONGEST: Final = 500
"""Lines of a suite."""
_AT_ONCE: Final = 3
_KEPT: Final = 8  # runs, of all worlds
_LABEL: Final = "Suite"
_log = structlog.get_logger(__name__)


class SuiteState(StrEnum):
    """How far a run is."""

    RUNNING = "running"
    DONE = "done"
    STOPPED = "stopped"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Whether an expectation holds; `measure` has the nearest sentence's cosine, and of what."""

    expectation: Expectation
    holds: bool
    measure: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteLine:
    """A flagged line as it was, and as it comes out now; `problem` says why it does not."""

    flag: TurnFlag
    character: str
    heard: str
    before: RetakenTurn
    after: RetakenTurn | None = None
    verdicts: tuple[Verdict, ...] = ()
    problem: str = ""

    @property
    def is_changed(self) -> bool:
        """Whether the words or the intents are others."""
        then, now = self.before, self.after
        return now is not None and (then.text, _wanted(then)) != (now.text, _wanted(now))

    @property
    def holds(self) -> bool:
        """Whether the line came out, and all that is expected of it holds."""
        return not self.problem and all(one.holds for one in self.verdicts)


@dataclass(slots=True, kw_only=True)
class SuiteRun:
    """A run, with the drafts of a timeline; `lines` are those that are done, in any order."""

    id: str
    world_id: WorldId
    author_id: str
    begun_at: datetime
    total: int
    drafted_id: TimelineId | None = None
    drafts: tuple[DraftState, ...] = ()
    state: SuiteState = SuiteState.RUNNING
    lines: list[SuiteLine] = field(default_factory=list)
    task: "asyncio.Task[None] | None" = None
    finished: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def held(self) -> int:
        """How many lines hold."""
        return sum(one.holds for one in self.lines)

    @property
    def changed(self) -> int:
        """How many lines came out otherwise."""
        return sum(one.is_changed for one in self.lines)


class Suites:
    """Runs the expectations of worlds, while `run` runs."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        transcripts: Transcripts,
        timelines: Timelines,
        retakes: Retakes,
        drafts: Drafts,
        embedder: Embedder,
    ) -> None:
        self._store = store
        self._clock = clock
        self._transcripts = transcripts
        self._timelines = timelines
        self._retakes = retakes
        self._drafts = drafts
        self._embedder = embedder
        self._runs: deque[SuiteRun] = deque(maxlen=_KEPT)
        self._begun: asyncio.Queue[tuple[SuiteRun, Sequence[TurnFlag], Context]] = asyncio.Queue()

    async def start(
        self, world_id: WorldId, author_id: str = "", drafted_id: TimelineId | None = None
    ) -> SuiteRun:
        """Begin to run all expectations of a world; the run goes on by itself.

        With `drafted_id` what is drafted in that timeline holds. Raises `NotFound`, `InvalidInput`
        for a world without expectations or with too many and for a timeline without drafts, and
        `NotPossibleNow` while another run of the world goes on.
        """
        flags = [one for one in await self._transcripts.flags(world_id) if one.expectations]
        if not flags:
            raise InvalidInput("expectations", "are none yet; add one on the page of a line")
        if len(flags) > LONGEST:
            raise InvalidInput("expectations", f"are on {len(flags)} lines; keep at most {LONGEST}")
        if any(one.state is SuiteState.RUNNING for one in self.of(world_id)):
            told = "a suite of this world runs already; stop it, or wait until it is done"
            raise NotPossibleNow(told, Reason.STILL_IN_USE)
        drafts = () if drafted_id is None else await self._drafts.list(drafted_id)
        if drafted_id is not None and not drafts:
            raise InvalidInput("timeline", "has no drafts; choose one that has, or none")
        run = SuiteRun(
            drafted_id=drafted_id,
            drafts=tuple(one for one in drafts if not one.is_deleted),
            id=new_id("sui"),
            world_id=world_id,
            author_id=author_id,
            begun_at=self._clock.now(),
            total=len(flags),
        )
        self._runs.appendleft(run)
        self._begun.put_nowait((run, flags, copy_context()))  # with the limits of the caller
        return run

    def of(self, world_id: WorldId) -> tuple[SuiteRun, ...]:
        """Return the runs of a world that are kept, the newest first."""
        return tuple(one for one in self._runs if one.world_id == world_id)

    async def stop(self, run: SuiteRun) -> None:
        """End a run that has begun; what it found so far is kept."""
        if run.task is not None:
            run.task.cancel()
            await run.finished.wait()

    async def run(self) -> None:
        """Run what is started, until cancelled."""
        async with asyncio.TaskGroup() as group:
            while True:
                run, flags, context = await self._begun.get()
                run.task = group.create_task(self._perform(run, flags), context=context)

    async def _perform(self, run: SuiteRun, flags: Sequence[TurnFlag]) -> None:
        free = asyncio.Semaphore(_AT_ONCE)

        async def each(flag: TurnFlag) -> None:
            async with free:
                line = await self._line(run, flag)
            run.lines.append(line)

        try:
            async with asyncio.TaskGroup() as group:
                for flag in flags:
                    group.create_task(each(flag))
        except asyncio.CancelledError:
            run.state = SuiteState.STOPPED
        except ExceptionGroup:
            run.state = SuiteState.BROKEN
            _log.exception("suite_broke", world=run.world_id)
        else:
            run.state = SuiteState.DONE
        finally:
            run.finished.set()

    async def _line(self, run: SuiteRun, flag: TurnFlag) -> SuiteLine:
        """Say a line again; a fault of it is its problem."""
        record, turn, character = None, None, ""
        try:
            async with self._store.read() as reader:
                record = await (await reader.head(flag.timeline_id)).turn(flag.turn_id)
                if record is None or not isinstance(record.body, TurnTaken):
                    raise NotFound("turn", flag.turn_id, "its timeline no longer has it")
                turn = record.body
                character = (await reader.character(run.world_id, record.character_id)).name
            after, verdicts, problem = await self._again(run, flag, record, turn)
        except Fault as fault:
            after, verdicts, problem = None, (), fault.message
        return SuiteLine(
            flag=flag,
            character=character or (record.character_id if record else ""),
            heard=turn.heard if turn else "",
            before=RetakenTurn.of(turn.delivered if turn else ()),
            after=after,
            verdicts=verdicts,
            problem=problem,
        )

    async def _again(
        self, run: SuiteRun, flag: TurnFlag, record: Record, turn: TurnTaken
    ) -> tuple[RetakenTurn | None, tuple[Verdict, ...], str]:
        if (why := await self._retakes.problem(run.world_id, turn)) is not None:
            return None, (), why
        branch = await self._retakes.branch(flag.timeline_id, turn, _LABEL, is_played_on=False)
        try:
            for draft in run.drafts:
                await self._drafts.edit(
                    EditDraft(
                        timeline_id=branch.id,
                        subject=draft.subject,
                        apply=partial(_drafted, draft),
                        author_id=run.author_id,
                    )
                )
            after = await self._retakes.say(branch.id, record, turn, turn.heard)
            verdicts = await self._verdicts(flag.expectations, after, record, branch.id)
        finally:
            with suppress(NotFound):
                await asyncio.shield(self._timelines.delete(branch.id))
        problem = "no_model" if after.is_without_model else ""
        return after, verdicts, problem

    async def _verdicts(
        self,
        expectations: Sequence[Expectation],
        said: RetakenTurn,
        record: Record,
        branch_id: TimelineId,
    ) -> tuple[Verdict, ...]:
        told = await self._told(record, branch_id)
        near = await self._nearness(expectations, said.text)
        return tuple(
            _judged(one, said, told, near.get(one.text, 0.0), self._embedder.name)
            for one in expectations
        )

    async def _told(self, record: Record, branch_id: TimelineId) -> frozenset[int]:
        """Return the seqs of the memories that the newest line of a branch passes on."""
        async with self._store.read() as reader:
            view = await reader.head(branch_id)
            lines = await view.tail(record.character_id, (RecordKind.LINE,), 1)
        bodies = (one.body for one in lines if one.seq > view.timeline.forked_at)
        return frozenset(
            seq for body in bodies if isinstance(body, Remembered) for seq in body.evidence
        )

    async def _nearness(self, expectations: Sequence[Expectation], said: str) -> dict[str, float]:
        """Return the greatest cosine of a sentence said, or of all, to each expected meaning."""
        wanted = [one.text for one in expectations if one.kind in BY_MEANING]
        sentences = [*split(said), said]
        if not wanted or not said.strip():
            return {}
        vectors = await self._embedder.embed([*wanted, *sentences])
        cosines = vectors[: len(wanted)] @ vectors[len(wanted) :].T
        return dict(zip(wanted, map(float, cosines.max(axis=1)), strict=True))


def _drafted(draft: DraftState, _: object) -> Any:
    return draft.content


def _judged(
    expected: Expectation, said: RetakenTurn, told: frozenset[int], cosine: float, embedder: str
) -> Verdict:
    """Return whether an expectation holds of a turn."""
    measure = ""
    if expected.kind in BY_MEANING:
        is_so = cosine >= expected.least
        measure = f"{cosine:.2f} of {expected.least:.2f} by {embedder}"
    elif expected.kind is ExpectationKind.NEVER_TELLS:
        _, _, seq = expected.memory_id.rpartition(".")
        is_so = (seq.isdecimal() and int(seq) in told) or retells(said.text, expected.text)
    elif expected.kind in (ExpectationKind.OFFERS_INTENT, ExpectationKind.NEVER_OFFERS):
        is_so = expected.text in {one.affordance for one in said.intents}
    else:
        is_so = TextPattern(text=expected.text).occurs_in(said.text)
    return Verdict(
        expectation=expected, holds=is_so != (expected.kind in NEGATIVE), measure=measure
    )


def _wanted(said: RetakenTurn) -> tuple[tuple[str, object], ...]:
    return tuple((one.affordance, dict(one.arguments)) for one in said.intents)
