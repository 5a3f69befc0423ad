"""Summarising a conversation that is over, in addition to its lines."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from npcserver.app.context.discretion import Discretion, before, carried
from npcserver.app.context.history import RememberedTalk, talks
from npcserver.app.context.mindset import Minds, Mindset, latest
from npcserver.app.context.open_intents import open_intents_of
from npcserver.app.thoughts.job_worker import JobNotDue
from npcserver.app.thoughts.reflection import Inference, InsightRecorder, reflected_up_to
from npcserver.app.thoughts.thought_runtime import ThoughtRuntime
from npcserver.memory.stream import MemoryStream
from npcserver.model.ids import CharacterId
from npcserver.model.inputs import MOST_RETOLD, SummaryInput
from npcserver.model.job import Job, JobDraft, JobKind
from npcserver.model.memory import Memory
from npcserver.model.model_use import Purpose
from npcserver.model.record import Draft, Record, RecordKind, ReflectedUpTo, Remembered, subject_key
from npcserver.ports.clock import Clock
from npcserver.ports.storage import Fence, Reader
from npcserver.ports.view import View

_SHOWN = 40
"""Lines of a conversation that are summarised."""
_DISTORTED = 50  # lines to one person that are known to have told a memory otherwise


@dataclass(frozen=True, slots=True, kw_only=True)
class _EndedTalk:
    """A talk to be summarised, by its `lines` that may be used and the memories of them.

    `retold` are own lines with what they pass on, `distorted` what earlier summaries found.
    """

    talk: RememberedTalk
    lines: tuple[Record, ...]
    memories: tuple[Memory, ...]
    retold: tuple[tuple[Record, Record], ...]
    distorted: tuple[tuple[int, int], ...]


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
            ended = [await self._ended(reader, mindset, talk, discretion) for talk in over]
        for one in ended:
            if not await self._keep(mindset, one):
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

    async def _ended(
        self, reader: Reader, mindset: Mindset, talk: RememberedTalk, discretion: Discretion
    ) -> _EndedTalk:
        view = mindset.view
        lines = discretion.sift(talk.lines)[0]
        subject = subject_key(mindset.id, talk.partner.id)
        last = await latest(view, RecordKind.REFLECTED, subject, ReflectedUpTo)
        return _EndedTalk(
            talk=talk,
            lines=lines,
            memories=await self._stream.as_memories(
                reader, view, mindset.world.id, mindset.id, lines
            ),
            retold=await _retold(view, lines, discretion),
            distorted=() if last is None else last.distorted,
        )

    async def _keep(self, mindset: Mindset, ended: _EndedTalk) -> bool:
        """Summarise one talk by its lines that may be used; return False for want of budget."""
        if not ended.lines:
            await self._save(mindset, ended, ())
            return True
        question = SummaryInput(
            situation=mindset.situation,
            partner=ended.talk.partner,
            conversation=replace(ended.talk, lines=ended.lines).conversation,
            retold=tuple((line.text, source.text) for line, source in ended.retold),
        )
        asked = await self._thinking.asking(mindset)(question)
        if asked.answer is None and asked.calls == 0:
            return False
        drafts = [self._thinking.receipt(mindset, Purpose.SUMMARISE, asked)]
        if (answer := asked.answer) is not None:
            inferred = [
                Inference(
                    text=text,
                    evidence=ended.memories,
                    importance=answer.importance,
                    about=(ended.talk.partner.id,),
                )
                for text in (answer.for_my_plans, answer.interesting)
                if text.strip()
            ]
            drafts += await self._insights.drafts(mindset, inferred, carried(ended.lines))
            changed = (ended.retold[number - 1] for number in answer.changed)
            found = ((line.seq, source.seq) for line, source in changed)
            ended = replace(ended, distorted=(*ended.distorted, *found)[-_DISTORTED:])
        await self._save(mindset, ended, drafts)
        return True

    async def _save(self, mindset: Mindset, ended: _EndedTalk, drafts: Sequence[Draft]) -> None:
        subject = subject_key(mindset.id, ended.talk.partner.id)
        body = ReflectedUpTo(seq=ended.talk.lines[-1].seq, distorted=ended.distorted)
        await self._minds.save(
            mindset,
            (*drafts, Draft(RecordKind.REFLECTED, body, subject)),
            fences=(Fence(subject, (RecordKind.REFLECTED,), mindset.seq),),
            jobs=(JobDraft(JobKind.DIGEST, mindset.timeline_id, mindset.id),),
        )


async def _retold(
    view: View, lines: Sequence[Record], discretion: Discretion
) -> tuple[tuple[Record, Record], ...]:
    """Return lines of a mind's own with memories that they pass on, as far as they seem right.

    Without memories that may not be told, and without those that are told word for word.
    """
    passed_on = [
        (line, seq)
        for line in lines
        if line.kind is RecordKind.LINE and isinstance(line.body, Remembered)
        for seq in line.body.evidence
        if seq not in line.body.distorted
    ]
    found = await view.get(sorted({seq for _, seq in passed_on}))
    sources = {one.seq: one for one in discretion.sift(found)[0]}
    return tuple(
        (line, sources[seq])
        for line, seq in passed_on
        if seq in sources and sources[seq].text not in line.text
    )[:MOST_RETOLD]


def _is_over(talk: RememberedTalk, now: datetime) -> bool:
    return talk.over_at is not None and talk.over_at <= now
