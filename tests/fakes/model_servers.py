"""Model servers of several kinds, with context size, token counts and prompt caching."""

import asyncio
import json
import math
import re
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from tests.fakes.model_endpoints import EndpointCall, EndpointLog, serve_calls

_S = TypeVar("_S", bound="ModelServer")
Kind = Literal["llama.cpp", "Ollama", "LM Studio", "vLLM", "plain"]
NAME = "tale-spinner"
SAID = "Aye, the ferry runs at dusk."
_LETTERS_PER_TOKEN = 4.4


@dataclass
class ModelServer(EndpointLog):
    """Counts tokens at 4.4 letters each and answers any prompt with `SAID`.

    `context` is what it can hold, `claimed` what it says it holds (None says the truth). What is
    longer Ollama and a plain server cut without a word; the others refuse it, by `silent` none do.
    `is_loaded` is whether the model was asked before, `weights` what it says that its model has.
    `cached` is the share of each prompt that it says it had cached.
    It repeats the mark of a question for one where `repeats_marks`. `counts` returns what it tells
    of a prompt, and of the tokens that it has read of it. `asked` are the paths of all
    requests.
    """

    kind: Kind = "plain"
    context: int = 8192
    claimed: int | None = None
    is_loaded: bool = True
    weights: int = 0
    num_ctx: int | None = None
    silent: bool = False
    is_up: bool = True
    cached: float = 0.0
    delay: float = 0.0
    repeats_marks: bool = True
    counts: Callable[[str, int], int] = lambda _, counted: counted
    asked: list[str] = field(default_factory=list)
    counted: list[int] = field(default_factory=list)

    @property
    def prompts(self) -> list[str]:
        """The prompts of all turns, in order, whole."""
        return [_prompt(body) for body in self.bodies if "schema" in json.dumps(body)]

    @property
    def questions(self) -> list[str]:
        """The names of the schemas of all questions, in order: `reply`, `ratings` and so on."""
        forms = [body.get("response_format") for body in self.bodies]
        return [form["json_schema"]["name"] for form in forms if isinstance(form, dict)]

    async def get(self, path: str) -> object:
        """Return what the native API of this kind of server tells, None for nothing there."""
        tokens = self.context if self.claimed is None else self.claimed
        match self.kind, path.partition("?")[0]:
            case "llama.cpp", "/props":
                return {"default_generation_settings": {"n_ctx": tokens}, "total_slots": 1}
            case "Ollama", "/api/ps":
                loaded = {"name": f"{NAME}:latest", "model": f"{NAME}:latest"}
                loaded_now = [{**loaded, "context_length": tokens}] if self.is_loaded else []
                return {"models": loaded_now}
            case "Ollama", "/api/show":
                lines = 'stop    "<|im_end|>"\n'
                lines += f"num_ctx    {self.num_ctx}\n" if self.num_ctx else ""
                return {
                    "parameters": lines,
                    "model_info": {"qwen2.context_length": 32768},
                    "details": {"parameter_size": f"{self.weights / 1e6:.2f}M"},
                }
            case "LM Studio", "/api/v0/models":
                entry = {"id": NAME, "state": "not-loaded", "max_context_length": 131072}
                if self.is_loaded:
                    entry |= {"state": "loaded", "loaded_context_length": tokens}
                return {"object": "list", "data": [{"id": "other", "state": "loaded"}, entry]}
            case "vLLM", "/v1/models":
                return {"object": "list", "data": [{"id": NAME, "max_model_len": tokens}]}
            case "llama.cpp", "/v1/models":
                return {"data": [{"id": "a-file.gguf", "meta": {"n_params": self.weights}}]}
            case _, "/v1/models":
                return {"object": "list", "data": [{"id": NAME, "object": "model"}]}
            case _:
                return None

    async def complete(self, call: EndpointCall) -> None:
        """Answer a chat completion."""
        self.is_loaded = True
        prompt = _prompt(call.body)
        sent = round(len(prompt) / _LETTERS_PER_TOKEN)
        written = int(str(call.body.get("max_tokens", 16)))
        cuts = self.silent or self.kind in ("Ollama", "plain")
        if not cuts and sent + written > self.context:
            self.counted.append(0)
            await call.refuse("400 Bad Request", self._refusal(sent, written))
            return
        counted = sent
        if sent > self.context:
            counted = self.context // 2 + 2 if self.kind == "Ollama" else self.context
        self.counted.append(counted)
        await asyncio.sleep(self.delay * counted)
        await call.head()
        mark = found_mark(prompt, counted / max(sent, 1)) if self.repeats_marks else ""
        await call.words(mark or answer_to(call.body))
        await call.finish()
        told = self.counts(prompt, counted)
        usage: dict[str, object] = {"prompt_tokens": told, "completion_tokens": 12}
        if self.cached:
            usage["prompt_tokens_details"] = {"cached_tokens": round(counted * self.cached)}
        await call.event({**_CHUNK, "choices": [], "usage": usage})
        await call.done()

    def _refusal(self, sent: int, written: int) -> dict[str, object]:
        if self.kind == "llama.cpp":
            return {
                "code": 400,
                "type": "exceed_context_size_error",
                "message": "the request exceeds the available context size",
                "n_prompt_tokens": sent,
                "n_ctx": self.context,
            }
        if self.kind == "vLLM":
            said = (
                f"This model's maximum context length is {self.context} tokens. However, you "
                f"requested {sent + written} tokens ({sent} in the messages, {written} in the "
                "completion)."
            )
            return {"object": "error", "message": said, "code": 400}
        return {"message": "the prompt does not fit into the context window"}


