"""The first word of a local model: cold, read ahead, in a resumed talk, after a turn given up.

Each round plays the sample world on its own servers, over gRPC. Its prompts begin with a number of
their own, so that no cache holds them. Only the conversation asks the model.
"""

import asyncio
import random
import statistics
import tempfile
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from importlib import resources
from pathlib import Path
from time import perf_counter
from types import MappingProxyType

import npcclient
from npcclient.messages import Attention, Rung, Speaker

from npcbench.harness import Result, machine, pulled_models
from npcserver import bootstrap
from npcserver.adapters.files import load_world
from npcserver.cli import settings_args
from npcserver.cli.event_log import logging_to
from npcserver.cli.worlds import sample_world
from npcserver.config import LogSettings, Settings, sqlite_url
from npcserver.model.errors import NotPossibleNow, Reason
from npcserver.model.model_use import ModelUse, Purpose
from npcserver.ports.language_model import CallLane, CallTimeouts, Message, Request
from npcserver.ports.thinker import Thinker

ANN = Speaker(id="ann", name="Ann")
FIRST = "Good evening. Have you a room for the night?"
SECOND = "And what is there to eat?"
THIRD = "Then I shall have that, please."
WAIT = 600.0
"""Seconds that a measured first word may take."""

KINDS: Mapping[str, str] = MappingProxyType(
    {
        "cold": "cold",
        "read_ahead": "cold",
        "resumed_cold": "resumed_cold",
        "resumed_read_ahead": "resumed_cold",
        "after_given_up": "cold",
    }
)
"""What is measured, and what each is compared with."""

_RULES = '{{ part("rules") }}'
_GIVEN_UP = 0.4  # share of a cold first word's time after which a turn is given up
_LOOK = 0.05
_QUEUE = 120.0  # seconds; a busy machine is no reason to turn a turn away here


@dataclass(frozen=True, slots=True)
class _Spoken:
    seconds: float
    prompt: int
    cached: int
    is_fallback: bool


async def run(
    *,
    model: str,
    base_url: str | None,
    rounds: int,
    progress: Callable[[str], None],
) -> Result:
    """Measure some rounds; raises `NotPossibleNow` if the model cannot read ahead."""
    found: dict[str, list[_Spoken]] = {name: [] for name in KINDS}
    for number in range(1, rounds + 1):
        with tempfile.TemporaryDirectory(prefix="npcserver-bench-") as name:
            # Each server numbers its prompts anew, so no measurement finds those of another cached.
            served = partial(_served, model, base_url, Path(name))
            progress(f"round {number}: a first turn")
            async with served(WAIT) as (here, npc):
                found["cold"].append(await _say(npc, await _begin(npc), FIRST))
            async with served(WAIT) as (here, npc):
                timeline_id = await _begin(npc)
                await _come_near(here, npc, timeline_id)
                found["read_ahead"].append(await _say(npc, timeline_id, FIRST))
            progress(f"round {number}: a talk that is resumed")
            async with served(WAIT) as (here, npc):
                found["resumed_cold"].append(await _say(npc, timeline_id, SECOND))
            async with served(WAIT) as (here, npc):
                await _come_near(here, npc, timeline_id)
                found["resumed_read_ahead"].append(await _say(npc, timeline_id, THIRD))
            progress(f"round {number}: a turn after one that was given up")
            async with served(_GIVEN_UP * found["cold"][-1].seconds) as (here, npc):
                timeline_id = await _begin(npc)
                if await _is_given_up(npc, timeline_id):
                    await _until(here, Purpose.REPLY, "abandoned")
                    found["after_given_up"].append(await _say(npc, timeline_id, SECOND))
    return _result(found, model)


@asynccontextmanager
async def _served(
    model: str, base_url: str | None, folder: Path, first_word: float
) -> AsyncGenerator[tuple[bootstrap.RunningServer, npcclient.NpcClient], None]:
    """Serve the sample world, and wait until the model is loaded and idle."""
    settings = _settings(folder, model, base_url, first_word)
    with logging_to(folder / "npcserver.log", LogSettings(level="warning")):
        async with bootstrap.running(settings) as here:
            if here.services.read_ahead is None:
                raise NotPossibleNow(
                    f"{here.model_name} reads no prompts ahead; name a local model with --model"
                    " (and --base-url), and leave dialogue.read_ahead at auto",
                    Reason.MODEL_UNAVAILABLE,
                )
            await here.importing.put(load_world(sample_world()))
            await _ask_something_else(here)
            async with npcclient.connect(f"127.0.0.1:{here.port}") as npc:
                yield here, npc


