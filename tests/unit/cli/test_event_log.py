"""What the log writes of errors: where they are, and nothing that they hold."""

import asyncio
import json
import logging
import re
import sqlite3
import sys
import threading
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

import grpc
import httpx2
import openai
import pydantic
import pytest
import structlog
from sqlalchemy import text

from npcserver.adapters.store.engine import parse_url, reading_engine, writing_engine
from npcserver.adapters.tokens import JwtSigner
from npcserver.cli import event_log
from npcserver.cli.error_messages import messages
from npcserver.cli.event_log import LONGEST_LINE, Repeats, logging_to
from npcserver.config import LogSettings
from npcserver.model.errors import InvalidInput, Reason, Unavailable
from npcserver.prompts.reply_reader import Unparseable
from npcserver.rpc.access import Caller
from npcserver.rpc.status import report_error

KEY = "hunter2-of-the-administrator-of-this-server"
WORDS = "Between us: my number is 4711-0815"  # in no time of day
FORMATS = ("json", "console")
Format = Literal["json", "console"]


class Age(pydantic.BaseModel):
    age: int


def _integrity() -> None:
    engine = writing_engine(parse_url("sqlite:////tmp/unused.db"))
    raise sqlite3.IntegrityError(f"UNIQUE constraint failed: {WORDS} {engine}")


def _statement(path: Path) -> None:
    engine = writing_engine(parse_url(f"sqlite:///{path}"))
    with engine.begin() as connection:
        connection.execute(text("select nothing(:words, :key)"), {"words": WORDS, "key": KEY})


def _status() -> None:
    request = httpx2.Request("POST", "http://127.0.0.1/v1", headers={"authorization": KEY})
    answer = httpx2.Response(400, request=request, text=WORDS)
    raise openai.BadRequestError(f"cannot answer {WORDS}", response=answer, body={"of": WORDS})


def _grpc() -> None:
    empty = grpc.aio.Metadata()
    raise grpc.aio.AioRpcError(grpc.StatusCode.INTERNAL, empty, empty, details=WORDS)


def _chained() -> None:
    try:
        dict[str, str]()[WORDS]
    except KeyError as error:
        raise Unavailable("the database does not answer", Reason.STORAGE_UNAVAILABLE) from error


def _grouped() -> None:
    raise ExceptionGroup(WORDS, [ValueError(KEY), RuntimeError(WORDS)])


def _raise(error: BaseException) -> Callable[[], None]:
    def fail() -> None:
        raise error

    return fail


FAILURES: dict[str, Callable[[], object]] = {
    "plain": _raise(RuntimeError(f"{KEY} {WORDS}")),
    "noted": _raise(KeyError(WORDS)),
    "sqlite": _integrity,
    "validation": lambda: Age.model_validate({"age": WORDS}),
    "json": lambda: json.loads(f'{{"say": "{WORDS}'),
    "unicode": f"{WORDS}\ud800".encode,
    "status": _status,
    "grpc": _grpc,
    "chained": _chained,
    "grouped": _grouped,
    "field": _raise(InvalidInput("text", f"{WORDS!r} is too long")),
    "unparseable": _raise(Unparseable(f"it echoes {WORDS!r}")),
    "token": lambda: JwtSigner().read(f"a.{KEY}.{WORDS}", {}, None),  # type: ignore[arg-type]
}


def written(
    folder: Path, form: Format, work: Callable[[], Any], level: Literal["debug", "info"] = "info"
) -> str:
    """Do something while the log goes to a file, and return what stands there then."""
    file = folder / "npcserver.log"
    with logging_to(file, LogSettings(format=form, level=level)):
        work()
    return file.read_text(encoding="utf-8")


def fails(how: Callable[[], object], path: Path) -> None:
    """Fail in a frame that holds a key and words, as the frames of a call do."""
    caller, request = Caller(None, None, KEY), {"text": WORDS}  # type: ignore[arg-type]
    try:
        how() if how is not _statement else _statement(path)  # type: ignore[comparison-overlap]
    except Exception as error:  # noqa: BLE001 - whatever it is
        structlog.get_logger().warning("job_failed", error=error, of=repr(caller))
        report_error(error)
    del request


def test_a_full_disk_costs_lines_of_the_log_alone() -> None:
    """The code that logs goes on, and closing the file raises nothing."""
    with logging_to(Path("/dev/full"), LogSettings()):
        told = [structlog.get_logger().info("turn", text="x" * 100) for _ in range(1000)]

    assert len(told) == 1000


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("name", [*FAILURES, "statement"])
def test_no_error_brings_a_key_or_words_into_the_log(
    tmp_path: Path, form: Format, name: str
) -> None:
    """But its class and, if it is a bug, the place do."""
    how = FAILURES.get(name, lambda: _statement(tmp_path / "some.db"))

    log = written(tmp_path, form, lambda: fails(how, tmp_path / "some.db"))

    assert KEY not in log
    assert "4711-0815" not in log
    assert "job_failed" in log
    assert max(map(len, log.splitlines())) <= LONGEST_LINE
    if name not in ("chained", "field", "unparseable", "token"):  # these are no bugs
        assert re.search(r"test_event_log\.py:\d+ ", log)


def test_a_message_that_quotes_nobody_is_written(tmp_path: Path) -> None:
    """An operator needs to read what is wrong with the database."""
    log = written(tmp_path, "json", lambda: fails(_chained, tmp_path))

    assert "the database does not answer" in log


