"""Identifiers: their format and how new ones are made.

Authored things (worlds, places, characters) have short ids chosen by the author, unique within
their world. Ids created during play have a prefix and a random tail.
"""

import hashlib
import os
import re
import secrets
import sys
import unicodedata
from typing import NewType

WorldId = NewType("WorldId", str)
PlaceId = NewType("PlaceId", str)
CharacterId = NewType("CharacterId", str)
TimelineId = NewType("TimelineId", str)
SaveId = NewType("SaveId", str)
TurnId = NewType("TurnId", str)
IntentId = NewType("IntentId", str)

AUTHORED_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,62}")

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_TAIL_LENGTH = 20  # 100 random bits
_AT_ONCE = 64
_WORDS = "wrd"


_spare: list[int] = []
if sys.platform != "win32":  # which does not fork
    os.register_at_fork(after_in_child=_spare.clear)


def new_id(prefix: str) -> str:
    """Return a new random id such as `tl_4f…`; 100 bits, safe to make on any replica."""
    while True:
        try:
            return _id_of(prefix, _spare.pop())
        except IndexError:
            # Many by one system call: each releases the GIL, which costs a wait on a busy server.
            made = secrets.randbits(5 * _TAIL_LENGTH * _AT_ONCE)
            _spare.extend(made >> 5 * _TAIL_LENGTH * at for at in range(_AT_ONCE))


def derived_id(prefix: str, name: str) -> str:
    """Return an id in the form of `new_id` that is the same for the same name."""
    return _id_of(prefix, int.from_bytes(hashlib.sha256(name.encode()).digest(), "big"))


def _id_of(prefix: str, bits: int) -> str:
    return f"{prefix}_" + "".join(_ALPHABET[bits >> 5 * at & 31] for at in range(_TAIL_LENGTH))


def words_id() -> TurnId:
    """Return a new id for words said outside any turn, such as a player's in a circle.

    It stands in place of a turn id, so that all records of who heard the words share it.
    """
    return TurnId(new_id(_WORDS))


def turn_named(identifier: TurnId | None) -> str:
    """Return the id of a turn; empty if it is None or an id from `words_id`."""
    if identifier is None or identifier.startswith(f"{_WORDS}_"):
        return ""
    return identifier


def is_authored_id(text: str) -> bool:
    """Return whether `text` is a valid id of a world, place or character."""
    return AUTHORED_ID.fullmatch(text) is not None


def slug(name: str) -> str:
    """Make an authored id out of a display name: `Isabella Rodriguez` becomes `isabella-rodriguez`.

    A name with no Latin letter or digit gives a random id, since an empty one would be no id.
    """
    plain = unicodedata.normalize(
        "NFKD", name.replace("'", "").replace("\N{RIGHT SINGLE QUOTATION MARK}", "")
    )
    words = re.findall(r"[a-z0-9]+", plain.encode("ascii", "ignore").decode().lower())
    return "-".join(words)[:63].strip("-") or new_id("x")
