"""Generate the Python messages from the protos; with `--check`, only say if they are up to date.

The same messages are generated twice, because the server and the Python client are installed apart:
below `npcserver` and below `npcclient`. Both describe the same proto files, so in one process
protobuf gives them the same classes. The stubs of `npcserver` say so to type checkers.
"""

import filecmp
import os
import pathlib
import re
import sys
import tempfile

import grpc_tools
from google.protobuf.descriptor_pb2 import FileDescriptorSet
from grpc_tools import protoc

from proto import access_policy

ROOT = pathlib.Path(__file__).resolve().parent.parent
PACKAGES = ("v1", "admin/v1")
"""Folders below `npcserver`: what a game plays with, and what authors and operators call."""
SERVER = pathlib.PurePath("npcserver")
CLIENT = pathlib.PurePath("clients/python/npcclient")
# where the Python package is named, and not that of the protos
_MODULE = re.compile(r"npcserver((?:[./]admin)?[./]v1)(?=(?: import |[./])\w+_pb2)")


def generate(target: pathlib.Path) -> None:
    """Write both packages below `target`."""
    # The mypy plugins stand beside the interpreter, also when nobody activated its environment.
    beside = str(pathlib.Path(sys.executable).parent)
    os.environ["PATH"] = os.pathsep.join((beside, os.environ.get("PATH", "")))
    sources = sorted((ROOT / "proto/npcserver").glob("**/*.proto"))
    well_known = pathlib.Path(grpc_tools.__file__).parent / "_proto"
    described = target / "described.binpb"
    status = protoc.main(
        [
            "protoc",
            f"-I{ROOT / 'proto'}",
            f"-I{well_known}",
            f"--descriptor_set_out={described}",
            "--include_imports",
            f"--python_out={target}",
            f"--grpc_python_out={target}",
            f"--mypy_out=quiet:{target}",
            f"--mypy_grpc_out=quiet:{target}",
            *map(str, sources),
        ]
    )
    if status != 0:
        raise SystemExit(status)
    found = FileDescriptorSet.FromString(described.read_bytes())
    described.unlink()
    if flaws := list(access_policy.problems(found)):
        raise SystemExit("\n".join(flaws))
    for package in PACKAGES:
        name = package.replace("/", ".")
        (target / SERVER / package / "__init__.py").write_text(
            f'"""Generated from proto/npcserver/{package}; do not edit."""\n'
        )
        (target / CLIENT / package).mkdir(parents=True, exist_ok=True)
        for path in sorted((target / SERVER / package).glob("*.py*")):
            text = _MODULE.sub(r"npcclient\1", path.read_text(encoding="utf-8"))
            (target / CLIENT / package / path.name).write_text(text, "utf-8")
            if path.suffix == ".pyi":
                path.write_text(f"from npcclient.{name}.{path.stem} import *\n", encoding="utf-8")


def main() -> None:
    """Generate in place, or compare with what is checked in."""
    if "--check" not in sys.argv:
        generate(ROOT)
        return
    with tempfile.TemporaryDirectory() as folder:
        fresh = pathlib.Path(folder)
        generate(fresh)
        stale = [
            f"{folder / package}/{name}"
            for folder in (SERVER, CLIENT)
            for package in PACKAGES
            for name in _stale(fresh, folder / package)
        ]
    if stale:
        raise SystemExit(f"not up to date: {', '.join(stale)}; run: python -m proto.generate")


def _stale(fresh: pathlib.Path, package: pathlib.PurePath) -> list[str]:
    """Return the names of files that differ, are missing, or have no proto any more."""
    names = {path.name for path in (fresh / package).iterdir()}
    present = {p.name for p in (ROOT / package).iterdir() if p.name != "__pycache__"}
    _, differing, missing = filecmp.cmpfiles(
        fresh / package, ROOT / package, sorted(names), shallow=False
    )
    return sorted({*differing, *missing, *(present - names)})


if __name__ == "__main__":
    main()
