"""Incidents: a turn as a file to take along, and the page that opens one."""

import gzip

from starlette.responses import Response

from npcserver.model import limits
from npcserver.model.access import Verb
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import TurnId
from npcstudio.visits import Visit


async def download(visit: Visit) -> Response:
    """Return the incident of a turn."""
    file = await visit.services.incidents.export(
        timeline_id=visit.timeline_id, turn_id=TurnId(visit.request.path_params["turn"])
    )
    return Response(
        gzip.compress(file.text.encode(), mtime=0),
        media_type="application/gzip",
        headers={"content-disposition": f'attachment; filename="{file.name}.gz"'},
    )


async def show_form(visit: Visit) -> Response:
    """Show where a file can be chosen."""
    return visit.page("incident", opened=None)


async def show_opened(visit: Visit) -> Response:
    """Show what a file tells; its turn is replayed, and answered anew if that was asked for."""
    name, content = visit.form.file("file")
    if not content:
        raise InvalidInput("file", "is empty; choose an incident")
    asks = visit.form.text("ask", limits.IDENTIFIER) == "yes"
    if asks:
        await visit.require(Verb.SAY)
    opened = await visit.services.incidents.open(content, name or "file", asks=asks)
    return visit.page("incident", opened=opened)
