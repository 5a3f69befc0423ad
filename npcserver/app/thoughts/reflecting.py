"""Reflecting: what a mind concludes from what it has lived through (Generative Agents, 4.2)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from npcserver.app.context.discretion import before, carried
from npcserver.app.context.mindset import Minds, Mindset
from npcserver.app.context.open_intents import OpenIntents, open_intents_of
from npcserver.app.thoughts.insights import Inferred, Insights
from npcserver.app.thoughts.poignancy import is_idle, weighs
from npcserver.app.thoughts.thinking import Thinking
from npcserver.memory.stream import MemoryStream
from npcserver.mind import reflection
from npcserver.mind.asker import Asked
from npcserver.model.ids import CharacterId
from npcserver.model.job import Job, JobDraft, JobKind
from npcserver.model.memory import Memory, Recollection
from npcserver.model.pondering import Inferring, Insight, Wondering
from npcserver.model.purpose import Purpose
from npcserver.model.record import MEMORY_KINDS, Draft, RecordKind, ReflectedUpTo
from npcserver.model.secret import Secret, joined
from npcserver.ports.storage import Fence

_LATEST = 100
_LOOKED_AT = 300  # since what is idle is left out
_QUESTIONS = 3
_RECALLED = 30
_INSIGHTS = 5


@dataclass(frozen=True, slots=True)
class _Pondered:
    """What the second question was made from, and what it came to."""

    recollections: tuple[Recollection, ...]
    asked: Asked[tuple[Insight, ...]]


class Reflecting:
    """Does REFLECT jobs: two questions to a model, four where both must be put again."""

    def __init__(
        self,
        minds: Minds,
        thinking: Thinking,
        insights: Insights,
        stream: MemoryStream,
        *,
        reflection_threshold: int = 150,
    ) -> None:
        self._minds = minds
        self._thinking = thinking
        self._insights = insights
        self._stream = stream
        self._threshold = reflection_threshold

    async def __call__(self, job: Job) -> None:
        """Reflect, if what was perceived since the last time still calls for it.

        Without means to think nothing is kept and nothing marked: the day that has some begins
        with it; with nothing but secrets on its mind it only marks them. An answer that cannot be
        read ends this reflection, and the next begins anew.
        """
        store, who = self._minds.store, CharacterId(job.subject_id)
        async with store.read() as reader:
            mindset = await self._minds.load(reader, job.timeline_id, who)
            genesis_id = mindset.world.genesis_id
            if not await weighs(mindset.view, who, self._threshold, genesis_id=genesis_id):
                return
            newest = await mindset.view.tail(who, MEMORY_KINDS, _LOOKED_AT)
            told, _ = (await before(mindset.view, mindset.character, ())).sift(newest)
            kept = [record for record in told if not is_idle(record)][:_LATEST]
            memories = await self._stream.as_memories(
                reader, mindset.view, mindset.world.id, who, kept[::-1]
            )
            undone = await open_intents_of(mindset.view, who, mindset.language)
        if not memories:
            await self._save(mindset, ())
            return
        material = Wondering(situation=mindset.situation, memories=undone.beside(memories))
        wondered = await reflection.wonder(material, self._thinking.asking(mindset))
        if wondered.answer is None and wondered.calls == 0:
            return
        drafts = [self._thinking.receipt(mindset, Purpose.REFLECT, wondered)]
        questions = [one for one in wondered.answer or () if one.strip()][:_QUESTIONS]
        if questions:
            pondered = await self._pondered(mindset, questions, undone)
            if pondered.asked.answer is None and pondered.asked.calls == 0:
                await self._minds.save(mindset, drafts, fences=_unreflected(mindset))
                return
            drafts += await self._concluded(mindset, pondered, carried(memories))
        await self._save(mindset, drafts)

    async def _pondered(
        self, mindset: Mindset, questions: Sequence[str], undone: OpenIntents
    ) -> _Pondered:
        """Ask the second question, on all that comes to mind at the first."""
        found: dict[int, Recollection] = {}
        asked_at: dict[int, int] = {}
        async with self._minds.store.read() as reader:
            again = replace(mindset, view=await reader.at(mindset.view.vantage))
            for place, question in enumerate(questions):
                recalled = await self._thinking.recall(reader, again, question, _RECALLED)
                for recollection in recalled:
                    found.setdefault(recollection.memory.seq, recollection)
                    asked_at.setdefault(recollection.memory.seq, place)
        recollections = tuple(found.values())
        material = Inferring(
            situation=mindset.situation,
            questions=tuple(questions),
            evidence=undone.beside([each.memory for each in recollections]),
            asked=tuple(asked_at[each.memory.seq] for each in recollections),
        )
        asked = await reflection.infer(material, self._thinking.asking(mindset))
        return _Pondered(recollections, asked)

    async def _concluded(
        self, mindset: Mindset, pondered: _Pondered, wondered_at: tuple[Secret, ...]
    ) -> tuple[Draft, ...]:
        """Return the receipt of the second question and what is kept of the answer."""
        evidence = [each.memory for each in pondered.recollections]
        inferred = [
            Inferred(
                text=insight.text,
                evidence=_pointed_at(evidence, insight.evidence),
                importance=insight.importance,
            )
            for insight in (pondered.asked.answer or ())[:_INSIGHTS]
        ]
        receipt = self._thinking.receipt(
            mindset, Purpose.REFLECT, pondered.asked, pondered.recollections
        )
        secrets = joined(wondered_at, carried(evidence))
        return (receipt, *await self._insights.drafts(mindset, inferred, secrets))

    async def _save(self, mindset: Mindset, drafts: Sequence[Draft]) -> None:
        mark = Draft(
            kind=RecordKind.REFLECTED, subject_id=mindset.id, body=ReflectedUpTo(seq=mindset.seq)
        )
        digest = JobDraft(JobKind.DIGEST, mindset.timeline_id, mindset.id)
        await self._minds.save(
            mindset,
            (*drafts, mark),
            fences=_unreflected(mindset),
            jobs=(digest,),
        )


def _unreflected(mindset: Mindset) -> tuple[Fence, ...]:
    """Return the fence that no other reflection has come meanwhile."""
    return (mindset.fence(RecordKind.REFLECTED),)


def _pointed_at(evidence: Sequence[Memory], places: Sequence[int]) -> tuple[Memory, ...]:
    return tuple(evidence[place] for place in dict.fromkeys(places) if 0 <= place < len(evidence))
