"""API keys: a call must carry one of the keys in the settings, unless there are none."""

import hashlib
import hmac
from collections.abc import Iterable

from npcserver.model.errors import NotAllowed, Reason

HEADER = "authorization"
_SCHEME = "bearer "


class Keys:
    """The keys a server accepts, kept as digests."""

    def __init__(self, keys: Iterable[str]) -> None:
        self._digests = tuple(_digest(key) for key in keys)

    def require(self, metadata: Iterable[tuple[str, str | bytes]] | None) -> None:
        """Raise `NotAllowed` unless the metadata of a call carries one of the keys."""
        if not self._digests:
            return
        shown = _shown(metadata or ())
        if shown is None:
            raise NotAllowed(
                "this server wants a key; send the header `authorization: Bearer KEY`",
                Reason.UNAUTHENTICATED,
            )
        digest = _digest(shown)
        # Digests, compared in constant time: the time taken reveals nothing about any key.
        if not any(hmac.compare_digest(digest, known) for known in self._digests):
            raise NotAllowed(
                "this server does not take that key; compare it with `server.keys` in the "
                "server's settings",
                Reason.UNAUTHENTICATED,
            )


def _shown(metadata: Iterable[tuple[str, str | bytes]]) -> str | None:
    for name, value in metadata:
        if name == HEADER and isinstance(value, str) and value[: len(_SCHEME)].lower() == _SCHEME:
            return value[len(_SCHEME) :].strip()
    return None


def _digest(key: str) -> bytes:
    return hashlib.sha256(key.encode()).digest()
