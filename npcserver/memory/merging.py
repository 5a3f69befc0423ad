"""Grouping of recollections that say the same, with a character's own echoes of them.

Nothing is lost: every recollection is in exactly one group.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from npcserver.language.scripts import COLONS, WIDE_EXCLAMATION, WIDE_STOP
from npcserver.memory.sayings import Saying, saying
from npcserver.model.memory import Memory, Recollection
from npcserver.model.record import RecordKind

_ENDS = f' .{WIDE_STOP}…!{WIDE_EXCLAMATION}"”’'
_OPENS = ' "“‘'
_LEAST_QUOTED = 20


@dataclass(frozen=True, slots=True)
class Merged:
    """Recollections that say the same, in the order given, and the one that is kept.

    That is the best scored of those that are not the character's own lines; a pinned one is always
    kept for itself.
    """

    kept: Recollection
    members: tuple[Recollection, ...]

    @property
    def times(self) -> int:
        """How often the character perceived it; if never, inferred it; if never, said it."""
        heard = [one.memory for one in self.members if not _is_own_words(one)]
        taken_in = [memory for memory in heard if memory.kind is not RecordKind.REFLECTION]
        return len(taken_in or heard or self.members)

    @property
    def grounds(self) -> tuple[Memory, ...]:
        """The memories that count as evidence: perceived ones, if any, else inferred ones.

        The character's own lines prove nothing, and its inferences add nothing to what it
        perceived.
        """
        heard = [one.memory for one in self.members if not _is_own_words(one)]
        taken_in = [memory for memory in heard if memory.kind is not RecordKind.REFLECTION]
        return tuple(taken_in or heard) or (self.kept.memory,)


def quotes(text: str, quoted: str) -> bool:
    """Return whether a text ends, after a colon, with all of another text or a cut part of it."""
    end, whole = text.rstrip(_ENDS), " ".join(quoted.split()).rstrip(_ENDS)
    if whole and end.endswith(whole):
        return end[: -len(whole)].rstrip(_OPENS).endswith(COLONS)
    cut = re.split(rf"[{''.join(COLONS)}]\s*", end, maxsplit=1)[-1].lstrip(_OPENS)
    is_cut = text.endswith("…") and len(cut) >= _LEAST_QUOTED and cut != end
    return is_cut and whole.startswith(cut)


def merged(found: Sequence[Recollection]) -> tuple[Merged, ...]:
    """Return recollections in groups, each at the place of its first member.

    Standing facts about two things (`is_standing`) are never the same. A line that passes on a
    memory, or says the same as one, is an echo of it and joins its group.
    """
    groups = _Groups()
    for place, one in enumerate(found):
        groups.take(place, one)
    groups.join_echoes()
    return tuple(groups.made())


class _Groups:
    """Groups under construction, by the place of their first member."""

    def __init__(self) -> None:
        self._memories: dict[int, Memory] = {}
        self._members: dict[int, list[tuple[int, Recollection]]] = {}
        self._sayings: dict[int, Saying] = {}
        self._by_signs: dict[object, list[int]] = {}
        self._of_seq: dict[int, int] = {}

    def take(self, place: int, one: Recollection) -> None:
        """Add a recollection to the group that says the same, or to a new one."""
        key, says = _key(one)
        alike = self._by_signs.setdefault(key, [])
        group = next((at for at in alike if self._sayings[at].says_same(says)), None)
        if group is None or one.is_pinned:  # two that are pinned both stay
            group = place
            self._members[group] = []
            self._sayings[group] = says
            alike.append(group)
        self._members[group].append((place, one))
        self._of_seq[one.memory.seq] = group
        self._memories[one.memory.seq] = one.memory

    def join_echoes(self) -> None:
        """Move groups that only pass on or quote a memory into that memory's group.

        These are the character's own lines, and inferences that are mere quotations.
        """
        is_settled = False
        # a join can make another group joinable; each one removes a group, so this ends
        while not is_settled:
            is_settled = True
            for group in sorted(self._members, reverse=True):
                target = self._passed_on_by(group)
                if target is not None:
                    self._join(group, target)
                    is_settled = False

    def made(self) -> Iterator[Merged]:
        """Yield the groups in the order of their first members."""
        groups = (sorted(members, key=lambda pair: pair[0]) for members in self._members.values())
        for members in sorted(groups, key=lambda members: members[0][0]):
            ordered = tuple(one for _, one in members)
            told = {one.memory.seq for one in ordered if not self._quoted_by(one)} or {
                one.memory.seq for one in ordered
            }
            chosen = [one for one in ordered if one.is_pinned or one.memory.seq in told]
            yield Merged(max(chosen, key=_standing), ordered)

    def _passed_on_by(self, group: int) -> int | None:
        """Return the group that a group of echoes passes on; None for any other group.

        Of several, groups that are not lines come first, then the earliest.
        """
        members = [one for _, one in self._members[group]]
        if self._is_lines(group):
            seqs = [seq for one in members for seq in one.memory.body.evidence]
        elif all(self._quoted_by(one) and not one.is_pinned for one in members):
            seqs = [seq for one in members for seq in self._quoted_by(one)]
        else:
            return None
        found = {self._of_seq[seq] for seq in seqs if seq in self._of_seq} - {group}
        return min(found, key=lambda at: (self._is_lines(at), at), default=None)

    def _quoted_by(self, one: Recollection) -> tuple[int, ...]:
        """Return the seqs of the memories that an inference merely quotes; else empty."""
        if one.memory.kind is not RecordKind.REFLECTION:
            return ()
        known = (self._memories[seq] for seq in one.memory.body.evidence if seq in self._memories)
        return tuple(memory.seq for memory in known if quotes(one.memory.text, memory.text))

    def _is_lines(self, group: int) -> bool:
        return all(_is_own_words(one) and not one.is_pinned for _, one in self._members[group])

    def _join(self, group: int, target: int) -> None:
        members = self._members.pop(group)
        self._members[target] += members
        for _, one in members:
            self._of_seq[one.memory.seq] = target


def _key(one: Recollection) -> tuple[object, Saying]:
    """Return what two must have in common to be compared at all, and the saying."""
    body = one.memory.body
    says = saying(one.memory)
    thing = body.about[0] if body.is_standing and body.about else ""
    return (says.signs, says.voice, thing), says


def _standing(one: Recollection) -> tuple[bool, bool, float]:
    return one.is_pinned, not _is_own_words(one), one.score


def _is_own_words(one: Recollection) -> bool:
    return one.memory.kind is RecordKind.LINE
