"""Plays cases in the words of a game with what `npcclient` gives to games: turns, queue, watch."""

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from google.protobuf import json_format
from npcclient import NpcClient, NpcError, Turn, connect
from npcclient.observing import ObservationQueue

from npcserver.v1.affordance_pb2 import ActionIntent, Affordance, AffordanceSource, Entity
from npcserver.v1.play_service_pb2 import (
    Loudness,
    Movement,
    ObjectChange,
    Observation,
    ObserveRequest,
    OutcomeStatus,
    SayInCircleResponse,
    Speaker,
    StoryFlag,
    WatchResponse,
)
from npcserver.v1.turn_pb2 import TurnEvent, TurnOutcome
from tests.conformance.runners import Transcript

_PATIENCE = 15.0
Observed = Observation | Movement | ObjectChange | StoryFlag
_OBSERVED: dict[str, type[Observed]] = {
    "observations": Observation,
    "movements": Movement,
    "objects": ObjectChange,
    "flags": StoryFlag,
}


@dataclass(slots=True)
class _Wish:
    timeline_id: str
    turn_id: str
    intent: ActionIntent


@dataclass(slots=True)
class _Character:
    """A character as the game keeps it: its turns under way, and what it wished."""

    turns: list[asyncio.Task[None]] = field(default_factory=list)
    turn: "Turn | None" = None
    wishes: list[_Wish] = field(default_factory=list)
    tells_waiting: bool = False


def options(step: dict[str, Any]) -> dict[str, Any]:
    """Return what a game sets for a turn, as arguments of `say`."""
    of_whom = step.get("speaker", {"id": "guest-1", "name": "Guest"})
    speaker = Speaker(**of_whom, is_character=step.get("as_character", False))
    return {
        **offered(step),
        "speaker": speaker,
        "private": step.get("private", False),
        "loudness": Loudness.Value(f"LOUDNESS_{step.get('loudness', 'UNSPECIFIED')}"),
    }


def offered(step: dict[str, Any]) -> dict[str, Any]:
    """Return what a game sets for words of either kind, as arguments of `say`."""
    source = AffordanceSource.Value(f"AFFORDANCE_SOURCE_{step.get('source', 'UNSPECIFIED')}")
    return {
        "affordances": affordances(step),
        "entities": [Entity(**one) for one in step.get("things", [])],
        "affordance_source": source,
        "affordance_set": step.get("set", ""),
        "deltas": step.get("letters", False),
        "first_beat": _seconds(step.get("first_beat_ms")),
        "whole": _seconds(step.get("total_ms")),
        "language": step.get("language", ""),
    }


def options_in_circle(step: dict[str, Any]) -> dict[str, Any]:
    """Return what a game sets for words in a circle, as arguments of `say`."""
    return {
        **offered(step),
        "who": step.get("who"),
        "to": step.get("to", []),
        "whisper": step.get("private", False),
        "most_turns": step.get("most_turns", 0),
        "wait_seconds": step.get("wait_seconds"),
    }


def affordances(step: dict[str, Any]) -> list[Affordance]:
    """Return what a step offers the character."""
    return [json_format.ParseDict(offer, Affordance()) for offer in step.get("offers", [])]


def _seconds(milliseconds: int | None) -> float | None:
    return None if milliseconds is None else milliseconds / 1000


