"""What an embeddings endpoint may do to us, on loopback."""

import asyncio
from collections.abc import AsyncGenerator

import numpy as np
import pytest
from pydantic import ValidationError

from npcmodels.embed.openai import EndpointPatience, OpenAIEmbedder
from npcmodels.embed.registry import embedder
from npcserver.config import Settings
from npcserver.config.models import EmbedderSettings
from npcserver.model.errors import Reason, Unavailable
from tests.fakes.model_endpoints import (
    DIMENSION,
    ONE_WRONG,
    EmbeddingsEndpoint,
    serve_embeddings,
    texts,
)

QUICK = EndpointPatience(question=5.0, bulk=5.0, attempts=3, pause=0.001, longest_pause=0.01)


@pytest.fixture
async def endpoint() -> AsyncGenerator[EmbeddingsEndpoint, None]:
    async with serve_embeddings() as serving:
        yield serving


async def embedded(
    endpoint: EmbeddingsEndpoint,
    model: str,
    texts: list[str],
    *,
    dimension: int = DIMENSION,
    patience: EndpointPatience = QUICK,
    key: str = "",
) -> np.ndarray:
    embedder = OpenAIEmbedder(
        model=model,
        base_url=endpoint.base_url,
        api_key=key,
        key_from="OPENAI_API_KEY" if key else "embedder.api_key",
        dimension=dimension,
        patience=patience,
    )
    try:
        return await embedder.embed(texts)
    finally:
        await embedder.close()


@pytest.mark.parametrize(
    ("model", "problem"),
    [
        ("garbled", "unusable"),
        ("nested", "unusable"),
        ("nan", "unusable"),
        ("too-few", "0 vectors for 1 texts"),
        ("endless", "more than"),
        ("unknown", r"404; check embedder\.name"),
    ],
)
async def test_every_fault_is_unavailable(
    endpoint: EmbeddingsEndpoint, model: str, problem: str
) -> None:
    """Whatever comes back, the caller sees one kind of fault, without the text it asked about."""
    with pytest.raises(Unavailable, match=problem) as caught:
        await embedded(endpoint, model, ["my secret"])

    assert caught.value.reason is Reason.EMBEDDER_UNAVAILABLE
    assert "secret" not in caught.value.message


@pytest.mark.parametrize(
    ("key", "told"), [("", "set embedder.api_key"), ("k", "correct OPENAI_API_KEY")]
)
async def test_a_refused_key_is_told_by_where_it_is_from(
    endpoint: EmbeddingsEndpoint, key: str, told: str
) -> None:
    """Without a key the setting is named, else what holds it."""
    with pytest.raises(Unavailable, match=f"401; {told}"):
        await embedded(endpoint, "no-key", ["good morning"], key=key)


async def test_another_dimension_is_refused(endpoint: EmbeddingsEndpoint) -> None:
    """Vectors of another length than configured never get in, and the message has the number."""
    with pytest.raises(Unavailable, match=f"set it to {DIMENSION}"):
        await embedded(endpoint, "m", ["a"], dimension=64)


async def test_zeros_stay_zeros(endpoint: EmbeddingsEndpoint) -> None:
    """An endpoint that finds nothing in a text gives a row that resembles nothing."""
    assert not (await embedded(endpoint, "zeros", ["a"])).any()


async def test_batches_hold_64_texts(endpoint: EmbeddingsEndpoint) -> None:
    """Many texts are asked for in batches, and come back in order."""
    texts = [f"text number {n}" for n in range(150)]
    together = await embedded(endpoint, "m", texts)
    apart = await embedded(endpoint, "m", [texts[149]])

    sizes = [len(body["input"]) for body in endpoint.bodies]  # type: ignore[arg-type]
    assert sizes == [64, 64, 22, 1]
    np.testing.assert_allclose(together[149], apart[0], atol=1e-6)


async def test_bulk_work_is_tried_again(endpoint: EmbeddingsEndpoint) -> None:
    """A passing failure of a batch is met with patience."""
    endpoint.failures = 2
    vectors = await embedded(endpoint, "m", ["a", "b", "c"])

    assert vectors.any(axis=1).all()
    assert len(endpoint.bodies) == 3


async def test_patience_ends(endpoint: EmbeddingsEndpoint) -> None:
    """After the attempts the failure is told."""
    endpoint.failures = 5
    with pytest.raises(Unavailable, match="503"):
        await embedded(endpoint, "m", ["a", "b", "c"])

    assert len(endpoint.bodies) == 3


async def test_a_question_is_asked_once(endpoint: EmbeddingsEndpoint) -> None:
    """A player waits behind it, so it fails at once."""
    endpoint.failures = 1
    with pytest.raises(Unavailable, match="503"):
        await embedded(endpoint, "m", ["a", "b"])

    assert len(endpoint.bodies) == 1


async def test_a_silent_endpoint_is_given_up(endpoint: EmbeddingsEndpoint) -> None:
    """Our own deadline ends the wait."""
    impatient = EndpointPatience(question=0.05)
    with pytest.raises(Unavailable, match="too long"):
        await embedded(endpoint, "silent", ["a"], patience=impatient)

    assert endpoint.waiting.is_set()


async def test_cancelling_ends_the_wait(endpoint: EmbeddingsEndpoint) -> None:
    """A caller that goes away is not held."""
    call = asyncio.ensure_future(embedded(endpoint, "silent", ["a"]))
    await endpoint.waiting.wait()
    call.cancel()
    await asyncio.wait((call,))

    assert call.cancelled()


