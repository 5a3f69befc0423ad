"""The metrics of a running server: on when asked for, true, and without words and ids."""

import asyncio
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

import npcclient
import pytest

from npcbench.scripted_model import ScriptedLanguageModel
from npcserver import bootstrap
from npcserver.adapters.telemetry.catalogue import METRICS
from npcserver.adapters.telemetry.metrics import parsed
from npcserver.model.character import Persona
from npcserver.model.ids import CharacterId
from npcserver.model.model_use import Purpose
from npcserver.model.worldfile import Role, WorldFile
from npcserver.ports.language_model import LanguageModel
from tests.fakes.running_server import INN_FILE, MIRA, reply_answer, server_settings

ROOT = Path(__file__).resolve().parents[2]
Samples = Mapping[str, list[tuple[Mapping[str, str], float]]]
_LOADED = """
import asyncio, sys
from npcserver import bootstrap
from tests.fakes.running_server import server_settings
from pathlib import Path

async def main():
    folder = Path(sys.argv[1])
    chosen = server_settings(f"sqlite:///{folder / 'npc.db'}", folder, model={"name": "offline"})
    async with bootstrap.running(chosen) as here:
        assert here.metrics_port is None

asyncio.run(main())
print(*sorted(name for name in sys.modules if name.split(".")[0] == "prometheus_client"
      or name.startswith(("opentelemetry.sdk", "opentelemetry.exporter"))))
"""


@asynccontextmanager
async def measured(
    folder: Path, speaker: LanguageModel, world: WorldFile = INN_FILE, **more: object
) -> AsyncGenerator[tuple[bootstrap.RunningServer, npcclient.NpcClient], None]:
    """Give a server with metrics on a free port, and a client of it."""
    chosen = server_settings(f"sqlite:///{folder / 'npc.db'}", folder, metrics={"port": 0}, **more)
    async with (
        bootstrap.running(chosen, model=speaker) as here,
        npcclient.connect(f"127.0.0.1:{here.port}") as npc,
    ):
        await here.importing.put(world)
        yield here, npc


async def page_of(here: bootstrap.RunningServer, **headers: str) -> str:
    asked = urllib.request.Request(
        f"http://127.0.0.1:{here.metrics_port}/metrics", headers={"Accept": "text/plain", **headers}
    )

    def read() -> str:
        with urllib.request.urlopen(asked) as answer:  # noqa: S310
            text: str = answer.read().decode()
            return text

    return await asyncio.to_thread(read)


def value(samples: Samples, name: str, **labels: str) -> float:
    return sum(each for names, each in samples.get(name, []) if labels.items() <= names.items())


def errors_in(samples: Samples) -> list[tuple[Mapping[str, str], float]]:
    """Return the errors that were counted; methods begin with zeros."""
    return [one for one in samples.get("npcserver_call_errors_total", []) if one[1]]


async def say(npc: npcclient.NpcClient, timeline: str, who: str, words: str, player: str) -> None:
    async with npc.play.say(timeline, who, words, speaker=player, seconds=60) as turn:
        async for _ in turn:
            pass


async def test_what_happens_is_counted(tmp_path: Path) -> None:
    """Turns, intents, calls, errors and tokens are those that there were."""
    fly = [{"name": "fly", "arguments": {}}]
    model = ScriptedLanguageModel([reply_answer("Come in.", intents=fly)])
    prices = {"prompt_price": 1.0, "completion_price": 2.0}
    async with measured(tmp_path, model, model=prices) as (here, npc):
        timeline = await npc.timelines.start(INN_FILE.world.id)
        for _ in range(3):
            await say(npc, timeline.timeline_id, MIRA, "Good evening.", "Ann")
        with pytest.raises(npcclient.NotFound):
            await npc.timelines.get("tl_nowhere")
        found = parsed(await page_of(here))
        used = here.meter.snapshot()[0]

    assert value(found, "npcserver_turns_total", outcome="completed", rung="primary") == 3
    assert value(found, "npcserver_turns_total") == 3
    for name in ("recall", "first_word", "first_beat", "commit"):
        assert value(found, f"npcserver_turn_{name}_seconds_count") == 3
    assert value(found, "npcserver_intents_refused_total") == 3
    assert value(found, "npcserver_calls_total", method="PlayService/Say") == 3
    assert value(found, "npcserver_call_errors_total") == 1
    assert value(
        found, "npcserver_call_errors_total", method="TimelineService/GetTimeline", code="NOT_FOUND"
    )
    assert value(found, "npcserver_model_calls_total", purpose="reply", result="finished") == 3
    assert value(found, "npcserver_model_tokens_total", purpose="reply") == (
        used.prompt_tokens + used.completion_tokens
    )
    cost = (used.prompt_tokens + 2 * used.completion_tokens) / 1_000_000
    assert value(found, "npcserver_model_cost_total", purpose="reply") == pytest.approx(cost)


