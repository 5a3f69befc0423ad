"""Reflection (Generative Agents, section 4.2): when it is due, and its insights."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from npcserver.app.context.discretion import before, carried
from npcserver.app.context.history import newest_first
from npcserver.app.context.mindset import Minds, Mindset, latest
from npcserver.app.context.open_intents import OpenIntents, open_intents_of
from npcserver.app.thoughts.thought_runtime import ThoughtRuntime
from npcserver.memory import retention
from npcserver.memory.comparison import Fingerprint, fingerprint
from npcserver.memory.deduplication import deduplicate, known_insights
from npcserver.memory.embedding_texts import own_text
from npcserver.memory.stream import MemoryStream
from npcserver.mind.hearsay import attributed
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.inputs import FocalQuestionsInput, Insight, InsightsInput
from npcserver.model.job import Job, JobDraft, JobKind
from npcserver.model.memory import Memory, Recollection
from npcserver.model.model_use import Purpose
from npcserver.model.record import (
    MEMORY_KINDS,
    Draft,
    Rated,
    Record,
    RecordKind,
    ReflectedUpTo,
    Remembered,
    Source,
)
from npcserver.model.secret import Secret, joined
from npcserver.ports.storage import Store
from npcserver.ports.thinker import AskResult
from npcserver.ports.vectors import Embedder
from npcserver.ports.view import View

PERCEIVED = (RecordKind.OBSERVATION, RecordKind.UTTERANCE, RecordKind.WHISPER)
_TOLD_BEFORE = 300
"""How many utterances heard before the last reflection are compared."""


def is_idle(record: Record) -> bool:
    """Return whether a memory says that an object is idle, which is a state and no news."""
    return record.kind is RecordKind.OBSERVATION and retention.is_idle(record.text)


async def reflected_up_to(view: View, subject_id: str) -> int:
    """Return the seq up to which a character, or one facet, has reflected; 0 for never."""
    found = await latest(view, RecordKind.REFLECTED, subject_id, ReflectedUpTo)
    return 0 if found is None else found.seq


def seeds_end(view: View, genesis_id: TimelineId) -> int:
    """Return the seq of the last record of genesis that a view sees; 0 in genesis itself."""
    lineage = view.lineage
    is_genesis = view.vantage.timeline_id == genesis_id
    has_genesis = bool(lineage) and lineage[0].timeline_id == genesis_id
    return lineage[0].last if has_genesis and not is_genesis else 0


async def is_reflection_due(
    view: View,
    character_id: str,
    threshold: int,
    fresh: Mapping[int, int] | None = None,
    *,
    genesis_id: TimelineId,
) -> bool:
    """Return whether what was perceived since the last reflection reaches a threshold.

    `fresh` are ratings by seq that are about to be written. Memories without a rating do not count:
    their digest is still to come. Genesis is not read: nothing in it was perceived, and a character
    may have ten thousand seed memories.
    """
    since = max(await reflected_up_to(view, character_id), seeds_end(view, genesis_id))
    weight = _Weight(dict(fresh or {}))
    told: set[Fingerprint] | None = None
    async for record in newest_first(view, character_id, (*PERCEIVED, RecordKind.RATING)):
        if record.seq <= since:
            return False
        weight.add(record)
        if weight.total >= threshold and told is None:
            # Read late: earlier words only matter once the threshold is reached.
            heard = await view.tail(
                character_id, (RecordKind.UTTERANCE,), _TOLD_BEFORE, before=since + 1
            )
            told = {fingerprint(one) for one in heard}
            weight.forget(told)
        if weight.total >= threshold:
            return True
    return False


class _Weight:
    """The weight so far, added up from the newest record on; repeated words count once."""

    def __init__(self, ratings: dict[int, int]) -> None:
        self.total = 0
        self._ratings = ratings
        self._told: dict[Fingerprint, int] = {}
        self._known: set[Fingerprint] = set()

    def add(self, record: Record) -> None:
        """Add a rating or a perceived memory; of repeated words the last count."""
        if isinstance(record.body, Rated):  # read newest first, so the first rating is the latest
            for seq, importance in record.body.ratings:
                self._ratings.setdefault(seq, importance)
            return
        if not isinstance(record.body, Remembered) or record.body.source is Source.AUTHORED:
            return
        weight = self._ratings.get(record.seq, record.importance or 0)
        if record.kind is RecordKind.UTTERANCE:
            says = fingerprint(record)
            if says in self._known or says in self._told:
                return
            self._told[says] = weight
        self.total += weight

    def forget(self, known: set[Fingerprint]) -> None:
        """Subtract words that had been heard before."""
        self._known = known
        self.total -= sum(weight for says, weight in self._told.items() if says in known)


async def load_earlier_ratings(view: View, character_id: str, limit: int) -> dict[str, int]:
    """Return the ratings of a character's latest memories by their text."""
    given: dict[int, int] = {}
    found: dict[str, int] = {}
    for record in await view.tail(character_id, (*MEMORY_KINDS, RecordKind.RATING), limit):
        if isinstance(record.body, Rated):
            for seq, importance in record.body.ratings:
                given.setdefault(seq, importance)
            continue
        rating = given.get(record.seq, record.importance)
        if rating is not None:
            found.setdefault(own_text(record), rating)
    return found


