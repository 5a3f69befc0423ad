"""Oddities of model servers and proxies: what each sends, and what a player gets all the same.

Each row says in general words where it is known from. The endpoint is a real one over HTTP; a turn
and a thought are asked of it as the server asks them.
"""

import itertools
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import cast

SAID = "The tide is out, and the lamp is lit."
REPLY = {
    "feeling": "joy",
    "say": SAID,
    "intents": [{"name": "nod", "arguments": {}}],
    "importance": 5,
}
RATINGS = {"ratings": [3, 4]}


class Expected(StrEnum):
    """What a player gets."""

    LINE = "line"  # what the model says, with its action
    WORDS = "words"  # what the model says; an action was not understood
    PART = "part"  # whole sentences that had come before the fault
    LADDER = "ladder line"  # another speaker's line


Body = Mapping[str, object]
Refusal = tuple[int, object]


def chunk(delta: object, reason: object = None, **more: object) -> dict[str, object]:
    """Return an event as OpenAI's interface defines it."""
    choice = {"index": 0, "delta": delta, "finish_reason": reason}
    return {"id": "c", "object": "chat.completion.chunk", "choices": [choice], **more}


def data(event: object) -> bytes:
    """Return an event of a stream."""
    text = event if isinstance(event, str) else json.dumps(event)
    return f"data: {text}\n\n".encode()


DONE = data("[DONE]")
STOP = data(chunk({}, "stop"))


def words(text: str, size: int = 24) -> list[dict[str, object]]:
    """Return the deltas of a text."""
    return [{"content": text[at : at + size]} for at in range(0, len(text), size)]


def sent(text: str) -> Iterator[bytes]:
    """Yield a stream without oddities."""
    yield from (data(chunk(delta)) for delta in words(text))
    yield STOP
    yield DONE


def whole(text: str, **more: object) -> dict[str, object]:
    """Return a completion that is no stream."""
    choice = {"index": 0, "message": {"role": "assistant", "content": text}}
    return {"object": "chat.completion", "choices": [{**choice, "finish_reason": "stop"}], **more}


@dataclass(frozen=True, slots=True, kw_only=True)
class Oddity:
    """One row: what is odd, where it is known from, what is sent, and what a player gets."""

    name: str
    seen: str
    expected: Expected = Expected.LINE
    body: Callable[[str], Iterator[bytes]] = sent
    says: Callable[[str], str] = str
    kind: str = "text/event-stream"
    refuses: Callable[[Body, int], Refusal | None] = lambda _, __: None
    breaks_off: bool = False
    thinks: bool | None = None
    """Whether a thought gets its answer; None for as the line does."""


ROWS: list[Oddity] = []


def row(name: str, seen: str, **more: object) -> None:
    """Add a row."""
    ROWS.append(Oddity(name=name, seen=seen, **more))  # type: ignore[arg-type]


def around(
    before: bytes = b"", each: bytes = b"", end: bytes = STOP + DONE
) -> Callable[[str], Iterator[bytes]]:
    """Return a stream with bytes before it and before each event."""

    def body(text: str) -> Iterator[bytes]:
        yield before
        for delta in words(text):
            yield each + data(chunk(delta))
        yield end

    return body


def odd(*events: object, last: bool = False) -> Callable[[str], Iterator[bytes]]:
    """Return a stream with odd events before the others, or after them."""
    pieces = b"".join(map(data, events))
    return around(end=pieces + STOP + DONE) if last else around(before=pieces)


# --- frames that carry nothing, and other ways to frame

for name, piece in {
    "comment": b": OPENROUTER PROCESSING\n\n",
    "comment without a blank": b":keep-alive\n\n",
    "empty comment": b":\n\n",
    "retry alone": b"retry: 3000\n\n",
    "id alone": b"id: 7\n\n",
    "event name alone": b"event: ping\n\n",
    "data that is empty": b"data:\n\n",
    "data that is a blank": b"data: \n\n",
    "data that is null": b"data: null\n\n",
    "data that is an empty object": b"data: {}\n\n",
    "data that is an empty list": b"data: []\n\n",
    "data that is a number": b"data: 5\n\n",
    "data that is a word": b"data: ping\n\n",
    "data that is a quoted word": b'data: "keep-alive"\n\n',
    "data that is a time": b"data: 2026-01-01T00:00:00Z\n\n",
    "a typed ping": b'event: ping\ndata: {"type": "ping"}\n\n',
    "a field nobody knows": b"x-queue: 3\n\n",
    "many blank lines": b"\n\n\n\n",
}.items():
    row(f"{name}, before", "gateways and proxies that keep connections open", body=around(piece))
    row(f"{name}, between", "gateways under load", body=around(each=piece))


