"""Language models by name: a provider, a colon, and what the provider calls the model."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from npcmodels.own_fields import OwnFields
from npcserver.model.errors import InvalidInput
from npcserver.model.limits import key_problem
from npcserver.model.model_use import ModelUse
from npcserver.plugins import load
from npcserver.ports.language_model import OwnedLanguageModel
from npcserver.ports.thinker import OwnedThinker


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSpec:
    """Which model, and how to reach it.

    `name` is `openai:gpt-4o-mini`, `local` or `local:FILE.gguf`, `offline`, `scripted:echo`,
    `scripted:FILE.yaml`, `scripted:delay=0.2` or `schema:2`. The rest is for `local`: `context` is
    the tokens of its context window, 0 for `wanted_context` or what it was trained for, if less.
    `found_key` is the variable of the environment in which the key was found, without which nobody
    would have chosen this model; empty for any other. `key_from` is the variable or setting that
    the key is from, or would have to be set. `own_fields` are sent with requests as they are, by
    what a model is used for.
    """

    name: str
    api_key: str = field(default="", repr=False)
    base_url: str | None = None
    gguf: Path | None = None
    threads: int = 1
    context: int = 0
    wanted_context: int = 4096
    found_key: str = ""
    key_from: str = "model.api_key"
    own_fields: Mapping[ModelUse, OwnFields] = field(default_factory=dict, hash=False)


OwnedModel = OwnedLanguageModel | OwnedThinker


def language_model(spec: ModelSpec) -> OwnedModel:
    """Return the model of that name, or the thinker that needs none.

    Raises `InvalidInput` if nothing can be made of it.
    """
    provider, _, _ = spec.name.partition(":")
    factory = FACTORIES.get(provider)
    if factory is None:
        known = ", ".join(sorted(FACTORIES))
        advice = "" if ":" in spec.name else f"; for any other model write openai:{spec.name}"
        raise InvalidInput(
            "model.name", f"no language model provider {provider!r}; known: auto, {known}{advice}"
        )
    return factory(spec)


def check_endpoint(group: str, name: str, example: str, url: str | None) -> None:
    """Raise `InvalidInput` where settings of a group name no model, or an address that is none."""
    if not name.partition(":")[2]:
        raise InvalidInput(f"{group}.name", f"name the model too, such as openai:{example}")
    if url is not None and not url.startswith(("http://", "https://")):
        raise InvalidInput(f"{group}.base_url", f"{url!r} must begin with http:// or https://")


# The imports stand inside: the openai package alone costs 0.7 s of CPU, and most names need none.


def _openai(spec: ModelSpec) -> OwnedLanguageModel:
    from npcmodels.openai import OpenAILanguageModel  # noqa: PLC0415

    check_endpoint("model", spec.name, "gpt-4o-mini", spec.base_url)
    if problem := key_problem(spec.api_key):
        raise InvalidInput(spec.key_from, problem)
    return OpenAILanguageModel(
        model=spec.name.partition(":")[2],
        base_url=spec.base_url,
        api_key=spec.api_key,
        key_from=spec.key_from,
        own_fields=spec.own_fields,
    )


def _local(spec: ModelSpec) -> OwnedLanguageModel:
    from npcmodels.embedded import embedded_model  # noqa: PLC0415

    _, _, file = spec.name.partition(":")
    gguf = Path(file).expanduser() if file else spec.gguf
    if gguf is None:
        raise InvalidInput("model.gguf", "name a GGUF file, or run: npcserver models pull")
    setting = "model.name" if file else "model.gguf"
    return embedded_model(
        gguf,
        setting=setting,
        threads=spec.threads,
        context=spec.context,
        wanted_context=spec.wanted_context,
        own_fields=spec.own_fields,
    )


FACTORIES: dict[str, Callable[[ModelSpec], OwnedModel]] = {
    "openai": _openai,
    "local": _local,
    "offline": lambda _: load("npcmodels.offline:OfflineActor")(),
    "scripted": lambda spec: load("npcmodels.scripted:scripted_model")(spec.name),
    "schema": lambda spec: load("npcmodels.schema_model:schema_model")(spec.name),
}