_MOST_IMPORTANT = 10
_MOST_EVIDENCE = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Inference:
    """An inference from memories, not stored yet; `about` are the ids of those it concerns.

    `claim` is the memory of a player's claim on which alone it rests, if it does.
    """

    text: str
    evidence: tuple[Memory, ...]
    importance: int
    about: tuple[str, ...] = ()
    claim: Memory | None = None


class InsightRecorder:
    """Turns inferences into records."""

    def __init__(self, store: Store, stream: MemoryStream, embedder: Embedder) -> None:
        self._store = store
        self._stream = stream
        self._embedder = embedder

    async def drafts(
        self,
        mindset: Mindset,
        inferred: Sequence[Inference],
        secrets: Sequence[Secret] = (),
        shown: Sequence[Memory] = (),
    ) -> tuple[Draft, ...]:
        """Return a REFLECTION for each new inference, and a RATING for each memory one confirms.

        All carry the `secrets` that were in the prompt. What rests on a player's word alone, of the
        evidence or of the memories that were `shown` beside it, is worded as that player's claim.
        Inferences without evidence are left out, and so are those that state as done what was not.
        Raises `Unavailable` when the embedder fails.
        """
        founded = [one for one in inferred if one.evidence and one.text.strip()]
        if founded:
            async with self._store.read() as reader:
                view = await reader.head(mindset.timeline_id)
                undone = await open_intents_of(view, mindset.id, mindset.language)
            founded = [
                _as_hearsay(one, shown, mindset.character.name)
                for one in founded
                if not undone.claims(one.text)
            ]
        if not founded:
            return ()
        vectors = await self._embedder.embed([one.text for one in founded])
        async with self._store.read() as reader:
            view = await reader.head(mindset.timeline_id)
            known, before = await known_insights(reader, view, self._embedder, mindset.id)
        found = deduplicate([one.text for one in founded], vectors, known, before)
        new: dict[int, Inference] = {}
        confirmed: dict[int, list[Inference]] = {}
        for at, (one, twin) in enumerate(zip(founded, found, strict=True), len(known)):
            if twin is None:
                new[at] = one
            elif twin < len(known):
                confirmed.setdefault(twin, []).append(one)
            else:
                new[twin] = _joined(new[twin], one)
        ratings = await self._strengthened(
            mindset, [known[place] for place in confirmed], [*confirmed.values()]
        )
        return (*(_reflection(mindset, one, secrets) for one in new.values()), *ratings)

    async def _strengthened(
        self, mindset: Mindset, records: Sequence[Record], grounds: Sequence[Sequence[Inference]]
    ) -> tuple[Draft, ...]:
        if not records:
            return ()
        async with self._store.read() as reader:
            view = await reader.head(mindset.timeline_id)
            memories = await self._stream.as_memories(
                reader, view, mindset.world.id, mindset.id, records
            )
        importance = {memory.seq: memory.importance for memory in memories}
        evidence = {
            record.seq: _seqs(
                [memory for one in ground for memory in one.evidence if memory.seq != record.seq]
            )
            for record, ground in zip(records, grounds, strict=True)
        }
        return tuple(
            Draft(
                RecordKind.RATING,
                Rated(
                    ratings=((record.seq, min(_MOST_IMPORTANT, importance[record.seq] + 1)),),
                    evidence=evidence[record.seq],
                ),
                mindset.id,
            )
            for record in records
            if record.seq in importance and evidence[record.seq]
        )


def _as_hearsay(one: Inference, shown: Sequence[Memory], name: str) -> Inference:
    sources = {memory.seq: memory for memory in (*one.evidence, *shown)}
    told, claim = attributed(one.text, tuple(sources.values()), name)
    return replace(one, text=told, claim=claim)


def _joined(one: Inference, again: Inference) -> Inference:
    return replace(
        one,
        evidence=tuple(
            {memory.seq: memory for memory in (*one.evidence, *again.evidence)}.values()
        ),
        importance=max(one.importance, again.importance),
        about=tuple(dict.fromkeys((*one.about, *again.about))),
    )


def _reflection(mindset: Mindset, one: Inference, secrets: Sequence[Secret]) -> Draft:
    """Return the memory of an insight, with the trust of its weakest evidence."""
    evidence = one.evidence if one.claim is None else (*one.evidence, one.claim)
    taken_over = evidence_summary(evidence)
    talkers = (who for each in evidence for who in (each.body.told_by, each.body.told_to) if who)
    players = dict.fromkeys(taken_over.players)
    for who in talkers:
        if (known := mindset.present.get(who)) is None or known.person.is_player:
            players[who] = None
    return Draft(
        RecordKind.REFLECTION,
        Remembered(
            source=Source.INFERRED,
            about=one.about,
            told_by="" if one.claim is None else one.claim.body.told_by,
            speaker="" if one.claim is None else one.claim.body.speaker,
            evidence=_seqs(evidence),
            trust=taken_over.trust,
            players=tuple(players),
            depth=taken_over.depth,
            secrets=joined(tuple(secrets), carried(evidence)),
        ),
        mindset.id,
        text=one.text,
        importance=max(1, min(_MOST_IMPORTANT, one.importance)),
    )


