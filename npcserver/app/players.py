"""The use cases of `PlayerService`: forgetting, exporting and importing a player."""

import asyncio
import hashlib
import json
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Annotated

import structlog

from npcserver.aio import within
from npcserver.app.conversation.turn_lock import TurnLock
from npcserver.model.bounds import Id, Seq, Text
from npcserver.model.erasure import GRACE_SECONDS, PlayerTraces
from npcserver.model.errors import Fault, InvalidInput, NotFound
from npcserver.model.feelings import Standing
from npcserver.model.ids import TimelineId, WorldId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.record import MEMORY_KINDS, Draft, RecordKind, Remembered, owner_of_subject
from npcserver.ports.clock import Clock
from npcserver.ports.erasure import ErasedCount, ErasureArchive, Tombstone, TombstoneFile
from npcserver.ports.storage import Append, FollowedStore, RequestKey

_AGAIN_SECONDS = (2.0, 10.0, 30.0, GRACE_SECONDS + 2, 180.0, 600.0)
"""When the log is searched again: turns and thoughts that were under way are stored late."""
_LOOK_SECONDS, _TOLD_SECONDS = 10.0, 60.0
"""How late another server drops what it holds in memory if no notification of it comes: where the
database tells of none, and where one was lost.
"""
_FRESH_SECONDS = 120.0
_MICROSECOND = timedelta(microseconds=1)
_FORMAT = "npcserver/player/1"
_PART = 1_000_000  # characters of an export in one answer
_LONGEST_IMPORT = 1_000_000
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerExport:
    """A part of an export; `next_line` is where the next one begins, 0 after the last."""

    lines: str
    next_line: int


@dataclass(slots=True)
class _Search:
    """A player who is looked for again at the times `due`, of the loop's clock, last first."""

    world_id: WorldId
    traces: PlayerTraces
    due: list[float] = field(default_factory=list)


