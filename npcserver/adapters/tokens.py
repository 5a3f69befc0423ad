"""Tokens of players as JSON Web Tokens (RFC 7519), signed with HS256 or EdDSA."""

import base64
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from npcserver.model.access import PLAYER_VERBS, PlayerClaims, PlayerScope, TokenIssuer, Verb
from npcserver.model.errors import NotAllowed
from npcserver.model.ids import TimelineId, WorldId

AUDIENCE = "npcserver"
LONGEST = timedelta(hours=1)
"""Life of a token; one that claims to live longer is refused."""
_AHEAD = timedelta(seconds=30)  # how far the clock of a studio's backend may be ahead of ours
_CLAIMS = ("aud", "exp", "iat", "sub", "name", "world", "timeline", "verbs")
# Times are checked below, against the clock that the caller hands in.
_OPTIONS: Any = {"require": list(_CLAIMS), "verify_exp": False, "verify_iat": False}
_UNREADABLE = (ValueError, OverflowError, OSError, RecursionError)
"""What absurd numbers and depths raise, and bytes that are no text."""

# Both libraries are imported where a token or a key is read: commands that make keys need neither.


class JwtSigner:
    """Signs and reads tokens; the algorithm comes from the issuer, never from the token."""

    def sign(self, claims: PlayerClaims, issuer: TokenIssuer) -> str:
        """Return the signed token."""
        import jwt  # noqa: PLC0415

        player = claims.player
        body = {
            "aud": AUDIENCE,
            "sub": player.player_id,
            "name": player.player_name,
            "world": player.world_id,
            "timeline": player.timeline_id,
            "verbs": sorted(claims.verbs),
            "key": claims.key_id,
            "iat": int(claims.issued_at.timestamp()),
            "exp": int(claims.expires_at.timestamp()),
        }
        return jwt.encode(body, issuer.key, issuer.algorithm, headers={"kid": issuer.kid})

    def looks_like_one(self, text: str) -> bool:
        """Return whether a text has the form of a token: three parts with dots between them."""
        return text.count(".") == 2

    def read(self, token: str, issuers: Mapping[str, TokenIssuer], now: datetime) -> PlayerClaims:
        """Return what a token says. Raises `NotAllowed` unless an issuer signed it in time."""
        import jwt  # noqa: PLC0415

        try:
            if not all(_is_canonical(part) for part in token.split(".")):
                raise jwt.DecodeError("not canonical")
            issuer = issuers[jwt.get_unverified_header(token)["kid"]]
            body = jwt.decode(token, issuer.key, [issuer.algorithm], _OPTIONS, audience=AUDIENCE)
            return _claims(body, issuer, now)
        except (jwt.PyJWTError, LookupError, TypeError, *_UNREADABLE) as error:
            # One answer for all of them: it teaches nothing to who forges tokens.
            raise NotAllowed(
                "this server does not take that token: nobody it trusts has signed it, or it lacks "
                "something; get a new one from the game's server"
            ) from error


def check_public_key(pem: str) -> bool:
    """Return whether a text is a public key of Ed25519 in PEM form."""
    from cryptography.exceptions import UnsupportedAlgorithm  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric.ed25519 import (  # noqa: PLC0415
        Ed25519PublicKey,
    )
    from cryptography.hazmat.primitives.serialization import (  # noqa: PLC0415
        load_pem_public_key,
    )

    try:
        return isinstance(load_pem_public_key(pem.encode()), Ed25519PublicKey)
    except (ValueError, UnsupportedAlgorithm):
        return False


def _is_canonical(part: str) -> bool:
    """Return whether a part is written in the one way that stands for its bytes."""
    padded = part.encode("ascii") + b"=" * (-len(part) % 4)
    whole = base64.b64decode(padded, altchars=b"-_", validate=True)
    return base64.urlsafe_b64encode(whole).rstrip(b"=") == part.encode("ascii")


def _claims(body: Mapping[str, Any], issuer: TokenIssuer, now: datetime) -> PlayerClaims:
    """Return the claims of a verified token; raises `ValueError` or `NotAllowed`."""
    player = PlayerScope(
        world_id=WorldId(_text(body, "world")),
        timeline_id=TimelineId(_text(body, "timeline")),
        player_id=_text(body, "sub"),
        player_name=_text(body, "name"),
    )
    issued, ends = _time(body, "iat"), _time(body, "exp")
    verbs = frozenset(Verb(verb) for verb in body["verbs"])
    key_id = body.get("key", "")
    if not verbs <= PLAYER_VERBS or ends - issued > LONGEST or issued > now + _AHEAD:
        raise ValueError("claims more than a token may")
    # Our own tokens name the key that they were made for, and a studio's name none of ours.
    if not isinstance(key_id, str) or bool(key_id) != issuer.is_own:
        raise ValueError("not of this issuer")
    if issuer.worlds is not None and player.world_id not in issuer.worlds:
        raise ValueError("not a world of this issuer")
    if ends <= now:
        raise NotAllowed("this token has ended; get a new one from the game's server")
    return PlayerClaims(
        player=player, verbs=verbs, key_id=key_id, issued_at=issued, expires_at=ends
    )


def _text(body: Mapping[str, Any], name: str) -> str:
    value = body[name]
    if not isinstance(value, str) or not value:
        raise ValueError(name)
    return value


def _time(body: Mapping[str, Any], name: str) -> datetime:
    value = body[name]
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(name)
    return datetime.fromtimestamp(value, UTC)
