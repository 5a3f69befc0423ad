"""The memories of a character at a vantage: listed, recalled, found by id and pinned."""

from contextlib import suppress
from datetime import datetime
from typing import Annotated

from npcserver.app.context.recall import cue_of, pinned_seqs
from npcserver.app.idempotency import read_positions
from npcserver.app.pagination import Page, ResultPage, cut_page
from npcserver.memory.score_profiles import CHOICES, Profile
from npcserver.memory.stream import MemoryStream
from npcserver.model import limits
from npcserver.model.bounds import Items, Name, NumberRange, Seq, Words
from npcserver.model.errors import CursorTooNew, InvalidInput, NotFound, Unavailable
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.memory import Memory, Recollection
from npcserver.model.record import MEMORY_KINDS, Draft, Pinned, Record, RecordKind, Remembered
from npcserver.model.timeline import Vantage
from npcserver.ports.storage import Append, Reader, RequestKey, Store
from npcserver.ports.view import View

_MOST_AT_ONCE = 2_000
"""Records that are read at once where a filter leaves few of those read before."""


class Memories:
    """Use cases of `MemoryService`. But for `pin` they write nothing, access times included."""

    def __init__(self, store: Store, stream: MemoryStream, profile: Profile) -> None:
        self._store = store
        self._stream = stream
        self._profile = profile

    async def list(  # noqa: PLR0913 - the filters of one list
        self,
        *,
        timeline_id: TimelineId,
        character_id: CharacterId,
        seq: Seq | None = None,
        kinds: Annotated[tuple[RecordKind, ...], Items(len(MEMORY_KINDS))] = (),
        start: datetime | None = None,
        end: datetime | None = None,
        place_id: str = "",
        person_id: str = "",
        text: Words = "",
        page: Page,
    ) -> ResultPage[Memory]:
        """Return a page of memories, newest first; of all kinds where `kinds` is empty.

        They were made from `start` on and before `end`, at that place, told by that person or about
        it, and have `text` in their words or their speaker's name. What is empty is not asked for.
        """
        wanted = text.casefold()

        def fits(one: Memory) -> bool:
            body = one.body
            return (
                (start is None or one.created_at >= start)
                and (end is None or one.created_at < end)
                and (not place_id or body.place_id == place_id)
                and (not person_id or person_id in (body.told_by, *body.about, *body.players))
                and wanted in f"{one.text}\n{body.speaker}".casefold()
            )

        async with self._store.read() as reader:
            view = await view_at(reader, timeline_id, seq)
            await reader.character(view.timeline.world_id, character_id)
            before = int(page.cursor) if page.cursor else None
            found: list[Memory] = []
            at_once = page.size + 1
            while len(found) <= page.size:
                records = await view.tail(
                    character_id, kinds or MEMORY_KINDS, at_once, before=before
                )
                rated = await self._stream.as_memories(
                    reader, view, view.timeline.world_id, character_id, records
                )
                found += filter(fits, rated)
                if len(records) < at_once:
                    break
                before, at_once = records[-1].seq, min(2 * at_once, _MOST_AT_ONCE)
        return cut_page(tuple(found), page, lambda one: str(one.seq))

    async def recall(
        self,
        *,
        timeline_id: TimelineId,
        character_id: CharacterId,
        text: Words,
        limit: Annotated[int, NumberRange(1, limits.RECALLED)] = 10,
        profile: Name = "",
        seq: Seq | None = None,
        asker_id: str = "",
    ) -> tuple[tuple[Recollection, ...], Profile]:
        """Return what would be recalled, best first, and the profile that scored it.

        Without an embedder it is recalled by words, recency and importance. An empty `profile` is
        the server's; `asker_id` is who asks, if anyone.
        """
        chosen = CHOICES.get(profile) if profile else self._profile
        if chosen is None:
            raise InvalidInput("profile", f"unknown; choose one of {', '.join(CHOICES)}")
        cue, _ = await cue_of(self._stream, text)
        async with self._store.read() as reader:
            view = await view_at(reader, timeline_id, seq)
            world_id = view.timeline.world_id
            await reader.character(world_id, character_id)
            whose = (reader, view, world_id, character_id)
            cue = cue.asked(asker_id, await view.game_time())
            with suppress(Unavailable):  # then the newest are found by words
                await self._stream.embed_missing(*whose, chosen)
            found = await self._stream.recall(*whose, cue, limit, chosen, is_explained=True)
        return found, chosen

    async def pins(
        self, timeline_id: TimelineId, character_id: CharacterId, seq: Seq | None = None
    ) -> tuple[int, ...]:
        """Return the seqs of a character's pinned memories, the newest pins first."""
        async with self._store.read() as reader:
            return await pinned_seqs(await view_at(reader, timeline_id, seq), character_id)

    async def pin(
        self,
        *,
        timeline_id: TimelineId,
        memory_id: str,
        is_pinned: bool = True,
        key: RequestKey | None = None,
    ) -> int:
        """Pin or unpin a memory and return the seq of the record; once for one key.

        A pin is seen from its position on, so loading an older save takes it back. Raises
        `NotFound` for a memory that cannot be seen from the head of the timeline.
        """
        async with self._store.read() as reader:
            kept = None if key is None else await reader.answer(key)
            if kept is not None:
                return read_positions(kept)[0]
            view = await view_at(reader, timeline_id, None)
            memory = await find_memory(reader, view, memory_id)
        pin = Draft(
            RecordKind.PIN, Pinned(seq=memory.seq, is_pinned=is_pinned), memory.character_id
        )
        appended = await self._store.append(Append(timeline_id, (pin,), key=key))
        return appended.first


async def view_at(reader: Reader, timeline_id: TimelineId, seq: int | None) -> View:
    """Return the view of a timeline at `seq`, or at its head."""
    timeline = await reader.timeline(timeline_id)
    return await reader.at(timeline.vantage if seq is None else Vantage(timeline_id, seq))


_DIGITS = 19  # more than any seq has


async def find_memory(reader: Reader, view: View, memory_id: str) -> Record:
    """Return a memory that the view sees, by its id or by an alias. Raises `NotFound`.

    An id contains the timeline that owns the memory. An alias contains another timeline that sees
    it: earlier versions wrote those, with the timeline of the request.
    """
    timeline_id, _, number = memory_id.rpartition(".")
    is_number = number.isascii() and number.isdecimal() and len(number) < _DIGITS
    for record in await view.get([int(number)]) if is_number else ():
        owners = [*(segment.timeline_id for segment in view.lineage), view.vantage.timeline_id]
        heirs = owners[owners.index(record.timeline_id) :]
        if isinstance(record.body, Remembered) and (
            timeline_id in heirs or await _sees(reader, TimelineId(timeline_id), record)
        ):
            return record
    raise NotFound("memory", memory_id, "take one that `ListMemories` shows from there")


async def _sees(reader: Reader, timeline_id: TimelineId, record: Record) -> bool:
    """Return whether a timeline outside the view's lineage sees this very record."""
    with suppress(NotFound, CursorTooNew):
        lineage = (await reader.at(Vantage(timeline_id, record.seq))).lineage
        return bool(lineage) and lineage[-1].timeline_id == record.timeline_id
    return False
