"""Any endpoint that speaks the OpenAI chat protocol: OpenAI, Ollama, vLLM, llama.cpp, LM Studio."""

import asyncio
import json
import re
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal
from urllib.parse import urlsplit

import httpx2
import openai
from openai.types.chat import ChatCompletionChunk

from npcserver.adapters.llm.model_text import (
    LoopGuard,
    SurrogateJoiner,
    clean_surrogates,
    estimated_usage,
)
from npcserver.adapters.llm.openai_faults import KeySource, is_too_long, translated
from npcserver.model.errors import ModelFault, ModelTalkedNonsense, ModelTooSlow, ModelTruncated
from npcserver.model.model_use import Purpose
from npcserver.model.turn import Usage
from npcserver.ports.language_model import JSON, CallTimeouts, Finished, Message, Request
from npcserver.ports.spans import outgoing_headers
from npcserver.sockets import is_loopback

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


Part = Literal[
    "strict", "json_schema", "json_object", "stream_options", "seed", "temperature", "max_tokens"
]
_LADDER: tuple[Part, ...] = ("strict", "json_schema", "json_object")
_NAMED: tuple[Part, ...] = ("stream_options", "seed", "temperature", "max_tokens")
_INSTRUCTION = (
    "Answer with one JSON object that fits the JSON schema below, and with nothing else: "
    "no explanation, no Markdown.\n"
)


@dataclass(frozen=True, slots=True)
class RequestForm:
    """The parts that an endpoint is known to refuse."""

    refused: frozenset[Part] = frozenset()

    def takes(self, part: Part) -> bool:
        """Return whether `part` may be sent."""
        return part not in self.refused

    def without(self, part: Part) -> "RequestForm":
        """Return the form without `part`."""
        return RequestForm(self.refused | {part})


def request_arguments(
    model: str, request: Request, form: RequestForm, more: Mapping[str, JSON] | None = None
) -> dict[str, JSON]:
    """Return the body of a streaming chat completion; `more` are fields of this endpoint alone."""
    body: dict[str, JSON] = {
        "model": model,
        "messages": _messages(request, form),
        "stream": True,
        "max_tokens" if form.takes("max_tokens") else "max_completion_tokens": request.max_tokens,
    }
    if form.takes("temperature"):
        body["temperature"] = request.temperature
    if form.takes("seed"):
        body["seed"] = request.seed & 0x7FFFFFFF  # llama.cpp reads 32 bits
    if form.takes("stream_options"):
        body["stream_options"] = {"include_usage": True}
    answer = _response_format(request, form)
    if answer is not None:
        body["response_format"] = answer
    return body | dict(more or {})


def stepped_down(
    form: RequestForm, request: Request, refusal: "openai.APIStatusError"
) -> RequestForm | None:
    """Return a form to try after a refusal, or None if leaving something out cannot help."""
    if refusal.status_code not in (400, 422):
        return None
    if is_too_long(refusal):
        return None
    complaint = f"{refusal.code} {refusal.param} {refusal.message}"
    for part in _NAMED:
        if form.takes(part) and re.search(rf"\b{part}\b", complaint):
            return form.without(part)
    if request.schema is not None:
        for part in _LADDER:
            if form.takes(part):
                return form.without(part)
    return None


def _messages(request: Request, form: RequestForm) -> list[JSON]:
    messages = list(request.messages)
    if request.schema is not None and not form.takes("json_schema"):
        told = _INSTRUCTION + json.dumps(dict(request.schema), ensure_ascii=False)
        # After the system prompt, so that what comes before stays a stable prefix.
        systems = [i for i, message in enumerate(messages) if message.role == "system"]
        if systems:
            last = messages[systems[-1]]
            messages[systems[-1]] = Message("system", f"{last.text}\n\n{told}")
        else:
            messages.insert(0, Message("system", told))
    return [
        {"role": message.role, "content": clean_surrogates(message.text)} for message in messages
    ]


def _response_format(request: Request, form: RequestForm) -> JSON:
    if request.schema is None:
        return None
    if form.takes("json_schema"):
        return {
            "type": "json_schema",
            "json_schema": {
                "name": request.schema_name,
                "schema": dict(request.schema),
                "strict": form.takes("strict"),
            },
        }
    return {"type": "json_object"} if form.takes("json_object") else None


DEFAULT_BASE_URL = "https://api.openai.com/v1"


