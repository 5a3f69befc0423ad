"""Questions are embedded once each, and garbage never becomes a question."""

import numpy as np
import pytest

from npcserver.adapters.vectors.faiss_index import FaissIndex
from npcserver.memory.embedding_texts import Cue
from npcserver.memory.stream import MemoryStream
from npcserver.model.errors import InvalidInput, Unavailable
from tests.fakes.retrieval_log import AxisEmbedder


async def test_without_context_one_text_is_embedded() -> None:
    """Both vectors are the same then."""
    embedder = AxisEmbedder()
    cue = await MemoryStream(FaissIndex, embedder).cue("Where is Klaus?")

    assert embedder.calls == [("Where is Klaus?",)]
    np.testing.assert_array_equal(cue.own, cue.context)


async def test_with_context_both_texts_are_embedded_in_one_call() -> None:
    """The context vector is that of the words after the ones before them."""
    embedder = AxisEmbedder(known={"Hello.\nWhere?": np.eye(8)[3]})
    cue = await MemoryStream(FaissIndex, embedder).cue("Where?", "Hello.")

    assert embedder.calls == [("Where?", "Hello.\nWhere?")]
    assert (int(cue.own.argmax()), int(cue.context.argmax())) == (0, 3)
    assert cue.text == "Where?"


async def test_a_blank_question_is_refused() -> None:
    """There is nothing to look for."""
    with pytest.raises(InvalidInput, match="blank"):
        await MemoryStream(FaissIndex, AxisEmbedder()).cue(" \n")


@pytest.mark.parametrize("garbage", [[float("nan")] * 8, [float("inf")] * 8, [5.0] * 8])
async def test_an_embedder_that_answers_garbage_is_unavailable(garbage: list[float]) -> None:
    """No vector that is not finite and of unit length gets through."""
    embedder = AxisEmbedder(known={"Where?": garbage})

    with pytest.raises(Unavailable, match="tiny:test"):
        await MemoryStream(FaissIndex, embedder).cue("Where?")


def test_a_cue_cannot_be_made_of_garbage() -> None:
    """Neither by hand."""
    good = np.eye(8, dtype=np.float32)[0]
    for bad in (good * np.float32("nan"), good.reshape(2, 4), good.astype(np.float64), good * 2):
        with pytest.raises(ValueError, match="vector of a cue"):
            Cue("Where?", good, bad)