def _settings(folder: Path, model: str, base_url: str | None, first_word: float) -> Settings:
    """Return the settings in force, changed as the measurement needs."""
    settings = settings_args.load_settings(
        data=folder,
        database=sqlite_url(folder / "bench.db"),
        model=model,
        base_url=base_url,
        models=pulled_models(),
        server={"port": 0},
        http={"enabled": "off"},
    )
    _number_templates(folder / "prompts")
    return settings.changed(
        dialogue={
            "first_word_seconds": first_word,
            "between_words_seconds": WAIT,
            "total_seconds": 1.5 * first_word,  # too little for a second try
            "waiting_seconds": 0.0,
        },
        cognition={"workers": 0},
        limits={"turn_wait_seconds": _QUEUE},
        prompts=str(folder / "prompts"),
    )


def _number_templates(folder: Path) -> None:
    """Write templates whose rules begin with a number that no earlier prompt began with."""
    number = random.SystemRandom().getrandbits(64)
    shipped = resources.files("npcserver.prompts") / "templates" / "en"
    (folder / "en").mkdir(parents=True, exist_ok=True)
    for file in shipped.iterdir():
        text = file.read_text(encoding="utf-8") if file.is_file() else ""
        if _RULES in text:
            numbered = text.replace(_RULES, f"{_RULES}({number})\n", 1)
            (folder / "en" / file.name).write_text(numbered, encoding="utf-8")


async def _ask_something_else(here: bootstrap.RunningServer) -> None:
    """Wait for the model, which may have to be loaded and is probed at the start."""
    request = Request(
        purpose=Purpose.RATE,
        messages=(Message("user", "Answer with the one word yes."),),
        max_tokens=8,
        lane=CallLane.BACKGROUND,
        patience=CallTimeouts(first_word=WAIT, between_words=WAIT, total=WAIT),
    )
    model = here.models.of(ModelUse.DIALOGUE).model
    if isinstance(model, Thinker):
        return  # it has no prompts to read
    async for _ in model.generate(request):
        pass


async def _begin(npc: npcclient.NpcClient) -> str:
    return (await npc.timelines.start(load_world(sample_world()).world.id)).timeline_id


async def _come_near(
    here: bootstrap.RunningServer, npc: npcclient.NpcClient, timeline_id: str
) -> None:
    """Put the character in the foreground, and wait until its prompt was read."""
    await npc.play.set_attention(timeline_id, Attention.ATTENTION_FOREGROUND, _character())
    await _until(here, Purpose.READ_AHEAD, "finished")


async def _until(here: bootstrap.RunningServer, purpose: Purpose, counted: str) -> None:
    """Wait until a call of the model for a purpose has ended in the way of a counter's name."""
    while not any(  # noqa: ASYNC110 - the counters it polls have no event
        getattr(one, counted)
        for one in here.meter.snapshot()
        if one.purpose is purpose and one.model != "offline"
    ):
        await asyncio.sleep(_LOOK)


async def _say(npc: npcclient.NpcClient, timeline_id: str, text: str) -> _Spoken:
    first, started = 0.0, perf_counter()
    async with npc.play.say(
        timeline_id, _character(), text, speaker=ANN, deltas=True, seconds=2 * WAIT
    ) as turn:
        async for event in turn:
            if not first and (event.HasField("delta") or event.HasField("line")):
                first = perf_counter() - started
    receipt = await npc.memories.explain(timeline_id, turn.turn_id)
    return _Spoken(
        seconds=first,
        prompt=receipt.prompt_tokens,
        cached=receipt.cached_tokens,
        is_fallback=receipt.rung in {Rung.RUNG_AUTHORED, Rung.RUNG_OFFLINE},
    )


async def _is_given_up(npc: npcclient.NpcClient, timeline_id: str) -> bool:
    """Say something; return whether the model was asked and did not answer in time."""
    try:
        spoken = await _say(npc, timeline_id, FIRST)
    except npcclient.OverLimit:  # the machine was too busy to ask the model in so short a turn
        return False
    return spoken.is_fallback and spoken.prompt > 0


def _character() -> str:
    return load_world(sample_world()).characters[0].id


def _result(found: Mapping[str, Sequence[_Spoken]], model: str) -> Result:
    """Return medians in seconds, the tokens of the last round, and ratios to the cold ones."""
    heard = {
        name: [one.seconds for one in spoken if not one.is_fallback]
        for name, spoken in found.items()
    }
    medians = {name: statistics.median(each) for name, each in heard.items() if each}
    figures: dict[str, float | int | str] = {
        "model": Path(model.partition(":")[2]).name or model,
        "rounds": len(found["cold"]),
    }
    for name in KINDS:
        seconds = medians.get(name)
        figures[f"{name}_seconds_median"] = "none" if seconds is None else round(seconds, 3)
        for last in found[name][-1:]:
            figures[f"{name}_prompt_tokens"] = last.prompt
            figures[f"{name}_cached_tokens"] = last.cached
    return {
        "name": "first word",
        "machine": machine(),
        "figures": figures,
        "ratios": {
            f"{name}_to_{KINDS[name]}": round(medians[name] / medians[KINDS[name]], 4)
            for name in KINDS
            if name != KINDS[name] and {name, KINDS[name]} <= medians.keys()
        },
    }