def test_at_debug_messages_are_shown_without_secrets(tmp_path: Path) -> None:
    """An operator who asks for words of players gets them, and no key."""
    secret = "npc_" + "abcdefghijklmnop"

    def fail() -> None:
        raise RuntimeError(f"{WORDS}; Bearer {KEY}; {secret}; postgresql://npc:{KEY}@db/npc")

    log = written(tmp_path, "json", lambda: fails(fail, tmp_path), "debug")

    assert WORDS in log
    assert KEY not in log
    assert secret not in log


@pytest.mark.parametrize("form", FORMATS)
def test_what_libraries_log_is_written_without_what_they_put_in(
    tmp_path: Path, form: Format
) -> None:
    """Templates of theirs are kept."""

    def log_them() -> None:
        for name in ("uvicorn.error", "grpc._cython.cygrpc", "sqlalchemy.pool", "py.warnings"):
            logger = logging.getLogger(name)
            logger.error("refused %s of %s", WORDS, KEY)
            logger.warning(f"refused {WORDS}")  # noqa: G004 - as some do
            try:
                int(WORDS)
            except ValueError:
                logger.exception("broke")

    log = written(tmp_path, form, log_them)

    assert KEY not in log
    assert "4711-0815" not in log
    assert "refused %s of %s" in log
    assert "ValueError" in log


@pytest.mark.parametrize("form", FORMATS)
def test_what_asyncio_and_python_tell_is_written_without_words(
    tmp_path: Path, form: Format, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Tasks that nobody awaits, threads, destructors and warnings."""
    for holder, name in (
        (threading, "excepthook"),
        (sys, "unraisablehook"),
        (warnings, "showwarning"),
    ):
        monkeypatch.setattr(holder, name, getattr(holder, name))

    class Fragile:
        def __del__(self) -> None:
            raise RuntimeError(WORDS)

    async def break_all() -> None:
        async def lost() -> None:
            raise ValueError(WORDS)

        task = asyncio.create_task(lost())
        await asyncio.wait((task,))
        del task
        asyncio.get_running_loop().call_soon(_raise(ValueError(WORDS)), *())
        await asyncio.sleep(0)
        fragile = Fragile()
        del fragile

    event_log.log_to_terminal(LogSettings(format=form))
    try:
        asyncio.run(break_all())
        thread = threading.Thread(target=_raise(ValueError(WORDS)))
        thread.start()
        thread.join()
        warnings.showwarning(WORDS, UserWarning, __file__, 1)
    finally:
        structlog.reset_defaults()
        logging.basicConfig(level=logging.WARNING, force=True)

    log = capfd.readouterr().err
    assert "4711-0815" not in log
    for told in ("never retrieved", "thread_broke", "cleanup_broke", "python_warning"):
        assert told in log


@pytest.mark.parametrize("form", FORMATS)
def test_a_line_is_short_however_deep_the_error(tmp_path: Path, form: Format) -> None:
    """A full disk was the end of one that was not."""

    def deep(left: int) -> None:
        if left:
            try:
                deep(left - 1)
            except ValueError as error:
                raise RuntimeError(WORDS * 100) from error
        raise ValueError(WORDS * 1000)

    def log_it() -> None:
        fails(lambda: deep(200), tmp_path)
        structlog.get_logger().info("many", **{f"field_{n}": "x" * 900 for n in range(50)})

    written_log = written(tmp_path, form, log_it)

    entries = re.split(r"(?m)^(?=\{|\d{4}-)", written_log)
    assert max(map(len, entries)) <= LONGEST_LINE + 1
    assert "4711-0815" not in written_log


def test_a_fault_that_repeats_is_counted(tmp_path: Path) -> None:
    """Once a second for each worker it filled disks; the count still names the calls."""

    def repeat() -> None:
        for number in range(40):
            with structlog.contextvars.bound_contextvars(request_id=f"req-{number}"):
                fails(_raise(RuntimeError(WORDS)), tmp_path)
        structlog.get_logger().warning("job_failed", error="something else")

    lines = [json.loads(line) for line in written(tmp_path, "json", repeat).splitlines()]

    broke = [line for line in lines if line["event"] == "call_broke"]
    assert [line.get("repeated") for line in broke] == [None, 39]
    assert broke[0]["request_id"] == "req-0"
    assert broke[1]["request_ids"][:2] == ["req-1", "req-2"]
    assert "place" in broke[1]
    assert [line["error"] for line in lines if line["event"] == "job_failed"][1:2] == [
        "something else"
    ]


def test_a_count_is_told_after_a_minute(tmp_path: Path) -> None:
    """And the line itself again if the fault goes on."""
    seconds = [0.0]
    repeats = Repeats(lambda: seconds[0])
    told = []

    def happens(at: float) -> None:
        seconds[0] = at
        event = {"event": "jobs_unavailable", "level": "warning", "error": "away"}
        with suppress(structlog.DropEvent):
            told.append(repeats(None, "warning", event))

    with structlog.testing.capture_logs() as counts:
        for at in (0, 10, 59, 61, 62):
            happens(at)
        repeats.tell()  # else its timer would write into the output of another test

    assert len(told) == 2
    assert [count["repeated"] for count in counts] == [2, 1]


def test_engines_hide_what_is_bound(tmp_path: Path) -> None:
    """Also where an error is shown by something else than the log."""
    url = parse_url(f"sqlite:///{tmp_path / 'some.db'}")
    for engine in (writing_engine(url), reading_engine(url, 1)):
        assert engine.hide_parameters
        engine.dispose()


def test_a_command_that_breaks_prints_no_words() -> None:
    """What `serve` prints to standard error is shipped with its log."""
    try:
        _raise(RuntimeError(f"{KEY} {WORDS}"))()
    except RuntimeError as error:
        told = " ".join(messages(error))

    assert KEY not in told
    assert "4711-0815" not in told
    assert "RuntimeError" in told
    assert "test_event_log.py" in told
