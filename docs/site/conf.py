"""The docs as a site, by Sphinx and MyST: `make site`.

The pages are those of the repository as they are; the front page is README.md, and its list of
pages becomes the menu. Sphinx copies the files of the code that a page links to.
"""

import os
import re
from pathlib import Path
from typing import Final

from sphinx.application import Sphinx

project = "npcserver"
version = os.environ.get("NPCSERVER_VERSION", "")
extensions = ["myst_parser"]
root_doc = "README"
include_patterns = [
    f"{one}*.md" for one in ("", "docs/", "docs/examples/", "clients/**/", "tests/**/")
]
exclude_patterns = ["**/node_modules", "**/.*"]
suppress_warnings = ["toc.not_included"]  # pages that are reached from another one
html_theme = "furo"
html_title = f"npcserver {version}".strip()
html_show_sphinx = False
html_copy_source = False
myst_heading_anchors = 6

_GROUP: Final = re.compile(r"^- ([A-Z][\w ]+): (.*\]\(.*)$", re.MULTILINE)
_LINK: Final = re.compile(r"\[([^\]]+)\]\(([\w./-]+)\.md(?:#[\w-]+)?\)")


def _menu(readme: str) -> str:
    parts = []
    for title, links in _GROUP.findall(readme):
        pages = [f"{name[0].upper()}{name[1:]} </{page}>" for name, page in _LINK.findall(links)]
        head = ("```{toctree}", ":hidden:", f":caption: {title}", "")
        parts.append("\n".join((*head, *pages, "```", "")))
    return "\n".join(parts)


def _add_menu(app: Sphinx, name: str, source: list[str]) -> None:
    del app
    if name == root_doc:
        source[0] += "\n" + _menu(source[0])


def _lead_in(app: Sphinx, fault: Exception | None) -> None:
    if fault is None:
        page = f'<!doctype html><meta http-equiv="refresh" content="0; url={root_doc}.html">'
        (Path(app.outdir) / "index.html").write_text(page, encoding="utf-8")


def setup(app: Sphinx) -> None:
    """Let Sphinx make the menu and the first page."""
    app.connect("source-read", _add_menu)
    app.connect("build-finished", _lead_in)
