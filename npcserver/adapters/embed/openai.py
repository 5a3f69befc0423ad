"""Embedder for endpoints with the OpenAI embeddings protocol: OpenAI, Ollama, vLLM, llama.cpp."""

import asyncio
import ipaddress
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

import httpx2
import numpy as np
import openai

from npcserver.adapters.embed import openai_answer
from npcserver.adapters.embed.openai_faults import EndpointFault, translated
from npcserver.adapters.embed.texts import FEW, prepared, spread
from npcserver.model.errors import Reason, Unavailable
from npcserver.ports.embedder import Vectors

DEFAULT_BASE_URL = "https://api.openai.com/v1"
_BATCH = 64
_SHORT_TEXT = 1_000
_TOO_LONG = (400, 413, 422, 500)
"""Statuses with which endpoints refuse texts that are too long; llama.cpp sends 500."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndpointPatience:
    """Timeouts and retries of calls, for questions and for bulk work, in seconds.

    A question is asked once, since the turn that waits for it has no time for a second attempt.
    """

    question: float = 2.0
    bulk: float = 30.0
    attempts: int = 3
    pause: float = 1.0
    longest_pause: float = 20.0


class OpenAIEmbedder:
    """Calls an endpoint; all its failures are `Unavailable`.

    With `dimension` 0, `measure` must be awaited before the first call. `key_from` is the setting
    or variable that the key comes from.
    """

    def __init__(
        self,
        *,
        model: str,
        base_url: str = "",
        api_key: str = "",
        key_from: str = "embedder.api_key",
        dimension: int = 0,
        patience: EndpointPatience | None = None,
        chance: random.Random | None = None,
    ) -> None:
        self._model = model
        self._key_advice = f"correct {key_from}" if api_key else f"set {key_from}"
        self._dimension = dimension
        self._patience = patience or EndpointPatience()
        self._chance = chance or random.Random()  # noqa: S311 - spreads retries, guards nothing
        self._takes_compact = True
        url = base_url or DEFAULT_BASE_URL
        self._client = openai.AsyncOpenAI(
            api_key=api_key or "none",  # the client insists on one; local servers ignore it
            base_url=url,
            max_retries=0,
            timeout=None,
            http_client=httpx2.AsyncClient(
                timeout=None,
                follow_redirects=True,
                trust_env=not _is_loopback(url),  # local servers are reached without a proxy
            ),
        )

    @property
    def name(self) -> str:
        """`openai:` and the name of the model."""
        return f"openai:{self._model}"

    @property
    def dimension(self) -> int:
        """Length of every vector."""
        if not self._dimension:
            raise self._fault("has not been asked for its dimension; set embedder.dimension")
        return self._dimension

    def warm_up(self) -> None:
        """Do nothing, as there is nothing to load."""

    async def close(self) -> None:
        """Close all connections."""
        await self._client.close()

    async def measure(self) -> None:
        """Ask the endpoint for the dimension of its vectors. Raises `Unavailable`."""
        found = await self._answer(["one"], self._patience.bulk)
        self._dimension = found.shape[1]

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors; zeros for blank texts. Calls have at most 64 texts."""
        positions, wanted = prepared(texts)
        found = np.empty((len(wanted), self.dimension), np.float32)
        for start in range(0, len(wanted), _BATCH):
            batch = wanted[start : start + _BATCH]
            found[start : start + len(batch)] = await self._batch(batch)
        return spread(found, positions, len(texts))

    async def _batch(self, texts: list[str]) -> Vectors:
        """Return the vectors of a batch; texts too long for the model are cut."""
        try:
            found = await self._patiently(texts)
        except EndpointFault as fault:
            short = [text[:_SHORT_TEXT] for text in texts]
            if fault.status not in _TOO_LONG or short == texts:
                raise
            found = await self._patiently(short)
        if found.shape[1] != self._dimension:
            raise self._fault(
                f"answers with vectors of {found.shape[1]} numbers where embedder.dimension is "
                f"{self._dimension}; set it to {found.shape[1]}, or to 0 to have it asked for"
            )
        return found

    async def _patiently(self, texts: list[str]) -> Vectors:
        """Call once for a question; for bulk work retry with pauses."""
        patience = self._patience
        if len(texts) <= FEW:
            return await self._answer(texts, patience.question)
        for attempt in range(patience.attempts - 1):
            try:
                return await self._answer(texts, patience.bulk)
            except EndpointFault as fault:
                if not fault.is_passing:
                    raise
                pause = fault.retry_after or patience.pause * 2**attempt
            await asyncio.sleep(min(pause, patience.longest_pause) * self._chance.uniform(1, 1.5))
        return await self._answer(texts, patience.bulk)

    async def _answer(self, texts: list[str], seconds: float) -> Vectors:
        """Call once; if the endpoint refuses base64, use plain numbers from then on."""
        with translated(self._key_advice):
            async with asyncio.timeout(seconds):
                try:
                    body = await self._post(texts, is_compact=self._takes_compact)
                except openai.BadRequestError:
                    if not self._takes_compact:
                        raise
                    body = await self._post(texts, is_compact=False)
                    self._takes_compact = False
        return await asyncio.to_thread(openai_answer.read, body, len(texts))

    async def _post(self, texts: list[str], *, is_compact: bool) -> bytes:
        form: Literal["base64", "float"] = "base64" if is_compact else "float"
        # the normal call would parse large answers on the loop
        async with self._client.embeddings.with_streaming_response.create(
            model=self._model,
            input=texts,
            encoding_format=form,
            extra_headers={"Accept-Encoding": "identity"},
        ) as response:
            return await openai_answer.body_of(response.iter_bytes())

    def _fault(self, problem: str) -> Unavailable:
        return Unavailable(
            f"the embedder {self.name!r} {problem}",
            Reason.EMBEDDER_UNAVAILABLE,
            embedder=self.name,
        )


def _is_loopback(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
