"""Performing group chats: due tasks are run concurrently, and stored in order.

The log is the only state: after a crash a worker finds what is missing and does that. A result that
is not due any more, since a seat was taken or the scene was broken off, is dropped. A long scene
can be suspended between two waves, so that other jobs have their turn.
"""

from collections.abc import Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial

from npcscenes.app.member_acts import MemberActor, TaskResult
from npcscenes.app.scene_log import read_chat
from npcscenes.app.scene_records import keep
from npcscenes.app.scene_requests import CloseGroupChat
from npcscenes.model.chat import GroupChat
from npcscenes.model.director import Task, due
from npcscenes.model.group_answers import moves_of
from npcserver.aio import in_order
from npcserver.app.authored import adopt
from npcserver.app.background_work import not_left_fence
from npcserver.app.perception.presence import load_gone
from npcserver.app.thoughts.job_worker import JobNotDue
from npcserver.model.errors import Conflict, NotFound, Reason
from npcserver.model.group.moves import LineSpoken
from npcserver.model.group.script import cast_of
from npcserver.model.ids import TimelineId
from npcserver.model.job import Job
from npcserver.model.model_use import Budget
from npcserver.model.record import RecordKind
from npcserver.ports.clock import Clock
from npcserver.ports.storage import Fence, Store, UnitOfWork
from npcserver.ports.view import View

SIDE_BY_SIDE = 4
"""Members of one group chat whose models are asked at the same time."""
AT_A_STRETCH = 10.0
"""Seconds after which other due jobs go first, once: scenes are long, and workers few."""
_BREATH = timedelta(milliseconds=50)
_AWAY = timedelta(seconds=2)
"""How long a scene that another process performs is left alone: that one may still be there."""


@dataclass(slots=True, kw_only=True)
class _RunningScene:
    """A group chat being performed; `since` is the head of its timeline at the beginning."""

    timeline_id: TimelineId
    budget: Budget
    since: int
    chat: GroupChat


class ScenePerformance:
    """Runs PERFORM jobs, each for one group chat, as far as it can go on by itself."""

    def __init__(
        self,
        store: Store,
        acting: MemberActor,
        *,
        clock: Clock,
        host: str = "",
        side_by_side: int = SIDE_BY_SIDE,
    ) -> None:
        self._host = host
        self._store = store
        self._acting = acting
        self._clock = clock
        self._side_by_side = side_by_side

    async def __call__(self, job: Job) -> None:
        """Go on until it is closed, paused, or waits for a person.

        What was stored stays, however it ends. Raises `Conflict` (TIMELINE_LEFT) when the game
        leaves the timeline, `NotFound` when that is gone, a `ModelFault` when no model can be
        reached, and `JobNotDue` after `AT_A_STRETCH` or where another process is to perform it.
        """
        scene = await self._entered(job)
        advance = scene.chat.advance
        if advance is not None and advance.host not in ("", self._host) and due(scene.chat):
            raise JobNotDue(self._clock.now() + _AWAY)
        ends = self._clock.monotonic() + AT_A_STRETCH
        while tasks := due(scene.chat):
            if self._clock.monotonic() >= ends:
                raise JobNotDue(self._clock.now() + _BREATH)
            await self._wave(scene, tasks)
            await self._look(scene)

    async def _entered(self, job: Job) -> _RunningScene:
        async with self._store.read() as reader:
            view = await reader.head(job.timeline_id)
            world = await reader.world(view.timeline.world_id)
            chat = await read_chat(view, job.subject_id)
            is_left = await _is_left(view, chat)
        scene = _RunningScene(
            timeline_id=job.timeline_id, budget=world.budget, since=view.vantage.seq, chat=chat
        )
        if is_left:
            await self._break_off(scene)
        return scene

    async def _look(self, scene: _RunningScene) -> None:
        async with self._store.read() as reader:
            view = await reader.head(scene.timeline_id)
            scene.chat = await read_chat(view, scene.chat.id, scene.chat)
            is_left = await _is_left(view, scene.chat)
        if is_left:
            await self._break_off(scene)

    async def _break_off(self, scene: _RunningScene) -> None:
        async def work(unit: UnitOfWork) -> GroupChat:
            view = await unit.head(scene.timeline_id)
            chat = await read_chat(view, scene.chat.id, scene.chat)
            over = CloseGroupChat(timeline_id=scene.timeline_id, chat_id=chat.id).moves(chat)
            fences = (not_left_fence(scene.since),)
            return await keep(unit, view, chat, over, fences=fences) if over else chat

        scene.chat = await self._store.write(work)

    async def _wave(self, scene: _RunningScene, tasks: Sequence[Task]) -> None:
        """Run the due tasks concurrently, all from the present state, and store their results."""
        works = [
            partial(self._acting.act, scene.timeline_id, scene.budget, scene.chat, task)
            for task in tasks
        ]
        async with aclosing(in_order(works, self._side_by_side)) as acts:
            async for acted in acts:
                if not await self._keep(scene, acted):
                    return

    async def _keep(self, scene: _RunningScene, acted: TaskResult) -> bool:
        """Append the result of a task, if it is still due; return whether any task is."""
        while True:
            try:
                await self._append(scene, acted)
            except Conflict as conflict:
                if conflict.reason is Reason.TIMELINE_LEFT:
                    raise
                await self._look(scene)
                still = due(scene.chat)
                if acted.task not in still:
                    return bool(still)
            else:
                return True

    async def _append(self, scene: _RunningScene, acted: TaskResult) -> None:
        chat = scene.chat
        unmoved = Fence(chat.id, (RecordKind.GROUP,), chat.seq)
        made = moves_of(chat, acted.task, acted.answer, acted.made_from, acted.secrets)
        moves = tuple(  # first words that a person chose are that person's
            replace(move, person=chat.seat(move.member)) if isinstance(move, LineSpoken) else move
            for move in made
        )

        async def work(unit: UnitOfWork) -> GroupChat:
            view = await unit.head(scene.timeline_id)
            if await _is_left(view, chat):
                raise Conflict(
                    f"one of the cast of {chat.id!r} died or went away meanwhile", Reason.MIND_MOVED
                )
            who = acted.authored
            if who is not None:
                with suppress(NotFound):  # deleted since; its words stay
                    await adopt(unit, who)
            return await keep(
                unit,
                view,
                chat,
                moves,
                fences=(not_left_fence(scene.since), unmoved),
                passed_on=acted.passed_on,
            )

        scene.chat = await self._store.write(work)


async def _is_left(view: View, chat: GroupChat) -> bool:
    """Return whether one of the cast of an open scene is absent or dead, which ends it."""
    return not chat.is_closed and bool(await load_gone(view, cast_of(chat.script).values()))
