"""Sessions of the studio: of an account, which the server lists, or of a key, in a cookie alone."""

import hashlib
import hmac
import secrets
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from npcserver.app.access import LONGEST_SESSION, AccessControl, Accounts
from npcserver.model.access import Principal, digest_of
from npcserver.model.errors import NotAllowed, NotPermitted

LONGEST_SECONDS: Final = int(LONGEST_SESSION.total_seconds())
PERSON: Final = "person"
"""The mark of sessions of accounts; all others are longer."""


@dataclass(frozen=True, slots=True)
class StudioSession:
    """A visitor; `mark` stands for the key, empty before signing in. `value` is the cookie's.

    By its `nonce` the server knows the session of an account. Every form contains `token`, which
    pages of others cannot know.
    """

    mark: str
    nonce: str
    value: str
    token: str


class Sessions:
    """Begins and reads sessions.

    The cookie has neither the key nor its digest, so who reads it cannot try keys elsewhere. A key
    that is revoked ends its sessions with the next page. Of a key's session nothing is stored, and
    of an account's a digest: it survives a restart of the server.
    """

    def __init__(self, secret: bytes, access: AccessControl, people: Accounts) -> None:
        self._secret = hmac.digest(secret, b"sessions of the studio", hashlib.sha256)
        self._access = access
        self._people = people
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

    async def begin_of(self, account_id: str, agent: str, address: str) -> StudioSession:
        """Return a new session of an account."""
        session = self.begin(PERSON)
        await self._people.begin(account_id, session.nonce, agent, address)
        return session

    async def end(self, session: StudioSession) -> None:
        """End a session; that of a key ends with its cookie."""
        if session.mark == PERSON:
            with suppress(NotAllowed):
                account_id = await self._people.holder(session.nonce)
                await self._people.end(account_id, digest=digest_of(session.nonce))

    async def holder(self, session: StudioSession) -> Principal:
        """Return who holds the key or account of a session. Raises `NotAllowed`."""
        if not session.mark or await self._access.is_open():
            return await self._access.authenticate(None)
        if session.mark == PERSON:
            account_id = await self._people.holder(session.nonce)
            return await self._access.authenticate_account(account_id)
        return await self._access.authenticate_session(
            lambda digest: hmac.compare_digest(self._mark(digest), session.mark)
        )

    def knows(self, account_id: str) -> str:
        """Return what a browser keeps in which an account was signed in once."""
        return f"{account_id}.{self._signature(f'known {account_id}')}"

    def is_known(self, value: str, account_id: str) -> bool:
        """Return whether a browser keeps that."""
        return hmac.compare_digest(value.encode(), self.knows(account_id).encode())

    def seat_mark(self, *seat: str) -> str:
        """Return what only a link to a seat has: of timeline, scene, member and person."""
        return self._signature(f"seat {seat!r}")[:32]

    def _session(self, mark: str, nonce: str, begun: int) -> StudioSession:
        told = f"{mark}.{nonce}.{begun}"
        value = f"{told}.{self._signature(f'session {told}')}"
        return StudioSession(mark, nonce, value, self._signature(f"form {told}"))

    def _mark(self, digest: str) -> str:
        return self._signature(f"key {digest}")

    def _signature(self, text: str) -> str:
        return hmac.digest(self._secret, text.encode(), hashlib.sha256).hex()
