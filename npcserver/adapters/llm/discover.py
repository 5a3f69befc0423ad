"""Which mind speaks when nobody configured one: what runs here, what was pulled, or none."""

import asyncio
import json
import re
import ssl
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from npcserver.adapters.llm import weights
from npcserver.adapters.llm.registry import ModelSpec
from npcserver.ports.language_model import JSON

AUTO = "auto"
PROBE_SECONDS = 0.3

# server, default port on this machine
DEFAULT_PORTS: tuple[tuple[str, int], ...] = (
    ("Ollama", 11434),
    ("LM Studio", 1234),
    ("llama.cpp", 8080),
    ("vLLM", 8000),
)
_LONGEST_ANSWER = 4 * 1024 * 1024
_NO_TALKER = re.compile(r"embed|bge-|rerank|whisper|tts|clip|minilm|e5-", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A server that answered, and the models it can talk with."""

    server: str
    base_url: str
    models: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What the settings say about the model; `name` is `auto` when they leave it open.

    `models_folder` is where `npcserver models pull` puts weights.
    """

    name: str = AUTO
    api_key: str = ""
    base_url: str | None = None
    gguf: Path | None = None
    models_folder: Path
    threads: int = 1
    context: int = 0
    wanted_context: int = 4096


async def choose(  # noqa: PLR0911 - one return per step of the order
    wish: Wish,
    *,
    ports: Sequence[tuple[str, int]] = DEFAULT_PORTS,
    probe_seconds: float = PROBE_SECONDS,
    can_run_local: bool | None = None,
) -> tuple[ModelSpec, str]:
    """Return the model to use and one sentence that says why.

    In order: what the settings name; a server on this machine; a GGUF file named or pulled;
    the offline actor.
    """
    if wish.name != AUTO:
        pulled = weights.pulled(wish.models_folder) if wish.name == "local" else None
        return _spec(wish, wish.name, gguf=wish.gguf or pulled), f"the settings name {wish.name}"
    if wish.base_url is not None:
        return await _named_server(wish, wish.base_url)
    if wish.gguf is not None:
        return _spec(wish, "local"), f"the settings name the file {wish.gguf.name}"
    found = await discover(ports, probe_seconds)
    if found:
        first = found[0]
        spec = _spec(wish, f"openai:{first.models[0]}", base_url=first.base_url)
        return spec, f"{first.server} runs on this machine and offers {first.models[0]}"
    pulled = weights.pulled(wish.models_folder)
    if pulled is not None:
        if _can_run_local() if can_run_local is None else can_run_local:
            return _spec(wish, "local", gguf=pulled), f"{pulled.name} was pulled earlier"
        return (
            ModelSpec(name="offline"),
            f"the offline actor speaks; to run {pulled.name}: pip install 'npcserver[local]'",
        )
    return (
        ModelSpec(name="offline"),
        "no model is configured and none runs on this machine; the offline actor speaks instead",
    )


async def discover(
    ports: Sequence[tuple[str, int]] = DEFAULT_PORTS, seconds: float = PROBE_SECONDS
) -> list[Found]:
    """Return the OpenAI-compatible servers on this machine's default ports, best known first.

    All are tried side by side, by default for 300 ms, on loopback only.
    """
    answers = await asyncio.gather(
        *(models_at(f"http://127.0.0.1:{port}/v1", seconds=seconds) for _, port in ports)
    )
    return [
        Found(server=server, base_url=f"http://127.0.0.1:{port}/v1", models=models)
        for (server, port), models in zip(ports, answers, strict=True)
        if models
    ]


async def models_at(
    base_url: str, api_key: str = "", seconds: float = PROBE_SECONDS
) -> tuple[str, ...]:
    """Return the names of the talking models a server lists; none if there is no such server."""
    try:
        async with asyncio.timeout(seconds):
            return _names(await fetch_json(f"{base_url.rstrip('/')}/models", api_key))
    except (OSError, TimeoutError, ValueError, asyncio.IncompleteReadError):
        return ()


async def _named_server(wish: Wish, base_url: str) -> tuple[ModelSpec, str]:
    models = await models_at(base_url, wish.api_key, seconds=3.0)
    if models:
        return _spec(wish, f"openai:{models[0]}"), f"{base_url} offers {models[0]}"
    return (
        _spec(wish, "openai:default"),
        f"the settings name {base_url}, which lists no models; set model.name to choose one",
    )


def _spec(
    wish: Wish, name: str, *, base_url: str | None = None, gguf: Path | None = None
) -> ModelSpec:
    return ModelSpec(
        name=name,
        api_key=wish.api_key,
        base_url=base_url or wish.base_url,
        gguf=gguf or wish.gguf,
        threads=wish.threads,
        context=wish.context,
        wanted_context=wish.wanted_context,
    )


async def fetch_json(url: str, api_key: str, body: Mapping[str, JSON] | None = None) -> object:
    """Return what a 200 answer holds, to GET, or to POST where there is a body.

    Raises `ValueError` for any other answer, `OSError` where nobody answers. HTTP/1.0, so that no
    chunks and no second answer come.
    """
    parts = urlsplit(url)
    host = parts.hostname or ""
    context = ssl.create_default_context() if parts.scheme == "https" else None
    port = parts.port or (443 if context else 80)
    reader, writer = await asyncio.open_connection(host, port, ssl=context, limit=_LONGEST_ANSWER)
    try:
        key = f"Authorization: Bearer {api_key}\r\n" if api_key else ""
        target = f"{parts.path}?{parts.query}" if parts.query else parts.path
        sent = b"" if body is None else json.dumps(dict(body)).encode()
        length = f"Content-Type: application/json\r\nContent-Length: {len(sent)}\r\n"
        head = (
            f"{'GET' if body is None else 'POST'} {target} HTTP/1.0\r\nHost: {parts.netloc}\r\n"
            f"{key}{'' if body is None else length}Accept: application/json\r\n\r\n"
        )
        writer.write(head.encode() + sent)
        status = await reader.readline()
        if b" 200" not in status:
            raise ValueError("the server refused")
        while (await reader.readline()).strip():
            pass
        found = bytearray()
        while block := await reader.read(65536):
            found += block
            if len(found) > _LONGEST_ANSWER:
                raise ValueError("the answer is too long")
        return json.loads(found)
    except RecursionError as error:
        raise ValueError("the answer is nested too deep") from error
    finally:
        writer.close()


def _names(content: object) -> tuple[str, ...]:
    entries = content.get("data") if isinstance(content, dict) else None
    if not isinstance(entries, list):
        raise ValueError("no list of models")  # noqa: TRY004 - what arrived is bad, no type of ours
    names = (entry.get("id") for entry in entries if isinstance(entry, dict))
    return tuple(n for n in names if isinstance(n, str) and n and not _NO_TALKER.search(n))


def _can_run_local() -> bool:
    from npcserver.adapters.llm.embedded import is_installed  # noqa: PLC0415 - imports openai

    return is_installed()
