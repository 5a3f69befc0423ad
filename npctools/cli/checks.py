"""`npcserver check`: the settings in force, one trial of each part, and who can call."""

import asyncio
import errno
import re
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import aclosing, suppress
from dataclasses import replace
from functools import partial
from time import perf_counter

from pydantic import BaseModel, SecretStr
from rich.console import Console
from rich.table import Table
from rich.text import Text

from npcserver import bootstrap
from npcserver.adapters.llm.context_watch import CUT_TOLD, ContextVerdict, examine, measure_speed
from npcserver.adapters.llm.context_window import ContextWindow, MeasuredLanguageModel
from npcserver.adapters.store import open_store
from npcserver.adapters.store.engine import parse_url
from npcserver.adapters.store.migrate import (
    current_revision,
    head_revision,
    require_current,
    require_known,
)
from npcserver.bootstrap.model_package import CachedEmbedder
from npcserver.cli.event_log import without_log
from npcserver.cli.listeners import grpc_port, http_port, metrics_port, protection, studio_port
from npcserver.config import ModelForSettings, Settings
from npcserver.model.errors import (
    Fault,
    InvalidInput,
    ModelFault,
    ModelThoughtTooLong,
    ModelTooSlow,
    ModelUnreachable,
    NotPossibleNow,
    Reason,
    Unavailable,
)
from npcserver.model.inputs import RatingInput
from npcserver.model.model_use import Purpose
from npcserver.ports.language_model import CallTimeouts, LanguageModel, Message, Request
from npcserver.ports.thinker import Thinker
from npcserver.prompts.reply import ratings_schema
from npcserver.prompts.schemas import bounded
from npcserver.prompts.tokens import prompt_tokens
from npctools.cli.check_results import Part, check_console, result_line, try_part

_LOADING_SECONDS = 300.0
_THINKING_TOKENS = 1000  # of an answer that was thought away with fewer
_TRIAL_SECONDS = 25.0  # for which a model may read a long prompt
_LONG_TEXT = 1_500
_STATEMENTS = RatingInput(name="Nora", texts=("Somebody mended the bell of the inn.",))


async def first_answer(model: LanguageModel | Thinker, seconds: float = 30.0) -> float:
    """Return after how many seconds the first word came, of `seconds` at most.

    Raises the `ModelFault` of a model that does not answer.
    """
    first, started = 0.0, perf_counter()
    if isinstance(model, Thinker):
        await model.think(_STATEMENTS)
        return perf_counter() - started
    question = _question(seconds)
    for tokens in (question.max_tokens, _THINKING_TOKENS):
        try:
            async with aclosing(model.generate(replace(question, max_tokens=tokens))) as fragments:
                async for _ in fragments:
                    first = first or perf_counter() - started
        except ModelThoughtTooLong:  # by now it is asked not to think
            if tokens == _THINKING_TOKENS:
                raise
        else:
            break
    return first


async def require_answer(model: LanguageModel | Thinker, address: str | None) -> None:
    """Raise `Unavailable`, which names the model, where it does not answer a short question."""
    try:
        await first_answer(model, _LOADING_SECONDS)
    except (ModelUnreachable, ModelTooSlow) as fault:
        where = f" at {address}" if address else ""
        raise Unavailable(
            f"the model {model.name}{where} does not answer: {fault.message}", fault.reason
        ) from fault
    except ModelFault:  # it answers, if not well
        pass


def _question(seconds: float) -> Request:
    question = (
        "On a scale of 1 to 10, how much does this matter to Nora, who keeps the inn? "
        f'"{_STATEMENTS.texts[0]}" Answer with JSON such as {{"ratings": [5]}} and nothing else.'
    )
    return Request(
        purpose=Purpose.RATE,
        messages=(Message("user", question),),
        max_tokens=40,
        patience=CallTimeouts(first_word=seconds, between_words=seconds / 3, total=2 * seconds),
    )


_FAILURES = 20
_AMPLE = 8192  # tokens of context in which nothing that matters is left out


async def check(settings: Settings) -> int:
    """Show the settings and try every part; return 0 when all work, else 1."""
    console = check_console()
    console.print(settings_table(settings))
    console.print()
    findings = []
    parts: tuple[Part, ...] = (
        ("database", _database, "see --database and --data"),
        ("rows", _rows, "see docs/operations.md, Editing by hand"),
        ("thoughts", _thoughts, "see docs/operations.md, Thoughts that fail"),
        ("embedder", _embedder, "see the settings embedder.name and embedder.base_url"),
        *await _models(settings),
        ("port", partial(_port, grpc_port), "see --port"),
        ("http", partial(_port, http_port), "see --http-port and --no-http"),
        ("metrics", partial(_port, metrics_port), "see --metrics-port"),
        ("studio", partial(_port, studio_port), "see --studio-port"),
        ("access", protection, "see docs/operations.md, Keys and TLS"),
    )
    for name, attempt, advice in parts:
        with without_log(), Console(stderr=True).status(f"Trying the {name}"):
            finding = await try_part(name, attempt, settings, advice)
        findings.append(finding)
        console.print(result_line(finding), soft_wrap=True)
    return 0 if all(finding.is_fine for finding in findings) else 1


