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

FOLDER = ROOT / "clients/unity/com.npcserver.dialogue/Runtime/Core/Messages"
USINGS = {
    "messages": ("NpcDialogue.Wire",),
    "client": ("System", "System.Threading", "System.Threading.Tasks"),
}


def files(protos: Iterable[ProtoFile]) -> dict[str, str]:
    """Return what each file is to hold, by its name."""
    protos = list(protos)
    properties = services.client_properties(protos)
    found = {"NpcClient.Services.cs": _file("npcserver/v1", ("NpcDialogue.V1",), properties, "")}
    for proto in protos:
        name = pascal(proto.stem)
        classes = messages.classes(proto)
        found[f"{name}.cs"] = _file(proto.described.name, USINGS["messages"], classes)
        if proto.described.service:
            clients = services.classes(proto)
            found[f"{name}Client.cs"] = _file(proto.described.name, USINGS["client"], clients)
    return found


def _file(origin: str, usings: Iterable[str], lines: Iterable[str], within: str = ".V1") -> str:
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
    present = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.cs")}
    stale = sorted(name for name in {*wanted, *present} if wanted.get(name) != present.get(name))
    if "--check" in sys.argv:
        if stale:
            told = ", ".join(stale)
            raise SystemExit(f"not up to date: {told}; run: python -m proto.generate_csharp")
        return
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in stale:
        path: pathlib.Path = FOLDER / name
        if name in wanted:
            path.write_text(wanted[name], encoding="utf-8", newline="\n")
        else:
            path.unlink()


if __name__ == "__main__":
    main()
