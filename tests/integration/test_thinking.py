"""Thinking is turned off and never spoken; fields of the operator are sent as they are."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import pytest
from pydantic import ValidationError

from npcmodels.model_thoughts import (
    ThinkingFilter,
    sets_thinking,
    thinking_off,
    thinks_by_name,
)
from npcmodels.own_fields import OwnFields
from npcmodels.registry import ModelSpec, language_model
from npcserver.config import ModelSettings
from npcserver.model.errors import ModelFault, ModelThoughtTooLong, ModelUnreachable
from npcserver.model.model_use import ModelUse, Purpose
from npcserver.model.turn import Rung
from npcserver.ports.language_model import (
    CallTimeouts,
    Finished,
    Message,
    OwnedLanguageModel,
    Request,
)
from npctools.cli.checks import first_answer
from tests.fakes.model_endpoints import EndpointCall
from tests.fakes.model_servers import NAME, SAID, ModelServer, answer_to, serve_model_server
from tests.integration.test_served_context import app, receipts, spoken

HM = "Okay, the user greets me. I need to answer as JSON, such as {feeling}. " * 9
OFF = {"enable_thinking": False, "thinking": False}


@dataclass
class ThinkingServer(ModelServer):
    """Thinks up its tokens unless `is_off` says that a request turns that off.

    `refuses` returns why a request is refused, empty for none; `needs` is how many tokens it thinks
    before it answers.
    """

    is_off: Callable[[dict[str, Any]], bool] = lambda _: False
    refuses: Callable[[dict[str, Any]], str] = lambda _: ""
    needs: int = 1 << 20
    sent: list[dict[str, Any]] = field(default_factory=list)

    async def complete(self, call: EndpointCall) -> None:
        """Think, then answer if tokens are left."""
        self.sent.append(call.body)
        problem = self.refuses(call.body)
        if problem:
            await call.refuse("400 Bad Request", {"message": problem})
            return
        limit = int(str(call.body.get("max_tokens", 16)))
        thinks = not self.is_off(call.body)
        await call.head()
        if thinks:
            for _ in range(min(limit, 50)):
                await call.event(chunk({"reasoning_content": "hm ", "content": None}))
        if thinks and limit <= self.needs:
            await call.finish("length")
        else:
            await call.words(answer_to(call.body))
            await call.finish()
        await call.done()

    @property
    def turns(self) -> list[dict[str, Any]]:
        """The requests for lines."""
        return [body for body in self.sent if "schema" in json.dumps(body)]


def chunk(delta: dict[str, object]) -> dict[str, object]:
    choice = {"index": 0, "delta": delta, "finish_reason": None}
    return {"id": "c", "object": "chat.completion.chunk", "choices": [choice]}


def effort(body: dict[str, Any]) -> object:
    return body.get("reasoning_effort")


async def answered(model: OwnedLanguageModel, **more: object) -> str:
    request = Request(
        purpose=Purpose.REPLY,
        messages=(Message("user", "Good day."),),
        schema_name="reply",
        schema={"type": "object", "properties": {"say": {"type": "string"}}},
        patience=CallTimeouts(first_word=20, between_words=20, total=20),
        **more,  # type: ignore[arg-type]
    )
    said = [item async for item in model.generate(request)]
    assert isinstance(said[-1], Finished)
    return "".join(item for item in said if isinstance(item, str))


def model_at(llm: ModelServer, name: str = NAME, **fields: Any) -> OwnedLanguageModel:
    own = {ModelUse.DIALOGUE: OwnFields("model.extra", fields)} if fields else {}
    spec = ModelSpec(name=f"openai:{name}", base_url=llm.base_url, own_fields=own)
    made = language_model(spec)
    return cast("OwnedLanguageModel", made)


async def test_model_that_is_seen_to_think_is_kept_from_it(tmp_path: Path) -> None:
    """The first answer is thought away; the second try, and all turns after it, do not think."""
    llm = ThinkingServer(is_off=lambda body: effort(body) == "none")
    async with serve_model_server(llm), app(llm, tmp_path) as here:
        for _ in range(3):
            assert spoken(await here.turn("Good day to you.")) == [SAID]
        made = await receipts(here)

    asked = [(effort(body), body.get("chat_template_kwargs")) for body in llm.turns]
    assert asked[-1] == ("none", OFF)
    assert len(asked) <= 4
    assert {one.rung for one in made} <= {Rung.PRIMARY, Rung.RETRY}


async def test_thinking_that_eats_the_answer_is_told_once_with_what_to_set(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line is spoken all the same; the receipt says what happened, the log says it once."""
    llm = ThinkingServer()
    async with serve_model_server(llm), app(llm, tmp_path) as here:
        for _ in range(3):
            assert spoken(await here.turn("Good day to you."))
        made = await receipts(here)

    assert all("thinking" in one.faults[0] and "max_tokens" in one.faults[0] for one in made)
    limits = [body["max_tokens"] for body in llm.turns]
    assert limits[0] == 300
    assert limits == sorted(limits)
    assert limits[-1] > 3 * limits[0]
    assert capsys.readouterr().out.count("model_thinks_too_long") == 1


