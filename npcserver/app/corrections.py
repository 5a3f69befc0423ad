"""Corrections: authors change what characters remember, and see first what rests on it.

Nothing in the log changes. A correction is a record that holds from its position on, in its
timeline and in those forked from it later, until another record takes it back.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from npcserver.app.authored import character_at, each_timeline
from npcserver.app.idempotency import AUTHOR_TRIES, run_once, stored_answer
from npcserver.app.ledger.correction_changes import (
    CorrectionChanges,
    CorrectionMade,
    DependentChoice,
    DependentTreatment,
    stand_in_for,
)
from npcserver.app.ledger.dependents import STATE_KINDS, Dependent, DependentSearch, texts_of
from npcserver.app.ledger.provenance import load_character_names, load_rated
from npcserver.app.ledger.set_states import (
    BeliefSetting,
    MoodSetting,
    PlaceSetting,
    StandingSetting,
    blank_state,
    state_draft,
)
from npcserver.app.memories import find_memory
from npcserver.memory.stream import MemoryStream
from npcserver.model import limits
from npcserver.model.bounds import Importance, Items, Seq, Text
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import CharacterId, TimelineId, new_id
from npcserver.model.memory import Memory, memory_id, of
from npcserver.model.record import (
    MEMORY_KINDS,
    Correction,
    Draft,
    Record,
    RecordKind,
    Remembered,
    Source,
    owner_of_subject,
)
from npcserver.model.secret import Secret
from npcserver.model.timeline import Timeline
from npcserver.ports.storage import Reader, RequestKey, Store, UnitOfWork
from npcserver.ports.view import View

_MOST_BRANCHES = 200
"""Timelines that see a memory and are searched for what rests on it, the newest ids first."""
_AT_ONCE = 2_000
Note = Annotated[str, Text(limits.NOTE)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """The choice for the record at `seq`."""

    seq: Seq
    choice: DependentChoice


@dataclass(frozen=True, slots=True, kw_only=True)
class PricedDependent:
    """A record that rests on the memory, as an author is shown it.

    `timeline_id` owns it. `memory_id` is empty for a state, such as a relation or a plan. `hops` is
    the number of inferences and retellings between, `words` show that it rests on the memory.
    """

    timeline_id: TimelineId
    seq: int
    kind: RecordKind
    character_id: CharacterId
    character_name: str
    memory_id: str
    text: str
    words: str
    hops: int
    from_seqs: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionPrice:
    """What rests on a memory in all timelines that see it; each record once, by seq."""

    timeline_ids: tuple[TimelineId, ...]
    dependents: tuple[PricedDependent, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedCorrection:
    """A correction as it is listed; `is_undone` if another took it back.

    `withdrawn` are the memories that it took away, `added` those that it gave, and `states` the
    records of what it set, such as a mood.
    """

    correction_id: str
    seq: int
    created_at: datetime
    author_id: str
    why: str
    undoes: str
    is_undone: bool
    withdrawn: tuple[Memory, ...]
    added: tuple[Memory, ...]
    states: tuple[Record, ...] = ()


class Corrections:
    """The use cases of `CorrectionService`."""

    def __init__(self, store: Store, stream: MemoryStream) -> None:
        self._store = store
        self._stream = stream

    async def preview(self, timeline_id: TimelineId, memory_id: str) -> CorrectionPrice:
        """Return what rests on a memory, in all timelines of its world that see it.

        At most `_MOST_BRANCHES` of them are searched, the named one always.
        Raises `NotFound` for a memory that cannot be seen from the head of the timeline.
        """
        async with self._store.read() as reader:
            view = await reader.head(timeline_id)
            asked = await find_memory(reader, view, memory_id)
            names = await load_character_names(reader, view)
            seeing = await _seeing(reader, view.timeline, asked)
            found: dict[tuple[TimelineId, int], Dependent] = {}
            for one in seeing:
                branch = await reader.head(one)
                for each in (await _resting(branch, DependentSearch(asked))).values():
                    found[each.record.timeline_id, each.record.seq] = each
        priced = (_priced(one, names) for one in found.values())
        in_order = sorted(priced, key=lambda one: (one.seq, one.timeline_id))
        return CorrectionPrice(timeline_ids=tuple(seeing), dependents=tuple(in_order))

    async def correct(  # noqa: PLR0913 - one change, and what becomes of the rest
        self,
        *,
        timeline_id: TimelineId,
        memory_id: str,
        text: Annotated[str, Text(limits.MEMORY)] = "",
        is_withdrawn: bool = False,
        lock: Secret | None = None,
        others: DependentChoice = DependentChoice.LEAVE,
        choices: Annotated[tuple[Chosen, ...], Items(limits.DEPENDENTS)] = (),
        author_id: str = "",
        why: Note = "",
        key: RequestKey | None = None,
    ) -> CorrectionMade:
        """Give a memory other words, withdraw it or lock it, and treat what rests on it as chosen.

        Exactly one of `text`, `is_withdrawn` and `lock` is given. Words that were said stay said:
        who heard them has the new text as something it knows. Raises `NotFound`, and `Conflict`
        (TIMELINE_MOVED) if play went on whenever it was tried.
        """
        if sum((bool(text.strip()), is_withdrawn, lock is not None)) != 1:
            raise InvalidInput(
                "text", "give new words, withdraw the memory or lock it, one of them"
            )
        chosen = {one.seq: one.choice for one in choices}
        async with self._store.read() as reader:
            if (kept := await stored_answer(reader, key, CorrectionMade)) is not None:
                return kept
            view = await reader.head(timeline_id)
            if view.timeline.parent_id is None:
                raise InvalidInput(
                    "timeline_id", "is where the world begins; change its seed memories instead"
                )
            search = DependentSearch(await find_memory(reader, view, memory_id))
            await search.read(view)
            read = (search.asked, *(one.record for one in search.found.values()))
            memories = [one for one in read if one.kind in MEMORY_KINDS]
            rated = await load_rated(self._stream, reader, view, memories)

        async def work(unit: UnitOfWork) -> CorrectionMade:
            here = await unit.head(timeline_id)
            asked = await find_memory(unit, here, memory_id)
            there = await _resting(here, search)
            if unknown := chosen.keys() - there.keys():
                raise InvalidInput("choices", f"nothing at {min(unknown)} rests on this memory")
            changes = CorrectionChanges(here.vantage.seq, new_id("c"), author_id, why)
            changes.withdraw(asked)
            new_seq = 0
            if not is_withdrawn:
                new_seq = changes.add(stand_in_for(asked, rated, text=text, lock=lock))
            treated = DependentTreatment(changes, asked, there, rated)
            await treated.apply(here, {seq: chosen.get(seq, others) for seq in there})
            await unit.append(changes.append(timeline_id))
            left = tuple(seq for seq in there if seq not in treated.changed)
            return changes.made(new_seq, timeline_id, changed=tuple(treated.changed), left=left)

        return await run_once(self._store, key, CorrectionMade, work, tries=AUTHOR_TRIES)

    async def add(  # noqa: PLR0913 - the fields of one memory
        self,
        *,
        timeline_id: TimelineId,
        character_id: CharacterId,
        text: Annotated[str, Text(limits.MEMORY)],
        importance: Importance | None = None,
        secret: Secret | None = None,
        author_id: str = "",
        why: Note = "",
        key: RequestKey | None = None,
    ) -> CorrectionMade:
        """Give a character something that it has always known; rated later without importance."""

        async def work(unit: UnitOfWork) -> CorrectionMade:
            view = await unit.head(timeline_id)
            await unit.character(view.timeline.world_id, character_id)
            changes = CorrectionChanges(view.vantage.seq, new_id("c"), author_id, why)
            secrets = () if secret is None else (secret,)
            body = Remembered(source=Source.AUTHORED, secrets=secrets)
            draft = Draft(
                RecordKind.OBSERVATION, body, character_id, text=text, importance=importance
            )
            new_seq = changes.add(draft)
            await unit.append(changes.append(timeline_id))
            return changes.made(new_seq, timeline_id)

        return await run_once(self._store, key, CorrectionMade, work, tries=AUTHOR_TRIES)

    async def set_state(  # noqa: PLR0913 - one of four states, and who sets it
        self,
        *,
        timeline_id: TimelineId,
        character_id: CharacterId,
        mood: MoodSetting | None = None,
        belief: BeliefSetting | None = None,
        standing: StandingSetting | None = None,
        place: PlaceSetting | None = None,
        author_id: str = "",
        why: Note = "",
        key: RequestKey | None = None,
    ) -> CorrectionMade:
        """Set the mood, a belief, a standing or the place of a character: one of the four.

        Play moves it on from there. Raises what `state_draft` does, and `Conflict` (TIMELINE_MOVED)
        if play went on whenever it was tried.
        """
        given = [one for one in (mood, belief, standing, place) if one is not None]
        if len(given) != 1:
            raise InvalidInput("state", "set mood, belief, standing or place, one of them")

        async def work(unit: UnitOfWork) -> CorrectionMade:
            view = await unit.head(timeline_id)
            if view.timeline.parent_id is None:
                raise InvalidInput(
                    "timeline_id", "is where the world begins; start a timeline, and set it there"
                )
            character = await character_at(unit, view, character_id)
            changes = CorrectionChanges(view.vantage.seq, new_id("c"), author_id, why)
            changes.add(await state_draft(unit, view, character, given[0]))
            await unit.append(changes.append(timeline_id))
            return changes.made(0, timeline_id)

        return await run_once(self._store, key, CorrectionMade, work, tries=AUTHOR_TRIES)

    async def undo(
        self,
        *,
        timeline_id: TimelineId,
        correction_id: str,
        author_id: str = "",
        why: Note = "",
        key: RequestKey | None = None,
    ) -> CorrectionMade:
        """Take a correction back, or what took one back.

        Memories that it withdrew exist again, and those it added do not. A state that has changed
        since stays. Raises `InvalidInput`, also for one that was taken back already.
        """

        async def work(unit: UnitOfWork) -> CorrectionMade:
            here = await unit.head(timeline_id)
            made = [one for one in await _corrections(here) if one[0] == correction_id]
            if not made or correction_id in await _undone(here):
                raise InvalidInput(
                    "correction_id",
                    f"{correction_id!r} is no correction of this timeline, or was taken back; "
                    "list its corrections",
                )
            changes = CorrectionChanges(
                here.vantage.seq, new_id("c"), author_id, why, correction_id
            )
            recorded = here.as_recorded
            for _, record, body in made:
                for seq in body.withdrawn:
                    changes.restore(record.subject_id, seq)
                for one in await recorded.get([*body.restored, *body.added]):
                    if one.kind in MEMORY_KINDS:
                        changes.withdraw(one)
                    else:
                        await _take_back(unit, recorded, changes, one)
            await unit.append(changes.append(timeline_id))
            return changes.made(0, timeline_id)

        return await run_once(self._store, key, CorrectionMade, work, tries=AUTHOR_TRIES)

    async def list(self, timeline_id: TimelineId) -> tuple[ListedCorrection, ...]:
        """Return the corrections that hold or held in a timeline, the newest first."""
        async with self._store.read() as reader:
            view = await reader.head(timeline_id)
            undone = await _undone(view)
            grouped: dict[str, list[tuple[Record, Correction]]] = {}
            for correction_id, record, body in await _corrections(view):
                grouped.setdefault(correction_id, []).append((record, body))
            return tuple(
                [
                    await _listed(view.as_recorded, one, is_undone=name in undone)
                    for name, one in reversed(grouped.items())
                ]
            )


async def _seeing(reader: Reader, named: Timeline, asked: Record) -> list[TimelineId]:
    """Return a timeline and the others of its world that see a record, the newest ids first."""
    known = {one.id: one async for one in each_timeline(reader, named.world_id)}

    def sees(one: Timeline | None) -> bool:
        while one is not None and one.id != asked.timeline_id:
            is_before_fork = one.parent_id is not None and asked.seq <= one.forked_at
            one = known.get(one.parent_id) if is_before_fork and one.parent_id else None
        return one is not None

    others = sorted(
        (id_ for id_, one in known.items() if id_ != named.id and sees(one)), reverse=True
    )
    return [named.id, *others[: _MOST_BRANCHES - 1]]


async def _resting(view: View, search: DependentSearch) -> dict[int, Dependent]:
    """Return what rests on a memory at a vantage and still exists there, in order of seq."""
    await search.read(view)
    seqs = [seq for seq, one in search.found.items() if one.record.kind in MEMORY_KINDS]
    seen = {record.seq for record in await view.get(seqs)}
    return {
        seq: one
        for seq, one in sorted(search.found.items())
        if seq in seen or one.record.kind in STATE_KINDS
    }


async def _take_back(
    unit: UnitOfWork, view: View, changes: CorrectionChanges, state: Record
) -> None:
    """Give a subject the state from before one that a correction added, unless it changed since."""
    newest = await view.latest(state.kind, state.subject_id)
    if newest is None or newest.seq != state.seq:
        return
    before = await view.tail(state.subject_id, (state.kind,), 1, before=state.seq)
    body = before[0].body if before else await blank_state(unit, view, state)
    if body is not None:
        # As of its own time, so that it fades as if nothing had been set.
        since = before[0].game_time if before else None
        changes.add(Draft(state.kind, body, state.subject_id, game_time=since))


async def _corrections(view: View) -> list[tuple[str, Record, Correction]]:
    """Return the corrections that a vantage sees, oldest first: id, record and body."""
    found: list[tuple[str, Record, Correction]] = []
    after = 0
    while view.timeline.is_corrected and (
        records := await view.after(after, _AT_ONCE, (RecordKind.CORRECTION,))
    ):
        found += [
            (one.body.correction_id, one, one.body)
            for one in records
            if isinstance(one.body, Correction)
        ]
        after = records[-1].seq
    return found


async def _undone(view: View) -> set[str]:
    """Return the ids of the corrections that were taken back, and not brought back since."""
    undone: set[str] = set()
    for correction_id, _, body in reversed(await _corrections(view)):
        if body.undoes and correction_id not in undone:
            undone.add(body.undoes)
    return undone


async def _listed(
    recorded: View, made: Sequence[tuple[Record, Correction]], *, is_undone: bool
) -> ListedCorrection:
    first, body = made[0]
    withdrawn = [seq for _, one in made for seq in one.withdrawn]
    added = [seq for _, one in made for seq in (*one.added, *one.restored)]
    states = [one for one in await recorded.get(sorted(added)) if one.kind not in MEMORY_KINDS]
    return ListedCorrection(
        correction_id=body.correction_id,
        seq=made[-1][0].seq,
        created_at=first.written_at,
        author_id=body.author_id,
        why=body.why,
        undoes=body.undoes,
        is_undone=is_undone,
        withdrawn=await _memories(recorded, withdrawn),
        added=await _memories(recorded, added),
        states=tuple(states),
    )


async def _memories(recorded: View, seqs: Sequence[int]) -> tuple[Memory, ...]:
    return tuple(
        of(one, importance=one.importance, last_accessed_at=one.game_time, lineage=recorded.lineage)
        for one in await recorded.get(sorted(seqs))
        if isinstance(one.body, Remembered)
    )


def _priced(one: Dependent, names: Mapping[str, str]) -> PricedDependent:
    record, mind = one.record, owner_of_subject(one.record.subject_id)
    is_memory = isinstance(record.body, Remembered)
    return PricedDependent(
        timeline_id=record.timeline_id,
        seq=record.seq,
        kind=record.kind,
        character_id=CharacterId(mind),
        character_name=names.get(mind, mind),
        memory_id=memory_id(record.timeline_id, record.seq) if is_memory else "",
        text=record.text if is_memory else " ".join(filter(None, texts_of(record))),
        words=one.words,
        hops=one.hops,
        from_seqs=one.from_seqs,
    )
