"""Any endpoint of the OpenAI chat protocol: OpenAI, Ollama, vLLM, llama.cpp, LM Studio."""

import asyncio
import ipaddress
from collections.abc import AsyncGenerator, Mapping
from dataclasses import replace
from urllib.parse import urlsplit

import httpx2
import openai
from openai.types.chat import ChatCompletionChunk

from npcserver.adapters.llm import openai_form
from npcserver.adapters.llm.byte_caps import cap
from npcserver.adapters.llm.loops import LoopGuard
from npcserver.adapters.llm.openai_faults import Key, translated
from npcserver.adapters.llm.surrogates import SurrogateJoiner
from npcserver.adapters.llm.tokens import estimated_usage
from npcserver.model.errors import ModelFault, ModelTalkedNonsense, ModelTooSlow, ModelTruncated
from npcserver.model.purpose import Purpose
from npcserver.model.turn import Usage
from npcserver.ports.language_model import JSON, Finished, Patience, Request

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
        self._form = openai_form.Form()
        self._key = Key(source=key_from, is_given=bool(api_key))
        url = base_url or DEFAULT_BASE_URL
        self._client = openai.AsyncOpenAI(
            api_key=api_key or "none",  # the client requires one; local servers ignore it
            base_url=url,
            max_retries=0,
            timeout=None,  # our limits count content, the client's count bytes
            default_headers={"Accept-Encoding": "identity"},
            http_client=httpx2.AsyncClient(
                timeout=None,
                follow_redirects=True,
                trust_env=not _is_loopback(url),  # a proxy must not be used for local servers
                event_hooks={"response": [cap]},
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
                body = openai_form.arguments(self._model, request, form, more)
                try:
                    async with timer.next_word(has_spoken=False):
                        stream = await self._client.post(
                            "/chat/completions",
                            cast_to=ChatCompletionChunk,
                            body=body,
                            stream=True,
                            stream_cls=openai.AsyncStream[ChatCompletionChunk],
                        )
                except TimeoutError:
                    raise timer.fault(has_spoken=False) from None
                except openai.APIStatusError as refusal:
                    lower = openai_form.stepped_down(form, request, refusal)
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

    def __init__(self, patience: Patience) -> None:
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


def _is_loopback(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