async def test_model_that_cannot_be_kept_from_thinking_gets_more_tokens(tmp_path: Path) -> None:
    """The second try is longer and not the same again, and so are the turns after it."""
    llm = ThinkingServer(needs=900)
    async with serve_model_server(llm), app(llm, tmp_path) as here:
        first = spoken(await here.turn("Good day to you."))
        second = spoken(await here.turn("Good day to you."))
        (one, _) = await receipts(here)

    assert (first, second) == ([SAID], [SAID])
    assert one.rung is Rung.RETRY
    assert len({body["max_tokens"] for body in llm.turns}) == 2


@pytest.mark.parametrize(
    ("name", "problem", "taken"),
    [
        ("qwen3:8b", "reasoning_effort must be one of low, medium, high", "low"),
        ("gpt-5-mini", "Unsupported value: reasoning_effort does not support 'none'", "minimal"),
        ("qwen3:8b", "extra fields not permitted: reasoning_effort", None),
        ("gpt-oss:20b", "", "low"),
    ],
)
async def test_refused_way_gives_way_to_the_next(
    name: str, problem: str, taken: str | None
) -> None:
    """One change at a time, and what was taken is sent from then on."""
    efforts = {"low": {"low"}, "minimal": {"minimal", "low"}, None: set()}[taken]

    def refuses(body: dict[str, Any]) -> str:
        return problem if effort(body) is not None and effort(body) not in efforts else ""

    llm = ThinkingServer(is_off=lambda body: effort(body) == taken, refuses=refuses)
    async with serve_model_server(llm):
        model = model_at(llm, name)
        for _ in range(2):
            assert SAID in await answered(model)
        await model.close()

    assert effort(llm.sent[-1]) == taken
    assert len(llm.sent) <= 5
    assert llm.sent[-1].get("chat_template_kwargs") == OFF


async def test_strict_endpoint_that_names_nothing_still_answers() -> None:
    """Where the fields are refused without a word of why, a request without them is answered."""
    llm = ThinkingServer(
        is_off=lambda _: True,
        refuses=lambda body: "Bad request" if "chat_template_kwargs" in body else "",
    )
    async with serve_model_server(llm):
        model = model_at(llm, "qwen3:8b")
        assert SAID in await answered(model)
        await model.close()

    assert len(llm.sent) == 2


async def test_own_fields_are_sent_as_they_are_and_win() -> None:
    """Tables stay tables, and an operator who wants thinking gets it."""
    own = {
        "top_k": 40,
        "min_p": 0.05,
        "provider": {"order": ["a", "b"], "allow_fallbacks": False},
        "chat_template_kwargs": {"enable_thinking": True},
    }
    llm = ThinkingServer(needs=0)
    async with serve_model_server(llm):
        model = model_at(llm, "qwen3:8b", **own)
        assert SAID in await answered(model)
        await model.close()

    assert {name: llm.sent[0][name] for name in own} == own
    assert "reasoning_effort" not in llm.sent[0]


async def test_refused_own_field_is_named() -> None:
    """The field that is to be corrected is in the message, with its setting, or left out."""
    llm = ThinkingServer(refuses=lambda _: "unknown field min_p")
    async with serve_model_server(llm):
        model = model_at(llm, min_p=0.1)
        with pytest.raises(ModelUnreachable, match=r"'min_p' of model\.extra"):
            await answered(model)
        await model.close()


@pytest.mark.parametrize("name", ["messages", "stream", "model", "max_tokens", "temperature"])
def test_field_that_the_server_sets_is_refused_at_the_start(name: str) -> None:
    """The message names the field and says that the server sets it."""
    with pytest.raises(ValidationError, match=f"{name} is set by the server"):
        ModelSettings.model_validate({"extra": {name: 1}})


def test_own_fields_of_a_purpose_replace_those_of_all() -> None:
    """As every setting of a purpose does."""
    settings = ModelSettings.model_validate(
        {"extra": {"top_k": 1}, "thoughts": {"extra": {"reasoning_effort": "high"}}}
    )

    assert settings.of(ModelUse.DIALOGUE).extra == {"top_k": 1}
    assert settings.of(ModelUse.THOUGHTS).extra == {"reasoning_effort": "high"}
    assert sets_thinking(settings.of(ModelUse.THOUGHTS).extra)


