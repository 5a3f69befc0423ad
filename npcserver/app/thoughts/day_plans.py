"""Thinking of the day: planning it, and breaking what begins next into steps."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime, time
from typing import TypeVar

from npcserver.app.context.discretion import carried
from npcserver.app.context.history import newest_first
from npcserver.app.context.mindset import Minds, Mindset
from npcserver.app.context.town_knowledge import known_places
from npcserver.app.thoughts.reflection import evidence_summary
from npcserver.app.thoughts.thought_runtime import ThoughtRuntime, last_thought_from
from npcserver.language.clock import DAY, shifted
from npcserver.language.habits import waking_hours
from npcserver.mind import activity_texts
from npcserver.mind.action_selection import coarse_block, wants_plan
from npcserver.mind.conversation import with_intentions
from npcserver.mind.hearsay import attributed
from npcserver.model.character import Attention
from npcserver.model.day import STEP_MINUTES, DayPlan, Step, at_minute, faults_of_steps
from npcserver.model.default_day import default_day, default_steps
from npcserver.model.errors import ModelFault, Unavailable
from npcserver.model.ids import CharacterId
from npcserver.model.inputs import DecomposeInput, PlanInput
from npcserver.model.job import Job, JobDraft, JobKind
from npcserver.model.memory import Recollection
from npcserver.model.model_use import Purpose
from npcserver.model.question import TypedQuestion
from npcserver.model.record import Draft, RecordKind, Remembered, Source
from npcserver.model.thought import AnswerStatus
from npcserver.ports.storage import Reader
from npcserver.ports.thinker import Ask, AskResult, Check

T = TypeVar("T")

PLAN_IMPORTANCE = 5
"""Of the plan for a day, as a memory (Generative Agents, released code)."""

_RECALLED = 20
_RECALLED_FOR_AN_HOUR = 5
_PATIENT_ATTEMPTS = 3  # how often a model is waited for before things go by habit


RateNow = Callable[[Job], Awaitable[object]]
"""Rates the memories of a job's subject that wait. Raises `ModelFault`."""


class PlanHandler:
    """Does PLAN: a day, or the rest of one that a whisper has changed.

    A character that has a plan and heard no whisper since keeps it, so doing the job twice makes
    one plan. Where no model can be reached for long, the day goes by habit.
    """

    def __init__(
        self, minds: Minds, thinking: ThoughtRuntime, *, rate_now: RateNow | None = None
    ) -> None:
        """Plan; `rate_now` rates the memories that wait for it, before they are ranked."""
        self._minds = minds
        self._thinking = thinking
        self._rate_now = rate_now

    async def __call__(self, job: Job) -> None:
        """Plan, and let the clock take effect. Raises `Conflict` for a plan made meanwhile."""
        async with self._minds.store.read() as reader:
            mindset = await self._minds.load(reader, job.timeline_id, CharacterId(job.subject_id))
            question = await _plan_input(reader, mindset)
            if question is None:
                return
            is_waiting = bool(await mindset.view.unrated(mindset.id, 1))
        if is_waiting and self._rate_now is not None:
            with suppress(ModelFault, Unavailable):  # then the day is planned without ratings
                await self._rate_now(job)
        async with self._minds.store.read() as reader:
            mindset = await self._minds.load(reader, job.timeline_id, CharacterId(job.subject_id))
            question = await _plan_input(reader, mindset)
            if question is None:
                return
            try:
                recalled = await self._recalled(reader, mindset, question.day)
            except Unavailable:
                if job.attempts <= _PATIENT_ATTEMPTS:
                    raise
                recalled = ()
        question = replace(question, recollections=recalled)
        plan, asked = await plan_day(question, _patient(self._thinking.asking(mindset), job))
        plan = _with_hearsay(plan, recalled, mindset.character.name)
        await self._minds.save(
            mindset,
            (
                *_plan_drafts(mindset, question, plan),
                self._thinking.receipt(mindset, Purpose.PLAN, asked, recalled),
            ),
            fences=(mindset.fence(RecordKind.DAY, RecordKind.WHISPER, RecordKind.ATTENTION),),
            jobs=(
                JobDraft(JobKind.LIVE, job.timeline_id, ""),
                JobDraft(JobKind.DIGEST, job.timeline_id, job.subject_id),
            ),
        )

    async def _recalled(
        self, reader: Reader, mindset: Mindset, day: date
    ) -> tuple[Recollection, ...]:
        """Return what comes to mind about today and about what was agreed, best first."""
        noon = datetime.combine(day, time(12), tzinfo=mindset.situation.now.tzinfo)
        found: dict[int, Recollection] = {}
        for cue in activity_texts.cues(
            noon, mindset.character.name, mindset.language, mindset.world.calendar
        ):
            for one in await self._thinking.recall(reader, mindset, cue, _RECALLED):
                known = found.get(one.memory.seq)
                if known is None or one.score > known.score:
                    found[one.memory.seq] = one
        best = sorted(found.values(), key=lambda one: (-one.score, one.memory.seq))
        return tuple(best[:_RECALLED])


