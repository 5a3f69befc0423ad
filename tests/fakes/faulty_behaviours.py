"""How an OpenAI-compatible endpoint can behave and misbehave: one behaviour per model name."""

import asyncio
from collections.abc import Awaitable, Callable

from tests.fakes.faulty_call import Call

Behaviour = Callable[[Call], Awaitable[None]]

SAID = '{"say": "Good day."}'


async def ok(call: Call) -> None:
    await call.head()
    for start in range(0, len(SAID), 5):
        await call.words(SAID[start : start + 5])
    await call.finish()
    await call.usage()
    await call.done()


async def rate_limited(call: Call) -> None:
    await call.refuse("429 Too Many Requests", {"message": "slow down"}, "Retry-After: 3600\r\n")


async def rate_limited_until(call: Call) -> None:
    await call.refuse(
        "429 Too Many Requests", {"message": "no"}, "Retry-After: Wed, 01 Jan 2200 00:00:00 GMT\r\n"
    )


async def rate_limited_ms(call: Call) -> None:
    await call.refuse("429 Too Many Requests", {"message": "slow"}, "retry-after-ms: 1500\r\n")


async def server_error(call: Call) -> None:
    await call.refuse("500 Internal Server Error", {"message": "oops", "code": "broken"})


async def overloaded(call: Call) -> None:
    await call.refuse("503 Service Unavailable", {"message": "busy"}, "Retry-After: 7\r\n")


async def bad_key(call: Call) -> None:
    await call.refuse("401 Unauthorized", {"message": "bad key", "code": "invalid_api_key"})


async def no_such_model(call: Call) -> None:
    await call.refuse("404 Not Found", {"message": "no such model", "code": "model_not_found"})


async def too_long(call: Call) -> None:
    await call.refuse("400 Bad Request", {"message": "exceeds the context length; secret prompt"})


async def refuse_as_told(call: Call) -> None:
    await call.refuse("400 Bad Request", call.llm.error)


async def error_in_stream_as_told(call: Call) -> None:
    await call.head()
    await call.event({"error": call.llm.error})
    await call.done()


async def quota_as_told(call: Call) -> None:
    await call.refuse("429 Too Many Requests", call.llm.error)


_TIMINGS = {"cache_n": 8, "prompt_n": 3, "prompt_ms": 250.0, "predicted_n": 7}


async def cached_in_details(call: Call) -> None:
    await call.head()
    await call.words(SAID)
    await call.finish()
    await call.usage(cached=8)
    await call.done()


async def cached_in_timings(call: Call) -> None:
    await call.head()
    await call.words(SAID)
    await call.finish()
    await call.usage(timings=_TIMINGS)
    await call.done()


async def cached_in_both(call: Call) -> None:
    await call.head()
    await call.words(SAID)
    await call.finish()
    await call.usage(cached=8, timings=_TIMINGS)
    await call.done()


async def reset(call: Call) -> None:
    call.reset()


async def no_headers(call: Call) -> None:
    await call.hang()


async def no_token(call: Call) -> None:
    await call.head()
    await call.hang()


async def stall(call: Call) -> None:
    await call.head()
    await call.words("Good ")
    await call.hang()


async def ping_only(call: Call) -> None:
    await call.head()
    while True:
        await call.raw(b": ping\n\n")
        await asyncio.sleep(0.01)


async def ping_after_word(call: Call) -> None:
    await call.head()
    await call.words("Good ")
    while True:
        await call.raw(b": ping\n\n")
        await asyncio.sleep(0.01)


async def empty_deltas(call: Call) -> None:
    await call.head()
    while True:
        await call.words("")
        await asyncio.sleep(0.01)


async def drip(call: Call) -> None:
    await call.head()
    for number in range(1000):
        await call.words(f"{number} ")
        await asyncio.sleep(0.02)


async def cut_body(call: Call) -> None:
    await call.head()
    await call.words("Good ")
    call.writer.close()


async def cut_before_words(call: Call) -> None:
    await call.head()
    call.writer.close()


async def no_finish_reason(call: Call) -> None:
    await call.head()
    await call.words(SAID)
    await call.done()


