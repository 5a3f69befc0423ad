"""Tokens of players: which count, and that nothing forged, changed or confused does."""

import base64
import json
import random
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from npcserver.adapters.tokens import LONGEST, JwtSigner, check_public_key
from npcserver.model.access import PlayerClaims, PlayerScope, TokenIssuer, Verb
from npcserver.model.errors import NotAllowed, Reason
from npcserver.model.ids import TimelineId, WorldId

NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)
SECRET = "0123456789abcdef" * 2
OWN = TokenIssuer(kid="own", algorithm="HS256", key=SECRET, is_own=True)
_PRIVATE = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
PRIVATE = _PRIVATE.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
PUBLIC = (
    _PRIVATE.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
)
STUDIO = TokenIssuer(kid="studio", algorithm="EdDSA", key=PUBLIC, worlds=frozenset({"harbour"}))
ISSUERS = {"own": OWN, "studio": STUDIO}
CLAIMS = PlayerClaims(
    player=PlayerScope(
        world_id=WorldId("harbour"),
        timeline_id=TimelineId("tl_1"),
        player_id="p1",
        player_name="Ada",
    ),
    verbs=frozenset({Verb.SAY, Verb.WATCH}),
    key_id="key_1",
    issued_at=NOW,
    expires_at=NOW + timedelta(minutes=15),
)
SIGNER = JwtSigner()
TOKEN = SIGNER.sign(CLAIMS, OWN)


def body(**changes: Any) -> dict[str, Any]:
    """Return the claims of a studio's token; a change to None leaves one out."""
    plain = jwt.decode(TOKEN, options={"verify_signature": False})
    made = {**plain, "key": "", **changes}
    return {name: value for name, value in made.items() if value is not None}


def signed(claims: dict[str, Any], **header: Any) -> str:
    """Return a token of the studio."""
    return jwt.encode(claims, PRIVATE, "EdDSA", headers={"kid": "studio", **header})


def refused(token: str, now: datetime = NOW) -> str:
    """Return why a token is refused."""
    with pytest.raises(NotAllowed) as raised:
        SIGNER.read(token, ISSUERS, now)
    assert raised.value.reason is Reason.UNAUTHENTICATED
    return raised.value.message


def test_a_token_is_read_as_it_was_signed() -> None:
    """Nothing is lost on the way."""
    assert SIGNER.read(TOKEN, ISSUERS, NOW) == CLAIMS


def test_a_studio_signs_tokens_with_its_own_key() -> None:
    """They name no key of the server."""
    assert SIGNER.read(signed(body()), ISSUERS, NOW) == replace(CLAIMS, key_id="")


@pytest.mark.parametrize("later", [timedelta(minutes=15), timedelta(days=1)])
def test_a_token_that_has_ended_is_refused_with_what_to_do(later: timedelta) -> None:
    """To the second, and without tolerance."""
    assert "has ended; get a new one" in refused(TOKEN, NOW + later)
    assert SIGNER.read(TOKEN, ISSUERS, NOW + timedelta(minutes=14, seconds=59)) == CLAIMS


@pytest.mark.parametrize(
    "changes",
    [
        {"aud": "another"},
        {"aud": None},
        {"sub": None},
        {"sub": 7},
        {"sub": ""},
        {"name": None},
        {"world": None},
        {"timeline": None},
        {"verbs": None},
        {"verbs": ["say", "keys"]},
        {"verbs": ["everything"]},
        {"verbs": "say"},
        {"iat": None},
        {"exp": None},
        {"exp": "never"},
        {"exp": True},
        {"exp": 10**18},
        body(exp=int((NOW + LONGEST).timestamp()) + 1),
        {"iat": int(NOW.timestamp()) + 60},
        {"world": "castle"},
        {"key": "key_1"},
    ],
    ids=str,
)
def test_a_token_that_says_too_much_or_too_little_is_refused(changes: dict[str, Any]) -> None:
    """Though a studio that is trusted signed it."""
    assert "does not take that token" in refused(signed(body(**changes)))