class DecomposeHandler:
    """Does DECOMPOSE: breaks the block under way or about to begin into steps, with one question.

    Only for characters that players may see; a block that has steps is left alone.
    """

    def __init__(self, minds: Minds, thinking: ThoughtRuntime) -> None:
        self._minds = minds
        self._thinking = thinking

    async def __call__(self, job: Job) -> None:
        """Decompose, and let the clock take effect. Raises `Conflict` for a new plan meanwhile."""
        async with self._minds.store.read() as reader:
            mindset = await self._minds.load(reader, job.timeline_id, CharacterId(job.subject_id))
            day, block = mindset.day, None
            if day is not None and mindset.attention is Attention.FOREGROUND:
                block = coarse_block(day, mindset.situation.now)
            if day is None or block is None:
                return
            recalled = await self._thinking.recall(
                reader, mindset, block.activity, _RECALLED_FOR_AN_HOUR
            )
            question = DecomposeInput(
                situation=mindset.situation,
                day=day,
                block=block,
                places=await known_places(reader, mindset.view, mindset.world, mindset.character),
                recollections=recalled,
            )
        steps, asked = await decompose(question, _patient(self._thinking.asking(mindset), job))
        steps = tuple(
            replace(one, activity=_aside(one.activity, recalled, mindset.character.name))
            for one in steps or (block.as_step,)
        )
        finer = day.with_steps(block, steps)
        await self._minds.save(
            mindset,
            (
                _day_draft(mindset, finer),
                self._thinking.receipt(mindset, Purpose.DECOMPOSE, asked, recalled),
            ),
            fences=(mindset.fence(RecordKind.DAY, RecordKind.ATTENTION),),
            jobs=(JobDraft(JobKind.LIVE, job.timeline_id, ""),),
        )


async def _plan_input(reader: Reader, mindset: Mindset) -> PlanInput | None:
    """Return what a plan is to be made from, without memories; None when none is wanted."""
    if not mindset.attention.is_awake:
        return None
    whispers, because = await _whispers(mindset), ""
    rest_from: datetime | None = None
    day, now = mindset.day, at_minute(mindset.situation.now)
    if day is None or wants_plan(day, mindset.situation.now):
        wakes, sleeps = waking_hours(mindset.character.persona.lifestyle)
        minutes = now.hour * 60 + now.minute
        if day is None and minutes + DAY < sleeps:  # for who goes to bed late it is still the last
            planned, rest_from = shifted(now, days=-1).date(), now
        else:
            planned = now.date()
            rest_from = now if minutes > wakes else None
    elif not whispers or now >= day.sleeps_at:
        return None  # what is heard in bed is for tomorrow
    else:
        planned, because = day.day, " ".join(whispers)
        rest_from = now if now > day.wakes_at else None
    return PlanInput(
        situation=mindset.situation,
        day=planned,
        places=await known_places(reader, mindset.view, mindset.world, mindset.character),
        previous=day,
        whispers=whispers,
        rest_from=rest_from,
        because=because,
    )


