"""The part of the fake store that makes timelines and saves, and lets them go."""

from dataclasses import replace

from npcserver.model.errors import AlreadyExists, CursorTooNew, InvalidInput, NotPossibleNow, Reason
from npcserver.model.ids import SaveId, TimelineId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.timeline import Save, Timeline, Vantage, rooted
from tests.fakes.memory_reader import MemoryReader
from tests.fakes.memory_view import State, look_up


class MemoryBranches(MemoryReader):
    """Changes to a copy of the state; `wanted` and `dropped` are for the jobs."""

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.state = state
        self.wanted: list[JobDraft] = []
        self.dropped: set[str] = set()

    async def add_timeline(self, timeline: Timeline) -> None:
        await self.world(timeline.world_id)
        if timeline.parent_id is not None:
            fork = Vantage(timeline.parent_id, timeline.forked_at)
            parent = await self._to_fork(fork)
            if timeline.forked_at > parent.head:
                raise CursorTooNew("not there yet", Reason.CURSOR_TOO_NEW)
            root = rooted(fork, lambda known: self.state.timelines[known])
            timeline = replace(timeline, parent_id=root.timeline_id)
        if timeline.head != timeline.forked_at:
            raise InvalidInput("timeline.head", "a new timeline has no records of its own")
        if timeline.id in self.state.timelines:
            raise AlreadyExists("timeline", timeline.id, "choose another id")
        self.state.timelines[timeline.id] = timeline

    async def _to_fork(self, vantage: Vantage) -> Timeline:
        is_saved = any(save.vantage == vantage for save in self.state.saves.values())
        if is_saved and vantage.timeline_id in self.state.deleted:
            return self.state.timelines[vantage.timeline_id]
        return await self.timeline(vantage.timeline_id)

    async def add_save(self, save: Save) -> None:
        timeline = await self.timeline(save.vantage.timeline_id)
        if save.vantage.seq > timeline.head:
            raise CursorTooNew("not there yet", Reason.CURSOR_TOO_NEW)
        if save.id in self.state.saves:
            raise AlreadyExists("save", save.id, "choose another id")
        self.state.saves[save.id] = save

    async def delete_save(self, save_id: SaveId) -> None:
        save = look_up(self.state.saves, "save", save_id, save_id)
        del self.state.saves[save_id]
        self._release(save.vantage.timeline_id)

    async def delete_timeline(self, timeline_id: TimelineId, *, saves: bool) -> None:
        timeline = await self.timeline(timeline_id)
        if (await self.world(timeline.world_id)).genesis_id == timeline_id:
            raise NotPossibleNow("everything begins there", Reason.STILL_IN_USE)
        self.state.deleted[timeline_id] = True
        self.state.timelines[timeline_id] = replace(timeline, label="")
        if saves:
            on_it = [
                s.id for s in self.state.saves.values() if s.vantage.timeline_id == timeline_id
            ]
            for save_id in on_it:
                del self.state.saves[save_id]
        await self.rest(timeline_id)
        self._release(timeline_id)

    async def free(self, timeline_id: TimelineId, most: int) -> bool:
        if timeline_id not in self.state.deleted:
            return True
        self.forget(timeline_id)
        timeline = self.state.timelines[timeline_id]
        needed = [one.forked_at for one in self._children(timeline_id)]
        needed += [
            save.vantage.seq
            for save in self.state.saves.values()
            if save.vantage.timeline_id == timeline_id
        ]
        entries = self.state.log.get(timeline_id, [])
        kept = max(0, max(needed, default=0) - timeline.forked_at, len(entries) - most)
        gone = {entry.record.seq for entry in entries[kept:]}
        self.state.log[timeline_id] = entries[:kept]
        for key in [key for key in self.state.vectors if key[1] == timeline_id and key[2] in gone]:
            del self.state.vectors[key]
        if len(gone) == most:
            return False
        if not needed:
            del self.state.timelines[timeline_id]
            del self.state.deleted[timeline_id]
            self.state.log.pop(timeline_id, None)
            self._release(timeline.parent_id)
        return True

    def forget(self, timeline_id: str) -> None:
        """Drop what requests about a timeline were answered, but for mere `true`."""
        kept = self.state.requests
        for key, (_, answer, began) in [*kept.items()]:
            if timeline_id in (key[0], began) and answer != "true":
                del kept[key]

    async def rest(self, timeline_id: TimelineId) -> None:
        self.wanted = [
            each
            for each in self.wanted
            if each.timeline_id != timeline_id or each.kind is JobKind.FREE
        ]
        self.dropped.add(timeline_id)

    async def count_late_result(self, timeline_id: TimelineId) -> None:
        timeline = self.state.timelines.get(timeline_id)
        if timeline is not None:
            late = timeline.late_results + 1
            self.state.timelines[timeline_id] = replace(timeline, late_results=late)

    def wishes(self) -> list[JobDraft]:
        """Return the wishes for timelines that are still there, or have to be freed."""
        return [
            each
            for each in self.wanted
            if each.timeline_id in self.state.timelines
            and (each.kind is JobKind.FREE or each.timeline_id not in self.state.deleted)
        ]

    def _children(self, timeline_id: str) -> list[Timeline]:
        return [one for one in self.state.timelines.values() if one.parent_id == timeline_id]

    def _release(self, timeline_id: TimelineId | None) -> None:
        if timeline_id is not None and timeline_id in self.state.deleted:
            self.wanted.append(JobDraft(JobKind.FREE, timeline_id, ""))
