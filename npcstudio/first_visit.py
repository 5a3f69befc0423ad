"""The first visit in five steps, on the first page until it is dismissed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from starlette.responses import Response

from npcserver.app.ledger.transcripts import TranscriptTurn
from npcserver.app.pagination import Page
from npcserver.model.world import World
from npcstudio.markup import address
from npcstudio.visits import Visit

SAMPLE: Final = "farrowhithe"
"""The world that comes with the server; without it the steps lead through the first one."""
_COOKIE: Final = "npcstudio_visited"
_YEAR: Final = 365 * 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class FirstStep:
    """A step; its `address` is empty where an earlier one has to come first."""

    name: str
    address: str


async def first_steps(visit: Visit, worlds: Sequence[World]) -> tuple[FirstStep, ...]:
    """Return the steps, from what there is; none for a visitor who has dismissed them."""
    if not worlds or _COOKIE in visit.request.cookies:
        return ()
    world = next((one for one in worlds if one.id == SAMPLE), worlds[0])
    played = visit.services.timelines.played_last
    timelines = await played(world.id, 1) if visit.may("read_minds") else ()
    if not timelines:
        begin = address("w", world.id)
        return (FirstStep("world", begin), FirstStep("begin", begin), *_steps("", None))
    timeline = timelines[0]
    found = await visit.services.transcripts.list(timeline_id=timeline.id, page=Page(1))
    turn = next(iter(found.items), None)
    talk = address("t", timeline.id, "talk")
    at_world = FirstStep("world", address("w", world.id))
    return (at_world, FirstStep("talk", talk), *_steps(timeline.id, turn))


def _steps(timeline_id: str, turn: TranscriptTurn | None) -> tuple[FirstStep, ...]:
    if turn is None:
        return tuple(FirstStep(name, "") for name in ("why", "correct", "again"))
    turn_id, character_id = turn.turn.turn_id, turn.record.character_id
    return (
        FirstStep("why", address("t", timeline_id, "turn", turn_id)),
        FirstStep("correct", address("t", timeline_id, "c", character_id, "memories")),
        FirstStep("again", address("t", timeline_id, "again", turn_id)),
    )


async def dismiss(visit: Visit) -> Response:
    """Show the steps no more in this browser."""
    response = visit.to()
    response.set_cookie(
        _COOKIE,
        "yes",
        max_age=_YEAR,
        httponly=True,
        secure=visit.studio.is_encrypted,
        samesite="strict",
    )
    return response
