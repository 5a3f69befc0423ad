"""Any endpoint that speaks the OpenAI chat protocol: OpenAI, Ollama, vLLM, llama.cpp, LM Studio."""

import asyncio
import ssl
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from contextlib import aclosing
from functools import cache
from urllib.parse import urlsplit

import httpx2
import openai
import structlog
from openai.types.chat import ChatCompletionChunk

from npcmodels.completion import DONE, BodyReader, CompletionReader
from npcmodels.model_text import estimated_usage
from npcmodels.model_thoughts import sets_thinking, thinking_off, thinks_by_name
from npcmodels.openai_faults import EndpointRefused, KeySource, Refusal, RefusalKind, translated
from npcmodels.own_fields import NO_FIELDS, OwnFields, merged
from npcmodels.request_form import RefusedParts, RequestForm, request_arguments
from npcserver.model.errors import (
    ModelFault,
    ModelTalkedNonsense,
    ModelThoughtTooLong,
    ModelTooSlow,
    ModelTruncated,
    ModelUnreachable,
)
from npcserver.model.model_use import ModelUse, Purpose
from npcserver.ports.language_model import JSON, CallTimeouts, Finished, Request
from npcserver.ports.observer import outgoing_headers
from npcserver.sockets import is_loopback

ResponseHook = Callable[[httpx2.Response], Awaitable[None]]

EVENT_BYTES = 256 * 1024
ANSWER_BYTES = 1024 * 1024

_BLANK_LINES = (b"\n\n", b"\r\n\r\n", b"\r\r")
_LONGEST_BLANK = 4


async def cap_response(response: httpx2.Response) -> None:
    """Limit a response whose body is not read yet (an httpx2 response hook).

    Compressed bodies are refused: their size says nothing about the size of their content.
    """
    if response.headers.get("content-encoding", "identity") != "identity":
        raise ModelTalkedNonsense("the endpoint compressed its answer although it was asked not to")
    if isinstance(response.stream, httpx2.AsyncByteStream):
        response.stream = _CappedStream(response.stream)


class _CappedStream(httpx2.AsyncByteStream):
    """Passes bytes on until an event or the whole answer is larger than its limit."""

    def __init__(self, stream: httpx2.AsyncByteStream) -> None:
        self._stream = stream
        self._total = 0
        self._event = 0
        self._tail = b""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self._stream:
            self._count(chunk)
            yield chunk

    async def aclose(self) -> None:
        await self._stream.aclose()

    def _count(self, chunk: bytes) -> None:
        self._total += len(chunk)
        window = self._tail + chunk
        last = max(window.rfind(blank) for blank in _BLANK_LINES)
        self._event = len(window) - last if last >= 0 else self._event + len(chunk)
        self._tail = window[-(_LONGEST_BLANK - 1) :]
        if self._event > EVENT_BYTES:
            raise ModelTruncated(f"the endpoint sent an event of more than {EVENT_BYTES} bytes")
        if self._total > ANSWER_BYTES:
            raise ModelTruncated(f"the endpoint sent an answer of more than {ANSWER_BYTES} bytes")


_log = structlog.get_logger(__name__)

DEFAULT_BASE_URL = "https://api.openai.com/v1"
_LOADING_PAUSES = (0.2, 0.4, 0.8, 1.6)
"""Seconds between requests to an endpoint that is loading its model; a player waits meanwhile."""


@cache
def _tls_context(*, trust_env: bool) -> ssl.SSLContext:
    """Return the context of all clients: reading the authorities takes 0.2 s of CPU."""
    return httpx2.create_ssl_context(trust_env=trust_env)


def endpoint_client(url: str, api_key: str, *hooks: ResponseHook) -> openai.AsyncOpenAI:
    """Return a client of an endpoint that neither waits nor retries by itself.

    The hooks get each response before its body is read.
    """
    # a proxy must not be used for local servers
    trust_env = not is_loopback(urlsplit(url).hostname or "")
    return openai.AsyncOpenAI(
        api_key=api_key or "none",  # the client requires one; local servers ignore it
        base_url=url,
        max_retries=0,
        timeout=None,  # our limits count content, the client's count bytes
        default_headers={"Accept-Encoding": "identity"},
        http_client=httpx2.AsyncClient(
            timeout=None,
            follow_redirects=True,
            trust_env=trust_env,
            verify=_tls_context(trust_env=trust_env),
            event_hooks={"response": [*hooks]},
        ),
    )


