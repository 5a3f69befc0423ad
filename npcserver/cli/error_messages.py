"""Turns what a command raises into one clear message and an exit code."""

import errno
import os
import sys
from collections.abc import Callable, Iterator

DEBUG = "NPCSERVER_DEBUG"
FAILED = 1
_SENTENCES = ("npcclient", "npceval", "npctown")
"""Packages whose own exceptions are sentences for people."""


def run_guarded(command: Callable[[], object]) -> None:
    """Run a command and exit; a failure is printed to standard error, with exit code 1.

    With `NPCSERVER_DEBUG=1` in the environment the traceback is shown instead.
    """
    try:
        command()
    except (KeyboardInterrupt, Exception) as failure:
        if os.environ.get(DEBUG, "") not in ("", "0"):
            raise
        show_error(failure)
        sys.exit(FAILED)


def show_error(failure: BaseException) -> None:
    """Print what went wrong, and what to do."""
    from rich.console import Console  # noqa: PLC0415 - only needed when something broke
    from rich.text import Text  # noqa: PLC0415

    console = Console(stderr=True, highlight=False, soft_wrap=True)
    for message in messages(failure):
        console.print(Text(message, style="red"))


def messages(failure: BaseException) -> Iterator[str]:
    """Yield the message for a failure, line by line."""
    from pydantic import ValidationError  # noqa: PLC0415

    from npcserver.model.errors import Fault, InvalidInput  # noqa: PLC0415

    while isinstance(failure, BaseExceptionGroup):
        failure = failure.exceptions[0]
    if isinstance(failure, InvalidInput):  # begins with the name of a field or setting
        yield from failure.message.splitlines()
    elif isinstance(failure, Fault):
        yield from _capital(failure.message).splitlines()
    elif isinstance(failure, ValidationError):
        for problem in failure.errors():
            name = ".".join(part for part in problem["loc"] if isinstance(part, str))
            yield _wrong_setting(name, problem["type"], problem["msg"])
    elif isinstance(failure, KeyboardInterrupt):
        yield "Stopped."
    elif isinstance(failure, OSError):
        yield _os_error(failure)
    else:
        yield from _other(failure)


def _wrong_setting(name: str, kind: str, problem: str) -> str:
    from npcserver.cli.settings_names import (  # noqa: PLC0415 - only where a setting is wrong
        closest_setting,
        environment_variable,
        setting_names,
        settings_like,
    )

    if kind == "value_error":  # our own sentence, which says what to do
        return f"{name}: {problem.removeprefix('Value error, ')}"
    example = next((it for it in setting_names() if it.startswith(f"{name}.")), "")
    if example:
        return f"{name}: is a group of settings; set one of them, such as {example}"
    if kind == "extra_forbidden":
        right = closest_setting(name)
        return f"{name}: is no setting; " + (
            f"did you mean {right}?" if right else settings_like(name)
        )
    problem = problem.replace("Input should be", "must be", 1)
    if kind == "tuple_type":
        problem = 'must be a list, such as ["…"]'
    return (
        f"Setting {name}: {problem}. Set it in npcserver.toml or as {environment_variable(name)}."
    )


def _other(failure: BaseException) -> Iterator[str]:
    known = [kind for kind in type(failure).__mro__ if kind.__module__.startswith(_SENTENCES)]
    # By name: importing the client here would load gRPC. A `SettingsError` names the setting alone.
    if known or type(failure).__name__ == "SettingsError":
        yield _capital(str(failure))
    elif isinstance(failure, ModuleNotFoundError):
        yield f"{failure.name} is not installed; install npcserver again, with its extras"
    else:
        from npcserver.cli.event_log import describe_error, places  # noqa: PLC0415 - loads the log

        # What `serve` prints is shipped with its log, and a message may quote a key or a player.
        where = (places(failure.__traceback__) or ["an unknown place"])[-1]
        yield (
            f"Something broke that should not: {describe_error(failure)} at {where}. "
            f"{DEBUG}=1 shows its message and the way there."
        )


def _os_error(failure: OSError) -> str:
    what = f" {file}" if (file := failure.filename2 or failure.filename) else ""
    at, other = what and f" at{what}", "name another place (that of the data: --data)"
    if failure.errno == errno.ENOSPC:
        return f"The disk is full{at}; free some space, or {other}."
    if failure.errno == errno.EADDRINUSE:
        return "The port is in use; stop what listens there, or choose another with --port."
    if failure.errno == errno.EROFS:
        return f"The disk may only be read{at}; {other}."
    if failure.errno in (errno.EACCES, errno.EPERM):
        return f"This user may not use{what}; give it the right to, or {other}."
    if failure.errno == errno.ENOENT:
        return f"There is no{what or ' such file'}; correct its name, or make its folder first."
    return f"{_capital(failure.strerror or str(failure))}{':' if what else ''}{what}"


def _capital(message: str) -> str:
    return f"{message[:1].upper()}{message[1:]}"