def forged(header: dict[str, Any], claims: dict[str, Any], key: str = "") -> str:
    """Return a token made by hand, with an HMAC of a key, or with no signature."""
    parts = [
        base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=").decode()
        for part in (header, claims)
    ]
    if not key:
        return ".".join([*parts, ""])
    mac = jwt.algorithms.HMACAlgorithm(jwt.algorithms.HMACAlgorithm.SHA256)
    signature = mac.sign(".".join(parts).encode(), key.encode())
    return ".".join([*parts, base64.urlsafe_b64encode(signature).rstrip(b"=").decode()])


@pytest.mark.parametrize(
    ("header", "key"),
    [
        ({"alg": "none", "kid": "own"}, ""),
        ({"alg": "None", "kid": "own"}, ""),
        ({"alg": "none", "kid": "studio"}, ""),
        ({"alg": "HS256", "kid": "own"}, ""),
        ({"alg": "HS256", "kid": "studio"}, PUBLIC),  # the public key taken for a shared secret
        ({"alg": "HS256", "kid": "own"}, "another-secret-of-the-right-length"),
        ({"alg": "EdDSA", "kid": "own"}, SECRET),
        ({"alg": "HS384", "kid": "own"}, SECRET),
        ({"alg": "HS256", "kid": "nobody"}, SECRET),
        ({"alg": "HS256"}, SECRET),
        ({"alg": "HS256", "kid": None}, SECRET),
        ({"alg": "HS256", "kid": ["own"]}, SECRET),
        ({"kid": "own"}, SECRET),
    ],
    ids=lambda part: str(part)[:40].strip().replace("-----", "") or "none",
)
def test_a_forged_or_confused_token_is_refused(header: dict[str, Any], key: str) -> None:
    """The algorithm is that of the issuer, whatever the token says."""
    for claims in (body(), body(key="key_1")):
        assert "does not take that token" in refused(forged(header, claims, key))


def test_the_forger_of_these_tests_can_make_a_token_that_counts() -> None:
    """With the secret, so that the refusals above are not for a mistake in its form."""
    token = forged({"alg": "HS256", "kid": "own"}, body(key="key_1"), SECRET)

    assert SIGNER.read(token, ISSUERS, NOW) == CLAIMS


def test_a_token_of_one_issuer_does_not_pass_for_another() -> None:
    """Neither with the key id changed, nor with the claims of the server's own."""
    assert "does not take" in refused(signed(body(key="key_1"), kid="own"))
    assert "does not take" in refused(SIGNER.sign(replace(CLAIMS, key_id=""), OWN))


@pytest.mark.parametrize("seed", range(10))
def test_none_of_a_thousand_changed_tokens_counts(
    seed: int, record_property: Callable[[str, object], None]
) -> None:
    """A letter is replaced, left out or added, the end reversed, or a part is that of another."""
    chance = random.Random(seed)
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ \n\0é"
    other = SIGNER.sign(replace(CLAIMS, expires_at=NOW + timedelta(minutes=30)), OWN)
    tried = 0
    for number in range(100):
        token = (TOKEN, signed(body()))[number % 2]
        changed = token
        while changed == token:
            at = chance.randrange(len(token))
            match chance.randrange(5):
                case 0:
                    changed = token[:at] + chance.choice(letters) + token[at + 1 :]
                case 1:
                    changed = token[:at] + token[at + 1 :]
                case 2:
                    changed = token[:at] + chance.choice(letters) + token[at:]
                case 3:
                    changed = token[:at] + token[at:][::-1]
                case _:
                    parts = token.split(".")
                    part = chance.randrange(3)
                    parts[part] = other.split(".")[part] + chance.choice(("", "A"))
                    changed = ".".join(parts)
        if changed != other:
            refused(changed)
            tried += 1
    record_property("figure", f"0 of {tried} changed tokens counted")


def test_the_last_letter_of_a_signature_has_one_form() -> None:
    """Its unused bits cannot be changed to make a second token of the same signature."""
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    counted = []
    for letter in alphabet:
        token = TOKEN[:-1] + letter
        try:
            SIGNER.read(token, ISSUERS, NOW)
        except NotAllowed:
            continue
        counted.append(token)

    assert counted == [TOKEN]


def test_a_public_key_is_told_from_what_is_none() -> None:
    """A private key, or none at all, is a mistake in the settings."""
    assert check_public_key(PUBLIC)
    assert not check_public_key(PRIVATE)
    assert not check_public_key("hello")
