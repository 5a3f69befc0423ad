"""Consoles whose encoding cannot carry every character, such as those of Windows.

`npcclient.playtest.command` does the same for its own command.
"""

import io
import sys


def take_any_character() -> None:
    """Let no character end a command: what a console cannot show is shown escaped."""
    for stream, errors in (
        (sys.stdout, "backslashreplace"),
        (sys.stderr, "backslashreplace"),
        (sys.stdin, "replace"),
    ):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def write_data(text: str) -> None:
    """Write a file's content to standard output: in UTF-8 where it is no terminal.

    An escaped character would be another one in YAML, and no JSON.
    """
    if isinstance(sys.stdout, io.TextIOWrapper) and not sys.stdout.isatty():
        sys.stdout.flush()
        sys.stdout.reconfigure(encoding="utf-8")
    sys.stdout.write(text)
