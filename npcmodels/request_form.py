"""The form of a request: what of it an endpoint takes, told from refusals and kept for a while.

An endpoint may take no schema, or none with bounds; its chat template may know no system role; it
may call the token limit otherwise. A refusal says so in words of its own or not at all, so one
change at a time is tried, and only a success with the change, right after the failure without it,
counts against a part of the request. A refusal that names nothing may have been chance: such a part
is left out from the second time on. After half an hour it is tried again.
"""

import json
import re
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import structlog

from npcmodels.model_text import clean_surrogates
from npcmodels.model_thoughts import EFFORTS, THINKING
from npcmodels.openai_faults import Refusal, RefusalKind
from npcserver.ports.language_model import JSON, Message, Request

KEPT_SECONDS = 1_800.0
"""How long a refused part is left out before it is tried again."""

_SURE = 2  # how often a part must have been refused if no refusal named it
_MOST_ATTEMPTS = 8  # forms of one request that are tried after its first refusal
_LARGE_BOUND = 256
_SIZES = frozenset(("maxLength", "maxItems"))
_BOUNDS = _SIZES | {"minLength", "minItems", "minimum", "maximum"}
_OF_SCHEMA = frozenset(("large_bounds", "bounds", "strict", "json_schema", "json_object"))
_OF_QUESTION = _OF_SCHEMA | {"temperature", "max_tokens", "max_completion_tokens"}
"""Parts that count for one question: a schema, and numbers that others have otherwise."""
_INSTRUCTION = (
    "Answer with one JSON object that fits the JSON schema below, and with nothing else: "
    "no explanation, no Markdown.\n"
)
_NAMED_BY: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"stream_options|include_usage", ("stream_options",)),
    (r"\bstream(?:ing)?\b.{0,40}\b(?:not|only|unsupported|must|cannot|disabled)", ("stream",)),
    (r"max_(?:completion_)?tokens", ("max_tokens", "max_completion_tokens")),
    (r"system[ _]?(?:role|message|prompt|instruction)|role.{0,24}system|\broles?\b", ("system",)),
    (r"alternat|chat[ _]?template|jinja|developer instruction", ("system",)),
    (r"must (?:start|begin|be).{0,20}\buser\b", ("system",)),
    (r"grammar|repetition|m(?:ax|in)(?:Length|Items|imum)", ("large_bounds", "bounds")),
    (r"too (?:large|complex|many|deep)|exceeds", ("large_bounds", "bounds")),
    (r"\bstrict\b|additionalProperties|all fields.{0,20}required", ("strict",)),
    (r"schema|response_?format|structured|guided|constrain", ("json_schema", "json_object")),
    (r"grammar|\bformat\b|json", ("json_schema", "json_object")),
    (
        r"parameters?\b.{0,60}\bsupport|support.{0,60}\bparameters?\b",
        ("json_schema", "json_object"),
    ),
)
_SUSPECTS = tuple((re.compile(words, re.IGNORECASE), parts) for words, parts in _NAMED_BY)
_UNNAMED = (THINKING, "strict", "json_schema", "json_object", "system", "seed", "temperature")
_UNNAMED_500 = ("system", "json_object")
"""What is left out where nothing is named; after a 500, which may be an outage, little."""
_BROKEN, _REFUSED = 500, (400, 422)
_NO_FIELDS = frozenset(("system", "stream"))
"""Parts of a request that leaving out changes in its fields."""
_ALWAYS = frozenset(("model", "messages"))
_THINKING = re.compile(r"reason|effort|think|chat_template_kwargs", re.IGNORECASE)
_IMPLIED = {
    "effort_minimal": ("effort_none",),
    "bounds": ("large_bounds",),
    "json_object": ("json_schema",),
}
"""Parts that go with another: a form without any JSON has no schema either."""
_WORDS = {
    "effort_none": '`reasoning_effort` "none"',
    "effort_minimal": '`reasoning_effort` "minimal"',
    "thinking": "what turns thinking off",
    "large_bounds": "a schema with large bounds",
    "bounds": "a schema with bounds",
    "strict": "`strict` with a schema",
    "json_schema": "a JSON schema",
    "json_object": "JSON as a form of answers",
    "system": "the system role",
    "stream": "streams",
}

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class RequestForm:
    """The parts that a request is sent without: those named here, or any field of its body."""

    left_out: frozenset[str] = frozenset()

    def takes(self, part: str) -> bool:
        """Return whether `part` is sent."""
        return part not in self.left_out

    def without(self, *parts: str) -> "RequestForm":
        """Return the form without `parts`."""
        implied = (other for part in parts for other in _IMPLIED.get(part, ()))
        return RequestForm(self.left_out.union(parts, implied))


