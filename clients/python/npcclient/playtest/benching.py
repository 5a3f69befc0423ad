"""`npc-playtest bench`: many sessions at once, measuring how long players wait."""

import asyncio
import time
from collections import Counter
from dataclasses import dataclass, field

from rich.console import Console
from rich.table import Table

from npcclient import NpcClient, NpcError
from npcclient.admin.v1.persona_service_pb2 import Character
from npcclient.chat.opening import Unknown, find
from npcclient.playtest.figures import spread
from npcclient.playtest.hearing import Heard
from npcclient.playtest.reaching import Misused, Reach, chosen_world, tidy


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchWish:
    """The load: each of `sessions` says `text` in `turns` turns; all end after `seconds`."""

    sessions: int = 8
    turns: int = 5
    seconds: float = 60.0
    world: str = ""
    character: str = ""
    text: str = "Good day! What have you been up to since yesterday?"


@dataclass(slots=True)
class Tally:
    """The measurements; times in seconds."""

    heard: list[Heard] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)
    cut: int = 0
    """Turns that were still being spoken when the time was over."""
    seconds: float = 0.0


async def bench(reach: Reach, wish: BenchWish) -> Tally:
    """Measure. Raises `Misused` and, where not even a timeline can be started, `NpcError`.

    Each session has a connection and a timeline of its own, so that no character is busy with
    another session; the timelines are deleted in the end.
    """
    tally = Tally()
    async with reach.connect() as npc:
        characters = await _characters(npc, wish)
        world_id = characters[0].world_id
        timelines = [
            (await npc.timelines.start(world_id, "npc-playtest bench")).timeline_id
            for _ in range(wish.sessions)
        ]
        begun = time.monotonic()
        try:
            async with asyncio.TaskGroup() as group:
                for number, timeline_id in enumerate(timelines):
                    partner = characters[number % len(characters)]
                    group.create_task(_session(reach, wish, tally, timeline_id, partner))
            tally.seconds = time.monotonic() - begun
        finally:
            await tidy(npc, timelines)
    return tally


async def _session(
    reach: Reach, wish: BenchWish, tally: Tally, timeline_id: str, partner: Character
) -> None:
    try:
        async with asyncio.timeout(wish.seconds), reach.connect() as npc:
            for _ in range(wish.turns):
                tally.cut += 1
                await _turn(npc, wish, tally, timeline_id, partner)
                tally.cut -= 1
    except TimeoutError:
        return  # the unfinished turn stays counted as cut


async def _turn(
    npc: NpcClient, wish: BenchWish, tally: Tally, timeline_id: str, partner: Character
) -> None:
    heard = Heard()
    turn = npc.play.say(timeline_id, partner, wish.text, speaker="Playtester", deltas=True)
    try:
        await heard.listen(turn, partner.character_id)
    except NpcError as error:
        tally.errors[error.reason or error.code.name] += 1
    else:
        tally.heard.append(heard)


async def _characters(npc: NpcClient, wish: BenchWish) -> list[Character]:
    world = await chosen_world(npc, wish.world)
    characters = await npc.characters.list(world)
    if not characters:
        raise Misused(f"nobody lives in {world.name}; import a world file with characters")
    if not wish.character:
        return characters
    try:
        return [find(wish.character, characters)]
    except Unknown as unknown:
        raise Misused(str(unknown)) from unknown


def as_json(tally: Tally, wish: BenchWish, reach: Reach) -> dict[str, object]:
    """Return the figures as an object for programs; times in milliseconds."""
    tokens = sum(heard.tokens for heard in tally.heard)
    outcomes = Counter(outcome for heard in tally.heard for outcome in heard.outcomes)
    return {
        "server": reach.address,
        "transport": reach.transport_name,
        "sessions": wish.sessions,
        "turnsWanted": wish.sessions * wish.turns,
        "turns": len(tally.heard),
        "turnsCutByTime": tally.cut,
        "seconds": round(tally.seconds, 3),
        "firstTokenMs": spread(
            [heard.first_token for heard in tally.heard if heard.first_token is not None]
        ),
        "totalMs": spread([heard.total for heard in tally.heard]),
        "turnsPerSecond": _per_second(len(tally.heard), tally.seconds),
        "tokensPerSecond": _per_second(tokens, tally.seconds),
        "tokensAreEstimated": any(heard.tokens_estimated for heard in tally.heard),
        "outcomes": dict(outcomes),
        "errors": dict(tally.errors),
    }


def show(out: Console, figures: dict[str, object]) -> None:
    """Print the figures as a table."""
    table = Table("", "p50", "p95", "p99", "max", title="milliseconds", title_justify="left")
    for name, label in (("firstTokenMs", "first token"), ("totalMs", "whole turn")):
        times = figures[name]
        values = times.values() if isinstance(times, dict) else ("-",) * 4
        table.add_row(label, *(str(value) for value in values))
    out.print(table)
    about = " (estimated)" if figures["tokensAreEstimated"] else ""
    out.print(
        f"{figures['turns']} of {figures['turnsWanted']} turns in {figures['seconds']} s, "
        f"{figures['turnsPerSecond']} turns/s, {figures['tokensPerSecond']} tokens/s{about}"
    )
    for name, label in (("outcomes", "ended with"), ("errors", "errors")):
        counted = figures[name]
        if isinstance(counted, dict) and counted:
            told = ", ".join(f"{count} x {word}" for word, count in counted.items())
            out.print(f"{label}: {told}")
    if figures["turnsCutByTime"]:
        out.print(f"cut off by --seconds: {figures['turnsCutByTime']} turns")


def _per_second(count: int, seconds: float) -> float:
    return round(count / seconds, 2) if seconds else 0.0
