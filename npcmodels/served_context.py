"""The context an endpoint serves: as it reports, else by the model's name.

The context a model was trained for is not the one served. llama.cpp divides its context by its
slots, Ollama serves 4096 tokens or more by its own settings, LM Studio what the model was loaded
with.
"""

import asyncio
import re
from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import quote

from npcmodels.discovery import fetch_json
from npcmodels.hardware import weights_by_name
from npcserver.ports.language_model import JSON, ServedContext

_UNTIL_LOADED = 4096
"""What Ollama and LM Studio load a model with on most machines, until they report it."""
_MOST = 1 << 31
_NUM_CTX = re.compile(r"^\s*num_ctx\s+(\d+)\s*$", re.MULTILINE)
_IN_LISTS = ("max_model_len", "context_length", "context_window")
"""The field of the context in lists of models: vLLM and SGLang, OpenRouter, Groq."""

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
