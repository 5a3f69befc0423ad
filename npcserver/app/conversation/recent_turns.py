"""The turns since characters were loaded last, for while the database is away."""

from collections import OrderedDict
from dataclasses import dataclass, replace

from npcserver.app.context.conversation_line import RecentLines
from npcserver.app.conversation.turn_records import DialogueTurn
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.turn import TurnEvent, TurnFinished, TurnStarted
from npcserver.ports.storage import RequestKey

_CHARACTERS = 2_000
_TURNS = 20  # of one character


@dataclass(frozen=True, slots=True)
class _RecentTurn:
    """A turn, with the events of one that is not stored and can be repeated under its key."""

    lines: RecentLines
    key: RequestKey | None = None
    events: tuple[TurnEvent, ...] = ()


class RecentTurns:
    """Holds the last turns of characters until they are loaded from the database again.

    Those that were stored are loaded then. The others are forgotten: they are never stored.
    """

    def __init__(self) -> None:
        self._turns: OrderedDict[tuple[TimelineId, CharacterId], tuple[_RecentTurn, ...]]
        self._turns = OrderedDict()

    def note_stored(self, turn: DialogueTurn, seq: int) -> None:
        """Hold a turn that is stored at `seq`."""
        if turn.say.circle is None:
            self._hold(turn.say, _RecentTurn(_lines(turn, seq)))

    def note_unkept(self, turn: DialogueTurn) -> TurnFinished:
        """Hold a turn that cannot be stored, and return its last event."""
        last = replace(turn.finished(0), is_lost=True)
        events = (TurnStarted(turn_id=turn.id), *turn.delivered, last)
        self._hold(turn.say, _RecentTurn(_lines(turn, 0), turn.say.key, events))
        return last

    def lines(self, timeline_id: TimelineId, character_id: CharacterId) -> RecentLines:
        """Return what was said with a character since it was loaded, oldest first."""
        return tuple(line for turn in self._of(timeline_id, character_id) for line in turn.lines)

    def again(self, say: SayToCharacter) -> tuple[TurnEvent, ...]:
        """Return the events of the turn that answered a request and is not stored; or none.

        Raises `InvalidInput` (REQUEST_ID_REUSED) for another request under the same id.
        """
        for turn in self._of(say.timeline_id, say.character_id):
            if say.key is not None and turn.key is not None:
                ids = turn.key.scope, turn.key.request_id
                if ids == (say.key.scope, say.key.request_id):
                    turn.key.check(say.key.digest)
                    return turn.events
        return ()

    def forget(self, timeline_id: TimelineId, character_id: CharacterId) -> None:
        """Forget the turns of a character: it was loaded from the database."""
        self._turns.pop((timeline_id, character_id), None)

    def forget_timeline(self, timeline_id: TimelineId) -> None:
        """Forget the turns of a timeline that was deleted."""
        for name in [name for name in self._turns if name[0] == timeline_id]:
            del self._turns[name]

    def _of(self, timeline_id: TimelineId, character_id: CharacterId) -> tuple[_RecentTurn, ...]:
        return self._turns.get((timeline_id, character_id), ())

    def _hold(self, say: SayToCharacter, turn: _RecentTurn) -> None:
        name = (say.timeline_id, say.character_id)
        self._turns[name] = (*self._of(*name), turn)[-_TURNS:]
        self._turns.move_to_end(name)
        while len(self._turns) > _CHARACTERS:
            self._turns.popitem(last=False)


def _lines(turn: DialogueTurn, seq: int) -> RecentLines:
    heard, answer = turn.heard_line(), turn.answer_line(*turn.talkers)
    return replace(heard, seq=seq), replace(answer, seq=seq, is_own=True)
