"""A turn's entry in the journal while it is spoken, and going on with one that a crash cut off."""

import asyncio
from collections import deque
from collections.abc import Iterator
from dataclasses import replace

import structlog

from npcserver.aio import beside
from npcserver.app.speech.keeping import Turn
from npcserver.model.errors import InvalidInput, Reason
from npcserver.model.turn import Delivered, IntentProposed, Line, LineDelta, TurnEvent
from npcserver.ports.storage import RequestKey
from npcserver.ports.turn_journal import BegunTurn, TurnJournal

_PATIENCE_SECONDS = 2.0
"""A line is not held back longer than this by a database that does not answer."""
_HURRIED_SECONDS = 0.05
"""As long for the lines after one for which that was not enough."""
_log = structlog.get_logger(__name__)


class JournalEntry:
    """Writes down a turn while it is spoken: that it began, and what is about to go out.

    A journal that fails does not silence the character: the turn is stored at its end, or not, and
    the player is told.
    """

    def __init__(self, journal: TurnJournal, owner: str, turn: Turn) -> None:
        self._journal = journal
        self._turn = turn
        self._begun = BegunTurn(
            owner=owner,
            timeline_id=turn.say.timeline_id,
            character_id=turn.say.character_id,
            speaker_is_player=turn.say.speaker.is_player,
            turn=turn.begun(turn.staged.authored.version),
            key=turn.say.key,
        )
        self._patience = _PATIENCE_SECONDS

    def begin(self) -> None:
        """Enter the turn; nobody waits for it, since what is noted later is written after it."""
        beside(self._journal.begin(self._begun)).add_done_callback(self._entered)

    async def note(self, event: TurnEvent) -> None:
        """Write down what was delivered, with what is about to be; returns once it is durable."""
        delivered = self._turn.so_far(event)
        writing = beside(self._journal.note(replace(self._begun, delivered=delivered)))
        done, _ = await asyncio.wait((writing,), timeout=self._patience)
        is_noted = bool(done) and writing.exception() is None
        if not is_noted and self._patience == _PATIENCE_SECONDS:
            _log.warning("turn_not_noted", turn=self._turn.id)
        self._patience = _PATIENCE_SECONDS if is_noted else _HURRIED_SECONDS

    def _entered(self, writing: asyncio.Future[None]) -> None:
        self._turn.is_entered = not writing.cancelled() and writing.exception() is None


class Beginning:
    """Compares a turn that is thought again with what was delivered of it before.

    `is_other` once it differs, `is_reached` once it has said all of that.
    """

    def __init__(self, earlier: Delivered) -> None:
        self._left = deque(earlier.events)
        self._torn = earlier.torn
        self._shown = ""
        self.is_other = False

    @property
    def is_reached(self) -> bool:
        """Whether everything was said again."""
        return not self.is_other and not self._left and not self._torn

    def beyond(self, event: TurnEvent) -> Iterator[TurnEvent]:
        """Yield what an event adds to what was delivered before."""
        if self.is_reached:
            yield event
        elif self._left:
            if not isinstance(event, LineDelta):
                self.is_other = not _is_same(self._left.popleft(), event)
        elif isinstance(event, LineDelta):
            self._shown += event.text
            yield from self._past_torn(self._shown)
        elif isinstance(event, Line) and event.text.startswith(self._torn.strip()):
            self._torn = ""
            yield event
        else:
            self.is_other = True

    def _past_torn(self, shown: str) -> Iterator[LineDelta]:
        torn = self._torn
        if not (shown.startswith(torn) or torn.startswith(shown)):
            self.is_other = True
        elif len(shown) >= len(torn):
            self._torn = ""
            if len(shown) > len(torn):
                yield LineDelta(text=shown[len(torn) :])


def told_again(earlier: Delivered, *, want_deltas: bool) -> Iterator[TurnEvent]:
    """Yield what was delivered of a turn, each line after its words where deltas are wanted."""
    for event in earlier.events:
        if want_deltas and isinstance(event, Line):
            yield LineDelta(text=event.text)
        yield event
    if want_deltas and earlier.torn:
        yield LineDelta(text=earlier.torn)


def begun_by(begun: BegunTurn, key: RequestKey | None) -> bool:
    """Say whether a turn began by the request of this key.

    Raises `InvalidInput` (REQUEST_ID_REUSED) when the id stood for another request.
    """
    own = begun.key
    if key is None or own is None or (own.scope, own.request_id) != (key.scope, key.request_id):
        return False
    if own.digest != key.digest:
        raise InvalidInput(
            "request_id",
            f"{key.request_id!r} was used for another request; make a new id for each request",
            Reason.REQUEST_ID_REUSED,
            requestId=key.request_id,
        )
    return True


def _is_same(then: TurnEvent, now: TurnEvent) -> bool:
    """Say whether two events are the same to the player; an intent has a new id each time."""
    if isinstance(then, IntentProposed) and isinstance(now, IntentProposed):
        return replace(now.intent, id=then.intent.id) == then.intent
    return isinstance(then, Line) and isinstance(now, Line) and then.text == now.text
