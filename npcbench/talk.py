"""How well a model speaks for characters: a hundred written turns, in ten conversations.

They are played on a server of its own, over gRPC. The model is asked for lines only; the offline
actor rates memories, since with one slot each rating would evict the prompt from the model's cache.
"""

import json
import re
import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import npcclient
from npcclient.messages import Argument, Receipt, Rung, Speaker, TurnOutcome
from rich.console import Console

from npcbench import talk_checks as checks
from npcbench.harness import pulled_models, require_answers
from npcbench.talk_checks import Talk
from npcmodels.offline import OfflineActor
from npcserver import bootstrap
from npcserver.adapters.files import load_world
from npcserver.cli import settings_args
from npcserver.cli.event_log import logging_to
from npcserver.cli.progress import wait_until_embedded
from npcserver.config import LogSettings, ModelForSettings, Settings, sqlite_url
from npcserver.model.errors import Reason, Unavailable
from npcserver.ports.language_model import LanguageModel
from npcserver.ports.thinker import Thinker

OFFLINE = "offline"
Row = dict[str, Any]
"""One turn as it was played: a line of the JSON file `--out`."""
Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What to play, with which model, and where to store it."""

    model: str
    base_url: str | None = None
    half: str = "all"
    talks: tuple[str, ...] = ()
    patience: float = 1800.0
    """The most seconds until the first word; 0 leaves it to the settings."""
    out: Path | None = None


async def run(
    wish: Wish,
    *,
    beside: bool = True,
    model: LanguageModel | Thinker | None = None,
    progress: Progress = lambda _: None,
) -> dict[str, list[Row]]:
    """Play the turns not played yet; return all turns by name of the model.

    The offline actor plays the same turns unless `beside` is false. `model` replaces the named one.
    """
    talks = checks.load(wish.half, wish.talks)
    played: dict[str, list[Row]] = {}
    with tempfile.TemporaryDirectory(prefix="npcserver-talk-") as name:
        out = wish.out or Path(name) / "talk.jsonl"
        out.parent.mkdir(parents=True, exist_ok=True)
        for asked in dict.fromkeys((wish.model, OFFLINE) if beside else (wish.model,)):
            stage = _Stage(wish, asked, Notebook(out, asked), _data(out, asked), progress)
            played[asked] = await stage.play(talks, model if asked == wish.model else None)
    return played


class Notebook:
    """The turns that a model has played, in a file to which each adds a JSON line."""

    def __init__(self, path: Path, model: str) -> None:
        self._path = path
        self._model = model
        self._rows = [row for row in rows_of(path) if row["asked"] == model]

    def of(self, talk: Talk) -> list[Row]:
        """Return the turns of a talk up to the first missing one."""
        found = {row["turn"]: row for row in self._rows if row["talk"] == talk.id}
        rows: list[Row] = []
        while len(rows) in found:
            rows.append(found[len(rows)])
        return rows

    def add(self, row: Row) -> None:
        """Append a turn; a line left incomplete by a crash is terminated first."""
        row["asked"] = self._model
        is_torn = self._path.is_file() and not self._path.read_bytes().endswith(b"\n")
        with self._path.open("a", encoding="utf-8") as file:
            file.write(("\n" if is_torn else "") + json.dumps(row, ensure_ascii=False) + "\n")
        self._rows.append(row)

    def forget(self, talk: Talk) -> None:
        """Treat the turns of a talk as not played; those written next replace them."""
        self._rows = [row for row in self._rows if row["talk"] != talk.id]


def rows_of(path: Path) -> list[Row]:
    """Return all turns in a file of `--out`, without incomplete lines; none without a file."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    return [row for line in lines if (row := _row(line))]


def _row(line: str) -> Row:
    """Return a line of the file; empty for an incomplete one."""
    try:
        row = json.loads(line)
    except json.JSONDecodeError:
        return {}
    return row if isinstance(row, dict) and {"asked", "talk", "turn"} <= row.keys() else {}


def _data(out: Path, model: str) -> Path:
    """Return the folder of the server's data, kept beside the file so that a talk can continue."""
    return out.with_name(f"{out.name}.{re.sub(r'[^A-Za-z0-9.-]+', '-', model)[-60:]}.data")


_LEFT_ALONE = "CircuitOpen"
_NO_ANSWER = ("ModelUnreachable", "ModelTooSlow", _LEFT_ALONE)


def require_answered(played: Mapping[str, Sequence[Row]]) -> None:
    """Raise `Unavailable` if turns had no answer: their lines are not those of the model."""
    for model, rows in played.items():
        failed = [
            fault for row in rows for fault in row["faults"][:1] if fault.startswith(_NO_ANSWER)
        ]
        if failed:
            # that a model is left alone follows from an earlier failure, which says more
            causes = [one for one in failed if not one.startswith(_LEFT_ALONE)] or failed
            raise Unavailable(
                f"{len(failed)} of {len(rows)} turns had no answer of {model}, so the shares are "
                f"not those of that model: {causes[-1].partition(': ')[2]}",
                Reason.MODEL_UNAVAILABLE,
            )


