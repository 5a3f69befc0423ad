"""Keys that make repeated requests idempotent."""

import hashlib

from google.protobuf.message import Message

from npcserver.ports.storage import RequestKey
from npcserver.rpc import fields


def request_key(method: str, scope: str, request_id: str, request: Message) -> RequestKey | None:
    """Return the key under which the answer is kept, or None for a request without an id.

    `scope` is the id of the timeline, world or save that the request is about. The digest is over
    the method and everything in the request but its id.
    """
    if not fields.request_id("request_id", request_id):
        return None
    body = type(request)()
    body.CopyFrom(request)
    body.ClearField("request_id")
    digest = hashlib.sha256(f"{method}\0".encode())
    digest.update(body.SerializeToString(deterministic=True))
    return RequestKey(scope, request_id, digest.hexdigest())
