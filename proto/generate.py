"""Generate `npcserver/v1` from the protos; with `--check`, only say whether it is up to date."""

import filecmp
import os
import pathlib
import sys
import tempfile

import grpc_tools
from grpc_tools import protoc

ROOT = pathlib.Path(__file__).resolve().parent.parent
PACKAGE = pathlib.Path("npcserver/v1")
INIT = '"""Generated from proto/npcserver/v1; do not edit."""\n'


def generate(target: pathlib.Path) -> None:
    """Write all generated modules below `target`."""
    # The mypy plugins stand beside the interpreter, also when nobody activated its environment.
    beside = str(pathlib.Path(sys.executable).parent)
    os.environ["PATH"] = os.pathsep.join((beside, os.environ.get("PATH", "")))
    sources = sorted((ROOT / "proto" / PACKAGE).glob("*.proto"))
    well_known = pathlib.Path(grpc_tools.__file__).parent / "_proto"
    status = protoc.main(
        [
            "protoc",
            f"-I{ROOT / 'proto'}",
            f"-I{well_known}",
            f"--python_out={target}",
            f"--grpc_python_out={target}",
            f"--mypy_out=quiet:{target}",
            f"--mypy_grpc_out=quiet:{target}",
            *map(str, sources),
        ]
    )
    if status != 0:
        raise SystemExit(status)
    (target / PACKAGE / "__init__.py").write_text(INIT)


def main() -> None:
    """Generate in place, or compare with what is checked in."""
    if "--check" not in sys.argv:
        generate(ROOT)
        return
    with tempfile.TemporaryDirectory() as folder:
        fresh = pathlib.Path(folder)
        generate(fresh)
        names = {path.name for path in (fresh / PACKAGE).iterdir()}
        present = {p.name for p in (ROOT / PACKAGE).iterdir() if p.name != "__pycache__"}
        _, differing, missing = filecmp.cmpfiles(
            fresh / PACKAGE, ROOT / PACKAGE, sorted(names), shallow=False
        )
        stale = sorted({*differing, *missing, *(present - names)})
    if stale:
        raise SystemExit(f"not up to date: {', '.join(stale)}; run: python proto/generate.py")


if __name__ == "__main__":
    main()