class GamePlayer:
    """Plays one case: a game that calls the client, and writes down what it is told, by channel."""

    def __init__(self, target: str, key: str) -> None:
        self._target, self._key, self.key = target, key, key
        self._told: dict[str, list[list[Any]]] = {}
        self._news = asyncio.Condition()
        self._asked: list[float] = []
        self._characters: dict[str, _Character] = {}
        self._kept: dict[str, str] = {}
        self._watches: dict[str, asyncio.Task[None]] = {}
        self.timeline = ""

    async def play(self, case: dict[str, Any]) -> Transcript:
        """Play the steps in order and return what was told."""
        async with contextlib.AsyncExitStack() as stack:
            self.stack = stack
            self._open(self._key)
            for step in case["steps"]:
                try:
                    await getattr(self, f"_do_{step['do']}")(step)
                except NpcError as error:
                    await self.tell("game", "failed", error.reason or str(error))
                except TimeoutError:
                    await self.tell("game", "waits in vain", step["do"])
            for task in [*self._watches.values(), *self._turns()]:
                task.cancel()
        return {"name": case["name"], "told": self._told, "asked": self._asked}

    def _open(self, key: str, token: str = "", url: str = "") -> None:
        self.key = token or key
        tokens = (lambda: token) if token else None
        key = "" if token else key
        self.url = url or self._target
        self.npc: NpcClient = connect(self.url, key=key, token=tokens)
        self.stack.push_async_callback(self.npc.close)
        self._queue: ObservationQueue | None = None

    def _turns(self) -> list[asyncio.Task[None]]:
        return [task for one in self._characters.values() for task in one.turns]

    async def tell(self, who: str, *what: Any) -> None:
        """Note what the game is told, and by whom."""
        async with self._news:
            self._told.setdefault(who, []).append(list(what))
            self._news.notify_all()

    def soon(self, work: Coroutine[Any, Any, object]) -> None:
        """Do something without waiting for it."""
        task = asyncio.create_task(work)
        self.stack.callback(task.cancel)

    async def _until(self, is_so: Callable[[], bool]) -> None:
        async with asyncio.timeout(_PATIENCE), self._news:
            await self._news.wait_for(is_so)

    def _count(self, who: str, *kinds: str) -> int:
        return sum(one[0] in kinds for one in self._told.get(who, []))

    async def _do_start(self, step: dict[str, Any]) -> None:
        timeline = await self.npc.timelines.start(
            step["world"], step["label"], language=step.get("language", "")
        )
        self.timeline = self._kept[f"timeline {step.get('as')}"] = timeline.timeline_id

    async def _do_play(self, step: dict[str, Any]) -> None:
        self.timeline = self._kept[f"timeline {step['as']}"]
        self._queue = None
        await self.tell("game", "played")

    async def _do_key(self, step: dict[str, Any]) -> None:
        self._open(step.get("key", self._key))

    async def _do_through(self, step: dict[str, Any]) -> None:
        self._open(self._key, url=step["url"])

    async def _do_register(self, step: dict[str, Any]) -> None:
        """Do what the game's server does, with its key."""
        things = [Entity(**one) for one in step.get("things", [])]
        async with connect(self._target, key=self._key) as server:
            await server.access.put_affordance_set(
                self.timeline,
                step["set"],
                affordances(step),
                things,
                player_id=step.get("of", ""),
            )

    async def _do_token(self, step: dict[str, Any]) -> None:
        """Play with a token of the player from now on, as a shipped game does."""
        async with connect(self._target, key=self._key) as server:
            minted = await server.access.mint_player_token(self.timeline, step["id"], step["name"])
        self._open("", minted.token)

    async def _do_say(self, step: dict[str, Any]) -> None:
        who, lines = step["to"], self._count(step["to"], "line", "failed")
        one = self._characters.setdefault(who, _Character())
        if one.turn is not None and one.turn.finished is None:
            one.turn.interrupt_soon()
        one.turn, one.tells_waiting = self.say(step), step.get("waits", False)
        task = asyncio.create_task(self._listen(who, one, one.turn, self.timeline))
        one.turns.append(task)
        if step.get("until") == "line":
            await self._until(lambda: self._count(who, "line", "failed") > lines)
        else:
            await asyncio.wait([task], timeout=_PATIENCE)

    def say(self, step: dict[str, Any]) -> Turn:
        """Return the turn that answers words."""
        return self.npc.play.say(self.timeline, step["to"], step["text"], **options(step))

    async def _listen(self, who: str, one: _Character, turn: Turn, timeline: str) -> None:
        words = ""
        try:
            async with turn:
                async for event in turn:
                    if event.HasField("delta"):
                        words += event.delta.text
                        continue
                    if words:
                        await self.tell(who, "words", words.strip())
                        words = ""
                    if event.HasField("intent"):
                        one.wishes.append(_Wish(timeline, turn.turn_id, event.intent))
                    # a character spoken to again is listened to no more
                    if one.turn is turn:
                        await self._tell_event(who, event)
        except NpcError as error:
            await self.tell(who, "failed", error.reason)

    async def _tell_event(self, who: str, event: TurnEvent) -> None:
        match event.WhichOneof("event"):
            case "waiting" if self._characters[who].tells_waiting:
                await self.tell(f"{who}'s gestures", "waiting")
            case "disclosure":
                await self.tell(who, "disclosed", event.disclosure.text)
            case "line":
                await self.tell(who, "line", event.line.text)
            case "intent":
                given = {
                    it.name: getattr(it, it.WhichOneof("value") or "text")
                    for it in event.intent.arguments
                }
                await self.tell(who, "wants", event.intent.affordance, given)
            case "finished":
                name = TurnOutcome.Name(event.finished.outcome)
                await self.tell(who, "finished", name.removeprefix("TURN_OUTCOME_"))
            case _:
                pass

    async def _do_interrupt(self, step: dict[str, Any]) -> None:
        turn = self._characters[step["who"]].turn
        assert turn is not None
        self._asked.append(time.time() * 1000)
        await turn.interrupt()

    async def _do_end(self, step: dict[str, Any]) -> None:
        turns = self._characters[step["who"]].turns
        _, waiting = await asyncio.wait(turns, timeout=_PATIENCE)
        await self.tell(step["who"], "waits in vain" if waiting else "returned")

    async def _do_leave(self, step: dict[str, Any]) -> None:
        """Leave the scene: the game closes the turn, and its task ends by itself."""
        one = self._characters[step["who"]]
        turn, one.turn = one.turn, None
        assert turn is not None
        self._asked.append(time.time() * 1000)
        await self.tell(step["who"], "left")
        await turn.aclose()

    async def _do_free(self, step: dict[str, Any]) -> None:
        """Cancel the task that listens, as the end of what it belongs to does."""
        self._asked.append(time.time() * 1000)
        await self.tell(step["who"], "freed")
        for task in self._characters[step["who"]].turns:
            task.cancel()

    async def _do_report(self, step: dict[str, Any]) -> None:
        wish = self._characters[step["who"]].wishes[-1]
        status = OutcomeStatus.Value(f"OUTCOME_STATUS_{step['status']}")
        try:
            await self.npc.play.report_outcome(
                wish.timeline_id, wish.turn_id, wish.intent, status, step.get("detail", "")
            )
        except NpcError as error:
            await self.tell(step["who"], "refused", error.reason)
        else:
            await self.tell(step["who"], "reported", step["status"])

    async def _observing(self) -> ObservationQueue:
        if self._queue is None:
            queue = self.npc.play.observing(self.timeline, refused=self._refuse)
            self._queue = await self.stack.enter_async_context(queue)
        return self._queue

    def _refuse(self, error: NpcError, _: ObserveRequest) -> None:
        self._told.setdefault("game", []).append(["refused", error.reason])

    async def observe(self, what: Observed) -> None:
        """Queue what happened."""
        (await self._observing()).put(what)

    async def flush(self) -> None:
        """Wait until what was queued is stored or refused."""
        if self._queue is not None:
            await self._queue.flush()
            await asyncio.sleep(0)  # what was refused is told by the loop

    async def _do_observe(self, step: dict[str, Any]) -> None:
        await self.observe(Observation(text=step["text"], witness_ids=step["witnesses"]))

    async def _do_go(self, step: dict[str, Any]) -> None:
        await self.observe(Movement(id=step["id"], name="Guest", place_id=step["place"]))

    async def _do_put(self, step: dict[str, Any]) -> None:
        kind = next(kind for kind in _OBSERVED if kind in step)
        await self.observe(json_format.ParseDict(step[kind], _OBSERVED[kind]()))

    async def _do_circle(self, step: dict[str, Any]) -> None:
        members = [json_format.ParseDict(one, Speaker()) for one in step["members"]]
        self._kept["circle"] = await self.open_circle(members, step["place"])

    async def open_circle(self, members: list[Speaker], place: str) -> str:
        """Open a circle and return its id."""
        circle = await self.npc.circles.open(self.timeline, members, place_id=place)
        return circle.circle_id

    async def _do_circle_say(self, step: dict[str, Any]) -> None:
        try:
            async for answer in self.say_in_circle(self._kept["circle"], step):
                await self._tell_circle(answer, tells_waiting=step.get("waits", False))
        except NpcError as error:
            await self.tell("circle", "failed", error.reason or str(error))

    def say_in_circle(
        self, circle: str, step: dict[str, Any]
    ) -> AsyncIterator[SayInCircleResponse]:
        """Say something in a circle and yield what follows."""
        return self.npc.circles.say(
            self.timeline, circle, step.get("text", ""), **options_in_circle(step)
        )

    async def _tell_circle(self, answer: SayInCircleResponse, *, tells_waiting: bool) -> None:
        match answer.WhichOneof("event"):
            case "floor":
                await self.tell("circle", "floor", answer.floor.character_id)
            case "turn" if answer.turn.HasField("line"):
                await self.tell("circle", "line", answer.turn.line.text)
            case "turn" if answer.turn.HasField("waiting") and tells_waiting:
                await self.tell("circle's gestures", "waiting")
            case "turn" if answer.turn.HasField("finished"):
                name = TurnOutcome.Name(answer.turn.finished.outcome)
                await self.tell("circle", "finished", name.removeprefix("TURN_OUTCOME_"))
            case "quiet":
                await self.tell("circle", "quiet")
            case _:
                pass

    async def _do_flush(self, _: dict[str, Any]) -> None:
        await self.flush()
        await self.tell("game", "stored")

    async def _do_save(self, step: dict[str, Any]) -> None:
        await self.flush()
        save = await self.npc.timelines.save(
            self.timeline, step["as"], seq=step.get("at"), overwrite=step.get("overwrite", False)
        )
        self._kept[step["as"]] = json.dumps({"save": save.save_id})  # as in a game's own save file
        await self.tell("game", "saved")

    async def _do_load(self, step: dict[str, Any]) -> None:
        save = step.get("save_id") or json.loads(self._kept[step["as"]])["save"]
        timeline = await self.npc.timelines.load(save, step.get("label", ""), leaving=self.timeline)
        self.timeline, self._queue = timeline.timeline_id, None
        await self.tell("game", "loaded")

    async def _do_watch(self, step: dict[str, Any]) -> None:
        self._watches[step["as"]] = asyncio.create_task(self._watch(step, self.timeline))

    async def _watch(self, step: dict[str, Any], timeline: str) -> None:
        watching = self.npc.play.watch(
            timeline, after_seq=step["after"], characters=step.get("of", ()), resume=True
        )
        async with contextlib.aclosing(watching) as events:
            async for event in events:
                if event.WhichOneof("event") in step["kinds"]:
                    await self.tell(step["as"], *watched(event))

    async def _do_unwatch(self, step: dict[str, Any]) -> None:
        self._watches[step["as"]].cancel()

    async def _do_seen(self, step: dict[str, Any]) -> None:
        await self._until(lambda: len(self._told.get(step["by"], [])) >= step["times"])

    async def _do_turns(self, step: dict[str, Any]) -> None:
        left = step["count"]
        events = self.npc.play.watch(self.timeline, after_seq=0)
        async with asyncio.timeout(_PATIENCE), contextlib.aclosing(events):
            async for event in events:
                if event.HasField("turn"):
                    await self.tell("server", *watched(event))
                    left -= 1
                if not left:
                    return

    async def _do_remembers(self, step: dict[str, Any]) -> None:
        memories = self.npc.memories.list(self.timeline, step["who"])
        texts = [memory.text async for memory in memories]
        await self.tell("server", "remembers", texts.count(step["text"]))


def watched(event: WatchResponse) -> list[Any]:
    """Return what a game notes of an event that it watches."""
    match event.WhichOneof("event"):
        case "memory":
            return ["memory", event.memory.text]
        case "movement":
            return ["movement", event.movement.place_id]
        case "turn":
            return ["turn", TurnOutcome.Name(event.turn.outcome).removeprefix("TURN_OUTCOME_")]
        case kind:
            return [kind]