def _seqs(evidence: Sequence[Memory]) -> tuple[int, ...]:
    """Return the seqs of evidence, ascending, each once, the last `_MOST_EVIDENCE`."""
    return tuple(sorted({memory.seq for memory in evidence})[-_MOST_EVIDENCE:])


class EvidenceSummary(NamedTuple):
    """What an inference takes over from its evidence.

    `trust` is that of the weakest piece (0..100), `players` are all it stems from, `depth` is one
    more than the deepest piece has.
    """

    trust: int
    players: tuple[str, ...]
    depth: int


def evidence_summary(evidence: Sequence[Memory]) -> EvidenceSummary:
    """Return what an inference from some memories takes over from them."""
    bodies = [memory.body for memory in evidence]
    return EvidenceSummary(
        trust=min((body.trust for body in bodies), default=100),
        players=tuple(dict.fromkeys(player for body in bodies for player in body.players)),
        depth=1 + max((body.depth for body in bodies), default=0),
    )


_LATEST = 100
_LOOKED_AT = 300  # since what is idle is left out
_QUESTIONS = 3
_RECALLED = 30
_INSIGHTS = 5


class ReflectHandler:
    """Does REFLECT jobs: two questions to a model, four where both must be put again."""

    def __init__(
        self,
        minds: Minds,
        thinking: ThoughtRuntime,
        insights: InsightRecorder,
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
            if not await is_reflection_due(
                mindset.view, who, self._threshold, genesis_id=genesis_id
            ):
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
        question = FocalQuestionsInput(
            situation=mindset.situation, memories=undone.beside(memories)
        )
        wondered = await self._thinking.asking(mindset)(question)
        if wondered.answer is None and wondered.calls == 0:
            return
        drafts = [self._thinking.receipt(mindset, Purpose.REFLECT, wondered)]
        questions = [one for one in wondered.answer or () if one.strip()][:_QUESTIONS]
        if questions:
            found, asked = await self._pondered(mindset, questions, undone)
            if asked.answer is None and asked.calls == 0:
                fences = (mindset.fence(RecordKind.REFLECTED),)
                await self._minds.save(mindset, drafts, fences=fences)
                return
            drafts += await self._concluded(mindset, found, asked, carried(memories))
        await self._save(mindset, drafts)

    async def _pondered(
        self, mindset: Mindset, questions: Sequence[str], undone: OpenIntents
    ) -> tuple[tuple[Recollection, ...], AskResult[tuple[Insight, ...]]]:
        """Ask the second question, on all that comes to mind at the first."""
        found: dict[int, Recollection] = {}
        asked_at: dict[int, int] = {}
        async with self._minds.store.read() as reader:
            again = replace(mindset, view=await reader.at(mindset.view.vantage))
            for place, text in enumerate(questions):
                recalled = await self._thinking.recall(reader, again, text, _RECALLED)
                for recollection in recalled:
                    found.setdefault(recollection.memory.seq, recollection)
                    asked_at.setdefault(recollection.memory.seq, place)
        recollections = tuple(found.values())
        question = InsightsInput(
            situation=mindset.situation,
            questions=tuple(questions),
            evidence=undone.beside([each.memory for each in recollections]),
            asked=tuple(asked_at[each.memory.seq] for each in recollections),
        )
        asked: AskResult[tuple[Insight, ...]] = AskResult(answer=())
        if question.evidence:
            asked = await self._thinking.asking(mindset)(question)
        return recollections, asked

    async def _concluded(
        self,
        mindset: Mindset,
        recalled: Sequence[Recollection],
        asked: AskResult[tuple[Insight, ...]],
        wondered_at: tuple[Secret, ...],
    ) -> tuple[Draft, ...]:
        evidence = [each.memory for each in recalled]
        places = range(len(evidence))
        inferred = [
            Inference(
                text=insight.text,
                evidence=tuple(
                    evidence[at] for at in dict.fromkeys(insight.evidence) if at in places
                ),
                importance=insight.importance,
            )
            for insight in (asked.answer or ())[:_INSIGHTS]
        ]
        receipt = self._thinking.receipt(mindset, Purpose.REFLECT, asked, recalled)
        secrets = joined(wondered_at, carried(evidence))
        return (receipt, *await self._insights.drafts(mindset, inferred, secrets, evidence))

    async def _save(self, mindset: Mindset, drafts: Sequence[Draft]) -> None:
        mark = Draft(RecordKind.REFLECTED, ReflectedUpTo(seq=mindset.seq), mindset.id)
        digest = JobDraft(JobKind.DIGEST, mindset.timeline_id, mindset.id)
        fences = (mindset.fence(RecordKind.REFLECTED),)
        await self._minds.save(mindset, (*drafts, mark), fences=fences, jobs=(digest,))
