"""How far news goes in two days of a town of 25, where nobody is told to spread it.

    python -m tests.benchmarks.town_news [--seeds 5] [--days 2] [--json]

One is to stand for mayor and one gives a dance: so say their authors, in `currently`, and nobody
else knows. Towns differ by seed in who lives, works and is friends with whom, and in where each
goes. A scripted mind speaks of what its questions show it, and of nothing else. Printed for each
seed: the share of people who hold a memory of either, or are its author; talks; calls.
"""

import asyncio
import json
import random
import re
import statistics
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from npcbench.little_game import LittleGame
from npcmodels.scripted import ScriptedThinker
from npcserver import bootstrap
from npcserver.bootstrap import RunningServer
from npcserver.model.character import Attention, Persona, Relation
from npcserver.model.day import Block, DayPlan
from npcserver.model.ids import CharacterId, PlaceId, TimelineId, WorldId
from npcserver.model.inputs import (
    ConversationSummary,
    ConverseInput,
    PlanInput,
    RatingInput,
    RelationInput,
    RelationUpdate,
    SummaryInput,
)
from npcserver.model.model_use import Budget
from npcserver.model.record import MEMORY_KINDS, Record, RecordKind
from npcserver.model.thought import Conversed
from npcserver.model.turn import ReplyAnswer
from npcserver.model.world import Place, World
from npcserver.model.worldfile import Role, WorldFile
from npctools.bootstrap import replays
from npctools.session import RecordedSession
from tests.benchmarks.hearsay import NAMES
from tests.benchmarks.options import quieten_log, read_options
from tests.fakes.running_server import server_settings

PEOPLE = (*NAMES, "Udo", "Vera", "Wim", "Yara", "Zeno")
START = datetime(1904, 6, 8, 5, tzinfo=UTC)
WORKPLACES = ("Mill", "Smithy", "School", "Harbour", "Bakery", "Orchard", "Weaving Shed")
INN, GREEN = PlaceId("inn"), PlaceId("green")
NEWS = {
    "mayor": re.compile(r"\bmayor\b", re.IGNORECASE),
    "dance": re.compile(r"\bdance\b", re.IGNORECASE),
}
_BY_ITSELF = {
    "mayor": "{name} means to stand for mayor in the election next month, and tells people so.",
    "dance": "{name} is getting a dance ready, at the inn on 9 June at five in the evening, and"
    " asks everybody to come.",
}
_SAID = {
    "mayor": (
        "{host} stands for mayor next month, {other}.",
        "Did you know, {other}? {host} wants to be mayor, and the election is next month.",
        "It seems that {host} is in the election for mayor.",
        "{other}, what would you make of {host} as our mayor?",
    ),
    "dance": (
        "{host} gives a dance at the inn on the ninth, {other}, at five.",
        "There is a dance at the inn on 9 June, and {host} asks everybody, you too.",
        "{other}, you should come to the dance of {host} at the inn.",
        "A dance, {other}: at the inn, on the ninth, says {host}.",
    ),
}
_MATTERS = (
    *("the well", "the hens", "that roof", "the cart", "my knee", "the barley", "the rain"),
    *("the old gate", "a lost key", "the bell rope", "the cheese", "those boots", "the ditch"),
)
_REMARKS = (
    "I spent an hour on {matter} and {other} would have laughed.", "Nothing new about {matter}.",
    "Somebody ought to see to {matter} before autumn.", "My mind is on {matter} today.",
    "Have you ever had such trouble with {matter}?", "As for {matter}, I give it a week.",
)  # fmt: skip
_LAST = 6  # lines after which one says goodbye


