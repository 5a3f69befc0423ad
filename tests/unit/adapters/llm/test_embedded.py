"""The embedded model: its process, and how long its prompts may be."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

import platformdirs
import pytest

from npcserver.adapters.llm import weights
from npcserver.adapters.llm.context_window import LEAST_TO_READ, ContextWindow, ServedContext
from npcserver.adapters.llm.embedded import (
    FOR_LINES,
    EmbeddedLanguageModel,
    embedded_model,
    is_installed,
)
from npcserver.model.errors import (
    InvalidInput,
    ModelFault,
    ModelTooSlow,
    ModelUnreachable,
    PromptTooLong,
)
from npcserver.model.model_use import Purpose
from npcserver.model.turn import Usage
from npcserver.ports.language_model import CallTimeouts, Finished, Message, Request

STANDIN = Path(__file__).with_name("standin.py")
LONG = CallTimeouts(first_word=30, between_words=30, total=60)


def request(words: str, patience: CallTimeouts = LONG) -> Request:
    return Request(purpose=Purpose.REPLY, messages=(Message("user", words),), patience=patience)


async def ask(model: EmbeddedLanguageModel, asked: Request) -> str:
    pieces: list[str] = []
    async with aclosing(model.generate(asked)) as answer:
        async for item in answer:
            if isinstance(item, Finished):
                assert item.model == model.name
            else:
                pieces.append(item)
    return "".join(pieces)


def standin(*arguments: str) -> EmbeddedLanguageModel:
    return EmbeddedLanguageModel(Path("tiny.gguf"), (sys.executable, str(STANDIN), *arguments))


async def until_dead(model: EmbeddedLanguageModel) -> None:
    while model.pid is not None:  # noqa: ASYNC110 - a death sets no event
        await asyncio.sleep(0.01)


@pytest.fixture
async def model() -> AsyncGenerator[EmbeddedLanguageModel, None]:
    served = standin("serve")
    yield served
    await served.close()


async def test_it_starts_with_the_first_call(model: EmbeddedLanguageModel) -> None:
    """No process before it is needed; one process for many calls."""
    assert model.pid is None

    assert await ask(model, request("hello")) == "hello"
    first = model.pid
    assert await ask(model, request("again")) == "again"

    assert model.pid == first is not None
    assert model.name == "local:tiny"


async def test_lines_are_kept_from_repeating_themselves(model: EmbeddedLanguageModel) -> None:
    """What is spoken is asked for with a penalty on words of before; numbers and forms are not."""
    spoken = json.loads(await ask(model, request("fields")))
    rated = json.loads(await ask(model, replace(request("fields"), purpose=Purpose.RATE)))

    assert spoken.items() >= FOR_LINES.items()
    assert not rated.keys() & FOR_LINES.keys()


async def test_many_first_calls_start_one_process(model: EmbeddedLanguageModel) -> None:
    """Calls that come together share the process."""
    said = await asyncio.gather(*(ask(model, request(str(n))) for n in range(4)))

    assert said == ["0", "1", "2", "3"]


async def test_a_killed_process_is_started_again(model: EmbeddedLanguageModel) -> None:
    """The call after a death is unreachable and says of what; the one after that is answered."""
    await ask(model, request("hello"))
    dead = model.pid
    assert dead is not None
    os.kill(dead, signal.SIGKILL)
    await until_dead(model)

    with pytest.raises(ModelUnreachable, match="signal 9"):
        await ask(model, request("hello"))

    assert await ask(model, request("hello")) == "hello"
    assert model.pid != dead


async def test_an_abort_in_mid_call_is_a_fault_and_no_more(model: EmbeddedLanguageModel) -> None:
    """A native abort costs its own call."""
    with pytest.raises(ModelFault):
        await ask(model, request("abort"))
    await until_dead(model)
    with pytest.raises(ModelUnreachable, match="signal 6"):
        await ask(model, request("hello"))

    assert await ask(model, request("hello")) == "hello"


async def test_a_file_that_is_removed_or_replaced_while_it_serves(tmp_path: Path) -> None:
    """A running model goes on without its file; a new process of another file is refused."""
    file = tmp_path / "tiny.gguf"
    file.write_bytes(b"GGUF")
    model = EmbeddedLanguageModel(file, (sys.executable, str(STANDIN), "serve"))
    try:
        assert await ask(model, request("hello")) == "hello"
        file.unlink()
        assert await ask(model, request("again")) == "again"

        assert model.pid is not None
        os.kill(model.pid, signal.SIGKILL)
        await until_dead(model)
        with pytest.raises(ModelUnreachable, match="was removed while it served"):
            await ask(model, request("hello"))
        file.write_bytes(b"GGUF and more")
        with pytest.raises(ModelUnreachable, match="was replaced while it served"):
            await ask(model, request("hello"))
    finally:
        await model.close()


async def test_close_ends_the_process(model: EmbeddedLanguageModel) -> None:
    """After `close` nothing runs, and closing twice is harmless."""
    await ask(model, request("hello"))
    pid = model.pid
    assert pid is not None

    await model.close()
    await model.close()

    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


async def test_one_that_dies_young_rests() -> None:
    """A process that never gets to listen is not started over and over; its last words are kept."""
    model = standin("die")
    faults = []
    for _ in range(3):
        with pytest.raises(ModelUnreachable) as caught:
            await ask(model, request("hello"))
        faults.append(caught.value)
    await model.close()

    assert "cannot read the model" in str(faults[0])
    assert faults[2].retry_after is not None
    assert model.pid is None


async def test_loading_goes_on_when_patience_ends(tmp_path: Path) -> None:
    """A caller that will not wait for the model to load leaves it loading for the next."""
    ready = tmp_path / "ready"
    model = standin("slow", str(ready))
    with pytest.raises(ModelTooSlow, match="loaded"):
        await ask(model, request("hello", CallTimeouts(first_word=2, total=3)))
    pid = model.pid

    ready.touch()

    assert await ask(model, request("hello")) == "hello"
    assert model.pid == pid
    await model.close()


def test_it_never_outlives_its_parent() -> None:
    """When the parent is killed outright, the end of its pipe ends the model."""
    code = (
        "import subprocess, sys, time\n"
        f"p = subprocess.Popen([sys.executable, {str(STANDIN)!r}, 'serve'],"
        " stdin=subprocess.PIPE, stdout=subprocess.PIPE)\n"
        "p.stdin.write(b'key\\n'); p.stdin.flush()\n"
        "p.stdout.readline(); p.stdout.readline()\n"
        "print(p.pid, flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        parent.kill()
        parent.wait()
        status = Path(f"/proc/{child}/status")
        while status.exists() and "State:\tZ" not in status.read_text():
            pass

    assert not status.exists() or "State:\tZ" in status.read_text()


def test_a_missing_file_says_what_to_do(tmp_path: Path) -> None:
    """The fault names the setting and the command."""
    if not is_installed():
        pytest.skip("xllamacpp is not installed")
    with pytest.raises(InvalidInput, match="models pull") as caught:
        embedded_model(tmp_path / "none.gguf")

    assert caught.value.field == "model.gguf"


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    """What is no GGUF file is told at the start, by the setting that named it."""
    if not is_installed():
        pytest.skip("xllamacpp is not installed")
    file = tmp_path / "letter.gguf"
    file.write_text("Dear Mira")
    with pytest.raises(InvalidInput, match="is no GGUF file") as caught:
        embedded_model(file, setting="model.name")

    assert caught.value.field == "model.name"


@pytest.mark.local_model
async def test_the_real_thing_answers_in_json() -> None:
    """Pulled weights answer one short prompt with JSON that fits the schema."""
    file = weights.pulled(Path(platformdirs.user_data_path("npcserver")) / "models")
    if file is None or not is_installed():
        pytest.skip("needs xllamacpp and `npcserver models pull`")
    model = embedded_model(file)
    schema = {
        "type": "object",
        "properties": {"say": {"type": "string", "maxLength": 80}},
        "required": ["say"],
        "additionalProperties": False,
    }
    asked = Request(
        purpose=Purpose.REPLY,
        messages=(Message("user", "Say good morning."),),
        schema=schema,  # type: ignore[arg-type]
        max_tokens=80,
        temperature=0.0,
        patience=CallTimeouts(first_word=60, between_words=30, total=120),
    )

    answer = json.loads(await ask(model, asked))
    await model.close()

    assert isinstance(answer["say"], str)


REPLY, PLAN = Purpose.REPLY, Purpose.PLAN
ENGLISH, CHINESE = "The wind turned. ", "风向变了。"


def told(tokens: int, *, cuts: bool = False) -> ServedContext:
    return ServedContext(tokens=tokens, source="an endpoint", cuts=cuts)


def asked(text: str = ENGLISH, purpose: Purpose = REPLY) -> Request:
    return Request(purpose=purpose, messages=(Message("user", text),), max_tokens=300)


def count(
    window: ContextWindow,
    estimated: int,
    counted: int,
    *,
    text: str = ENGLISH,
    cached: int = 0,
    seconds: float | None = None,
    purpose: Purpose = REPLY,
) -> None:
    usage = Usage(prompt_tokens=counted, completion_tokens=40, cached_tokens=cached)
    window.take_finished(asked(text, purpose), estimated, usage, seconds)


@pytest.mark.parametrize(("context", "least", "most"), [(4096, 3000, 3796), (32768, 8192, 8192)])
def test_budget_is_what_the_context_leaves_up_to_the_ceiling(
    context: int, least: int, most: int
) -> None:
    """A prompt and its answer fit into the context, and a long context is used to the ceiling."""
    assert least <= ContextWindow(told=told(context)).budget(REPLY, 300) <= most


def test_ceiling_that_was_set_stays() -> None:
    """Anyone who set a ceiling keeps it, however large the context and however slow the model."""
    window = ContextWindow(ceiling=1500, told=told(128_000), patience=lambda _: 2.5, speed=60)

    assert window.budget(REPLY, 300) == 1500


def test_unknown_context_is_assumed_and_none_is_no_limit() -> None:
    """Of an unknown model 8192 tokens are assumed; one that reads no prompts has no limit."""
    assert 6000 < ContextWindow().budget(REPLY, 300) < 7900
    assert ContextWindow(assumed=None).budget(REPLY, 300) == 8192


def test_settings_go_before_what_is_told() -> None:
    """A context that is set holds, and one set for a purpose holds for that alone."""
    window = ContextWindow(
        setting=2048, settings_by_purpose={PLAN: 1024}, told=told(100_000), assumed=None
    )

    assert window.tokens(REPLY) == 2048
    assert window.tokens(PLAN) == 1024
    assert window.budget(PLAN, 300) < 1024 < window.budget(REPLY, 300) < 2048


@pytest.mark.parametrize("context", [1, 128, 512, 1024])
def test_tiny_context_still_gives_a_prompt_and_an_answer(context: int) -> None:
    """However small the context, there are tokens for a question and for an answer."""
    window = ContextWindow(told=told(context))

    assert window.budget(REPLY, 300) >= 256
    limit = window.answer_limit(REPLY, window.budget(REPLY, 300))
    assert limit is not None
    assert 16 <= limit < 1024


def test_silent_cut_is_taken_as_the_context() -> None:
    """Where fewer tokens are counted than were sent, the count is the context from then on."""
    window = ContextWindow(told=told(32768, cuts=True))
    for estimated in (400, 900, 1500):
        count(window, estimated, round(estimated * 0.85))
    count(window, 8000, 4096)

    assert window.tokens() == 4096
    assert window.source == "longer prompts were cut"
    assert window.budget(REPLY, 300) * window.ratio + 300 <= 4096


def test_cut_to_half_of_the_context_is_found_too() -> None:
    """An endpoint that cuts to half, as Ollama does, holds what it has read whole before."""
    window = ContextWindow(told=told(32768, cuts=True))
    for estimated in (400, 2000, 4600):
        count(window, estimated, round(estimated * 0.85))
    count(window, 5200, 2050)

    assert window.tokens() == round(4600 * 0.85)


def test_cut_is_found_by_equal_counts_too() -> None:
    """Prompts of different length that count the same were cut, whatever else is unknown."""
    window = ContextWindow()
    for estimated in (5300, 5600):
        count(window, estimated, 4096)
        assert window.tokens() == 8192
    count(window, 5900, 4096)

    assert window.tokens() == 4096


@pytest.mark.parametrize(
    ("text", "ratios"),
    [(ENGLISH, (0.78, 0.95, 0.82)), (CHINESE, (0.62, 0.9, 0.66)), (ENGLISH, (1.3, 1.0, 1.05))],
    ids=["thrifty tokenizer", "Chinese", "wasteful tokenizer"],
)
def test_error_of_estimation_is_no_cut(text: str, ratios: tuple[float, ...]) -> None:
    """An estimate that is off, as estimates of any tokenizer are, shrinks no context."""
    window = ContextWindow(told=told(16384, cuts=True))
    for estimated in (300, 1200, 2500, 5000, 7900):
        for ratio in ratios:
            count(window, estimated, round(estimated * ratio), text=text)

    assert window.tokens() == 16384


def test_languages_are_not_mistaken_for_each_other() -> None:
    """Chinese prompts count less for their length than English ones, and are not cut for that."""
    window = ContextWindow(told=told(16384, cuts=True))
    for estimated in (400, 1500, 3000):
        count(window, estimated, estimated)
    count(window, 7000, 4300, text=CHINESE)

    assert window.tokens() == 16384


def test_ratio_is_learned() -> None:
    """Where a tokenizer makes more of a text than estimated, fewer estimated tokens fit."""
    window = ContextWindow(told=told(4096))
    before = window.budget(REPLY, 300)
    for estimated in (1000, 1400, 1600):
        count(window, estimated, round(estimated * 1.4))

    assert window.budget(REPLY, 300) < before
    assert window.budget(REPLY, 300) * 1.4 + 300 <= 4096


def test_refusal_halves_the_prompt_and_is_remembered() -> None:
    """An endpoint that refuses what it said would fit is asked for half, now and from then on."""
    window = ContextWindow(told=told(32768))
    sent = window.budget(REPLY, 300)
    window.take_too_long(asked(), sent, PromptTooLong("too long"))

    assert 0.3 * sent < window.budget(REPLY, 300) <= 0.5 * sent
    assert window.source == "a longer prompt was refused"
    assert window.wants_asking.is_set()


def test_refusal_that_names_the_context_is_believed() -> None:
    """A refusal with numbers gives the context and the ratio at once."""
    window = ContextWindow(told=told(32768))
    fault = PromptTooLong("too long", context_tokens=4096, prompt_tokens=7000)
    window.take_too_long(asked(), 8000, fault)

    assert window.tokens() == 4096
    assert window.budget(REPLY, 300) <= 3796


@pytest.mark.parametrize("said", [1, 90_000])
def test_refusal_that_cannot_be_right_halves(said: int) -> None:
    """A refusal that names a context in which the prompt had fitted, or none, is not believed."""
    window = ContextWindow()
    window.take_too_long(asked(), 6000, PromptTooLong("too long", context_tokens=said))

    assert 1500 < window.budget(REPLY, 300) <= 3000


def test_context_told_too_small_grows_by_what_was_read() -> None:
    """Where more was read than the context is said to hold, it holds at least that."""
    window = ContextWindow(told=told(1024))
    count(window, 2000, 1900)

    assert window.tokens() == 1940


def test_what_was_shown_holds_until_the_endpoint_tells_something_new() -> None:
    """The same claim again changes nothing; another one means that the model was loaded anew."""
    window = ContextWindow(told=told(32768))
    window.take_too_long(asked(), 6000, PromptTooLong("", context_tokens=4096))
    window.take_told(told(32768))
    window.take_told(None)
    assert window.tokens() == 4096
    window.take_told(told(16384))

    assert window.tokens() == 16384


def test_slow_reader_is_asked_for_what_it_reads_within_its_patience() -> None:
    """A local model gets what it reads in time, but never less than the floors take."""
    window = ContextWindow(told=told(32768), patience=lambda _: 5.0)
    count(window, 1000, 900, seconds=0.9)
    assert 3900 <= window.budget(REPLY, 300) <= 4100
    for _ in range(8):
        count(window, 1000, 900, seconds=15)

    assert window.budget(REPLY, 300) == LEAST_TO_READ


def test_what_the_cache_holds_counts_as_free() -> None:
    """Cached tokens tell nothing of the speed, and make space for more."""
    window = ContextWindow(told=told(32768), patience=lambda _: 5.0)
    for _ in range(8):
        count(window, 3000, 3000, cached=1500, seconds=1.5)

    assert window.speed == pytest.approx(1000)
    assert 7900 <= window.budget(REPLY, 300) <= 8100


def test_budget_stays_while_little_changes() -> None:
    """A budget that moved with every call would move what is shown, and empty the cache."""
    window = ContextWindow(told=told(32768), patience=lambda _: 5.0)
    count(window, 1000, 900, seconds=0.9)
    first = window.budget(REPLY, 300)
    count(window, 1000, 900, seconds=0.85)

    assert window.budget(REPLY, 300) == first


def test_estimated_usage_shows_nothing() -> None:
    """A usage that is our own estimate is no evidence."""
    window = ContextWindow()
    usage = Usage(prompt_tokens=100, completion_tokens=5, estimated=True)
    window.take_finished(asked(), 7000, usage, 1.0)

    assert window.tokens() == 8192
    assert window.speed == 0
