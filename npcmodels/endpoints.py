"""The models and embedders that the settings name, each once."""

import os
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from hashlib import blake2b
from pathlib import Path
from socket import gethostname
from urllib.parse import urlsplit

from npcmodels import discovery, weights
from npcmodels.embed.registry import CachingEmbedder, embedder
from npcmodels.gguf import size_label
from npcmodels.hardware import default_threads, weights_by_name
from npcmodels.offline import OfflineActor
from npcmodels.own_fields import OwnFields
from npcmodels.registry import ModelSpec, OwnedModel, language_model
from npcmodels.served_context import context_by_name, served_context
from npcserver.config import ModelKeys, Settings
from npcserver.model.errors import InvalidInput
from npcserver.model.model_use import ModelHost, ModelUse
from npcserver.ports.language_model import ServedContext
from npcserver.sockets import is_loopback

_FRAMES = 512  # tokens of chat templates, and of what estimates get wrong
_STEP = 256
_SHARED = ("concurrency", "background", "threads")
"""Settings that an endpoint has once, however many purposes share it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """A model at an address, why it was chosen, and the settings of each use that it has."""

    spec: ModelSpec
    note: str
    uses: Mapping[ModelUse, ModelKeys]

    @property
    def keys(self) -> ModelKeys:
        """Settings that are the same for all of its uses."""
        return next(iter(self.uses.values()))

    @property
    def host(self) -> ModelHost:
        """Where it runs."""
        return discovery.host_of(self.spec)

    @property
    def model(self) -> str:
        """What its provider calls it."""
        return self.spec.name.partition(":")[2]

    @property
    def shared_name(self) -> str:
        """What it has in common on all servers that use it; empty if each has its own model.

        An address of the machine itself is another model on each machine.
        """
        if self.host not in {ModelHost.LOCAL, ModelHost.HOSTED}:
            return ""
        url = self.spec.base_url or ""
        machine = gethostname() if is_loopback(urlsplit(url).hostname or "") else ""
        return blake2b(f"{self.spec.name} {url} {machine}".encode(), digest_size=8).hexdigest()

    @property
    def weights(self) -> int:
        """How many weights it has by its file or its name, 0 for unknown."""
        if self.host is not ModelHost.EMBEDDED:
            return weights_by_name(self.model)
        file = Path(self.model) if self.model else self.spec.gguf
        return weights_by_name(size_label(file)) or weights_by_name(file.name) if file else 0

    @property
    def ask_context(self) -> Callable[[], Awaitable[ServedContext | None]] | None:
        """What asks the endpoint for its context; None for one without an address to ask."""
        if self.spec.base_url is None:
            return None
        return partial(served_context, self.spec.base_url, self.spec.api_key, self.model)

    def context_by_name(self) -> ServedContext | None:
        """Return the context of a hosted model by its name, None for an unknown one."""
        return context_by_name(self.model)

    def open(self, settings: Settings) -> OwnedModel:
        """Return the model; raises `InvalidInput`, which names the setting."""
        own = {
            use: OwnFields(settings.model.source_of(use, "extra"), keys.extra)
            for use, keys in self.uses.items()
            if keys.extra
        }
        try:
            return language_model(replace(self.spec, own_fields=own))
        except InvalidInput as error:
            key = (error.field or "").removeprefix("model.")
            if key not in ModelKeys.model_fields:
                raise
            name = settings.model.source_of(next(iter(self.uses)), key)
            raise InvalidInput(name, error.message.removeprefix(f"{error.field}: ")) from error


async def memory_embedder(settings: Settings) -> CachingEmbedder:
    """Return the embedder of memories; raises `InvalidInput` and `Unavailable`."""
    return await embedder(settings.embedder)


async def book_embedder(settings: Settings) -> CachingEmbedder | None:
    """Return the embedder that books have of their own; None if they have that of memories."""
    chosen = settings.embedder
    if chosen.books in ("", chosen.name):
        return None
    return await embedder(chosen.model_copy(update={"name": chosen.books}))


async def host_of_use(settings: Settings, use: ModelUse) -> ModelHost:
    """Return where the model for a use runs."""
    spec, _ = await model_spec(settings, use)
    return discovery.host_of(spec)


def offline_thinker() -> OfflineActor:
    """Return the thinker that answers without a language model."""
    return OfflineActor()


async def model_spec(settings: Settings, use: ModelUse | None = None) -> tuple[ModelSpec, str]:
    """Return which model the settings name for a use, else in `[model]`; and, for people, why."""
    keys = settings.model if use is None else settings.model.of(use)
    return await discovery.choose_model(_preference(settings, keys, use))


async def fallback_endpoint(settings: Settings) -> Endpoint | None:
    """Return the model that answers players when the one for dialogue has failed."""
    keys = settings.model.fallback_keys()
    if keys is None:
        return None
    spec, note = await discovery.choose_model(_preference(settings, keys, ModelUse.DIALOGUE))
    return Endpoint(spec=spec, note=note, uses={ModelUse.DIALOGUE: keys})


async def endpoints(settings: Settings) -> tuple[Endpoint, ...]:
    """Return the models that the settings name, each once, that for dialogue first.

    Raises `InvalidInput`, which names the setting, where nothing can be made of one, and where
    purposes that share a model want different limits of it.
    """
    chosen: dict[discovery.ModelPreference, tuple[ModelSpec, str]] = {}
    found: dict[tuple[object, ...], Endpoint] = {}
    for use in ModelUse:
        keys = settings.model.of(use)
        if not keys.name.strip():
            raise InvalidInput(
                settings.model.source_of(use, "name"),
                "names no model; write auto, openai:NAME, local:FILE.gguf or offline, or leave the "
                "setting out",
            )
        preference = _preference(settings, keys, use)
        if preference not in chosen:
            chosen[preference] = await discovery.choose_model(preference)
        spec, note = chosen[preference]
        same = (spec.name, spec.base_url, spec.api_key, spec.gguf)
        before = found.get(same)
        if before is None:
            found[same] = Endpoint(spec=spec, note=note, uses={use: keys})
            continue
        for name in _SHARED:
            _require_same(settings, name, before.uses, use)
        contexts = spec.context, before.spec.context  # 0 is as much as any prompt needs
        context = max(contexts) if all(contexts) else 0
        found[same] = replace(
            before, spec=replace(before.spec, context=context), uses={**before.uses, use: keys}
        )
    return tuple(found.values())


def _require_same(
    settings: Settings, name: str, others: Mapping[ModelUse, ModelKeys], use: ModelUse
) -> None:
    """Raise `InvalidInput` where uses of one endpoint differ in what it has once."""
    own = getattr(settings.model.of(use), name)
    for other, keys in others.items():
        if getattr(keys, name) != own:
            one, two = (settings.model.source_of(each, name) for each in (other, use))
            raise InvalidInput(
                two if two != f"model.{name}" else one,
                f"{other} and {use} share the model {keys.name}, which has one {name}, but {one} "
                f"is {getattr(keys, name)} and {two} is {own}; set model.{name} alone, or name "
                "another model or address for one of them",
            )


def _preference(
    settings: Settings, keys: ModelKeys, use: ModelUse | None
) -> discovery.ModelPreference:
    folder, chosen = settings.models_folder, settings.dialogue
    # In it the longest prompt and its answer fit, rounded up.
    wanted = -(-(chosen.prompt_tokens + chosen.max_tokens + _FRAMES) // _STEP) * _STEP
    is_open = keys.name == discovery.AUTO and not keys.base_url
    return discovery.ModelPreference(
        name=keys.name,
        base_url=keys.base_url or None,
        api_key=keys.key,
        key_from=settings.model.key_from(use),
        gguf=keys.gguf or (weights.in_use(folder) if is_open else None),
        models_folder=folder,
        threads=keys.threads or default_threads(),
        context=keys.context_tokens,
        wanted_context=wanted,
        keys=discovery.keys_in(os.environ),
        allow_hosted=keys.allow_hosted,
    )