class _Stage:
    """Plays the talks with one model, on a server of its own."""

    def __init__(
        self, wish: Wish, model: str, notes: Notebook, data: Path, progress: Progress
    ) -> None:
        self._wish = wish
        self._model = model
        self._notes = notes
        self._data = data
        self._progress = progress

    async def play(
        self, talks: tuple[Talk, ...], model: LanguageModel | Thinker | None
    ) -> list[Row]:
        """Play what is missing, and return all turns of these talks."""
        for talk in talks:
            if not self._data.is_dir() and len(self._notes.of(talk)) < len(talk.turns):
                self._notes.forget(talk)  # its timeline is gone, so it starts again
        left = [talk for talk in talks if len(self._notes.of(talk)) < len(talk.turns)]
        if left:
            self._data.mkdir(parents=True, exist_ok=True)
            with logging_to(self._data / "npcserver.log", LogSettings(level="warning")):
                await self._serve(left, model)
            if all(len(self._notes.of(talk)) == len(talk.turns) for talk in checks.load()):
                shutil.rmtree(self._data)
        return [row for talk in talks for row in self._notes.of(talk)]

    async def _serve(self, talks: list[Talk], model: LanguageModel | Thinker | None) -> None:
        """Run a server and hold the talks on it."""
        settings = self._settings()
        if model is None:
            await require_answers(settings)
        async with AsyncExitStack() as stack:
            here = await stack.enter_async_context(
                bootstrap.running(settings, model=model, thinker=OfflineActor())
            )
            await self._prepare(here, talks)
            npc = await stack.enter_async_context(npcclient.connect(f"127.0.0.1:{here.port}"))
            for talk in talks:
                await self._talk(npc, talk)

    def _settings(self) -> Settings:
        """Return the settings in force, with a database of its own and the patience.

        Thoughts use the offline actor, so that only lines are measured.
        """
        settings = settings_args.load_settings(
            data=self._data,
            database=sqlite_url(self._data.resolve() / "talk.db"),
            model=self._model,
            base_url=self._wish.base_url if self._model != OFFLINE else None,
            models=pulled_models(),
            server={"port": 0},
        )
        thinking = ModelForSettings(name=OFFLINE, base_url="")
        uses = dict.fromkeys(("thoughts", "ratings", "scenes"), thinking)
        seconds = self._wish.patience
        patient = {
            "first_word_seconds": seconds,
            "between_words_seconds": seconds / 4,
            "total_seconds": seconds * 2,
        }
        return settings.changed(model=uses, dialogue=patient if seconds else {})

    async def _prepare(self, here: bootstrap.RunningServer, talks: list[Talk]) -> None:
        """Import the worlds and wait until the characters' memories are embedded."""
        self._progress(f"{self._model}: worlds")
        for world in dict.fromkeys(talk.world for talk in talks):
            await here.importing.put(load_world(checks.world_file(world)))
            await wait_until_embedded(here, world, Console(stderr=True, quiet=True))

    async def _talk(self, npc: npcclient.NpcClient, talk: Talk) -> None:
        """Play a talk from its first missing turn."""
        rows = self._notes.of(talk)
        timeline_id = (
            rows[-1]["timeline"] if rows else (await npc.timelines.start(talk.world)).timeline_id
        )
        for number in range(len(rows), len(talk.turns)):
            self._progress(f"{self._model}: {talk.id}, turn {number + 1}")
            row = await self._turn(npc, timeline_id, talk, number)
            self._notes.add({"talk": talk.id, "turn": number, "timeline": timeline_id, **row})

    async def _turn(
        self, npc: npcclient.NpcClient, timeline_id: str, talk: Talk, number: int
    ) -> Row:
        """Say one line and return the turn; a repeated request after a break is answered once."""
        first = 0.0
        intents: list[Row] = []
        started = perf_counter()
        async with npc.play.say(
            timeline_id,
            talk.character,
            talk.turns[number].say,
            speaker=Speaker(id="player", name=talk.speaker),
            deltas=True,
            request_id=f"{timeline_id}-{number}",
            seconds=max(120.0, 3 * self._wish.patience),
        ) as turn:
            async for event in turn:
                if not first and (event.HasField("delta") or event.HasField("line")):
                    first = perf_counter() - started
                if event.HasField("intent"):
                    given_arguments = {it.name: _value(it) for it in event.intent.arguments}
                    name = event.intent.affordance
                    intents.append({"name": name, "arguments": given_arguments})
        seconds = perf_counter() - started
        receipt = await npc.memories.explain(timeline_id, turn.turn_id)
        return _told(receipt) | {
            "intents": intents,
            "first_word_s": round(first, 3),
            "seconds": round(seconds, 3),
        }


def _value(argument: Argument) -> str | int | float | bool | None:
    which = argument.WhichOneof("value")
    value: str | int | float | bool | None = getattr(argument, which) if which else None
    return value


def _told(receipt: Receipt) -> Row:
    """Return the kept part of a receipt; what an older server does not report is None."""
    cached = getattr(receipt, "cached_tokens", None)
    return {
        "said": " ".join(line.text for line in receipt.lines),
        "feeling": receipt.lines[-1].emotion.label if receipt.lines else "",
        "dropped": len(receipt.dropped_intents),
        "outcome": TurnOutcome.Name(receipt.outcome).removeprefix("TURN_OUTCOME_").lower(),
        "rung": Rung.Name(receipt.rung).removeprefix("RUNG_").lower(),
        "faults": list(receipt.faults),
        "model": receipt.model,
        "template": receipt.template_digest,
        "prompt_tokens": receipt.prompt_tokens,
        "completion_tokens": receipt.completion_tokens,
        "cached_tokens": cached,
        "raw": receipt.raw_answer,
    }
