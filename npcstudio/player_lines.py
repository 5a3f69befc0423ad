"""Talking with a character in the studio, as a player."""

from contextlib import aclosing

from starlette.responses import Response

from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.model import limits
from npcserver.model.character import Person
from npcserver.model.ids import CharacterId
from npcstudio.visits import Visit


async def say(visit: Visit) -> Response:
    """Say something to a character, and lead to the conversation with its answer."""
    form, timeline_id = visit.form, visit.timeline_id
    world_id = (await visit.services.timelines.get(timeline_id)).world_id
    known = {
        one.id: one.name for one in await visit.services.transcripts.players(world_id, timeline_id)
    }
    player = form.text("player", limits.IDENTIFIER, needed=True)
    character = form.text("character", limits.IDENTIFIER, needed=True)
    said = SayToCharacter(
        timeline_id=timeline_id,
        character_id=CharacterId(character),
        speaker=Person(id=player, name=known.get(player, player)[: limits.NAME]),
        text=form.text("words", limits.UTTERANCE, needed=True),
        key=visit.request_key,
    )
    async with aclosing(visit.services.dialogue.say(said)) as events:
        async for _ in events:
            pass
    return visit.to("t", timeline_id, "talk", to=character, speaker=player, done="answered")
