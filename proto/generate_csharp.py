"""Generate the Unity package's messages and service clients from the protos.

    python -m proto.generate_csharp             write them
    python -m proto.generate_csharp --check     only say whether they are up to date

The namespace is not the protos' `csharp_namespace`, so that a game which also has protoc's classes
does not get each name twice.
"""

import pathlib
import sys
from collections.abc import Iterable

from proto.csharp import messages, services
from proto.csharp.protos import ROOT, NotSupportedError, ProtoFile, pascal, read

RUNTIME = ROOT / "clients/unity/com.npcserver.dialogue/Runtime"
FOLDER = RUNTIME / "Core/Messages"
ADMIN = RUNTIME / "Admin/Messages"
REGISTRY = ROOT / "tests/engines/unity/Conformance/Registry.cs"
USINGS = {
    "messages": ("NpcDialogue.Wire",),
    "client": ("System", "System.Threading", "System.Threading.Tasks"),
    "registry": (
        "System",
        "System.Threading",
        "System.Threading.Tasks",
        "NpcDialogue.Admin",
        "NpcDialogue.Admin.V1",
        "NpcDialogue.V1",
        "NpcDialogue.Wire",
    ),
}


def files(protos: list[ProtoFile]) -> dict[pathlib.Path, str]:
    """Return what each file is to hold."""
    game = [proto for proto in protos if not proto.is_admin]
    admin = [proto for proto in protos if proto.is_admin]
    origin = "npcserver"
    found = {
        FOLDER / "NpcClient.Services.cs": _file(
            f"{origin}/v1", ("NpcDialogue.V1",), services.client_properties("NpcClient", game), ""
        ),
        ADMIN / "NpcAdmin.Services.cs": _file(
            f"{origin}/admin/v1",
            ("NpcDialogue.Admin.V1",),
            services.client_properties("NpcAdmin", admin),
            ".Admin",
        ),
        REGISTRY: _file(origin, USINGS["registry"], services.registry(protos), ".Conformance"),
    }
    for proto in protos:
        folder, within = (ADMIN, ".Admin.V1") if proto.is_admin else (FOLDER, ".V1")
        usings = ("NpcDialogue.V1",) if proto.is_admin else ()
        name, source = pascal(proto.stem), proto.described.name
        found[folder / f"{name}.cs"] = _file(
            source, (*usings, *USINGS["messages"]), messages.classes(proto), within
        )
        if proto.described.service:
            found[folder / f"{name}Client.cs"] = _file(
                source, (*USINGS["client"], *usings), services.classes(proto), within
            )
    return found


def _file(origin: str, usings: Iterable[str], lines: Iterable[str], within: str) -> str:
    head = [
        f"// Generated from proto/{origin} by proto/generate_csharp.py; do not edit.",
        *(f"using {name};" for name in usings),
        "",
        f"namespace NpcDialogue{within}",
        "{",
    ]
    body = list(lines)
    while body and not body[-1]:
        body.pop()
    tidy = [
        line
        for line, after in zip(body, [*body[1:], ""], strict=True)
        if line or after.strip() != "}"
    ]
    return "\n".join([*head, *tidy, "}", ""])


def main() -> None:
    """Write what has changed and remove what is no more, or name it and fail."""
    try:
        wanted = files(read())
    except NotSupportedError as error:
        raise SystemExit(f"no C# for this: {error}") from error
    paths = [
        path for path in (*FOLDER.glob("*.cs"), *ADMIN.glob("*.cs"), REGISTRY) if path.is_file()
    ]
    present = {path: path.read_text(encoding="utf-8") for path in paths}
    stale = sorted(path for path in {*wanted, *present} if wanted.get(path) != present.get(path))
    if "--check" in sys.argv:
        if stale:
            told = ", ".join(path.name for path in stale)
            raise SystemExit(f"not up to date: {told}; run: python -m proto.generate_csharp")
        return
    for path in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path in wanted:
            path.write_text(wanted[path], encoding="utf-8", newline="\n")
        else:
            path.unlink()


if __name__ == "__main__":
    main()
