"""The server's log: where it goes, and how it tells errors without what they hold.

At `info` and above a line names classes, codes and places of errors, and no text of theirs: the
message of an exception may quote a key, a question to a model or what a player said. At `debug` it
shows the message too, without what looks like a secret. Local variables are never shown.
"""

import linecache
import logging
import re
import sys
import threading
import time
import traceback
import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TextIO, cast

import structlog
from rich.console import Console
from structlog.typing import EventDict, Processor, WrappedLogger

from npcserver.config import LogSettings
from npcserver.model.errors import Fault, InvalidInput

LONGEST_LINE = 8000
"""Characters; a line that would be longer is cut."""
_LEVELS = {"debug": 10, "info": 20, "warning": 30, "error": 40}
_MOST_FRAMES = 12
_MOST_ERRORS = 5
_LONGEST_TEXT = 1000
_COUNTED_SECONDS = 60.0
_MOST_COUNTED = 1000
_MOST_NAMED = 20
_WRITTEN_EACH_TIME = ("debug", "info")
_NAMING = ("request_id", "turn", "subject")
_SECRET = re.compile(
    r"(?i)(bearer\s+)\S+|\b(?:sk-|npc_)[\w-]{6,}|\beyJ[\w-]+\.[\w-]+\.[\w-]*|(//[^/\s:@]*:)[^/\s@]+(?=@)"
)

_log = structlog.get_logger()


def log_to_terminal(settings: LogSettings) -> None:
    """Write the log to standard error, with what Python itself would write there."""
    _configure(settings, _LossyStream(sys.stderr), colours=sys.stderr.isatty())
    threading.excepthook = lambda args: _log.error("thread_broke", exc_info=args.exc_value)
    sys.unraisablehook = lambda args: _log.error("cleanup_broke", exc_info=args.exc_value)
    warnings.showwarning = _tell_warning


@contextmanager
def logging_to(file: Path, settings: LogSettings) -> Generator[None, None, None]:
    """Append the log to a file, so that it does not mix with a conversation on the terminal.

    An event with a `notice` is for the person in front of it: that sentence is shown as well.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    with _LossyStream(file.open("a", encoding="utf-8", buffering=1)) as stream:
        repeats = _configure(settings, stream, colours=False, first=(_show_notice,))
        try:
            yield
        finally:
            repeats.tell()
            structlog.reset_defaults()
            logging.basicConfig(level=logging.WARNING, force=True)


@contextmanager
def without_log() -> Generator[None, None, None]:
    """Write no log: for commands that only read and report every failure themselves."""
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL),
        cache_logger_on_first_use=False,
    )
    try:
        yield
    finally:
        structlog.reset_defaults()


class _LossyStream:
    """Where a line cannot be written, as on a full disk, the line is lost and nothing else."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> None:
        """Write a text."""
        with suppress(OSError):
            self._stream.write(text)

    def flush(self) -> None:
        """Write what is buffered."""
        with suppress(OSError):
            self._stream.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):
            self._stream.close()


