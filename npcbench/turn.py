"""What a turn adds to the model's own time before the first word, over gRPC, with embedding."""

import asyncio
import json
import random
import statistics
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from time import perf_counter, process_time

import npcclient
from npcclient.messages import TurnEvent

from npcbench.harness import Result, machine, settings_of_its_own
from npcbench.scripted_model import ScriptedLanguageModel
from npcbench.statements import Statement, reading_statements
from npcbench.turn_cost import bare_server, thread_hops, turn_rate
from npcbench.world import (
    WORLD,
    bench_settings,
    bench_world,
    give_vectors,
    sentence,
)
from npcmodels.scripted import Pace, ScriptedThinker
from npcserver import bootstrap
from npcserver.adapters.store.migrate import migrate
from npcserver.config import Settings
from npcserver.model.ids import CharacterId
from npcserver.model.model_use import Purpose
from npcserver.ports.language_model import Finished, Message, Request

CHARACTER = CharacterId("c0")
MODEL_SECONDS = 0.1
_WARMING = 5
_AT_REST = 6
_COSTED = 20
_REST_SECONDS = 0.05
_ANSWER = json.dumps(
    {
        "feeling": "neutral",
        "say": "I saw it with my own eyes. Ask the miller, he was there.",
        "intents": [],
        "valence": 0.0,
        "arousal": 0.0,
        "importance": 3,
    }
)


@dataclass(slots=True)
class _Measured:
    """Seconds to the first word, turn by turn: through the server, and of the model alone.

    `statements` are the numbers of those that read the database before the model was asked, and
    `statements_at_rest` the same of turns that repeat words once all thinking was over. `hops` to
    threads and milliseconds of processor time are those of turns with new words after a rest:
    until the model was asked (`asking_ms`), with all jobs that the turn causes at once
    (`whole_ms`), and of a bare stream of the same events (`bare_ms`).
    """

    turns: list[float] = field(default_factory=list)
    model: list[float] = field(default_factory=list)
    recalled: list[float] = field(default_factory=list)
    prompt_tokens: list[int] = field(default_factory=list)
    statements: list[int] = field(default_factory=list)
    statements_at_rest: list[int] = field(default_factory=list)
    hops: list[int] = field(default_factory=list)
    asking_ms: list[float] = field(default_factory=list)
    whole_ms: list[float] = field(default_factory=list)
    bare_ms: list[float] = field(default_factory=list)

    def added(self) -> list[float]:
        """Return what each turn took beyond the model's median time, in milliseconds."""
        usual = statistics.median(self.model)
        return [1e3 * (seconds - usual) for seconds in self.turns]


class _WatchedModel(ScriptedLanguageModel):
    """Notes when it was asked for a reply, by `time.perf_counter` and `time.process_time`."""

    asked_at = asked_busy = 0.0

    def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        if request.purpose is Purpose.REPLY:
            self.asked_at, self.asked_busy = perf_counter(), process_time()
        return super().generate(request)


async def run(
    *, turns: int = 60, memories: int = 10_000, players: int = 50, database: str = ""
) -> Result:
    """Take turns with a model of fixed delay, each beside a call of that model alone.

    Then those of some players at once. `database` is the URL of an empty database, by default an
    SQLite file.
    """
    with settings_of_its_own() as own:
        settings = own.changed(database={"url": database})
        await migrate(settings.database_url)
        await _prepare(settings, memories)
        pace = Pace(first_word=MODEL_SECONDS)
        model = _WatchedModel((_ANSWER,), pace=pace, remembered=100_000)
        with reading_statements() as read, thread_hops() as hops:
            async with bootstrap.running(settings, model=model, thinker=ScriptedThinker()) as here:
                measured = await _measure(here, model, turns, read)
                await _measure_costs(here, model, measured, hops, costed := min(turns, _COSTED))
        calls = sum(request.purpose is Purpose.REPLY for request in model.requests)
        rate = await turn_rate(bench_settings(settings, workers=0), _ANSWER, CHARACTER, players)
    calls_per_turn = calls / (turns + _WARMING + _AT_REST + costed)
    figures = {
        "model_calls_per_turn": calls_per_turn,
        "players": players,
        "players_turns_per_second": round(rate[0], 2),
        "players_processor_of_turn_ms": round(rate[1], 3),
    }
    return _result(measured, memories, figures)


async def _prepare(settings: Settings, memories: int) -> None:
    """Fill the world without background workers, so that no vector is made twice."""
    quiet = bench_settings(settings, workers=0)
    async with bootstrap.running(quiet, serve=False) as here:
        await here.importing.put(bench_world(1, memories))
        await give_vectors(here, CHARACTER)


