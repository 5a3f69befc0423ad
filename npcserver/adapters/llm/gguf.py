"""Reading the header of a GGUF file: its model's trained context, and its dimensions."""

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path
from types import MappingProxyType

MAGIC = b"GGUF"
_STRING, _ARRAY = 8, 9
_SIZES = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}  # bytes by type
_WHOLE = {0: "<B", 1: "<b", 2: "<H", 3: "<h", 4: "<I", 5: "<i", 10: "<Q", 11: "<q"}
_LONGEST_STRING = 1 << 26
_MOST_ENTRIES = 1 << 16
_MOST_ITEMS = 1 << 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """A model's trained context and dimensions, read from its file.

    0 stands for what the file does not say. `label` is the size it names, such as `0.5B`.
    """

    label: str = ""
    context: int = 0
    layers: int = 0
    width: int = 0
    heads: int = 0
    key_heads: int = 0
    key_width: int = 0
    value_width: int = 0

    @property
    def bytes_of_a_token(self) -> int:
        """Bytes that a token takes in the cache of keys and values, at 16 bits; 0 if unknown."""
        heads = self.key_heads or self.heads
        usual = self.width // self.heads if self.heads else 0
        widths = (self.key_width or usual) + (self.value_width or usual)
        return 2 * self.layers * heads * widths


# "qwen2.context_length"; a vision part has "qwen2.vision.context_length" or the like
_NAMES: Mapping[str, str] = MappingProxyType(
    {
        "context_length": "context",
        "block_count": "layers",
        "embedding_length": "width",
        "attention.head_count": "heads",
        "attention.head_count_kv": "key_heads",
        "attention.key_length": "key_width",
        "attention.value_length": "value_width",
    }
)


def trained_context(path: Path) -> int | None:
    """Return the context that a file's model was trained for, None if it does not say."""
    found = shape(path)
    return found.context or None if found is not None else None


def size_label(path: Path) -> str:
    """Return the size that a file names for its model, such as `0.5B`; empty if it names none."""
    found = shape(path)
    return found.label if found is not None else ""


def shape(path: Path) -> Shape | None:
    """Return the header's facts on the model; None for a damaged, foreign or missing file."""
    try:
        with path.open("rb") as file:
            return _shape(file)
    except (OSError, ValueError, struct.error, KeyError):
        return None


def _shape(file: BufferedReader) -> Shape | None:
    if file.read(4) != MAGIC:
        return None
    (version,) = struct.unpack("<I", _read(file, 4))
    if version < 2:
        return None
    _, entries = struct.unpack("<QQ", _read(file, 16))
    numbers: dict[str, int] = {}
    label = ""
    for _ in range(min(entries, _MOST_ENTRIES)):
        name = _text(file)
        (kind,) = struct.unpack("<I", _read(file, 4))
        field = _NAMES.get(name.partition(".")[2])
        if field is not None and kind in _WHOLE:
            (number,) = struct.unpack(_WHOLE[kind], _read(file, _SIZES[kind]))
            numbers[field] = max(number, 0)
        elif name == "general.size_label" and kind == _STRING:
            label = _text(file)
        elif name.startswith("tokenizer.") and "context" in numbers:
            break  # long lists of words, which come after what is needed
        else:
            _skip(file, kind)
    return Shape(label=label, **numbers)


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
