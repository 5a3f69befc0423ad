"""Who sees what in a group chat, and since when: one table, and its consequences.

Nothing else decides it: prompts, watchers and the audience get what this module returns. It never
includes the reasons behind a line or the inputs of its thought.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType

from npcserver.model.group.chat import Ended, GroupChat
from npcserver.model.group.known import Known, Met
from npcserver.model.group.moves import (
    Spoke,
    Updated,
    Voted,
)
from npcserver.model.group.script import Knowledge, Stage
from npcserver.model.group.stretches import (
    Stretch,
    ended_stretch,
    is_from_audience,
    stretch_under_way,
)


class Extent(StrEnum):
    """How much of an event is seen."""

    NOTHING = "nothing"  # not even that it took place
    THAT = "that"  # that it took place, and between whom
    WHAT = "what"  # all that was said


class When(StrEnum):
    """Since when an event is seen."""

    NEVER = "never"
    AT_ONCE = "at_once"
    CHAT_ROUND_OVER = "chat_round_over"  # all who speak in it have spoken
    STAGE_OVER = "stage_over"  # all its talks are over
    ALL_VOTED = "all_voted"  # every member has cast the vote on its own knowledge


class Parties(StrEnum):
    """Who sees all of an event, at once."""

    TALKERS = "talkers"  # the speaker and the listener
    SELF = "self"  # the acting member


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """Visibility of the events of a stage: its parties see all, others as much as given."""

    parties: Parties
    others: Extent
    when: When


VISIBILITY: Mapping[Stage, Sight] = MappingProxyType(
    {
        Stage.PRIVATE_CHAT: Sight(parties=Parties.TALKERS, others=Extent.NOTHING, when=When.NEVER),
        Stage.CONFIDENTIAL_MEETING: Sight(
            parties=Parties.TALKERS, others=Extent.THAT, when=When.STAGE_OVER
        ),
        Stage.GROUP_CHAT: Sight(
            parties=Parties.SELF, others=Extent.WHAT, when=When.CHAT_ROUND_OVER
        ),
        Stage.UPDATE: Sight(parties=Parties.SELF, others=Extent.NOTHING, when=When.NEVER),
        Stage.SETTLEMENT: Sight(parties=Parties.SELF, others=Extent.WHAT, when=When.ALL_VOTED),
    }
)
"""Visibility in each stage (AgentGroupChat §3). The audience sees what others see.

