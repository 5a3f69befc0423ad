"""How clean what comes to mind stays over days of play.

    python -m tests.benchmarks.hygiene [--json] [--days 3] [--hours 12]

Ten characters live some game days in a village, on the paths that play takes, with the scripted
model thinking as the offline actor does. Meanwhile a game makes it hard for them: the same things
happen again and again, players tell everybody the same rumours in slightly other words, and facts
change. At the end of each day every character is asked about everything, as a turn asks, and what
comes to mind is looked through: by rules of its own, not those that put it in order.

Also printed is what the reports say of all that is kept, and how well contradictions are told on
labelled pairs (`tests.benchmarks.contrary`).
"""

import asyncio
import json
import tempfile
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path

from npcbench.little_game import LittleGame
from npcmodels.scripted import ScriptedThinker
from npcserver import bootstrap
from npcserver.app.context.discretion import Discretion
from npcserver.app.context.recall import PromptRecall
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.pagination import Page
from npcserver.app.perception.observations import GameEvent, Observe
from npcserver.bootstrap import RunningServer
from npcserver.cli.event_log import logging_to
from npcserver.memory.score_profiles import DEFAULT
from npcserver.model.character import Attention, Person, Relation, SeedMemory
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.memory import Recollection
from npcserver.model.record import MEMORY_KINDS, RecordKind, Source
from npcserver.model.worldfile import Role
from tests.benchmarks import contrary
from tests.benchmarks.mind_junk import faults, plain
from tests.benchmarks.options import read_options
from tests.fakes.running_server import HALL, INN, role, server_settings, village_file

NAMES = ("ada", "ben", "cora", "dov", "eda", "finn", "gus", "hanna", "ivo", "jon")
PLAYERS = (Person(id="p1", name="Ann"), Person(id="p2", name="Bram"))
PINS = ("{name} never forgives a lie.", "{name} swore to keep the bridge.", "{name} fears wolves.")
RUMOURS = (
    ("The old mill burned down.", "the old mill burned down!", "They say the old mill burned down"),
    ("The miller owes the smith ten coins.", "The miller owes the smith ten coins, you know."),
    ("A wolf was seen by the northern road.", "A wolf was seen by the northern road!!"),
)
EVENTS = (
    "The chapel bell rings.",
    "A cart rattles over the bridge.",
    "Somebody knocks at the door.",
)
CHANGING = (
    ("The ferry leaves at {n}.", ("six", "seven", "eight", "nine", "ten", "eleven")),
    (
        "The spare key is in the {n}.",
        ("cellar", "chapel", "kitchen", "stable", "tower", "cupboard"),
    ),
    ("The bridge is {n}.", ("open", "closed", "open", "closed", "open", "closed")),
)
CUES = (
    "What do you know about the mill?",
    "When does the ferry leave?",
    "Where is the spare key?",
    "Is the bridge open?",
    "What did you hear lately?",
    "Who owes whom?",
    "What happens in the village?",
)
K = 20


@dataclass(slots=True)
class Found:
    """What was found among what came to mind; `shown` counts recollections."""

    shown: int = 0
    junk: int = 0
    echoes: int = 0
    pins_expected: int = 0
    pins_lost: int = 0
    changes: int = 0
    outdated_shown: int = 0
    faults: list[str] = field(default_factory=list)


def cast(names: Sequence[str]) -> tuple[Role, ...]:
    """Return friends, each with three memories to be pinned."""
    friends = tuple(Relation(to=one.title(), view="A good friend.", affinity=60) for one in names)
    return tuple(
        replace(
            role(
                CharacterId(name),
                HALL,
                relations=tuple(one for one in friends if one.to != name.title()),
            ),
            memories=tuple(SeedMemory(text=pin.format(name=name.title())) for pin in PINS),
        )
        for name in names
    )