def lines_end_in(end: bytes) -> Callable[[str], Iterator[bytes]]:
    return lambda text: (piece.replace(b"\n", end) for piece in sent(text))


def tiny(text: str) -> Iterator[bytes]:
    stream = b"".join(sent(text))
    yield from (stream[at : at + 7] for at in range(0, len(stream), 7))


def single_newlines(text: str) -> Iterator[bytes]:
    yield from (piece.replace(b"\n\n", b"\n") for piece in sent(text))


def in_two_lines(text: str) -> Iterator[bytes]:
    for delta in words(text):
        lines = json.dumps(chunk(delta), indent=1).splitlines()
        yield "".join(f"data: {line}\n" for line in lines).encode() + b"\n"
    yield STOP + DONE


def named_events(text: str) -> Iterator[bytes]:
    for number, delta in enumerate(words(text)):
        yield f"event: completion.chunk\nid: {number}\ndata:{json.dumps(chunk(delta))}\n\n".encode()
    yield STOP + DONE


def json_lines(text: str) -> Iterator[bytes]:
    for delta in words(text):
        yield (
            json.dumps({"message": {"role": "assistant", **delta}, "done": False}).encode() + b"\n"
        )
    yield b'{"message": {"content": ""}, "done": true, "done_reason": "stop", "eval_count": 9}\n'


row(
    "status of a queue",
    "gateways that queue",
    body=odd(
        {"type": "status", "message": "You are number 3."},
        {"type": "queue", "text": "Waiting for a worker."},
        {"object": "status", "content": "Working."},
    ),
)
row("mark of the byte order", "servers on Windows", body=around(b"\xef\xbb\xbf"))
row("CRLF", "servers on Windows, cloud gateways", body=lines_end_in(b"\r\n"))
row("CR", "old proxies", body=lines_end_in(b"\r"))
row("events in pieces of seven bytes", "slow networks", body=tiny)
row("no blank lines between events", "proxies that rewrite lines", body=single_newlines)
row("JSON over several data lines", "servers that indent", body=in_two_lines)
row("names, ids and no blank behind data", "servers of their own making", body=named_events)
row(
    "JSON lines",
    "Ollama's own interface behind a proxy",
    body=json_lines,
    kind="application/x-ndjson",
)
row("stream as plain text", "hand-written servers", kind="text/plain")
row(
    "one JSON document",
    "servers that ignore `stream`",
    kind="application/json",
    body=lambda text: iter([json.dumps(whole(text)).encode()]),
)
row(
    "one indented JSON document",
    "servers that ignore `stream`",
    kind="application/json",
    body=lambda text: iter([json.dumps(whole(text), indent=2).encode()]),
)
row(
    "one JSON document as an event",
    "proxies that fake a stream",
    body=lambda text: iter([data(whole(text)), DONE]),
)
row(
    "a list of all events",
    "Gemini's own interface without events",
    kind="application/json",
    body=lambda text: iter(
        [json.dumps([*map(chunk, words(text)), chunk({}, "stop")], indent=1).encode()]
    ),
)
row(
    "`data:` twice",
    "proxies behind proxies",
    body=lambda text: (piece.replace(b"data: ", b"data: data: ") for piece in sent(text)),
)
row(
    "events without anything between",
    "proxies that lose line breaks",
    body=lambda text: iter(
        [b"".join(json.dumps(chunk(d)).encode() for d in words(text)) + b"\n", STOP]
    ),
)
row(
    "a JSON text sequence",
    "servers that keep to the RFC",
    kind="application/json-seq",
    body=lambda text: (
        b"\x1e" + json.dumps(one).encode() + b"\n"
        for one in (*map(chunk, words(text)), chunk({}, "stop"))
    ),
)
row(
    "a document in an envelope",
    "clouds that report success",
    kind="application/json",
    body=lambda text: iter([json.dumps({"success": True, "result": whole(text)}).encode()]),
)
row("[DONE] without data", "hand-written servers", body=around(end=STOP + b"[DONE]\n\n"))
row("[done]", "hand-written servers", body=around(end=STOP + data("[done]")))
row("text behind [DONE]", "LiteLLM's logs in a stream", body=around(end=STOP + DONE + data("bye")))

