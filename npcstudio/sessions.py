"""Sessions of the studio: begun with an access key, signed, and kept in a cookie alone."""

import hashlib
import hmac
import secrets
import time
from dataclasses import dataclass
from typing import Final

from npcserver.app.access import AccessControl
from npcserver.model.access import Principal, digest_of
from npcserver.model.errors import NotPermitted

LONGEST_SECONDS: Final = 12 * 60 * 60
"""How long a session lasts: a working day."""


@dataclass(frozen=True, slots=True)
class StudioSession:
    """A visitor; `mark` stands for the key, empty before signing in. `value` is the cookie's.

    Every form contains `token`, which pages of others cannot know.
    """

    mark: str
    nonce: str
    value: str
    token: str


class Sessions:
    """Begins and reads sessions.

    The cookie has neither the key nor its digest, so who reads it cannot try keys elsewhere. A key
    that is revoked ends its sessions with the next page. Nothing is stored: a session survives a
    restart of the server.
    """

    def __init__(self, secret: bytes, access: AccessControl) -> None:
        self._secret = hmac.digest(secret, b"sessions of the studio", hashlib.sha256)
        self._access = access
        # Cookies of one machine are shared by all its ports, and so by several servers.
        self.cookie: Final = f"npcstudio_{self._signature('cookie')[:8]}"

    def begin(self, mark: str = "") -> StudioSession:
        """Return a new session of the key that a mark stands for."""
        nonce = secrets.token_hex(16)
        return self._session(mark, nonce, int(time.time()))

    def read(self, value: str) -> StudioSession | None:
        """Return the session of a cookie; None for one that is forged, foreign or over."""
        mark, _, rest = value.partition(".")
        nonce, _, rest = rest.partition(".")
        begun = rest.partition(".")[0]
        if not (begun.isascii() and begun.isdecimal() and len(begun) < len(str(10**12))):
            return None
        found = self._session(mark, nonce, int(begun))
        is_fresh = time.time() - int(begun) < LONGEST_SECONDS
        return found if is_fresh and hmac.compare_digest(found.value, value) else None

    async def sign_in(self, key: str) -> StudioSession:
        """Return the session of a key. Raises `NotAllowed`, and `NotPermitted` for a player."""
        principal = await self._access.authenticate(key)
        if principal.player is not None:
            raise NotPermitted("this is the token of a player; sign in with a key of the server")
        return self.begin(self._mark(digest_of(key)))

    async def holder(self, session: StudioSession) -> Principal:
        """Return who holds the key of a session. Raises `NotAllowed`."""
        if not session.mark or await self._access.is_open():
            return await self._access.authenticate(None)
        return await self._access.authenticate_session(
            lambda digest: hmac.compare_digest(self._mark(digest), session.mark)
        )

    def _session(self, mark: str, nonce: str, begun: int) -> StudioSession:
        told = f"{mark}.{nonce}.{begun}"
        value = f"{told}.{self._signature(f'session {told}')}"
        return StudioSession(mark, nonce, value, self._signature(f"form {told}"))

    def _mark(self, digest: str) -> str:
        return self._signature(f"key {digest}")

    def _signature(self, text: str) -> str:
        return hmac.digest(self._secret, text.encode(), hashlib.sha256).hex()
