"""The number of threads for a model in a child process.

With as many threads as cores, llama.cpp waits for the slowest at each step: on a busy machine it
fell from 30 tokens a second to 1. So one core stays free. Above eight, reading a prompt gains
little, and a game that runs beside it loses much.
"""

import os
from pathlib import Path

MOST_THREADS = 8

_CGROUP = Path("/sys/fs/cgroup")


def usable_cores(cgroup: Path = _CGROUP) -> int:
    """Return the cores that this process may use: the system's limit, or a container's share.

    `cgroup` is the folder of Linux control groups, of version 2 or 1.
    """
    allowed = _allowed()
    quota = _quota(cgroup)
    return max(1, allowed if quota is None else min(allowed, round(quota)))


def default_threads(cores: int | None = None) -> int:
    """Return the threads of a model without a setting: one less than the cores, 1 to 8."""
    return min(MOST_THREADS, max(1, (usable_cores() if cores is None else cores) - 1))


def _allowed() -> int:
    if hasattr(os, "sched_getaffinity"):  # Linux; the process may be bound to some cores
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


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
