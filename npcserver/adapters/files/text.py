"""Reading of text files."""

from pathlib import Path

from npcserver.adapters.files.problems import Problems
from npcserver.model import limits


def read_text(path: Path, problems: Problems) -> str:
    """Return the content of a UTF-8 file without a byte order mark. Raises `BrokenFile`."""
    try:
        with path.open("rb") as file:
            content = file.read(limits.FILE_BYTES + 1)
    except FileNotFoundError as error:
        raise problems.broken(0, "", "does not exist; check the path") from error
    except IsADirectoryError as error:
        raise problems.broken(0, "", "is a folder; name the file in it") from error
    except OSError as error:
        raise problems.broken(0, "", f"cannot be read: {error.strerror}") from error
    if len(content) > limits.FILE_BYTES:
        megabytes = limits.FILE_BYTES // (1024 * 1024)
        raise problems.broken(0, "", f"is larger than {megabytes} MB; split the world")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise problems.broken(line, "", "is not UTF-8; save the file in that encoding") from error