class Soak:
    """Some days of play, and what comes to mind at the end of each."""

    def __init__(
        self, here: RunningServer, timeline_id: TimelineId, now: datetime, names: Sequence[str]
    ) -> None:
        self._here = here
        self._timeline_id = timeline_id
        self._now = now
        self._minds = tuple(CharacterId(name) for name in names)
        self._game = LittleGame(here, timeline_id, self._minds[:3])
        self._pins: dict[CharacterId, set[int]] = {}
        self.found = Found()

    async def run(self, days: int, hours: int) -> None:
        """Live these days, so many hours of each."""
        await self._game.begin(self._minds, Attention.BACKGROUND)
        await self._game.settle()
        await self._pin()
        for day in range(days):
            for hour in range(hours):
                self._now += timedelta(hours=1)
                await self._game.tick(self._now)
                await self._happen(day, hour)
                await self._game.settle()
            await self._look(day)
            self._now += timedelta(hours=24 - hours)
            await self._game.tick(self._now)
            await self._game.settle()

    async def _pin(self) -> None:
        for mind in self._minds:
            page = await self._here.services.memories.list(
                timeline_id=self._timeline_id, character_id=mind, page=Page(100)
            )
            seeds = [one for one in page.items if one.source is Source.AUTHORED]
            self._pins[mind] = {one.seq for one in seeds}
            for one in seeds:
                await self._here.services.memories.pin(
                    timeline_id=self._timeline_id, memory_id=one.id
                )

    async def _happen(self, day: int, hour: int) -> None:
        """Let an hour be as monotonous as hours are, and change some facts early."""
        seen = [GameEvent(text=EVENTS[hour % len(EVENTS)], witness_ids=self._minds, place_id=INN)]
        if hour == 1:
            texts = (text.format(n=values[day % len(values)]) for text, values in CHANGING)
            seen += [GameEvent(text=text, witness_ids=self._minds) for text in texts]
        await self._here.services.play.observe(
            Observe(timeline_id=self._timeline_id, happenings=tuple(seen))
        )
        rumour = RUMOURS[hour % len(RUMOURS)]
        words = rumour[(day + hour) % len(rumour)]
        listener = self._minds[(hour + 3 * day) % len(self._minds)]
        for player in PLAYERS:
            say = SayToCharacter(
                timeline_id=self._timeline_id, character_id=listener, speaker=player, text=words
            )
            async with aclosing(self._here.services.dialogue.say(say)) as events:
                async for _ in events:
                    pass

    async def _look(self, day: int) -> None:
        recalling = PromptRecall(self._here.stream, DEFAULT)
        async with self._here.store.read() as reader:
            view = await reader.head(self._timeline_id)
            for mind in self._minds:
                for text in CUES:
                    cue = await self._here.stream.cue(text)
                    recalled = await recalling.recall(
                        reader, view, view.timeline.world_id, mind, cue, K, Discretion()
                    )
                    self._judge(recalled.recollections, day, mind)

    def _judge(self, shown: Sequence[Recollection], day: int, mind: CharacterId) -> None:
        """Look through what came to mind."""
        found = self.found
        found.shown += len(shown)
        found.pins_expected += len(self._pins[mind])
        found.pins_lost += len(self._pins[mind] - {one.memory.seq for one in shown})
        for why, memory in faults([one.memory for one in shown]):
            found.junk += 1
            found.echoes += why == "echo"
            found.faults.append(f"{why}: {memory.text}")
        texts = {plain(one.memory.text) for one in shown}
        for text, values in CHANGING:
            now = plain(text.format(n=values[day % len(values)]))
            if day and now in texts:
                found.changes += 1
                former = {plain(text.format(n=value)) for value in values} - {now}
                found.outdated_shown += bool(former & texts)

    async def learned_again(self) -> int:
        """Return how many reflections say what the mind remembered before."""
        count = 0
        async with self._here.store.read() as reader:
            view = await reader.head(self._timeline_id)
            for mind in self._minds:
                known: set[str] = set()
                for record in reversed(await view.tail(mind, MEMORY_KINDS, 1_000_000)):
                    says = plain(record.text)
                    count += record.kind is RecordKind.REFLECTION and says in known
                    if record.kind is not RecordKind.LINE:
                        known.add(says)
        return count

    async def reported(self) -> dict[str, float]:
        """Return what the reports say of all that is kept."""
        reports = await self._here.services.reporting.report(timeline_id=self._timeline_id)
        total = sum(one.total for one in reports)
        return {
            "memories": total,
            "duplicates": sum(one.duplicates for one in reports),
            "echoes": sum(one.echoes for one in reports),
            "leftovers": sum(one.leftovers for one in reports),
            "superseded": sum(one.superseded for one in reports),
            "pinned": sum(one.pinned for one in reports),
            "junk_share_of_what_is_kept": round(
                sum(one.junk * one.total for one in reports) / max(total, 1), 4
            ),
        }


async def soak(days: int, hours: int, names: Sequence[str] = NAMES) -> dict[str, object]:
    """Live some days and return the figures."""
    with tempfile.TemporaryDirectory(prefix="npcserver-hygiene-") as name:
        folder = Path(name)
        chosen = server_settings("", folder, cognition={"workers": 0}, model={"name": "offline"})
        chosen = chosen.model_copy(update={"database": type(chosen.database)()})
        with logging_to(folder / "npcserver.log", chosen.log):
            async with bootstrap.running(chosen, serve=False, model=ScriptedThinker()) as it:
                return await _soaked(it, days, hours, names)


async def _soaked(
    here: RunningServer, days: int, hours: int, names: Sequence[str]
) -> dict[str, object]:
    file = village_file(*cast(names))
    await here.importing.put(file)
    timeline = await here.services.timelines.start(file.world.id)
    play = Soak(here, timeline.id, timeline.game_time, names)
    await play.run(days, hours)
    found = play.found
    return {
        "name": "hygiene",
        "days": days,
        "hours_a_day": hours,
        "characters": len(names),
        "recollections": found.shown,
        "junk_share": round(found.junk / max(found.shown, 1), 4),
        "echoes": found.echoes,
        "learned_again": await play.learned_again(),
        "pins_expected": found.pins_expected,
        "pins_lost": found.pins_lost,
        "changed_facts_recalled": found.changes,
        "outdated_shown_beside": found.outdated_shown,
        "kept": await play.reported(),
        "contradictions": contrary.figures(),
        "faults": sorted(set(found.faults))[:10],
    }


def main() -> None:
    """Print the figures."""
    asked = read_options(__doc__, days=3, hours=12)
    result = asyncio.run(soak(asked.days, asked.hours))
    if asked.json:
        print(json.dumps(result))
        return
    for name, value in result.items():
        print(f"{name:>24}  {value}")


if __name__ == "__main__":
    main()
