"""Many memories in one prompt: each cut short, so that as many as possible find room."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from npcserver.model.memory import Memory, Recollection
from npcserver.model.person import Person
from npcserver.model.pondering import Situation
from npcserver.prompts.tokens import clip, estimate_tokens
from npcserver.prompts.views import MemoryView, view_of

ROOM = 1_800
"""Tokens that the memories of one question take; persona and form need 500 more."""

_PER_LINE = 10  # number, when, and who told it
_SHORTEST = 20  # tokens; a memory cut shorter says nothing
_LONGEST = 60


def views(
    memories: Sequence[Memory | Recollection], situation: Situation, others: Sequence[Person] = ()
) -> tuple[MemoryView, ...]:
    """Return memories as the thinker sees them; `others` are people whose names it knows."""
    bodies = (one.memory.body if isinstance(one, Recollection) else one.body for one in memories)
    heard = {body.told_by: body.speaker for body in bodies if body.told_by and body.speaker}
    names = {**heard, **names_of(situation, others)}
    now, name = situation.now, situation.character.name
    return tuple(view_of(memory, now, names, name) for memory in memories)


def names_of(situation: Situation, others: Sequence[Person] = ()) -> Mapping[str, str]:
    """Return the names of those around and of `others`, by id."""
    people = (*others, *situation.company)
    return {person.id: person.name for person in people}


def latest_within(memories: Sequence[MemoryView], room: int = ROOM) -> tuple[MemoryView, ...]:
    """Return memories, oldest first, cut short; where there are too many the oldest are left out.

    `room` is in tokens.
    """
    return first_within(memories[::-1], room)[::-1]


def shortened(memory: MemoryView, tokens: int) -> MemoryView:
    """Return a memory with its text, and what it contradicts, cut to some tokens each."""
    earlier = memory.earlier
    if earlier is not None:
        earlier = replace(earlier, text=clip(earlier.text, tokens))
    return replace(memory, text=clip(memory.text, tokens), earlier=earlier)


def first_within(memories: Sequence[MemoryView], room: int = ROOM) -> tuple[MemoryView, ...]:
    """Return memories, best first, cut short; where there are too many the last are left out."""
    share = room // max(len(memories), 1) - _PER_LINE
    tokens = min(max(share, _SHORTEST), _LONGEST)
    kept: list[MemoryView] = []
    for memory in memories:
        shorter = shortened(memory, tokens)
        room -= estimate_tokens(shorter.text) + _PER_LINE
        if shorter.earlier is not None:
            room -= estimate_tokens(shorter.earlier.text) + _PER_LINE
        if room < 0:
            break
        kept.append(shorter)
    return tuple(kept)
