"""A client with tokens of a player: when it gets another, and when it gives up."""

import time

import pytest
from npcclient.tokens import RENEW_SECONDS, Credential

from npcserver.adapters.tokens import JwtSigner
from npcserver.model.access import TokenIssuer
from tests.unit.adapters.test_tokens import CLAIMS


class Supplier:
    """Gives tokens that live for so many seconds, and counts them."""

    def __init__(self, life: float) -> None:
        self.life = life
        self.given: list[str] = []

    def __call__(self) -> str:
        import jwt  # noqa: PLC0415

        claims = {"exp": time.time() + self.life, "n": len(self.given)}
        self.given.append(jwt.encode(claims, "0123456789abcdef" * 2, "HS256"))
        return self.given[-1]


def test_a_token_is_used_until_shortly_before_its_end() -> None:
    """And then another is asked for, before a call is made."""
    long, short = Supplier(RENEW_SECONDS + 60), Supplier(RENEW_SECONDS - 1)
    lasting, ending = Credential(supply=long), Credential(supply=short)

    assert {lasting.shown() for _ in range(3)} == {long.given[0]}
    assert len({ending.shown() for _ in range(3)}) == 3


def test_a_token_that_was_refused_is_renewed_once() -> None:
    """If the next is refused too, the caller is told."""
    supplier = Supplier(3600)
    credential = Credential(supply=supplier)
    first = credential.shown()

    assert credential.renew()
    assert credential.shown() != first
    assert not credential.renew()
    assert len(supplier.given) == 2


def test_a_key_is_not_renewed() -> None:
    """There is no other."""
    credential = Credential("sesame")

    assert not credential.renew()
    assert credential.shown() == "sesame"
    assert Credential().is_empty
    with pytest.raises(ValueError, match="not both"):
        Credential("sesame", lambda: "token")


def test_what_does_not_say_when_it_ends_is_used_until_it_is_refused() -> None:
    """Such as a key that a vault gives."""
    given = iter(["one", "two"])
    credential = Credential(supply=lambda: next(given))

    assert [credential.shown(), credential.shown()] == ["one", "one"]
    assert credential.renew()
    assert credential.shown() == "two"


def test_the_end_of_the_servers_own_tokens_is_read() -> None:
    """They were made long ago, so each call asks for another."""
    token = JwtSigner().sign(CLAIMS, TokenIssuer(kid="own", algorithm="HS256", key="k" * 32))
    asked = []

    def supply() -> str:
        asked.append(token)
        return token

    credential = Credential(supply=supply)
    assert credential.shown() == credential.shown() == token
    assert len(asked) == 2
    with pytest.raises(ValueError, match="plain ASCII"):
        Credential(supply=lambda: "é").shown()
