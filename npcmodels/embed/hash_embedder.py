"""An embedder that hashes words and parts of words: no weights, the same everywhere."""

import asyncio
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from zlib import crc32

import numpy as np

from npcmodels.embed.texts import prepared, spread, unit
from npcserver.language.scripts import HAN, HANGUL, KANA
from npcserver.model.errors import InvalidInput
from npcserver.ports.vectors import Vectors

_WORD = re.compile(r"[^\W_]+")
# Scripts without spaces: each character counts as a word, and pairs of them as pieces.
_UNSPACED = re.compile(f"[{KANA}{HAN}{HANGUL}]")
_PIECES = (3, 4)
_PIECE_WEIGHT = 0.5
_TEXTS_BETWEEN_PAUSES = 8


class HashingEmbedder:
    """Gives similar vectors to texts with common words or stems; it knows no meaning."""

    name = "hashing:1"  # the number is a version, raised whenever vectors change

    def __init__(self, dimension: int = 512) -> None:
        if not 64 <= dimension <= 8192:
            raise InvalidInput("embedder.dimension", "must be from 64 to 8192 for hashing, or 0")
        self.dimension = dimension

    def warm_up(self) -> None:
        """Do nothing, as there is nothing to load."""

    async def close(self) -> None:
        """Do nothing, as no resources are held."""

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors; zeros for a text without a letter or digit."""
        positions, wanted = prepared(texts)
        rows = np.zeros((len(wanted), self.dimension), np.float32)
        for number, text in enumerate(wanted):
            if number % _TEXTS_BETWEEN_PAUSES == _TEXTS_BETWEEN_PAUSES - 1:
                await asyncio.sleep(0)  # let other tasks run
            for (feature, weight), count in Counter(_features(text)).items():
                digest = crc32(feature.encode())
                sign = 1.0 if digest & 0x8000_0000 else -1.0  # makes collisions cancel out
                column = (digest & 0x7FFF_FFFF) % self.dimension
                rows[number, column] += sign * weight * (1 + np.log(count))
        return spread(unit(rows), positions, len(texts))


def _features(text: str) -> Iterator[tuple[str, float]]:
    """Yield the features of a text with their weights: words, and pieces of them."""
    previous = ""
    for word in _WORD.findall(_UNSPACED.sub(r" \g<0> ", text.casefold())):
        yield f"w{word}", 1.0
        if _UNSPACED.match(word):
            if previous:
                yield f"p{previous}{word}", _PIECE_WEIGHT
            previous = word
            continue
        previous = ""
        bounded = f"<{word}>"
        for size in _PIECES:
            for start in range(len(bounded) - size + 1):
                yield f"p{bounded[start : start + size]}", _PIECE_WEIGHT
