"""One completion as it arrives: the events of its body, then its text, its end and its price.

Endpoints send events without data, other names of events, keep-alives of all kinds, a mark of the
byte order, lines without blank lines between them, and whole documents where a stream was asked
for. The parser of the `openai` package raises on data that is empty and knows events alone, so the
body is read here; the package still sends the request.

OpenAI's form of an event is `choices[0].delta.content`. Others send `message` for `delta`, lists of
parts, objects or numbers as content, the whole text again with each event, or the answer as
arguments of a tool. What has no known shape counts as nothing.
"""

import json
import math
import re
from collections.abc import Iterator, Mapping

from npcmodels.model_text import LoopGuard, SurrogateJoiner
from npcmodels.model_thoughts import ThinkingFilter, has_thinking
from npcmodels.openai_faults import EndpointRefused, Refusal
from npcserver.model.errors import (
    ModelDeclined,
    ModelFault,
    ModelTalkedNonsense,
    ModelThoughtTooLong,
    ModelTruncated,
    ModelUnreachable,
)
from npcserver.model.turn import Usage

_LINE_ENDS = re.compile(rb"\r\n|\n|\r")
_BOM = b"\xef\xbb\xbf"
_SEPARATOR = b"\x1e"  # before each value of a JSON text sequence
_TWICE = re.compile(r"\s*(?:data:\s*)+")
_FIELDS = frozenset((b"data", b"event", b"id", b"retry", b""))  # empty: a comment
_JSON_STARTS = ("{", "[", '"')
_MOST_LINES = 16  # lines of one event after which its JSON is tried at its end alone


class EndOfStream:
    """The endpoint's word that nothing follows: `[DONE]`."""


DONE = EndOfStream()


class BodyReader:
    """Turns bytes into JSON values and `DONE`; data that is not JSON at all is a keep-alive.

    A value comes as soon as its line is complete, whether or not a blank line follows. Raises
    `ValueError` or `RecursionError` where JSON was begun and cannot be read.
    """

    def __init__(self) -> None:
        self._rest = b""
        self._data: list[str] = []
        self._loose: list[bytes] = []
        self._is_first = True

    def feed(self, chunk: bytes) -> Iterator[object]:
        """Yield the values that are complete with this chunk."""
        pending = self._rest + chunk
        # A final CR may be half of a CRLF, whose other half would read as a blank line: harmless.
        *lines, self._rest = _LINE_ENDS.split(pending)
        for line in lines:
            yield from self._line(line)

    def finish(self) -> Iterator[object]:
        """Yield what the end of the body completes."""
        if self._rest:
            rest, self._rest = self._rest, b""
            yield from self._line(rest)
        yield from self._event_end()
        document = b"\n".join(self._loose).strip()
        if document[:1] in (b"{", b"["):
            yield from _values(document.decode(errors="replace"))

    def _line(self, line: bytes) -> Iterator[object]:
        if self._is_first:
            line = line.removeprefix(_BOM)
            self._is_first = False
        line = line.removeprefix(_SEPARATOR)
        if not line.strip() and not self._loose:
            yield from self._event_end()
            return
        name, _, value = line.partition(b":")
        if name.strip().lower() in _FIELDS and not self._loose:
            if name.strip().lower() == b"data":
                yield from self._datum(value.removeprefix(b" ").decode())
            return
        yield from self._loose_line(line)

    def _datum(self, text: str) -> Iterator[object]:
        text = _TWICE.sub("", text, count=1) if text.lstrip().startswith("data:") else text
        if not self._data and not text.lstrip().startswith(_JSON_STARTS):
            if text.strip().casefold() in ("[done]", "done"):
                yield DONE
            return
        if text.strip().casefold() == "[done]":
            yield from self._event_end()
            yield DONE
            return
        self._data.append(text)
        value = _parsed("\n".join(self._data)) if len(self._data) <= _MOST_LINES else None
        if value is not None:
            self._data.clear()
            yield value

    def _event_end(self) -> Iterator[object]:
        """Yield what an event still holds; raises where it ends within its JSON."""
        if self._data:
            text = "\n".join(self._data)
            self._data.clear()
            yield from _values(text)

    def _loose_line(self, line: bytes) -> Iterator[object]:
        """Read a line of JSON that is a value of its own; keep a document for the end of the body.

        Other lines, such as fields that nobody knows, are ignored.
        """
        value: object = None
        if line.strip().lower() == b"[done]":
            yield DONE
            return
        if not self._loose and line.lstrip()[:1] not in (b"{", b"["):
            return
        if not self._loose and line.lstrip()[:1] == b"{":
            value = _parsed(line.decode(errors="replace"))
        if value is None:
            self._loose.append(line)
        else:
            yield value


