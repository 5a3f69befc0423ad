"""Reading the head of a GGUF file: for how long a context its model was trained."""

import struct
from io import BufferedReader
from pathlib import Path

MAGIC = b"GGUF"
_STRING, _ARRAY = 8, 9
_SIZES = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}  # bytes by type
_WHOLE = {0: "<B", 1: "<b", 2: "<H", 3: "<h", 4: "<I", 5: "<i", 10: "<Q", 11: "<q"}
_LONGEST_STRING = 1 << 26
_MOST_ENTRIES = 1 << 16
_MOST_ITEMS = 1 << 24


def trained_context(path: Path) -> int | None:
    """Return the context that the model of a file was trained for, None where it does not say.

    The file may be damaged or none at all; that is not for here to tell.
    """
    try:
        with path.open("rb") as file:
            return _context(file)
    except (OSError, ValueError, struct.error, KeyError):
        return None


def _context(file: BufferedReader) -> int | None:
    if file.read(4) != MAGIC:
        return None
    (version,) = struct.unpack("<I", _read(file, 4))
    if version < 2:
        return None
    _, entries = struct.unpack("<QQ", _read(file, 16))
    for _ in range(min(entries, _MOST_ENTRIES)):
        name = _text(file)
        (kind,) = struct.unpack("<I", _read(file, 4))
        # "qwen2.context_length"; a vision part has "qwen2.vision.context_length" or the like
        if name.endswith(".context_length") and name.count(".") == 1 and kind in _WHOLE:
            (tokens,) = struct.unpack(_WHOLE[kind], _read(file, _SIZES[kind]))
            return tokens if tokens > 0 else None
        _skip(file, kind)
    return None


def _skip(file: BufferedReader, kind: int) -> None:
    if kind == _STRING:
        _text(file)
    elif kind == _ARRAY:
        of, items = struct.unpack("<IQ", _read(file, 12))
        if items > _MOST_ITEMS:
            raise ValueError("an array too long to be one")
        if of in _SIZES:
            _read(file, _SIZES[of] * items)
            return
        for _ in range(items):
            _skip(file, of)
    else:
        _read(file, _SIZES[kind])


def _text(file: BufferedReader) -> str:
    (length,) = struct.unpack("<Q", _read(file, 8))
    if length > _LONGEST_STRING:
        raise ValueError("a string too long to be one")
    return _read(file, length).decode("utf-8", "replace")


def _read(file: BufferedReader, length: int) -> bytes:
    found = file.read(length)
    if len(found) < length:
        raise ValueError("the file ends too early")
    return found
