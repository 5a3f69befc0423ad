"""How a chat begins: the world, the player, and the partner."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from npcclient.admin.v1.persona_service_pb2 import Character
from npcclient.chat.names import matching, player_id
from npcclient.chat.talk import Talk, names_of
from npcclient.client import NpcClient
from npcclient.errors import NotFound
from npcclient.v1.play_service_pb2 import Movement, Speaker

LONGEST_NAME = 80


class Unknown(Exception):  # noqa: N818 - what happened, in a word
    """No character has that name; the message lists those there are."""


class Ambiguous(Unknown):
    """Several characters fit a name; the message lists them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What to open: an empty `partner` is the first one, an empty `timeline_id` a new timeline.

    `language` is that of the player on a new timeline, empty for that of the world. `acquainted`
    are the ids of those whom the player has met on that timeline before.
    """

    world_id: str
    player: str
    partner: str = ""
    timeline_id: str = ""
    label: str = "play"
    language: str = ""
    acquainted: frozenset[str] = frozenset()


async def open_talk(npc: NpcClient, wish: Wish) -> Talk:
    """Load the world, go on with the timeline or start one, and bring the player there.

    Raises `Unknown` or `Ambiguous` for a name, and the errors of the client.
    """
    world = await npc.worlds.get(wish.world_id)
    characters = {found.character_id: found async for found in npc.characters.list(world)}
    places = {found.place_id: found async for found in npc.worlds.places(world)}
    if not characters:
        raise Unknown(f"nobody lives in {world.name}; import a world file with characters")
    partner = find(wish.partner, characters.values()) if wish.partner else None
    player = speaker(wish.player, characters.values())
    timeline_id, is_resumed = await _timeline(npc, wish)
    first = characters.get(world.first_character_id) or next(iter(characters.values()))
    partner = partner or first
    talk = Talk(
        world=world,
        places=places,
        characters=characters,
        timeline_id=timeline_id,
        player=player,
        partner=partner,
        is_resumed=is_resumed and partner.character_id in wish.acquainted,
    )
    if not talk.is_resumed:
        return await arrive(npc, talk)
    found = await located(npc, talk)
    if found.partner.place_id != partner.place_id:  # it has moved since the story began
        return await arrive(npc, found)
    return replace(found, place_id=found.partner.place_id)


async def located(npc: NpcClient, talk: Talk) -> Talk:
    """Return the talk with the partner at its present place."""
    mind = await npc.characters.mind(talk.timeline_id, talk.partner)
    return talk.with_moved(talk.partner.character_id, mind.place_id)


async def arrive(npc: NpcClient, talk: Talk) -> Talk:
    """Move the player to the partner's place, so that those present notice.

    Returns the talk there.
    """
    place_id = talk.partner.place_id
    if place_id in talk.places and not talk.player.is_character:
        movement = Movement(id=talk.player.id, name=talk.player.name, place_id=place_id)
        await npc.play.observe(talk.timeline_id, movements=(movement,))
    return replace(talk, place_id=place_id)


def with_partner(talk: Talk, partner: Character) -> Talk:
    """Return the talk turned to another character."""
    return replace(talk, partner=partner, is_resumed=False)


def find(wanted: str, characters: Iterable[Character]) -> Character:
    """Return the one character that a name means. Raises `Unknown` or `Ambiguous`."""
    known = tuple(characters)
    found = matching(wanted, known, names_of)
    if len(found) == 1:
        return found[0]
    if found:
        raise Ambiguous(f"{wanted!r} may be {listed(found)}; say which")
    are = "is" if len(known) == 1 else "are"
    raise Unknown(f"nobody here is called {wanted!r}; there {are} {listed(known)}")


def speaker(name: str, characters: Iterable[Character]) -> Speaker:
    """Return the speaker of a name: a character of exactly this name or id, else a player.

    Raises `Unknown` for an invalid name.
    """
    plain = name.strip()
    if not plain.isprintable() or not 0 < len(plain) <= LONGEST_NAME:
        raise Unknown(f"{plain[:20]!r} cannot be a name; take 1 to {LONGEST_NAME} plain characters")
    for character in characters:
        if plain.casefold() in (known.casefold() for known in names_of(character)):
            return Speaker(
                id=character.character_id, name=character.persona.name, is_character=True
            )
    return Speaker(id=player_id(plain), name=plain)


def listed(characters: Sequence[Character], most: int = 12) -> str:
    """Return the names as a list for display: `Ann, Bo or Cy`."""
    names = sorted(character.persona.name for character in characters)
    if len(names) > most:
        return f"{', '.join(names[:most])} and {len(names) - most} more"
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))


async def _timeline(npc: NpcClient, wish: Wish) -> tuple[str, bool]:
    if wish.timeline_id:
        try:
            timeline = await npc.timelines.get(wish.timeline_id)
        except NotFound:  # the database was replaced since; begin anew
            timeline = None
        if timeline is not None and timeline.world_id == wish.world_id:
            return timeline.timeline_id, True
    begun = await npc.timelines.start(wish.world_id, wish.label, language=wish.language)
    return begun.timeline_id, False
