"""The types of `npc.js`, as `tsc --strict` sees them."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.engines.home import HERE, need, node_modules
from tests.engines.recipes import RECIPES

pytestmark = pytest.mark.engines
USE = HERE / "web" / "types.ts"
OPTIONS = (
    *("--strict", "--noEmit", "--target", "es2022", "--module", "esnext"),
    *("--moduleResolution", "bundler", "--lib", "es2022,dom,dom.iterable,dom.asynciterable"),
)
SLIPS = {
    'text: "Good evening!"': 'texxt: "Good evening!"',
    "emotion?": "emotoin?",
    "admin.call(": "npc.call(",
}


def compiled(file: Path) -> "subprocess.CompletedProcess[str]":
    """Run `tsc --strict` over a file."""
    tsc = node_modules() / "typescript" / "bin" / "tsc"
    return subprocess.run(
        [str(shutil.which("node")), str(tsc), *OPTIONS, str(file)],
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )


def test_a_page_compiles() -> None:
    """Every call of the client has types, and what a game does with them compiles."""
    need(RECIPES["npm"].why_missing())
    ended = compiled(USE)

    assert (ended.returncode, ended.stdout) == (0, "")


def test_slips_do_not_compile(tmp_path: Path) -> None:
    """A field that is not there is refused, in a request and in an answer."""
    need(RECIPES["npm"].why_missing())
    text = USE.read_text(encoding="utf-8").replace("../../../clients/web/", "./")
    for right, wrong in SLIPS.items():
        assert right in text
        text = text.replace(right, wrong)
    (tmp_path / "slips.ts").write_text(text, encoding="utf-8")
    for name in ("npc.d.ts", "npc-admin.d.ts"):
        shutil.copy(HERE.parents[1] / "clients" / "web" / name, tmp_path)
    ended = compiled(tmp_path / "slips.ts")

    assert ended.returncode != 0
    assert "'texxt' does not exist in type 'SayRequest'" in ended.stdout
    assert "'emotoin' does not exist on type 'Line'" in ended.stdout
    assert "'\"WorldService/ListWorlds\"' is not assignable" in ended.stdout
