"""The form of a request to an endpoint, and what to leave out after a refusal.

Endpoints differ in what they accept. The full form asks for a strict JSON schema; after a refusal
it steps down to a lax schema, to `json_object`, to plain text; the last two put the schema into the
prompt. Other parameters are dropped when a refusal names them.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from npcserver.adapters.llm.openai_faults import is_too_long
from npcserver.adapters.llm.surrogates import clean
from npcserver.ports.language_model import JSON, Message, Request

if TYPE_CHECKING:
    import openai

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
class Form:
    """The parts that an endpoint is known to refuse."""

    refused: frozenset[Part] = frozenset()

    def takes(self, part: Part) -> bool:
        """Return whether `part` may be sent."""
        return part not in self.refused

    def without(self, part: Part) -> "Form":
        """Return the form without `part`."""
        return Form(self.refused | {part})


def arguments(
    model: str, request: Request, form: Form, more: Mapping[str, JSON] | None = None
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


def stepped_down(form: Form, request: Request, refusal: "openai.APIStatusError") -> Form | None:
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


def _messages(request: Request, form: Form) -> list[JSON]:
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
    return [{"role": message.role, "content": clean(message.text)} for message in messages]


def _response_format(request: Request, form: Form) -> JSON:
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
