"""Where real engines live on this machine, and what it means when one is missing."""

import os
from pathlib import Path

import platformdirs
import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
TRUE = {"1", "true", "yes", "on"}
SHOWN = os.environ.get("NPCSERVER_SHOTS", "").lower() in TRUE
"""Whether tests write the pictures of the documentation."""


def home() -> Path:
    """Folder of all engines: `$NPCSERVER_ENGINES`, or one in the user's cache."""
    chosen = os.environ.get("NPCSERVER_ENGINES")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("npcserver-engines", False))


def node_modules() -> Path:
    """Folder of what `package.json` beside this file names, once `npm` is provisioned."""
    return home() / "npm" / "node_modules"


def is_required() -> bool:
    """Whether a missing engine is a failure: in CI, or with `NPCSERVER_REQUIRE_ENGINES=1`."""
    return any(
        os.environ.get(name, "").lower() in TRUE for name in ("CI", "NPCSERVER_REQUIRE_ENGINES")
    )


def need(why_missing: str | None, *, is_moving: bool = False) -> None:
    """Go on where nothing is missing; else skip with the reason, or fail where it is required.

    `is_moving` is for what comes from a place that changes from day to day, such as Godot from
    Debian's testing suite: it is skipped always, and says why.
    """
    if why_missing is None:
        return
    if is_required() and not is_moving:
        pytest.fail(why_missing, pytrace=False)
    pytest.skip(why_missing)


def how_to_get(*names: str) -> str:
    """Return the end of every reason: what to run."""
    return f"run: python -m tests.engines.provision {' '.join(names)}"