def settings_table(settings: Settings) -> Table:
    """Return all settings with their values; secrets are masked."""
    table = Table(box=None, padding=(0, 2, 0, 0), title="Settings", title_justify="left")
    table.add_column("setting", no_wrap=True)
    table.add_column("value", overflow="fold")
    table.add_column("", style="dim")
    defaults = dict(flat(Settings.model_construct()))
    for name, value in flat(settings):
        table.add_row(name, Text(value), "" if defaults.get(name) == value else "set")
    return table


def flat(group: BaseModel, prefix: str = "") -> Iterator[tuple[str, str]]:
    """Yield every setting as its full name and its value for people."""
    for name in type(group).model_fields:
        value = getattr(group, name)
        if isinstance(group, ModelForSettings) and name not in group.model_fields_set:
            continue  # it is as in [model]
        if isinstance(value, BaseModel):
            yield from flat(value, f"{prefix}{name}.")
        elif isinstance(value, SecretStr):
            yield f"{prefix}{name}", "********" if value.get_secret_value() else ""
        elif name == "url" and value:
            yield f"{prefix}{name}", masked(str(value))
        elif isinstance(value, tuple):
            shown = ("********" if isinstance(one, SecretStr) else str(one) for one in value)
            yield f"{prefix}{name}", ", ".join(shown)
        else:
            yield f"{prefix}{name}", "" if value is None else str(value)


def masked(url: str) -> str:
    """Return a database URL without its password."""
    return re.sub(r"(?<=://)([^:/@]*):.*@", r"\1:********@", url)


async def _database(settings: Settings) -> str:
    if settings.database.url:  # the data folder is made, but no other
        parse_url(settings.database.url)
    if not settings.is_embedded:
        await require_current(settings.database_url)
    revision, newest = await current_revision(settings.database_url), head_revision()
    if revision is None:
        return f"{settings.database_url}, not made yet: a server makes it when it starts"
    require_known(revision)
    if revision == newest:  # an older one is opened by who brings it up to date
        store = await open_store(settings.database_url)
        await store.close()
    state = "up to date" if revision == newest else "brought up to date when a server starts"
    return f"{masked(settings.database_url)}, revision {revision}, {state}"


async def _port(required: Callable[[Settings], Awaitable[str]], settings: Settings) -> str:
    """Say what a listener finds; a port in use is no fault while the server runs."""
    try:
        return await required(settings)
    except InvalidInput as fault:
        if getattr(fault.__cause__, "errno", 0) != errno.EADDRINUSE:
            raise
        try:
            await asyncio.to_thread(bootstrap.require_unused, settings)
        except NotPossibleNow:
            return "in use, and a server of this database runs"
        raise


async def _rows(settings: Settings) -> str:
    """Say that all authored rows can be read; raises `InvalidInput` that names the others."""
    if await current_revision(settings.database_url) != head_revision():
        return "known once a server has brought the database up to date"
    store = await open_store(settings.database_url)
    try:
        async with store.read() as reader:
            broken = await reader.broken_cells()
    finally:
        await store.close()
    if broken:
        raise InvalidInput(f"{len(broken)} unreadable", "; ".join(map(str, broken)))
    return "all that was authored can be read"


async def _thoughts(settings: Settings) -> str:
    """Say what waits to be thought; raises `Unavailable` for thoughts that were given up."""
    if await current_revision(settings.database_url) != head_revision():
        return "known once a server has brought the database up to date"
    store = await open_store(settings.database_url)
    try:
        waiting, failed = await store.jobs.pending(), await store.jobs.failures(_FAILURES)
    finally:
        await store.close()
    given_up = [job for job in failed if job.is_final]
    if given_up:
        told = "; ".join(f"{job.kind} of {job.subject_id}: {job.error}" for job in given_up)
        raise Unavailable(f"{len(given_up)} given up: {told}", Reason.MODEL_UNAVAILABLE)
    return f"{waiting} waiting, {len(failed)} to be tried again, none given up"


async def _embedder(settings: Settings) -> str:
    found = await _embeds(await bootstrap.models().memory_embedder(settings))
    of_books = await bootstrap.models().book_embedder(settings)
    return found if of_books is None else f"{found}; of books {await _embeds(of_books)}"


async def _embeds(made: CachedEmbedder) -> str:
    try:
        started = time.perf_counter()
        await made.embed(["Somebody rings the bell at the inn."])
        first = time.perf_counter() - started
        started = time.perf_counter()
        await made.embed(["The bell at the inn was rung by somebody."])
        second = time.perf_counter() - started
        asked = made.batch
        await made.embed([f"The bell of tower number {tower} rings." for tower in range(asked)])
    finally:
        await made.close()
    return (
        f"{made.name}, {made.dimension} numbers, first text {first * 1000:.0f} ms, "
        f"then {second * 1000:.1f} ms{_batches(asked, made.batch)}"
    )


