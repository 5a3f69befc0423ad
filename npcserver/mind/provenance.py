"""Where words come from: which of the memories before a speaker they pass on."""

from collections.abc import Sequence

from npcserver.model.memory import Memory
from npcserver.model.whereabouts import words_of

_SHARED = 3  # telling words that a line and a memory have in common by chance are fewer
_SHARE = 0.5


def passed_on(line: str, memories: Sequence[Memory]) -> tuple[Memory, ...]:
    """Return the memories a line tells of, as far as their words show."""
    said = words_of(line)
    return tuple(memory for memory in memories if _is_told(words_of(memory.text), said))


def players_of(line: str, memories: Sequence[Memory]) -> tuple[str, ...]:
    """Return the players from whom stems what a line passes on, by id."""
    found = {player for memory in passed_on(line, memories) for player in memory.body.players}
    return tuple(sorted(found))


def _is_told(memory: frozenset[str], said: frozenset[str]) -> bool:
    shared = len(memory & said)
    return shared >= _SHARED or (shared > 0 and shared >= _SHARE * len(memory))
