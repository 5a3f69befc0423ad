"""Explanations of turns, thoughts and insights, from their receipts and evidence."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Annotated

from npcserver.app.authoring.lore_index import book_drafts, with_drafts
from npcserver.app.context.history import newest_first, outcomes_after
from npcserver.app.context.recall import recollections_of
from npcserver.app.group_moves import fresh_moves
from npcserver.app.ledger.line_reasons import KeptBack, LineReason, line_reason
from npcserver.app.ledger.provenance import load_rated
from npcserver.app.ledger.provenance_graph import ProvenanceGraph
from npcserver.app.memories import find_memory, view_at
from npcserver.memory.passages import cut
from npcserver.memory.stream import MemoryStream
from npcserver.model import limits
from npcserver.model.bounds import NumberRange, Seq
from npcserver.model.commitment import Commitment
from npcserver.model.errors import NotFound
from npcserver.model.group.moves import GroupMoved, Opened
from npcserver.model.group.script import cast_of
from npcserver.model.ids import CharacterId, TimelineId, TurnId
from npcserver.model.lore import CitedPassage
from npcserver.model.memory import Memory, Recollection
from npcserver.model.model_use import Purpose
from npcserver.model.record import (
    Record,
    RecordKind,
    Remembered,
    Settled,
    TurnTaken,
    subject_key,
)
from npcserver.model.thought import Thought
from npcserver.model.timeline import Lineage, Vantage
from npcserver.model.turn import RecalledMemory, Receipt
from npcserver.ports.storage import Reader, Store
from npcserver.ports.view import View

_AT_ONCE = 1_000
TREE_DEPTH = 12
_NEAR = 64  # records of one thought are neighbours; no thought leaves more
_LEAVES = {
    Purpose.REFLECT: RecordKind.REFLECTION,
    Purpose.SUMMARISE: RecordKind.REFLECTION,
    Purpose.PLAN: RecordKind.PLAN,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """A passage in a prompt; without a title and a text when its book is gone."""

    cited: CitedPassage
    title: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnExplanation:
    """A turn with its inputs; recollections carry the scores of that moment.

    `reason` says who made the line, why, and which recalled memories were kept back. `outcomes` are
    what the game has reported on its intents so far, oldest first, `commitments` the promises made
    in it, in their present state.
    """

    record: Record
    turn: TurnTaken
    lineage: Lineage = ()
    recollections: tuple[Recollection, ...] = ()
    reason: LineReason
    lore: tuple[Citation, ...] = ()
    outcomes: tuple[Settled, ...] = ()
    commitments: tuple[Commitment, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ThoughtExplanation:
    """A thought with its inputs, and the memories that it left.

    `character_id` is whose it was; empty for a member of a scene without a character.
    """

    record: Record
    thought: Thought
    character_id: str
    recollections: tuple[Recollection, ...] = ()
    left: tuple[Memory, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReflectionNode:
    """A memory and its evidence, oldest first; an observation has none.

    `is_repeated` is true where the memory occurs elsewhere in the answer with its children.
    """

    memory: Memory
    children: tuple["ReflectionNode", ...] = ()
    is_repeated: bool = False


class Explanations:
    """The use cases of `MemoryService.Explain` and `GetReflectionTree`. They write nothing."""

    def __init__(self, store: Store, stream: MemoryStream) -> None:
        self._store = store
        self._stream = stream

    async def turn(self, timeline_id: TimelineId, turn_id: TurnId) -> TurnExplanation:
        """Return the receipt of a turn. Raises `NotFound`."""
        async with self._store.read() as reader:
            view = await view_at(reader, timeline_id, None)
            record = await view.turn(turn_id)
            if record is None or not isinstance(record.body, TurnTaken):
                raise NotFound("turn", turn_id, "take its id from `TurnStarted`")
            return await self._turn(reader, view, record, record.body)

    async def memory(
        self, timeline_id: TimelineId, memory_id: str
    ) -> TurnExplanation | ThoughtExplanation | None:
        """Return the receipt of the turn or thought that left a memory, None where none did.

        Raises `NotFound`.
        """
        async with self._store.read() as reader:
            view = await view_at(reader, timeline_id, None)
            record = await find_memory(reader, view, memory_id)
            turn_id = record.body.turn_id if isinstance(record.body, Remembered) else None
            turn = await view.turn(turn_id) if turn_id else None
            if turn is not None and isinstance(turn.body, TurnTaken):
                return await self._turn(reader, view, turn, turn.body)
            thought = await _thought_behind(view, record)
            if thought is None or not isinstance(thought.body, Thought):
                return None
            return await self._thought(reader, view, thought, thought.body)

    async def position(
        self, timeline_id: TimelineId, seq: Seq
    ) -> TurnExplanation | ThoughtExplanation:
        """Return the receipt at a position: of a turn, a thought or a move of a scene.

        Raises `NotFound`.
        """
        async with self._store.read() as reader:
            view = await view_at(reader, timeline_id, None)
            for record in await view.as_recorded.get([seq]):
                body = record.body
                if isinstance(body, TurnTaken):
                    return await self._turn(reader, view, record, body)
                made = (
                    getattr(body.what, "made_from", None) if isinstance(body, GroupMoved) else body
                )
                if isinstance(made, Thought):
                    return await self._thought(reader, view, record, made)
        raise NotFound(
            "turn", f"at {seq}", "name the position of a turn, a thought or a move of a group chat"
        )

    async def _turn(
        self, reader: Reader, view: View, record: Record, turn: TurnTaken
    ) -> TurnExplanation:
        made = turn.receipt
        outcomes = (one.body for one in await outcomes_after(view, record))
        promised = await view.latest_by_subject(
            RecordKind.COMMITMENT, subject_key(record.subject_id, "")
        )
        in_order = (one.body for one in sorted(promised.values(), key=lambda one: one.seq))
        then = await reader.at(Vantage(view.vantage.timeline_id, made.vantage_seq))
        memories = await self._memories(reader, then, made.recalled, made.withheld)
        recollections = recollections_of(made.recalled, memories)
        return TurnExplanation(
            record=record,
            turn=turn,
            lineage=view.lineage,
            recollections=recollections,
            reason=line_reason(turn, recollections, kept_back(made, memories)),
            lore=await _citations(reader, then, made.lore),
            outcomes=tuple(
                one for one in outcomes if isinstance(one, Settled) and one.turn_id == turn.turn_id
            ),
            commitments=tuple(
                one
                for one in in_order
                if isinstance(one, Commitment) and one.turn_id == turn.turn_id
            ),
        )

    async def _thought(
        self, reader: Reader, view: View, record: Record, thought: Thought
    ) -> ThoughtExplanation:
        then = await reader.at(Vantage(view.vantage.timeline_id, thought.vantage_seq))
        memories = await self._memories(reader, then, thought.recalled)
        near = await _near(view, record)
        left = _standing_with(record, thought, near)
        memories_left = await load_rated(self._stream, reader, view, left)
        return ThoughtExplanation(
            record=record,
            thought=thought,
            character_id=await _thinker(view, record),
            recollections=recollections_of(thought.recalled, memories),
            left=tuple(memories_left.values()),
        )

    async def _memories(
        self,
        reader: Reader,
        then: View,
        recalled: Sequence[RecalledMemory],
        withheld: Sequence[int] = (),
    ) -> dict[int, Memory]:
        """Return the recalled memories, as they were at that moment, by seq."""
        seqs = {one.seq for one in recalled} | {seq for one in recalled for seq in one.superseded}
        records = await then.get(sorted(seqs.union(withheld)))
        return await load_rated(self._stream, reader, then, records)

    async def tree(
        self,
        timeline_id: TimelineId,
        character_id: CharacterId,
        *,
        seq: Seq | None = None,
        root_memory_id: str = "",
        depth: Annotated[int, NumberRange(1, limits.TREE_DEPTH)] = TREE_DEPTH,
        limit: int = 50,
    ) -> tuple[ReflectionNode, ...]:
        """Return the reflections that are no evidence of others, newest first, with all below them.

        With `root_memory_id` that memory alone is the root. At most `depth` levels and `limit`
        roots are returned. Evidence is what an insight was drawn from and what confirmed it since.
        Raises `NotFound`, also for a memory that cannot be seen from there.
        """
        async with self._store.read() as reader:
            view = await view_at(reader, timeline_id, seq)
            await reader.character(view.timeline.world_id, character_id)
            graph = ProvenanceGraph(view)
            kept = newest_first(view, character_id, (RecordKind.REFLECTION,), at_once=_AT_ONCE)
            evidence = {one.seq: tuple(await graph.evidence(one)) async for one in kept}
            # the reflections that are no evidence of a later one
            used = {below for seq, seqs in evidence.items() for below in seqs if below < seq}
            roots = sorted((seq for seq in evidence if seq not in used), reverse=True)[:limit]
            if root_memory_id:
                record = await find_memory(reader, view, root_memory_id)
                if record.subject_id != character_id:
                    raise NotFound(
                        "memory", root_memory_id, "take one that `ListMemories` shows from there"
                    )
                roots = [record.seq]
            found = await view.get(sorted(_below(roots, evidence, depth)))
            own = [one for one in found if one.subject_id == character_id]
            memories = await self._stream.as_memories(
                reader, view, view.timeline.world_id, character_id, own
            )
        by_seq, seen = {memory.seq: memory for memory in memories}, set[int]()

        def grown(seqs: Iterable[int], levels: int) -> tuple[ReflectionNode, ...]:
            """Return nodes; only at its first occurrence with children, so that cycles end."""
            nodes: list[ReflectionNode] = []
            for one in (each for each in seqs if each in by_seq):
                below = evidence.get(one, ()) if levels > 1 else ()
                is_repeated = one in seen
                seen.add(one)
                children = () if is_repeated else grown(below, levels - 1)
                is_cut = is_repeated and bool(below)
                nodes.append(
                    ReflectionNode(memory=by_seq[one], children=children, is_repeated=is_cut)
                )
            return tuple(nodes)

        return grown(roots, depth)


def kept_back(made: Receipt, memories: Mapping[int, Memory]) -> tuple[KeptBack, ...]:
    """Return the withheld memories of a receipt that are still there, with their conditions."""
    conditions = made.withheld_for or ((),) * len(made.withheld)
    return tuple(
        KeptBack(memory=memories[seq], conditions=unmet)
        for seq, unmet in zip(made.withheld, conditions, strict=True)
        if seq in memories
    )


async def _thinker(view: View, record: Record) -> str:
    """Return whose thought a record is: in a scene that of the character cast as the member."""
    if not isinstance(record.body, GroupMoved):
        return record.character_id
    member = getattr(record.body.what, "member", "")
    (_, opened), *_ = await fresh_moves(view, record.subject_id, 0)
    cast = cast_of(opened.script) if isinstance(opened, Opened) else {}
    return cast.get(member, CharacterId(""))


async def _citations(
    reader: Reader, view: View, lore: Sequence[CitedPassage]
) -> tuple[Citation, ...]:
    if not lore:
        return ()
    world_id, wanted = view.timeline.world_id, {cited.passage_id for cited in lore}
    drafted = {book.id: book for book in with_drafts((), await book_drafts(view))}
    passages = [
        *(one for book in drafted.values() for one in cut(book)),
        *(one for one in await reader.library.passages(world_id) if one.book_id not in drafted),
    ]
    found = {passage.id: passage for passage in passages if passage.id in wanted}
    titles: dict[str, str] = {}
    for book_id in {passage.book_id for passage in found.values()}:
        book = drafted.get(book_id) or await reader.library.book(world_id, book_id)
        titles[book_id] = book.title
    return tuple(
        Citation(cited=cited, title=titles[passage.book_id], text=passage.text)
        if (passage := found.get(cited.passage_id)) is not None
        else Citation(cited=cited)
        for cited in lore
    )


async def _thought_behind(view: View, memory: Record) -> Record | None:
    """Return the receipt of the thought that left a memory: a neighbour of it in the log."""
    near = await _near(view, memory)
    own = [one for one in near if one.character_id == memory.character_id]
    for receipt in sorted(own, key=lambda one: abs(one.seq - memory.seq)):
        body = receipt.body
        if not isinstance(body, Thought) or _LEAVES.get(body.purpose) is not memory.kind:
            continue
        if memory.seq in {one.seq for one in _standing_with(receipt, body, near)}:
            return receipt
    return None


async def _near(view: View, record: Record) -> Sequence[Record]:
    return await view.as_recorded.get(range(max(1, record.seq - _NEAR), record.seq + _NEAR))


def _standing_with(receipt: Record, thought: Thought, near: Sequence[Record]) -> list[Record]:
    """Return the memories next to the receipt of a thought, which are those it left.

    Insights come after it, with ratings of repeated ones; a plan is directly before or after it.
    """
    leaves = _LEAVES.get(thought.purpose)
    after = [one for one in near if one.seq > receipt.seq]
    before = [one for one in near if one.seq < receipt.seq]

    def beside(side: Sequence[Record], *kinds: RecordKind) -> list[Record]:
        """Return the records of a side up to the first that is another's or of another kind."""
        own = takewhile(lambda one: one.subject_id == receipt.subject_id, side)
        return [one for one in takewhile(lambda one: one.kind in kinds, own) if one.kind is leaves]

    if leaves is RecordKind.PLAN:
        kinds = (leaves, RecordKind.DAY)
        return [*beside(before[::-1], *kinds), *beside(after, *kinds)][:1]
    return beside(after, RecordKind.REFLECTION, RecordKind.RATING)


def _below(roots: Sequence[int], evidence: Mapping[int, Sequence[int]], depth: int) -> set[int]:
    """Return the seqs of everything that trees of a depth contain."""
    shown: set[int] = set()
    level = {*roots}
    for _ in range(depth):
        shown |= level
        level = {child for seq in level for child in evidence.get(seq, ())} - shown
    return shown
