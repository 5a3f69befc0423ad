"""The head of a GGUF file: trained context, sizes, and the memory that its model may take."""

import os
import struct
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path
from types import MappingProxyType

from npcmodels.hardware import CGROUP

MAGIC = b"GGUF"
_STRING, _ARRAY = 8, 9
_SIZES = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}  # bytes by type
_WHOLE = {0: "<B", 1: "<b", 2: "<H", 3: "<h", 4: "<I", 5: "<i", 10: "<Q", 11: "<q"}
_LONGEST_STRING = 1 << 26
_MOST_ENTRIES = 1 << 16
_MOST_ITEMS = 1 << 24


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelShape:
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


def size_label(path: Path) -> str:
    """Return the size that a file names for its model, such as `0.5B`; empty if it names none."""
    found = read_shape(path)
    return found.label if found is not None else ""


def read_shape(path: Path) -> ModelShape | None:
    """Return the header's facts on the model; None for a damaged, foreign or missing file."""
    try:
        with path.open("rb") as file:
            return _shape(file)
    except (OSError, ValueError, struct.error, KeyError):
        return None


def _shape(file: BufferedReader) -> ModelShape | None:
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
    return ModelShape(label=label, **numbers)


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


MOST_SLOTS = 2
"""More slots share the same processors, and each call takes longer."""

_LEAST_CONTEXT = 4096
_SHARE = 0.5  # of the available memory; the game runs on the same machine
_CACHE_SHARE = 0.25  # of what is left after that
_MOST_CACHE = 1 << 30
_MIB = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryUse:
    """Tokens of context for each slot, the number of slots, and MiB for prompts they lost."""

    context: int
    slots: int = 1
    cache_mib: int = 0


def memory_use(
    shape: ModelShape | None, file_bytes: int, context: int, available: int | None
) -> MemoryUse:
    """Return the context, slots and cache for a model that wants `context` tokens.

    One slot and no cache if the file or the machine does not say enough. The context is reduced to
    what fits, but not below 4096 tokens.
    """
    a_token = 0 if shape is None else shape.bytes_of_a_token
    if not a_token or available is None:
        return MemoryUse(context=context)
    free_bytes = max(int(available * _SHARE) - file_bytes, 0)
    fits = max(free_bytes // a_token, min(_LEAST_CONTEXT, context))
    context = min(context, fits)
    slots = min(max(free_bytes // (context * a_token), 1), MOST_SLOTS)
    left = max(free_bytes - slots * context * a_token, 0)
    return MemoryUse(
        context=context, slots=slots, cache_mib=min(int(left * _CACHE_SHARE), _MOST_CACHE) // _MIB
    )


def available_memory(cgroup: Path = CGROUP) -> int | None:
    """Return the bytes that a new process may use, None if the system does not say.

    `cgroup` is the folder of Linux control groups, for a container's limit.
    """
    free = _free()
    if free is None:
        return None
    limit, used = _number(cgroup / "memory.max"), _number(cgroup / "memory.current")
    return free if limit is None or used is None else min(free, max(limit - used, 0))


def _free() -> int | None:
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
    except OSError:
        return _physical()
    for line in lines:
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) * 1024
    return _physical()


def _physical() -> int | None:
    """Return half of all memory, for systems that do not report what is free."""
    if sys.platform == "win32":
        return None
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    except (ValueError, OSError):
        return None


def _number(file: Path) -> int | None:
    try:
        text = file.read_text(encoding="ascii").strip()
    except OSError:
        return None
    return int(text) if text.isdecimal() else None
