"""Explaining why something was said or thought: the receipt of a turn, or of a thought."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from npcserver.app.context.history import outcomes_after
from npcserver.app.context.recall import recollections_of
from npcserver.app.group.scene_cast import cast_of
from npcserver.app.group.scene_log import read_chat
from npcserver.app.ledger.naming import memory_named
from npcserver.app.ledger.tracing import rated
from npcserver.app.memories import look
from npcserver.memory.stream import MemoryStream
from npcserver.model.commitment import Commitment
from npcserver.model.errors import NotFound
from npcserver.model.group.moves import Moved
from npcserver.model.ids import CharacterId, TimelineId, TurnId
from npcserver.model.lore import CitedPassage, Passage
from npcserver.model.memory import Memory, Recollection
from npcserver.model.purpose import Purpose
from npcserver.model.record import Record, RecordKind, Remembered, Settled, TurnTaken, facet
from npcserver.model.thought import Thought
from npcserver.model.timeline import Lineage, Vantage
from npcserver.model.turn import RecalledMemory
from npcserver.ports.storage import Reader, Store
from npcserver.ports.view import View

_NEAR = 64  # records of one thought stand together; none leaves more
_LEAVES = {
    Purpose.REFLECT: RecordKind.REFLECTION,
    Purpose.SUMMARISE: RecordKind.REFLECTION,
    Purpose.PLAN: RecordKind.PLAN,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """A passage that was before a mind; without a title and a text when its book is gone."""

    cited: CitedPassage
    title: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnExplained:
    """A turn with what it was made from; recollections carry the scores of that moment.

    `withheld` came to mind and was kept back. `outcomes` are what the game has made of its intents
    so far, oldest first, `commitments` the promises made in it, as they stand by now.
    """

    record: Record
    turn: TurnTaken
    lineage: Lineage = ()
    recollections: tuple[Recollection, ...] = ()
    withheld: tuple[Memory, ...] = ()
    lore: tuple[Citation, ...] = ()
    outcomes: tuple[Settled, ...] = ()
    commitments: tuple[Commitment, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ThoughtExplained:
    """A thought with what it was made from, and the memories that it left.

    `character_id` is whose it was; empty for a member of a scene whom no character plays.
    """

    record: Record
    thought: Thought
    character_id: str
    recollections: tuple[Recollection, ...] = ()
    left: tuple[Memory, ...] = ()


class Explaining:
    """The use case of `MemoryService.Explain`. It leaves no trace."""

    def __init__(self, store: Store, stream: MemoryStream) -> None:
        self._store = store
        self._stream = stream

    async def turn(self, timeline_id: TimelineId, turn_id: TurnId) -> TurnExplained:
        """Return the receipt of a turn. Raises `NotFound`."""
        async with self._store.read() as reader:
            view = await look(reader, timeline_id, None)
            record = await view.turn(turn_id)
            if record is None or not isinstance(record.body, TurnTaken):
                raise NotFound("turn", turn_id, "take its id from `TurnStarted`")
            return await self._turn(reader, view, record, record.body)

    async def memory(
        self, timeline_id: TimelineId, memory_id: str
    ) -> TurnExplained | ThoughtExplained | None:
        """Return the receipt of what left a memory: a turn or a thought, None for neither.

        Raises `NotFound`.
        """
        async with self._store.read() as reader:
            view = await look(reader, timeline_id, None)
            record = await memory_named(reader, view, memory_id)
            turn_id = record.body.turn_id if isinstance(record.body, Remembered) else None
            turn = await view.turn(turn_id) if turn_id else None
            if turn is not None and isinstance(turn.body, TurnTaken):
                return await self._turn(reader, view, turn, turn.body)
            thought = await _thought_behind(view, record)
            if thought is None or not isinstance(thought.body, Thought):
                return None
            return await self._thought(reader, view, thought, thought.body)

    async def position(self, timeline_id: TimelineId, seq: int) -> TurnExplained | ThoughtExplained:
        """Return the receipt that stands at a position: of a turn, a thought or a move of a scene.

        Raises `NotFound`.
        """
        async with self._store.read() as reader:
            view = await look(reader, timeline_id, None)
            for record in await view.get([seq]):
                body = record.body
                if isinstance(body, TurnTaken):
                    return await self._turn(reader, view, record, body)
                made = getattr(body.what, "made_from", None) if isinstance(body, Moved) else body
                if isinstance(made, Thought):
                    return await self._thought(reader, view, record, made)
        raise NotFound(
            "turn", f"at {seq}", "name the position of a turn, a thought or a move of a group chat"
        )

    async def _turn(
        self, reader: Reader, view: View, record: Record, turn: TurnTaken
    ) -> TurnExplained:
        made = turn.receipt
        then = await reader.at(Vantage(view.vantage.timeline_id, made.vantage_seq))
        memories = await self._memories(reader, then, made.recalled, made.withheld)
        return TurnExplained(
            record=record,
            turn=turn,
            lineage=view.lineage,
            recollections=recollections_of(made.recalled, memories),
            withheld=tuple(memories[seq] for seq in made.withheld if seq in memories),
            lore=await _citations(reader, view, made.lore),
            outcomes=await _outcomes(view, record, turn),
            commitments=await _commitments(view, record, turn),
        )

    async def _thought(
        self, reader: Reader, view: View, record: Record, thought: Thought
    ) -> ThoughtExplained:
        then = await reader.at(Vantage(view.vantage.timeline_id, thought.vantage_seq))
        memories = await self._memories(reader, then, thought.recalled)
        left = await rated(self._stream, reader, view, await _left_by(view, record, thought))
        return ThoughtExplained(
            record=record,
            thought=thought,
            character_id=await _thinker(view, record),
            recollections=recollections_of(thought.recalled, memories),
            left=tuple(left.values()),
        )

    async def _memories(
        self,
        reader: Reader,
        then: View,
        recalled: Sequence[RecalledMemory],
        withheld: Sequence[int] = (),
    ) -> dict[int, Memory]:
        """Return what came to mind, as it stood at that moment, by seq."""
        seqs = {one.seq for one in recalled} | {seq for one in recalled for seq in one.superseded}
        records = await then.get(sorted(seqs.union(withheld)))
        return await rated(self._stream, reader, then, records)


async def _thinker(view: View, record: Record) -> str:
    """Return whose thought a record tells of: in a scene the character who plays the member."""
    if not isinstance(record.body, Moved):
        return record.character_id
    chat = await read_chat(view, record.subject_id)
    return cast_of(chat.script).get(getattr(record.body.what, "member", ""), CharacterId(""))


async def _citations(
    reader: Reader, view: View, lore: Sequence[CitedPassage]
) -> tuple[Citation, ...]:
    """Return the passages as the books have them by now."""
    if not lore:
        return ()
    world_id, wanted = view.timeline.world_id, {cited.passage_id for cited in lore}
    found: dict[str, Passage] = {
        passage.id: passage
        for passage in await reader.library.passages(world_id)
        if passage.id in wanted
    }
    titles: dict[str, str] = {}
    for book_id in {passage.book_id for passage in found.values()}:
        titles[book_id] = (await reader.library.book(world_id, book_id)).title
    return tuple(
        Citation(cited=cited, title=titles[passage.book_id], text=passage.text)
        if (passage := found.get(cited.passage_id)) is not None
        else Citation(cited=cited)
        for cited in lore
    )


async def _outcomes(view: View, record: Record, turn: TurnTaken) -> tuple[Settled, ...]:
    """Return what the game has made of the intents of a turn."""
    bodies = [one.body for one in await outcomes_after(view, record)]
    return tuple(
        body for body in bodies if isinstance(body, Settled) and body.turn_id == turn.turn_id
    )


async def _commitments(view: View, record: Record, turn: TurnTaken) -> tuple[Commitment, ...]:
    """Return the promises of a turn as the character who spoke has them by now."""
    own = facet(record.subject_id, "")
    found = await view.latest_by_subject(RecordKind.COMMITMENT, own)
    bodies = (one.body for one in sorted(found.values(), key=lambda one: one.seq))
    return tuple(
        body for body in bodies if isinstance(body, Commitment) and body.turn_id == turn.turn_id
    )


async def _thought_behind(view: View, memory: Record) -> Record | None:
    """Return the receipt of the thought that left a memory: it stands with it in the log."""
    near = await view.get(range(max(1, memory.seq - _NEAR), memory.seq + _NEAR))
    own = [one for one in near if one.character_id == memory.character_id]
    for receipt in sorted(own, key=lambda one: abs(one.seq - memory.seq)):
        body = receipt.body
        if not isinstance(body, Thought) or _LEAVES.get(body.purpose) is not memory.kind:
            continue
        if memory.seq in {one.seq for one in _standing_with(receipt, body, near)}:
            return receipt
    return None


async def _left_by(view: View, receipt: Record, thought: Thought) -> list[Record]:
    near = await view.get(range(max(1, receipt.seq - _NEAR), receipt.seq + _NEAR))
    return _standing_with(receipt, thought, near)


def _standing_with(receipt: Record, thought: Thought, near: Sequence[Record]) -> list[Record]:
    """Return the memories that stand with the receipt of a thought, and so were left by it.

    Insights come after it, with ratings of those that were had again; a plan beside it.
    """
    leaves = _LEAVES.get(thought.purpose)
    after = [one for one in near if one.seq > receipt.seq]
    before = [one for one in near if one.seq < receipt.seq]
    if leaves is RecordKind.PLAN:
        sides = [*_beside(receipt, before[::-1]), *_beside(receipt, after)]
        return [one for one in sides if one.kind is RecordKind.PLAN][:1]
    found = takewhile(
        lambda one: one.subject_id == receipt.subject_id and one.kind in _INSIGHTS, after
    )
    return [one for one in found if one.kind is leaves]


_INSIGHTS = (RecordKind.REFLECTION, RecordKind.RATING)
_PLANS = (RecordKind.PLAN, RecordKind.DAY)


def _beside(receipt: Record, side: Sequence[Record]) -> list[Record]:
    return list(
        takewhile(lambda one: one.subject_id == receipt.subject_id and one.kind in _PLANS, side)
    )