# --- content in other shapes


def shaped(shape: Callable[[str], object]) -> Callable[[str], Iterator[bytes]]:
    """Return a stream whose events are made of each piece of text."""

    def body(text: str) -> Iterator[bytes]:
        yield from (data(shape(delta["content"])) for delta in words(text))  # type: ignore[arg-type]
        yield STOP + DONE

    return body


def choice(**members: object) -> dict[str, object]:
    return {"choices": [{"index": 0, **members}]}


SHAPES: dict[str, tuple[str, Callable[[str], object]]] = {
    "message for delta": ("early vLLM and small servers", lambda t: choice(message={"content": t})),
    "text of old completions": ("KoboldCpp, text-generation servers", lambda t: choice(text=t)),
    "list of parts": (
        "Mistral",
        lambda t: choice(delta={"content": [{"type": "text", "text": t}]}),
    ),
    "list of strings": ("proxies", lambda t: choice(delta={"content": [t]})),
    "one part": (
        "multimodal servers",
        lambda t: choice(delta={"content": {"type": "text", "text": t}}),
    ),
    "part without a type": ("proxies", lambda t: choice(delta={"content": {"text": t}})),
    "delta that is a string": ("hand-written servers", lambda t: choice(delta=t)),
    "choices as an object": (
        "hand-written servers",
        lambda t: {"choices": {"0": {"delta": {"content": t}}}},
    ),
    "content beside the choices": (
        "llama.cpp's own interface",
        lambda t: {"content": t, "stop": False},
    ),
    "a token": ("KoboldCpp's own interface", lambda t: {"token": t}),
    "response": ("Ollama's generate", lambda t: {"response": t, "done": False}),
    "text deltas with a type": (
        "Anthropic's own interface",
        lambda t: {"type": "content_block_delta", "delta": {"type": "text_delta", "text": t}},
    ),
    "candidates with parts": (
        "Gemini's own interface",
        lambda t: {"candidates": [{"content": {"parts": [{"text": t}]}}]},
    ),
    "no index, no id": ("small servers", lambda t: {"choices": [{"delta": {"content": t}}]}),
    "index as a string": (
        "small servers",
        lambda t: {"choices": [{"index": "0", "delta": {"content": t}}]},
    ),
    "ids that are lists": (
        "fuzzers",
        lambda t: {**chunk({"content": t}), "id": [], "created": "x", "model": 5},
    ),
    "empty tool calls beside": (
        "SGLang",
        lambda t: choice(delta={"content": t, "tool_calls": [], "function_call": None}),
    ),
    "finish reason that is empty": (
        "SGLang",
        lambda t: choice(delta={"content": t}, finish_reason=""),
    ),
    "logprobs and more": (
        "vLLM",
        lambda t: choice(
            delta={"content": t}, logprobs={"content": [{"token": t}]}, matched_stop=None
        ),
    ),
    "error that is null": ("gateways", lambda t: {**chunk({"content": t}), "error": None}),
    "error that is empty": ("gateways", lambda t: {**chunk({"content": t}), "error": ""}),
    "error without a word": (
        "gateways",
        lambda t: {**chunk({"content": t}), "error": {"message": None, "code": None}},
    ),
    "a second choice beside": (
        "servers with n = 2",
        lambda t: {
            "choices": [
                {"index": 0, "delta": {"content": t}},
                {"index": 1, "delta": {"content": "No."}},
            ]
        },
    ),
}
for name, (seen, shape) in SHAPES.items():
    row(name, seen, body=shaped(shape))


def cumulative(text: str) -> Iterator[bytes]:
    ends = itertools.accumulate(len(str(delta["content"])) for delta in words(text))
    yield from (data(chunk({"content": text[:end]})) for end in ends)
    yield STOP + DONE


def as_tool(text: str) -> Iterator[bytes]:
    for delta in words(text):
        call = {"index": 0, "function": {"name": "json", "arguments": delta["content"]}}
        yield data(chunk({"content": None, "tool_calls": [call]}))
    yield data(chunk({}, "tool_calls")) + DONE


def all_again(text: str) -> Iterator[bytes]:
    yield from (data(chunk(delta)) for delta in words(text))
    yield data({"choices": [{"index": 0, "message": {"content": text}, "finish_reason": "stop"}]})
    yield DONE


