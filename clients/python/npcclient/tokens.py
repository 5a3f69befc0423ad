"""What a client shows the server: a key that stays, or tokens of a player that are renewed."""

import base64
import binascii
import json
import time
from collections.abc import Callable

RENEW_SECONDS = 30.0
"""How long before its end a token is replaced."""
_JUST_NOW = 5.0  # a token that was got this recently after a refusal, and is refused, is told


class Credential:
    """Gives the text that calls show: a key, or what `supply` returns, called again in time.

    `supply` is called when a call needs a token: at first, shortly before the last one ends, and
    once when the server refuses it. Raises what `supply` raises, and `ValueError` for a text that
    cannot be sent.
    """

    def __init__(self, key: str = "", supply: Callable[[], str] | None = None) -> None:
        if key and supply is not None:
            raise ValueError("give a key or a supplier of tokens, and not both")
        self._supply = supply
        self._text = _checked(key)
        self._ends_at = float("inf") if supply is None else 0.0
        self._renewed_at = float("-inf")

    @property
    def is_empty(self) -> bool:
        """Whether calls show nothing, now and later."""
        return not self._text and self._supply is None

    def shown(self) -> str:
        """Return what a call that begins now shows; empty for nothing."""
        if time.time() >= self._ends_at - RENEW_SECONDS:
            self._get()
        return self._text

    def renew(self) -> bool:
        """Get another token, since the last was refused; return whether it makes sense to retry."""
        now = time.monotonic()
        if self._supply is None or now - self._renewed_at < _JUST_NOW:
            return False
        self._renewed_at = now
        self._get()
        return True

    def _get(self) -> None:
        if self._supply is not None:
            self._text = _checked(self._supply())
            self._ends_at = _end_of(self._text)


def _checked(key: str) -> str:
    if not (key.isascii() and key.isprintable()) or key != key.strip():
        raise ValueError("a key has plain ASCII characters only, with no blanks around it")
    return key


def _end_of(token: str) -> float:
    """Return when a JSON Web Token ends, in seconds since 1970; infinity where it does not say."""
    try:
        part = token.split(".")[1]
        claims = json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
        return float(claims["exp"])
    except (IndexError, KeyError, TypeError, ValueError, binascii.Error):
        return float("inf")
