"""Any endpoint that speaks the OpenAI embeddings protocol: OpenAI, Ollama, vLLM, llama.cpp."""

import asyncio
import base64
import binascii
import json
import random
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

import httpx2
import numpy as np
import openai
from numpy.typing import NDArray

from npcserver.adapters.embed.texts import FEW, prepared, spread, unit
from npcserver.model.errors import Reason, Unavailable
from npcserver.ports.vectors import Vectors
from npcserver.sockets import is_loopback


class EndpointFault(Unavailable):
    """The endpoint gave no vectors; `is_passing` if a retry may help.

    `status` is the HTTP status, or 0 if there was no answer or an unusable one.
    """

    def __init__(
        self, problem: str, *, is_passing: bool, retry_after: float | None = None, status: int = 0
    ) -> None:
        super().__init__(f"the embeddings endpoint {problem}", Reason.EMBEDDER_UNAVAILABLE)
        self.is_passing = is_passing
        self.retry_after = retry_after
        self.status = status


@contextmanager
def translated(key_advice: str) -> Iterator[None]:
    """Turn errors of an endpoint in the block into `EndpointFault`.

    `key_advice` says what to do if the endpoint refuses the key.
    """
    try:
        yield
    except openai.APIStatusError as error:
        raise _refused(error, key_advice) from error
    except (openai.APITimeoutError, httpx2.TimeoutException, TimeoutError) as error:
        raise EndpointFault("took too long", is_passing=True) from error
    except (openai.APIConnectionError, httpx2.RequestError, httpx2.StreamError) as error:
        cause = type(error.__cause__ or error).__name__
        problem = f"cannot be reached ({cause}); is it running, and is embedder.base_url right?"
        raise EndpointFault(problem, is_passing=True) from error
    except (openai.OpenAIError, httpx2.InvalidURL) as error:
        problem = f"cannot be used ({type(error).__name__}); check embedder.base_url"
        raise EndpointFault(problem, is_passing=False) from error


def _refused(error: openai.APIStatusError, key_advice: str) -> EndpointFault:
    status = error.status_code
    advice = key_advice if status == 401 else _ADVICE.get(status, "see its own log")
    return EndpointFault(
        f"refused with status {status}; {advice}",
        is_passing=status in (408, 409, 429) or status >= 500,
        retry_after=_retry_after(error),
        status=status,
    )


_ADVICE = {
    400: "check embedder.name",
    403: "this key may not use the model",
    404: "check embedder.name and embedder.base_url",
    413: "the model takes no text of this length",
    429: "too many requests or no credit left",
}


def _retry_after(error: openai.APIStatusError) -> float | None:
    """Return the seconds to wait that a refusal names; its form with a date is ignored."""
    try:
        return max(0.0, float(error.response.headers["retry-after"]))
    except (KeyError, ValueError):
        return None


LONGEST_ANSWER = 32 * 1024 * 1024
"""Bytes; 64 vectors of 8,192 numbers as text need half of it."""


def read_vectors(body: bytes, count: int) -> Vectors:
    """Return `count` unit vectors, in the order of the texts. Raises `EndpointFault`.

    Accepts numbers as a list or as base64 of little-endian float32, since endpoints may ignore the
    requested encoding.
    """
    try:
        items = json.loads(body)["data"]
        items = sorted(items, key=lambda item: int(item.get("index", 0)))
        rows = [_numbers(item["embedding"]) for item in items]
        if len(rows) != count:
            raise _garbled(f"{len(rows)} vectors for {count} texts")
        return unit(np.stack(rows)) if rows else np.empty((0, 0), np.float32)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise _garbled(type(error).__name__) from error


def _numbers(given: object) -> NDArray[np.floating]:
    if isinstance(given, str):
        try:
            found = np.frombuffer(base64.b64decode(given, validate=True), "<f4")
        except binascii.Error as error:
            raise ValueError("no base64") from error
    elif isinstance(given, list):
        found = np.asarray(given, np.float64)
    else:
        raise TypeError("no numbers")
    if found.ndim != 1 or not found.size:
        raise ValueError("no flat list of numbers")
    return found


def _garbled(what: str) -> EndpointFault:
    return EndpointFault(f"answered with something unusable ({what})", is_passing=False)


async def body_of(chunks: AsyncIterator[bytes]) -> bytes:
    """Read the body of an answer, up to `LONGEST_ANSWER` bytes. Raises `EndpointFault`."""
    parts: list[bytes] = []
    size = 0
    async for part in chunks:
        size += len(part)
        if size > LONGEST_ANSWER:
            raise EndpointFault(f"sent more than {LONGEST_ANSWER} bytes", is_passing=False)
        parts.append(part)
    return b"".join(parts)


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
        host = urlsplit(url).hostname or ""
        self._client = openai.AsyncOpenAI(
            api_key=api_key or "none",  # the client insists on one; local servers ignore it
            base_url=url,
            max_retries=0,
            timeout=None,
            http_client=httpx2.AsyncClient(
                timeout=None,
                follow_redirects=True,
                trust_env=not is_loopback(host),  # local servers are reached without a proxy
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
        return await asyncio.to_thread(read_vectors, body, len(texts))

    async def _post(self, texts: list[str], *, is_compact: bool) -> bytes:
        form: Literal["base64", "float"] = "base64" if is_compact else "float"
        # the normal call would parse large answers on the loop
        async with self._client.embeddings.with_streaming_response.create(
            model=self._model,
            input=texts,
            encoding_format=form,
            extra_headers={"Accept-Encoding": "identity"},
        ) as response:
            return await body_of(response.iter_bytes())

    def _fault(self, problem: str) -> Unavailable:
        return Unavailable(
            f"the embedder {self.name!r} {problem}", Reason.EMBEDDER_UNAVAILABLE, embedder=self.name
        )
