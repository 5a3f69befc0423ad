"""A run as one HTML file, which opens without a server: the page with all of the run inside.

The file asks nothing of the network, and its policy lets no other script into it.
"""

import base64
import hashlib
import json
import re
import zlib
from collections.abc import Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from pathlib import Path, PurePosixPath
from typing import Any, Final

from npctown import run_files
from npctown.web import PAGE, branches_of

_IMPORT: Final = re.compile(r'^import \{([^}]*)\} from "\./([\w.-]+)";\n', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export ((?:async )?\w+) (\w+)", re.MULTILINE)
_KINDS: Final = {".png": "png", ".gif": "gif", ".jpg": "jpeg", ".jpeg": "jpeg", ".webp": "webp"}
_RAW_DEFLATE: Final = -15
"""What `DecompressionStream("deflate-raw")` of browsers reads."""


def write_page(run: Path, out: Path) -> int:
    """Write a run and its branches as one page; return the bytes it has.

    Raises `RunFileError` for a folder that is no run of this version, or lacks its map.
    """
    page = _page(_held(run))
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(page, encoding="utf-8")
    return out.stat().st_size


def bundle(folder: Path, first: str = "main.js") -> str:
    """Return modules as one script: each a function that returns what it exports.

    Read is what our own modules have: named imports of each other, and exports by declaration.
    """
    sources: dict[str, str] = {}
    needs: dict[str, set[str]] = {}
    waiting = [first]
    while waiting:
        name = waiting.pop()
        if name in sources:
            continue
        sources[name] = (folder / name).read_text(encoding="utf-8")
        needs[name] = {found for _, found in _IMPORT.findall(sources[name])}
        waiting += needs[name]
    try:
        order = list(TopologicalSorter(needs).static_order())
    except CycleError as error:
        raise ValueError(f"modules import each other: {' → '.join(error.args[1])}") from None
    modules = "\n".join(_module(name, sources[name]) for name in order)
    return f'"use strict";\nconst modules = {{}};\n{modules}\n'


def _module(name: str, source: str) -> str:
    exported = ", ".join(found for _, found in _EXPORT.findall(source))
    source = _IMPORT.sub(_as_constants, source)
    source = _EXPORT.sub(r"\1 \2", source)
    return f'modules["{name}"] = (() => {{\n{source}return {{ {exported} }};\n}})();'


def _as_constants(found: re.Match[str]) -> str:
    names = re.sub(r"(\w+) as (\w+)", r"\1: \2", found[1])
    return f'const {{{names}}} = modules["{found[2]}"];\n'


def _held(run: Path) -> dict[str, Any]:
    header = run_files.read_header(run)
    branches = {one.name: _told(one) for one in branches_of(run)}
    return {**_told(run), "files": _map_files(run, header.map), "branches": branches}


def _told(run: Path) -> dict[str, Any]:
    run_files.read_header(run)
    header = json.loads((run / "run.json").read_text(encoding="utf-8"))
    return {"header": header, "events": _events(run / "events.jsonl")}


def _events(path: Path) -> Sequence[Any]:
    """Return all events; for a line that is none, None, which the page counts and tells."""
    events: list[Any] = []
    if not path.exists():
        return events
    with path.open(encoding="utf-8", errors="replace") as lines:
        for line in lines:
            try:
                events.append(json.loads(line))
            except ValueError:
                # the last line may be half written yet, which is no fault
                events += [None] if line.endswith("\n") else []
    return events


def _map_files(run: Path, name: str) -> Mapping[str, Any]:
    """Return the map and all that lies beside it, by their paths in the run."""
    if not name:
        return {}
    path = (run / name).resolve()
    if not path.is_relative_to(run.resolve()) or not path.is_file():
        raise run_files.RunFileError(f"{run} has no map {name!r}; copy the whole folder of the run")
    files: dict[str, Any] = {}
    for one in sorted(path.parent.rglob("*")):
        inside = PurePosixPath(*one.relative_to(run.resolve()).parts).as_posix()
        if one.suffix in {".tmj", ".tsj", ".json"}:
            files[inside] = json.loads(one.read_text(encoding="utf-8"))
        elif one.suffix in _KINDS:
            content = base64.b64encode(one.read_bytes()).decode()
            files[inside] = f"data:image/{_KINDS[one.suffix]};base64,{content}"
    return files


def _page(held: Mapping[str, Any]) -> str:
    script = bundle(PAGE)
    html = (PAGE / "index.html").read_text(encoding="utf-8")
    sheets = re.findall(r' *<link rel="stylesheet" href="([^"]+)">\n', html)
    style = "\n".join((PAGE / name).read_text(encoding="utf-8") for name in sheets)
    policy = (
        f"default-src 'none'; script-src '{_digest(script)}'; style-src '{_digest(style)}';"
        " img-src data:; base-uri 'none'; form-action 'none'"
    )
    plain = json.dumps(held, ensure_ascii=False, separators=(",", ":")).encode()
    packer = zlib.compressobj(9, zlib.DEFLATED, _RAW_DEFLATE)
    packed = base64.b64encode(packer.compress(plain) + packer.flush()).decode()
    html = re.sub(r' *<link rel="stylesheet"[^>]*>\n', "", html)
    html = re.sub(r' *<script type="module"[^>]*></script>\n', "", html)
    head = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    html = html.replace("  <head>\n", f"  <head>\n    {head}\n")
    html = html.replace("  </head>", f"    <style>{style}</style>\n  </head>")
    run = f'<script type="text/plain" id="run">{packed}</script>'
    module = f'<script type="module">{script}</script>'
    return html.replace("  </body>", f"{run}\n{module}\n  </body>")


def _digest(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