class SpeakingMind:
    """Answers questions at once, speaking only of what they show; the seed chooses among words."""

    def __init__(self, seed: int, hosts: dict[str, str]) -> None:
        self._seed = seed
        self._hosts = hosts
        self._answers: Mapping[type, Callable[[Any], object]] = {
            PlanInput: self._plan,
            ConverseInput: self._line,
            SummaryInput: self._summary,
            RatingInput: self._ratings,
            RelationInput: lambda _: RelationUpdate(familiarity=3),
        }

    def __call__(self, question: object) -> object:
        """Return an answer, None to leave it to the offline actor."""
        answer = self._answers.get(type(question))
        return None if answer is None else answer(question)

    def _plan(self, asked: PlanInput) -> DayPlan | None:
        if asked.rest_from is not None and asked.because:
            return None
        who = asked.situation.character
        shown = " ".join(one.memory.text for one in asked.recollections)
        is_asked = bool(NEWS["dance"].search(shown + asked.situation.currently))
        day = town_day(self._seed, who.id, asked.day, is_dancing=is_asked)
        return DayPlan(
            day=asked.day,
            wakes_at=day[0].starts_at,
            sleeps_at=day[-1].ends_at,
            currently=f"{who.name} has work to do.",
            blocks=day,
        )

    def _line(self, asked: ConverseInput) -> ReplyAnswer:
        said = len(asked.conversation)
        name, other = asked.situation.character.name, asked.partner.name
        chance = random.Random(f"{self._seed} {name} {other} {asked.situation.now} {said}")
        if asked.should_end or said >= _LAST:
            return ReplyAnswer(say=f"Goodbye, {other}, {chance.choice(_MATTERS)} waits.", ends=True)
        talk = " ".join(line.text for line in asked.conversation)
        memories = [one.memory.text for one in asked.recollections]
        shown = " ".join((asked.about, asked.situation.currently, *memories))
        for topic, told in NEWS.items():
            if told.search(shown) and not told.search(talk):
                ways = [way.format(host=self._hosts[topic], other=other) for way in _SAID[topic]]
                fresh = [way for way in ways if way not in asked.own_lines]
                if fresh:
                    return ReplyAnswer(say=chance.choice(fresh))
        remark = chance.choice(_REMARKS).format(matter=chance.choice(_MATTERS), other=other)
        return ReplyAnswer(say=f"{remark} That makes {chance.randrange(1000)} times, I think.")

    def _summary(self, asked: SummaryInput) -> ConversationSummary:
        talk = " ".join(line.text for line in asked.conversation)
        news = [topic for topic, told in NEWS.items() if told.search(talk)]
        if not news:
            return ConversationSummary(importance=2)
        names = " and the ".join(news)
        return ConversationSummary(
            interesting=f"{asked.partner.name} spoke of the {names}.", importance=6
        )

    def _ratings(self, asked: RatingInput) -> tuple[int, ...]:
        return tuple(
            7 if any(told.search(text) for told in NEWS.values()) else 2 for text in asked.texts
        )


def town_day(seed: int, who: str, day: date, *, is_dancing: bool) -> tuple[Block, ...]:
    """Return the day of a person: at work, at home, and among people by chance of the seed."""
    home, work = homes_and_work(seed)[who]
    chance = random.Random(f"{seed} {who} {day}")
    out = (INN, GREEN, home, home)
    wakes = chance.choice((12, 13, 14))  # half hours after midnight
    lunch, evening = (INN if chance.random() < 0.4 else home), chance.choice(out)
    slots = [("resting", home)] * 48
    for half in range(wakes + 2, 36):
        slots[half] = ("seeing to the day's work", work)
    slots[24] = slots[25] = ("having lunch", lunch)
    slots[36] = slots[37] = ("having dinner", home)
    for half in range(38, 42):
        slots[half] = ("spending the evening", evening)
    if is_dancing and day.day == 9:
        slots[34:38] = [("dancing", INN)] * 4
    midnight = datetime(day.year, day.month, day.day, tzinfo=UTC)
    blocks: list[Block] = []
    for what, halves in groupby(range(wakes, 44), key=lambda half: slots[half]):
        begun = list(halves)
        for first in range(0, len(begun), 8):
            part = begun[first : first + 8]
            blocks.append(
                Block(
                    starts_at=midnight + timedelta(minutes=30 * part[0]),
                    minutes=30 * len(part),
                    activity=what[0],
                    place_id=what[1],
                )
            )
    return tuple(blocks)


@cache
def homes_and_work(seed: int) -> dict[str, tuple[PlaceId, PlaceId]]:
    """Return the home and workplace of each person."""
    chance = random.Random(f"town {seed}")
    order = [name.casefold() for name in PEOPLE]
    chance.shuffle(order)
    works = [PlaceId(name.casefold().replace(" ", "-")) for name in WORKPLACES]
    return {
        who: (PlaceId(f"house-{number // 2}"), works[number % len(works)])
        for number, who in enumerate(order)
    }


def town(seed: int, people: int = len(PEOPLE)) -> tuple[WorldFile, dict[str, str]]:
    """Return a town, and who stands for mayor and gives the dance."""
    chance = random.Random(f"people {seed}")
    living = homes_and_work(seed)
    hosts = dict(zip(NEWS, chance.sample(PEOPLE[:people], len(NEWS)), strict=True))
    world = World(id=WorldId("town"), name="Town", start_time=START, budget=Budget(calls=1_000_000))
    names = {INN: "Inn", GREEN: "Village Green"}
    names |= {PlaceId(one.casefold().replace(" ", "-")): one for one in WORKPLACES}
    names |= {home: home.replace("-", " ").title() for home, _ in living.values()}
    ids = {name.casefold(): name for name in PEOPLE[:people]}
    roles: list[Role] = []
    for who, name in ids.items():
        near = [one for one in ids if one != who and living[one][0] == living[who][0]]
        others = [one for one in ids if one != who and one not in near]
        friends = chance.sample(others, 4)
        news = [_BY_ITSELF[topic].format(name=name) for topic in NEWS if hosts[topic] == name]
        roles.append(
            Role(
                id=CharacterId(who),
                persona=Persona(
                    name=name,
                    currently=" ".join((f"{name} has work to do.", *news)),
                    relations=tuple(
                        Relation(to=ids[one], to_id=one, view="One I know.", affinity=affinity)
                        for some, affinity in ((near, 50), (friends, 25))
                        for one in some
                    ),
                ),
                place_id=living[who][0],
            )
        )
    places = tuple(Place(id=one, world_id=world.id, name=name) for one, name in names.items())
    return WorldFile(world=world, places=places, characters=tuple(roles)), hosts


