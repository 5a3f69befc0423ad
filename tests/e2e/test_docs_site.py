"""The docs as a site."""

import subprocess
import sys
from pathlib import Path

from tests.processes import ROOT


def test_the_docs_become_pages_without_a_broken_link(tmp_path: Path) -> None:
    """`make site`: every link leads to a page, a heading or a file, and the menu has all pages."""
    words = ("-q", "-W", "--keep-going", "-b", "html", "-c", "docs/site", ".", str(tmp_path))
    built = subprocess.run(
        (sys.executable, "-m", "sphinx", *words),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert built.returncode == 0, built.stderr
    front = (tmp_path / "README.html").read_text(encoding="utf-8")
    assert "url=README.html" in (tmp_path / "index.html").read_text(encoding="utf-8")
    assert 'href="docs/tutorial.html">Tutorial: a shopkeeper' in front
    assert (tmp_path / "searchindex.js").stat().st_size > 100_000
