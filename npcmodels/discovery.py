"""Finds a model when the settings name none.

Looked at are local servers, pulled models, and hosts with keys in the environment.
"""

import asyncio
import ipaddress
import json
import re
import ssl
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from urllib.parse import urlsplit

from npcmodels import weights
from npcmodels.hardware import best_of, machine_memory
from npcmodels.registry import ModelSpec
from npcmodels.runtime import has_runtime
from npcserver.model.limits import key_problem
from npcserver.model.model_use import ModelHost
from npcserver.ports.language_model import JSON


def host_of(spec: ModelSpec) -> ModelHost:
    """Return where the model of a specification runs."""
    match spec.name.partition(":")[0]:
        case "local":
            return ModelHost.EMBEDDED
        case "openai":
            is_local = spec.base_url is not None and is_nearby(spec.base_url)
            return ModelHost.LOCAL if is_local else ModelHost.HOSTED
        case _:
            return ModelHost.NONE


def is_nearby(url: str) -> bool:
    """Return whether an endpoint is on this machine or in its own network."""
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return host == "localhost" or host.endswith(".local") or "." not in host


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyedHost:
    """An OpenAI-compatible host.

    `variable` is the environment variable of its key. `model` is used if none is named; its prices
    are in US dollars a million tokens, of questions and of answers, as listed by the host when this
    version was made.
    """

    name: str
    variable: str
    base_url: str
    model: str
    prompt_price: float
    completion_price: float


_DATA = tomllib.loads(Path(__file__).with_name("hosts.toml").read_text(encoding="utf-8"))
HOSTS = tuple(KeyedHost(**one) for one in _DATA["hosts"])
"""In the order in which their keys are looked for."""
OPENAI = HOSTS[0]

_ADDRESS = "OPENAI_BASE_URL"


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundKey:
    """A key in the environment, and the endpoint it is for.

    `host` is None if `OPENAI_BASE_URL` names another endpoint, whose models have to be listed.
    """

    variable: str
    api_key: str = field(repr=False)
    base_url: str
    host: KeyedHost | None


def keys_in(environment: Mapping[str, str]) -> tuple[FoundKey, ...]:
    """Return the keys in an environment, in the order of `HOSTS`."""
    found: list[FoundKey] = []
    for host in HOSTS:
        key = environment.get(host.variable, "").strip()
        address = environment.get(_ADDRESS, "").strip() if host is OPENAI else ""
        if key:
            found.append(
                FoundKey(
                    variable=host.variable,
                    api_key=key,
                    base_url=address or host.base_url,
                    host=None if address and address.rstrip("/") != host.base_url else host,
                )
            )
    return tuple(found)


def host_at(base_url: str | None) -> KeyedHost | None:
    """Return the known host at an address, None for any other; no address means OpenAI's."""
    if base_url is None:
        return OPENAI
    return next((host for host in HOSTS if base_url.rstrip("/") == host.base_url), None)


AUTO = "auto"
CONNECT_SECONDS = 0.3
ANSWER_SECONDS = 3.0
"""A running server may be busy loading a model, or be on a busy machine."""

