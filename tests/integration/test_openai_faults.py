"""Every way in which an endpoint can misbehave becomes one typed fault."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

import pytest

from npcmodels.openai import OpenAILanguageModel
from npcserver.model.errors import (
    ModelDeclined,
    ModelFault,
    ModelTalkedNonsense,
    ModelTooSlow,
    ModelTruncated,
    ModelUnreachable,
    PromptTooLong,
)
from npcserver.model.model_use import Purpose
from npcserver.ports.language_model import JSON, CallTimeouts, Finished, Message, Request
from tests.fakes.model_endpoints import SAID_JSON, EndpointLog, serve_faulty_llm

SHORT = CallTimeouts(first_word=0.3, between_words=0.2, total=0.6)
ONCE_BEGUN = CallTimeouts(first_word=20, between_words=0.5, total=30)
"""Short with what follows the first words, which come however busy the machine is."""
LONG = CallTimeouts(first_word=20, between_words=20, total=30)
SCHEMA: dict[str, JSON] = {"type": "object", "properties": {"say": {"type": "string"}}}


@pytest.fixture
async def llm() -> AsyncGenerator[EndpointLog, None]:
    async with serve_faulty_llm() as endpoint:
        yield endpoint


def request(patience: CallTimeouts = LONG, *, schema: bool = False) -> Request:
    return Request(
        purpose=Purpose.REPLY,
        messages=(Message("system", "You are Greta."), Message("user", "secret words \ud800")),
        schema=SCHEMA if schema else None,
        patience=patience,
        seed=-5,
    )


async def ask(
    llm: EndpointLog, behaviour: str, asked: Request, said: list[str] | None = None
) -> tuple[str, Finished]:
    """Ask a model of that behaviour; words are added to `said` as they come."""
    said = [] if said is None else said
    model = OpenAILanguageModel(model=behaviour, base_url=llm.base_url)
    try:
        return await drain(model, asked, said)
    finally:
        await model.close()


async def drain(
    model: OpenAILanguageModel, asked: Request, said: list[str]
) -> tuple[str, Finished]:
    finished: list[Finished] = []
    async with aclosing(model.generate(asked)) as answer:
        async for item in answer:
            if isinstance(item, Finished):
                finished.append(item)
            else:
                said.append(item)
    assert len(finished) == 1
    return "".join(said), finished[0]


@pytest.mark.parametrize(
    ("key", "source", "told"),
    [
        ("", "model.api_key", "it wants a key; set model.api_key"),
        ("k", "model.scenes.api_key", "not take the key in model.scenes.api_key; correct it"),
        ("k", "GROQ_API_KEY", "not take the key in GROQ_API_KEY; correct it, or unset it and"),
    ],
)
async def test_a_refused_key_is_told_by_where_it_is_from(
    llm: EndpointLog, key: str, source: str, told: str
) -> None:
    """A setting can be corrected, a variable may be unset as well."""
    model = OpenAILanguageModel(
        model="bad_key", base_url=llm.base_url, api_key=key, key_from=source
    )
    try:
        with pytest.raises(ModelUnreachable) as caught:
            await drain(model, request(), [])
    finally:
        await model.close()

    assert told in caught.value.message


FAULTS: list[tuple[str, CallTimeouts, type[ModelFault], str]] = [
    ("rate_limited", LONG, ModelUnreachable, ""),
    ("server_error", LONG, ModelUnreachable, ""),
    ("overloaded", LONG, ModelUnreachable, ""),
    ("bad_key", LONG, ModelUnreachable, ""),
    ("no_such_model", LONG, ModelUnreachable, ""),
    ("too_long", LONG, PromptTooLong, ""),
    ("reset", LONG, ModelUnreachable, ""),
    ("no_headers", SHORT, ModelTooSlow, ""),
    ("no_token", SHORT, ModelTooSlow, ""),
    ("stall", ONCE_BEGUN, ModelTooSlow, "Good "),
    ("ping_only", SHORT, ModelTooSlow, ""),
    ("ping_after_word", ONCE_BEGUN, ModelTooSlow, "Good "),
    ("empty_deltas", SHORT, ModelTooSlow, ""),
    ("cut_body", LONG, ModelTruncated, "Good "),
    ("cut_before_words", LONG, ModelUnreachable, ""),
    ("no_end", LONG, ModelTruncated, SAID_JSON),
    ("length", LONG, ModelTruncated, SAID_JSON),
    ("filtered", LONG, ModelDeclined, SAID_JSON),
    ("bad_json", LONG, ModelTalkedNonsense, "Good "),
    ("bad_utf8", LONG, ModelTalkedNonsense, ""),
    ("deep_json", LONG, ModelTalkedNonsense, ""),
    ("empty", LONG, ModelTruncated, " \n"),
    ("no_choices", LONG, ModelTruncated, ""),
    ("html", LONG, ModelTalkedNonsense, ""),
    ("error_mid_stream", LONG, ModelUnreachable, "Good "),
    ("huge_event", LONG, ModelTruncated, ""),
    ("huge_answer", LONG, ModelTruncated, ""),
    ("gzipped", LONG, ModelTalkedNonsense, ""),
]


@pytest.mark.parametrize(("behaviour", "patience", "fault", "heard"), FAULTS)
async def test_each_fault_has_its_type(
    llm: EndpointLog, behaviour: str, patience: CallTimeouts, fault: type[ModelFault], heard: str
) -> None:
    """A misbehaving endpoint raises exactly one typed fault, after the words that had arrived."""
    said: list[str] = []

    with pytest.raises(ModelFault) as caught:
        await ask(llm, behaviour, request(patience), said)

    assert type(caught.value) is fault
    assert "".join(said) == heard
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("behaviour", "seconds"),
    [("rate_limited", 3600), ("overloaded", 7), ("rate_limited_ms", 1.5), ("server_error", None)],
)
async def test_a_refusal_says_when_to_come_back(
    llm: EndpointLog, behaviour: str, seconds: float | None
) -> None:
    """The seconds of `Retry-After` reach the fault."""
    with pytest.raises(ModelUnreachable) as caught:
        await ask(llm, behaviour, request())

    assert caught.value.retry_after == seconds


async def test_a_date_is_read_too(llm: EndpointLog) -> None:
    """`Retry-After` may be a date."""
    with pytest.raises(ModelUnreachable) as caught:
        await ask(llm, "rate_limited_until", request())

    assert caught.value.retry_after is not None
    assert caught.value.retry_after > 1_000_000


async def test_nobody_listening() -> None:
    """A closed port is an unreachable model."""
    model = OpenAILanguageModel(model="m", base_url="http://127.0.0.1:1/v1")

    with pytest.raises(ModelUnreachable, match="is it running"):
        await drain(model, request(), [])

    await model.close()


async def test_a_good_answer_arrives_in_pieces_with_its_price(llm: EndpointLog) -> None:
    """Fragments come as they are sent, and the reported usage is kept."""
    said: list[str] = []

    text, finished = await ask(llm, "ok", request(), said)

    assert text == SAID_JSON
    assert len(said) > 1
    assert finished.model == "openai:ok"
    assert (finished.usage.prompt_tokens, finished.usage.completion_tokens) == (11, 7)
    assert not finished.usage.estimated
    assert llm.bodies[0]["seed"] == 0x7FFFFFFB
    assert "accept-encoding: identity" in llm.headers[0].lower()


@pytest.mark.parametrize("behaviour", ["silent_end", "error_after_finish", "odd_chunks"])
async def test_a_finished_answer_survives_what_comes_after(
    llm: EndpointLog, behaviour: str
) -> None:
    """Once the finish reason came, a missing token count costs an estimate and no more."""
    text, finished = await ask(llm, behaviour, request(ONCE_BEGUN))

    assert text == SAID_JSON
    assert finished.usage.estimated


async def test_halves_of_an_emoji_are_joined(llm: EndpointLog) -> None:
    """A pair split over two fragments becomes one sign, a lone half the replacement character."""
    text, _ = await ask(llm, "split_emoji", request())

    assert text == "Hi \N{GRINNING FACE} and \ufffd!\ufffd"


async def test_a_model_in_circles_is_stopped(llm: EndpointLog) -> None:
    """An endless repetition ends the call long before its token limit."""
    said: list[str] = []

    with pytest.raises(ModelTalkedNonsense, match="circles"):
        await ask(llm, "loop", request(), said)

    assert len("".join(said)) < 600
    await llm.until(lambda seen: seen.dropped == 1)


async def test_total_patience_bounds_a_steady_drip(llm: EndpointLog) -> None:
    """Words that keep coming do not extend the total."""
    said: list[str] = []

    with pytest.raises(ModelTooSlow, match="longer than 2 s"):
        await ask(llm, "drip", request(CallTimeouts(first_word=9, between_words=9, total=2)), said)

    assert 0 < len(said) < 1000
    await llm.until(lambda seen: seen.dropped == 1)


@pytest.mark.parametrize("behaviour", ["no_headers", "no_token", "stall"])
async def test_cancelling_closes_the_sockets_upstream(llm: EndpointLog, behaviour: str) -> None:
    """Twenty cancelled calls leave no connection open at the endpoint."""
    model = OpenAILanguageModel(model=behaviour, base_url=llm.base_url)
    calls = [asyncio.ensure_future(drain(model, request(), [])) for _ in range(20)]
    await llm.until(lambda seen: seen.waiting == 20)

    for call in calls:
        call.cancel()
    results = await asyncio.gather(*calls, return_exceptions=True)

    assert all(isinstance(result, asyncio.CancelledError) for result in results)
    await llm.until(lambda seen: seen.dropped == 20)
    await model.close()


async def test_closing_the_generator_closes_the_socket(llm: EndpointLog) -> None:
    """Who stops listening after the first words ends the call upstream."""
    model = OpenAILanguageModel(model="stall", base_url=llm.base_url)

    async with aclosing(model.generate(request())) as answer:
        assert await anext(answer) == "Good "

    await llm.until(lambda seen: seen.dropped == 1)
    await model.close()


@pytest.mark.parametrize(
    ("behaviour", "kinds"),
    [
        ("no_strict", ["json_schema", "json_schema", "json_schema"]),
        ("no_schema", ["json_schema", "json_object", "json_object"]),
        ("no_json", ["json_schema", "json_object", None, None]),
    ],
)
async def test_schema_falls_back_and_is_remembered(
    llm: EndpointLog, behaviour: str, kinds: list[str | None]
) -> None:
    """A refused answer format steps down once, and the next call starts where it ended."""
    model = OpenAILanguageModel(model=behaviour, base_url=llm.base_url)

    for _ in range(2):
        assert (await drain(model, request(schema=True), []))[0] == SAID_JSON
    await model.close()

    asked = [body.get("response_format") for body in llm.bodies]
    assert [kind["type"] if isinstance(kind, dict) else None for kind in asked] == kinds
    told = "JSON schema below" in str(llm.bodies[-1]["messages"])
    assert told == (kinds[-1] != "json_schema")


async def test_a_refused_parameter_is_left_out(llm: EndpointLog) -> None:
    """An endpoint that wants the new name of the token limit gets it."""
    text, _ = await ask(llm, "new_token_limit", request())

    assert text == SAID_JSON
    assert llm.bodies[-1]["max_completion_tokens"] == 400
    assert "max_tokens" not in llm.bodies[-1]


async def test_a_question_that_is_too_long_is_not_asked_again(llm: EndpointLog) -> None:
    """A refusal for length does not walk down the ladder, nor is it held against the schema."""
    with pytest.raises(PromptTooLong):
        await ask(llm, "too_long", request(schema=True))

    assert len(llm.bodies) == 1


REFUSALS: list[tuple[str, dict[str, object], int | None, int | None]] = [
    (
        "llama.cpp",
        {
            "code": 400,
            "type": "exceed_context_size_error",
            "message": "the request exceeds the available context size, try increasing it",
            "n_prompt_tokens": 1407,
            "n_ctx": 512,
        },
        512,
        1407,
    ),
    (
        "vLLM",
        {
            "object": "error",
            "code": 400,
            "message": "This model's maximum context length is 6048 tokens. However, you "
            "requested 6616 tokens (568 in the messages, 6048 in the completion).",
        },
        6048,
        568,
    ),
    (
        "OpenAI",
        {
            "code": "context_length_exceeded",
            "message": "This model's maximum context length is 8192 tokens. However, your "
            "messages resulted in 9001 tokens.",
        },
        8192,
        9001,
    ),
    (
        "LM Studio",
        {
            "message": "Trying to keep the first 5160 tokens when context the overflows. However, "
            "the model is loaded with context length of only 4096 tokens, which is not enough."
        },
        4096,
        5160,
    ),
    (
        "Anthropic",
        {"message": "prompt is too long: 210000 tokens > 200000 maximum"},
        200000,
        210000,
    ),
    ("nothing said", {"message": "context window exceeded"}, None, None),
]


@pytest.mark.parametrize(
    ("error", "context", "prompt"), [case[1:] for case in REFUSALS], ids=[c[0] for c in REFUSALS]
)
@pytest.mark.parametrize("way", ["refuse_as_told", "error_in_stream_as_told"])
async def test_a_refusal_for_length_tells_the_context(
    llm: EndpointLog, way: str, error: dict[str, object], context: int | None, prompt: int | None
) -> None:
    """What endpoints say of context and prompt is read from fields or words, and nothing quoted."""
    llm.error = error
    with pytest.raises(PromptTooLong) as caught:
        await ask(llm, way, request())

    assert (caught.value.context_tokens, caught.value.prompt_tokens) == (context, prompt)
    assert "secret" not in caught.value.message


async def test_a_used_up_quota_is_no_matter_of_length(llm: EndpointLog) -> None:
    """A rate limit that calls a request too large says nothing of the model's context."""
    llm.error = {"message": "Request too large for tokens per minute: Limit 6000, Requested 7000"}
    with pytest.raises(ModelUnreachable):
        await ask(llm, "quota_as_told", request())


@pytest.mark.parametrize("way", ["details", "timings", "both"])
async def test_cached_tokens_are_counted(llm: EndpointLog, way: str) -> None:
    """What the endpoint had in its cache is told of, as OpenAI and as llama.cpp put it."""
    _, finished = await ask(llm, f"cached_in_{way}", request())

    assert finished.usage.cached_tokens == 8
    assert finished.usage.prompt_tokens == 11
    assert finished.reading_seconds == (None if way == "details" else 0.25)