_CHUNK: dict[str, object] = {
    "id": "c",
    "object": "chat.completion.chunk",
    "created": 0,
    "model": NAME,
}


def _prompt(body: dict[str, object]) -> str:
    messages = body.get("messages")
    return "\n".join(str(one["content"]) for one in messages) if isinstance(messages, list) else ""


def found_mark(prompt: str, share: float) -> str:
    """Return the mark of a question for one, if it is in the share of the prompt that was read.

    Empty for any other question; a model that has lost the mark says something else.
    """
    if "What is the secret number?" not in prompt:
        return ""
    read = prompt[len(prompt) - math.ceil(len(prompt) * share) :]
    mark = re.search(r"The secret number is (\S+)\.", read)
    return mark[1] if mark else "There is none."


def answer_to(body: dict[str, object]) -> str:
    """Return what a model answers to a request, in the form that it asks for."""
    if "schema" not in json.dumps(body.get("response_format")):
        return "wind"
    if "ratings" in json.dumps(body["response_format"]):
        return '{"ratings": [5]}'
    if '"answer"' in json.dumps(body["response_format"]):
        return '{"answer": "yes"}'
    feeling = {"label": "joy", "valence": 0.5, "arousal": 0.5}
    spoken = {"feeling": "joy", "say": SAID, "emotion": feeling, "intents": [], "importance": 3}
    return json.dumps(spoken)


@asynccontextmanager
async def serve_model(kind: Kind, **more: object) -> AsyncGenerator[ModelServer, None]:
    """Serve on a free port until the block is left."""
    async with serve_model_server(ModelServer(kind=kind, **more)) as llm:  # type: ignore[arg-type]
        yield llm


@asynccontextmanager
async def serve_model_server(llm: _S) -> AsyncGenerator[_S, None]:
    """Serve a model server of any kind on a free port until the block is left."""

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        return llm.is_up and await _serve(llm, reader, writer)

    async with serve_calls(llm, handle):
        try:
            yield llm
        finally:
            llm.is_up = False


