"""How many threads a model gets: by the cores that are really ours."""

import os
from pathlib import Path

import pytest

from npcserver.adapters.llm.hardware import default_threads, usable_cores

ALL = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@pytest.mark.parametrize(
    ("cores", "threads"), [(1, 1), (2, 1), (3, 2), (4, 3), (9, 8), (10, 8), (256, 8)]
)
def test_one_core_stays_free(cores: int, threads: int) -> None:
    """Up to eight threads, and one at least."""
    assert default_threads(cores) == threads


@pytest.mark.parametrize(
    ("told", "cores"),
    [
        ("100000 100000\n", 1),
        ("50000 100000\n", 1),
        ("max 100000\n", ALL),
        ("6400000 100000\n", min(ALL, 64)),
        ("", ALL),
        ("nonsense", ALL),
        ("100000 0\n", ALL),
    ],
)
def test_a_container_gets_its_share(tmp_path: Path, told: str, cores: int) -> None:
    """Of many cores a container with a quota of one may use one; else nothing bounds it."""
    (tmp_path / "cpu.max").write_text(told)

    assert usable_cores(tmp_path) == cores


@pytest.mark.parametrize(("quota", "cores"), [("100000", 1), ("-1", ALL)])
def test_older_control_groups_are_read_as_well(tmp_path: Path, quota: str, cores: int) -> None:
    """Version 1 tells quota and period in two files, and -1 for no quota."""
    (tmp_path / "cpu").mkdir()
    (tmp_path / "cpu" / "cpu.cfs_quota_us").write_text(f"{quota}\n")
    (tmp_path / "cpu" / "cpu.cfs_period_us").write_text("100000\n")

    assert usable_cores(tmp_path) == cores


def test_without_control_groups_all_cores_count(tmp_path: Path) -> None:
    """As on systems other than Linux."""
    assert usable_cores(tmp_path / "none") == ALL
