"""`npc-playtest watch`: the events of a timeline, line by line, over lost connections."""

from collections.abc import Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass

from google.protobuf import json_format
from rich.console import Console
from rich.text import Text

from npcclient import NpcClient, NpcError
from npcclient.chat.flow import printable
from npcclient.chat.opening import Unknown, find
from npcclient.chat.screen import intent_text
from npcclient.playtest.reaching import (
    HELD,
    Misused,
    Reach,
    chosen_timeline,
    chosen_world,
    explained,
)
from npcclient.v1.mind_pb2 import Attention, Availability, CommitmentStatus
from npcclient.v1.play_service_pb2 import Movement, OutcomeStatus, TurnTaken, WatchResponse


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchWish:
    """What to watch: a timeline, or the newest of a world; `most` events, 0 for all."""

    world: str = ""
    timeline: str = ""
    after: int | None = None
    characters: tuple[str, ...] = ()
    most: int = 0
    json: bool = False


class _Loss:
    """Reports once that the server went away, however often it is retried, and that it is back."""

    def __init__(self, aside: Console, address: str) -> None:
        self._aside = aside
        self._address = address
        self._is_told = False

    def tell(self, error: NpcError) -> None:
        """Report a lost connection, if that was not done yet."""
        if not self._is_told:
            told = f"{explained(error, self._address)} Looking for it again."
            self._aside.print(Text(told, style="yellow"))
        self._is_told = True

    def over(self) -> None:
        """Report that the connection is back, if a loss was reported."""
        if self._is_told:
            self._aside.print(Text(f"{self._address} is there again.", style="dim"))
        self._is_told = False


async def watch(reach: Reach, wish: WatchWish) -> int:
    """Print events until the game leaves the timeline, or `most` is reached; return 0."""
    out, aside = reach.console(), reach.console(aside=True)
    seen = 0
    async with reach.connect() as npc:
        timeline_id = await _timeline(npc, wish)
        characters = await _characters(npc, timeline_id, wish.characters)
        aside.print(Text(f"Watching {timeline_id}; Ctrl-C ends.", style="dim"))

        loss = _Loss(aside, reach.address)
        events = npc.play.watch(
            timeline_id, after_seq=wish.after, characters=characters, resume=True, lost=loss.tell
        )
        async with aclosing(events):
            async for event in events:
                loss.over()
                seen += _show(out, event, is_json=wish.json)
                if wish.most and seen >= wish.most:
                    break
    return HELD


async def _timeline(npc: NpcClient, wish: WatchWish) -> str:
    if wish.timeline:
        return await chosen_timeline(npc, wish.timeline)
    return await _newest(npc, wish.world)


async def _newest(npc: NpcClient, wanted: str) -> str:
    world = await chosen_world(npc, wanted)
    timelines = await npc.timelines.list(world)
    if not timelines:
        raise Misused(f"nothing was played in {world.name} yet; `npc-playtest chat` begins")
    return max(timelines, key=lambda timeline: timeline.create_time.ToNanoseconds()).timeline_id


async def _characters(npc: NpcClient, timeline_id: str, wanted: tuple[str, ...]) -> tuple[str, ...]:
    if not wanted:
        return ()
    world_id = (await npc.timelines.get(timeline_id)).world_id
    known = await npc.characters.list(world_id)
    try:
        return tuple(find(name, known).character_id for name in wanted)
    except Unknown as unknown:
        raise Misused(str(unknown)) from unknown


def _show(out: Console, event: WatchResponse, *, is_json: bool) -> bool:
    """Print an event; return False for a checkpoint."""
    if is_json:
        out.print(json_format.MessageToJson(event, indent=None), markup=False)
        return True
    if event.HasField("checkpoint"):
        return False
    when = f"{event.world_time.ToDatetime():%a %H:%M}"
    place = Text(f"{event.seq:>6}  {when}  ", style="dim")
    out.print(place + Text(f"{event.character_id or '-':<16} ") + Text(printable(told(event))))
    return True


def told(event: WatchResponse) -> str:
    """Return an event as text."""
    kind = event.WhichOneof("event")
    if kind is None:
        return "something this client is too old for"
    in_words = _WORDS.get(kind)
    return kind.replace("_", " ") if in_words is None else in_words(event).strip()


def _whereabouts(it: Movement) -> str:
    if it.availability in (Availability.AVAILABILITY_ABSENT, Availability.AVAILABILITY_DEAD):
        return _short(Availability.Name(it.availability))
    return f"at {it.place_id or 'nowhere'}"


def _promise(event: WatchResponse) -> str:
    promise = event.commitment
    status = _short(CommitmentStatus.Name(promise.status))
    return f"promise {status}: {promise.by_name} to {promise.to_name}: {promise.what}"


def _outcome(event: WatchResponse) -> str:
    status = _short(OutcomeStatus.Name(event.outcome.status))
    return f"the game says: {status} {event.outcome.detail}"


def _circle(event: WatchResponse) -> str:
    names = ", ".join(member.name for member in event.circle.members)
    return f"stand together: {names}" if names else "the circle breaks up"


def _turn(turn: TurnTaken) -> str:
    said = " ".join(line.text for line in turn.lines)
    wishes = "".join(f" → {intent_text(intent)}" for intent in turn.intents)
    return f'heard "{turn.heard}", said "{said}"{wishes}'


def _short(name: str) -> str:
    """Return the last word of an enum value: `OUTCOME_STATUS_REFUSED` is refused."""
    return name.rpartition("_")[2].lower()


_WORDS: Mapping[str, Callable[[WatchResponse], str]] = {
    "memory": lambda event: f"remembers: {event.memory.text}",
    "turn": lambda event: _turn(event.turn),
    "movement": lambda event: (
        f"{event.movement.name or event.movement.id} is {_whereabouts(event.movement)}"
    ),
    "clock": lambda event: f"it is {event.world_time.ToDatetime():%A %d %B, %H:%M}",
    "outcome": _outcome,
    "act": lambda event: f"{event.act.emoji} {event.act.activity}",
    "left": lambda event: f"a save was loaded; play goes on in {event.left.to_timeline_id}",
    "mood": lambda event: f"feels {event.mood.label}: {event.mood.why}".rstrip(": "),
    "relation": lambda event: f"makes of {event.relation.other_name}: {event.relation.view}",
    "belief": lambda event: f"believes: {event.belief.text}",
    "object_state": lambda event: (
        f"the {event.object_state.object_name} is {event.object_state.state}"
    ),
    "attention": lambda event: f"thinks {_short(Attention.Name(event.attention.attention))}",
    "flag": lambda event: f"flag {event.flag.name} is {'unset' if event.flag.unset else 'set'}",
    "commitment": _promise,
    "circle": _circle,
}