row("the whole text with each event", "proxies of chat pages", body=cumulative)
row("the whole text again at the end", "proxies that add a message", body=all_again)
row("the answer as arguments of a tool", "LiteLLM for models without schemas", body=as_tool)
row(
    "content that is an object",
    "servers that parse the answer themselves",
    body=lambda text: iter([data(choice(delta={"content": json.loads(text)})), STOP, DONE]),
)
row(
    "last words beside the end",
    "Mistral",
    body=lambda text: iter(
        [data(chunk({"content": text[:30]})), data(chunk({"content": text[30:]}, "stop")), DONE]
    ),
)
row("NUL in the text", "broken tokenizers", says=lambda text: text.replace("lit.", "lit.\\u0000 "))
row(
    "role events first",
    "OpenAI, Azure",
    body=odd(
        {"choices": [], "prompt_filter_results": [{}]},
        chunk({"role": "assistant", "content": None}),
    ),
)

# --- usage in any shape, and odd values elsewhere

USAGES: dict[str, object] = {
    "null": None,
    "a list": [],
    "text": "",
    "a number": 5,
    "true": True,
    "an empty object": {},
    "of nulls": {"prompt_tokens": None, "completion_tokens": None},
    "of text": {"prompt_tokens": "150", "completion_tokens": "12"},
    "of floats": {"prompt_tokens": 150.0, "completion_tokens": 1e400},
    "negative": {"prompt_tokens": -1, "completion_tokens": -5},
    "beyond 64 bits": {"prompt_tokens": 10**30, "completion_tokens": 10**30},
    "beyond 31 bits": {"prompt_tokens": 2**31, "completion_tokens": 2**31},
    "with details of null": {
        "prompt_tokens": 9,
        "completion_tokens": 9,
        "prompt_tokens_details": None,
    },
    "with negative cache": {
        "prompt_tokens": 9,
        "completion_tokens": 9,
        "prompt_tokens_details": {"cached_tokens": -3},
    },
    "by other names": {"input_tokens": 9, "output_tokens": 9},
}
for name, usage in USAGES.items():
    row(
        f"usage {name}",
        "proxies and small servers",
        body=odd({**chunk({}), "usage": usage}, last=True),
    )
row(
    "timings that are odd",
    "forks of llama.cpp",
    body=odd(
        {**chunk({}), "timings": {"prompt_ms": 10**400, "cache_n": "x"}},
        {**chunk({}), "timings": [1]},
    ),
)
for name, event in {
    "choices null": {"choices": None},
    "choice that is a number": {"choices": [5]},
    "choice that is null": {"choices": [None]},
    "delta null": choice(delta=None),
    "delta that is a list": choice(delta=[1]),
    "content true": choice(delta={"content": True}),
    "content a list of nulls": choice(delta={"content": [None]}),
    "a list of events": [chunk({}), 5],
    "deep nesting": {"choices": [], "x": [[[[[[[[1]]]]]]]]},
}.items():
    row(name, "servers of their own making", body=odd(event))

# --- ends

for reason in (
    "STOP",
    "eos",
    "eos_token",
    "end_turn",
    "stop_sequence",
    "COMPLETE",
    "tool_calls",
    "unknown",
):
    row(
        f"finish reason {reason}",
        "Gemini, Anthropic, TGI, Cohere behind proxies",
        body=around(end=data(chunk({}, reason)) + DONE),
    )
