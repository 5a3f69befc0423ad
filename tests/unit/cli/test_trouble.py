"""What is said when something goes wrong."""

import errno

import pytest

from npcserver.cli.checks import masked
from npcserver.cli.error_messages import messages
from npcserver.model.errors import InvalidInput, NotFound


@pytest.mark.parametrize(
    ("failure", "told"),
    [
        (InvalidInput("model.name", "is odd"), "model.name: is odd"),
        (NotFound("world", "x", "import it first"), "No world 'x'; import it first"),
        (ExceptionGroup("two", [NotFound("world", "x", "import it")]), "No world 'x'; import it"),
        (OSError(errno.ENOSPC, "No space", "/data/db"), "The disk is full /data/db; free some"),
        (OSError(errno.EADDRINUSE, "in use"), "The port is in use; stop what listens there"),
        (PermissionError(errno.EACCES, "no", "/srv/x"), "No permission to use /srv/x"),
        (ModuleNotFoundError("no", name="xllamacpp"), "xllamacpp is not installed"),
        (KeyboardInterrupt(), "Stopped."),
        (ZeroDivisionError("oops"), "Something broke that should not: ZeroDivisionError: oops"),
    ],
    ids=lambda it: repr(it) if isinstance(it, BaseException) else "",
)
def test_failure_is_one_line(failure: BaseException, told: str) -> None:
    """Each kind of failure says what is wrong and, where it can, what to do."""
    (message,) = messages(failure)

    assert message.startswith(told)


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql+psycopg://me:p@ss:word@host/db", "postgresql+psycopg://me:********@host/db"),
        ("postgresql://me@host/db", "postgresql://me@host/db"),
        ("sqlite:////tmp/a.db", "sqlite:////tmp/a.db"),
    ],
)
def test_passwords_are_masked(url: str, shown: str) -> None:
    """A database's address is shown without its password, whatever that is made of."""
    assert masked(url) == shown
