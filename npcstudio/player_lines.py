"""Talking with a character as a player, and reporting as a game what came of its intents."""

from contextlib import aclosing

from starlette.responses import Response

from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.play import ReportOutcome
from npcserver.model import limits
from npcserver.model.character import Person
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import CharacterId, IntentId, TurnId
from npcserver.model.record import OutcomeStatus
from npcstudio.visits import Visit


async def say(visit: Visit) -> Response:
    """Say something to a character, and lead to the conversation with its answer."""
    form, timeline_id = visit.form, visit.timeline_id
    known = {
        one.id: one.name
        for one in await visit.services.transcripts.players(visit.world_id, timeline_id)
    }
    player = form.text("player", limits.IDENTIFIER, needed=True)
    character = form.text("character", limits.IDENTIFIER, needed=True)
    said = SayToCharacter(
        timeline_id=timeline_id,
        character_id=CharacterId(character),
        speaker=Person(id=player, name=known.get(player, player)[: limits.NAME]),
        text=form.text("words", limits.UTTERANCE, needed=True),
        affordances=None,
        entities=None,
        key=visit.request_key,
    )
    async with aclosing(visit.services.dialogue.say(said)) as events:
        async for _ in events:
            pass
    return visit.to("t", timeline_id, "talk", to=character, speaker=player, done="answered")


async def report(visit: Visit) -> Response:
    """Store what came of an intent, as a game reports it."""
    form, status = visit.form, visit.form.text("do")
    if status not in (OutcomeStatus.COMPLETED, OutcomeStatus.REFUSED):
        raise InvalidInput("do", "must be completed or refused")
    outcome = ReportOutcome(
        timeline_id=visit.timeline_id,
        turn_id=TurnId(visit.request.path_params["turn"]),
        intent_id=IntentId(form.text("intent", limits.IDENTIFIER, needed=True)),
        status=OutcomeStatus(status),
        detail=form.text("detail", limits.MEMORY),
        key=visit.request_key,
    )
    await visit.services.play.report_outcome(outcome)
    return visit.back("reported")