class OpenAILanguageModel:
    """Streams chat completions; every wait is limited by the patience of the request.

    Nothing is retried here. Parameters that an endpoint refuses are left out from the first call
    that succeeds without them. `key_from` is the setting or variable that the key comes from.
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
    ) -> None:
        """Connect to an endpoint; `for_lines` are fields that only its server takes.

        They are sent with questions whose answer is spoken.
        """
        self._name = f"{provider}:{model}"
        self._model = model
        self._for_lines = for_lines
        self._form = RequestForm()
        self._key = KeySource(source=key_from, is_given=bool(api_key))
        url = base_url or DEFAULT_BASE_URL
        host = urlsplit(url).hostname or ""
        self._client = openai.AsyncOpenAI(
            api_key=api_key or "none",  # the client requires one; local servers ignore it
            base_url=url,
            max_retries=0,
            timeout=None,  # our limits count content, the client's count bytes
            default_headers={"Accept-Encoding": "identity"},
            http_client=httpx2.AsyncClient(
                timeout=None,
                follow_redirects=True,
                trust_env=not is_loopback(host),  # a proxy must not be used for local servers
                event_hooks={"response": [cap_response]},
            ),
        )

    @property
    def name(self) -> str:
        """`provider:model`."""
        return self._name

    async def close(self) -> None:
        """Close all connections."""
        await self._client.close()

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        """Yield the endpoint's answer, then `Finished`; raises a `ModelFault` for any failure."""
        timer = _Timer(request.patience)
        answer = _Answer(only_reads=request.purpose is Purpose.READ_AHEAD)
        stream = await self._opened(request, timer)
        try:
            while not answer.is_complete:
                fragment = await _next_fragment(stream, timer, answer)
                if fragment:
                    yield fragment
        finally:
            await stream.close()
        usage = answer.usage or estimated_usage(request.messages, answer.text)
        yield Finished(model=self._name, usage=usage, reading_seconds=answer.reading_seconds)

    async def _opened(
        self, request: Request, timer: "_Timer"
    ) -> openai.AsyncStream[ChatCompletionChunk]:
        """Send the request, with fewer parameters each time the endpoint refuses its form."""
        form = self._form
        more = self._for_lines if request.purpose.is_spoken else None
        with translated(lambda: False, self._key):
            while True:
                body = request_arguments(self._model, request, form, more)
                try:
                    async with timer.next_word(has_spoken=False):
                        stream = await self._client.post(
                            "/chat/completions",
                            cast_to=ChatCompletionChunk,
                            body=body,
                            options={"headers": outgoing_headers()},
                            stream=True,
                            stream_cls=openai.AsyncStream[ChatCompletionChunk],
                        )
                except TimeoutError:
                    raise timer.fault(has_spoken=False) from None
                except openai.APIStatusError as refusal:
                    lower = stepped_down(form, request, refusal)
                    if lower is None:
                        raise
                    form = lower
                else:
                    self._form = form
                    return stream


async def _next_fragment(
    stream: openai.AsyncStream[ChatCompletionChunk], timer: "_Timer", answer: "_Answer"
) -> str:
    """Return the next fragment, or an empty one once the answer is complete."""
    try:
        async with timer.next_word(has_spoken=bool(answer.text)):
            with translated(lambda: bool(answer.text)):
                while True:
                    chunk = await anext(stream, None)
                    if chunk is None:
                        return answer.end()
                    fragment = answer.take(chunk)
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

    def fault(self, *, has_spoken: bool) -> ModelTooSlow:
        """Return the fault that names the limit that ran out."""
        if asyncio.get_running_loop().time() >= self._end:
            return ModelTooSlow(f"the answer took longer than {self._patience.total:g} s")
        if has_spoken:
            return ModelTooSlow(f"silent for {self._patience.between_words:g} s in mid-answer")
        return ModelTooSlow(f"no word within {self._patience.first_word:g} s")


class _Answer:
    """The part of an answer that has arrived; with `only_reads`, reaching the limit is no fault."""

    def __init__(self, *, only_reads: bool = False) -> None:
        self._only_reads = only_reads
        self.text = ""
        self.usage: Usage | None = None
        self.reading_seconds: float | None = None
        self.is_complete = False
        self._finish_reason = ""
        self._has_events = False
        self._loops = LoopGuard()
        self._joiner = SurrogateJoiner()

    @property
    def is_finished(self) -> bool:
        """Whether the model reported a regular end of an answer that is not empty."""
        return bool(self._finish_reason) and self._fault() is None

    def take(self, chunk: object) -> str:
        """Process one event and return the text it adds."""
        if not isinstance(chunk, ChatCompletionChunk):
            raise ModelTalkedNonsense("the endpoint sent an event that is no completion chunk")
        self._has_events = True
        self._count(chunk)
        choices = chunk.choices or ()  # null happens on the wire
        if not isinstance(choices, list) or not choices:
            return ""
        reason = getattr(choices[0], "finish_reason", None)
        if isinstance(reason, str):
            self._finish_reason = reason
        content = getattr(getattr(choices[0], "delta", None), "content", None)
        return self._add(self._joiner.feed(content)) if isinstance(content, str) else ""

    def end(self) -> str:
        """Record the end; raises unless the answer is complete. Returns a pending character."""
        fault = self._fault()
        if fault is not None:
            raise fault
        self.is_complete = True
        return self._add(self._joiner.flush())

    def _add(self, fragment: str) -> str:
        if self._loops.is_looping(fragment):
            raise ModelTalkedNonsense("the model goes round in circles")
        self.text += fragment
        return fragment

    def _count(self, chunk: ChatCompletionChunk) -> None:
        """Read the usage, and llama.cpp's `timings` of the prompt and its cache."""
        timings = getattr(chunk, "timings", None)
        timings = timings if isinstance(timings, dict) else {}
        milliseconds = timings.get("prompt_ms")
        if isinstance(milliseconds, int | float) and milliseconds > 0:
            self.reading_seconds = milliseconds / 1000
        cached = timings.get("cache_n")
        usage = chunk.usage
        if usage is not None:
            prompt, completion = usage.prompt_tokens, usage.completion_tokens
            details = getattr(usage.prompt_tokens_details, "cached_tokens", None)
            cached = details if isinstance(details, int) else cached
            if isinstance(prompt, int) and isinstance(completion, int):
                self.usage = Usage(prompt_tokens=prompt, completion_tokens=completion)
        if self.usage is not None and isinstance(cached, int) and cached > 0:
            whole = self.usage.prompt_tokens
            self.usage = replace(self.usage, cached_tokens=min(cached, whole))

    def _fault(self) -> ModelFault | None:
        if not self._has_events:
            return ModelTalkedNonsense("the endpoint sent no event; does base_url end in /v1?")
        match self._finish_reason:
            case "":
                return ModelTruncated("the answer ended without a finish reason")
            case "length" | "stop" if self._only_reads:
                return None
            case "length":
                return ModelTruncated("the answer hit its token limit")
            case "content_filter":
                return ModelTalkedNonsense("the endpoint's content filter withheld the answer")
            case _:
                return None if self.text.strip() else ModelTruncated("the answer is empty")
