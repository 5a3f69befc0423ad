"""A talk in a circle on the screen: turn after turn, and whose answer is awaited at the end."""

from npcclient.chat.screen import Screen
from npcclient.chat.speaking import Speaking
from npcclient.chat.talk import Talk
from npcclient.circles import CircleTalk


async def show(screen: Screen, talk: Talk, said: CircleTalk) -> None:
    """Show the turns that follow words in a circle."""
    speaking: Speaking | None = None
    async with said:
        async for response in said:
            match response.WhichOneof("event"):
                case "floor":
                    speaking = Speaking(screen, _name(talk, response.floor.character_id))
                case "turn" if speaking is not None:
                    speaking.take(response.turn)
                case _:
                    pass
    if speaking is not None:
        speaking.end()
    quiet = said.quiet
    if quiet is not None and quiet.awaited_id == talk.player.id:
        screen.note("(They look at you.)")
    elif speaking is None:
        screen.note("(Nobody says anything.)")


def _name(talk: Talk, character_id: str) -> str:
    known = talk.characters.get(character_id)
    return known.persona.name if known is not None else character_id
