"""The visibility of what happens in a group chat: who sees what, and from when.

Nothing else decides it: prompts, watchers and the audience get what is learnt here. What is known
of a member's words never holds the reasons behind them, nor what they were made from.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType

from npcscenes.model import director
from npcscenes.model.chat import FinishedStage, GroupChat
from npcserver.model.group.moves import AUDIENCE, Began, Chose, LineSpoken, Move, Updated, Voted
from npcserver.model.group.script import Knowledge, Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """Two members met, which is all that others know of it; rounds count from 1."""

    round: int
    stage: Stage
    first: str
    second: str


Known = Meeting | LineSpoken | Updated | Voted
"""Something that happened, as far as it may be known; of a `Voted`, the guess and statement."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StageWindow:
    """The moves of one stage; `over` is the seq at which it was over, None while it is not.

    `rounds` maps each finished chat round to the seq at which it was over; `voted` is the seq at
    which all had voted on their own knowledge, or None. `first_words` are the seqs of the first
    lines of its talks.
    """

    moves: tuple[tuple[int, Move], ...]
    over: int | None
    rounds: Mapping[int, int]
    voted: int | None
    first_words: frozenset[int]


def is_from_audience(move: Move) -> bool:
    """Return whether a move is a line by a person who is not a member."""
    return isinstance(move, LineSpoken) and move.member == AUDIENCE


def _stretch(chat: GroupChat, over: int | None) -> StageWindow:
    """Return the moves since the last stage was over; `over` is the seq that ends them."""
    began = None if chat.is_closed else chat.began
    moves = chat.moves[max(0, chat.fold.parted_at) :]
    lines = [
        (seq, move)
        for seq, move in moves
        if isinstance(move, LineSpoken) and not is_from_audience(move)
    ]
    first: dict[str, int] = {}
    for seq, line in lines:
        first.setdefault(line.talk, seq)
    return StageWindow(
        moves=moves,
        over=over,
        rounds=_rounds(() if began is None else began.order, lines),
        voted=_voted(chat, moves),
        first_words=frozenset(first.values()),
    )


def _rounds(order: tuple[str, ...], lines: Sequence[tuple[int, LineSpoken]]) -> dict[int, int]:
    said = tuple(line for _, line in lines)
    last = {line.chat_round: seq for seq, line in lines}
    return {one: seq for one, seq in last.items() if director.is_debate_over(order, said, one)}


def _voted(chat: GroupChat, moves: tuple[tuple[int, Move], ...]) -> int | None:
    cast = {
        move.member: seq
        for seq, move in moves
        if isinstance(move, Voted) and move.knowledge is Knowledge.OWN
    }
    members = {member.id for member in chat.script.members}
    return max(cast.values()) if cast.keys() >= members else None


def _over(chat: GroupChat) -> int | None:
    """Return the seq of the line that ended the meetings under way; None if they are not over."""
    is_over = chat.stage is Stage.CONFIDENTIAL_MEETING and director.are_talks_over(chat)
    return _last_word(chat) if is_over else None


def _last_word(chat: GroupChat) -> int | None:
    for seq, move in reversed(chat.moves):
        if isinstance(move, Began | Chose | LineSpoken | Updated | Voted) and not is_from_audience(
            move
        ):
            return seq
    return None


class Extent(StrEnum):
    """How much of an event is seen."""

    NOTHING = "nothing"  # not even that it took place
    THAT = "that"  # that it took place, and between whom
    WHAT = "what"  # all that was said


class Disclosure(StrEnum):
    """Since when an event is seen."""

    NEVER = "never"
    CHAT_ROUND_OVER = "chat_round_over"  # all who speak in it have spoken
    STAGE_OVER = "stage_over"  # all its talks are over
    ALL_VOTED = "all_voted"  # every member has cast the vote on its own knowledge


class Parties(StrEnum):
    """Who sees all of an event, at once."""

    TALKERS = "talkers"  # the speaker and the listener
    SELF = "self"  # the acting member


@dataclass(frozen=True, slots=True)
class VisibilityRule:
    """Visibility of the events of a stage: its parties see all, others as much as given."""

    parties: Parties
    others: Extent
    when: Disclosure


VISIBILITY: Mapping[Stage, VisibilityRule] = MappingProxyType(
    {
        Stage.PRIVATE_CHAT: VisibilityRule(Parties.TALKERS, Extent.NOTHING, Disclosure.NEVER),
        Stage.CONFIDENTIAL_MEETING: VisibilityRule(
            Parties.TALKERS, Extent.THAT, Disclosure.STAGE_OVER
        ),
        Stage.GROUP_CHAT: VisibilityRule(Parties.SELF, Extent.WHAT, Disclosure.CHAT_ROUND_OVER),
        Stage.UPDATE: VisibilityRule(Parties.SELF, Extent.NOTHING, Disclosure.NEVER),
        Stage.SETTLEMENT: VisibilityRule(Parties.SELF, Extent.WHAT, Disclosure.ALL_VOTED),
    }
)
"""Visibility in each stage (AgentGroupChat §3). The audience sees what others see.

Exceptions: no one sees a choice of partner or a vote on all knowledge; of a vote on own knowledge
only the guess and the statement are seen; words from the audience are seen by all, at once, in any
stage.
"""

