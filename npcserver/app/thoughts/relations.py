"""Revising a character's relations and beliefs by what has happened."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from npcserver.app.context.discretion import before
from npcserver.app.context.history import TALK, person, talks
from npcserver.app.context.mindset import Minds, Mindset, beliefs, standing_with
from npcserver.app.context.open_intents import OpenIntents, open_intents_of
from npcserver.app.thoughts.job_worker import JobNotDue
from npcserver.app.thoughts.reflection import evidence_summary
from npcserver.app.thoughts.thought_runtime import ThoughtRuntime
from npcserver.memory.stream import MemoryStream
from npcserver.mind.hearsay import attributed
from npcserver.model.character import Person
from npcserver.model.feelings import CHANGE, NEUTRAL, Belief, Mood, Standing
from npcserver.model.ids import CharacterId
from npcserver.model.inputs import RelationInput, RelationUpdate
from npcserver.model.job import Job, JobDraft, JobKind
from npcserver.model.memory import Memory
from npcserver.model.model_use import Purpose
from npcserver.model.record import Draft, Record, RecordKind, Remembered, Source, subject_key
from npcserver.model.relation_axes import RelationAxis, moved_along
from npcserver.ports.clock import Clock
from npcserver.ports.storage import Fence, Reader

_LIVED = (RecordKind.OBSERVATION, RecordKind.UTTERANCE, RecordKind.LINE, RecordKind.WHISPER)
_LOOKED_AT = 200
_PEOPLE = 3
"""People that one job considers; a further job is queued for the others."""
_MEMORIES = 30
_BELIEFS = 10
_MATTERS = 6
"""Importance from which a memory of a person counts although they did not speak."""
_FAMILIARITY = 2
"""What having talked adds by rule, where no model gives more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Encounter:
    """What happened with a person since the last revision, oldest first.

    `open` are the memories that may be used; the others are secret.
    """

    other: Person
    standing: Standing
    memories: tuple[Memory, ...]
    open: tuple[Memory, ...]
    has_talked: bool

    @property
    def weight(self) -> int:
        """The greatest importance among the memories."""
        return max(memory.importance for memory in self.memories)

    @property
    def evidence(self) -> tuple[int, ...]:
        """The seqs of the memories."""
        return tuple(memory.seq for memory in self.memories)


@dataclass(slots=True)
class _RelationChange:
    """The changes of a character, collected from one person after the other."""

    mood: Mood
    undone: OpenIntents
    axes: tuple[RelationAxis, ...]
    has_felt: bool = False
    standings: list[Standing] = field(default_factory=list)
    beliefs: dict[str, Belief] = field(default_factory=dict)
    moved: dict[str, Belief] = field(default_factory=dict)
    receipts: list[Draft] = field(default_factory=list)

    def take(self, encounter: Encounter, revised: RelationUpdate) -> None:
        """Apply a revision, within the bounds of `model.feelings`."""
        evidence = encounter.evidence
        stems_from = evidence_summary(encounter.open).players
        moved = encounter.standing.moved(
            affinity=revised.affinity,
            trust=revised.trust,
            familiarity=revised.familiarity,
            view=revised.view,
            evidence=evidence,
        )
        changes = {one.name: one.change for one in revised.axes}
        moved = moved_along(moved, self.axes, changes, most=CHANGE)
        self.standings.append(replace(moved, players=_united(moved.players, stems_from)))
        for change in revised.beliefs:
            known = self.beliefs.get(change.topic)
            if known is None and change.text.strip():
                known = Belief(topic=change.topic, text=change.text)
            if known is not None and change.topic:
                players = _united(known.players, stems_from)
                known = replace(known.moved(change.change, evidence), players=players)
                self.beliefs[change.topic] = self.moved[change.topic] = known
        if revised.feeling != NEUTRAL:
            self.mood = self.mood.moved(revised.feeling, encounter.weight / 10, revised.view)
            self.has_felt = True


