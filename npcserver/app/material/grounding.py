"""What words rest on: those memories of whoever says them that they pass on."""

from collections.abc import Iterable

from npcserver.memory.cue import Cue
from npcserver.memory.profiles import Profile
from npcserver.memory.stream import MemoryStream
from npcserver.mind.provenance import passed_on
from npcserver.model.ids import CharacterId
from npcserver.model.memory import Memory
from npcserver.model.person import Person
from npcserver.model.scene import Scene
from npcserver.ports.storage import Reader
from npcserver.ports.view import View

_RECALLED = 20


async def put_in_its_mouth(
    stream: MemoryStream, reader: Reader, view: View, scene: Scene, cue: Cue, profile: Profile
) -> tuple[Memory, ...]:
    """Return what a character passes on with words that the game lets it say, in `cue`.

    It is the partner of whoever the scene is set for. Nobody thought of its words, so it is looked
    up what it remembers that they could stem from. Nothing for a player, whose memory is not ours.
    """
    speaker = scene.partner
    if speaker.is_player:
        return ()
    found = await stream.recall(
        reader, view, scene.world.id, CharacterId(speaker.id), cue, _RECALLED, profile
    )
    return passed_on(cue.text, [one.memory for one in found], names_here(scene))


def names_here(scene: Scene) -> tuple[str, ...]:
    """Return what everybody is called who is in a scene."""
    return names_of((scene.partner, *scene.company, Person(id="", name=scene.character.name)))


def names_of(people: Iterable[Person]) -> tuple[str, ...]:
    """Return what people are called, each name once."""
    return tuple(dict.fromkeys(person.name for person in people))