async def test_the_state_is_that_of_the_moment(tmp_path: Path) -> None:
    """Lanes, gates, breakers, watchers and the pool are read when the page is."""
    model = ScriptedLanguageModel([reply_answer("Come in.")])
    async with measured(tmp_path, model) as (here, npc):
        timeline = (await npc.timelines.start(INN_FILE.world.id)).timeline_id
        async with aclosing(npc.play.watch(timeline, after_seq=0)) as news:
            waiting = asyncio.ensure_future(anext(news))
            found = parsed(await page_of(here))
            while value(found, "npcserver_watchers") != 1:
                found = parsed(await page_of(here))
            waiting.cancel()
            await asyncio.wait((waiting,))
        later = found
        while value(later, "npcserver_watchers") != 0 or not errors_in(later):
            later = parsed(await page_of(here))

    assert errors_in(later) == [({"method": "PlayService/Watch", "code": "CANCELLED"}, 1)]
    assert value(later, "npcserver_watchers") == 0
    name = model.name
    assert value(found, "npcserver_watchers") == 1
    assert value(found, "npcserver_calls_in_progress") == 1
    assert value(found, "npcserver_model_lane_calls", model=name, state="running") == 0
    assert value(found, "npcserver_model_lane_limit", model=name, lane="player") > 0
    assert value(found, "npcserver_gate_calls", **{"class": "streams", "state": "running"}) == 1
    assert value(found, "npcserver_gate_calls", **{"class": "turns"}) == 0
    assert value(found, "npcserver_gate_limit", **{"class": "turns"}) > 0
    assert found["npcserver_model_breaker_open"] == [
        ({"model": name, "purpose": purpose}, 0) for purpose in Purpose
    ]
    assert value(found, "npcserver_store_readers_limit") == 10
    assert "npcserver_jobs_pending" in found


async def test_neither_words_nor_ids_are_shown_and_more_players_add_no_series(
    tmp_path: Path,
) -> None:
    """Twenty characters and twenty players give the series that one of each gives."""
    roles = tuple(
        Role(id=CharacterId(f"keeper-{number}"), persona=Persona(name=f"Keeper {number}"))
        for number in range(20)
    )
    world = WorldFile(world=INN_FILE.world, characters=roles)
    model = ScriptedLanguageModel([reply_answer("Zanzibar is far.")])
    # Without workers no job runs between two looks at the page.
    quiet = {"workers": 0}
    async with measured(tmp_path, model, world, cognition=quiet) as (here, npc):
        before: set[tuple[str, frozenset[tuple[str, str]]]] = set()
        for number, role in enumerate(roles):
            timeline = (await npc.timelines.start(world.world.id)).timeline_id
            await say(npc, timeline, role.id, "Have you been to Zanzibar?", f"Player{number}")
            page = await page_of(here)
            found = parsed(page)
            series = {(name, frozenset(n.items())) for name in found for n, _ in found[name]}
            assert not before or series == before
            before = series
            for secret in (timeline, role.id, "Zanzibar", f"Player{number}", world.world.id + '"'):
                assert secret not in page

    labels = {label for _, names in before for label, _ in names}
    assert labels <= {name for each in METRICS for name in each.label_names} | {"le", "generation"}


async def test_a_page_of_elsewhere_cannot_read_the_metrics(tmp_path: Path) -> None:
    """A foreign host name that points at this machine is refused, as by the other listener."""
    async with measured(tmp_path, ScriptedLanguageModel()) as (here, _):
        with pytest.raises(urllib.error.HTTPError) as refused:
            await page_of(here, Host="rebound.example.com")

    refused.value.close()
    assert refused.value.code == 403


async def test_a_table_that_cannot_be_read_leaves_the_rest(tmp_path: Path) -> None:
    """Where jobs cannot be counted, everything else is still shown."""
    async with measured(tmp_path, ScriptedLanguageModel(), cognition={"workers": 0}) as (here, _):
        with sqlite3.connect(tmp_path / "npc.db") as database:
            database.execute("ALTER TABLE job RENAME TO away")
        found = parsed(await page_of(here))
        with sqlite3.connect(tmp_path / "npc.db") as database:
            database.execute("ALTER TABLE away RENAME TO job")

    assert "npcserver_jobs_pending" not in found
    assert value(found, "npcserver_store_readers_limit") == 10


def test_without_metrics_and_traces_their_libraries_are_not_imported(tmp_path: Path) -> None:
    """A server that nobody watches starts no slower for it, and opens no port."""
    run = subprocess.run(
        [sys.executable, "-c", _LOADED, str(tmp_path)],
        cwd=ROOT,
        env={
            "PYTHONPATH": f"{ROOT}:{ROOT / 'clients' / 'python'}",
            "NPCSERVER_CONFIG": "/dev/null",
        },
        capture_output=True,
        text=True,
        check=False,
    )

    assert run.returncode == 0, run.stderr
    assert run.stdout.strip() == ""
