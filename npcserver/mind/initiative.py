"""Whether to begin a conversation: by rule, and a little by chance that can be repeated."""

import random
from collections.abc import Sequence

from npcserver.mind.provenance import passed_on
from npcserver.model.feelings import Standing
from npcserver.model.memory import Memory
from npcserver.model.record import RecordKind

PRESSING = 6
"""Importance from which on something is worth telling."""
KNOWN = 20
"""Affinity (either way) or familiarity from which on somebody is no stranger."""

NEWS = (RecordKind.WHISPER, RecordKind.UTTERANCE, RecordKind.REFLECTION, RecordKind.PLAN)
"""Kinds of memories that are worth telling."""

_OFTEN = 0.4  # how often one talks to somebody one knows and neither likes nor dislikes
_SELDOM, _MOST = 0.1, 0.9
_STRANGERS = 0.1
_STRANGERS_WITH_NEWS = 0.3


def wants_to_talk(standing: Standing, about: str, name: str, *, has_talked: bool = False) -> bool:
    """Say whether a character speaks to somebody it meets.

    Two who `has_talked` to each other that day already do so again only with news.
    Whoever has something to say to somebody it knows says it. Else chance decides, the more in
    favour the more the other is liked; `name` makes it repeatable. Strangers are spoken to
    sometimes, and those one cannot stand never.
    """
    if has_talked and not about:
        return False
    chance = random.Random(name).random()  # noqa: S311 - chance that repeats itself is wanted
    if standing.affinity <= -KNOWN:
        return False
    if is_stranger(standing):
        return chance < (_STRANGERS_WITH_NEWS if about else _STRANGERS)
    return bool(about) or chance < min(_MOST, max(_SELDOM, _OFTEN + standing.affinity / 200))


def is_stranger(standing: Standing) -> bool:
    """Say whether somebody is neither liked, nor disliked, nor known."""
    return abs(standing.affinity) < KNOWN and standing.familiarity < KNOWN


def news_for(other_id: str, memories: Sequence[Memory], told: Sequence[str]) -> str:
    """Return what is most worth telling somebody; empty when there is nothing.

    News presses (a whisper always does), was not told by that person, and not to that person
    either: `told` are the lines it was told.
    """
    fresh = [
        memory
        for memory in memories
        if memory.kind in NEWS
        and (memory.kind is RecordKind.WHISPER or memory.importance >= PRESSING)
        and other_id != memory.body.told_by
        and not any(passed_on(line, (memory,)) for line in told)
    ]
    found = max(fresh, key=lambda memory: (memory.importance, memory.seq), default=None)
    return "" if found is None else found.text
