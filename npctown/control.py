"""A town that lives, for its page: what may be done in it (`web` has the contract)."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

from npcclient import NotFound, NpcError
from npcclient.v1.memory_pb2 import MemoryKind
from npcclient.v1.play_service_pb2 import Loudness, Movement, Speaker

from npctown.branches import PlannedChange, branch_off, first_difference, make_change
from npctown.people import PACE, Body
from npctown.run_recorder import FELT, fields_of
from npctown.simulation import Simulation
from npctown.town_run import TownRun
from npctown.web import CannotDoError, branches_of

_MEMORIES: Final = 30
_VISITOR: Final = "visitor:"
_LOUDNESS: Final = {
    "whisper": Loudness.LOUDNESS_WHISPER,
    "talk": Loudness.LOUDNESS_TALK,
    "shout": Loudness.LOUDNESS_SHOUT,
}
_FASTEST: Final = 600.0

Fields = Mapping[str, Any]


class LiveTown:
    """A run that lives, and the branches that are made of it meanwhile."""

    def __init__(self, run: TownRun, tell: Callable[[str], None]) -> None:
        self._run = run
        self._tell = tell
        self._live: dict[str, TownRun] = {"": run}
        self._visitors: dict[str, Body] = {}
        self._branches: set[asyncio.Task[None]] = set()
        self._do: Mapping[str, Callable[[TownRun, Fields], Awaitable[dict[str, Any]]]] = {
            "speed": self._speed,
            "pause": partial(self._hold, is_paused=True),
            "play": partial(self._hold, is_paused=False),
            "whisper": self._whisper,
            "thing": self._thing,
            "fire": self._thing,
            "visit": self._visit,
            "walk": self._walk,
            "say": self._say,
            "leave": self._leave,
            "branch": self._branch,
            "compare": self._compare,
            "ask_mind": self._ask_mind,
        }

    async def close(self) -> None:
        """Stop the branches that still live."""
        for task in self._branches:
            task.cancel()
        for task in tuple(self._branches):
            with suppress(asyncio.CancelledError, NpcError):
                await task

    def run_folders(self) -> Mapping[str, Path]:
        """Return the folder of the run, and those of its branches."""
        folder = self._run.folder
        return {"": folder} | {one.name: one for one in branches_of(folder)}

    def state(self, run: str) -> dict[str, Any]:
        """Return how a run stands."""
        live = self._live.get(run)
        pace = self._run.simulation.pace
        return {
            "t": 0 if live is None else round(live.simulation.t, 2),
            "speed": pace.speed,
            "is_paused": pace.is_paused,
            "is_live": live is not None,
            "is_over": live is None,
            "can": [] if live is None else sorted(self._do),
        }

    async def do(self, run: str, action: str, fields: Fields) -> dict[str, Any]:
        """Carry out one thing. Raises `CannotDoError`."""
        carry_out = self._do.get(action)
        if carry_out is None:
            raise CannotDoError(f"there is no {action!r}; known: {', '.join(sorted(self._do))}")
        try:
            return await carry_out(self._of(run), fields)
        except KeyError as error:
            raise CannotDoError(f"{action!r} needs the field {error.args[0]!r}") from None
        except (TypeError, ValueError) as error:
            raise CannotDoError(f"{action!r} cannot be read: {error}") from None
        except NotFound as error:
            raise CannotDoError(error.message, 404) from None
        except NpcError as error:
            raise CannotDoError(error.message, 409) from None

    async def mind(self, run: str, who: str, t: float | None) -> dict[str, Any]:
        """Return what a person is like, now or at a game minute. Raises `CannotDoError`."""
        live = self._of(run).simulation
        if who not in live.bodies:
            raise CannotDoError(f"there is no person {who!r}", 404)
        seq = None if t is None else live.seq_at(t)
        timeline, minutes = live.header.timeline_id, live.recorder.minutes
        mind = await live.npc.characters.mind(timeline, who, seq=seq)
        memories = []
        async for one in live.npc.memories.list(timeline, who, seq=seq, page_size=_MEMORIES):
            memories.append(one)
            if len(memories) == _MEMORIES:
                break
        return {
            "who": who,
            "t": minutes(mind.world_time),
            "currently": mind.day_plan.currently,
            "act": {
                "text": mind.act.activity,
                "place": mind.act.place_id or mind.place_id,
                "minutes": minutes(mind.act.world_end_time) - minutes(mind.world_time),
            },
            "plan": live.recorder.blocks_of(mind.day_plan),
            "mood": fields_of(mind.mood, "label", "valence", "why"),
            "relations": [
                fields_of(one, *FELT, who="other_id", name="other_name") for one in mind.relations
            ],
            "memories": [
                {
                    **fields_of(one, "text", id="memory_id"),
                    "t": minutes(one.world_create_time),
                    "kind": MemoryKind.Name(one.kind).removeprefix("MEMORY_KIND_").lower(),
                }
                for one in memories
            ],
            "knows": live.recorder.known_by(who),
        }

    def _of(self, run: str) -> TownRun:
        live = self._live.get(run)
        if live is None:
            raise CannotDoError(f"the run {run!r} does not live", 409)
        return live

    async def _show(self, simulation: Simulation) -> None:
        """Write down at once what has just been done."""
        await simulation.look()
        simulation.recorder.flush(simulation.t)

    async def _attend(self, simulation: Simulation) -> None:
        """Put those in the foreground who are where a visitor is, unless all are."""
        if simulation.header.settings.get("foreground"):
            return
        here = {one.place for one in self._visitors.values() if one.place}
        near = {who for who, one in simulation.bodies.items() if one.place in here}
        near -= simulation.crowd
        if near != simulation.pace.foreground:
            await simulation.show(near)

    async def _speed(self, run: TownRun, fields: Fields) -> dict[str, Any]:
        value = float(fields["value"])
        if not 0 <= value <= _FASTEST:
            raise CannotDoError(f"a speed is from 0 to {_FASTEST:g} game seconds a second")
        pace = run.simulation.pace
        pace.is_paused = value == 0
        pace.speed = value or pace.speed
        return {"speed": pace.speed, "is_paused": pace.is_paused}

    async def _hold(self, run: TownRun, fields: Fields, *, is_paused: bool) -> dict[str, Any]:
        del fields
        run.simulation.pace.is_paused = is_paused
        return {"speed": run.simulation.pace.speed, "is_paused": is_paused}

    async def _whisper(self, run: TownRun, fields: Fields) -> dict[str, Any]:
        change = PlannedChange(who=str(fields["who"]), text=str(fields["text"]))
        memory = await make_change(run.simulation, change)
        await self._show(run.simulation)
        return {"memory": memory}

    async def _thing(self, run: TownRun, fields: Fields) -> dict[str, Any]:
        change = PlannedChange(
            place=str(fields["place"]),
            thing=str(fields["thing"]),
            state=str(fields.get("state") or ""),
        )
        await make_change(run.simulation, change)
        await self._show(run.simulation)
        return {}

    async def _visit(self, run: TownRun, fields: Fields) -> dict[str, Any]:
        simulation, name = run.simulation, str(fields["name"]).strip()
        if not name:
            raise CannotDoError("a visitor needs a name")
        who = _VISITOR + re.sub(r"\W+", "-", name.lower())
        walker, place = simulation.walker, str(fields.get("place") or "")
        tile = (0, 0)
        if walker is not None:
            at = fields.get("at")
            tile = tuple(at) if at else walker.spot(place, who, None, ()) or walker.anywhere(who)
            place = walker.map.place_at(tile)
        self._visitors[who] = Body(tile=tile, place=place, goal=place, name=name)
        await self._move(simulation, who, place)
        simulation.recorder.put(
            simulation.t, "visitor", who=who, name=name, place=place, is_here=True, at=tile
        )
        await self._attend(simulation)
        await self._show(simulation)
        return {"who": who, "at": tile, "place": place}

    async def _walk(self, run: TownRun, fields: Fields) -> dict[str, Any]:
        simulation, who, body = run.simulation, str(fields["who"]), self._visitor(fields)
        if simulation.walker is None:
            raise CannotDoError("this town has no map", 409)
        x, y = fields["to"]
        path = simulation.walker.path(body.at(simulation.t), (int(x), int(y)))
        if not path:
            raise CannotDoError(f"no way leads to {x}, {y}", 409)
        body.path, body.tile = [], path[-1]
        place = simulation.walker.map.place_at(body.tile)
        simulation.recorder.put(simulation.t, "walk", who=who, path=path, pace=PACE)
        simulation.recorder.flush(simulation.t)  # a step within a place asks nothing of the server
        if place != body.place:
            body.place = place
            await self._move(simulation, who, place)
            await self._attend(simulation)
        return {"path": path, "place": place}

    async def _say(self, run: TownRun, fields: Fields) -> dict[str, Any]:
        simulation, body, to = run.simulation, self._visitor(fields), str(fields["to"])
        other = simulation.bodies.get(to)
        if other is None:
            raise CannotDoError(f"there is no person {to!r}", 404)
        walker, t = simulation.walker, simulation.t
        is_seen = walker is not None and walker.can_see(body.at(t), other.at(t))
        if other.place != body.place and not is_seen:
            raise CannotDoError(f"they are not here; walk to {other.place!r} first", 409)
        turn = simulation.npc.play.say(
            simulation.header.timeline_id,
            to,
            str(fields["text"]),
            loudness=_LOUDNESS[str(fields.get("loudness") or "talk")],
            speaker=Speaker(id=str(fields["who"]), name=body.name),
        )
        lines, outcome = [], ""
        async for event in turn:
            if event.HasField("line"):
                lines.append(event.line.text)
            if event.HasField("finished"):
                outcome = str(event.finished.outcome)
        await self._show(simulation)
        return {"lines": lines, "outcome": outcome}

    async def _leave(self, run: TownRun, fields: Fields) -> dict[str, Any]:
        simulation, who, body = run.simulation, str(fields["who"]), self._visitor(fields)
        del self._visitors[who]
        await self._move(simulation, who, "", body.name)
        simulation.recorder.put(
            simulation.t, "visitor", who=who, name=body.name, place="", is_here=False
        )
        await self._attend(simulation)
        await self._show(simulation)
        return {}

    async def _ask_mind(self, run: TownRun, fields: Fields) -> dict[str, Any]:
        simulation = run.simulation
        answer = await simulation.npc.characters.interview(
            simulation.header.timeline_id, str(fields["who"]), str(fields["question"])
        )
        return {"text": answer.answer}

    async def _branch(self, run: TownRun, fields: Fields) -> dict[str, Any]:
        told = fields.get("change") or {}
        if told and not isinstance(told, Mapping):
            raise CannotDoError("a change is an object")
        known = {name: str(told[name]) for name in PlannedChange.__slots__ if told.get(name)}
        change = PlannedChange(**known)
        begun: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        task = asyncio.ensure_future(self._live_branch(run, float(fields["t"]), change, begun))
        self._branches.add(task)
        task.add_done_callback(self._branches.discard)

        def ended(done: asyncio.Task[None]) -> None:
            if not begun.done():
                begun.set_exception(_fault_of(done))

        task.add_done_callback(ended)
        return {"run": await begun}

    async def _live_branch(
        self, run: TownRun, t: float, change: PlannedChange, begun: asyncio.Future[str]
    ) -> None:
        """Let a branch live as long as the run that it left, and follow that one from then on."""
        simulation = run.simulation
        made = branch_off(simulation.npc, run.folder, t, change, simulation.town, simulation.walker)
        async with made as branch:
            name = branch.folder.name
            self._live[name] = branch
            begun.set_result(name)
            try:
                await branch.live(simulation.t)
            finally:
                del self._live[name]
        self._tell(f"The branch {name} has caught up.")

    async def _compare(self, run: TownRun, fields: Fields) -> dict[str, Any]:
        folder = self.run_folders().get(str(fields["run"]))
        if folder is None or folder == run.folder:
            raise CannotDoError(f"there is no branch {fields['run']!r}", 404)
        found = await asyncio.to_thread(first_difference, run.folder, folder)
        if found is None:
            return {"t": None, "text": "Both are the same so far.", "event": None, "other": None}
        names = {one.id: one.name for one in run.header.people}
        return {
            "t": found.t,
            "text": found.text(names),
            "event": found.event,
            "other": found.other,
        }

    def _visitor(self, fields: Fields) -> Body:
        body = self._visitors.get(str(fields["who"]))
        if body is None:
            raise CannotDoError("no such visitor is here; begin with `visit`", 404)
        return body

    async def _move(
        self, simulation: Simulation, who: str, place: str, name: str | None = None
    ) -> None:
        named = self._visitors[who].name if name is None else name
        await simulation.npc.play.observe(
            simulation.header.timeline_id,
            movements=[Movement(id=who, name=named, place_id=place)],
        )


def _fault_of(task: asyncio.Task[None]) -> BaseException:
    fault = None if task.cancelled() else task.exception()
    text = "the branch was stopped" if fault is None else str(fault)
    return CannotDoError(text, 409)