@pytest.mark.parametrize(
    ("name", "thinks"),
    [
        *[(name, True) for name in ("qwen3:8b", "deepseek-r1:7b", "gpt-oss:20b", "o3-mini")],
        *[(name, True) for name in ("openai/gpt-5-nano", "gemini-2.5-flash", "magistral-small")],
        *[(name, True) for name in ("DeepSeek-R1-Distill-Qwen-7B", "glm-4.6", "phi4-reasoning")],
        *[(name, False) for name in ("qwen2.5:7b", "gpt-4o-mini", "llama3.2", "mistral-small")],
        *[(name, False) for name in ("gemma3:4b", "qwen3-coder:30b", "claude-sonnet-4", "m")],
        *[(name, False) for name in ("Qwen3-4B-Instruct-2507", "gpt-5-chat-latest")],
    ],
)
def test_families_that_think_are_known(name: str, *, thinks: bool) -> None:
    """By name alone, before anything was answered."""
    assert thinks_by_name(name) is thinks


@pytest.mark.parametrize(
    ("url", "fields"),
    [
        ("http://127.0.0.1:8080/v1", {"reasoning_effort": "none", "chat_template_kwargs": OFF}),
        ("https://api.openai.com/v1", {"reasoning_effort": "none"}),
        ("https://openrouter.ai/api/v1", {"reasoning": {"enabled": False}}),
        ("https://api.deepseek.com/v1", {"thinking": {"type": "disabled"}}),
        ("https://dashscope.aliyuncs.com/compatible-mode/v1", {"enable_thinking": False}),
    ],
)
def test_each_kind_of_endpoint_is_asked_in_its_own_way(url: str, fields: dict[str, Any]) -> None:
    """No endpoint knows all ways, and hosted ones refuse fields that they do not know."""
    assert thinking_off("m", url, lambda _: True) == fields
    assert thinking_off("m", url, lambda part: part != "thinking") == {}


JSON = '{"feeling": "joy", "say": "Good day."}'
SHAPES = {
    "tags": f"<think>{HM}</think>\n{JSON}",
    "tags inside": f'{{"feeling": "joy", "say": "<think>{HM}</think>Good day."}}',
    "end alone": f"{HM}</think>\n\n{JSON}",
    "other tags": f"<reasoning>{HM}</reasoning>{JSON}",
    "brackets": f"[THINK]{HM}[/THINK]{JSON}",
    "harmony": f"<|channel|>analysis<|message|>{HM}<|end|><|start|>assistant<|channel|>final"
    f"<|message|>{JSON}<|return|>",
    "harmony json": f"<|channel|>analysis<|message|>{HM}<|end|><|start|>assistant<|channel|>final "
    f"<|constrain|>json<|message|>{JSON}",
    "bare harmony": f"analysis{HM}assistantfinal{JSON}",
    "gemma": f"<|channel>thought\n{HM}<channel|>{JSON}",
    "kimi": f"\u25c1think\u25b7{HM}\u25c1/think\u25b7{JSON}",
    "nothing": JSON,
    "plain": "Good day. [She smiles] The tide is out, <sighs> and 2 < 3.",
}


@pytest.mark.parametrize("size", [1, 7, 10_000])
@pytest.mark.parametrize("shape", SHAPES)
def test_thinking_is_taken_out_in_all_its_shapes(shape: str, size: int) -> None:
    """However the text is sliced, what is left is the answer."""
    text = SHAPES[shape]
    reader = ThinkingFilter(is_thinker=False, wants_json=True)
    if shape == "end alone":
        reader = ThinkingFilter(is_thinker=True, wants_json=True)
    said = "".join(reader.feed(text[at : at + size]) for at in range(0, len(text), size))
    said += reader.finish()

    assert said.strip() == (text if shape in ("nothing", "plain") else JSON)
    assert reader.has_thought == (shape not in ("nothing", "plain"))


@pytest.mark.parametrize("size", [1, 9])
@pytest.mark.parametrize("text", [f"<think>{HM}", f"<|channel|>analysis<|message|>{HM}"])
def test_thinking_without_an_end_leaves_nothing(text: str, size: int) -> None:
    """An answer that is all thinking is no answer."""
    reader = ThinkingFilter(is_thinker=False, wants_json=True)
    said = "".join(reader.feed(text[at : at + size]) for at in range(0, len(text), size))

    assert said + reader.finish() == ""
    assert reader.has_thought


async def test_check_says_that_a_model_thinks() -> None:
    """A short question that was thought away is asked again, and the answer counts."""
    llm = ThinkingServer(is_off=lambda body: effort(body) == "none")
    async with serve_model_server(llm):
        model = model_at(llm)
        assert await first_answer(model) > 0
        assert getattr(model, "thinks", False)
        await model.close()

    assert [effort(body) for body in llm.sent] == [None, "none"]


async def test_thinking_alone_is_a_fault_of_its_own() -> None:
    """It says how many tokens went, and what to set, and counts as a truncated answer."""
    llm = ThinkingServer()
    async with serve_model_server(llm):
        model = model_at(llm, reasoning_effort="high")
        with pytest.raises(ModelThoughtTooLong, match=r"model\.extra says how much") as raised:
            await answered(model, max_tokens=77)
        await model.close()

    assert isinstance(raised.value, ModelFault)
    assert "77 tokens" in raised.value.message