row("finish reason that is a number", "small servers", body=around(end=data(chunk({}, 1)) + DONE))
row("no finish reason", "proxies of Gemini", body=around(end=DONE))
row("no [DONE]", "small servers", body=around(end=STOP))
row("neither", "servers that close the connection", body=around(end=b""))
row(
    "broken off behind a whole answer",
    "proxies with a short limit",
    body=around(end=b""),
    breaks_off=True,
)
row(
    "limit reached with a whole answer",
    "models that go on with blanks",
    body=around(end=data(chunk({}, "length")) + DONE),
)
row(
    "broken off in the middle",
    "crashes",
    expected=Expected.PART,
    body=lambda text: iter([data(chunk({"content": text[:-30]}))]),
    breaks_off=True,
    thinks=False,
)
row(
    "limit reached in the middle",
    "small limits",
    expected=Expected.PART,
    thinks=False,
    body=lambda text: iter(
        [data(chunk({"content": text[:-30]})), data(chunk({}, "MAX_TOKENS")), DONE]
    ),
)
row(
    "blanks without end",
    "grammars without an end",
    body=around(
        end=b"".join(data(chunk({"content": " \n" * 20})) for _ in range(40)) + STOP + DONE
    ),
)
row(
    "filter at the end",
    "Azure",
    expected=Expected.PART,
    body=around(end=data(chunk({}, "content_filter")) + DONE),
    thinks=True,
)
row(
    "filter instead of an answer",
    "Gemini",
    expected=Expected.LADDER,
    thinks=False,
    body=lambda _: iter([data(chunk({}, "SAFETY")), DONE]),
)
row(
    "an empty answer",
    "reasoning models",
    expected=Expected.LADDER,
    thinks=False,
    body=lambda _: iter([STOP, DONE]),
)
row(
    "no events at all",
    "wrong addresses",
    expected=Expected.LADDER,
    thinks=False,
    body=lambda _: iter([b""]),
)
row(
    "a page of HTML",
    "captive portals",
    expected=Expected.LADDER,
    thinks=False,
    kind="text/html",
    body=lambda _: iter([b"<html>\n\n<p>Log in</p>\n</html>"]),
)
row(
    "the model's refusal as a field",
    "OpenAI",
    expected=Expected.LADDER,
    thinks=False,
    body=lambda _: iter([data(chunk({"refusal": "I'm sorry."})), STOP, DONE]),
)

# --- errors within a stream

for name, error in {
    "an object": {"error": {"message": "the model has crashed", "code": 500}},
    "a text": {"error": "the model has crashed"},
    "of vLLM": {"object": "error", "message": "engine died", "code": 500},
    "of Anthropic": {
        "type": "error",
        "error": {"type": "overloaded_error", "message": "Overloaded"},
    },
    "with a status alone": {"detail": "boom", "status": 500},
}.items():
    row(
        f"error {name}, first",
        "LM Studio, vLLM, OpenRouter",
        expected=Expected.LADDER,
        thinks=False,
        body=lambda _, e=error: iter([data(e), DONE]),
    )
row(
    "error in the middle",
    "OpenRouter",
    expected=Expected.PART,
    thinks=False,
    body=lambda text: iter(
        [
            data(chunk({"content": text[:-30]})),
            data({"error": {"code": 502, "message": "Provider disconnected"}}),
        ]
    ),
)
row(
    "error for the schema in a stream",
    "LM Studio",
    body=sent,
    refuses=lambda body, _: (
        (200, {"error": {"message": "failed to parse grammar"}})
        if asks(body, "json_schema")
        else None
    ),
)

# --- refusals


def asks(body: Body, kind: str = "") -> bool:
    form = body.get("response_format")
    return isinstance(form, dict) and (not kind or form.get("type") == kind)


def has_bounds(value: object, least: int) -> bool:
    if isinstance(value, dict):
        return any(
            (name in ("maxLength", "maxItems") and isinstance(one, int) and one >= least)
            or has_bounds(one, least)
            for name, one in value.items()
        )
    return isinstance(value, list) and any(has_bounds(one, least) for one in value)


def roles(body: Body) -> list[str]:
    messages = body["messages"]
    assert isinstance(messages, list)
    return [message["role"] for message in messages]


def refusal(text: object, status: int = 400, **more: object) -> Refusal:
    return status, {"error": {"message": text, **more}}


