"""The version of the wire: what each call says of this client, and what servers it can use."""

from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, version
from urllib.parse import quote

import grpc
from google.rpc import error_details_pb2, status_pb2
from grpc_status import rpc_status

WIRE_VERSION = 2
OLDEST_SERVER = "0.3.0"
"""The first release that speaks this wire."""
SERVER_HEADER = "npc-server"


def _installed_version() -> str:
    try:
        return version("npcclient")
    except PackageNotFoundError:
        return "unreleased"


CLIENT = ("npc-client", f"python/{_installed_version()} wire/{WIRE_VERSION}")
"""Metadata of every call."""


_MOST_KNOWN = 10_000
_worlds: dict[str, str] = {}
"""The world of each timeline and save that an answer told; the oldest first."""


def learn_world(answer: object) -> None:
    """Note the world of the timeline or save in an answer, for later calls that name it alone."""
    for kind in ("timeline", "save"):
        told = getattr(answer, kind, None)
        world_id, own_id = getattr(told, "world_id", ""), getattr(told, f"{kind}_id", "")
        if world_id and own_id:
            _worlds[own_id] = world_id
            if len(_worlds) > _MOST_KNOWN:
                del _worlds[next(iter(_worlds))]


def routing(request: object) -> Iterator[tuple[str, str]]:
    """Yield the metadata by which a balancer may choose a server: world and timeline of a request.

    They are percent-encoded, since an id may have letters that no header can carry.
    """
    timeline_id = getattr(request, "timeline_id", "")
    world_id = getattr(request, "world_id", "") or _worlds.get(
        timeline_id or getattr(request, "save_id", ""), ""
    )
    for header, value in (("x-npc-world", world_id), ("x-npc-timeline", timeline_id)):
        if value:
            yield header, quote(value, safe="")


def require_server(metadata: Iterable[tuple[str, str | bytes]] | None) -> None:
    """Raise for the first answer of a server that is older than this client, as gRPC would.

    Servers before 0.3.0 do not say which wire they speak; later ones refuse a client that they
    cannot serve themselves.
    """
    if any(name == SERVER_HEADER for name, _ in metadata or ()):
        return
    raise failed_call(
        grpc.StatusCode.FAILED_PRECONDITION,
        f"the server is older than this client ({CLIENT[1]}), which cannot read its answers; "
        f"update the server to {OLDEST_SERVER} or later",
        error_details_pb2.ErrorInfo(
            reason="WIRE_NOT_SERVED", domain="npcclient", metadata={"update": "server"}
        ),
    )


def failed_call(
    code: grpc.StatusCode, message: str, info: error_details_pb2.ErrorInfo
) -> grpc.aio.AioRpcError:
    """Return the error that a call of gRPC would have raised."""
    status = status_pb2.Status(code=code.value[0], message=message)
    status.details.add().Pack(info)
    trailing = rpc_status.to_status(status).trailing_metadata
    return grpc.aio.AioRpcError(
        code, grpc.aio.Metadata(), grpc.aio.Metadata(*trailing), details=message
    )
