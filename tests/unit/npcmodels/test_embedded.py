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

from npcmodels import weights
from npcmodels.embedded import (
    FOR_LINES,
    EmbeddedLanguageModel,
    embedded_model,
)
from npcmodels.runtime import has_runtime
from npcserver.model.errors import (
    InvalidInput,
    ModelFault,
    ModelTooSlow,
    ModelUnreachable,
)
from npcserver.model.model_use import Purpose
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
    if not has_runtime():
        pytest.skip("xllamacpp is not installed")
    with pytest.raises(InvalidInput, match="models pull") as caught:
        embedded_model(tmp_path / "none.gguf")

    assert caught.value.field == "model.gguf"


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    """What is no GGUF file is told at the start, by the setting that named it."""
    if not has_runtime():
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
    if file is None or not has_runtime():
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