def _values(text: str) -> Iterator[object]:
    """Yield JSON values that follow each other, with nothing but blanks between."""
    place, decoder = 0, json.JSONDecoder()
    while rest := text[place:].lstrip():
        value, length = decoder.raw_decode(rest)
        place = len(text) - len(rest) + length
        yield value


def _parsed(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return None


MOST_TOKENS = 1 << 24
"""Tokens of one call above which a count is no count; the longest contexts have a tenth of it."""

_MOST_MILLISECONDS = 86_400_000
_TEXTS = ("text", "response", "generated_text", "output_text", "token")
_WRAPPERS = ("data", "result", "response", "body")
_REASONS = ("finish_reason", "finishReason", "stop_reason", "done_reason")
_OF_ANSWER = re.compile(r"delta|text|content|completion|message|chunk|generat", re.IGNORECASE)
"""Types of events without choices that hold a part of the answer; others tell of a queue."""
_AT_LIMIT = frozenset(
    ("length", "max_tokens", "max_output_tokens", "max_new_tokens", "model_length")
)
_WITHHELD = frozenset(
    (
        "content_filter",
        "content-filter",
        "contentfilter",
        "safety",
        "recitation",
        "blocklist",
        "prohibited_content",
        "spii",
        "sensitive",
        "refusal",
        "guardrail_intervened",
        "moderation",
    )
)
_BROKEN = frozenset(("error", "failed", "abort", "aborted", "cancelled", "canceled"))
_OF_PART = {"text": 0, "content": 0, "value": 0}.keys()
_PROMPT_COUNTS = ("prompt_tokens", "input_tokens", "prompt_eval_count", "promptTokenCount")
_ANSWER_COUNTS = ("completion_tokens", "output_tokens", "eval_count", "candidatesTokenCount")
_THOUGHT = "the model spent its whole answer on thinking"
_JSON_BEGINS = ("{", "[")
_SURELY_AGAIN = 8  # characters of plain words that no fragment repeats by chance


class CompletionReader:
    """The part of an answer that has arrived; with `only_reads`, reaching the limit is no fault.

    With `wants_json`, an answer whose JSON is complete is complete, whatever the endpoint says of
    its end, unless it withheld the answer.
    """

    def __init__(
        self, *, only_reads: bool = False, wants_json: bool = False, is_thinker: bool = False
    ) -> None:
        self._only_reads = only_reads
        self._wants_json = wants_json
        self.text = ""
        self.usage: Usage | None = None
        self.reading_seconds: float | None = None
        self.is_complete = False
        self.is_over = False
        """Whether nothing of use can follow, although the endpoint goes on."""
        self._index: object = None
        self._reason = ""
        self._is_done = False
        self._has_events = False
        self._is_cumulative = False
        self._arguments = ""
        self._refusal = ""
        self._loops = LoopGuard()
        self._joiner = SurrogateJoiner()
        self._thinking = ThinkingFilter(is_thinker=is_thinker, wants_json=wants_json)

    @property
    def has_thought(self) -> bool:
        """Whether the model has thought, beside the answer or in it."""
        return self._thinking.has_thought

    @property
    def is_finished(self) -> bool:
        """Whether the model reported a regular end, or its JSON is whole; never if it is empty."""
        has_ended = bool(self._reason) or (self._wants_json and self._is_whole_json())
        return has_ended and self._fault() is None

    def take_done(self) -> None:
        """Record that the endpoint said that nothing follows."""
        self._is_done = True

    def take(self, event: object) -> str:
        """Process one event and return the text it adds. Raises `EndpointRefused` for an error."""
        fragments = [self._event(one) for one in (event if isinstance(event, list) else (event,))]
        return "".join(fragments)

    def end(self) -> str:
        """Record the end; raises unless the answer is complete. Returns text that was held back."""
        added = self._add(self._thinking.feed(self._joiner.flush()) + self._thinking.finish())
        if not self.text.strip() and self._arguments.strip():
            added += self._add(self._arguments)
        fault = self._fault()
        if fault is not None:
            raise fault
        self.is_complete = True
        return added

    def _event(self, event: object) -> str:
        if not isinstance(event, dict):
            return ""
        inner = (event.get(name) for name in _WRAPPERS if "choices" not in event)
        event = next((one for one in inner if isinstance(one, dict) and "choices" in one), event)
        refusal = Refusal.in_event(event)
        if refusal is not None:
            if self.text:
                raise ModelUnreachable(
                    f"the endpoint reported an error in the middle of the answer{refusal.told_code}"
                )
            raise EndpointRefused(refusal)
        self._has_events = True
        self._count(event)
        choice = self._choice(event)
        self._end_of(event)
        if choice is None:
            return ""
        self._end_of(choice)
        return self._text_of(choice)

    def _choice(self, event: Mapping[str, object]) -> Mapping[str, object] | None:
        """Return the first choice, or the event itself where it has no list of choices."""
        if "choices" not in event and "candidates" not in event:
            kind = str(event.get("type", event.get("object", "")))
            return event if not kind or _OF_ANSWER.search(kind) else None
        choices = event.get("choices", event.get("candidates"))
        listed = list(choices.values()) if isinstance(choices, dict) else choices
        for choice in listed if isinstance(listed, list) else ():
            if isinstance(choice, dict):
                index = choice.get("index")
                self._index = index if self._index is None else self._index
                if index is None or index == self._index:
                    return choice
            elif isinstance(choice, str):
                return {"text": choice}
        return None

    def _end_of(self, part: Mapping[str, object]) -> None:
        found = next((part[name] for name in _REASONS if part.get(name)), None)
        if isinstance(found, str):
            self._reason = found.strip().casefold()
        elif part.get("done") is True and not self._reason:
            self._reason = "stop"

    def _text_of(self, choice: Mapping[str, object]) -> str:
        is_whole = False
        text = ""
        for name in ("delta", "message"):
            part = choice.get(name)
            if isinstance(part, dict):
                self._end_of(part)
                text = text or self._said_in(part)
                is_whole = is_whole or (name == "message" and bool(text))
            elif isinstance(part, str) and name == "delta":
                text = text or part
        text = text or _spoken(choice.get("content"))
        text = text or next(
            (one for name in _TEXTS if isinstance(one := choice.get(name), str)), ""
        )
        if not text:
            return ""
        grown = self._joiner.feed(self._growth(text, is_whole=is_whole))
        return self._add(self._thinking.feed(grown))

    def _said_in(self, part: Mapping[str, object]) -> str:
        if has_thinking(part):
            self._thinking.take_beside()
        refusal = part.get("refusal")
        if isinstance(refusal, str):
            self._refusal += refusal
        self._arguments += "".join(_arguments_in(part))
        return next(filter(None, (_spoken(part.get(name)) for name in ("content", "text"))), "")

    def _growth(self, fragment: str, *, is_whole: bool) -> str:
        """Return what a fragment adds; some endpoints send the text so far, or all of it again."""
        text = self.text
        may_repeat = text.startswith(_JSON_BEGINS) or len(text) >= _SURELY_AGAIN
        is_same = (is_whole or may_repeat) and len(text) > 1 and fragment.strip() == text.strip()
        grows = bool(text) and len(fragment) > len(text) and fragment.startswith(text)
        self._is_cumulative |= grows and may_repeat
        if is_same:
            return ""
        return fragment[len(text) :] if self._is_cumulative and grows else fragment

    def _add(self, fragment: str) -> str:
        fragment = fragment.replace("\0", "\N{REPLACEMENT CHARACTER}")  # PostgreSQL refuses NUL
        if self._loops.is_looping(fragment):
            if self._is_whole_json():  # blanks without end follow a form that is complete
                self.is_over = True
                return ""
            raise ModelTalkedNonsense("the model goes round in circles")
        self.text += fragment
        return fragment

    def _count(self, event: Mapping[str, object]) -> None:
        """Read the usage, and llama.cpp's `timings` of the prompt and its cache."""
        timings = _members(event.get("timings"))
        milliseconds = timings.get("prompt_ms")
        if isinstance(milliseconds, int | float) and 0 < milliseconds < _MOST_MILLISECONDS:
            self.reading_seconds = float(milliseconds) / 1000
        details = _members(_members(event.get("usage")).get("completion_tokens_details"))
        if _tokens(details.get("reasoning_tokens")):
            self._thinking.take_beside()
        for counted in (event, _members(event.get("usage")), _members(event.get("usageMetadata"))):
            found = _usage(counted, timings.get("cache_n"))
            self.usage = found or self.usage

    def _fault(self) -> ModelFault | None:
        has_ended = bool(self._reason) or self._is_done
        fault: ModelFault | None = None
        if not self._has_events:
            fault = ModelTalkedNonsense("the endpoint sent no event; does base_url end in /v1?")
        elif self._reason in _WITHHELD:
            fault = ModelDeclined("the endpoint's content filter withheld the answer")
        elif self._only_reads and has_ended:
            pass
        elif not self.text.strip() and self._refusal.strip():
            fault = ModelDeclined("the model declined to answer")
        elif has_ended and not self.text.strip():
            fault = (
                ModelThoughtTooLong(_THOUGHT)
                if self.has_thought
                else ModelTruncated("the answer is empty")
            )
        elif self._wants_json and self._is_whole_json():
            pass
        elif self._reason in _AT_LIMIT:
            fault = ModelTruncated("the answer hit its token limit")
        elif self._reason in _BROKEN:
            fault = ModelUnreachable("the endpoint reported an error at the end of the answer")
        elif not has_ended:
            fault = ModelTruncated("the answer ended without a finish reason")
        return fault

    def _is_whole_json(self) -> bool:
        """Return whether the answer has one object that is closed."""
        start = self.text.find("{")
        if start < 0:
            return False
        try:
            value, _ = json.JSONDecoder(strict=False).raw_decode(self.text, start)
        except (ValueError, RecursionError):
            return False
        return isinstance(value, dict) and bool(value)


def _members(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}


def _spoken(content: object) -> str:
    """Return the text of `content`: words, a list of parts, an object, or a number."""
    text = ""
    match content:
        case str():
            text = content
        case bool():
            pass
        case int() | float():
            text = json.dumps(content)
        case list():
            text = "".join(map(_spoken, content))
        case {"parts": list(parts)}:
            text = _spoken(parts)
        case dict() if "type" in content or content.keys() <= _OF_PART:
            if str(content.get("type", "text")) in ("text", "output_text"):
                text = next(filter(None, (_spoken(content.get(name)) for name in _OF_PART)), "")
        case dict():  # an endpoint that read the JSON of the answer
            text = json.dumps(content, ensure_ascii=False)
    return text


def _arguments_in(part: Mapping[str, object]) -> Iterator[str]:
    """Yield the arguments of tools: some proxies make a tool of the form that was asked for."""
    calls = part.get("tool_calls")
    for call in (
        *(calls if isinstance(calls, list) else ()),
        {"function": part.get("function_call")},
    ):
        given = _members(_members(call).get("function")).get("arguments")
        if isinstance(given, str):
            yield given
        elif isinstance(given, dict):
            yield json.dumps(given, ensure_ascii=False)


def _usage(counted: Mapping[str, object], cached_by_timings: object) -> Usage | None:
    """Return the counts of an event, None where it has none that can be true."""
    prompt = next(
        (n for name in _PROMPT_COUNTS if (n := _tokens(counted.get(name))) is not None), None
    )
    answer = next(
        (n for name in _ANSWER_COUNTS if (n := _tokens(counted.get(name))) is not None), None
    )
    if prompt is None or answer is None:
        return None
    details = _tokens(_members(counted.get("prompt_tokens_details")).get("cached_tokens"))
    cached = details if details is not None else _tokens(cached_by_timings)
    return Usage(
        prompt_tokens=prompt, completion_tokens=answer, cached_tokens=min(cached or 0, prompt)
    )


def _tokens(value: object) -> int | None:
    """Return a count, None for what is none: negative, out of range, or no whole number."""
    if isinstance(value, str) and value.isascii() and value.isdigit():
        value = int(value[:12])
    if isinstance(value, float) and math.isfinite(value) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        return None
    return value if 0 <= value < MOST_TOKENS else None