async def _serve(
    llm: ModelServer, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> bool:
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    method, path, _ = head.split(" ", 2)
    lengths = [line for line in head.lower().splitlines() if line.startswith("content-length")]
    length = int(lengths[0].partition(":")[2]) if lengths else 0
    body = json.loads(await reader.readexactly(length)) if length else {}
    llm.asked.append(path)
    if path == "/v1/chat/completions":
        llm.headers.append(head)
        llm.bodies.append(body)
        await llm.complete(EndpointCall(llm, body, reader, writer))
        return True
    found = await llm.get(path)
    is_there = found is not None and (method == "POST") == (path == "/api/show")
    answer = json.dumps(found if is_there else {"error": "no such thing"}).encode()
    status = "200 OK" if is_there else "404 Not Found"
    writer.write(
        f"HTTP/1.0 {status}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(answer)}\r\n\r\n".encode()
        + answer
    )
    await writer.drain()
    return False


BATCH = 64
"""Tokens that are read before the server looks whether anybody still waits."""
_LETTERS = 4


@dataclass(kw_only=True)
class PromptRead:
    """What the server did with one prompt, in tokens; `is_dropped` once its client hung up."""

    prompt: int
    cached: int
    limit: int
    read: int = 0
    is_answered: bool = False
    is_dropped: bool = False

    @property
    def is_ahead(self) -> bool:
        """Whether only the reading was asked for."""
        return self.limit == 1


@dataclass
class PromptReadingServer(ModelServer):
    """Keeps the prompt it read last; the next one begins behind what both have in common.

    It reads while `may_read` is set, else as many batches as `batches` says. Calls wait for its one
    slot, or are refused while another has it where `is_jealous`. `reads` has all of them but the
    questions of a start.
    """

    is_jealous: bool = False
    batches: int = 0
    may_read: asyncio.Event = field(default_factory=asyncio.Event)
    reads: list[PromptRead] = field(default_factory=list)
    refused: int = 0
    cache: str = ""
    slot: asyncio.Lock = field(default_factory=asyncio.Lock)

    def empty(self) -> None:
        """Forget what was read, as a restart does."""
        self.cache = ""

    async def complete(self, call: EndpointCall) -> None:
        """Read the prompt, then answer."""
        if self.is_jealous and self.slot.locked():
            self.refused += 1
            await call.refuse("503 Service Unavailable", {"message": "the slot is taken"})
            return
        async with self.slot:
            await self._take(call)

    async def _take(self, call: EndpointCall) -> None:
        text = prompt_of(call.body)
        common = next(
            (
                at
                for at, (one, other) in enumerate(zip(text, self.cache, strict=False))
                if one != other
            ),
            min(len(text), len(self.cache)),
        )
        limit = call.body.get("max_tokens")
        one = PromptRead(
            prompt=len(text) // _LETTERS,
            cached=common // _LETTERS,
            limit=limit if isinstance(limit, int) else 0,
        )
        is_probe = "Answer with the one word yes." in text
        if not is_probe:
            self.reads.append(one)
            self.changed.set()
        hung_up = asyncio.ensure_future(call.reader.read(1))
        try:
            while one.cached + one.read < one.prompt and not is_probe:
                if not await self._may_go_on(hung_up):
                    one.is_dropped = True
                    return
                one.read = min(one.read + BATCH, one.prompt - one.cached)
                self.cache = text[: (one.cached + one.read) * _LETTERS]
                self.changed.set()
            if hung_up.done():
                one.is_dropped = True
                return
        finally:
            hung_up.cancel()
            await asyncio.wait((hung_up,))
            self.changed.set()
        await self._answer(call, one)

    async def _may_go_on(self, hung_up: "asyncio.Future[bytes]") -> bool:
        """Wait until the next batch may be read; return whether anybody still waits for it."""
        while not hung_up.done():
            if self.may_read.is_set() or self.batches > 0:
                self.batches -= not self.may_read.is_set()
                return True
            opened = asyncio.ensure_future(self.may_read.wait())
            await asyncio.wait((opened, hung_up), return_when=asyncio.FIRST_COMPLETED)
            opened.cancel()
        return False

    async def _answer(self, call: EndpointCall, one: PromptRead) -> None:
        await call.head()
        await call.words(answer_to(call.body))
        await call.finish("length" if one.is_ahead else "stop")
        usage: dict[str, object] = {"prompt_tokens": one.prompt, "completion_tokens": 1}
        usage["prompt_tokens_details"] = {"cached_tokens": one.cached}
        chunk = {"id": "c", "object": "chat.completion.chunk", "created": 0, "model": NAME}
        await call.event({**chunk, "choices": [], "usage": usage})
        await call.done()
        one.is_answered = True
        self.changed.set()


def prompt_of(body: dict[str, object]) -> str:
    """Return a prompt as one text, in the order in which it is read."""
    messages = body.get("messages")
    assert isinstance(messages, list)
    return "".join(f"{one['role']}\n{one['content']}" for one in messages)


@asynccontextmanager
async def serve_prompt_reading(
    *, reads: bool = True, is_jealous: bool = False
) -> AsyncGenerator[PromptReadingServer, None]:
    """Serve until the block is left; with `reads` it may read from the start."""
    async with serve_model_server(
        PromptReadingServer(kind="llama.cpp", is_jealous=is_jealous)
    ) as llm:
        if reads:
            llm.may_read.set()
        yield llm
