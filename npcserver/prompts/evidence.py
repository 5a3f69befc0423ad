"""Many memories in one prompt: each cut short, so that as many as possible find room."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from npcserver.model.memory import Memory
from npcserver.model.pondering import Situation
from npcserver.model.scene import Person
from npcserver.prompts.tokens import clip, estimate_tokens
from npcserver.prompts.views import MemoryView, view_of

ROOM = 1_800
"""Tokens that the memories of one question take; persona and form need 500 more."""

_PER_LINE = 10  # number, when, and who told it
_SHORTEST = 20  # tokens; a memory cut shorter says nothing
_LONGEST = 60


def views(
    memories: Sequence[Memory], situation: Situation, others: Sequence[Person] = ()
) -> tuple[MemoryView, ...]:
    """Return memories as the thinker sees them; `others` are people whose names it knows."""
    heard = {
        memory.body.told_by: memory.body.speaker
        for memory in memories
        if memory.body.told_by and memory.body.speaker
    }
    names = {**heard, **names_of(situation, others)}
    return tuple(view_of(memory, situation.now, names) for memory in memories)


def names_of(situation: Situation, others: Sequence[Person] = ()) -> Mapping[str, str]:
    """Return the names of those around and of `others`, by id."""
    people = (*others, *situation.company)
    return {person.id: person.name for person in people}


def latest_within(memories: Sequence[MemoryView], room: int = ROOM) -> tuple[MemoryView, ...]:
    """Return memories, oldest first, cut short; where there are too many the oldest are left out.

    `room` is in tokens.
    """
    return first_within(memories[::-1], room)[::-1]


def first_within(memories: Sequence[MemoryView], room: int = ROOM) -> tuple[MemoryView, ...]:
    """Return memories, best first, cut short; where there are too many the last are left out."""
    share = room // max(len(memories), 1) - _PER_LINE
    tokens = min(max(share, _SHORTEST), _LONGEST)
    kept: list[MemoryView] = []
    for memory in memories:
        shorter = replace(memory, text=clip(memory.text, tokens))
        room -= estimate_tokens(shorter.text) + _PER_LINE
        if room < 0:
            break
        kept.append(shorter)
    return tuple(kept)
