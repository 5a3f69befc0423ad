"""Group chats: opening, advancing, watching and closing them, and taking part in them."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Self

from npcscenes.app.scene_cast import completed
from npcscenes.app.scene_log import drafted, read_chat, read_chats
from npcscenes.app.scene_records import keep
from npcscenes.app.scene_requests import (
    Advance,
    CloseGroupChat,
    OpenGroupChat,
    RequestToChat,
    member_of,
)
from npcscenes.app.scene_view import (
    Eyes,
    VisibleEvent,
    Watcher,
    WatchGroupChat,
    visible_events,
    watch,
)
from npcscenes.files import scene_file
from npcscenes.model.chat import GroupChat
from npcscenes.model.director import (
    AwaitedPerson,
    awaited,
    is_paused,
    place,
    stage_points,
)
from npcscenes.model.report import Report, report
from npcserver.app.context.extras import awaken, jobs_of
from npcserver.app.group_moves import to_perform
from npcserver.app.idempotency import run_once
from npcserver.app.perception.presence import check_available, load_presences
from npcserver.app.services import Services
from npcserver.app.timeline_watch import LogFollower
from npcserver.model.errors import NotPossibleNow, Reason
from npcserver.model.group.moves import Closed, GroupMoved, Move, Opened
from npcserver.model.group.script import Script, cast_of
from npcserver.model.ids import TimelineId, WorldId, new_id
from npcserver.model.record import Record
from npcserver.ports.jobs import Jobs
from npcserver.ports.storage import Append, RequestKey, Store, UnitOfWork

_FAILURES = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupChatOutcome:
    """The state of a group chat so far: its results, and all events."""

    chat: GroupChat
    report: Report
    transcript: tuple[VisibleEvent, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedScene:
    """A group chat in one timeline of a world; `title` is empty where its beginning was erased."""

    timeline_id: TimelineId
    label: str
    chat_id: str
    title: str
    is_closed: bool
    is_settled: bool
    written_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchedScene:
    """What a viewer has seen of a group chat; `done` of `stages` stages are over.

    `awaited` are the persons in seats whose turn it is; `problem` is why the last try to go on
    failed, empty where it did not.
    """

    chat: GroupChat
    events: tuple[VisibleEvent, ...]
    stages: int
    done: int
    is_paused: bool
    awaited: tuple[AwaitedPerson, ...]
    problem: str = ""


class GroupChats:
    """The use cases of `SceneService`. None of them asks a model: PERFORM jobs do.

    `host` names this process, for requests to advance that no other is to perform. Without a
    language model (`has_model` False) no group chat is opened or advanced.
    """

    def __init__(
        self,
        store: Store,
        log: LogFollower,
        jobs: Jobs | None = None,
        *,
        host: str = "",
        has_model: bool = True,
    ) -> None:
        self.host = host
        self.has_model = has_model
        self._store = store
        self._log = log
        self._jobs = jobs

    @classmethod
    def of(cls, services: Services) -> Self:
        """Return those of a server, which has them without a type."""
        found = services.group_chats
        if not isinstance(found, cls):
            raise TypeError(found)
        return found

    async def script(self, text: str, file: str) -> Script:
        """Read a scene file. Raises `BrokenFile` with all of its problems."""
        return await asyncio.to_thread(scene_file.parse_scene, text, file)  # a large one takes long

    async def open(self, request: OpenGroupChat) -> GroupChat:
        """Open a group chat in a paused state; return it as it was opened.

        Raises `InvalidInput` for a character who is not in the world or is cast twice, and
        `NotPossibleNow`: MODEL_UNAVAILABLE without a language model, CHARACTER_UNAVAILABLE for one
        who is absent or dead.
        """
        self._require_model()

        async def work(unit: UnitOfWork) -> tuple[str, int]:
            view = await unit.head(request.timeline_id)
            script = await completed(unit, view, request.script)
            present = await load_presences(unit, view)
            for character_id in cast_of(script).values():
                check_available(present[character_id])
            woken = await awaken(unit, view, cast_of(script).values())
            chat_id = new_id("gc")
            opened = drafted(chat_id, Opened(script=script, seed=request.seed))
            appended = await unit.append(
                Append(
                    timeline_id=request.timeline_id,
                    drafts=(*woken, opened),
                    jobs=jobs_of(request.timeline_id, woken),
                )
            )
            return chat_id, appended.last

        chat_id, seq = await run_once(self._store, request.key, tuple[str, int], work)
        chat = await self.get(request.timeline_id, chat_id)
        known = (move for move in chat.moves if move[0] <= seq)
        return GroupChat.of(chat_id, known, request.timeline_id)

    async def add_recorded(self, timeline_id: TimelineId, moves: Sequence[Move]) -> GroupChat:
        """Append all moves of a recorded game without cast characters, as a new group chat."""
        chat_id = new_id("gc")
        drafts = tuple(drafted(chat_id, move) for move in moves)

        async def work(unit: UnitOfWork) -> None:
            await unit.append(Append(timeline_id=timeline_id, drafts=drafts))

        await self._store.write(work)
        return await self.get(timeline_id, chat_id)

    async def get(self, timeline_id: TimelineId, chat_id: str) -> GroupChat:
        """Return the present state of a group chat. Raises `NotFound`."""
        async with self._store.read() as reader:
            return await read_chat(await reader.head(timeline_id), chat_id)

    async def list(self, timeline_id: TimelineId) -> tuple[GroupChat, ...]:
        """Return the group chats of a timeline, oldest first. Raises `NotFound`."""
        async with self._store.read() as reader:
            return await read_chats(await reader.head(timeline_id))

    def watch(self, request: WatchGroupChat) -> AsyncGenerator[VisibleEvent, None]:
        """Yield what a viewer sees of a group chat, as it becomes known; see `scene_view.watch`."""
        return watch(self._store, self._log, request)

    async def move(self, request: RequestToChat) -> int:
        """Append the moves of a request to the newest state; return the position of the last.

        Of requests to advance the latest counts, even where it asks for less than the one before.
        Raises `NotFound`, `InvalidInput` for an unknown member, partner or candidate, or
        `NotPossibleNow`: SEAT_TAKEN, NOT_YOUR_TURN, SCENE_CLOSED once it is over, or
        MODEL_UNAVAILABLE for a request to advance without a language model.
        """
        if isinstance(request, Advance):
            self._require_model()

        async def work(unit: UnitOfWork) -> int:
            view = await unit.head(request.timeline_id)
            chat = await read_chat(view, request.chat_id)
            if chat.is_closed and not isinstance(request, CloseGroupChat):
                raise NotPossibleNow(
                    f"group chat {chat.id!r} is over; get its result, or open another",
                    Reason.SCENE_CLOSED,
                    sceneId=chat.id,
                )
            moves = request.moves(chat)
            if not moves:
                return chat.seq
            jobs = (to_perform(request.timeline_id, chat.id),)
            return (await keep(unit, view, chat, moves, jobs=jobs)).seq

        return await run_once(self._store, request.key, int, work)

    def _require_model(self) -> None:
        if not self.has_model:
            raise NotPossibleNow(
                "scenes need a language model, and this server has none; set model.name, "
                "or fetch one with `npcserver models pull`, and start it again",
                Reason.MODEL_UNAVAILABLE,
            )

    async def result(self, timeline_id: TimelineId, chat_id: str) -> GroupChatOutcome:
        """Return the results of a group chat so far. Raises `NotFound`."""
        chat = await self.get(timeline_id, chat_id)
        return await asyncio.to_thread(_outcome, chat)  # measuring the texts takes time

    async def begin(
        self, timeline_id: TimelineId, script: Script, key: RequestKey, *, waits: bool = False
    ) -> str:
        """Open a group chat that goes on to its end by itself; return its id. See `open`.

        One that `waits` goes on when it is told to.
        """
        chat = await self.open(OpenGroupChat(timeline_id=timeline_id, script=script, key=key))
        # One that goes on already was begun by the same request before.
        if not waits and is_paused(await self.get(timeline_id, chat.id)):
            await self.move(Advance(timeline_id=timeline_id, chat_id=chat.id))
        return chat.id

    async def played(self, world_id: WorldId, most: int) -> tuple[PlayedScene, ...]:
        """Return the scenes in the timelines of a world, those with the newest move first."""
        async with self._store.read() as reader:
            await reader.world(world_id)
            found = await reader.scenes_of_world(world_id, most)
        return tuple(_played(*one) for one in found)

    async def seen(self, timeline_id: TimelineId, chat_id: str, eyes: str) -> WatchedScene:
        """Return what a member has seen by now, or the audience, or "everything".

        Raises `NotFound`, and `InvalidInput` for an unknown member.
        """
        chat = await self.get(timeline_id, chat_id)
        watcher = next((one for one in Watcher if one == eyes), None)
        if watcher is None:
            member_of(chat, eyes)
        events = await asyncio.to_thread(_seen, chat, watcher or eyes)
        stages = len(stage_points(chat.script.course))
        return WatchedScene(
            chat=chat,
            events=events,
            stages=stages,
            done=stages if chat.is_closed else max(0, place(chat)),
            is_paused=is_paused(chat),
            awaited=awaited(chat),
            problem="" if chat.is_closed else await self._problem(timeline_id, chat_id),
        )

    async def _problem(self, timeline_id: TimelineId, chat_id: str) -> str:
        failures = () if self._jobs is None else await self._jobs.failures(_FAILURES)
        own = (
            one for one in failures if (one.timeline_id, one.subject_id) == (timeline_id, chat_id)
        )
        return next((one.error for one in own), "")


def _played(first: Record | None, last: Record, label: str) -> PlayedScene:
    began, ended = (
        one.body.what if one and isinstance(one.body, GroupMoved) else None for one in (first, last)
    )
    return PlayedScene(
        timeline_id=last.timeline_id,
        label=label,
        chat_id=last.subject_id,
        title=began.script.title if isinstance(began, Opened) else "",
        is_closed=isinstance(ended, Closed),
        is_settled=isinstance(ended, Closed) and ended.is_settled,
        written_at=last.written_at,
    )


def _outcome(chat: GroupChat) -> GroupChatOutcome:
    return GroupChatOutcome(
        chat=chat, report=report(chat), transcript=_seen(chat, Watcher.EVERYTHING)
    )


def _seen(chat: GroupChat, eyes: Eyes) -> tuple[VisibleEvent, ...]:
    first, *rest = chat.moves
    after = GroupChat.of(chat.id, (first,))
    found = [*visible_events(None, after, eyes)]
    for move in rest:
        earlier, after = after, after.going_on((move,))
        found += visible_events(earlier, after, eyes)
    return tuple(found)
