"""Deduplication of recollections, and of insights against those had before.

What was recalled into a prompt comes out of the answer again, in the same words or nearly. It
counts as known when its telling words are the same (`memory.sayings`) or the angle between the
vectors is small, and it does not turn the sense around.

Nothing is lost: every recollection is in exactly one of the groups that come out.

Nothing is lost on the way: every recollection that goes in comes out as itself, stands behind one
that says the same (`merging`), or is in the `superseded` of one that contradicts it. `times` counts
what was taken in of the first two.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache

import numpy as np

from npcserver import language
from npcserver.language.scripts import COLONS, WIDE_EXCLAMATION, WIDE_STOP
from npcserver.language.tokens import tokens
from npcserver.memory.comparison import (
    Fingerprint,
    denies,
    fingerprint,
    outdates_denials_alone,
    supersedes,
    thought,
    topics_of,
)
from npcserver.memory.stream import OWN, space_name
from npcserver.model.memory import Memory, Recollection
from npcserver.model.record import Record, RecordKind
from npcserver.ports.storage import MemorySource
from npcserver.ports.vectors import Embedder, Vectors
from npcserver.ports.view import MemoryRef, View

THRESHOLD = 0.95
"""Cosine from which two insights count as the same."""


def near_duplicates(vectors: Vectors, existing: Vectors) -> tuple[int | None, ...]:
    """Return for each new vector the earlier one that it repeats, or None.

    `vectors` (new, dimension) and `existing` (old, dimension) need not be of length 1. A result
    below `old` is a row of `existing`; `old + i` is row i of `vectors`, itself not a repeat. A
    vector of zeros (not embedded yet) repeats nothing.
    """
    new = (vectors / _lengths(vectors)).astype(np.float32)
    # lengths divide the cosines, which are fewer than the numbers of the vectors
    known = existing @ new.T / _lengths(existing)
    among = new @ new.T
    found: list[int | None] = []
    kept: list[int] = []
    for row in range(len(new)):
        cosines = np.concatenate((known[:, row], among[kept, row]))
        best = int(np.argmax(cosines)) if len(cosines) else 0
        if len(cosines) and cosines[best] >= THRESHOLD:
            found.append(best if best < len(known) else len(known) + kept[best - len(known)])
        else:
            found.append(None)
            kept.append(row)
    return tuple(found)


def _lengths(vectors: Vectors) -> Vectors:
    """Return the lengths of rows, shape (n, 1); 1 for rows of zeros."""
    lengths = np.sqrt(np.vecdot(vectors, vectors))[:, None]
    return np.where(lengths == 0, np.float32(1), lengths)


_COMPARED = 2_000
_TAKEN_IN = (RecordKind.OBSERVATION, RecordKind.UTTERANCE)


async def known_insights(
    reader: MemorySource, view: View, embedder: Embedder, mind: str
) -> tuple[tuple[Record, ...], Vectors]:
    """Return a character's latest inferences and perceptions, and their vectors.

    Inferences without a vector are embedded now; perceptions, of which many may await their digest,
    get zeros and are compared by words alone. Raises `Unavailable` if the embedder fails.
    """
    inferred = await view.tail(mind, (RecordKind.REFLECTION,), _COMPARED)
    taken_in = await view.tail(mind, _TAKEN_IN, _COMPARED)
    records = (*inferred, *taken_in)
    vectors = np.zeros((len(records), embedder.dimension), np.float32)
    refs = [MemoryRef(record.timeline_id, record.seq) for record in records]
    there, found = await reader.vectors(space_name(embedder, OWN), refs)
    if there.any():
        vectors[there] = found[there]
    lacking = np.flatnonzero(~there[: len(inferred)]).tolist()
    if lacking:
        vectors[lacking] = await embedder.embed([records[at].text for at in lacking])
    return records, vectors


def deduplicate(
    texts: Sequence[str], vectors: Vectors, known: Sequence[Record], existing: Vectors
) -> tuple[int | None, ...]:
    """Return for each text the memory that already says it, or None.

    A result below `len(known)` is an index into `known`; `len(known) + i` is text i, itself new.
    """
    says = [thought(text) for text in texts]
    known_says = [fingerprint(record) for record in known]
    alike: dict[tuple[str, ...], list[int]] = {}
    for place, one in enumerate(known_says):
        alike.setdefault(one.signs, []).append(place)
    found: list[int | None] = []
    for one, near in zip(says, near_duplicates(vectors, existing), strict=True):
        twin = next((at for at in alike.get(one.signs, ()) if known_says[at].says_same(one)), None)
        if twin is None and near is not None and near >= len(known):
            earlier = near - len(known)
            # the earlier text may itself repeat one
            twin = near if found[earlier] is None else found[earlier]
            twin = twin if _agree(one, says[earlier]) else None
        elif twin is None and near is not None and _agree(one, known_says[near]):
            twin = near
        found.append(twin)
    return tuple(found)


def _agree(one: Fingerprint, other: Fingerprint) -> bool:
    """Return whether two have the same numbers and negations, which vectors hardly show."""
    return one.turns == other.turns


_ENDS = f' .{WIDE_STOP}…!{WIDE_EXCLAMATION}"”’'
_OPENS = ' "“‘'
_LEAST_QUOTED = 20
_KEPT = 8_192  # sayings of which the series is known
_SERIES = 3  # memories in one prompt that differ only in a number
_ROMAN = re.compile("[ivx]{2,}")
_NUMBERS = frozenset(
    token
    for topic in ("actions", "past_times")
    for _, table in language.entries(topic, "numbers")
    for number in table
    for token in (number, *tokens(number))  # `one`, and its stem
)


@dataclass(frozen=True, slots=True)
class RecollectionGroup:
    """Recollections that say the same, in the order given, and the one that is kept.

    That is the best scored of those that are not the character's own lines; a pinned one is always
    kept for itself.
    """

    kept: Recollection
    members: tuple[Recollection, ...]

    @property
    def times(self) -> int:
        """How often the character perceived it; if never, inferred it; if never, said it."""
        return 1 if len(self.members) == 1 else len(self._taken_in or self.members)

    @property
    def grounds(self) -> tuple[Memory, ...]:
        """The memories that count as evidence: perceived ones, if any, else inferred ones.

        The character's own lines prove nothing, and its inferences add nothing to what it
        perceived.
        """
        return self._taken_in or (self.kept.memory,)

    @property
    def _taken_in(self) -> tuple[Memory, ...]:
        heard = tuple(one.memory for one in self.members if not _is_own_words(one))
        perceived = (memory for memory in heard if memory.kind is not RecordKind.REFLECTION)
        return tuple(perceived) or heard


def quotes(text: str, quoted: str) -> bool:
    """Return whether a text ends, after a colon, with all of another text or a cut part of it."""
    end, whole = text.rstrip(_ENDS), " ".join(quoted.split()).rstrip(_ENDS)
    if whole and end.endswith(whole):
        return end[: -len(whole)].rstrip(_OPENS).endswith(COLONS)
    cut = re.split(rf"[{''.join(COLONS)}]\s*", end, maxsplit=1)[-1].lstrip(_OPENS)
    is_cut = text.endswith("…") and len(cut) >= _LEAST_QUOTED and cut != end
    return is_cut and whole.startswith(cut)


def merge_recollections(found: Sequence[Recollection]) -> tuple[RecollectionGroup, ...]:
    """Return recollections in groups, each at the place of its first member.

    Standing facts about two things (`is_standing`) are never the same. A line that passes on a
    memory, or says the same as one, is an echo of it and joins its group.
    """
    groups = _Groups()
    for place, one in enumerate(found):
        groups.take(place, one)
    groups.join_echoes()
    return tuple(groups.made())


_ECHOING = (RecordKind.LINE, RecordKind.REFLECTION)


class _Groups:
    """Groups under construction, by the place of their first member."""

    def __init__(self) -> None:
        self._memories: dict[int, Memory] = {}
        self._members: dict[int, list[tuple[int, Recollection]]] = {}
        self._sayings: dict[int, Fingerprint] = {}
        self._by_signs: dict[object, list[int]] = {}
        self._of_seq: dict[int, int] = {}
        self._echoes: set[int] = set()  # groups of what may be an echo

    def take(self, place: int, one: Recollection) -> None:
        """Add a recollection to the group that says the same, or to a new one."""
        body, says = one.memory.body, fingerprint(one.memory)
        thing = body.about[0] if body.is_standing and body.about else ""
        key = says.signs, says.voice, thing  # what two must have in common to be compared at all
        alike = self._by_signs.setdefault(key, [])
        group = next((at for at in alike if self._sayings[at].says_same(says)), None)
        if group is None or one.is_pinned:  # two that are pinned both stay
            group = place
            self._members[group] = []
            self._sayings[group] = says
            alike.append(group)
            if one.memory.kind in _ECHOING:
                self._echoes.add(group)
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
            for group in sorted(self._echoes & self._members.keys(), reverse=True):
                target = self._passed_on_by(group)
                if target is not None:
                    members = self._members.pop(group)
                    self._members[target] += members
                    self._of_seq |= {one.memory.seq: target for _, one in members}
                    is_settled = False

    def made(self) -> Iterator[RecollectionGroup]:
        """Yield the groups in the order of their first members."""
        groups = (sorted(members, key=lambda pair: pair[0]) for members in self._members.values())
        for members in sorted(groups, key=lambda members: members[0][0]):
            if len(members) == 1:  # as most are
                yield RecollectionGroup(members[0][1], (members[0][1],))
                continue
            ordered = tuple(one for _, one in members)
            told = {one.memory.seq for one in ordered if not self._quoted_by(one)} or {
                one.memory.seq for one in ordered
            }
            chosen = [one for one in ordered if one.is_pinned or one.memory.seq in told]
            best = max(chosen, key=lambda one: (one.is_pinned, not _is_own_words(one), one.score))
            yield RecollectionGroup(best, ordered)

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


def _is_own_words(one: Recollection) -> bool:
    return one.memory.kind is RecordKind.LINE


def deduplicate_recollections(found: Sequence[Recollection]) -> tuple[Recollection, ...]:
    """Return recollections without repeats and without outdated ones.

    One that stands for others, or outdates others, takes the place of the first of them; pinned
    ones are never outdated and come first. The result depends on `found` alone.
    """
    groups = merge_recollections(found)
    outdated = _outdated(groups)
    replaced = {place for places in outdated.values() for place in places}
    standing = [place for place in range(len(groups)) if place not in replaced]
    standing.sort(key=lambda place: min(place, *outdated.get(place, (place,))))
    pinned_first = sorted(standing, key=lambda place: not groups[place].kept.is_pinned)
    return tuple(
        _standing_for(groups[place], [groups[older] for older in outdated.get(place, ())])
        for place in pinned_first
    )


def split_series(
    found: Sequence[Recollection],
) -> tuple[tuple[Recollection, ...], tuple[Recollection, ...]]:
    """Return what was found without, and then only, what differs in a number from three before it.

    A hundred numbered howls would leave no space for what matters. Pinned memories count apart.
    """
    seen: Counter[object] = Counter()
    first: list[Recollection] = []
    more: list[Recollection] = []
    for one in found:
        series = None if one.is_pinned else _series_of(fingerprint(one.memory))
        seen[series] += series is not None
        (more if seen[series] > _SERIES else first).append(one)
    return tuple(first), tuple(more)


@lru_cache(maxsize=_KEPT)
def _series_of(says: Fingerprint) -> Fingerprint | None:
    """Return a saying without its numbers; None if it has none."""
    words, signs = (tuple(filter(_is_no_number, each)) for each in (says.words, says.signs))
    without = Fingerprint(words, signs, says.voice)
    return None if without == says else without


@lru_cache(maxsize=1 << 16)  # a turn asks of 1,500 words, nearly all of them known
def _is_no_number(word: str) -> bool:
    is_number = word in _NUMBERS or any(map(str.isnumeric, word))
    return not is_number and _ROMAN.fullmatch(word) is None


def _standing_for(group: RecollectionGroup, older: Sequence[RecollectionGroup]) -> Recollection:
    memories = (one.memory for each in older for one in each.members)
    times, superseded = group.times, tuple(sorted(memories, key=_age, reverse=True))
    if (group.kept.times, group.kept.superseded) == (times, superseded):
        return group.kept  # as most are, and copies take a tenth of all tidying
    return replace(group.kept, times=times, superseded=superseded)


def _outdated(groups: Sequence[RecollectionGroup]) -> dict[int, list[int]]:
    newest = [max(group.grounds, key=_age) for group in groups]
    alike: dict[str, list[int]] = {}
    told = [place for place, one in enumerate(newest) if one.kind is not RecordKind.LINE]
    for place in sorted(told, key=lambda place: _age(newest[place]), reverse=True):
        for topic in topics_of(newest[place]):
            alike.setdefault(topic, []).append(place)
    found: dict[int, list[int]] = {}
    gone: set[int] = set()
    for places in alike.values():
        # Thousands of events of one kind are not compared with each other.
        denials = [(at, place) for at, place in enumerate(places) if denies(newest[place].text)]
        for at, newer in enumerate(places):
            if newer in gone:
                continue
            rest = places[at + 1 :]
            if outdates_denials_alone(newest[newer]):
                rest = [place for older_at, place in denials if older_at > at]
            for older in rest:
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


def _age(memory: Memory) -> tuple[datetime, int]:
    return memory.created_at, memory.seq