async def _whispers(mindset: Mindset) -> tuple[str, ...]:
    """Return what the inner voice has said since the character last made plans, oldest first."""
    since = await last_thought_from(mindset.view, mindset.id, Purpose.PLAN)
    heard: list[str] = []
    async for record in newest_first(mindset.view, mindset.id, (RecordKind.WHISPER,)):
        if record.seq <= since:
            break
        heard.append(record.text)
    return tuple(reversed(heard))


def _with_hearsay(plan: DayPlan, recalled: Sequence[Recollection], name: str) -> DayPlan:
    """Return a plan with the names of the players on whose word alone its parts rest."""
    memories = [one.memory for one in recalled]
    return replace(
        plan,
        currently=attributed(plan.currently, memories, name)[0],
        outline=tuple(_aside(one, recalled, name) for one in plan.outline),
        blocks=tuple(
            replace(one, activity=_aside(one.activity, recalled, name)) for one in plan.blocks
        ),
        players=evidence_summary(memories).players,
    )


def _aside(told: str, recalled: Sequence[Recollection], name: str) -> str:
    return attributed(told, [one.memory for one in recalled], name, is_aside=True)[0]


def _plan_drafts(mindset: Mindset, question: PlanInput, plan: DayPlan) -> tuple[Draft, Draft]:
    is_rest = question.rest_from is not None and bool(question.because)
    since = question.rest_from if is_rest else None
    memory = Draft(
        RecordKind.PLAN,
        Remembered(
            source=Source.OWN, players=plan.players, secrets=carried(question.recollections)
        ),
        mindset.id,
        text=activity_texts.as_memory(plan, mindset.language, mindset.world.calendar, since=since),
        importance=PLAN_IMPORTANCE,
    )
    return _day_draft(mindset, plan), memory


def _day_draft(mindset: Mindset, plan: DayPlan) -> Draft:
    return Draft(
        RecordKind.DAY, plan, mindset.id, text=activity_texts.outline(plan, mindset.language)
    )


def _patient(ask: Ask, job: Job) -> Ask:
    """Return how a job asks: no answer is one, once a model was waited for long enough."""

    async def asking(question: TypedQuestion[T], check: Check[T] | None = None) -> AskResult[T]:
        try:
            return await ask(question, check)
        except ModelFault:
            if job.attempts <= _PATIENT_ATTEMPTS:
                raise
        faults = ("no model could be reached",)
        return AskResult(answer=None, verdict=AnswerStatus.DEFAULTED, faults=faults)

    return asking


async def plan_day(question: PlanInput, ask: Ask) -> tuple[DayPlan, AskResult[DayPlan]]:
    """Return a day, or the day with its rest planned anew: by habit where no answer can be read.

    Raises `ModelUnreachable` and `ModelTooSlow`.
    """
    asked = await ask(question)
    situation = question.situation
    plan = asked.answer or default_day(question)
    persona, written = situation.character.persona, situation.world.start_time
    seen = {
        block.activity: activity_texts.kept_inner(
            block.activity, question.whispers, question.places, question.language
        )
        for block in plan.blocks
    }
    blocks = tuple(replace(block, activity=seen[block.activity]) for block in plan.blocks)
    outline = tuple(seen.get(stroke, stroke) for stroke in plan.outline)
    plan = replace(plan, blocks=blocks, outline=outline)
    return with_intentions(plan, persona, written), asked


async def decompose(
    question: DecomposeInput, ask: Ask
) -> tuple[tuple[Step, ...], AskResult[tuple[Step, ...]]]:
    """Return the steps of a block, which fill it exactly; usual ones where no answer can be read.

    A block too short to be cut is one step, and no model is asked. Raises `ModelUnreachable` and
    `ModelTooSlow`.
    """
    usual = default_steps(question)
    if question.block.minutes < 2 * STEP_MINUTES[0]:
        return usual, AskResult(answer=usual)
    asked = await ask(question)
    whispers = activity_texts.whispers_in(question.recollections)
    steps = tuple(
        replace(
            step,
            activity=activity_texts.kept_inner(
                step.activity, whispers, question.places, question.language
            ),
        )
        for step in asked.answer or ()
    )
    return (usual if not steps or faults_of_steps(question.block, steps) else steps), asked
