"""Hashed words and pieces of words."""

import asyncio
import subprocess
import sys

import numpy as np
import pytest

from npcserver.adapters.embed.hash_embedder import HashingEmbedder
from npcserver.model.errors import InvalidInput

_PROGRAM = """
import asyncio
from npcserver.adapters.embed.hash_embedder import HashingEmbedder
print((asyncio.run(HashingEmbedder(64).embed(["The ferry leaves."]))).tobytes().hex())
"""


def test_all_processes_agree() -> None:
    """Another process, with another seed for its own hashes, gets the same vector."""
    here = asyncio.run(HashingEmbedder(64).embed(["The ferry leaves."]))
    there = subprocess.run(
        [sys.executable, "-c", _PROGRAM],
        env={"PYTHONHASHSEED": "7", "PYTHONPATH": "."},
        capture_output=True,
        text=True,
        check=True,
    )

    np.testing.assert_array_equal(here[0], np.frombuffer(bytes.fromhex(there.stdout), np.float32))


async def test_forms_of_a_word_are_near() -> None:
    """Pieces of words bring inflected forms together; case does not matter."""
    vectors = await HashingEmbedder().embed(["brewing", "BREWING", "brewer", "lantern"])
    similarity = vectors @ vectors.T

    assert similarity[0, 1] == pytest.approx(1.0, abs=1e-6)
    assert similarity[0, 2] > 0.2 > abs(similarity[0, 3])


@pytest.mark.parametrize("dimension", [0, 63, 8193])
def test_a_useless_dimension_is_refused(dimension: int) -> None:
    """The error names the setting."""
    with pytest.raises(InvalidInput, match=r"embedder\.dimension"):
        HashingEmbedder(dimension)
