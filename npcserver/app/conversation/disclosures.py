"""Players are told, once, that a language model speaks to them."""

from collections.abc import AsyncGenerator, Iterable, Iterator

import structlog
from cachetools import LRUCache, TTLCache

from npcserver.app.conversation.turn_records import DialogueTurn
from npcserver.language import DEFAULT, code_of, is_served, text
from npcserver.model.errors import Fault
from npcserver.model.ids import TimelineId
from npcserver.model.turn import DisclosureMade, TurnEvent, is_by_model
from npcserver.model.world import World
from npcserver.ports.access import DisclosureArchive

_PLAYERS = 10_000
_SECONDS = 600
_log = structlog.get_logger(__name__)


class Disclosures:
    """Knows which players of a world a model has spoken to; `archive` keeps them.

    Without an archive nobody is told. A player is told again only if the server died, or the
    connection broke, between the words and their storing.
    """

    def __init__(self, archive: DisclosureArchive | None) -> None:
        if archive is None:
            _log.warning(
                "players_not_told",
                advice="no player is told that a language model speaks; Article 50 of the EU's AI "
                "Act asks since August 2026 that people are told by the first words at the latest, "
                "so your game has to say it, or set dialogue.disclosure to true",
            )
        self._archive = archive
        self._stored: LRUCache[tuple[TimelineId, str], bool] = LRUCache(_PLAYERS)
        # for turns beside each other, until all of them are stored
        self._told: TTLCache[tuple[str, str], bool] = TTLCache(_PLAYERS, _SECONDS)

    async def due(self, turn: DialogueTurn) -> DisclosureMade | None:
        """Return what the player is to be told before a model speaks; None where it was, or none.

        While the database is away a player counts as not told.
        """
        say, world = turn.say, turn.loaded.scene.world
        player_id = say.player_id
        if self._archive is None or not player_id or (say.timeline_id, player_id) in self._stored:
            return None
        if (world.id, player_id) in self._told:
            return None
        try:
            if await self._archive.has_told(world.id, player_id):
                return None
        except Fault as fault:
            _log.debug("disclosure_not_looked_up", why=str(fault))
        return disclosure(world, say.language or turn.loaded.timeline.language or world.language)

    async def before(
        self,
        turn: DialogueTurn,
        due: DisclosureMade | None,
        spoken: AsyncGenerator[TurnEvent, None],
    ) -> AsyncGenerator[TurnEvent, None]:
        """Yield events as they come; see `before_models`."""
        async for event in spoken:
            for told in self.before_models(turn, due, (event,)):
                yield told

    def before_models(
        self, turn: DialogueTurn, due: DisclosureMade | None, events: Iterable[TurnEvent]
    ) -> Iterator[TurnEvent]:
        """Yield events, and what is due before the first by a model, unless another turn told it.

        It is part of the turn's record, and not of the journal: a server that takes the turn over
        tells it again.
        """
        for event in events:
            if due is not None and turn.disclosure is None and is_by_model(event):
                key = (turn.loaded.scene.world.id, turn.say.player_id)
                if key not in self._told:
                    self._told[key] = True
                    turn.disclosure = due
                    yield due
                due = None
            yield event

    def retract(self, turn: DialogueTurn) -> None:
        """Count the player as not told by a turn that may not have arrived and is not stored."""
        if turn.disclosure is not None:
            self._told.pop((turn.loaded.scene.world.id, turn.say.player_id), None)

    async def store(self, turn: DialogueTurn) -> None:
        """Store that a model has spoken to the player in this timeline, if one did."""
        key = (turn.say.timeline_id, turn.say.player_id)
        if self._archive is None or not key[1] or key in self._stored:
            return
        if not any(map(is_by_model, turn.delivered)):
            return
        try:
            await self._archive.add(*key)
        except Fault as fault:
            _log.debug("disclosure_not_stored", timeline=key[0], why=str(fault))
            return
        self._stored[key] = True

    def forget_timeline(self, timeline_id: TimelineId) -> None:
        """Forget who was told in a timeline that was deleted."""
        for key in [key for key in self._stored if key[0] == timeline_id]:
            del self._stored[key]
        self._told.clear()


def disclosure(world: World, language: str) -> DisclosureMade:
    """Return the text in a language: the world's, else the server's, else one in another."""
    own = {code_of(one.language): one for one in world.disclosures}
    own |= {one.language: one for one in world.disclosures}
    found = own.get(language) or own.get(code_of(language))
    if found is None and not is_served(language, "disclosure"):
        found = own.get(world.language) or own.get(code_of(world.language))
    if found is not None:
        return DisclosureMade(text=found.text, language=found.language)
    if is_served(language, "disclosure"):
        return DisclosureMade(text=text("disclosure", "text", language), language=code_of(language))
    return DisclosureMade(text=text("disclosure", "abbreviations", DEFAULT))
