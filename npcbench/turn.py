"""What a turn adds to the model's own time before the first word, over gRPC, with embedding."""

import asyncio
import json
import random
import statistics
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from time import perf_counter

import npcclient

from npcbench.harness import Result, machine, settings_of_its_own
from npcbench.scripted_model import ScriptedLanguageModel
from npcbench.statements import Statement, reading_statements
from npcbench.world import (
    WORLD,
    bench_settings,
    bench_world,
    give_vectors,
    sentence,
)
from npcserver import bootstrap
from npcserver.adapters.llm.scripted import Pace, ScriptedThinker
from npcserver.config import Settings
from npcserver.model.ids import CharacterId
from npcserver.model.model_use import Purpose
from npcserver.ports.language_model import Finished, Message, Request

CHARACTER = CharacterId("c0")
MODEL_SECONDS = 0.1
_WARMING = 5
_AT_REST = 6
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
    `statements_at_rest` the same of turns that repeat words once all thinking was over.
    """

    turns: list[float] = field(default_factory=list)
    model: list[float] = field(default_factory=list)
    recalled: list[float] = field(default_factory=list)
    prompt_tokens: list[int] = field(default_factory=list)
    statements: list[int] = field(default_factory=list)
    statements_at_rest: list[int] = field(default_factory=list)

    def added(self) -> list[float]:
        """Return what each turn took beyond the model's median time, in milliseconds."""
        usual = statistics.median(self.model)
        return [1e3 * (seconds - usual) for seconds in self.turns]


class _WatchedModel(ScriptedLanguageModel):
    """Notes when it was asked for a reply, by `time.perf_counter`."""

    asked_at = 0.0

    def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        if request.purpose is Purpose.REPLY:
            self.asked_at = perf_counter()
        return super().generate(request)


async def run(*, turns: int = 60, memories: int = 10_000) -> Result:
    """Take turns with a model of fixed delay, each beside a call of that model alone."""
    with settings_of_its_own() as settings:
        await _prepare(settings, memories)
        pace = Pace(first_word=MODEL_SECONDS)
        model = _WatchedModel((_ANSWER,), pace=pace, remembered=100_000)
        with reading_statements() as read:
            async with bootstrap.running(settings, model=model, thinker=ScriptedThinker()) as here:
                measured = await _measure(here, model, turns, read)
    calls = sum(request.purpose is Purpose.REPLY for request in model.requests)
    return _result(measured, memories, calls_per_turn=calls / (turns + _WARMING + _AT_REST))


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
            seconds, turn_id = await _turn(npc, timeline.timeline_id, heard)
            receipt = await npc.memories.explain(timeline, turn_id)
            if number >= _WARMING:
                measured.model.append(alone)
                measured.turns.append(seconds)
                measured.recalled.append(receipt.recalled_ms)
                measured.prompt_tokens.append(receipt.prompt_tokens)
                measured.statements.append(sum(started <= one.at < model.asked_at for one in read))
        for _ in range(_AT_REST):
            while await here.store.jobs.pending():  # noqa: ASYNC110 - the queue tells no end
                await asyncio.sleep(_REST_SECONDS)
            started = perf_counter()
            await _turn(npc, timeline.timeline_id, "What do you know of the mill?")
            measured.statements_at_rest.append(
                sum(started <= one.at < model.asked_at for one in read)
            )
    return measured


async def _turn(npc: npcclient.NpcClient, timeline_id: str, heard: str) -> tuple[float, str]:
    """Return the seconds to the first word, and the turn's id."""
    first = 0.0
    started = perf_counter()
    async with npc.play.say(timeline_id, CHARACTER, heard, speaker="Ann", deltas=True) as turn:
        async for event in turn:
            if not first and (event.HasField("delta") or event.HasField("line")):
                first = perf_counter() - started
    return first, turn.turn_id


async def _model_alone(model: ScriptedLanguageModel) -> float:
    """Return the seconds to the model's first word, by the same clock."""
    request = Request(purpose=Purpose.RATE, messages=(Message("user", "Say a word."),))
    started = perf_counter()
    async with aclosing(model.generate(request)) as fragments:
        async for fragment in fragments:
            if not isinstance(fragment, Finished):
                return perf_counter() - started
    return perf_counter() - started


def _result(measured: _Measured, memories: int, *, calls_per_turn: float) -> Result:
    added = sorted(measured.added())
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
            "model_calls_per_turn": calls_per_turn,
            "largest_prompt_tokens": max(measured.prompt_tokens),
        },
        "baselines": {"model_alone_first_word_ms_median": round(1e3 * alone, 3)},
        "ratios": {"first_word": round(whole / alone, 4)},
    }


def quantile(ordered: Sequence[float], share: float) -> float:
    """Return the value at the quantile `share`; `ordered` ascends and is not empty."""
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
