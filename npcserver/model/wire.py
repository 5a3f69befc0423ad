"""The version of the wire that this server speaks, and which clients it serves."""

import re

from npcserver.model.errors import NotPossibleNow, Reason

WIRE_VERSION = 2
"""Goes up with each change of the wire that a client of the version before cannot read."""
OLDEST_WIRE_VERSION = 2
OLDEST_CLIENT_VERSION = "0.3.0"
"""The first release whose clients speak `OLDEST_WIRE_VERSION`."""

CLIENT_HEADER = "npc-client"
"""Says which client calls: `NAME/VERSION wire/NUMBER`. Clients before 0.3.0 do not send it."""
SERVER_HEADER = "npc-server"
"""Says the wire of each answer, `wire/NUMBER`; strangers are not told the server's version."""
_CLIENT = re.compile(r"(?P<name>[\x21-\x7e]{1,80}) wire/(?P<wire>\d{1,9})")


def require_served(header: str) -> None:
    """Raise `NotPossibleNow`, which says what to update, for a client that is not served."""
    found = _CLIENT.fullmatch(header)
    wire = 0 if found is None else int(found["wire"])
    if OLDEST_WIRE_VERSION <= wire <= WIRE_VERSION:
        return
    if wire > WIRE_VERSION:
        name = found["name"] if found is not None else ""
        problem = (
            f"the client {name} speaks wire {wire}, and this server none after {WIRE_VERSION}; "
            "update the server"
        )
    elif found is not None:
        problem = (
            f"the client {found['name']} speaks wire {wire}, and this server none before "
            f"{OLDEST_WIRE_VERSION}; update the client to {OLDEST_CLIENT_VERSION} or later"
        )
    else:
        problem = (
            "the call does not say which client makes it, as clients before "
            f"{OLDEST_CLIENT_VERSION} do not, and those cannot read this server's answers; update "
            f"the client to {OLDEST_CLIENT_VERSION} or later (code of your own sends the header "
            f"`{CLIENT_HEADER}: NAME/VERSION wire/{WIRE_VERSION}`)"
        )
    raise NotPossibleNow(
        problem,
        Reason.WIRE_NOT_SERVED,
        update="server" if wire > WIRE_VERSION else "client",
        wireVersion=str(WIRE_VERSION),
        oldestWireVersion=str(OLDEST_WIRE_VERSION),
    )


def unknown_method(path: str) -> str:
    """Return what to tell the caller of a method that this server does not have."""
    return (
        f"no method {path[:200]!r} here; methods are called at /npcserver.v1.SERVICE/METHOD or "
        "/npcserver.admin.v1.SERVICE/METHOD, and a "
        "client that is newer than the server calls some that it does not have: update the server"
    )
