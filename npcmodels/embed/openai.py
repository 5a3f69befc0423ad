"""Any endpoint that speaks the OpenAI embeddings protocol: OpenAI, Ollama, vLLM, llama.cpp."""

import asyncio
import base64
import binascii
import json
import random
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal

import httpx2
import numpy as np
import openai
import structlog
from numpy.typing import NDArray

from npcmodels.embed.texts import FEW, LONGEST_TEXT, prepared, spread, unit
from npcmodels.openai import DEFAULT_BASE_URL, endpoint_client
from npcmodels.openai_faults import retry_after
from npcserver.model.errors import Reason, Unavailable
from npcserver.ports.language_model import JSON
from npcserver.ports.vectors import Vectors

_log = structlog.get_logger(__name__)


class EndpointFault(Unavailable):
    """The endpoint gave no vectors; `is_passing` if a retry may help.

    `status` is the HTTP status, or 0 if there was no answer or an unusable one. `limit` is the
    number of texts that a refusal names as the most of a call, 0 if it names none.
    """

    def __init__(
        self,
        problem: str,
        *,
        is_passing: bool,
        retry_after: float | None = None,
        status: int = 0,
        limit: int = 0,
    ) -> None:
        self.limit = limit
        super().__init__(f"the embeddings endpoint {problem}", Reason.EMBEDDER_UNAVAILABLE)
        self.is_passing = is_passing
        self.retry_after = retry_after
        self.status = status

    @property
    def is_passing_outage(self) -> bool:
        """Whether the endpoint was not reached, so that nothing is known of the texts."""
        return self.is_passing and not self.status


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
        retry_after=retry_after(error),
        status=status,
        limit=_named_limit(f"{error.message} {error.body}"),
    )


def _named_limit(message: str) -> int:
    """Return the least number that a refusal of a batch names, 0 for none."""
    if not _LIMIT.search(message[:_MOST_LOOKED_AT]):
        return 0
    plain = re.sub(r"Error code: \d+", "", message[:_MOST_LOOKED_AT])
    numbers = [int(one) for one in re.findall(r"\b\d{1,4}\b", plain)]
    return min((one for one in numbers if one > 0), default=0)


_MOST_LOOKED_AT = 1_000
_ADVICE = {
    400: "check embedder.name",
    403: "this key may not use the model",
    404: "check embedder.name and embedder.base_url",
    413: "the model takes no text of this length",
    429: "too many requests or no credit left",
}


LONGEST_ANSWER = 32 * 1024 * 1024
"""Bytes; 64 vectors of 8,192 numbers as text need half of it."""


Row = NDArray[np.floating] | None
"""The numbers of one text, None where the endpoint sent none that can be used."""
_Ask = Callable[[list[str]], Awaitable[list[Row]]]


def read_vectors(body: bytes, count: int) -> list[Row]:
    """Return the numbers of each of `count` texts, in their order. Raises `EndpointFault`.

    Accepts numbers as a list or as base64 of little-endian float32, since endpoints may ignore the
    requested encoding. Items are placed by `index` where that numbers them, else by their order.
    """
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise _garbled(type(error).__name__) from error
    items = _items(answer)
    places = [item.get("index") if isinstance(item, dict) else None for item in items]
    is_numbered = 0 < len({*map(str, places)}) == len(items) and all(
        isinstance(place, int) and 0 <= place < count for place in places
    )
    if not is_numbered and len(items) != count:
        raise _garbled(f"{len(items)} vectors for {count} texts")
    rows: list[Row] = [None] * count
    for place, item in enumerate(items):
        at = item["index"] if is_numbered else place
        rows[at] = _numbers(item.get("embedding") if isinstance(item, dict) else item)
    return rows


def _items(answer: object) -> list[Any]:
    """Return the items of an answer: OpenAI's `data`, Ollama's `embeddings`, or a bare list."""
    found = answer
    if isinstance(answer, dict):
        found = next((answer[name] for name in ("data", "embeddings") if name in answer), None)
    if not isinstance(found, list):
        raise _garbled("no list of vectors")
    return found


def _numbers(given: object) -> Row:
    """Return one vector, None for anything that is not a flat list of finite numbers."""
    try:
        if isinstance(given, str):
            found = np.frombuffer(base64.b64decode(given, validate=True), "<f4")
        else:
            found = np.asarray(given, np.float64)
    except (binascii.Error, ValueError, TypeError, OverflowError):
        return None
    if found.ndim == 2 and len(found) == 1:  # some wrap each vector in a list
        found = found[0]
    is_flat = found.ndim == 1 and found.size > 0
    return found if is_flat and bool(np.isfinite(found).all()) else None


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