class RelateHandler:
    """Runs RELATE jobs. Changes are gradual: the bounds of `model.feelings` hold for any answer."""

    def __init__(
        self,
        minds: Minds,
        thinking: ThoughtRuntime,
        stream: MemoryStream,
        *,
        clock: Clock,
        lull_seconds: float = 60.0,
    ) -> None:
        self._minds = minds
        self._thinking = thinking
        self._stream = stream
        self._clock = clock
        self._lull = timedelta(seconds=lull_seconds)

    async def __call__(self, job: Job) -> None:
        """Revise the relations to those with whom something happened.

        Raises `JobNotDue` while talk goes on.
        """
        async with self._minds.store.read() as reader:
            mindset = await self._minds.load(reader, job.timeline_id, CharacterId(job.subject_id))
            busy = await self._still_talking(mindset)
            found = await self._encounters(reader, mindset, {*busy})
            held = await beliefs(mindset.view, mindset.id)
            undone = await open_intents_of(mindset.view, mindset.id, mindset.language)
        now = [replace(one, open=undone.beside(one.open)) for one in found[:_PEOPLE]]
        if now:
            again = JobDraft(JobKind.RELATE, mindset.timeline_id, mindset.id)
            change = _RelationChange(
                mindset.situation.mood,
                undone,
                mindset.world.axes,
                beliefs={belief.topic: belief for belief in held},
            )
            for encounter in now:
                await self._revise(mindset, encounter, change)
            await self._save(mindset, change, [again] if found[_PEOPLE:] else [])
        waiting = [over_at for over_at in busy.values() if over_at is not None]
        if waiting and not found[_PEOPLE:]:
            raise JobNotDue(min(waiting))

    async def _still_talking(self, mindset: Mindset) -> dict[str, datetime | None]:
        """Return the partners of open talks, and when each may be over, None if unknown."""
        now = self._clock.now()
        return {
            talk.partner.id: talk.over_at
            for talk in await talks(mindset, self._lull)
            if talk.over_at is None or talk.over_at > now
        }

    async def _encounters(
        self, reader: Reader, mindset: Mindset, busy: set[str]
    ) -> list[Encounter]:
        newest = await mindset.view.tail(mindset.id, _LIVED, _LOOKED_AT)
        by_other: dict[str, list[Record]] = {}
        for record in reversed(newest):
            for other in _others(record, mindset):
                if other not in busy:
                    by_other.setdefault(other, []).append(record)
        found: list[Encounter] = []
        for other, records in by_other.items():
            encounter = await self._encounter(reader, mindset, other, records)
            if encounter is not None:
                found.append(encounter)
        return sorted(found, key=lambda one: (-one.weight, -len(one.memories), one.other.id))

    async def _encounter(
        self, reader: Reader, mindset: Mindset, other: str, records: list[Record]
    ) -> Encounter | None:
        """Return what happened with a person, None where nothing of it matters."""
        who = person(mindset, other, records)
        standing = await standing_with(mindset.view, mindset.character, who, mindset.world.axes)
        subject = subject_key(mindset.id, other)
        record = await mindset.view.latest(RecordKind.RELATION, subject)
        since = 0
        if record is not None and isinstance(record.body, Standing):
            since = max(record.body.evidence, default=record.seq)
        fresh = [record for record in records if record.seq > since]
        memories = await self._stream.as_memories(
            reader, mindset.view, mindset.world.id, mindset.id, fresh
        )
        discretion = await before(mindset.view, mindset.character, ())
        has_talked = any(
            one.kind in TALK
            and isinstance(one.body, Remembered)
            and one.body.source is not Source.OVERHEARD
            for one in fresh
        )
        if not has_talked and all(memory.importance < _MATTERS for memory in memories):
            return None
        return Encounter(
            other=who,
            standing=replace(standing, other_name=standing.other_name or who.name),
            memories=memories[-_MEMORIES:],
            open=discretion.sift(memories[-_MEMORIES:])[0],
            has_talked=has_talked,
        )

    async def _revise(
        self, mindset: Mindset, encounter: Encounter, change: _RelationChange
    ) -> None:
        """Ask for a revision; without an answer, having talked adds familiarity.

        Secret memories are not asked about.
        """
        by_rule = RelationUpdate(familiarity=_FAMILIARITY if encounter.has_talked else 0)
        if not encounter.open:
            change.take(encounter, by_rule)
            return
        question = RelationInput(
            situation=replace(mindset.situation, mood=change.mood),
            other=encounter.other,
            standing=encounter.standing,
            memories=encounter.open,
            beliefs=tuple(change.beliefs.values())[:_BELIEFS],
        )
        asked = await self._thinking.asking(mindset)(question)
        if asked.calls:
            change.receipts.append(self._thinking.receipt(mindset, Purpose.RELATE, asked))
        if asked.answer is None:
            change.take(encounter, by_rule)
            return
        revised = change.undone.honest(asked.answer)
        change.take(encounter, _with_hearsay(revised, encounter, mindset.character.name))

    async def _save(
        self, mindset: Mindset, change: _RelationChange, jobs: Sequence[JobDraft]
    ) -> None:
        drafts = [
            *change.receipts,
            *(
                Draft(RecordKind.RELATION, standing, subject_key(mindset.id, standing.other_id))
                for standing in change.standings
            ),
            *(
                Draft(RecordKind.BELIEF, belief, subject_key(mindset.id, belief.topic))
                for belief in change.moved.values()
            ),
        ]
        if change.has_felt:
            drafts.append(Draft(RecordKind.MOOD, change.mood, mindset.id))
        fences = [
            Fence(draft.subject_id, (draft.kind,), mindset.seq)
            for draft in drafts
            if draft.kind is not RecordKind.THOUGHT
        ]
        await self._minds.save(mindset, drafts, fences=fences, jobs=jobs)


def _with_hearsay(revised: RelationUpdate, encounter: Encounter, name: str) -> RelationUpdate:
    """Return a revision with the names of the players on whose word alone it rests."""
    return replace(
        revised,
        view=attributed(revised.view, encounter.open, name)[0],
        beliefs=tuple(
            replace(one, text=attributed(one.text, encounter.open, name)[0])
            for one in revised.beliefs
        ),
    )


def _united(players: tuple[str, ...], others: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*players, *others)))


def _others(record: Record, mindset: Mindset) -> set[str]:
    """Return the people of a memory: speaker, addressee, and those it is about."""
    body = record.body
    if not isinstance(body, Remembered):
        return set()
    named = {who for who in body.about if who in mindset.present or who in body.players}
    if record.kind in TALK:
        named |= {body.told_by, body.told_to}
    return named - {"", mindset.id}
