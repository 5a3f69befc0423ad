"""What `npcserver play` stores between sessions: the player, and where they were."""

import contextlib
import json
from dataclasses import asdict, dataclass, field
from pathlib import Path


@dataclass(slots=True, kw_only=True)
class Session:
    """A player's timeline in a world; `met` are the characters they have talked with."""

    world_id: str
    player: str
    timeline_id: str
    partner_id: str
    met: list[str] = field(default_factory=list)


class PlayFile:
    """A small JSON file; a broken one counts as empty, since nothing in it is irreplaceable."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._sessions = _read(path)

    def last(self) -> Session | None:
        """Return the session that was played last."""
        return self._sessions[-1] if self._sessions else None

    def of(self, world_id: str, player: str) -> Session | None:
        """Return the last session of this player in this world."""
        for session in reversed(self._sessions):
            if (session.world_id, session.player) == (world_id, player):
                return session
        return None

    def keep(self, session: Session) -> None:
        """Make this the last session, replacing an older one of the same player and world."""
        key = (session.world_id, session.player)
        kept = [it for it in self._sessions if (it.world_id, it.player) != key]
        self._sessions = [*kept[-99:], session]
        draft = self._path.with_suffix(".part")
        draft.write_text(json.dumps([asdict(it) for it in self._sessions], indent=1), "utf-8")
        draft.replace(self._path)


def _read(path: Path) -> list[Session]:
    with contextlib.suppress(OSError, ValueError, TypeError):
        return [Session(**entry) for entry in json.loads(path.read_text("utf-8"))]
    return []