def request_arguments(
    model: str, request: Request, form: RequestForm, more: Mapping[str, JSON] | None = None
) -> dict[str, JSON]:
    """Return the body of a chat completion; `more` are fields of this endpoint alone."""
    body: dict[str, JSON] = {
        "model": model,
        "messages": _messages(request, form),
        "stream": True,
        "max_tokens" if form.takes("max_tokens") else "max_completion_tokens": request.max_tokens,
        "temperature": request.temperature,
        "seed": request.seed & 0x7FFFFFFF,  # llama.cpp reads 32 bits
        "stream_options": {"include_usage": True},
    }
    answer = _response_format(request, form)
    if answer is not None:
        body["response_format"] = answer
    if not form.takes("stream"):
        body.pop("stream_options")
    body |= dict(more or {})
    return {name: value for name, value in body.items() if name in _ALWAYS or form.takes(name)}


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
    if not form.takes("system"):
        messages = _without_system(messages)
    return [
        {"role": message.role, "content": clean_surrogates(message.text)} for message in messages
    ]


def _without_system(messages: list[Message]) -> list[Message]:
    """Return messages of user and assistant by turns, as templates without a system role want."""
    turns: list[Message] = []
    for message in messages:
        role = "user" if message.role == "system" else message.role
        if turns and turns[-1].role == role:
            turns[-1] = Message(role, f"{turns[-1].text}\n\n{message.text}")
        else:
            turns.append(Message(role, message.text))
    return turns


def _response_format(request: Request, form: RequestForm) -> JSON:
    if request.schema is None:
        return None
    if form.takes("json_schema"):
        return {
            "type": "json_schema",
            "json_schema": {
                "name": request.schema_name,
                "schema": _bounded(dict(request.schema), form),
                "strict": form.takes("strict"),
            },
        }
    return {"type": "json_object"} if form.takes("json_object") else None


def _bounded(schema: JSON, form: RequestForm) -> JSON:
    if form.takes("large_bounds"):
        return schema
    if isinstance(schema, list):
        return [_bounded(one, form) for one in schema]
    if not isinstance(schema, dict):
        return schema
    kept: dict[str, JSON] = {}
    for name, value in schema.items():
        if name in _BOUNDS and isinstance(value, int):
            if not form.takes("bounds"):
                continue
            kept[name] = min(value, _LARGE_BOUND) if name in _SIZES else value
        else:
            kept[name] = _bounded(value, form)
    return kept


def suspects(refusal: Refusal, body: Mapping[str, JSON]) -> tuple[str, ...]:
    """Return the parts that a refusal names, likeliest first."""
    if refusal.kind not in (RefusalKind.OTHER, RefusalKind.LOADING):
        return ()
    fields = body.keys() - _ALWAYS - {"stream"}
    by_param = [refusal.param] if refusal.param in fields else []
    by_name = [
        name for name in sorted(fields) if re.search(rf"\b{re.escape(name)}\b", refusal.text)
    ]
    by_words = [
        part for pattern, parts in _SUSPECTS if pattern.search(refusal.text) for part in parts
    ]
    complaint = f"{refusal.param} {refusal.text}"
    milder = EFFORTS if re.search("reason|effort", complaint, re.IGNORECASE) else ()
    none = (THINKING,) if _THINKING.search(complaint) else ()
    ranked = (*milder, *by_param, *by_name, *none, *by_words)
    named = [one for one in ranked if one != "response_format"]
    return tuple(dict.fromkeys(named))


