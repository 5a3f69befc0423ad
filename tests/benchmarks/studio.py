"""How long the pages of the studio take, with many characters, memories and timelines.

python -m tests.benchmarks.studio [--memories 100000] [--timelines 1000]
"""

import argparse
import asyncio
import gc
import statistics
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import perf_counter, process_time

from npcserver.app.drafts import EditDraft
from npcserver.app.pagination import Page
from npcserver.model.day import Block, DayPlan
from npcserver.model.draft import persona_of
from npcserver.model.ids import CharacterId, PlaceId
from npcserver.model.record import Draft, Moved, RecordKind, Remembered, Source, TurnTaken
from npcserver.model.timeline import Timeline
from npcserver.ports.storage import Append
from tests.fakes import store_world
from tests.fakes.studio_visitor import WORLD, Studio, studio

CHARACTERS = 50
_BATCH = 1_000
_ROUNDS = 40
_TURNS = 10  # on each timeline
_AUTHORED = (
    "people", "people/hester", "people/hester/seed", "people/hester/persona", "places", "new-place",
    "actions", "actions/give_item", "relations", "relations/hester",
    "books?text=Who+wakes+early%3F",
    "file", "settings", "suite", "transcripts?text=boat+7+back", "places?on={timeline}&hour=18:00",
    "people/hester/persona?do=prompt&prompt_at={timeline}",
    "people/hester/persona?do=prompt&prompt_kind=plan&prompt_at={timeline}",
    "transcripts?text=nothing+like+it",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class PageTime:
    """Milliseconds and bytes of one page; `cpu` is processor time, as other work does not count."""

    page: str
    p50: float
    p95: float
    cpu: float
    size: int


def _people() -> list[str]:
    return ["hester", *(f"person-{number}" for number in range(CHARACTERS - 7))]


async def fill(at: Studio, memories: int, timelines: int) -> None:
    """Add characters, memories that are theirs in equal parts, and timelines."""
    services = at.here.services
    hester = await services.characters.get(WORLD, CharacterId("hester"))
    for name in _people()[1:]:
        persona = replace(hester.persona, name=name.replace("-", " ").title(), relations=())
        await services.characters.create(replace(hester, id=CharacterId(name), persona=persona))
    drafts = list(_memories(memories))
    for first in range(0, len(drafts), _BATCH):
        batch = tuple(drafts[first : first + _BATCH])
        await at.here.store.append(Append(at.timeline_id, batch))
    async for _ in at.here.vectors.run():  # as the memories of a game have theirs
        pass
    await at.here.store.append(Append(at.timeline_id, tuple(_plans())))
    for number in range(timelines):
        started = await services.timelines.start(WORLD, f"Playtest {number}")
        people = [Draft(RecordKind.PRESENCE, Moved(place_id=None), who) for who in _people()]
        await at.here.store.append(Append(started.id, (*_turns(number), *people)))
    for timeline_id in (at.timeline_id, *(one.id for one in (await _drafted(at)))):
        await services.drafts.edit(
            EditDraft(
                timeline_id=timeline_id,
                subject=persona_of("hester"),
                apply=lambda before: replace(before, voice="Sings."),
            )
        )


async def _drafted(at: Studio) -> list[Timeline]:
    """Return each tenth of the first timelines, which get a draft of their own."""
    listed = await at.here.services.timelines.list(WORLD, Page(500))
    return [one for one in listed.items if one.parent_id and one.id != at.timeline_id][::10]


def _plans() -> Iterator[Draft]:
    """Yield a day for each: half an hour at one place after another, where it meets some."""
    places = [PlaceId(one) for one in ("taproom", "market-square", "chandlery", "causeway")]
    wakes = datetime(1904, 3, 14, 7, tzinfo=UTC)
    for number, who in enumerate(_people()):
        blocks = tuple(
            Block(
                starts_at=wakes + timedelta(minutes=30 * half),
                minutes=30,
                activity=f"doing the {half}th thing",
                place_id=places[number * (half + 1) % len(places)],
            )
            for half in range(30)
        )
        body = DayPlan(
            day=wakes.date(), wakes_at=wakes, sleeps_at=blocks[-1].ends_at, blocks=blocks
        )
        yield Draft(RecordKind.DAY, body, who)


def _memories(count: int) -> Iterator[Draft]:
    people = _people()
    for number in range(count):
        who = "hester" if number % 10 == 0 else people[number % len(people)]
        kind = RecordKind.REFLECTION if number % 50 == 0 else RecordKind.OBSERVATION
        text = f"The {number}th barrel of herring was sold to boat {number % 97} at the quay."
        body = Remembered(source=Source.WITNESSED, place_id=None)
        yield Draft(kind, body, who, text=text, importance=1 + number % 10)


def _turns(timeline: int) -> Iterator[Draft]:
    for number in range(_TURNS):
        draft = store_world.turn(f"trn_{timeline}_{number}", "hester")
        assert isinstance(draft.body, TurnTaken)
        heard = f"Is boat {timeline} back with load {number} of herring?"
        yield replace(draft, body=replace(draft.body, heard=heard))


async def measure(at: Studio) -> list[PageTime]:
    """Open each page again and again."""
    memory = (await at.visitor.get(f"{at.at}/c/hester/memories")).html
    correct = memory.partition("/correct/")[2].partition('"')[0]
    found = []
    for page in (
        "/", f"/w/{WORLD}", at.at, f"{at.at}/c/hester", f"{at.at}/c/hester/memories",
        f"{at.at}/c/hester/memories?text=boat+96", f"{at.at}/c/hester/ask?text=Who+sold+herring%3F",
        f"{at.at}/c/hester/insights", f"{at.at}/talk", f"{at.at}/corrections",
        f"{at.at}/correct/{correct}", f"{at.at}/known?memory={correct}",
        f"{at.at}/known?text=The+herring+was+sold.",
        f"{at.at}/drafts/hester/publish",
        *(f"/w/{WORLD}/{one.format(timeline=at.timeline_id)}" for one in _AUTHORED),
        f"/w/{WORLD}/diff?of={at.at[3:]}@80&of={at.at[3:]}",
    ):  # fmt: skip
        await at.visitor.get(page)
        times, size, spent = [], 0, process_time()
        for _ in range(_ROUNDS):
            begun = perf_counter()
            answer = await at.visitor.get(page)
            times.append(1000 * (perf_counter() - begun))
            assert answer.status == 200, answer.text
            size = len(answer.html.encode())
        cuts = statistics.quantiles(times, n=20)
        cpu = 1000 * (process_time() - spent) / _ROUNDS
        name = page.replace(at.at, "/t").replace(at.timeline_id, "t")
        found.append(PageTime(name, statistics.median(times), cuts[-1], cpu, size))
    return found


async def main(memories: int, timelines: int) -> None:
    """Measure, and print a table."""
    with tempfile.TemporaryDirectory() as folder:
        async with studio(Path(folder)) as at:
            await fill(at, memories, timelines)
            gc.collect()
            gc.freeze()  # as the server does after its start, which has filled nothing
            print(f"{memories:,} memories, {timelines:,} timelines, {CHARACTERS} characters")
            for one in await measure(at):
                print(f"{one.page:44} p50 {one.p50:7.1f} ms  p95 {one.p95:7.1f} ms", end="")
                print(f"  cpu {one.cpu:6.1f} ms {one.size:7} B")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=100_000)
    parser.add_argument("--timelines", type=int, default=1_000)
    asked = parser.parse_args()
    asyncio.run(main(asked.memories, asked.timelines))
