"""What a character has read that answers what it is told."""

from npcserver.app.authoring.shelves import Shelves
from npcserver.app.material.discretion import Discretion
from npcserver.memory.cue import Cue
from npcserver.memory.lore import NOTHING_READ, Found, LoreIndex, Narrowing, Question
from npcserver.memory.offload import in_thread
from npcserver.model.ids import CharacterId, WorldId
from npcserver.model.lore import CitedPassage
from npcserver.model.turn import Receipt
from npcserver.ports.storage import Reader

_HEAVY = 12_000
"""Passages from which a search is done in a thread; below, it holds the loop for 2 ms at most."""


class Reading:
    """Finds passages for scenes. A turn in a world without books costs nothing here.

    An index that takes longer than `seconds` to be made is not waited for: a player is waiting.
    """

    def __init__(self, shelves: Shelves, *, passages: int = 3, seconds: float = 2.0) -> None:
        self._shelves = shelves
        self._passages = passages
        self._seconds = seconds

    async def found(
        self,
        reader: Reader,
        world_id: WorldId,
        character_id: CharacterId,
        cue: Cue,
        discretion: Discretion,
    ) -> Found:
        """Return what the character has read that answers, and what it must not speak of.

        One look at the database at most while the books stay as they are.
        """
        revision = await self._shelves.revision(reader, world_id)
        if not revision:
            return NOTHING_READ
        books = await self._shelves.ready(reader, world_id, revision, self._seconds)
        if books is None:
            return NOTHING_READ
        question = Question(text=cue.text, vector=cue.own)
        narrowing = Narrowing(reader=character_id)

        def work() -> Found:
            return books.search(question, self._passages, discretion.may_tell, narrowing)

        return work() if books.size <= _HEAVY else await in_thread(work)

    async def recited(
        self, reader: Reader, world_id: WorldId, question: str, receipt: Receipt
    ) -> Found:
        """Return the passages that a receipt names, as they stand in the books by now."""
        revision = await self._shelves.revision(reader, world_id)
        if not revision or not (receipt.lore or receipt.withheld_lore):
            return NOTHING_READ
        return recited(await self._shelves.index(reader, world_id, revision), receipt, question)


def recited(books: LoreIndex, receipt: Receipt, question: str) -> Found:
    """Return the passages that a receipt names, in answer to a question.

    What was withheld and is locked no more is told.
    """
    told = books.recited(receipt.lore, question, lambda _: True)
    withheld = tuple(CitedPassage(passage_id=one, score=0.0) for one in receipt.withheld_lore)
    kept = books.recited(withheld, question, lambda secrets: not secrets)
    return Found(quotes=(*told.quotes, *kept.quotes), withheld=kept.withheld)