class FormSearch:
    """The forms of one request, the next after each refusal: one change at a time.

    Where a changed request is refused with another complaint, the change stays.
    """

    def __init__(
        self,
        start: RequestForm,
        request: Request,
        *,
        is_known: bool = False,
        can_think_less: bool = False,
    ) -> None:
        """Begin with a form; `is_known` is whether the endpoint has taken it before.

        `can_think_less` is whether the request asks the model not to think.
        """
        self._can_think_less = can_think_less
        self.form = start
        self._is_known = is_known
        self.is_named = True
        """Whether each refusal so far named what was left out then."""
        self._start = self._base = start
        self._has_schema = request.schema is not None
        self._complaint = ""
        self._next: deque[RequestForm] = deque()
        self._left = _MOST_ATTEMPTS

    @property
    def changes(self) -> frozenset[str]:
        """The parts that the present form lacks and the first one had."""
        return self.form.left_out - self._start.left_out

    def step(self, refusal: Refusal, body: Mapping[str, JSON]) -> bool:
        """Go on to the next form; False if there is none left to try."""
        complaint = re.sub(r"\d+", "", f"{refusal.status} {refusal.text}")
        if complaint != self._complaint:
            self._base, self._complaint = self.form, complaint
            self._next = deque(self._forms(refusal, body))
        if not self._next or not self._left:
            return False
        self._left -= 1
        self.form = self._next.popleft()
        return True

    def _forms(self, refusal: Refusal, body: Mapping[str, JSON]) -> Iterator[RequestForm]:
        singles = [part for part in suspects(refusal, body) if self._can_leave_out(part, body)]
        if not singles:
            self.is_named = False
            singles = [one for one in self._guesses(refusal) if self._can_leave_out(one, body)]
        for part in singles:
            yield self._base.without(part)
        if "max_tokens" in singles:
            yield self._base.without("max_tokens", "max_completion_tokens")
        if len(singles) > 1:
            yield self._base.without(*singles)

    def _guesses(self, refusal: Refusal) -> tuple[str, ...]:
        if refusal.kind is not RefusalKind.OTHER:
            return ()
        if refusal.status == _BROKEN and not self._is_known:
            return _UNNAMED_500
        return _UNNAMED if refusal.status in _REFUSED else ()

    def _can_leave_out(self, part: str, body: Mapping[str, JSON]) -> bool:
        if part in _OF_SCHEMA:
            return self._has_schema and self._base.takes(part)
        if part in (*EFFORTS, THINKING):
            return self._can_think_less and self._base.takes(part)
        return self._base.takes(part) and (part in _NO_FIELDS or part in body)


@dataclass(slots=True)
class _Refused:
    """How often a part was refused, whether by name, and until when that counts."""

    times: int
    is_named: bool
    until: float
    is_logged: bool = False

    @property
    def is_sure(self) -> bool:
        return self.is_named or self.times >= _SURE


class RefusedParts:
    """What one endpoint refuses for one model: some parts by question, the others for all."""

    def __init__(self, model: str, now: Callable[[], float] = time.monotonic) -> None:
        self._model = model
        self._now = now
        self._refused: dict[tuple[str, str], _Refused] = {}
        self._taken: set[tuple[str, RequestForm]] = set()

    def search(self, request: Request, *, can_think_less: bool = False) -> FormSearch:
        """Begin with the form that the endpoint takes by all that is known."""
        now = self._now()
        scopes = {"", _scope(request)}
        found = {
            part
            for (scope, part), one in self._refused.items()
            if scope in scopes and one.is_sure and now < one.until
        }
        form = RequestForm().without(*found)
        return FormSearch(
            form,
            request,
            is_known=(_scope(request), form) in self._taken,
            can_think_less=can_think_less,
        )

    def take_answer(self, request: Request, search: FormSearch, refusal: Refusal | None) -> None:
        """Record a request that was answered: what it was sent without counts as refused.

        `refusal` is the one of the form before it, None where there was none. What was sent is
        taken, so it counts as refused no longer.
        """
        self._taken.add((_scope(request), search.form))
        for scope, part in list(self._refused):
            if scope in ("", _scope(request)) and search.form.takes(part):
                del self._refused[scope, part]
        for part in sorted(search.changes):
            self._note(request, part, is_named=search.is_named, refusal=refusal)

    def told(self) -> tuple[str, ...]:
        """Return what is left out at present, in words, each once."""
        now = self._now()
        found = [
            f"{_WORDS.get(part, f'`{part}`')}{f' ({scope})' if scope else ''}"
            for (scope, part), one in self._refused.items()
            if now < one.until
        ]
        return tuple(dict.fromkeys(found))

    def _note(
        self, request: Request, part: str, *, is_named: bool, refusal: Refusal | None
    ) -> None:
        key = (_scope(request) if part in _OF_QUESTION else "", part)
        known = self._refused.get(key)
        one = known or _Refused(times=0, is_named=False, until=0.0)
        one.times += 1
        one.is_named |= is_named
        one.until = self._now() + KEPT_SECONDS
        self._refused[key] = one
        if one.is_sure and not one.is_logged:
            one.is_logged = True
            _log.warning(
                "endpoint_refuses",
                model=self._model,
                part=part,
                purpose=str(request.purpose),
                status=refusal.status if refusal else None,
                tried_again_after_minutes=round(KEPT_SECONDS / 60),
            )


def _scope(request: Request) -> str:
    """Return what a refusal of a schema counts for: a purpose, and a schema by its name."""
    purpose, name = str(request.purpose), request.schema_name
    return purpose if name == purpose else f"{purpose} {name}"
