"""Portraits of characters: shown, stored and taken away."""

from starlette.responses import Response

from npcserver.model.errors import InvalidInput
from npcserver.model.limits import LABEL
from npcstudio.visits import Visit


async def show_portrait(visit: Visit) -> Response:
    """Return the picture itself."""
    found = await visit.services.characters.portrait(visit.world_id, visit.character_id)
    return Response(found.content, media_type=found.media_type)


async def put_portrait(visit: Visit) -> Response:
    """Store the file that was chosen, or take the portrait away."""
    _, content = visit.form.file("file")
    is_dropped = visit.form.text("do", LABEL) == "drop"
    if not (content or is_dropped):
        raise InvalidInput("file", "is missing; choose a picture")
    await visit.services.characters.put_portrait(
        visit.world_id, visit.character_id, b"" if is_dropped else content
    )
    here = ("w", visit.world_id, "people", visit.character_id, "persona")
    return visit.to(*here, done="portrait_dropped" if is_dropped else "portrait_stored")
