"""The context an endpoint serves: as it reports, else by the model's name.

The context a model was trained for is not the one served. llama.cpp divides its context by its
slots, Ollama serves 4096 tokens or more by its own settings, LM Studio what the model was loaded
with.
"""

import asyncio
import random
import re
from collections.abc import Awaitable, Callable, Mapping
from contextlib import aclosing
from dataclasses import replace
from urllib.parse import quote

import structlog

from npcserver.adapters.llm.context_window import ContextWindow, ServedContext
from npcserver.adapters.llm.discovery import fetch_json
from npcserver.adapters.llm.hardware import weights_by_name
from npcserver.aio import until
from npcserver.model.errors import ModelFault, ModelTruncated
from npcserver.model.model_use import Purpose
from npcserver.ports.language_model import (
    JSON,
    CallLane,
    CallTimeouts,
    LanguageModel,
    Message,
    Request,
)

_UNTIL_LOADED = 4096
"""What Ollama and LM Studio load a model with on most machines, until they report it."""
_MOST = 1 << 31
_NUM_CTX = re.compile(r"^\s*num_ctx\s+(\d+)\s*$", re.MULTILINE)
_IN_LISTS = ("max_model_len", "context_length", "context_window")
"""The field of the context in lists of models: vLLM and SGLang, OpenRouter, Groq."""
_PAUSE = 30.0  # seconds between two requests to an endpoint
_PROBE_WORDS = 220
_WORDS = "wind stone river morning bread candle winter garden letter music window harvest silver"
_PROBE_PATIENCE = CallTimeouts(first_word=30.0, between_words=10.0, total=60.0)

_SHORT_TRIAL = 300
_ANSWER = 100  # tokens of the answer to a trial, and of the frame around it
_TRIAL_SECONDS = 25.0
_YES: Mapping[str, JSON] = {
    "type": "object",
    "properties": {"answer": {"type": "string", "enum": ["yes"]}},
    "required": ["answer"],
    "additionalProperties": False,
}

# Hosted models by the beginning of their names, longer beginnings before shorter ones.
_BY_NAME: tuple[tuple[str, int], ...] = (
    ("gpt-3.5", 16_385),
    ("gpt-4-turbo", 128_000),
    ("gpt-4.1", 1_000_000),
    ("gpt-4o", 128_000),
    ("gpt-4", 8192),
    ("gpt-5", 272_000),
    ("o1", 128_000),
    ("o3", 200_000),
    ("o4", 200_000),
    ("claude-", 200_000),
    ("gemini-", 1_000_000),
    ("mistral-large", 128_000),
    ("mistral-small", 32_000),
    ("deepseek-", 64_000),
    ("grok-", 128_000),
    ("command-r", 128_000),
)
_log = structlog.get_logger(__name__)


async def served_context(
    base_url: str, api_key: str, model: str, seconds: float = 1.0
) -> ServedContext | None:
    """Return the context that the endpoint reports, None if it reports none.

    The interfaces of all kinds of servers are asked side by side, for at most `seconds` each.
    """
    root = base_url.rstrip("/").removesuffix("/v1")

    async def get(path: str, body: Mapping[str, JSON] | None = None) -> object:
        try:
            async with asyncio.timeout(seconds):
                return await fetch_json(f"{root}{path}", api_key, body)
        except (OSError, TimeoutError, ValueError, asyncio.IncompleteReadError):
            return None

    props, running, shown, loaded, listed = await asyncio.gather(
        get(f"/props?model={quote(model)}"),
        get("/api/ps"),
        get("/api/show", {"model": model}),
        get("/api/v0/models"),
        get("/v1/models"),
    )
    found = (
        _of_llama_cpp(props)
        or _of_ollama(running, shown, model)
        or _of_lm_studio(loaded, model)
        or _of_list(listed, model)
    )
    return found and replace(found, weights=_weights(shown, listed, model))


def context_by_name(model: str) -> ServedContext | None:
    """Return the context of a hosted model by its name, None for an unknown one."""
    name = model.rpartition("/")[2].casefold()
    tokens = next((tokens for start, tokens in _BY_NAME if name.startswith(start)), None)
    return None if tokens is None else ServedContext(tokens=tokens, source="the model's name")


class ContextWatch:
    """Asks an endpoint for its context: once, and again when there is a reason to."""

    def __init__(
        self,
        window: ContextWindow,
        ask: Callable[[], Awaitable[ServedContext | None]] | None,
        model: LanguageModel | None = None,
        pause: float = _PAUSE,
    ) -> None:
        """Watch for a window; `model` is set if its reading speed matters.

        `ask` is None if there is no endpoint to ask.
        """
        self._window = window
        self._ask = ask
        self._model = model
        self._pause = pause

    async def ask(self) -> None:
        """Ask now."""
        self._window.wants_asking.clear()
        if self._ask is None:
            return
        told = await self._ask()
        self._window.take_told(told)
        if told is not None:
            _log.debug("context_told", tokens=told.tokens, source=told.source)

    async def run(self) -> None:
        """Measure the reading speed, then ask whenever the window wants it."""
        if self._model is not None:
            await measure_speed(self._window, self._model)
            if self._window.told is None or self._window.told.is_default:
                await self.ask()  # now that the model is loaded
        while True:
            await self._window.wants_asking.wait()
            await self.ask()
            await asyncio.sleep(self._pause)


