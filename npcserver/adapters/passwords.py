"""Passwords of people, hashed by argon2id."""

import asyncio
from functools import cache
from typing import Any, Final

from npcserver.model.errors import NotPossibleNow, Reason

_AT_ONCE: Final = 2
"""Hashes that are made at one time: each takes 64 MiB, and attempts come from anybody."""


@cache
def _hasher() -> Any:
    try:
        from argon2 import PasswordHasher  # noqa: PLC0415 - of an extra
    except ModuleNotFoundError as missing:
        raise NotPossibleNow(
            "accounts with passwords need argon2; pip install 'npcserver[studio]' and start again",
            Reason.INTERNAL,
        ) from missing
    return PasswordHasher()  # RFC 9106, for little memory: 64 MiB, 3 passes


@cache
def _nobodys() -> str:
    return str(_hasher().hash("the password of nobody"))


class Argon2Passwords:
    """Hashes passwords on other threads, few at a time."""

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(_AT_ONCE)

    async def hash(self, password: str) -> str:
        """Return a hash with its salt and parameters."""
        async with self._free:
            return await asyncio.to_thread(lambda: str(_hasher().hash(password)))

    async def fits(self, hashed: str, password: str) -> bool:
        """Return whether a hash is of a password; an empty one takes as long, and fits none."""
        async with self._free:
            does = await asyncio.to_thread(_verify, hashed or _nobodys(), password)
        return does and bool(hashed)


def _verify(hashed: str, password: str) -> bool:
    hasher = _hasher()
    from argon2.exceptions import Argon2Error, InvalidHashError  # noqa: PLC0415

    try:
        return bool(hasher.verify(hashed, password))
    except (Argon2Error, InvalidHashError):
        return False