class Players:
    """Forgets players, on all servers of the database; exports and imports them.

    `drop_world` and `drop_timeline` drop what this process holds in memory.
    """

    def __init__(
        self,
        store: FollowedStore,
        archive: ErasureArchive,
        file: TombstoneFile,
        clock: Clock,
        floor: TurnLock,
        *,
        drop_world: Callable[[WorldId], None],
        drop_timeline: Callable[[TimelineId], None],
    ) -> None:
        self._store = store
        self._archive = archive
        self._file = file
        self._clock = clock
        self._floor = floor
        self._drop_world = drop_world
        self._drop_timeline = drop_timeline
        self._searches: list[_Search] = []
        self._followed: set[Tombstone] = set()
        self._told: set[WorldId] = set()
        floor.signals.on("forgotten", self._hear)
        self._has_news = asyncio.Event()

    async def forget(self, *, world_id: WorldId, player_id: Id) -> ErasedCount:
        """Erase a player from a world: words, names, and what was derived from them.

        Turns that answer the player end. What is still under way is erased when it is stored.
        Raises `NotFound`, or `InvalidInput` for the id of a character.
        """
        async with self._store.read() as reader:
            await reader.world(world_id)
            if any(one.id == player_id for one in await reader.roster(world_id)):
                raise InvalidInput(
                    "player_id", f"{player_id!r} is a character; delete it with DeleteCharacter"
                )
        now = self._clock.now()
        tombstone = await self._bury(world_id, player_id, now)
        until = tombstone.forgotten_at + round(GRACE_SECONDS * 1e6)
        traces = await self._archive.traces(world_id, player_id, until)
        for timeline_id in await self._archive.timelines(world_id):
            self._floor.silence(timeline_id, player_id)
        count = await self._erase(world_id, traces)
        await self._archive.keep_tombstone(replace(tombstone, is_done=True))
        started = asyncio.get_running_loop().time()
        due = [started + seconds for seconds in reversed(_AGAIN_SECONDS)]
        self._searches.append(_Search(world_id, traces, due))
        self._has_news.set()
        _log.info("player_forgotten", world=world_id, records=count.records)
        return count

    async def export(self, world_id: WorldId, player_id: Id, first_line: Seq = 0) -> PlayerExport:
        """Return what the log holds of a player, as lines of JSON. Raises `NotFound`."""
        now = self._moment(self._clock.now())
        traces = await self._archive.traces(world_id, player_id, now)
        header = {"format": _FORMAT, "world_id": world_id, "player_id": player_id}
        lines = [json.dumps(header)]
        lines += [
            json.dumps({**row._asdict(), "body": json.loads(row.body)}, ensure_ascii=False)
            for row in await self._archive.export(world_id, traces)
        ]
        end, size = first_line, 0
        while (end < len(lines) and (size := size + len(lines[end])) < _PART) or end == first_line:
            end += 1
        part = lines[first_line:end]
        return PlayerExport(
            lines="".join(f"{line}\n" for line in part),
            next_line=end if end < len(lines) else 0,
        )

    async def import_lines(
        self,
        *,
        timeline_id: TimelineId,
        lines: Annotated[str, Text(_LONGEST_IMPORT)],
        key: RequestKey | None = None,
    ) -> int:
        """Append the memories and relations of an export; return how many. Raises `NotFound`."""
        async with self._store.read() as reader:
            timeline = await reader.timeline(timeline_id)
            people = {one.id for one in await reader.roster(timeline.world_id)}
        drafts = [
            draft
            for number, line in enumerate(lines.splitlines(), 1)
            if (draft := self._draft(number, line)) and owner_of_subject(draft.subject_id) in people
        ]
        if not drafts:
            return 0
        minds = dict.fromkeys(owner_of_subject(one.subject_id) for one in drafts)
        jobs = tuple(JobDraft(JobKind.DIGEST, timeline_id, who) for who in minds)
        done = await self._store.append(Append(timeline_id, tuple(drafts), jobs=jobs, key=key))
        return done.last - done.first + 1

    def _draft(self, number: int, line: str) -> Draft | None:
        """Return a line as a record without references to others, None for other kinds."""
        try:
            data = json.loads(line)
            if data.get("format") == _FORMAT:
                return None
            kind = RecordKind(data["kind"])
            body = self._archive.body(kind, json.dumps(data["body"]))
            text, subject_id = str(data["text"]), str(data["subject_id"])
        except (ValueError, KeyError, TypeError, AttributeError):
            raise InvalidInput("lines", f"line {number} is no record of an export") from None
        if kind in MEMORY_KINDS and isinstance(body, Remembered):
            alone = replace(body, evidence=(), distorted=(), turn_id=None, intents=())
            return Draft(kind, alone, subject_id, text=text)
        if isinstance(body, Standing):
            return Draft(kind, replace(body, evidence=()), subject_id, text=text)
        return None

    async def settle(self) -> None:
        """Forget again whom a restored backup brought back, before the first call is answered."""
        known = {one.digest: one for one in await self._archive.tombstones()}
        try:
            filed = await self._file.read()
        except (OSError, ValueError, TypeError) as error:
            _log.error("tombstones_unreadable", problem=str(error))
            filed = ()
        missing = {one.digest: one for one in filed if one.digest not in known}
        missing |= {one.digest: one for one in known.values() if not one.is_done}
        for world_id in sorted({one.world_id for one in missing.values()}):
            await self._settle(
                world_id, [one for one in missing.values() if one.world_id == world_id]
            )

    async def run(self) -> None:
        """Search again for those forgotten lately, here and by other servers, until cancelled."""
        with self._store.broadcast.reading_notes() as self._has_news:
            while True:
                with suppress(TimeoutError):
                    await within(self._seconds_left(), self._has_news.wait())
                self._has_news.clear()
                try:
                    await self._search_again()
                    await self._follow()
                except Fault as fault:
                    _log.warning("player_not_searched", error=fault)
                    await asyncio.sleep(1.0)

    def _seconds_left(self) -> float:
        """Return the seconds until a search is due, or a look at what others forgot."""
        now = asyncio.get_running_loop().time()
        look = _TOLD_SECONDS if self._store.broadcast.is_told else _LOOK_SECONDS
        return min([look, *(search.due[-1] - now for search in self._searches)])

    async def _search_again(self) -> None:
        now = asyncio.get_running_loop().time()
        for search in list(self._searches):
            if search.due[-1] > now:
                continue
            await self._erase(search.world_id, search.traces)
            search.due.pop()
            if not search.due:
                self._searches.remove(search)

    async def _follow(self) -> None:
        """Drop what this process holds of worlds in which a server forgot a player since."""
        since = self._moment(self._clock.now()) - round(_FRESH_SECONDS * 1e6)
        news = {one for one in await self._archive.tombstones() if one.forgotten_at > since}
        worlds = {one.world_id for one in news - self._followed} | self._told
        self._followed, self._told = news, set()
        for world_id in worlds:
            await self.drop(world_id)

    def _hear(self, world_id: WorldId) -> None:
        """Note that another server has erased something of a world."""
        self._told.add(world_id)
        self._has_news.set()

    async def _settle(self, world_id: WorldId, tombstones: list[Tombstone]) -> None:
        try:
            players = await self._archive.players(world_id)
            for tombstone in tombstones:
                for player_id in players:
                    if _digest(tombstone.salt, world_id, player_id) == tombstone.digest:
                        until = tombstone.forgotten_at + round(GRACE_SECONDS * 1e6)
                        traces = await self._archive.traces(world_id, player_id, until)
                        count = await self._erase(world_id, traces)
                        _log.info("player_forgotten_again", world=world_id, records=count.records)
        except NotFound:
            pass  # the world is gone, and the player with it
        for tombstone in tombstones:
            await self._archive.keep_tombstone(replace(tombstone, is_done=True))

    async def _bury(self, world_id: WorldId, player_id: str, now: datetime) -> Tombstone:
        """Store a tombstone before anything is erased, in the database and beside it."""
        tombstones = await self._archive.tombstones()
        salt = next(
            (
                one.salt
                for one in tombstones
                if one.world_id == world_id and _digest(one.salt, world_id, player_id) == one.digest
            ),
            secrets.token_hex(16),
        )
        tombstone = Tombstone(
            world_id=world_id,
            salt=salt,
            digest=_digest(salt, world_id, player_id),
            forgotten_at=self._moment(now),
        )
        await self._archive.keep_tombstone(tombstone)
        try:
            await self._file.add(tombstone)
        except OSError as error:
            advice = "a restored backup would bring the player back; forget the player again then"
            _log.error("tombstone_not_filed", problem=str(error), advice=advice)
        return tombstone

    async def _erase(self, world_id: WorldId, traces: PlayerTraces) -> ErasedCount:
        count = await self._archive.erase(world_id, traces)
        await self.drop(world_id)
        if count.was_known:
            self._floor.signals.tell("forgotten", world_id)
        return count

    async def drop(self, world_id: WorldId) -> None:
        """Drop what this process holds in memory of a world."""
        self._drop_world(world_id)
        for timeline_id in await self._archive.timelines(world_id):
            self._drop_timeline(timeline_id)

    def _moment(self, now: datetime) -> int:
        return (now - datetime.fromtimestamp(0, now.tzinfo)) // _MICROSECOND


def _digest(salt: str, world_id: str, player_id: str) -> str:
    return hashlib.sha256(f"{salt}\0{world_id}\0{player_id}".encode()).hexdigest()[:32]
