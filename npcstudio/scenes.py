"""Scenes of a world: those that were played, starting one from a file, and watching one."""

from collections.abc import Sequence
from functools import partial
from http import HTTPStatus
from typing import Any, Final

from starlette.responses import Response

from npcscenes.app.group_chats import GroupChats, WatchedScene
from npcscenes.app.scene_requests import Advance, CloseGroupChat
from npcscenes.model.director import most_thoughts
from npcserver.model import limits
from npcserver.model.access import Verb
from npcserver.model.errors import BrokenFile, Fault
from npcserver.model.group.script import Script
from npcserver.model.ids import TimelineId
from npcstudio.markup import address
from npcstudio.visits import Visit, status_of

LONGEST: Final = 1024 * 1024
"""Characters of a scene file; the API takes as many bytes."""
_PLAYED: Final = 200
_SHOWN: Final = 400
"""Events on one page: a scene has up to some thousands."""


def use_cases(visit: Visit) -> GroupChats:
    """Return the use cases of scenes."""
    return GroupChats.of(visit.services)


async def show_scenes(visit: Visit) -> Response:
    """Show the scenes that were played in a world, and where one is started."""
    return await show_text(visit, "")


async def begin(visit: Visit) -> Response:
    """Check a scene file, or start the scene; what is wrong stands beside the text."""
    text = visit.form.text("scene", LONGEST)
    try:
        text, name = sent_text(visit)
        script = await use_cases(visit).script(text, name)
        if visit.form.text("do") not in ("begin", "wait"):
            return await show_text(visit, text, script=script)
        return await start(visit, script)
    except Fault as fault:
        problems = fault.problems if isinstance(fault, BrokenFile) else (fault.message,)
        return await show_text(visit, text, problems, status_of(fault))


def sent_text(visit: Visit) -> tuple[str, str]:
    """Return the text of the file that was chosen, else the one that was typed, and its name."""
    text = visit.form.sent_text("scene", LONGEST)
    return text, visit.form.file("file")[0][: limits.IDENTIFIER] or "scene.yaml"


async def start(visit: Visit, script: Script) -> Response:
    """Start a scene in the timeline that was chosen, or open it so that it waits."""
    waits = visit.form.text("do") == "wait"
    timeline = await visit.services.timelines.get(
        TimelineId(visit.form.text("on", limits.IDENTIFIER, needed=True))
    )
    await visit.require(Verb.PLAY, timeline.id)
    scene_id = await use_cases(visit).begin(timeline.id, script, visit.request_key, waits=waits)
    done = "scene_waits" if waits else "scene_begun"
    return visit.to("t", timeline.id, "scenes", scene_id, done=done)


async def show_text(
    visit: Visit,
    text: str,
    problems: Sequence[str] = (),
    status: HTTPStatus = HTTPStatus.OK,
    *,
    script: Script | None = None,
) -> Response:
    """Show the scenes that were played, and the text of a file."""
    shown = await where(visit)
    return visit.page(
        "scenes",
        status,
        played=await use_cases(visit).played(visit.world_id, _PLAYED),
        text=text,
        script=script,
        calls=0 if script is None else most_thoughts(script),
        problems=problems,
        longest=LONGEST,
        **shown,
    )


async def where(visit: Visit) -> dict[str, Any]:
    """Return in which timelines a scene can be started, and whether it can."""
    return {
        "timelines": await visit.services.timelines.played_last(visit.world_id, limits.PAGE),
        "on": visit.form.text("on", limits.IDENTIFIER),
        "has_model": use_cases(visit).has_model,
    }


async def show_scene(visit: Visit) -> Response:
    """Show how far a scene is, and what a member or the audience knows of it."""
    eyes = visit.asked.text("eyes", limits.IDENTIFIER) or "everything"
    scene_id = visit.request.path_params["scene"]
    seen = await use_cases(visit).seen(visit.timeline_id, scene_id, eyes)
    chat = seen.chat
    may_play = visit.may(Verb.PLAY)
    players = await visit.services.transcripts.players(visit.world_id) if may_play else ()
    shown = shown_events(visit, seen)
    return visit.page(
        "scene",
        eyes=eyes,
        runs=not (chat.is_closed or seen.is_paused or seen.awaited),
        awaited=[shown["names"][one.member] for one in seen.awaited],
        tasks={one.member: one.task for one in seen.awaited},
        link_of=partial(_seat_link, visit, scene_id),
        players=[(one.id, one.name) for one in players],
        at=partial(address, "t", visit.timeline_id, "scenes", chat.id, eyes=eyes),
        **shown,
    )


def shown_events(visit: Visit, seen: WatchedScene) -> dict[str, Any]:
    """Return what a page shows of a scene: a part of its events, and the names in them."""
    chat, script = seen.chat, seen.chat.script
    names = script.names
    end = min(visit.asked.number("to", 1, 2**53) or len(seen.events), len(seen.events))
    first = max(0, end - _SHOWN)
    return {
        "seen": seen,
        "chat": chat,
        "script": script,
        "names": names,
        "called": lambda one_id: names.get(one_id, one_id),
        "winners": [names.get(one, one) for one in chat.closed.result.winners]
        if chat.closed
        else (),
        "events": [(type(one.what).__name__, one) for one in seen.events[first:end]],
        "first": first,
        "last": min(end + _SHOWN, len(seen.events)) if end < len(seen.events) else 0,
    }


def _seat_link(visit: Visit, scene_id: str, member_id: str, person_id: str) -> str:
    """Return the address with which a person plays a member; it needs no account."""
    mark = visit.studio.sessions.seat_mark(visit.timeline_id, scene_id, member_id, person_id)
    at = ("t", visit.timeline_id, "scenes", scene_id, "seats", member_id)
    return f"{visit.studio.address or visit.origin}{address(*at, player=person_id, mark=mark)}"


async def move(visit: Visit) -> Response:
    """Have a scene go on, or end it."""
    scene_id, eyes = visit.request.path_params["scene"], visit.form.text("eyes", limits.IDENTIFIER)
    is_end = visit.form.text("do") == "close"
    asked = CloseGroupChat if is_end else Advance
    await use_cases(visit).move(asked(timeline_id=visit.timeline_id, chat_id=scene_id))
    done = "scene_closed" if is_end else "scene_goes_on"
    return visit.to("t", visit.timeline_id, "scenes", scene_id, eyes=eyes, done=done)
