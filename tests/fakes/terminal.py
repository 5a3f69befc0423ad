"""A program on a terminal, and somebody at its keyboard."""

import errno
import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Mapping
from types import TracebackType
from typing import Self

PATIENCE = 120.0

# A session's leader gets Ctrl-C from a terminal only when the terminal is the session's own.
TAKE_TERMINAL = (
    "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); "
    "os.execv(sys.argv[1], sys.argv[1:])"
)


class Terminal:
    """A program on a terminal, and somebody at its keyboard."""

    def __init__(self, command: list[str], env: Mapping[str, str]) -> None:
        self.seen = ""
        self._waited_for = 0
        self._fd, theirs = pty.openpty()
        self._process = subprocess.Popen(
            [sys.executable, "-c", TAKE_TERMINAL, *command],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=env,
            start_new_session=True,
        )
        os.close(theirs)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        os.close(self._fd)

    def wait_for(self, text: str) -> None:
        """Read until the text shows after what was waited for before."""
        start, ends_at = self._waited_for, time.monotonic() + PATIENCE
        while text not in self.seen[start:]:
            assert time.monotonic() < ends_at, f"no {text!r} in {self.seen[start:]!r}"
            assert self._read(), f"ended without {text!r}: {self.seen!r}"
        self._waited_for = self.seen.index(text, start) + len(text)

    def type(self, text: str) -> None:
        os.write(self._fd, text.encode())

    def exit_code(self) -> int:
        ends_at = time.monotonic() + PATIENCE
        while self._read():
            assert time.monotonic() < ends_at, self.seen
        return self._process.wait(PATIENCE)

    def _read(self) -> bool:
        if not select.select([self._fd], [], [], 1.0)[0]:
            return True
        try:
            block = os.read(self._fd, 65536)
        except OSError as error:
            if error.errno == errno.EIO:  # the other side has closed the terminal
                return False
            raise
        self.seen += block.decode(errors="replace")
        return bool(block)