_NOBODY = ""  # the audience, which is a party to nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownItem:
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

    def to(self, member_id: str) -> KnownItem | None:
        """Return what a member learns from it, or None."""
        if self.is_open or member_id in self.parties:
            return self._learnt(self.own, self.seq)
        return self._learnt(self.theirs, self.since)

    def _learnt(self, what: Known | None, since: int | None) -> KnownItem | None:
        if what is None or since is None:
            return None
        return KnownItem(seq=self.seq, since=since, what=what)


def known_to(chat: GroupChat, member_id: str = _NOBODY) -> tuple[Known, ...]:
    """Return what a member (without one: all) may know now, in the order in which it happened."""
    return tuple(one.what for one in learnt(sightings(chat), member_id))


def learnt_by(
    chat: GroupChat, member_id: str = _NOBODY, *, after_stages: int = 0
) -> tuple[KnownItem, ...]:
    """Return what a member (without one: the audience) knows, in the order of learning.

    What happened in the first `after_stages` finished stages is left out.
    """
    found = learnt(sightings(chat, after_stages=after_stages), member_id)
    return tuple(sorted(found, key=lambda one: (one.since, one.seq)))


def learnt(seen: Iterable[Sighting], member_id: str) -> tuple[KnownItem, ...]:
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
    return tuple(_of_stretch(_stretch(chat, _over(chat))))


@lru_cache(maxsize=512)
def sightings_of(ended: FinishedStage) -> tuple[Sighting, ...]:
    """Return what was shown in a finished stage; cached, since it never changes."""
    before = ended.before
    over = _over(before) if ended.is_closed else _last_word(before)
    return tuple(_of_stretch(_stretch(before, ended.seq if over is None else over)))


def _of_stretch(stretch: StageWindow) -> Iterator[Sighting]:
    for seq, move in stretch.moves:
        if isinstance(move, LineSpoken | Updated | Voted):
            yield from _sightings(stretch, seq, move)


def _sightings(
    stretch: StageWindow, seq: int, move: LineSpoken | Updated | Voted
) -> Iterator[Sighting]:
    if isinstance(move, LineSpoken) and is_from_audience(move):
        yield Sighting(seq=seq, parties=(), own=told(move), is_open=True)
        return
    if isinstance(move, Voted) and move.knowledge is Knowledge.ALL:
        return
    sight = VISIBILITY[_stage(move)]
    own = _known(move)
    parties: tuple[str, ...] = (move.member,)
    if sight.parties is Parties.TALKERS and isinstance(move, LineSpoken):
        parties = (move.member, move.to)
    theirs = own if sight.others is Extent.WHAT else None
    if sight.others is Extent.THAT and isinstance(move, LineSpoken) and seq in stretch.first_words:
        # only the first words, so that each talk shows one `Meeting`
        second = move.to if move.member == move.talk else move.member
        theirs = Meeting(round=move.round, stage=move.stage, first=move.talk, second=second)
    yield Sighting(
        seq=seq,
        parties=parties,
        own=own,
        theirs=theirs,
        since=_since(stretch, sight.when, move),
    )


def _since(
    stretch: StageWindow, when: Disclosure, move: LineSpoken | Updated | Voted
) -> int | None:
    """Return the seq from which others see a move, or None if they do not (yet)."""
    if when is Disclosure.CHAT_ROUND_OVER and isinstance(move, LineSpoken):
        return stretch.rounds.get(move.chat_round, stretch.over)
    if when is Disclosure.ALL_VOTED and stretch.voted is not None:
        return stretch.voted
    return None if when is Disclosure.NEVER else stretch.over


def _stage(move: LineSpoken | Updated | Voted) -> Stage:
    if isinstance(move, LineSpoken):
        return move.stage
    return Stage.UPDATE if isinstance(move, Updated) else Stage.SETTLEMENT


def told(line: LineSpoken) -> LineSpoken:
    """Return a line as its listeners know it: without reasons, assessment and receipt."""
    if line.reasons or line.situation or line.made_from is not None:
        return replace(line, situation="", reasons="", made_from=None)
    return line


def _known(move: LineSpoken | Updated | Voted) -> Known:
    if isinstance(move, LineSpoken):
        return told(move)
    if isinstance(move, Updated):
        return replace(move, reasons="", made_from=None)
    return replace(move, choice="", choice_not_self="", reasons="", made_from=None)
