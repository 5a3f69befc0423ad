"""Summarising a conversation that is over, in addition to its lines."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from npcserver.app.context.discretion import before, carried
from npcserver.app.context.history import RememberedTalk, talks
from npcserver.app.context.mindset import Minds, Mindset
from npcserver.app.context.open_intents import open_intents_of
from npcserver.app.thoughts.job_worker import JobNotDue
from npcserver.app.thoughts.reflection import Inference, InsightRecorder, reflected_up_to
from npcserver.app.thoughts.thought_runtime import ThoughtRuntime
from npcserver.memory.stream import MemoryStream
from npcserver.model.ids import CharacterId
from npcserver.model.inputs import SummaryInput
from npcserver.model.job import Job, JobDraft, JobKind
from npcserver.model.memory import Memory
from npcserver.model.model_use import Purpose
from npcserver.model.record import Draft, Record, RecordKind, ReflectedUpTo, subject_key
from npcserver.ports.clock import Clock
from npcserver.ports.storage import Fence

_SHOWN = 40
"""Lines of a conversation that are summarised."""


class SummariseHandler:
    """Runs SUMMARISE jobs.

    A conversation among characters is over when its end is recorded, talk with a player after a
    lull of real time. A mark records how far the talk with each partner was summarised, so that
    none is summarised twice.
    """

    def __init__(
        self,
        minds: Minds,
        thinking: ThoughtRuntime,
        insights: InsightRecorder,
        stream: MemoryStream,
        *,
        clock: Clock,
        lull_seconds: float = 60.0,
    ) -> None:
        self._minds = minds
        self._thinking = thinking
        self._insights = insights
        self._stream = stream
        self._clock = clock
        self._lull = timedelta(seconds=lull_seconds)

    async def __call__(self, job: Job) -> None:
        """Summarise each talk that is over; raises `JobNotDue` while one goes on."""
        now = self._clock.now()
        async with self._minds.store.read() as reader:
            mindset = await self._minds.load(reader, job.timeline_id, CharacterId(job.subject_id))
            fresh = await self._unsummarised(mindset)
            over = [talk for talk in fresh if _is_over(talk, now)]
            discretion = await before(mindset.view, mindset.character, ())
            told = [discretion.sift(talk.lines)[0] for talk in over]
            memories = [
                await self._stream.as_memories(
                    reader, mindset.view, mindset.world.id, mindset.id, lines
                )
                for lines in told
            ]
        for talk, lines, remembered in zip(over, told, memories, strict=True):
            if not await self._keep(mindset, talk, lines, remembered):
                return
        waiting = [talk.over_at for talk in fresh if talk.over_at and not _is_over(talk, now)]
        if waiting:
            raise JobNotDue(min(waiting))

    async def _unsummarised(self, mindset: Mindset) -> list[RememberedTalk]:
        """Return the parts of talks not summarised yet, with notes on what did not happen."""
        found: list[RememberedTalk] = []
        for talk in await talks(mindset, self._lull):
            mark = await reflected_up_to(mindset.view, subject_key(mindset.id, talk.partner.id))
            lines = tuple(record for record in talk.lines if record.seq > mark)
            if lines:
                found.append(replace(talk, lines=lines[-_SHOWN:]))
        if not found:
            return []
        undone = await open_intents_of(mindset.view, mindset.id, mindset.language)
        return [replace(talk, notes=undone.notes(talk.lines)) for talk in found]

    async def _keep(
        self,
        mindset: Mindset,
        talk: RememberedTalk,
        lines: tuple[Record, ...],
        memories: tuple[Memory, ...],
    ) -> bool:
        """Summarise one talk by its lines that may be used; return False for want of budget."""
        if not lines:
            await self._save(mindset, talk, ())
            return True
        question = SummaryInput(
            situation=mindset.situation,
            partner=talk.partner,
            conversation=replace(talk, lines=lines).conversation,
        )
        asked = await self._thinking.asking(mindset)(question)
        if asked.answer is None and asked.calls == 0:
            return False
        drafts = [self._thinking.receipt(mindset, Purpose.SUMMARISE, asked)]
        if (answer := asked.answer) is not None:
            inferred = [
                Inference(
                    text=text,
                    evidence=memories,
                    importance=answer.importance,
                    about=(talk.partner.id,),
                )
                for text in (answer.for_my_plans, answer.interesting)
                if text.strip()
            ]
            drafts += await self._insights.drafts(mindset, inferred, carried(lines))
        await self._save(mindset, talk, drafts)
        return True

    async def _save(self, mindset: Mindset, talk: RememberedTalk, drafts: Sequence[Draft]) -> None:
        subject = subject_key(mindset.id, talk.partner.id)
        mark = Draft(RecordKind.REFLECTED, ReflectedUpTo(seq=talk.lines[-1].seq), subject)
        await self._minds.save(
            mindset,
            (*drafts, mark),
            fences=(Fence(subject, (RecordKind.REFLECTED,), mindset.seq),),
            jobs=(JobDraft(JobKind.DIGEST, mindset.timeline_id, mindset.id),),
        )


def _is_over(talk: RememberedTalk, now: datetime) -> bool:
    return talk.over_at is not None and talk.over_at <= now
