"""Lives days with a model whose answers are spoiled now and then, and looks for what that left.

Run with `python -m tests.benchmarks.spoiled_days --calls 10000 --json`.
"""

import asyncio
import json
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from pathlib import Path

import structlog

from npcbench.little_game import LittleGame
from npcmodels.schema_model import SchemaLanguageModel
from npcserver import bootstrap
from npcserver.adapters.files import load_world
from npcserver.app.perception.observations import GameEvent, Observe
from npcserver.bootstrap import RunningServer
from npcserver.cli.worlds import sample_world
from npcserver.config import CognitionSettings, EmbedderSettings, ServerSettings, Settings
from npcserver.model.character import Attention
from npcserver.model.day import Act, DayPlan
from npcserver.model.feelings import Belief, Standing
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.record import MEMORY_KINDS, Record, RecordKind
from npcserver.model.thought import Thought
from tests.benchmarks.options import read_options
from tests.fakes.language_models import TELLTALES, CorruptingLanguageModel

_TICK = timedelta(minutes=15)
_SHOWN = 3


@dataclass(slots=True, kw_only=True)
class Spoilt:
    """What was counted. The last three ought to be empty."""

    calls: int = 0
    spoiled: dict[str, int] = field(default_factory=dict)
    verdicts: dict[str, int] = field(default_factory=dict)
    memories: int = 0
    told: int = 0
    game_hours: float = 0.0
    lost: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    garbage: list[str] = field(default_factory=list)


async def run(*, calls: int, share: float = 0.3, seed: int = 0) -> Spoilt:
    """Live on until the model was asked so often."""
    model = CorruptingLanguageModel(SchemaLanguageModel(), share=share, seed=seed)
    with tempfile.TemporaryDirectory() as folder, structlog.testing.capture_logs() as logs:
        settings = Settings(
            data=Path(folder),
            server=ServerSettings(port=0),
            embedder=EmbedderSettings(name="hashing"),
            cognition=CognitionSettings(rated_from=1, workers=0, reflection_threshold=60),
        )
        async with bootstrap.running(settings, serve=False, model=model) as here:
            found = await _live(here, model, calls)
    found.calls = model.calls
    found.spoiled = dict(sorted(model.spoiled.items()))
    found.broken += [str(entry) for entry in logs if entry["log_level"] in ("error", "critical")]
    return found


async def _live(here: RunningServer, model: CorruptingLanguageModel, calls: int) -> Spoilt:
    file = load_world(sample_world())
    await here.importing.put(file)
    timeline = await here.services.timelines.start(file.world.id)
    people = [role.id for role in file.characters]
    game = LittleGame(here, timeline.id, people[:_SHOWN])
    await game.begin(people, Attention.BACKGROUND)
    await game.settle()
    found, now = Spoilt(), timeline.game_time
    told: list[str] = []
    while model.calls < calls:
        now += _TICK
        await game.tick(now)
        told.append(await _tell(here, timeline.id, people, len(told)))
        await game.settle()
    found.told = len(told)
    found.game_hours = (now - timeline.game_time) / timedelta(hours=1)
    await _look_for_traces(here, timeline.id, timeline.head, found, told)
    return found


async def _tell(
    here: RunningServer, timeline_id: TimelineId, people: list[CharacterId], number: int
) -> str:
    """Let something happen that must not be lost; return its words."""
    text = f"Gull number {number} stole a bun from the market."
    await here.services.play.observe(
        Observe(
            timeline_id=timeline_id,
            happenings=(GameEvent(text=text, witness_ids=(people[number % len(people)],)),),
        )
    )
    return text


async def _look_for_traces(
    here: RunningServer, timeline_id: TimelineId, seq: int, found: Spoilt, told: list[str]
) -> None:
    seen: set[str] = set()
    verdicts: Counter[str] = Counter()
    async with here.store.read() as reader:
        view = await reader.head(timeline_id)
        while records := await view.after(seq, 1000):
            for record in records:
                found.memories += record.kind in MEMORY_KINDS
                if record.kind is RecordKind.OBSERVATION:
                    seen.add(record.text)
                if isinstance(record.body, Thought):
                    verdicts[record.body.verdict] += 1
                found.garbage += [
                    f"{record.kind} {record.seq}: {text}"
                    for text in _words(record)
                    if any(mark.casefold() in text.casefold() for mark in TELLTALES)
                ]
            seq = records[-1].seq
    found.lost = [text for text in told if text not in seen]
    found.verdicts = dict(sorted(verdicts.items()))


def _words(record: Record) -> Iterator[str]:
    """Yield all that a record puts into a mind, or shows of it."""
    yield record.text
    match record.body:
        case Act(step=step):
            yield from (step.activity, step.object_state, step.emoji)
        case DayPlan() as day:
            yield day.currently
            yield from day.outline
            for block in day.blocks:
                yield from (block.activity, block.emoji)
                for step in block.steps:
                    yield from (step.activity, step.object_state, step.emoji)
        case Standing(view=view):
            yield view
        case Belief() as belief:
            yield from (belief.topic, belief.text)
        case _:
            return


def main() -> None:
    """Print what was counted."""
    given = read_options(__doc__, calls=10_000, share=0.3, seed=0)
    found = asdict(asyncio.run(run(calls=given.calls, share=given.share, seed=given.seed)))
    found |= (
        {name: len(found[name]) for name in ("lost", "broken", "garbage")} if not given.json else {}
    )
    print(json.dumps(found, indent=None if given.json else 2, ensure_ascii=False))


if __name__ == "__main__":
    main()
