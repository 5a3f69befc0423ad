"""The context an endpoint serves: as it reports, else by the model's name.

The context a model was trained for is not the one served. llama.cpp divides its context by its
slots, Ollama serves 4096 tokens or more by its own settings, LM Studio what the model was loaded
with.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from time import monotonic
from urllib.parse import quote

import structlog

from npcserver.adapters.llm.context_probe import ContextVerdict, examine, measure_speed
from npcserver.adapters.llm.context_window import ContextWindow, CountedPrompt, ServedContext
from npcserver.adapters.llm.discovery import fetch_json
from npcserver.adapters.llm.hardware import weights_by_name
from npcserver.model.errors import ModelSuperseded
from npcserver.model.model_use import Purpose
from npcserver.ports.language_model import JSON, LanguageModel

_UNTIL_LOADED = 4096
"""What Ollama and LM Studio load a model with on most machines, until they report it."""
_MOST = 1 << 31
_NUM_CTX = re.compile(r"^\s*num_ctx\s+(\d+)\s*$", re.MULTILINE)
_IN_LISTS = ("max_model_len", "context_length", "context_window")
"""The field of the context in lists of models: vLLM and SGLang, OpenRouter, Groq."""
_SILENCE = 120.0  # seconds without a turn after which a slow model may be examined
_PAUSE = 30.0  # seconds between two requests to an endpoint
_FIRST_TERM = 1800.0  # seconds for which a proof holds, and in which nothing is examined again
_LONGEST_TERM = 6 * 3600.0
_FAR_LONGER = 1.5  # a doubt about prompts that are so many times longer does not wait for the term

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
CUT_TOLD = "longer prompts lose their beginning, as a test showed"
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
    """Keeps a window true: asks the endpoint, and examines it where calls raise a doubt.

    A proof that the context is smaller holds for `term` seconds, and so long nothing is examined
    again, except where far longer prompts are doubted; each examination doubles the term.
    `prober` is the model by which doubts are examined; it is set where there is one.
    """

    prober: LanguageModel | None = None

    def __init__(
        self,
        window: ContextWindow,
        ask: Callable[[], Awaitable[ServedContext | None]] | None,
        model: LanguageModel | None = None,
        pause: float = _PAUSE,
        term: float = _FIRST_TERM,
    ) -> None:
        """Watch for a window; `model` is set if its reading speed matters.

        `ask` is None if there is no endpoint to ask.
        """
        self._window = window
        self._ask = ask
        self._model = model
        self.pause = pause
        self.term = term
        self._not_before = 0.0
        self._cleared = 0
        self._has_told = False

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
        """Measure the reading speed, then ask and examine whenever there is a reason to."""
        if self._model is not None:
            await measure_speed(self._window, self._model)
            if self._window.told is None or self._window.told.is_default:
                await self.ask()  # now that the model is loaded
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._seconds_left()):
                    await self._window.wants_asking.wait()
            if self._window.wants_asking.is_set():
                await self.ask()
            await self.examine()
            await asyncio.sleep(self.pause)

    async def examine(self) -> None:
        """Examine the endpoint if a doubt or the end of a proof's term calls for it."""
        window, doubt, proof = self._window, self._window.doubt, self._window.proof
        is_over = self._seconds_left() == 0.0
        longest = window.ceiling if doubt is None else doubt.estimated
        is_longer = doubt is not None and doubt.estimated > self._cleared * _FAR_LONGER
        if self.prober is None:
            if proof is not None and is_over:
                window.end_proof("it is tried again")
        elif window.last_turn + _SILENCE > monotonic() and window.is_slow_to_read(longest):
            return  # the next turn would wait for its prompt to be read anew
        elif doubt is not None and (is_over or is_longer):
            self._tell_doubt(doubt)
            await self._settle(self.prober, doubt.estimated, doubt.counted)
        elif proof is not None and is_over:
            window.proof = None  # for this is what is tried
            longest = window.budget(Purpose.REPLY, 0)
            window.proof = proof
            await self._settle(self.prober, longest, proof.tokens)

    def _seconds_left(self) -> float | None:
        """Return the seconds until a proof or a doubt is examined, None if there is neither."""
        proof = self._window.proof
        if proof is None and self._window.doubt is None:
            return None
        due = self._not_before if proof is None else proof.since + self.term
        return max(due - monotonic(), 0)

    async def _settle(self, prober: LanguageModel, length: int, suspect: int) -> None:
        """Examine prompts of that length, and record the result."""
        window, proof = self._window, self._window.proof
        try:
            found = await examine(window, prober, length, suspect)
        except ModelSuperseded:
            return  # it is tried again after the pause
        window.examined[found.verdict] += 1
        window.doubt = None
        _log.info(
            "context_examined",
            result=found.verdict,
            prompt_tokens=length,
            calls=found.calls,
            tokens=found.tokens,
        )
        self.term = min(self.term * 2, _LONGEST_TERM)
        self._not_before = monotonic() + self.term
        if found.verdict is ContextVerdict.CUT:
            window.prove(found.length, CUT_TOLD)
            return
        self._cleared = max(self._cleared, length)
        # Where it cannot be examined, the next long prompt shows whether it is still refused.
        is_refused = proof is not None and proof is window.proof and proof.why != CUT_TOLD
        if found.verdict is ContextVerdict.WHOLE or is_refused:
            window.end_proof("it is tried again" if is_refused else "a long prompt was read whole")

    def _tell_doubt(self, doubt: CountedPrompt) -> None:
        if not self._has_told:
            _log.warning(
                "context_doubted",
                estimated=doubt.estimated,
                counted=doubt.counted,
                notice=f"The model's endpoint counted {doubt.counted} tokens in a prompt of about "
                f"{doubt.estimated}. That alone proves nothing, and prompts stay as they are; a "
                "question in the background finds out whether it cuts long ones "
                f"(some {2 * doubt.estimated} tokens).",
            )
        self._has_told = True


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