BATCH = 64
"""Texts of one call, by default."""
_SHORTER = (4_000, 1_000, 300, 100)
"""Characters to which a text is cut that the endpoint refuses alone."""
_OF_TEXTS = (0, 400, 413, 422, 500)
"""Statuses with which endpoints refuse texts that are too long or too many; llama.cpp sends 500,
and 0 is an answer that cannot be used."""
_LIMIT = re.compile(r"batch|inputs?\b|items|array|list", re.IGNORECASE)


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

    With `dimension` 0, `measure` must be awaited before the first call. `batch` is the most texts
    of a call, `longest` the characters of a text, and `extra` goes with each call as it is.
    `key_from` is the setting or variable that the key comes from.

    A call that is refused for its texts is split until the text that fails is alone; that one is
    cut shorter and shorter. If the endpoint takes it in no length while it takes others, its row is
    zeros: it is found by words and resembles nothing.
    """

    def __init__(  # noqa: PLR0913 - the settings of one endpoint
        self,
        *,
        model: str,
        base_url: str = "",
        api_key: str = "",
        key_from: str = "embedder.api_key",
        dimension: int = 0,
        batch: int = BATCH,
        longest: int = LONGEST_TEXT,
        extra: Mapping[str, JSON] | None = None,
        patience: EndpointPatience | None = None,
        chance: random.Random | None = None,
    ) -> None:
        self.batch = batch
        self._longest = longest
        self._extra = extra or {}
        self._model = model
        self.name = f"openai:{model}"
        self._key_advice = f"correct {key_from}" if api_key else f"set {key_from}"
        self._dimension = dimension
        self._patience = patience or EndpointPatience()
        self._chance = chance or random.Random()  # noqa: S311 - spreads retries, guards nothing
        self._takes_compact = True
        self._has_fitted = False
        self._client = endpoint_client(base_url or DEFAULT_BASE_URL, api_key)

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
        (row,) = await self._answer(["one"], self._patience.bulk)
        if row is None:
            raise _garbled("no finite numbers")
        self._dimension = len(row)

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors; zeros for texts that are blank or that the endpoint cannot embed."""
        positions, wanted = prepared(texts, self._longest)
        rows: list[Row] = []
        faults: list[EndpointFault] = []
        while len(rows) < len(wanted):
            batch = wanted[len(rows) : len(rows) + self.batch]
            rows += await self._rows(batch, self._patiently, faults)
        if faults and all(row is None for row in rows):
            raise faults[0]
        if faults:
            _log.warning(
                "texts_not_embedded", embedder=self.name, texts=len(faults), why=faults[0].message
            )
        found = np.zeros((len(wanted), self.dimension), np.float64)
        for place, row in enumerate(rows):
            if row is not None:
                found[place] = row
        return spread(unit(found), positions, len(texts))

    async def _rows(self, texts: list[str], ask: _Ask, faults: list[EndpointFault]) -> list[Row]:
        """Return a row for each text; halves are asked for where the whole is refused.

        Parts are asked for once each. `faults` takes those of texts that are refused alone.
        """
        try:
            rows = self._fitting(await ask(texts))
        except EndpointFault as fault:
            if fault.status not in _OF_TEXTS or fault.is_passing_outage:
                raise
            if len(texts) > 1:
                return await self._parts(texts, fault, faults)
            return [await self._shortened(texts[0], fault, faults)]
        for place, row in enumerate(rows):
            if row is None and len(texts) > 1:
                (rows[place],) = await self._rows([texts[place]], self._once, faults)
            elif row is None:
                rows[0] = await self._shortened(texts[0], _garbled("no finite numbers"), faults)
        return rows

    async def _parts(
        self, texts: list[str], fault: EndpointFault, faults: list[EndpointFault]
    ) -> list[Row]:
        """Return the rows of parts of the size that the refusal names, else of halves."""
        named = fault.limit if 0 < fault.limit < len(texts) else 0
        size = named or -(-len(texts) // 2)
        rows: list[Row] = []
        for start in range(0, len(texts), size):
            rows += await self._rows(texts[start : start + size], self._once, faults)
            if len(rows) > 1 and all(row is None for row in rows):
                raise fault  # it is not the texts, but the endpoint
        has_shown = named or (size > 1 and all(row is not None for row in rows))
        if has_shown and size < self.batch:
            self.batch = size
            _log.warning("embedder_takes_fewer_texts", embedder=self.name, texts=size)
        return rows

    async def _shortened(self, text: str, fault: EndpointFault, faults: list[EndpointFault]) -> Row:
        """Return the row of the longest beginning that is taken, None if none is."""
        for length in (one for one in _SHORTER if one < len(text)):
            try:
                (row,) = self._fitting(await self._once([text[:length]]))
            except EndpointFault as again:
                if again.status not in _OF_TEXTS or again.is_passing_outage:
                    raise
            else:
                if row is not None:
                    return row
        faults.append(fault)
        return None

    async def _once(self, texts: list[str]) -> list[Row]:
        """Call once, with the time of a question or of bulk work."""
        few = len(texts) <= FEW
        return await self._answer(texts, self._patience.question if few else self._patience.bulk)

    def _fitting(self, rows: list[Row]) -> list[Row]:
        """Return rows of the right length; raises `Unavailable` where none ever had it."""
        lengths = {len(row) for row in rows if row is not None}
        self._has_fitted |= self._dimension in lengths
        if lengths and not self._has_fitted:
            found = max(lengths)
            raise self._fault(
                f"answers with vectors of {found} numbers where embedder.dimension is "
                f"{self._dimension}; set it to {found}, or to 0 to have it asked for"
            )
        return [None if row is None or len(row) != self._dimension else row for row in rows]

    async def _patiently(self, texts: list[str]) -> list[Row]:
        """Call once for a question; for bulk work retry with pauses."""
        patience = self._patience
        if len(texts) <= FEW:
            return await self._once(texts)
        for attempt in range(patience.attempts - 1):
            try:
                return await self._answer(texts, patience.bulk)
            except EndpointFault as fault:
                if not fault.is_passing:
                    raise
                pause = fault.retry_after or patience.pause * 2**attempt
            await asyncio.sleep(min(pause, patience.longest_pause) * self._chance.uniform(1, 1.5))
        return await self._answer(texts, patience.bulk)

    async def _answer(self, texts: list[str], seconds: float) -> list[Row]:
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
            extra_body=self._extra,
        ) as response:
            return await body_of(response.iter_bytes())

    def _fault(self, problem: str) -> Unavailable:
        return Unavailable(
            f"the embedder {self.name!r} {problem}", Reason.EMBEDDER_UNAVAILABLE, embedder=self.name
        )