class OpenAILanguageModel:
    """Streams chat completions; every wait is limited by the patience of the request.

    A request that is refused for its form is sent again with one part less, and one to a model that
    is being loaded again as it is; nothing else is retried here. `key_from` is the setting or
    variable that the key comes from.
    """

    def __init__(
        self,
        *,
        model: str,
        base_url: str | None = None,
        api_key: str = "",
        key_from: str = "model.api_key",
        provider: str = "openai",
        for_lines: Mapping[str, JSON] | None = None,
        own_fields: Mapping[ModelUse, OwnFields] | None = None,
    ) -> None:
        """Connect to an endpoint; `for_lines` are fields that only its server takes.

        They are sent with questions whose answer is spoken. `own_fields` are the operator's, which
        are sent as they are, and win over all but what makes a request.
        """
        self._own_fields = own_fields or {}
        self.thinks = thinks_by_name(model)
        """Whether the model is known by its name, or was seen, to think before it answers."""
        self._has_told = False
        self.name = f"{provider}:{model}"
        self._model = model
        self._for_lines = for_lines
        self._refused = RefusedParts(self.name)
        self._key = KeySource(source=key_from, is_given=bool(api_key))
        self._url = url = base_url or DEFAULT_BASE_URL
        self._client = endpoint_client(url, api_key, cap_response)

    @property
    def refused(self) -> tuple[str, ...]:
        """What requests are sent without at present, since the endpoint refused it, in words."""
        return self._refused.told()

    async def close(self) -> None:
        """Close all connections."""
        await self._client.close()

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        """Yield the endpoint's answer, then `Finished`; raises a `ModelFault` for any failure."""
        timer = _Timer(request.patience)
        search = self._refused.search(request, can_think_less=self._keeps_from_thinking(request))
        pauses = iter(_LOADING_PAUSES)
        first: Refusal | None = None
        while True:
            answer = CompletionReader(
                only_reads=request.purpose is Purpose.READ_AHEAD,
                wants_json=request.schema is not None,
                is_thinker=self.thinks,
            )
            body = self._body(request, search.form)
            try:
                async with aclosing(self._fragments(body, timer, answer)) as fragments:
                    async for fragment in fragments:
                        if answer.text == fragment:
                            self._refused.take_answer(request, search, first)
                        yield fragment
            except EndpointRefused as refused:
                refusal = refused.refusal
                first = first or refusal
                if search.step(refusal, body):
                    continue
                if refusal.kind is RefusalKind.LOADING and await timer.pause(next(pauses, None)):
                    continue
                raise self._refusal_fault(request, first) from refused
            except ModelThoughtTooLong as fault:
                raise self._told_thinking(request, fault) from None
            finally:
                self.thinks = self.thinks or answer.has_thought
            break
        usage = answer.usage or estimated_usage(request.messages, answer.text)
        yield Finished(model=self.name, usage=usage, reading_seconds=answer.reading_seconds)

    def _body(self, request: Request, form: RequestForm) -> dict[str, JSON]:
        more = self._for_lines if request.purpose.is_spoken else None
        off: Mapping[str, JSON] = {}
        if self._keeps_from_thinking(request):
            off = thinking_off(self._model, self._url, form.takes)
        own = merged(off, self._own(request).fields)
        return request_arguments(self._model, request, form, merged(more or {}, own))

    def _own(self, request: Request) -> OwnFields:
        return self._own_fields.get(request.purpose.use, NO_FIELDS)

    def _keeps_from_thinking(self, request: Request) -> bool:
        return self.thinks and not sets_thinking(self._own(request).fields)

    def _refusal_fault(self, request: Request, refusal: Refusal) -> ModelFault:
        """Return the fault of a refusal; one that names an operator's own field says so."""
        own = self._own(request)
        named = own.named_in(f"{refusal.param} {refusal.text}")
        if refusal.kind is RefusalKind.OTHER and named:
            return ModelUnreachable(
                f"the endpoint refused the field {named!r} of {own.source}; correct or remove it"
            )
        return refusal.fault(self._key)

    def _told_thinking(self, request: Request, fault: ModelThoughtTooLong) -> ModelThoughtTooLong:
        """Return the fault with what to do about it, and tell it once."""
        own = self._own(request)
        advice = (
            "it is asked not to think from now on; if it thinks all the same, start its server "
            "with thinking off, raise dialogue.max_tokens, or take a model that does not think"
        )
        if sets_thinking(own.fields):
            advice = (
                f'{own.source} says how much it thinks: write reasoning_effort = "none" there '
                "(Ollama, hosted models) or chat_template_kwargs = { enable_thinking = false } "
                "(llama.cpp, vLLM, SGLang), or raise dialogue.max_tokens"
            )
        told = f"{fault.message}, {request.max_tokens} tokens; {advice}"
        if not self._has_told:
            self._has_told = True
            notice = f"{self.name}: {told}."
            _log.warning("model_thinks_too_long", model=self.name, notice=notice)
        return ModelThoughtTooLong(told)

    async def _fragments(
        self, body: Mapping[str, JSON], timer: "_Timer", answer: CompletionReader
    ) -> AsyncGenerator[str, None]:
        """Send a request and yield its answer; raises `EndpointRefused` before any word."""
        response = await self._opened(body, timer)
        try:
            async with aclosing(_events(response)) as events:
                while not answer.is_complete:
                    fragment = await _next_fragment(events, timer, answer)
                    if fragment:
                        yield fragment
        finally:
            await response.aclose()

    async def _opened(self, body: Mapping[str, JSON], timer: "_Timer") -> httpx2.Response:
        """Return the response to a request, of which nothing but the head is read."""
        with translated(lambda: False):
            try:
                async with timer.next_word(has_spoken=False):
                    stream = await self._client.post(
                        "/chat/completions",
                        cast_to=ChatCompletionChunk,
                        body=dict(body),
                        options={"headers": outgoing_headers()},
                        stream=True,  # of the response, whatever the body asks for
                        stream_cls=openai.AsyncStream[ChatCompletionChunk],
                    )
            except TimeoutError:
                raise timer.fault(has_spoken=False) from None
        return stream.response


