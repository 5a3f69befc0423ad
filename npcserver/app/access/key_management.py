"""Makes, lists, rotates and revokes keys."""

import secrets
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Annotated

from npcserver.model.access import AccessKey, KeyRole, digest_of
from npcserver.model.author_change import AuthorChange, ChangeKind
from npcserver.model.bounds import Items, Name
from npcserver.model.errors import InvalidInput, NotFound
from npcserver.model.ids import new_id
from npcserver.ports.access import KeyArchive
from npcserver.ports.author import writing_author
from npcserver.ports.clock import Clock

_PREFIX = 12  # characters of a secret that are kept, 8 of them random
SIGNING_SECRETS = 2
"""How many are stored: the newest signs, and tokens of the one before go on to count."""


KEY_WORLDS = 100
"""Worlds that one key may be limited to."""


class KeyManagement:
    """Changes keys. Secrets are returned once, and kept as digests only.

    `refresh` is called after each change, for a server that has read the keys before.
    """

    def __init__(
        self, archive: KeyArchive, clock: Clock, refresh: Callable[[], None] = lambda: None
    ) -> None:
        self._archive = archive
        self._clock = clock
        self._refresh = refresh

    async def create(
        self,
        *,
        name: Name,
        role: KeyRole,
        world_ids: Annotated[tuple[str, ...], Items(KEY_WORLDS, drops_repeats=True)] = (),
        lifetime: timedelta | None = None,
    ) -> tuple[AccessKey, str]:
        """Make a key, without an end or for all worlds if none are named; return its secret too."""
        now, secret = self._clock.now(), _new_secret()
        key = AccessKey(
            id=new_id("key"),
            prefix=secret[:_PREFIX],
            name=name,
            role=role,
            world_ids=world_ids,
            digest=digest_of(secret),
            created_at=now,
            expires_at=None if lifetime is None else now + lifetime,
        )
        made = access_change(ChangeKind.KEY, key, "made", now)
        await self._archive.add(key, made)
        self._refresh()
        return key, secret

    async def list(self) -> tuple[AccessKey, ...]:
        """Return all keys but those of accounts, newest first, also those that no longer count."""
        return tuple(one for one in await self._archive.all() if not one.is_account)

    async def rotate(self, key_id: str, overlap: timedelta) -> tuple[AccessKey, str]:
        """Give a key a new secret, and return both; the one before counts for `overlap` more.

        Raises `NotFound`, or `InvalidInput` for a key that no longer counts.
        """
        key, now, secret = await self._get(key_id), self._clock.now(), _new_secret()
        if not key.counts_at(now):
            raise InvalidInput("key_id", "is of a key that no longer counts; make a new key")
        renewed = replace(
            key,
            prefix=secret[:_PREFIX],
            digest=digest_of(secret),
            previous_digest=key.digest if overlap else "",
            previous_until=now + overlap if overlap else None,
        )
        await self._put(renewed, "rotated")
        return renewed, secret

    async def revoke(self, key_id: str) -> AccessKey:
        """Revoke a key with all tokens made for it; again changes nothing. Raises `NotFound`."""
        key = await self._get(key_id)
        if key.revoked_at is None:
            key = replace(key, revoked_at=self._clock.now())
            await self._put(key, "revoked")
        return key

    async def rotate_signing(self) -> None:
        """Sign tokens with a new secret from now on; those of the last one go on to count."""
        await self._archive.add_secret(new_id("sig"), secrets.token_hex(32), SIGNING_SECRETS)
        self._refresh()

    async def _get(self, key_id: str) -> AccessKey:
        for key in await self.list():
            if key.id == key_id:
                return key
        raise NotFound("key", key_id, "`npcserver keys list` shows those there are")

    async def _put(self, key: AccessKey, what: str) -> None:
        change = access_change(ChangeKind.KEY, key, what, self._clock.now())
        await self._archive.put(key, change)
        self._refresh()


def access_change(kind: ChangeKind, key: AccessKey, what: str, now: datetime) -> AuthorChange:
    """Return what the present caller did to a key or account."""
    after = {"name": key.name, "what": what, "role": key.role, "worlds": list(key.world_ids)}
    return AuthorChange(
        id=new_id("change"),
        world_id=None,
        at=now,
        author_id=writing_author(),
        kind=kind,
        subject_id=key.id,
        after=after,
    )


def _new_secret() -> str:
    return f"npc_{secrets.token_urlsafe(32)}"