REFUSALS: dict[str, tuple[str, Callable[[Body, int], Refusal | None]]] = {
    "schemas, by name": (
        "older llama.cpp",
        lambda b, _: refusal("json_schema is unknown") if asks(b, "json_schema") else None,
    ),
    "schemas, as a bare text": (
        "LM Studio",
        lambda b, _: (400, {"error": "'response_format.type' must be 'text'"}) if asks(b) else None,
    ),
    "JSON mode as well": (
        "LM Studio",
        lambda b, _: (
            refusal("'response_format.type' must be 'json_schema' or 'text'") if asks(b) else None
        ),
    ),
    "schemas, with 500": (
        "Ollama with vision models",
        lambda b, _: (
            refusal("failed to load model vocabulary required for format", 500) if asks(b) else None
        ),
    ),
    "schemas, with 500 and no word": ("small servers", lambda b, _: (500, {}) if asks(b) else None),
    "schemas, with 404": (
        "OpenRouter",
        lambda b, _: (
            refusal("No endpoints found that support the requested parameters.", 404)
            if asks(b)
            else None
        ),
    ),
    "schemas, with 501": (
        "TGI",
        lambda b, _: refusal("Grammar support is disabled", 501) if asks(b) else None,
    ),
    "schemas, without a word": (
        "small servers",
        lambda b, _: (400, "Bad Request") if asks(b) else None,
    ),
    "strict": (
        "Groq",
        lambda b, _: (
            refusal("strict mode is not supported") if "'strict': True" in str(b) else None
        ),
    ),
    "large bounds, by its grammar": (
        "llama.cpp",
        lambda b, _: (
            refusal("Failed to initialize samplers: failed to parse grammar")
            if has_bounds(b, 300)
            else None
        ),
    ),
    "any bounds": (
        "OpenAI's strict mode",
        lambda b, _: (
            refusal("In context=('properties', 'say'), 'maxLength' is not permitted.")
            if has_bounds(b, 0)
            else None
        ),
    ),
    "the system role": (
        "Gemma's chat template",
        lambda b, _: refusal("System role not supported") if "system" in roles(b) else None,
    ),
    "the system role, with 500": (
        "mistral.rs",
        lambda b, _: (500, {}) if "system" in roles(b) else None,
    ),
    "roles that do not alternate": (
        "Mistral's chat template",
        lambda b, _: (
            refusal("Conversation roles must alternate user/assistant/user/assistant/...")
            if roles(b) != (["user", "assistant"] * len(roles(b)))[: len(roles(b))]
            else None
        ),
    ),
    "developer instructions": (
        "Gemini's interface for Gemma",
        lambda b, _: (
            refusal("Developer instruction is not enabled for this model")
            if "system" in roles(b)
            else None
        ),
    ),
    "max_tokens": (
        "OpenAI's newer models",
        lambda b, _: (
            refusal(
                "Unsupported parameter: use 'max_completion_tokens' instead.",
                param="max_tokens",
                code="unsupported_parameter",
            )
            if "max_tokens" in b
            else None
        ),
    ),
    "both limits": (
        "small servers",
        lambda b, _: (
            refusal("max_tokens and max_completion_tokens are unknown")
            if b.keys() & {"max_tokens", "max_completion_tokens"}
            else None
        ),
    ),
    "temperature": (
        "OpenAI's reasoning models",
        lambda b, _: (
            refusal("Only the default (1) value is supported.", param="temperature")
            if "temperature" in b
            else None
        ),
    ),
    "seed": (
        "Mistral",
        lambda b, _: (
            (422, {"detail": [{"type": "extra_forbidden", "loc": ["body", "seed"]}]})
            if "seed" in b
            else None
        ),
    ),
    "stream_options": (
        "older gateways",
        lambda b, _: (
            refusal("Unrecognized request argument supplied: stream_options")
            if "stream_options" in b
            else None
        ),
    ),
    "streams": (
        "Bedrock proxies",
        lambda b, _: (
            refusal("streaming is not supported for this model")
            if b.get("stream") and cast("dict[str, object]", b).pop("stream")
            else None
        ),
    ),
    "two things, one after the other": (
        "small servers",
        lambda b, _: (
            refusal("unknown field seed")
            if "seed" in b
            else refusal("System role not supported")
            if "system" in roles(b)
            else None
        ),
    ),
    "schemas and the system role, wordless": (
        "small servers",
        lambda b, _: (400, {}) if asks(b) or "system" in roles(b) else None,
    ),
    "a model that is unloaded, twice": (
        "LM Studio",
        lambda _, n: (400, {"error": "Model unloaded."}) if n <= 2 else None,
    ),
    "a model that is loading, once": (
        "llama.cpp",
        lambda _, n: refusal("Loading model", 503, type="unavailable_error") if n <= 1 else None,
    ),
    "a wordless 400, once": ("flaky gateways", lambda _, n: (400, {}) if n <= 1 else None),
}
for name, (seen, refuses) in REFUSALS.items():
    row(f"refuses {name}", seen, refuses=refuses)
for name, refused in {
    "by a content filter": refusal(
        "The response was filtered due to the prompt triggering the content management policy.",
        code="content_filter",
    ),
    "by another filter": refusal(
        "Output data may contain inappropriate content.", code="data_inspection_failed"
    ),
    "the key": refusal("Incorrect API key provided", 401),
    "the key, with 400": refusal("API key not valid. Please pass a valid API key."),
    "for lack of credit": refusal("Insufficient credits", 402),
    "for the rate": refusal("Rate limit reached, try again in 7.2s", 429),
    "an unknown model": refusal("model 'm' not found, try pulling it first", 404),
    "every form": (400, {}),
    "for ever while loading": refusal("Loading model", 503),
    "with a page": (502, "<html>Bad gateway</html>"),
}.items():
    row(
        f"refuses {name}",
        "hosted providers and gateways",
        expected=Expected.LADDER,
        thinks=False,
        refuses=lambda _, __, r=refused: r,
    )