async def _events(response: httpx2.Response) -> AsyncGenerator[object, None]:
    """Yield the values of a body, and `DONE`."""
    reader = BodyReader()
    async for chunk in response.aiter_bytes():
        for value in reader.feed(chunk):
            yield value
    for value in reader.finish():
        yield value


async def _next_fragment(
    events: AsyncGenerator[object, None], timer: "_Timer", answer: CompletionReader
) -> str:
    try:
        async with timer.next_word(has_spoken=bool(answer.text)):
            with translated(lambda: bool(answer.text)):
                while True:
                    event = await anext(events, None)
                    if event is None or answer.is_over:
                        return answer.end()
                    if event is DONE:
                        answer.take_done()
                        return answer.end()
                    fragment = answer.take(event)
                    if fragment:
                        return fragment
    except TimeoutError:
        if answer.is_finished:  # only the token count is missing
            return answer.end()
        raise timer.fault(has_spoken=bool(answer.text)) from None
    except ModelFault:
        if answer.is_finished:
            return answer.end()
        raise


class _Timer:
    """Applies the patience of one request to its content, from the moment it was made."""

    def __init__(self, patience: CallTimeouts) -> None:
        now = asyncio.get_running_loop().time()
        self._patience = patience
        self._first_word_by = now + patience.first_word
        self._end = now + patience.total

    def next_word(self, *, has_spoken: bool) -> asyncio.Timeout:
        """Return a timeout for the next fragment."""
        now = asyncio.get_running_loop().time()
        by = now + self._patience.between_words if has_spoken else self._first_word_by
        return asyncio.timeout_at(min(by, self._end))

    async def pause(self, seconds: float | None) -> bool:
        """Sleep and return True, or return False at once where no time is left for a request."""
        now = asyncio.get_running_loop().time()
        if seconds is None or now + 2 * seconds > min(self._first_word_by, self._end):
            return False
        await asyncio.sleep(seconds)
        return True

    def fault(self, *, has_spoken: bool) -> ModelTooSlow:
        """Return the fault that names the limit that ran out."""
        if asyncio.get_running_loop().time() >= self._end:
            return ModelTooSlow(f"the answer took longer than {self._patience.total:g} s")
        if has_spoken:
            return ModelTooSlow(f"silent for {self._patience.between_words:g} s in mid-answer")
        return ModelTooSlow(f"no word within {self._patience.first_word:g} s")
