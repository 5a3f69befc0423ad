"""What this machine can run: its cores and memory, and the size of a model as its name tells it."""

import math
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path

MOST_THREADS = 8

CGROUP = Path("/sys/fs/cgroup")


def usable_cores(cgroup: Path = CGROUP) -> int:
    """Return the cores that this process may use: the system's limit, or a container's share.

    `cgroup` is the folder of Linux control groups, of version 2 or 1.
    """
    allowed = os.cpu_count() or 1
    if hasattr(os, "sched_getaffinity"):  # Linux; the process may be bound to some cores
        allowed = len(os.sched_getaffinity(0))
    quota = _quota(cgroup)
    return max(1, allowed if quota is None else min(allowed, round(quota)))


def default_threads(cores: int | None = None) -> int:
    """Return the threads of a model without a setting: one less than the cores, 1 to 8."""
    return min(MOST_THREADS, max(1, (usable_cores() if cores is None else cores) - 1))


def _quota(cgroup: Path) -> float | None:
    """Return the cores that a container may use in total; None if nothing limits them."""
    try:
        quota, period = (cgroup / "cpu.max").read_text().split()
    except (OSError, ValueError):
        quota, period = _numbers_of_version_1(cgroup)
    if not (quota.isdecimal() and period.isdecimal()) or int(period) == 0:
        return None
    return int(quota) / int(period)


def _numbers_of_version_1(cgroup: Path) -> tuple[str, str]:
    folder = cgroup / "cpu"
    try:
        names = ("cpu.cfs_quota_us", "cpu.cfs_period_us")
        quota, period = ((folder / name).read_text().strip() for name in names)
    except OSError:
        return "", ""
    return quota, period


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
    if sys.platform == "win32":
        return _ASSUMED_MEMORY
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (OSError, ValueError):
        return _ASSUMED_MEMORY
