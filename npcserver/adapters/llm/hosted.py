"""Hosts whose keys may be in the environment, and the prices of their models."""

from collections.abc import Mapping
from dataclasses import dataclass


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


OPENAI = KeyedHost(
    name="OpenAI",
    variable="OPENAI_API_KEY",
    base_url="https://api.openai.com/v1",
    model="gpt-4o-mini",
    prompt_price=0.15,
    completion_price=0.6,
)
HOSTS = (
    OPENAI,
    KeyedHost(
        name="OpenRouter",
        variable="OPENROUTER_API_KEY",
        base_url="https://openrouter.ai/api/v1",
        model="openai/gpt-4o-mini",
        prompt_price=0.15,
        completion_price=0.6,
    ),
    KeyedHost(
        name="Groq",
        variable="GROQ_API_KEY",
        base_url="https://api.groq.com/openai/v1",
        model="llama-3.1-8b-instant",
        prompt_price=0.05,
        completion_price=0.08,
    ),
    KeyedHost(
        name="Mistral",
        variable="MISTRAL_API_KEY",
        base_url="https://api.mistral.ai/v1",
        model="mistral-small-latest",
        prompt_price=0.1,
        completion_price=0.3,
    ),
)
"""In the order in which their keys are looked for."""

_ADDRESS = "OPENAI_BASE_URL"


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundKey:
    """A key in the environment, and the endpoint it is for.

    `host` is None if `OPENAI_BASE_URL` names another endpoint, whose models have to be listed.
    """

    variable: str
    api_key: str
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