def _batches(asked: int, taken: int) -> str:
    """Return how many texts a call may have, where an endpoint takes fewer than it is sent."""
    if taken >= asked:
        return f", {taken} texts in one call" if taken else ""
    return f"; it refuses {asked} texts in one call: set embedder.batch_size to {taken}"


async def _models(settings: Settings) -> list[Part]:
    try:
        found = await bootstrap.models().endpoints(settings)
    except Fault as fault:
        return [("model", partial(_unnamed, fault), "")]
    parts: list[Part] = []
    for endpoint in found:
        advice = "see --model and --base-url; `--model offline` always works"
        own = [f"model.{use}" for use in endpoint.uses if settings.model.own(use).model_fields_set]
        advice = f"see the settings of {', '.join(own)}" if own else advice
        parts += [
            ("model", partial(_model, endpoint), advice),
            ("context", partial(_context, endpoint), ""),
        ]
    return parts


async def _unnamed(fault: Fault, settings: Settings) -> str:  # noqa: ARG001 - as all parts
    raise fault


async def _model(endpoint: bootstrap.ModelEndpoint, settings: Settings) -> tuple[str, str]:
    model = endpoint.open(settings)
    note = endpoint.note
    try:
        first = await first_answer(model)
        refused = await _refused(model)
    except Fault as fault:
        raise Unavailable(f"{fault.message} ({model.name}; {note})", fault.reason) from fault
    finally:
        await model.close()
    uses = bootstrap.uses_text(endpoint.uses)
    told = f"{model.name} ({note}){uses}, first word after {first * 1000:.0f} ms"
    if getattr(model, "thinks", False):
        told += "; it thinks before it answers, and is asked not to"
    if not refused:
        return told, ""
    advice = "answers are asked for without; see docs/models.md, What endpoints may do"
    return f"{told}; it refuses {', '.join(refused)}", advice


async def _refused(model: LanguageModel | Thinker) -> tuple[str, ...]:
    """Return what an endpoint refuses of a question with a system prompt and a schema."""
    if isinstance(model, Thinker):
        return ()
    short = _question(30.0)
    system = Message("system", "You rate what happens to people. You answer with JSON.")
    question = replace(
        short,
        messages=(system, *short.messages),
        schema=bounded(ratings_schema(1), _LONG_TEXT),
        schema_name="ratings",
    )
    with suppress(ModelFault):
        async with aclosing(model.generate(question)) as fragments:
            async for _ in fragments:
                pass
    return tuple(getattr(model, "refused", ()))


async def _context(endpoint: bootstrap.ModelEndpoint, settings: Settings) -> tuple[str, str]:
    """Say how long prompts may be and why, and what to do where that is little, or was overstated.

    An endpoint that may cut prompts without a word is sent a long one.
    """
    model = endpoint.open(settings)
    try:
        window, watch = await bootstrap.context_of(settings, endpoint, model)
        claimed, source = window.tokens(), window.source
        if claimed is None or isinstance(model, Thinker):
            return f"{model.name} reads no prompts", ""
        is_tried = window.told is None or window.told.cuts
        tried = await _tried_length(settings, window, model) if watch and is_tried else ""
    finally:
        await model.close()
    tokens = window.tokens() or claimed
    told = f"{tokens} tokens for prompt and answer"
    if tokens < claimed:
        told += f"; {source} tells {claimed}, but {window.source}"
    else:
        told += f" ({source})"
    if window.setting and window.told is not None:
        told += f"; {window.told.source} tells {window.told.tokens}"
    purpose = next(each for each in Purpose if each.use in endpoint.uses)
    budget = window.budget(purpose, settings.dialogue.max_tokens)
    speed = f", read at about {window.speed:.0f} tokens a second" if window.speed else ""
    told += f"{tried}; prompts of up to {budget} tokens{speed}"
    return told, _enlarging(window, tokens, claimed)


async def _tried_length(settings: Settings, window: ContextWindow, model: LanguageModel) -> str:
    """Say what became of a prompt as long as any may be; empty where the model does not answer."""
    measured = MeasuredLanguageModel(model, window, prompt_tokens)
    await measure_speed(window, model)
    budget = window.budget(Purpose.REPLY, settings.dialogue.max_tokens)
    length = min(budget, int(window.speed * _TRIAL_SECONDS) or budget)
    found = await examine(window, measured, length, suspect=length)
    match found.verdict:
        case ContextVerdict.WHOLE:
            return f"; a prompt of {length} was read whole"
        case ContextVerdict.CUT if window.setting:
            return f"; but prompts longer than {found.length} lose their beginning"
        case ContextVerdict.CUT:
            window.prove(found.length, CUT_TOLD)
            return ""
        case _ if found.calls and not window.proof:
            return "; whether longer prompts are cut is not known, for it repeats no word of a text"
        case _:
            return ""


def _enlarging(window: ContextWindow, tokens: int, claimed: int) -> str:
    if tokens >= claimed and tokens >= _AMPLE:
        return ""
    how = window.told.advice if window.told is not None else "see the manual of the model's server"
    return f"characters remember more of a talk with {_AMPLE} or more: {how}"