async def length(call: Call) -> None:
    await call.head()
    await call.words(SAID)
    await call.finish("length")
    await call.done()


async def filtered(call: Call) -> None:
    await call.head()
    await call.words(SAID)
    await call.finish("content_filter")
    await call.done()


async def bad_json(call: Call) -> None:
    await call.head()
    await call.words("Good ")
    await call.raw(b'data: {"choices": [{"del\n\n')
    await call.hang()


async def bad_utf8(call: Call) -> None:
    await call.head()
    await call.raw(b'data: "\xff\xfe"\n\n')
    await call.hang()


async def deep_json(call: Call) -> None:
    await call.head()
    await call.raw(b"data: " + b"[" * 100_000 + b"\n\n")
    await call.hang()


async def not_an_object(call: Call) -> None:
    await call.head()
    await call.event(5)
    await call.hang()


async def empty(call: Call) -> None:
    await call.head()
    await call.words(" \n")
    await call.finish()
    await call.done()


async def no_choices(call: Call) -> None:
    await call.head()
    await call.usage()
    await call.done()


async def html(call: Call) -> None:
    await call.head(kind="text/html")
    await call.raw(b"<html>\n<body>\n\nWelcome to the portal\n</body></html>\n")
    await call.end()


async def error_mid_stream(call: Call) -> None:
    await call.head()
    await call.words("Good ")
    await call.event({"error": {"message": "cuda out of memory", "code": "oom"}})
    await call.hang()


async def loop(call: Call) -> None:
    await call.head()
    while True:
        await call.words("the ")


async def huge_event(call: Call) -> None:
    await call.head()
    await call.raw(b'data: {"x": "')
    for _ in range(800):
        await call.raw(b"x" * 65536)
    await call.hang()


async def huge_answer(call: Call) -> None:
    await call.head()
    filler = {"id": "c", "choices": [], "padding": "x" * 60_000}
    while True:
        await call.event(filler)


async def gzipped(call: Call) -> None:
    await call.head(more="Content-Encoding: gzip\r\n")
    await call.hang()


async def silent_end(call: Call) -> None:
    await call.head()
    await call.words(SAID)
    await call.finish()
    await call.hang()


async def error_after_finish(call: Call) -> None:
    await call.head()
    await call.words(SAID)
    await call.finish()
    call.writer.close()


async def split_emoji(call: Call) -> None:
    await call.head()
    await call.words("Hi \ud83d")
    await call.words("\ude00 and \ud83d!")
    await call.words("\ude00")
    await call.finish()
    await call.done()


async def odd_chunks(call: Call) -> None:
    await call.head()
    await call.event({})
    await call.event({"choices": None})
    await call.event({"choices": [{"index": 0, "delta": None, "finish_reason": None}]})
    await call.event({"choices": [{"index": 0, "delta": {"role": "assistant", "content": None}}]})
    await call.raw(b": keep-alive\n\n")
    await call.words(SAID)
    await call.finish()
    await call.done()


async def no_strict(call: Call) -> None:
    answer = call.body.get("response_format")
    if isinstance(answer, dict) and answer.get("json_schema", {}).get("strict"):
        await call.refuse("400 Bad Request", {"message": "additionalProperties is required"})
    else:
        await ok(call)


async def no_schema(call: Call) -> None:
    if call.asked_for("json_schema"):
        await call.refuse("400 Bad Request", {"message": "response_format json_schema unknown"})
    else:
        await ok(call)


async def no_json(call: Call) -> None:
    if "response_format" in call.body:
        await call.refuse("422 Unprocessable Entity", {"message": "response_format: extra field"})
    else:
        await ok(call)


async def new_token_limit(call: Call) -> None:
    if "max_tokens" in call.body:
        await call.refuse(
            "400 Bad Request", {"message": "use max_completion_tokens", "param": "max_tokens"}
        )
    else:
        await ok(call)


BEHAVIOURS: dict[str, Behaviour] = {
    name: behaviour
    for name, behaviour in list(globals().items())
    if asyncio.iscoroutinefunction(behaviour)
}