Exceptions: no one sees a choice of partner or a vote on all knowledge; of a vote on own knowledge
only the guess and the statement are seen; words from the audience are seen by all, at once, in any
stage.
"""

_NOBODY = ""  # the audience, which is a party to nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class Learnt:
    """A known fact: it happened at `seq` and has been known since the move at `since`.

    The two are equal if it was known at once.
    """

    seq: int
    since: int
    what: Known


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting:
    """What a move shows: `own` to its `parties` at once, and `theirs` to others since `since`.

    `theirs` None: others see nothing of it; `since` None: not yet. With `is_open` all are parties.
    """

    seq: int
    parties: tuple[str, ...]
    own: Known
    theirs: Known | None = None
    since: int | None = None
    is_open: bool = False

    def to(self, member_id: str) -> Learnt | None:
        """Return what a member learns from it, or None."""
        if self.is_open or member_id in self.parties:
            return self._learnt(self.own, self.seq)
        return self._learnt(self.theirs, self.since)

    def _learnt(self, what: Known | None, since: int | None) -> Learnt | None:
        if what is None or since is None:
            return None
        return Learnt(seq=self.seq, since=since, what=what)


def known_to(chat: GroupChat, member_id: str) -> tuple[Known, ...]:
    """Return what a member knows now, in the order in which it happened."""
    return tuple(one.what for one in learnt(sightings(chat), member_id))


def known_to_audience(chat: GroupChat) -> tuple[Known, ...]:
    """Return what all may see, in the order in which it happened."""
    return known_to(chat, _NOBODY)


def known_to_all(chat: GroupChat) -> tuple[Known, ...]:
    """Return what the members know together, in the order in which it happened.

    It contains everything that any of them knows.
    """
    seen = sightings(chat)
    found: dict[tuple[int, str], Known] = {}
    for member in chat.script.members:
        found |= {(one.seq, type(one.what).__name__): one.what for one in learnt(seen, member.id)}
    return tuple(found[key] for key in sorted(found))


def learnt_by(
    chat: GroupChat, member_id: str = _NOBODY, *, after_stages: int = 0
) -> tuple[Learnt, ...]:
    """Return what a member (without one: the audience) knows, in the order of learning.

    What happened in the first `after_stages` finished stages is left out.
    """
    found = learnt(sightings(chat, after_stages=after_stages), member_id)
    return tuple(sorted(found, key=lambda one: (one.since, one.seq)))


def learnt(seen: Iterable[Sighting], member_id: str) -> tuple[Learnt, ...]:
    """Return what a member learns from some sightings, in their order."""
    return tuple(known for one in seen if (known := one.to(member_id)) is not None)


def sightings(chat: GroupChat, *, after_stages: int = 0) -> tuple[Sighting, ...]:
    """Return what all moves show and to whom, in the order in which they happened.

    Those of the first `after_stages` finished stages are left out.
    """
    over = (one for ended in chat.ended[after_stages:] for one in sightings_of(ended))
    return (*over, *sightings_under_way(chat))


def sightings_under_way(chat: GroupChat) -> tuple[Sighting, ...]:
    """Return what was shown since the last stage was over."""
    return tuple(_of_stretch(stretch_under_way(chat)))


@lru_cache(maxsize=512)
def sightings_of(ended: Ended) -> tuple[Sighting, ...]:
    """Return what was shown in a finished stage; cached, since it never changes."""
    return tuple(_of_stretch(ended_stretch(ended)))


def _of_stretch(stretch: Stretch) -> Iterator[Sighting]:
    for seq, move in stretch.moves:
        if isinstance(move, Spoke | Updated | Voted):
            yield from _sightings(stretch, seq, move)


def _sightings(stretch: Stretch, seq: int, move: Spoke | Updated | Voted) -> Iterator[Sighting]:
    if isinstance(move, Spoke) and is_from_audience(move):
        yield Sighting(seq=seq, parties=(), own=told(move), is_open=True)
        return
    if isinstance(move, Voted) and move.knowledge is Knowledge.ALL:
        return
    sight = VISIBILITY[_stage(move)]
    own = _known(move)
    theirs = own if sight.others is Extent.WHAT else None
    if sight.others is Extent.THAT and isinstance(move, Spoke) and seq in stretch.first_words:
        # only the first words, so that each talk shows one `Met`
        theirs = _met(move)
    yield Sighting(
        seq=seq,
        parties=_parties(sight, move),
        own=own,
        theirs=theirs,
        since=_since(stretch, sight.when, seq, move),
    )


def _since(stretch: Stretch, when: When, seq: int, move: Spoke | Updated | Voted) -> int | None:
    """Return the seq from which others see a move, or None if they do not (yet)."""
    if when is When.AT_ONCE:
        return seq
    if when is When.CHAT_ROUND_OVER and isinstance(move, Spoke):
        return stretch.rounds.get(move.chat_round, stretch.over)
    if when is When.ALL_VOTED and stretch.voted is not None:
        return stretch.voted
    return None if when is When.NEVER else stretch.over


def _stage(move: Spoke | Updated | Voted) -> Stage:
    if isinstance(move, Spoke):
        return move.stage
    return Stage.UPDATE if isinstance(move, Updated) else Stage.SETTLEMENT


def _parties(sight: Sight, move: Spoke | Updated | Voted) -> tuple[str, ...]:
    if sight.parties is Parties.TALKERS and isinstance(move, Spoke):
        return (move.member, move.to)
    return (move.member,)


def _met(move: Spoke) -> Met:
    second = move.to if move.member == move.talk else move.member
    return Met(round=move.round, stage=move.stage, first=move.talk, second=second)


def told(line: Spoke) -> Spoke:
    """Return a line as its listeners know it: without reasons, assessment and receipt."""
    if line.reasons or line.situation or line.made_from is not None:
        return replace(line, situation="", reasons="", made_from=None)
    return line


def _known(move: Spoke | Updated | Voted) -> Known:
    if isinstance(move, Spoke):
        return told(move)
    if isinstance(move, Updated):
        return replace(move, reasons="", made_from=None)
    return replace(move, choice="", choice_not_self="", reasons="", made_from=None)
