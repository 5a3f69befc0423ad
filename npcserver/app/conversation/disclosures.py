"""Players are told, once, that a language model speaks to them."""

import structlog
from cachetools import LRUCache, TTLCache

from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.language import code_of, is_served, text
from npcserver.model.errors import Fault
from npcserver.model.ids import TimelineId
from npcserver.model.turn import Disclosure
from npcserver.model.world import World
from npcserver.ports.disclosures import DisclosureArchive

_PLAYERS = 10_000
_SECONDS = 600
_IN_NO_LANGUAGE = "AI \u00b7 KI \u00b7 IA \u00b7 \u0418\u0418 \u00b7 \u4eba\u5de5\u77e5\u80fd"
_log = structlog.get_logger(__name__)


class Disclosures:
    """Knows which players of a world a model has spoken to; `archive` keeps them.

    A player is told again only if the server died between the words and their storing.
    """

    def __init__(self, archive: DisclosureArchive) -> None:
        self._archive = archive
        self._stored: LRUCache[tuple[TimelineId, str], bool] = LRUCache(_PLAYERS)
        # for turns beside each other, until all of them are stored
        self._told: TTLCache[tuple[str, str], bool] = TTLCache(_PLAYERS, _SECONDS)

    async def due(self, say: SayToCharacter, world: World) -> Disclosure | None:
        """Return what the player is to be told before a model speaks; None where it was, or none.

        While the database is away a player counts as not told.
        """
        player_id = say.player_id
        if not player_id or (say.timeline_id, player_id) in self._stored:
            return None
        if (world.id, player_id) in self._told:
            return None
        try:
            if await self._archive.has_told(world.id, player_id):
                return None
        except Fault as fault:
            _log.debug("disclosure_not_looked_up", why=str(fault))
        return disclosure(world, world.language)

    def tell(self, say: SayToCharacter, world: World) -> bool:
        """Note that the player is about to be told; return False where another turn did it."""
        key = (world.id, say.player_id)
        if key in self._told:
            return False
        self._told[key] = True
        return True

    async def store(self, say: SayToCharacter) -> None:
        """Store that a model has spoken to the player in this timeline."""
        key = (say.timeline_id, say.player_id)
        if not say.player_id or key in self._stored:
            return
        try:
            await self._archive.add(*key)
        except Fault as fault:
            _log.debug("disclosure_not_stored", timeline=say.timeline_id, why=str(fault))
            return
        self._stored[key] = True

    def forget_timeline(self, timeline_id: TimelineId) -> None:
        """Forget who was told in a timeline that was deleted."""
        for key in [key for key in self._stored if key[0] == timeline_id]:
            del self._stored[key]
        self._told.clear()


def disclosure(world: World, language: str) -> Disclosure:
    """Return the text in a language: the world's, else the server's, else one in another."""
    own = {code_of(one.language): one for one in world.disclosures}
    own |= {one.language: one for one in world.disclosures}
    found = own.get(language) or own.get(code_of(language))
    if found is None and not is_served(language):
        found = own.get(world.language) or own.get(code_of(world.language))
    if found is not None:
        return Disclosure(text=found.text, language=found.language)
    if is_served(language):
        return Disclosure(text=text("disclosure", "text", language), language=code_of(language))
    return Disclosure(text=_IN_NO_LANGUAGE)
