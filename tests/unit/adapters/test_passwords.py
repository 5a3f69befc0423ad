"""Hashes of passwords by argon2id."""

import time

from npcserver.adapters.passwords import Argon2Passwords


async def test_a_hash_is_of_one_password_and_slow() -> None:
    """What is no hash fits nothing, after as much work; two hashes of a password differ."""
    passwords = Argon2Passwords()
    hashed = await passwords.hash("a lantern on the quay")
    assert hashed.startswith("$argon2id$v=19$m=65536,t=3,")
    assert hashed != await passwords.hash("a lantern on the quay")
    assert await passwords.fits(hashed, "a lantern on the quay")
    assert not await passwords.fits(hashed, "a lantern on the quay ")
    assert not await passwords.fits("nonsense", "")
    assert not await passwords.fits("", "the password of nobody")

    spent = {}
    for kept in (hashed, ""):
        before = time.process_time()
        await passwords.fits(kept, "a wrong guess")
        spent[kept] = time.process_time() - before
    assert spent[""] > spent[hashed] / 4 > 0.001