async def measure_speed(window: ContextWindow, model: LanguageModel) -> None:
    """Let the model read some 230 tokens that no cache holds, unless a player speaks by then.

    Each word is one token. A short question before it makes the server load the model. The speed
    stays unknown if the model fails.
    """
    try:
        await _first_word(window, model, _probe(1))
        seconds = await _first_word(window, model, _probe(_PROBE_WORDS))
    except ModelFault as fault:
        _log.info("reading_speed_unknown", error=fault)
        return
    if seconds is not None:
        window.speed = window.speed or _PROBE_WORDS / max(seconds, 0.001)
        _log.debug("reading_speed", tokens_per_second=round(window.speed))


async def _first_word(
    window: ContextWindow, model: LanguageModel, request: Request
) -> float | None:
    """Return the seconds until the model began to answer, None if a player spoke first."""
    loop = asyncio.get_running_loop()
    begun, first = loop.time(), None
    try:
        async with aclosing(until(window.player_spoke, model.generate(request))) as answer:
            async for _ in answer:
                first = first or loop.time() - begun
    except ModelTruncated:  # its answer may be cut after a few tokens
        pass
    return first


async def try_length(window: ContextWindow, model: LanguageModel, most: int) -> int:
    """Send a short prompt and one as long as the context, of at most `most` tokens.

    Returns the tokens of the longer one. The window records the results if the model is a
    `MeasuredLanguageModel`. The prompt is shorter if the model would read it for too long. Raises a
    `ModelFault` if a call fails.
    """
    longest = min((window.tokens() or most) - _ANSWER, most)
    if window.speed:
        longest = min(longest, int(window.speed * _TRIAL_SECONDS))
    longest = max(longest, _SHORT_TRIAL)
    for words in (_SHORT_TRIAL, longest):
        request = replace(_probe(words), schema=_YES, schema_name="answer", max_tokens=40)
        async with aclosing(model.generate(request)) as answer:
            async for _ in answer:
                pass
    return longest


def _probe(words: int) -> Request:
    """Return a question with a number of random words, each about one token."""
    chosen = random.Random()  # noqa: S311 - any text that was not read before
    text = " ".join(chosen.choices(_WORDS.split(), k=words))
    asked = f"{chosen.getrandbits(32)} {text}\nAnswer with the one word yes."
    return Request(
        purpose=Purpose.RATE,
        messages=(Message("user", asked),),
        max_tokens=4,
        temperature=0,
        lane=CallLane.BACKGROUND,
        patience=_PROBE_PATIENCE,
    )


def _of_llama_cpp(props: object) -> ServedContext | None:
    tokens = _number(_at(_at(props, "default_generation_settings"), "n_ctx"))
    if not tokens:
        return None
    return ServedContext(
        tokens=tokens,
        source="llama.cpp's /props",
        slots=_number(_at(props, "total_slots")) or 1,
        advice="start llama-server with a larger --ctx-size; --parallel divides it among its slots",
    )


def _weights(shown: object, listed: object, model: str) -> int:
    """Return the number of weights by Ollama's /api/show or llama.cpp's list of models, else 0."""
    size = _at(_at(shown, "details"), "parameter_size")
    told = weights_by_name(size) if isinstance(size, str) else 0
    entries = _at(listed, "data")
    only = entries[0] if isinstance(entries, list) and len(entries) == 1 else None
    meta = _at(_named(listed, model) or only, "meta")
    return told or _count(_at(meta, "n_params"))


def _of_ollama(running: object, shown: object, model: str) -> ServedContext | None:
    """Return the context of the loaded model, else the one it will be loaded with."""
    loaded = _at(running, "models")
    if not isinstance(loaded, list):
        return None
    advice = (
        "start Ollama with OLLAMA_CONTEXT_LENGTH=16384, or make a model with "
        "PARAMETER num_ctx 16384 in its Modelfile"
    )
    names = {model, f"{model}:latest"}
    for one in loaded:
        tokens = _number(_at(one, "context_length"))
        if tokens and names & {_at(one, "name"), _at(one, "model")}:
            return ServedContext(tokens=tokens, source="Ollama's /api/ps", advice=advice, cuts=True)
    parameters = _at(shown, "parameters")
    found = _NUM_CTX.search(parameters) if isinstance(parameters, str) else None
    tokens = _number(int(found.group(1)[:12])) if found else 0
    return ServedContext(
        tokens=tokens or _UNTIL_LOADED,
        source="Ollama's /api/show" if tokens else "Ollama's default",
        advice=advice,
        cuts=True,
        is_default=True,
    )


def _of_lm_studio(listed: object, model: str) -> ServedContext | None:
    entry = _named(listed, model)
    if entry is None or "state" not in entry:
        return None
    tokens = _number(entry.get("loaded_context_length"))
    return ServedContext(
        tokens=tokens or _UNTIL_LOADED,
        source="LM Studio's /api/v0/models" if tokens else "LM Studio's default",
        advice="load the model in LM Studio with a larger context length",
        cuts=True,
        is_default=not tokens,
    )


def _of_list(listed: object, model: str) -> ServedContext | None:
    entry = _named(listed, model) or {}
    tokens = next(filter(None, (_number(entry.get(name)) for name in _IN_LISTS)), 0)
    if not tokens:
        return None
    return ServedContext(
        tokens=tokens,
        source="the endpoint's list of models",
        advice="start the server with a longer context (vLLM: --max-model-len)",
    )


def _named(listed: object, model: str) -> Mapping[str, object] | None:
    entries = _at(listed, "data")
    for entry in entries if isinstance(entries, list) else ():
        if isinstance(entry, dict) and entry.get("id") == model:
            return entry
    return None


def _at(value: object, name: str) -> object:
    return value.get(name) if isinstance(value, dict) else None


def _number(value: object) -> int:
    """Return a plausible length in tokens, 0 for anything else."""
    return length if (length := _count(value)) < _MOST else 0


def _count(value: object) -> int:
    """Return a positive whole number, 0 for anything else."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0
