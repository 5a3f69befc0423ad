"""Turns that are spoken and not stored, while the database is away or takes nothing."""

from dataclasses import dataclass, replace

from cachetools import LRUCache

from npcserver.app.context.conversation_line import RecentLines
from npcserver.app.conversation.turn_records import DialogueTurn
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.turn import TurnEvent, TurnFinished, TurnStarted
from npcserver.ports.storage import RequestKey

_CHARACTERS = 2_000
_TURNS = 20  # of one character
_Name = tuple[TimelineId, CharacterId, str]


@dataclass(frozen=True, slots=True)
class _RecentTurn:
    """A turn, with the events of one that is not stored and can be repeated under its key."""

    lines: RecentLines
    key: RequestKey | None = None
    events: tuple[TurnEvent, ...] = ()


class RecentTurns:
    """Holds the last turns of characters: the one stored last, and those since that are not kept.

    Those are forgotten when a turn is stored again: they never are.
    """

    def __init__(self) -> None:
        self._turns: LRUCache[_Name, tuple[_RecentTurn, ...]] = LRUCache(_CHARACTERS)

    def note_stored(self, turn: DialogueTurn, seq: int) -> None:
        """Hold a turn that is stored at `seq`, and forget all before: it began with what is stored.

        So did one that could not be stored then, but it may have been the first to try again.
        """
        self._turns.pop(_name(turn.say), None)
        if turn.say.circle is None:
            self._hold(turn.say, _RecentTurn(_lines(turn, seq)))

    def note_unkept(self, turn: DialogueTurn) -> TurnFinished:
        """Hold a turn that cannot be stored, and return its last event."""
        last = replace(turn.finished(0), is_lost=True)
        told = () if turn.disclosure is None else (turn.disclosure,)
        events = (TurnStarted(turn_id=turn.id), *told, *turn.delivered, last)
        self._hold(turn.say, _RecentTurn(_lines(turn, 0), turn.say.key, events))
        return last

    def lines(self, say: SayToCharacter) -> RecentLines:
        """Return what was said with a character since it was loaded, oldest first.

        In a circle, what was said there; outside, what was said outside.
        """
        return tuple(line for turn in self._of(say) for line in turn.lines)

    def again(self, say: SayToCharacter) -> tuple[TurnEvent, ...]:
        """Return the events of the turn that answered a request and is not stored; or none.

        Raises `InvalidInput` (REQUEST_ID_REUSED) for another request under the same id.
        """
        for turn in self._of(say):
            if say.key is not None and turn.key is not None:
                ids = turn.key.scope, turn.key.request_id
                if ids == (say.key.scope, say.key.request_id):
                    turn.key.check(say.key.digest)
                    return turn.events
        return ()

    def forget_timeline(self, timeline_id: TimelineId) -> None:
        """Forget the turns of a timeline that was deleted."""
        for name in [name for name in self._turns if name[0] == timeline_id]:
            del self._turns[name]

    def _of(self, say: SayToCharacter) -> tuple[_RecentTurn, ...]:
        return self._turns.get(_name(say), ())

    def _hold(self, say: SayToCharacter, turn: _RecentTurn) -> None:
        self._turns[_name(say)] = (*self._of(say), turn)[-_TURNS:]


def _name(say: SayToCharacter) -> _Name:
    """Return where a character is spoken to: in a timeline and a circle, empty for none."""
    return say.timeline_id, say.character_id, "" if say.circle is None else say.circle.circle_id


def _lines(turn: DialogueTurn, seq: int) -> RecentLines:
    """Return what was heard and said; nothing of a whisper, which others must not hear of."""
    if turn.say.circle is not None and turn.say.circle.is_whisper:
        return ()
    heard, answer = turn.lines
    return replace(heard, seq=seq), replace(answer, seq=seq, is_own=True)