def _show_notice(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    if "notice" in event:
        console = Console(stderr=True, highlight=False, markup=False, soft_wrap=True)
        console.print(str(event["notice"]), style="yellow")
    return event


def _configure(
    settings: LogSettings, stream: "_LossyStream", *, colours: bool, first: Sequence[Processor] = ()
) -> "Repeats":
    level = _LEVELS[settings.level]
    is_json = settings.format == "json"
    repeats = Repeats()
    renderer: Processor = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if is_json
        else structlog.dev.ConsoleRenderer(colors=colours)
    )
    structlog.configure(
        processors=[
            *first,
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            ErrorTexts(shows_messages=level <= logging.DEBUG),
            repeats,
            *(() if is_json else (_as_text,)),
            BoundedLine(renderer),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(file=cast("TextIO", stream)),
        cache_logger_on_first_use=False,
    )
    logging.basicConfig(level=max(level, logging.WARNING), handlers=[_Libraries()], force=True)
    return repeats


class ErrorTexts:
    """Puts in the place of each exception of an event what may be written of it."""

    def __init__(self, *, shows_messages: bool = False) -> None:
        self._shows_messages = shows_messages

    def __call__(self, _logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
        """Return the event; `exc_info` becomes `exception`, a list of errors, the cause last."""
        error = _error_of(event.pop("exc_info", None))
        for name, value in event.items():
            if isinstance(value, BaseException):
                event[name] = self._message(value) or describe_error(value)
        if error is not None:
            event["exception"] = [self._entry(each) for each in _chain(error)]
        return event

    def _entry(self, error: BaseException) -> dict[str, Any]:
        entry: dict[str, Any] = {"type": type(error).__name__}
        if code := error_code(error):
            entry["code"] = code
        if message := self._message(error):
            entry["message"] = message
        entry["frames"] = places(error.__traceback__)
        return entry

    def _message(self, error: BaseException) -> str:
        """Return the message of an error if it may be written, an empty text if not."""
        if isinstance(error, Fault) and not error.may_quote:
            return error.message[:_LONGEST_TEXT]
        if self._shows_messages:
            return _SECRET.sub(r"\1\2***", str(error))[:_LONGEST_TEXT]
        return ""


def describe_error(error: BaseException) -> str:
    """Return the class of an error with its code, such as `IntegrityError 23505`."""
    where = f" {error.field}" if isinstance(error, InvalidInput) else ""
    return f"{type(error).__name__} {error_code(error)}".rstrip() + where


def error_code(error: BaseException) -> str:
    """Return the code that an error bears, in letters and digits alone; empty if it has none."""
    for holder in (error, getattr(error, "orig", None)):
        for name in ("reason", "sqlstate", "sqlite_errorname", "status_code", "errno", "code"):
            code = getattr(holder, name, None)
            if isinstance(code, str | int) and re.fullmatch(r"\w{1,40}", str(code)):
                return str(code)
    return ""


def places(trace: TracebackType | None) -> list[str]:
    """Return `file:line function` of the frames, outermost first; of many only the inner ones."""
    frames = [
        f"{_short(frame.f_code.co_filename)}:{line} {frame.f_code.co_name}"
        for frame, line in traceback.walk_tb(trace)
    ]
    left_out = len(frames) - _MOST_FRAMES
    return [f"… {left_out} more", *frames[left_out:]] if left_out > 0 else frames


def _short(path: str) -> str:
    return "/".join(Path(path).parts[-3:])[-80:]


def _chain(error: BaseException) -> list[BaseException]:
    """Return an error with its causes and the members of groups, without any twice."""
    found: list[BaseException] = []
    waiting: list[BaseException | None] = [error]
    while waiting and len(found) < _MOST_ERRORS:
        each = waiting.pop(0)
        if each is None or any(each is one for one in found):
            continue
        found.append(each)
        if isinstance(each, BaseExceptionGroup):
            waiting += each.exceptions
        waiting.append(each.__cause__ or (None if each.__suppress_context__ else each.__context__))
    return found


def _error_of(exc_info: object) -> BaseException | None:
    if isinstance(exc_info, tuple):
        exc_info = exc_info[1]
    elif exc_info is True:
        exc_info = sys.exc_info()[1]
    return exc_info if isinstance(exc_info, BaseException) else None


@dataclass(slots=True)
class _Counted:
    """Lines of one kind since the first one was written."""

    since: float
    event: EventDict
    count: int = 0
    named: dict[str, list[str]] = field(default_factory=dict)


class Repeats:
    """Writes a warning or an error once a minute, and then how often it has come again.

    Errors with an exception are the same where event, classes and places are; other events where
    all their fields are, but for the call they belong to. The count names the calls, so that a
    request id that a client got is found.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._counted: dict[object, _Counted] = {}
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None

    def __call__(self, _logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
        """Return an event to write. Raises `DropEvent` for one that is only counted."""
        if event.get("level") in _WRITTEN_EACH_TIME or "repeated" in event:
            return event
        key = _kind_of(event)
        self.tell(_COUNTED_SECONDS)
        with self._lock:
            known = self._counted.get(key)
            if known is None:
                if len(self._counted) < _MOST_COUNTED:
                    self._counted[key] = _Counted(self._now(), dict(event))
                return event
            known.count += 1
            for name in _NAMING:
                if name in event and len(others := known.named.setdefault(name, [])) < _MOST_NAMED:
                    others.append(str(event[name])[:64])
            if self._timer is None:
                self._timer = threading.Timer(_COUNTED_SECONDS, self._tell_later)
                self._timer.daemon = True
                self._timer.start()
        raise structlog.DropEvent

    def tell(self, age: float = 0.0) -> None:
        """Write the counts that are `age` seconds old or older, and begin anew."""
        now = self._now()
        with self._lock:
            due = [key for key, one in self._counted.items() if now - one.since >= age]
            told = [self._counted.pop(key) for key in due]
        for one in told:
            if one.count:
                _tell_count(one)

    def _tell_later(self) -> None:
        with self._lock:
            self._timer = None
        self.tell()


def _tell_count(counted: _Counted) -> None:
    kept = ("event", "level", "timestamp", "exception", *_NAMING)
    more = {name: value for name, value in counted.event.items() if name not in kept}
    if errors := counted.event.get("exception"):
        frames = errors[0]["frames"] or [""]
        more["error"], more["place"] = errors[0]["type"], frames[-1]
    more |= {f"{name}s": values for name, values in counted.named.items()}
    level = getattr(logging, str(counted.event["level"]).upper())
    with structlog.contextvars.bound_contextvars():
        structlog.contextvars.clear_contextvars()
        _log.log(level, counted.event["event"], repeated=counted.count, **more)


def _kind_of(event: EventDict) -> object:
    if errors := event.get("exception"):
        return event["event"], *((each["type"], *each["frames"]) for each in errors)
    passing = ("timestamp", "request_id", "method")
    return frozenset((name, str(value)) for name, value in event.items() if name not in passing)


class BoundedLine:
    """Renders an event as one line, or for text with a traceback below it, of bounded length."""

    def __init__(self, renderer: Processor) -> None:
        self._renderer = renderer

    def __call__(self, logger: WrappedLogger, method: str, event: EventDict) -> Any:
        """Return the rendered event."""
        for name, value in event.items():
            if isinstance(value, str) and name != "exception":
                event[name] = value[:_LONGEST_TEXT]
        written = self._renderer(logger, method, dict(event))
        if len(str(written)) > LONGEST_LINE:
            kept = {name: event[name] for name in ("timestamp", "level") if name in event}
            short = {**kept, "event": str(event.get("event"))[:_LONGEST_TEXT], "is_cut": True}
            written = self._renderer(logger, method, short)
        return written


def _as_text(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Return the event with its errors as lines, which the console shows below it."""
    if errors := event.get("exception"):
        event["exception"] = "\n".join(line for entry in errors for line in _lines(entry))
    return event


def _lines(entry: dict[str, Any]) -> Iterator[str]:
    yield " ".join(str(entry[name]) for name in ("type", "code", "message") if name in entry)
    for frame in entry["frames"]:
        yield f"  {frame}"


class _Libraries(logging.Handler):
    """Writes records of libraries as events: their templates, and not what stands in them."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record."""
        more: dict[str, Any] = {"text": text} if (text := _template(record)) else {}
        args = record.args if isinstance(record.args, tuple) else ()
        if error := next((arg for arg in args if isinstance(arg, BaseException)), None):
            more["error"] = error
        place = f"{_short(record.pathname)}:{record.lineno} {record.funcName}"
        _log.log(
            record.levelno,
            "library_message",
            logger=record.name,
            place=place,
            exc_info=record.exc_info,
            **more,
        )


def _template(record: logging.LogRecord) -> str:
    """Return the text of a record as the library's source has it; empty if it was put together."""
    text, _, _ = str(record.msg).partition("\n")
    if record.args:
        return text
    if record.name == "asyncio":  # "Exception in callback f('what it was given')"
        return re.match(r"[\w .]*", text)[0]  # type: ignore[index]
    source = linecache.getlines(record.pathname)[record.lineno - 1 : record.lineno + 5]
    return text if any(text in line for line in source) else ""


def _tell_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    del message, file, line
    _log.warning("python_warning", kind=category.__name__, place=f"{_short(filename)}:{lineno}")