async def lived(
    folder: Path, seed: int, *, days: float = 2, minutes: int = 15, people: int = len(PEOPLE)
) -> tuple[dict[str, float], RecordedSession]:
    """Live some days, and return the figures and the session."""
    file, hosts = town(seed, people)
    thinker = ScriptedThinker(SpeakingMind(seed, hosts), name="scripted:town", remembered=1)
    chosen = server_settings(
        f"sqlite:///{folder / 'town.db'}", folder,
        cognition={"workers": 0, "rated_from": 10}, model={"name": "offline"},
    )  # fmt: skip
    async with bootstrap.running(chosen, serve=False, model=thinker) as here:
        await here.importing.put(file)
        timeline = await here.services.timelines.start(file.world.id)
        game = LittleGame(here, timeline.id, ())
        await game.begin([role.id for role in file.characters], Attention.BACKGROUND)
        for now in _ticks(days, minutes):
            await game.tick(now)
            await game.settle()
        records = await _records(here, timeline.id)
        session = await replays.record(chosen, here.store, timeline.id)
        calls = sum(count.calls for count in here.meter.snapshot())
    return _figures(records, hosts, days, calls), session


def _ticks(days: float, minutes: int) -> Iterator[datetime]:
    """Yield the hours of the clock: every hour at night."""
    now = START
    while now < START + timedelta(days=days):
        now += timedelta(minutes=minutes if 6 <= now.hour < 22 else 60)
        yield now


async def _records(here: RunningServer, timeline_id: TimelineId) -> list[Record]:
    found: list[Record] = []
    async with here.store.read() as reader:
        view = await reader.head(timeline_id)
        while some := await view.after(found[-1].seq if found else 0, 5_000):
            found += some
    return found


def _figures(
    records: Sequence[Record], hosts: dict[str, str], days: float, calls: int
) -> dict[str, float]:
    kinds = {one: sum(record.kind is one for record in records) for one in RecordKind}
    figures: dict[str, float] = {}
    for topic, told in NEWS.items():
        for day in range(1, int(days) + 1):
            until = START + timedelta(days=day)
            knowing = {
                record.subject_id
                for record in records
                if record.kind in MEMORY_KINDS
                and record.game_time <= until
                and told.search(record.text)
            }
            knowing.add(hosts[topic].casefold())
            figures[f"{topic}_day_{day}"] = len(knowing) / len(PEOPLE)
    lines = kinds[RecordKind.LINE]
    talks = {
        record.body.conversation_id
        for record in records
        if isinstance(record.body, Conversed) and record.body.lines
    }
    figures |= {
        "talks": len(talks),
        "lines": lines,
        "heard_a_line": round(kinds[RecordKind.UTTERANCE] / lines, 2) if lines else 0.0,
        "records": len(records),
        "calls_a_person_day": round(calls / len(PEOPLE) / days, 1),
    }
    return figures


def main() -> None:
    """Print a table, or JSON."""
    options = read_options(__doc__, seeds=5, first=1, days=2, minutes=15)
    quieten_log()
    rows: dict[int, dict[str, float]] = {}
    for seed in range(options.first, options.first + options.seeds):
        with tempfile.TemporaryDirectory(prefix="npcserver-town-") as folder:
            rows[seed], _ = asyncio.run(
                lived(Path(folder), seed, days=options.days, minutes=options.minutes)
            )
        if not options.json:
            print(seed, {key: round(value, 2) for key, value in rows[seed].items()}, flush=True)
    known = [f"{topic}_day_{options.days}" for topic in NEWS]
    spread = {
        name: {
            "least": min(row[name] for row in rows.values()),
            "mean": round(statistics.mean(row[name] for row in rows.values()), 3),
            "most": max(row[name] for row in rows.values()),
        }
        for name in known
    }
    print(json.dumps({"seeds": rows, "spread": spread} if options.json else spread))


if __name__ == "__main__":
    main()
