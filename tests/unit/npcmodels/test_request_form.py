"""What an endpoint refuses is found by one change at a time, and does not count for ever."""

from collections.abc import Callable

import pytest
from structlog.testing import capture_logs

from npcmodels.openai_faults import KeySource, Refusal, RefusalKind
from npcmodels.request_form import (
    KEPT_SECONDS,
    RefusedParts,
    RequestForm,
    request_arguments,
)
from npcserver.model.model_use import Purpose
from npcserver.ports.language_model import JSON, Message, Request

SCHEMA: dict[str, JSON] = {
    "type": "object",
    "properties": {"say": {"type": "string", "maxLength": 690}, "hour": {"maximum": 1440}},
}


def asked(purpose: Purpose = Purpose.REPLY, name: str = "reply") -> Request:
    return Request(
        purpose=purpose,
        schema_name=name,
        messages=(
            Message("system", "Be Greta."),
            Message("assistant", "Yes?"),
            Message("user", "Hello."),
            Message("user", "Well?"),
        ),
        schema=SCHEMA,
    )


Refuses = Callable[[dict[str, JSON]], Refusal | None]


def no_schema(body: dict[str, JSON]) -> Refusal | None:
    """Refuse any form of answers and say so."""
    found = Refusal(status=400, message="response_format is not supported")
    return found if "response_format" in body else None


def wordless(body: dict[str, JSON]) -> Refusal | None:
    """Refuse any form of answers without a word."""
    return Refusal(status=400) if "response_format" in body else None


def takes_all(_: dict[str, JSON]) -> None:
    """Refuse nothing."""


class Endpoint:
    """Asks requests of an endpoint at a time of its own, as the model does."""

    def __init__(self) -> None:
        self.now = 0.0
        self.parts = RefusedParts("openai:m", now=lambda: self.now)

    def ask(self, refuses: Refuses, request: Request | None = None) -> list[dict[str, JSON]]:
        """Return the bodies that were sent until one was taken; raises where none was."""
        request = request or asked()
        search, first, sent = self.parts.search(request), None, []
        while True:
            body = request_arguments("m", request, search.form)
            sent.append(body)
            refusal = refuses(body)
            if refusal is None:
                self.parts.take_answer(request, search, first)
                return sent
            first = first or refusal
            assert search.step(refusal, body), "no form is taken"


def test_what_a_refusal_names_counts_from_the_first_time() -> None:
    """The next request of the same kind is sent without it at once, and this is logged once."""
    here = Endpoint()
    with capture_logs() as logs:
        assert len(here.ask(no_schema)) > 1
        assert len(here.ask(no_schema)) == 1

    told = [line for line in logs if line["event"] == "endpoint_refuses"]
    assert {line["part"] for line in told} == {"json_schema", "json_object"}
    assert {line["log_level"] for line in told} == {"warning"}
    assert here.parts.told()


def test_other_purposes_and_schemas_keep_theirs() -> None:
    """A refusal for one question says nothing of the next."""
    here = Endpoint()
    here.ask(no_schema)

    for other in (asked(Purpose.PLAN, "plan"), asked(Purpose.REPLY, "other")):
        assert "response_format" in here.ask(takes_all, other)[0]


def test_a_refusal_ends() -> None:
    """After a while the part is tried again; taken, it is known to be taken."""
    here = Endpoint()
    here.ask(no_schema)
    here.now += KEPT_SECONDS + 1

    assert "response_format" in here.ask(takes_all)[0]
    assert not here.parts.told()


def test_chance_convicts_nothing() -> None:
    """A wordless refusal that does not come again leaves everything as it was."""
    here = Endpoint()
    answers = iter([Refusal(status=400), Refusal(status=400)])
    here.ask(lambda _: next(answers, None))

    assert "response_format" in here.ask(takes_all)[0]
    assert "response_format" in here.ask(takes_all)[0]
    assert not here.parts.told()


def test_wordless_refusals_count_from_the_second_time() -> None:
    """What fails again and again, and goes without, is left out."""
    here = Endpoint()
    calls = [len(here.ask(wordless)) for _ in range(3)]

    assert calls[0] > 1
    assert calls[1] > 1
    assert calls[2] == 1


def test_the_system_role_is_folded() -> None:
    """Its text becomes the user's, and user and assistant take turns, the user first."""

    def no_system(body: dict[str, JSON]) -> Refusal | None:
        is_there = "'system'" in str(body["messages"])
        return Refusal(status=400, message="System role not supported") if is_there else None

    here = Endpoint()
    body = here.ask(no_system)[-1]

    messages = body["messages"]
    assert isinstance(messages, list)
    assert [one["role"] for one in messages if isinstance(one, dict)] == [
        "user",
        "assistant",
        "user",
    ]
    assert "Be Greta." in str(messages[0])
    assert "Hello.\\n\\nWell?" in str(messages[2])
    assert "response_format" in body
    assert len(here.ask(no_system, asked(Purpose.PLAN, "plan"))) == 1


def test_bounds_go_before_the_schema() -> None:
    """A grammar that is too large keeps the schema with smaller bounds; others stay."""

    def refuses(body: dict[str, JSON]) -> Refusal | None:
        found = str(body.get("response_format"))
        is_large = "'maxLength': 690" in found
        return Refusal(status=400, message="failed to parse grammar") if is_large else None

    body = Endpoint().ask(refuses)[-1]

    assert "'maxLength': 256" in str(body["response_format"])
    assert "'maximum': 1440" in str(body["response_format"])


def test_an_outage_is_not_blamed_on_the_form() -> None:
    """A wordless 500 to a form that was taken before changes nothing."""
    here = Endpoint()
    here.ask(takes_all)
    search = here.parts.search(asked())
    body = request_arguments("m", asked(), search.form)

    assert not search.step(Refusal(status=500, message="oops"), body)


@pytest.mark.parametrize(
    ("status", "message", "kind"),
    [
        (400, "prompt is too long: 210000 tokens > 200000 maximum", RefusalKind.LENGTH),
        (429, "Request too large for tokens per minute", RefusalKind.CALLER),
        (400, "triggering the content management policy", RefusalKind.CONTENT),
        (403, "flagged by moderation", RefusalKind.CONTENT),
        (400, "You exceeded your current quota", RefusalKind.CALLER),
        (400, "API key not valid", RefusalKind.CALLER),
        (404, "model 'x' not found, try pulling it first", RefusalKind.CALLER),
        (400, "Model unloaded.", RefusalKind.LOADING),
        (503, "Loading model", RefusalKind.LOADING),
        (400, 'Failed to load model "x"', RefusalKind.LOADING),
        (500, "failed to parse grammar", RefusalKind.OTHER),
    ],
)
def test_refusals_are_told_apart(status: int, message: str, kind: RefusalKind) -> None:
    """By what they say, and their fault quotes none of it."""
    refusal = Refusal(status=status, message=message)

    assert refusal.kind is kind
    assert message not in refusal.fault(KeySource()).message


def test_any_field_may_be_refused_by_name() -> None:
    """A field of the operator's own is left out like the server's."""
    form = RequestForm().without("reasoning_effort")

    assert "reasoning_effort" not in request_arguments(
        "m", asked(), form, {"reasoning_effort": "low"}
    )