async def test_the_compact_form_is_dropped_where_it_is_unknown(
    endpoint: EmbeddingsEndpoint,
) -> None:
    """An endpoint that refuses base64 is asked for numbers, from then on at once."""
    await embedded(endpoint, "no-compact", [f"text {n}" for n in range(70)])

    assert [body["encoding_format"] for body in endpoint.bodies] == ["base64", "float", "float"]


async def test_numbers_and_base64_say_the_same(endpoint: EmbeddingsEndpoint) -> None:
    """Both forms of an answer give the same vectors."""
    compact = await embedded(endpoint, "m", ["the ferry"])
    plain = await embedded(endpoint, "floats", ["the ferry"])

    np.testing.assert_allclose(compact, plain, atol=1e-6)


async def test_too_long_texts_count_by_their_start(endpoint: EmbeddingsEndpoint) -> None:
    """A model with a short window still gets to embed long memories."""
    long = "the ferry " * 300
    vectors = await embedded(endpoint, "short-only", [long])

    np.testing.assert_allclose(vectors, await embedded(endpoint, "m", [long[:1_000]]), atol=1e-6)


TWENTY = [f"text number {n}" for n in range(20)]


def sizes(endpoint: EmbeddingsEndpoint) -> list[int]:
    """Return the numbers of texts of all calls, in order."""
    return [len(texts(body)) for body in endpoint.bodies]


@pytest.mark.parametrize(
    ("model", "found", "from_then_on"),
    [("batch-8", [20, 8, 8, 4], [8, 8, 4]), ("batch-unnamed", [20, 10, 10], [10, 10])],
)
async def test_a_refused_batch_is_split_and_the_limit_kept(
    endpoint: EmbeddingsEndpoint, model: str, found: list[int], from_then_on: list[int]
) -> None:
    """A limit that is named is taken as it is, another found by halves; the next call knows it."""
    embedder = OpenAIEmbedder(
        model=model, base_url=endpoint.base_url, dimension=DIMENSION, patience=QUICK
    )
    first = await embedder.embed(TWENTY)
    seen = sizes(endpoint)
    await embedder.embed(TWENTY)
    await embedder.close()

    assert first.any(axis=1).all()
    assert seen == found
    assert sizes(endpoint)[len(seen) :] == from_then_on
    assert embedder.batch == from_then_on[0]


async def test_batch_and_longest_text_are_settings(endpoint: EmbeddingsEndpoint) -> None:
    """No call has more texts than set, and no text more characters."""
    embedder = OpenAIEmbedder(
        model="m",
        base_url=endpoint.base_url,
        dimension=DIMENSION,
        batch=3,
        longest=100,
        patience=QUICK,
    )
    await embedder.embed([*TWENTY[:6], "long " * 100])
    await embedder.close()

    assert sizes(endpoint) == [3, 3, 1]
    assert max(len(text) for body in endpoint.bodies for text in texts(body)) == 100


async def test_fields_of_the_settings_are_sent_as_they_are(endpoint: EmbeddingsEndpoint) -> None:
    """With the call that asks for the dimension too; nested fields and falsehoods stay."""
    extra = {"truncate": False, "options": {"num_ctx": 2048}}
    settings = Settings.model_validate(
        {"embedder": {"name": "openai:m", "base_url": endpoint.base_url, "extra": extra}}
    )
    made = await embedder(settings.embedder)
    await made.embed(TWENTY[:2])
    await made.close()

    assert len(endpoint.bodies) == 2
    assert all({name: body.get(name) for name in extra} == extra for body in endpoint.bodies)


@pytest.mark.parametrize("name", ["model", "input", "encoding_format"])
def test_a_field_that_the_server_sets_is_refused_at_the_start(name: str) -> None:
    """The message names the field and says that the server sets it."""
    with pytest.raises(ValidationError, match=f"{name} is set by the server"):
        EmbedderSettings.model_validate({"extra": {name: 1}})


async def test_one_text_that_fails_leaves_the_others(endpoint: EmbeddingsEndpoint) -> None:
    """The text that no length of helps gets zeros; all others get their vectors."""
    rows = await embedded(endpoint, "one-refused", [*TWENTY[:5], "forbidden", *TWENTY[5:9]])

    assert [bool(row.any()) for row in rows] == [True] * 5 + [False] + [True] * 4


@pytest.mark.parametrize("model", ONE_WRONG)
async def test_one_vector_that_is_no_good_leaves_the_others(
    endpoint: EmbeddingsEndpoint, model: str
) -> None:
    """A vector of nulls, NaN, another length or none is asked for alone, and then is zeros."""
    rows = await embedded(endpoint, model, [*TWENTY[:3], "odd", TWENTY[3]])
    right = await embedded(endpoint, "m", TWENTY[:4])

    assert not rows[3].any()
    np.testing.assert_allclose(rows[[0, 1, 2, 4]], right, atol=1e-6)


async def test_an_endpoint_that_refuses_everything_is_told_soon(
    endpoint: EmbeddingsEndpoint,
) -> None:
    """Not every text is tried alone where no text is taken."""
    with pytest.raises(Unavailable, match="status 422"):
        await embedded(endpoint, "all-refused", [f"text {n}" for n in range(64)])

    assert len(endpoint.bodies) < 12
