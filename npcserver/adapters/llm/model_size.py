"""The size of a model by its name, and the best of several by their names."""

import math
import os
import re
from collections.abc import Sequence

_SIZE = re.compile(r"(?<![\w.])(?P<number>\d{1,4}(?:\.\d{1,3})?)(?P<unit>[bBmM])(?![a-zA-Z\d])")
_BASE = re.compile(r"(?:^|[-_:/.])(?:base|pt)(?:$|[-_:/.])", re.IGNORECASE)
_INSTRUCT = re.compile(r"instruct|chat|(?:^|[-_:/.])it(?:$|[-_:/.])", re.IGNORECASE)
_NARROW = re.compile(
    r"code|math|vision|[-_:/]vl|llava|ocr|guard|(?:^|[-_:/])r1|qwq|think|reason", re.IGNORECASE
)
_BYTES_A_WEIGHT = 0.65  # quantised to four bits, with what surrounds them
_BESIDE = 1.5e9  # bytes for a context of 8192 tokens, and for the server itself
_SHARE = 0.8  # of the memory of a machine
_USUAL = 8e9  # weights: large enough to act well, small enough to be quick
_ASSUMED_MEMORY = 16 << 30


def weights_by_name(name: str) -> int:
    """Return a model's number of weights by its name, such as `qwen2.5:0.5b`; 0 for unknown."""
    size = _SIZE.search(name)
    if size is None:
        return 0
    return round(float(size["number"]) * (1e9 if size["unit"] in "bB" else 1e6))


def best_of(names: Sequence[str], memory: int) -> str:
    """Return the best chat model: instruction-tuned, fit for the memory (bytes), and near 8B.

    A name without a size counts as 8B. The first of equals is taken.
    """

    def rank(name: str) -> tuple[bool, bool, bool, bool, int]:
        weights = weights_by_name(name) or _USUAL
        return (
            bool(_BASE.search(name)),
            weights * _BYTES_A_WEIGHT + _BESIDE > memory * _SHARE,
            bool(_NARROW.search(name)),
            not _INSTRUCT.search(name),
            round(abs(math.log2(weights / _USUAL))),
        )

    return min(names, key=rank)


def machine_memory() -> int:
    """Return the bytes of memory of this machine; 16 GiB if the system does not say."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return _ASSUMED_MEMORY