async def _measure(
    here: bootstrap.RunningServer,
    model: _WatchedModel,
    turns: int,
    read: Sequence[Statement],
) -> _Measured:
    chance = random.Random(1)  # noqa: S311 - repeatable chance is wanted
    measured = _Measured()
    async with npcclient.connect(f"127.0.0.1:{here.port}") as npc:
        timeline = await npc.timelines.start(WORLD)
        for number in range(turns + _WARMING):
            alone = await _model_alone(model)
            heard = (
                f"What do you know of this: {sentence(chance)}"  # new words, so no cached vector
            )
            started = perf_counter()
            seconds, turn_id, _ = await _turn(npc, timeline.timeline_id, heard)
            receipt = await npc.memories.explain(timeline, turn_id)
            if number >= _WARMING:
                measured.model.append(alone)
                measured.turns.append(seconds)
                measured.recalled.append(receipt.recalled_ms)
                measured.prompt_tokens.append(receipt.prompt_tokens)
                measured.statements.append(sum(started <= one.at < model.asked_at for one in read))
        for _ in range(_AT_REST):
            await _rest(here)
            started = perf_counter()
            await _turn(npc, timeline.timeline_id, "What do you know of the mill?")
            measured.statements_at_rest.append(
                sum(started <= one.at < model.asked_at for one in read)
            )
    return measured


async def _measure_costs(
    here: bootstrap.RunningServer,
    model: _WatchedModel,
    measured: _Measured,
    hops: Sequence[float],
    turns: int,
) -> None:
    """Take turns with new words in a new talk, each once all jobs of the one before are done."""
    chance = random.Random(2)  # noqa: S311 - repeatable chance is wanted
    async with npcclient.connect(f"127.0.0.1:{here.port}") as npc:
        timeline_id = (await npc.timelines.start(WORLD)).timeline_id
        await _turn(npc, timeline_id, "Good day.")
        for _ in range(turns - 1):
            await _rest(here)
            heard = f"What do you know of this: {sentence(chance)}"
            started, busy = perf_counter(), process_time()
            _, _, events = await _turn(npc, timeline_id, heard)
            await _rest(here)
            measured.whole_ms.append(1e3 * (process_time() - busy))
            measured.asking_ms.append(1e3 * (model.asked_busy - busy))
            measured.hops.append(sum(started <= at < model.asked_at for at in hops))
    async with bare_server(events) as bare:
        for _ in range(turns):
            busy = process_time()
            await _turn(bare, timeline_id, heard)
            measured.bare_ms.append(1e3 * (process_time() - busy))


async def _rest(here: bootstrap.RunningServer) -> None:
    """Wait until no job is due; those of a lull come later, once for a talk."""
    while await here.store.jobs.pending():  # noqa: ASYNC110 - the queue tells no end
        await asyncio.sleep(_REST_SECONDS)


async def _turn(
    npc: npcclient.NpcClient, timeline_id: str, heard: str
) -> tuple[float, str, list[TurnEvent]]:
    """Return the seconds to the first word, the turn's id, and its events."""
    first, events = 0.0, list[TurnEvent]()
    started = perf_counter()
    async with npc.play.say(timeline_id, CHARACTER, heard, speaker="Ann", deltas=True) as turn:
        async for event in turn:
            events.append(event)
            if not first and (event.HasField("delta") or event.HasField("line")):
                first = perf_counter() - started
    return first, turn.turn_id, events


async def _model_alone(model: ScriptedLanguageModel) -> float:
    """Return the seconds to the model's first word, by the same clock."""
    request = Request(purpose=Purpose.RATE, messages=(Message("user", "Say a word."),))
    started = perf_counter()
    async with aclosing(model.generate(request)) as fragments:
        async for fragment in fragments:
            if not isinstance(fragment, Finished):
                return perf_counter() - started
    return perf_counter() - started


def _result(measured: _Measured, memories: int, more: Mapping[str, float]) -> Result:
    added = sorted(measured.added())
    asking, bare = statistics.median(measured.asking_ms), statistics.median(measured.bare_ms)
    whole, alone = statistics.median(measured.turns), statistics.median(measured.model)
    return {
        "name": "turn",
        "machine": machine(),
        "figures": {
            "turns": len(measured.turns),
            "memories": memories,
            "added_before_first_word_ms_median": round(statistics.median(added), 3),
            "added_before_first_word_ms_p95": round(quantile(added, 0.95), 3),
            "of_that_until_recalled_ms_median": round(statistics.median(measured.recalled), 3),
            "first_word_ms_median": round(1e3 * whole, 3),
            "statements_before_model_median": statistics.median(measured.statements),
            "statements_before_model_most": max(measured.statements),
            "statements_before_model_at_rest": min(measured.statements_at_rest),
            "hops_before_model_median": statistics.median(measured.hops),
            "hops_before_model_most": max(measured.hops),
            "processor_before_model_ms_median": round(asking, 3),
            "processor_of_turn_with_jobs_ms_median": round(statistics.median(measured.whole_ms), 3),
            "largest_prompt_tokens": max(measured.prompt_tokens),
            **more,
        },
        "baselines": {
            "model_alone_first_word_ms_median": round(1e3 * alone, 3),
            "processor_of_bare_stream_ms_median": round(bare, 3),
        },
        "ratios": {
            "first_word": round(whole / alone, 4),
            "processor_before_model_to_bare_stream": round(asking / bare, 3),
        },
    }


def quantile(ordered: Sequence[float], share: float) -> float:
    """Return the value at the quantile `share`; `ordered` ascends and is not empty."""
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
