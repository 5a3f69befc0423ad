"""Keeping what was inferred: with its evidence, and never the same thing twice.

What comes out almost word for word as something the mind inferred, perceived or was told before
strengthens that instead: its importance grows by one and it gains the evidence. So the same thought
had twenty times is one memory that matters, and not twenty, and what was recalled is not learned
again as new. What rests on nothing but the memory that it repeats strengthens nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from npcserver.app.context.discretion import carried
from npcserver.app.context.mindset import Mindset
from npcserver.app.context.open_intents import open_intents_of
from npcserver.memory.relearning import known_to, twins
from npcserver.memory.stream import MemoryStream
from npcserver.mind.reflection import inherited
from npcserver.model.memory import Memory
from npcserver.model.record import Draft, Rated, Record, RecordKind, Remembered, Source
from npcserver.model.secret import Secret, joined
from npcserver.ports.embedder import Embedder
from npcserver.ports.storage import Store

_MOST_IMPORTANT = 10
_MOST_EVIDENCE = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Inferred:
    """Something inferred from memories, not kept yet; `about` names whom it concerns."""

    text: str
    evidence: tuple[Memory, ...]
    importance: int
    about: tuple[str, ...] = ()


class Insights:
    """Turns what was inferred into records."""

    def __init__(self, store: Store, stream: MemoryStream, embedder: Embedder) -> None:
        self._store = store
        self._stream = stream
        self._embedder = embedder

    async def drafts(
        self, mindset: Mindset, inferred: Sequence[Inferred], secrets: Sequence[Secret] = ()
    ) -> tuple[Draft, ...]:
        """Return a REFLECTION for each that is new, and a RATING for each old one it confirms.

        All of them carry the `secrets` that were before the mind when it inferred them. Whatever
        rests on nothing is left out, and so is what tells as done what was not. Raises
        `Unavailable` when the embedder fails.
        """
        founded = [one for one in inferred if one.evidence and one.text.strip()]
        if founded:
            founded = await self._true(mindset, founded)
        if not founded:
            return ()
        vectors = await self._embedder.embed([one.text for one in founded])
        async with self._store.read() as reader:
            view = await reader.head(mindset.timeline_id)
            known, before = await known_to(reader, view, self._embedder, mindset.id)
        found = twins([one.text for one in founded], vectors, known, before)
        new: dict[int, Inferred] = {}
        confirmed: dict[int, list[Inferred]] = {}
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

    async def _true(self, mindset: Mindset, inferred: Sequence[Inferred]) -> list[Inferred]:
        """Return what does not tell of a deed that was only wanted: a boast is no memory of it."""
        async with self._store.read() as reader:
            view = await reader.head(mindset.timeline_id)
            undone = await open_intents_of(view, mindset.id, mindset.language)
        return [one for one in inferred if not undone.claims(one.text)]

    async def _strengthened(
        self, mindset: Mindset, records: Sequence[Record], grounds: Sequence[Sequence[Inferred]]
    ) -> tuple[Draft, ...]:
        """Return a rating for each record that was confirmed."""
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
                kind=RecordKind.RATING,
                subject_id=mindset.id,
                body=Rated(
                    ratings=((record.seq, min(_MOST_IMPORTANT, importance[record.seq] + 1)),),
                    evidence=evidence[record.seq],
                ),
            )
            for record in records
            if record.seq in importance and evidence[record.seq]
        )


def _joined(one: Inferred, again: Inferred) -> Inferred:
    return replace(
        one,
        evidence=tuple(
            {memory.seq: memory for memory in (*one.evidence, *again.evidence)}.values()
        ),
        importance=max(one.importance, again.importance),
        about=tuple(dict.fromkeys((*one.about, *again.about))),
    )


def _reflection(mindset: Mindset, one: Inferred, secrets: Sequence[Secret]) -> Draft:
    """Return the memory of an insight, as far to be trusted as its weakest evidence."""
    taken_over = inherited(one.evidence)
    players = dict.fromkeys(
        (*taken_over.players, *(who for each in one.evidence for who in _players(mindset, each)))
    )
    return Draft(
        kind=RecordKind.REFLECTION,
        subject_id=mindset.id,
        text=one.text,
        importance=max(1, min(_MOST_IMPORTANT, one.importance)),
        body=Remembered(
            source=Source.INFERRED,
            about=one.about,
            evidence=_seqs(one.evidence),
            trust=taken_over.trust,
            players=tuple(players),
            depth=taken_over.depth,
            secrets=joined(tuple(secrets), carried(one.evidence)),
        ),
    )


def _players(mindset: Mindset, memory: Memory) -> tuple[str, ...]:
    """Return the players who spoke, or were spoken to, in a memory."""
    named = (memory.body.told_by, memory.body.told_to)
    return tuple(
        who
        for who in named
        if who and ((known := mindset.present.get(who)) is None or known.person.is_player)
    )


def _seqs(evidence: Sequence[Memory]) -> tuple[int, ...]:
    """Return where evidence stands, in order, each once, and no more than can be shown."""
    return tuple(sorted({memory.seq for memory in evidence})[-_MOST_EVIDENCE:])