# --- answers in other forms

ANSWERS: dict[str, Callable[[str], str]] = {
    "a fence": lambda t: f"```json\n{t}\n```",
    "a fence with chatter": lambda t: (
        f"Sure! Here is the JSON:\n```json\n{t}\n```\nHope this helps!"
    ),
    "prose before": lambda t: f"Here is my reply: {t}",
    "a list around": lambda t: f"[{t}]",
    "`response` around": lambda t: json.dumps({"response": json.loads(t)}),
    "`result` and `json` around": lambda t: json.dumps({"result": {"json": json.loads(t)}}),
    "keys in capitals": lambda t: json.dumps({k.upper(): v for k, v in json.loads(t).items()}),
    "Python's literals": lambda t: repr(json.loads(t)),
    "curly quotes": lambda t: t.replace('"', "\u201d"),
    "keys without quotes": lambda t: t.replace('"say"', "say").replace('"ratings"', "ratings"),
    "trailing commas": lambda t: t.replace("}", ",}").replace("{,", "{"),
    "a string that holds it": json.dumps,
    "a wrapper that holds it as a string": lambda t: json.dumps({"output": t}),
    "no closing brace": lambda t: t[:-1],
    "thinking before": lambda t: f"<think>He says hello.</think>\n{t}",
    "marks of a template around": lambda t: f"<|im_start|>assistant\n{t}<|im_end|>",
    "another turn behind": lambda t: f"{t}<|im_end|>\n<|im_start|>user\nI want ale.",
    "marks within what is said": lambda t: t.replace(
        "lit.", "lit.<|im_end|>\\n<|im_start|>user\\nHello"
    ),
    "Harmony's channels": lambda t: (
        "<|channel|>analysis<|message|>He greets.<|end|>"
        f"<|start|>assistant<|channel|>final<|message|>{t}<|return|>"
    ),
}
for name, says in ANSWERS.items():
    row(
        f"answers with {name}",
        "small models, and servers without schemas",
        says=says,
    )


def changed(**members: Callable[[object], object]) -> Callable[[str], str]:
    """Return what changes members of an answer that has them."""

    def says(text: str) -> str:
        found = json.loads(text)
        return json.dumps(
            found | {k: change(found[k]) for k, change in members.items() if k in found}
        )

    return says


for name, says in {
    "sentences in a list": changed(say=lambda said: [said]),
    "words in an object": changed(say=lambda said: {"text": said}),
    "the form within the words": changed(say=lambda said: json.dumps({**REPLY, "say": said})),
    "one action without a list": changed(intents=lambda _: REPLY["intents"][0]),  # type: ignore[index]
    "the name of an action": changed(intents=lambda _: ["nod"]),
    "a feeling as an object": changed(feeling=lambda felt: {"label": felt}),
    "numbers as text": changed(importance=str, ratings=lambda _: [3, 4]),
    "a call of a function": lambda t: json.dumps({"name": "reply", "arguments": json.loads(t)}),
    "lines with labels": lambda t: "\n".join(
        f"{key}: {json.dumps(value)}" for key, value in json.loads(t).items()
    ),
    "the answer twice": lambda t: f"{t}\n{t}",
    "nothing first": lambda t: f"{{}}\n{t}",
    "marks escaped": lambda t: t.replace('"', '\\"'),
}.items():
    row(f"answers with {name}", "small models, and servers without schemas", says=says)
row(
    "answers with the words alone",
    "models that ignore forms",
    expected=Expected.WORDS,
    thinks=False,
    says=lambda text: json.loads(text).get("say", "no number"),
)
row(
    "declines as an assistant",
    "hosted models",
    expected=Expected.LADDER,
    thinks=False,
    says=lambda _: "I'm sorry, but I can't assist with that request.",
)
row(
    "declines as an assistant, in the form",
    "hosted models",
    expected=Expected.LADDER,
    thinks=False,
    says=lambda _: json.dumps({"say": "I'm sorry, but I can't assist with that request."}),
)
