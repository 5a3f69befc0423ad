"""Scenes of a world: those that were played, starting one from a file, and watching one."""

from collections.abc import Sequence
from dataclasses import replace
from http import HTTPStatus
from operator import attrgetter
from typing import Any, Final, Protocol, cast

from starlette.responses import Response

from npcserver.app.pagination import Page
from npcserver.model import limits
from npcserver.model.access import Verb
from npcserver.model.errors import BrokenFile, Fault, InvalidInput
from npcserver.model.group.script import Script
from npcserver.model.ids import TimelineId, WorldId
from npcserver.ports.storage import RequestKey
from npcstudio.visits import Fields, Visit, status_of

_LONGEST: Final = 1024 * 1024
"""Characters of a scene file; the API takes as many bytes."""
_PLAYED: Final = 200
_SHOWN: Final = 400
"""Events on one page: a scene has up to some thousands."""


class SceneUseCases(Protocol):
    """What is asked of the package of scenes, which the studio does not import."""

    has_model: bool

    async def script(self, text: str, file: str) -> Script:
        """Read a scene file. Raises `BrokenFile`."""

    def most_thoughts(self, script: Script) -> int:
        """Return how often a scene asks a model at most."""

    async def begin(self, timeline_id: TimelineId, script: Script, key: RequestKey) -> str:
        """Start a scene that goes on to its end; return its id."""

    async def go_on(self, timeline_id: TimelineId, chat_id: str) -> None:
        """Have a scene go on to its end."""

    async def close(self, timeline_id: TimelineId, chat_id: str) -> None:
        """End a scene early."""

    async def played(self, world_id: WorldId, most: int) -> Sequence[Any]:
        """Return the scenes in the timelines of a world, those with the newest move first."""

    async def seen(self, timeline_id: TimelineId, chat_id: str, eyes: str) -> Any:
        """Return what a member has seen by now, or the audience, or "everything"."""


def _scenes(visit: Visit) -> SceneUseCases:
    return cast("SceneUseCases", visit.services.group_chats)


async def show_scenes(visit: Visit) -> Response:
    """Show the scenes that were played in a world, and where one is started."""
    return await _page(visit, "")


async def begin(visit: Visit) -> Response:
    """Check a scene file, or start the scene; what is wrong stands beside the text."""
    name, content = visit.form.file("file")
    text = visit.form.text("scene", _LONGEST)
    try:
        if content:
            text = _decoded(content)
        if not text.strip():
            raise InvalidInput("scene", "must not be empty; paste a scene file, or choose one")
        script = await _scenes(visit).script(text, name[: limits.IDENTIFIER] or "scene.yaml")
        if visit.form.text("do") != "begin":
            return await _page(visit, text, script=script)
        timeline = await visit.services.timelines.get(
            TimelineId(visit.form.text("on", limits.IDENTIFIER, needed=True))
        )
        await visit.require(Verb.PLAY, timeline.id)
        # The key stands for the text of the file, too.
        sent = replace(visit, form=Fields((*visit.form.pairs, ("file", text))))
        scene_id = await _scenes(visit).begin(timeline.id, script, sent.request_key)
    except Fault as fault:
        problems = fault.problems if isinstance(fault, BrokenFile) else (fault.message,)
        return await _page(visit, text, problems=problems, status=status_of(fault))
    return visit.to("t", timeline.id, "scenes", scene_id, done="scene_begun")


def _decoded(content: bytes) -> str:
    if len(content) > _LONGEST:
        raise InvalidInput("file", f"has {len(content):,} bytes; shorten it to {_LONGEST:,}")
    try:
        return limits.cleaned(content.decode())
    except UnicodeDecodeError as error:
        raise InvalidInput("file", "is no text in UTF-8; save it as such") from error


async def _page(
    visit: Visit,
    text: str,
    *,
    script: Script | None = None,
    problems: Sequence[str] = (),
    status: HTTPStatus = HTTPStatus.OK,
) -> Response:
    world = await visit.services.worlds.get(visit.world_id)
    timelines = await visit.services.timelines.list(world.id, Page(limits.PAGE))
    return visit.page(
        "scenes",
        status,
        world=world,
        timelines=sorted(
            (one for one in timelines.items if one.parent_id),
            key=attrgetter("created_at"),
            reverse=True,
        ),
        on=visit.form.text("on", limits.IDENTIFIER),
        played=await _scenes(visit).played(world.id, _PLAYED),
        has_model=_scenes(visit).has_model,
        text=text,
        script=script,
        calls=0 if script is None else _scenes(visit).most_thoughts(script),
        problems=problems,
        longest=_LONGEST,
    )


async def show_scene(visit: Visit) -> Response:
    """Show how far a scene is, and what a member or the audience knows of it."""
    timeline = await visit.services.timelines.get(visit.timeline_id)
    eyes = visit.asked.text("eyes", limits.IDENTIFIER) or "everything"
    seen = await _scenes(visit).seen(timeline.id, visit.request.path_params["scene"], eyes)
    chat, script = seen.chat, seen.chat.script
    names = {one.id: one.name for one in (*script.ballot.candidates, *script.members)}
    end = min(visit.asked.number("to", 1, 2**53) or len(seen.events), len(seen.events))
    first = max(0, end - _SHOWN)
    return visit.page(
        "scene",
        timeline=timeline,
        seen=seen,
        chat=chat,
        script=script,
        eyes=eyes,
        names=names,
        called=lambda one_id: names.get(one_id, one_id),
        runs=not (chat.is_closed or seen.is_paused or seen.awaited),
        awaited=[names[one] for one in seen.awaited],
        winners=[names.get(one, one) for one in chat.closed.result.winners] if chat.closed else (),
        events=[(type(one.what).__name__, one) for one in seen.events[first:end]],
        first=first,
        last=min(end + _SHOWN, len(seen.events)) if end < len(seen.events) else 0,
    )


async def move(visit: Visit) -> Response:
    """Have a scene go on, or end it."""
    scene_id, eyes = visit.request.path_params["scene"], visit.form.text("eyes", limits.IDENTIFIER)
    is_end = visit.form.text("do") == "close"
    act = _scenes(visit).close if is_end else _scenes(visit).go_on
    await act(visit.timeline_id, scene_id)
    done = "scene_closed" if is_end else "scene_goes_on"
    return visit.to("t", visit.timeline_id, "scenes", scene_id, eyes=eyes, done=done)
