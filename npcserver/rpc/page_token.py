"""Page tokens: opaque, and valid only for the list they came from."""

import base64
import binascii
import hashlib
import hmac
from collections.abc import Sequence
from typing import Any, TypeVar

from google.protobuf.message import Message

from npcserver.app.pagination import Page
from npcserver.model import limits
from npcserver.model.errors import InvalidInput, Reason

DEFAULT_SIZE = 50
_SIGNATURE_LENGTH = 16
T = TypeVar("T")


class PageTokens:
    """Makes and reads page tokens: a cursor, signed together with the filter of its list."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def page(self, request: Message, size: int, token: str) -> Page:
        """Return the requested page. Raises `InvalidInput` (PAGE_TOKEN_INVALID)."""
        if size < 0:
            raise InvalidInput("page_size", f"must not be negative, as {size} is")
        return Page(min(size or DEFAULT_SIZE, limits.PAGE), self._cursor(request, token))

    def token(self, request: Message, cursor: str) -> str:
        """Return the token of the page after `cursor`, empty for an empty cursor."""
        if not cursor:
            return ""
        signed = self._sign(request, cursor.encode()) + cursor.encode()
        return base64.urlsafe_b64encode(signed).decode().rstrip("=")

    def cut(self, request: Any, items: Sequence[T]) -> tuple[Sequence[T], str]:
        """Return the requested page of a list that was made whole, and the token of the next."""
        page = self.page(request, request.page_size, request.page_token)
        first = int(page.cursor or 0)
        after = first + page.size
        return items[first:after], self.token(request, str(after) if after < len(items) else "")

    def _cursor(self, request: Message, token: str) -> str:
        if not token:
            return ""
        try:
            signed = base64.b64decode(
                token.encode() + b"=" * (-len(token) % 4), altchars=b"-_", validate=True
            )
            signature, cursor = signed[:_SIGNATURE_LENGTH], signed[_SIGNATURE_LENGTH:]
            if hmac.compare_digest(signature, self._sign(request, cursor)):
                return cursor.decode()
        except (binascii.Error, UnicodeDecodeError):
            pass
        raise InvalidInput(
            "page_token",
            "does not come from this list; begin with an empty one, and keep the other fields",
            Reason.PAGE_TOKEN_INVALID,
        )

    def _sign(self, request: Message, cursor: bytes) -> bytes:
        question = type(request)()
        question.CopyFrom(request)
        question.ClearField("page_size")
        question.ClearField("page_token")
        body = question.SerializeToString(deterministic=True)
        name = request.DESCRIPTOR.full_name.encode()
        # The length keeps bytes of the request from passing for bytes of the cursor.
        content = b"\0".join((name, str(len(body)).encode(), body + cursor))
        return hmac.digest(self._secret, content, hashlib.sha256)[:_SIGNATURE_LENGTH]
