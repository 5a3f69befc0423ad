"""Queries for a recall: a text and its vectors."""

from dataclasses import dataclass

import numpy as np

from npcserver.model.errors import InvalidInput, Reason, Unavailable
from npcserver.ports.embedder import Embedder, Vectors

LONGEST = 1.01
"""Largest norm of a unit vector after rounding in other formats."""


@dataclass(frozen=True, slots=True, eq=False)
class Cue:
    """A query: its text, and one vector for each of the two vector spaces.

    Both vectors are float32 of shape (dimension,), finite and of norm 1 at most; zeros if the
    embedder finds nothing in the text. Raises `ValueError` otherwise.
    """

    text: str
    own: Vectors
    context: Vectors

    def __post_init__(self) -> None:
        for vector in (self.own, self.context):
            if vector.ndim != 1 or vector.dtype != np.float32:
                raise ValueError("a vector of a cue is a flat float32 array")
            if not float(np.linalg.norm(vector)) <= LONGEST:  # false for NaN as well
                raise ValueError("a vector of a cue must be finite and of unit length")


async def make_cue(embedder: Embedder, text: str, in_context: str) -> Cue:
    """Embed a text, alone and `in_context`, in one call.

    Raises `InvalidInput` for a blank text, `Unavailable` if the embedder fails or returns anything
    but finite vectors of its dimension.
    """
    if not text.strip():
        raise InvalidInput("text", "is blank; say what to recall")
    texts = [text] if in_context == text else [text, in_context]
    vectors = await embedder.embed(texts)
    if vectors.shape != (len(texts), embedder.dimension):
        raise _garbage(embedder)
    vectors = np.ascontiguousarray(vectors, np.float32)
    try:
        return Cue(text, vectors[0], vectors[-1])
    except ValueError as error:
        raise _garbage(embedder) from error


def _garbage(embedder: Embedder) -> Unavailable:
    return Unavailable(
        f"the embedder {embedder.name!r} did not return unit vectors of {embedder.dimension} "
        "numbers; check its model and dimension",
        Reason.EMBEDDER_UNAVAILABLE,
        embedder=embedder.name,
    )
