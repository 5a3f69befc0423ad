"""Settings, checks and output that the benchmarks share."""

import json
import os
import platform
import tempfile
from collections import defaultdict
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from inspect import iscoroutine, signature
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from npcmodels.endpoints import endpoints
from npcserver.adapters.llm.wrappers import ModelUsage
from npcserver.cli import settings_args
from npcserver.cli.event_log import logging_to
from npcserver.config import (
    DatabaseSettings,
    LogSettings,
    ModelKeys,
    ModelSettings,
    ServerSettings,
    Settings,
)
from npcserver.model.errors import Reason, Unavailable
from npcserver.model.model_use import MICROS, ModelUse
from npcserver.plugins import load
from npctools.cli.checks import require_answer

Numbers = Mapping[str, float | int | str]
Result = Mapping[str, object]

_WIDTH = 200  # of tables that are not printed to a terminal
_NO_ANSWER = frozenset({"ModelUnreachable", "ModelTooSlow"})


def machine() -> dict[str, str | int]:
    """Return the facts about this machine that matter to a measurement."""
    return {
        "system": platform.system(),
        "processor": _processor(),
        "cpus": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 0,
        "python": platform.python_version(),
    }


def named_models(model: str | None, base_url: str | None) -> ModelSettings | None:
    """Return the models that options, environment and settings file name, by purpose.

    None if they name none: a measurement then has a model of its own.
    """
    chosen = settings_args.load_settings(model=model, base_url=base_url).model
    own = [chosen, *map(chosen.own, ModelUse)]
    is_named = any(one.name != "auto" or one.base_url or one.gguf for one in own)
    return chosen if model or is_named else None


def pulled_models() -> Path:
    """Return the folder of pulled models, which measurements share with all commands.

    Everything else that a measurement stores is in a temporary folder of its own.
    """
    return settings_args.load_settings().models_folder


async def require_answers(settings: Settings) -> None:
    """Ask each model that the settings name a short question.

    Raises `Unavailable`, which says which of them does not answer, and why.
    """
    for endpoint in await endpoints(settings):
        model = endpoint.open(settings)
        try:
            await require_answer(model, endpoint.spec.base_url)
        finally:
            await model.close()


def answers(meterings: Iterable[ModelUsage], settings: Settings) -> list[Numbers]:
    """Return one row for each purpose and model: its calls, failures and cost.

    `failed` calls had no answer in time, `unread` ones an answer that could not be used.
    """
    counts: defaultdict[tuple[ModelUse, str], list[ModelUsage]] = defaultdict(list)
    for one in meterings:
        counts[one.purpose.use, one.model].append(one)
    return [
        _row(use, model, counts[use, model], settings.model.of(use))
        for use, model in sorted(counts)
    ]


def _row(use: ModelUse, model: str, counts: Sequence[ModelUsage], keys: ModelKeys) -> Numbers:
    faults = [fault for one in counts for fault in one.faults]
    failed = sum(count for name, count in faults if name in _NO_ANSWER)
    asked = sum(one.prompt_tokens for one in counts)
    answered = sum(one.completion_tokens for one in counts)
    return {
        "purpose": use.value,
        "model": model,
        "calls": sum(one.calls for one in counts),
        "failed": failed,
        "unread": sum(count for _, count in faults) - failed,
        "prompt_tokens": asked,
        "cached_tokens": sum(one.cached_tokens for one in counts),
        "completion_tokens": answered,
        "money": (asked * keys.prompt_price + answered * keys.completion_price) / MICROS,
        "seconds": round(sum(one.seconds for one in counts), 1),
        "why_failed": next((one.last_failure for one in counts if one.last_failure), ""),
    }


def require_answered(result: Result) -> None:
    """Raise `Unavailable` if calls failed: then the figures are not those of the model.

    `answers` of the result, if it has any, are the rows that the function `answers` returns.
    """
    rows = result.get("answers")
    for row in rows if isinstance(rows, list) else ():
        if row["failed"]:
            raise Unavailable(
                f"{row['failed']} of {row['calls']} calls of {row['model']} for {row['purpose']} "
                f"failed, so the figures are not those of that model: {row['why_failed']}",
                Reason.MODEL_UNAVAILABLE,
            )


@contextmanager
def settings_of_its_own(model: ModelSettings | None = None) -> Generator[Settings, None, None]:
    """Yield settings for a measurement: defaults, with a temporary folder and a free port.

    Pulled models are those of the settings in force. `model` is the model to ask; without it the
    offline actor is asked.
    """
    with tempfile.TemporaryDirectory(prefix="npcserver-bench-") as name:
        folder = Path(name)
        with logging_to(folder / "npcserver.log", LogSettings(level="warning")):
            chosen = Settings(
                data=folder,
                models=pulled_models(),
                database=DatabaseSettings(),
                server=ServerSettings(port=0),
            )
            # set afterwards, since the constructor would merge settings of single purposes into it
            named = model or ModelSettings(name="offline")
            yield chosen.model_copy(update={"model": named})


@contextmanager
def busy() -> Generator[Callable[[str], None], None, None]:
    """Show a status on standard error; yields the function that sets its text."""
    with Console(stderr=True).status("Measuring") as status:
        yield lambda doing: status.update(f"Measuring {doing}")


def measure(target: str, given: dict[str, Any]) -> None:
    """Run a benchmark with the options of its command, and print what it returns, if anything.

    Raises `Unavailable` if calls of models failed.
    """
    is_json, run = given.pop("json"), load(target)
    tells = "progress" in signature(run).parameters
    with busy() if tells else nullcontext() as say:
        measured = run(**given, **({"progress": say} if tells else {}))
        result = settings_args.run_coroutine(measured) if iscoroutine(measured) else measured
    show(result, is_json=is_json)
    require_answered(result)


def show(result: Result, *, is_json: bool) -> None:
    """Print a result: as one JSON object, or as tables."""
    if is_json:
        print(json.dumps(result))
        return
    console = Console(highlight=False)
    if not console.is_terminal:  # a file has no width to fit
        console.width = _WIDTH
    console.print(f"{result['name']}", style="bold")
    for part, numbers in result.items():
        title = part.replace("_", " ")
        table = Table(box=None, padding=(0, 2, 0, 0), title=title, title_justify="left")
        if isinstance(numbers, list) and numbers:
            for name, value in numbers[0].items():
                justify = "left" if isinstance(value, str) else "right"
                table.add_column(name.replace("_", " "), justify=justify)  # type: ignore[arg-type]
            for row in numbers:
                table.add_row(*(_shown(value, ",.6g") for value in row.values()))
            console.print(table)
        if not isinstance(numbers, Mapping):
            continue
        table.add_column("what", no_wrap=True)
        table.add_column("value", justify="right")
        for name, value in numbers.items():
            table.add_row(name.replace("_", " "), _shown(value))
        console.print(table)


def _shown(value: object, form: str = ",.3f") -> str:
    return format(value, form) if isinstance(value, float) else str(value)


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:  # noqa: PTH123 - a pseudo-file
            for line in file:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
