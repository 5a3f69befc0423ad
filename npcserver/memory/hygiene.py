"""Removal of repeats and of outdated memories from recollections.

Nothing is lost: every recollection passed in is returned itself, is merged into one that says the
same (`merging`), or is in the `superseded` of one that contradicts it. `times` counts the first
two.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from npcserver.memory.contradictions import supersedes, topics_of
from npcserver.memory.merging import Merged, merged
from npcserver.model.memory import Memory, Recollection
from npcserver.model.record import RecordKind


def tidied(found: Sequence[Recollection]) -> tuple[Recollection, ...]:
    """Return recollections without repeats and without outdated ones.

    One that stands for others, or outdates others, takes the place of the first of them; pinned
    ones are never outdated and come first. The result depends on `found` alone.
    """
    groups = merged(found)
    outdated = _outdated(groups)
    replaced = {place for places in outdated.values() for place in places}
    standing = [place for place in range(len(groups)) if place not in replaced]
    standing.sort(key=lambda place: min(place, *outdated.get(place, (place,))))
    pinned_first = sorted(standing, key=lambda place: not groups[place].kept.is_pinned)
    return tuple(
        replace(
            groups[place].kept,
            times=groups[place].times,
            superseded=_newest_first([groups[older] for older in outdated.get(place, ())]),
        )
        for place in pinned_first
    )


def _outdated(groups: Sequence[Merged]) -> dict[int, list[int]]:
    """Return the groups that each group outdates, by index."""
    newest = [max(group.grounds, key=_age) for group in groups]
    alike: dict[str, list[int]] = {}
    told = [place for place, one in enumerate(newest) if one.kind is not RecordKind.LINE]
    for place in sorted(told, key=lambda place: _age(newest[place]), reverse=True):
        for topic in topics_of(newest[place]):
            alike.setdefault(topic, []).append(place)
    found: dict[int, list[int]] = {}
    gone: set[int] = set()
    for places in alike.values():
        for at, newer in enumerate(places):
            for older in places[at + 1 :] if newer not in gone else ():
                if older in gone or groups[older].kept.is_pinned:
                    continue
                if supersedes(newest[newer], newest[older]):
                    found.setdefault(newer, []).append(older)
                    gone.add(older)
    return _followed(found, gone)


def _followed(found: dict[int, list[int]], gone: set[int]) -> dict[int, list[int]]:
    """Pass the groups that an outdated group had outdated itself on to the one that outdates it."""
    holder = {older: newer for newer, places in found.items() for older in places}
    handed: dict[int, list[int]] = {}
    for older in sorted(gone):
        newer = holder[older]
        while newer in holder:
            newer = holder[newer]
        handed.setdefault(newer, []).append(older)
    return handed


def _newest_first(groups: Sequence[Merged]) -> tuple[Memory, ...]:
    memories = [one.memory for group in groups for one in group.members]
    return tuple(sorted(memories, key=_age, reverse=True))


def _age(memory: Memory) -> tuple[datetime, int]:
    return memory.created_at, memory.seq
