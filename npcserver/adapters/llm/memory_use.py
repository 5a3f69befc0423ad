"""The memory that a GGUF model may take beside its weights.

Each slot answers one call and keeps the prompt it read last: with two, a thought does not evict the
conversation with a player from the cache, and a player does not wait for a thought. Prompts that
slots lose are kept in memory as far as they fit.
"""

import os
from dataclasses import dataclass
from pathlib import Path

from npcserver.adapters.llm.gguf import Shape

MOST_SLOTS = 2
"""More slots share the same processors, and each call takes longer."""

_LEAST_CONTEXT = 4096
_SHARE = 0.5  # of the available memory; the game runs on the same machine
_CACHE_SHARE = 0.25  # of what is left after that
_MOST_CACHE = 1 << 30
_MIB = 1 << 20
_CGROUP = Path("/sys/fs/cgroup")


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryUse:
    """Tokens of context for each slot, the number of slots, and MiB for prompts they lost."""

    context: int
    slots: int = 1
    cache_mib: int = 0


def memory_use(
    shape: Shape | None, file_bytes: int, context: int, available: int | None
) -> MemoryUse:
    """Return the context, slots and cache for a model that wants `context` tokens.

    One slot and no cache if the file or the machine does not say enough. The context is reduced to
    what fits, but not below 4096 tokens.
    """
    a_token = 0 if shape is None else shape.bytes_of_a_token
    if not a_token or available is None:
        return MemoryUse(context=context)
    room = max(int(available * _SHARE) - file_bytes, 0)
    fits = max(room // a_token, min(_LEAST_CONTEXT, context))
    context = min(context, fits)
    slots = min(max(room // (context * a_token), 1), MOST_SLOTS)
    left = max(room - slots * context * a_token, 0)
    return MemoryUse(
        context=context,
        slots=slots,
        cache_mib=min(int(left * _CACHE_SHARE), _MOST_CACHE) // _MIB,
    )


def available_memory(cgroup: Path = _CGROUP) -> int | None:
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
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    except (AttributeError, ValueError, OSError):
        return None


def _number(file: Path) -> int | None:
    try:
        text = file.read_text(encoding="ascii").strip()
    except OSError:
        return None
    return int(text) if text.isdecimal() else None
