"""Many memories in one prompt: whole where there is room, else the weakest are left out."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from npcserver.model.memory import Memory, Recollection
from npcserver.model.person import Person
from npcserver.model.pondering import Situation
from npcserver.model.record import RecordKind, Source
from npcserver.prompts.tokens import cut_at_sentence, estimate_tokens
from npcserver.prompts.views import MemoryView, view_of

ROOM = 2_400
"""Tokens that the memories of one question take at most; persona and form need 700 more."""
FEWEST = 6
"""Memories that are shown whatever the room."""

_PER_LINE = 14  # number, when, and who told it
_LENGTHS = (300, 150, 100, 60)  # tokens of one memory; a memory cut shorter says nothing
_SEEN = (Source.WITNESSED, Source.OWN)
_MOST_AT_ONCE = 8  # deeds of one hour that are told in one line


def views(
    memories: Sequence[Memory | Recollection], situation: Situation, others: Sequence[Person] = ()
) -> tuple[MemoryView, ...]:
    """Return memories as the thinker sees them; `others` are people whose names it knows."""
    bodies = (one.memory.body if isinstance(one, Recollection) else one.body for one in memories)
    heard = {body.told_by: body.speaker for body in bodies if body.told_by and body.speaker}
    names = {**heard, **names_of(situation, others)}
    now, name = situation.now, situation.character.name
    return tuple(view_of(memory, now, names, name) for memory in memories)


def but_plans(recollections: Sequence[Recollection]) -> tuple[Recollection, ...]:
    """Return what is no plan of a day, for questions that show one whole: it would stand twice."""
    return tuple(one for one in recollections if one.memory.kind is not RecordKind.PLAN)


def names_of(situation: Situation, others: Sequence[Person] = ()) -> Mapping[str, str]:
    """Return the names of those around and of `others`, by id."""
    people = (*others, *situation.company)
    return {person.id: person.name for person in people}


def latest_within(memories: Sequence[MemoryView], room: int = ROOM) -> tuple[MemoryView, ...]:
    """Return memories, oldest first; where there are too many the oldest are left out.

    `room` is in tokens.
    """
    return first_within(memories[::-1], room)[::-1]


def first_within(memories: Sequence[MemoryView], room: int = ROOM) -> tuple[MemoryView, ...]:
    """Return memories, best first; where there are too many the last are left out.

    All stay whole where the room in tokens allows; else long ones are cut, and `FEWEST` are shown
    in any case.
    """
    for tokens in _LENGTHS:
        cut = [shortened(memory, tokens) for memory in memories]
        if sum(map(cost, cut)) <= room:
            return tuple(cut)
    kept: list[MemoryView] = []
    for memory in cut:
        room -= cost(memory)
        if room < 0 and len(kept) >= FEWEST:
            break
        kept.append(memory)
    return tuple(kept)


def cost(memory: MemoryView) -> int:
    """Estimate the tokens of a memory as a line of a prompt."""
    earlier = memory.earlier
    tokens = estimate_tokens(memory.text) + _PER_LINE
    return tokens if earlier is None else tokens + estimate_tokens(earlier.text) + _PER_LINE


def shortened(memory: MemoryView, tokens: int) -> MemoryView:
    """Return a memory with its text, and what it contradicts, cut to some tokens each."""
    earlier = memory.earlier
    if earlier is not None:
        earlier = replace(earlier, text=cut_at_sentence(earlier.text, tokens))
    return replace(memory, text=cut_at_sentence(memory.text, tokens), earlier=earlier)


def by_time(memories: Sequence[MemoryView]) -> tuple[MemoryView, ...]:
    """Return memories as they are listed: what was always known first, then oldest first."""
    return tuple(sorted(memories, key=_moment))


def together(memories: Sequence[Memory]) -> tuple[tuple[int, ...], ...]:
    """Return the places of memories that one line tells, in the order of their first.

    These are the standing deeds of one person within one hour: of many that are nearly alike each
    would take a line of its own, and drown what happened once.
    """
    found: dict[tuple[object, ...], list[int]] = {}
    for place, memory in enumerate(memories):
        body = memory.body
        is_deed = body.is_standing and body.source in _SEEN and len(body.about) == 1
        hour = memory.created_at.replace(minute=0, second=0, microsecond=0)
        key = (body.source, body.about, hour) if is_deed else (place,)
        found.setdefault(key, []).append(place)
    return tuple(tuple(places) for places in found.values())


def as_one(memories: Sequence[MemoryView]) -> MemoryView:
    """Return memories of one hour as one, told from the first on, each text once."""
    ordered = by_time(memories)
    texts = dict.fromkeys(memory.text.rstrip(" .。") for memory in ordered)
    if len(texts) == 1:
        return ordered[0]
    return replace(ordered[0], text="; ".join(list(texts)[:_MOST_AT_ONCE]))


def _moment(memory: MemoryView) -> tuple[bool, int, int, int, str]:
    at = memory.when.at
    return memory.how != "known", at.year, at.month, at.day, at.clock