# server, default port on this machine
DEFAULT_PORTS: tuple[tuple[str, int], ...] = (
    ("Ollama", 11434),
    ("LM Studio", 1234),
    ("llama.cpp", 8080),
    ("vLLM", 8000),
)
_MOST_NAMED = 5
_LONGEST_ANSWER = 4 * 1024 * 1024
_NO_TALKER = re.compile(r"embed|bge-|rerank|whisper|tts|clip|minilm|e5-", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscoveredServer:
    """A server on this machine, and the names of its chat models, which may be none.

    `is_late` marks one that took a connection and did not answer in time.
    """

    server: str
    base_url: str
    models: tuple[str, ...]
    is_late: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelPreference(ModelSpec):
    """What the settings say about the model; `name` is `auto` if they name none.

    `models_folder` is where `npcserver models pull` stores weights. `keys` are those found in the
    environment; the first may be used if `allow_hosted` is set.
    """

    name: str = AUTO
    models_folder: Path
    keys: tuple[FoundKey, ...] = ()
    allow_hosted: bool = False


async def choose_model(
    preference: ModelPreference,
    *,
    ports: Sequence[tuple[str, int]] = DEFAULT_PORTS,
    answer_seconds: float = ANSWER_SECONDS,
    can_run_local: bool | None = None,
) -> tuple[ModelSpec, str]:
    """Return the model to use, and the reason with the alternatives, in words.

    In order: what the settings name; a server on this machine; a GGUF file named or pulled; a
    hosted model whose key is in the environment, if allowed; the offline actor.
    """
    if preference.name != AUTO:
        pulled = weights.pulled(preference.models_folder) if preference.name == "local" else None
        return _spec(
            preference, preference.name, gguf=preference.gguf or pulled
        ), f"the settings name {preference.name}"
    if preference.base_url is not None:
        return await _named_server(preference, preference.base_url)
    if preference.gguf is not None:
        return _spec(
            preference, "local"
        ), f"settings or `models use` name the file {preference.gguf.name}"
    found = await discover_servers(ports, answer_seconds)
    pulled = weights.pulled(preference.models_folder)
    options = [
        *_served(preference, found),
        *_pulled(preference, pulled, can_run_local=can_run_local),
        *await _keyed(preference, answer_seconds),
        _Option(
            ModelSpec(name="offline"),
            "characters say what was written for them and what they remember",
        ),
    ]
    return _told(options)


@dataclass(frozen=True, slots=True)
class _Option:
    """A model that could be chosen and why, or None and what would have to be done first."""

    spec: ModelSpec | None
    told: str


def _told(options: Sequence[_Option]) -> tuple[ModelSpec, str]:
    """Return the first usable option, and in words the reason and the others."""
    chosen = next(option for option in options if option.spec is not None)
    others = [option.told for option in options[:-1] if option is not chosen]
    told = chosen.told
    if chosen is options[-1] and not others:
        told = f"no model is configured and none runs on this machine; {told}"
    if others:
        told += f". There is more: {'; '.join(others)}. `model.name` chooses another"
    assert chosen.spec is not None  # noqa: S101 - by the line that chose it
    return chosen.spec, told


def _served(preference: ModelPreference, found: Sequence[DiscoveredServer]) -> list[_Option]:
    """Return the options of servers on this machine: for each server its best model."""
    options: list[_Option] = []
    for server in found:
        if server.is_late:
            told = f"{server.server} is at {server.base_url}, but did not answer in time"
            options.append(_Option(None, told))
        elif not server.models:
            told = f"{server.server} is at {server.base_url}, but has no model to talk with"
            options.append(_Option(None, told))
        else:
            best = best_of(server.models, machine_memory())
            rest = [name for name in server.models if name != best]
            more = f" (and {', '.join(rest[:_MOST_NAMED])})" if rest else ""
            told = f"{server.server} runs on this machine and offers {best}{more}"
            spec = _spec(preference, f"openai:{best}", base_url=server.base_url)
            options.append(_Option(spec, told))
    return options


def _pulled(
    preference: ModelPreference, pulled: Path | None, *, can_run_local: bool | None
) -> list[_Option]:
    if pulled is None:
        return []
    if has_runtime() if can_run_local is None else can_run_local:
        return [
            _Option(_spec(preference, "local", gguf=pulled), f"{pulled.name} was pulled earlier")
        ]
    told = f"{pulled.name} was pulled; to run it: pip install 'npcserver[local]'"
    return [_Option(None, told)]


async def _keyed(preference: ModelPreference, answer_seconds: float) -> list[_Option]:
    """Return the options of hosted models whose keys are in the environment.

    An endpoint on this machine or in its network needs no permission.
    """
    options: list[_Option] = []
    for key in preference.keys:
        model = key.host.model if key.host is not None else ""
        if not model:
            try:
                models = await _listed(key.base_url, key.api_key, answer_seconds)
            except PermissionError:
                told = (
                    f"{key.variable} {problem}"
                    if (problem := key_problem(key.api_key))
                    else f"{key.base_url} does not take the key in {key.variable}; correct or "
                    "unset it"
                )
                options.append(_Option(None, told))
                continue
            model = best_of(models, machine_memory()) if models else ""
        if not model:
            told = f"{key.variable} is set, but {key.base_url} lists no models"
            options.append(_Option(None, told))
            continue
        is_near = is_nearby(key.base_url)
        spec = replace(
            _spec(preference, f"openai:{model}", base_url=key.base_url),
            api_key=key.api_key,
            key_from=key.variable,
            found_key="" if is_near else key.variable,
        )
        if is_near or preference.allow_hosted:
            where = urlsplit(key.base_url).hostname or key.base_url
            options.append(_Option(spec, f"{key.variable} is set, for {model} at {where}"))
        else:
            told = (
                f"{key.variable} is set and not used: write model.allow_hosted = true, or "
                f'model.name = "openai:{model}"'
            )
            options.append(_Option(None, told))
    return options


async def discover_servers(
    ports: Sequence[tuple[str, int]] = DEFAULT_PORTS, answer_seconds: float = ANSWER_SECONDS
) -> list[DiscoveredServer]:
    """Return the OpenAI-compatible servers on this machine's default ports, in their order.

    All are tried side by side, on loopback only: 0.3 s for a connection, then `answer_seconds`.
    """
    found = await asyncio.gather(*(_at_port(*each, answer_seconds) for each in ports))
    return [each for each in found if each is not None]


async def _at_port(server: str, port: int, answer_seconds: float) -> DiscoveredServer | None:
    """Return the server at a port; None if nothing answers, or it is no model server."""
    base_url = f"http://127.0.0.1:{port}/v1"
    try:
        async with asyncio.timeout(answer_seconds):
            told = await fetch_json(f"{base_url}/models", "", connect_seconds=CONNECT_SECONDS)
            models = _names(told)
    except TimeoutError:
        return DiscoveredServer(server=server, base_url=base_url, models=(), is_late=True)
    except (OSError, ValueError, asyncio.IncompleteReadError):
        return None
    return DiscoveredServer(server=server, base_url=base_url, models=models)


async def models_at(
    base_url: str, api_key: str = "", seconds: float = ANSWER_SECONDS
) -> tuple[str, ...]:
    """Return the names of the chat models a server lists; empty if there is no such server."""
    try:
        return await _listed(base_url, api_key, seconds)
    except PermissionError:
        return ()


async def _listed(base_url: str, api_key: str, seconds: float) -> tuple[str, ...]:
    """Return what `models_at` does; raises `PermissionError` if the key is refused."""
    try:
        async with asyncio.timeout(seconds):
            return _names(await fetch_json(f"{base_url.rstrip('/')}/models", api_key))
    except PermissionError:
        raise
    except (OSError, TimeoutError, ValueError, asyncio.IncompleteReadError):
        return ()


async def _named_server(preference: ModelPreference, base_url: str) -> tuple[ModelSpec, str]:
    models = await models_at(base_url, preference.api_key, seconds=3.0)
    if models:
        best = best_of(models, machine_memory())
        return _spec(preference, f"openai:{best}"), f"{base_url} offers {best}"
    return (
        _spec(preference, "openai:default"),
        f"the settings name {base_url}, which lists no models; set model.name to choose one",
    )


def _spec(preference: ModelPreference, name: str, **found: str | Path | None) -> ModelSpec:
    """Return a specification with what was found, and for the rest as the settings say."""
    said = {one.name: getattr(preference, one.name) for one in fields(ModelSpec)}
    return ModelSpec(**{**said, "name": name, **found})


async def fetch_json(
    url: str,
    api_key: str,
    body: Mapping[str, JSON] | None = None,
    connect_seconds: float | None = None,
) -> object:
    """Return the JSON of a 200 answer, to GET, or to POST if there is a body.

    Raises `ValueError` for any other answer, `PermissionError` if the key is refused, and
    `ConnectionError` if no connection is made within `connect_seconds`. Sends HTTP/1.0, so that the
    answer has no chunks and is the only one.
    """
    if key_problem(api_key):
        raise PermissionError("no header can carry the key")
    parts = urlsplit(url)
    host = parts.hostname or ""
    context = ssl.create_default_context() if parts.scheme == "https" else None
    port = parts.port or (443 if context else 80)
    try:
        async with asyncio.timeout(connect_seconds) as connecting:
            reader, writer = await asyncio.open_connection(
                host, port, ssl=context, limit=_LONGEST_ANSWER
            )
    except TimeoutError as error:
        if connecting.expired():
            raise ConnectionError(f"nobody took a connection at {host}:{port}") from error
        raise
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
        if b" 401" in status or b" 403" in status:
            raise PermissionError(f"{host} refused the key")
        if b" 200" not in status:
            raise ValueError("the server refused")
        # Skip the headers; in HTTP/1.0 the end of the connection ends the body.
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
