"""What a character keeps to itself, and from whom.

A secret travels with the words that may carry it: whatever was said or inferred with a secret
before the mind carries that secret too. So it is enough to look at one memory to know whom it may
be told.
"""

import hashlib
from collections.abc import Collection
from dataclasses import dataclass

from npcserver.model.feelings import Standing


@dataclass(frozen=True, slots=True, kw_only=True)
class Secret:
    """Who may be told, and from when on. Everything that is named must hold.

    `to` are the ids of those who may be told at all, characters and players; empty means anybody
    who meets the rest. Names mean nothing: players choose their own. `affinity` and `trust` are
    what the holder must at least feel for them; `flag` is a story flag that must be set. A secret
    that names nothing is never told. `key` names it in reports.
    """

    key: str
    to: tuple[str, ...] = ()
    affinity: int | None = None
    trust: int | None = None
    flag: str = ""

    def may_be_told(self, other_id: str, standing: Standing, flags: Collection[str]) -> bool:
        """Say whether somebody may hear it from a holder who stands to them like this."""
        if self.to and other_id not in self.to:
            return False
        if self.affinity is not None and standing.affinity < self.affinity:
            return False
        if self.trust is not None and standing.trust < self.trust:
            return False
        if self.flag and self.flag not in flags:
            return False
        return not self.is_absolute

    def is_public(self, flags: Collection[str]) -> bool:
        """Say whether anybody at all may hear it by now."""
        is_open = not self.to and self.affinity is None and self.trust is None
        return is_open and bool(self.flag) and self.flag in flags

    @property
    def is_absolute(self) -> bool:
        """Whether nobody is ever told."""
        return not self.to and self.affinity is None and self.trust is None and not self.flag


def key_for(text: str) -> str:
    """Return the key of a secret whose author gave it none: it follows from the memory's words."""
    return f"secret-{hashlib.sha256(text.encode()).hexdigest()[:8]}"


def joined(*groups: tuple[Secret, ...]) -> tuple[Secret, ...]:
    """Return all of these secrets, each once, in order of their first appearance."""
    return tuple(dict.fromkeys(secret for group in groups for secret in group))


def whispered(among: Collection[str]) -> Secret:
    """Return the secret that a whisper is: only those in it may be told what was said."""
    return Secret(key="whisper", to=tuple(sorted(among)))
