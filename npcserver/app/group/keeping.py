"""Keeping moves of a group chat: with what they leave in minds, and the work that follows."""

from collections.abc import Mapping, Sequence

from npcserver.app.group.casting import cast_of
from npcserver.app.group.heard import memories
from npcserver.app.group.log import drafted
from npcserver.app.material.line import Provenance
from npcserver.model.group.chat import GroupChat
from npcserver.model.group.moves import Move
from npcserver.model.ids import TimelineId
from npcserver.model.job import JobDraft, JobKind
from npcserver.ports.storage import Append, Fence, UnitOfWork
from npcserver.ports.view import View

_AFTERWARDS = (JobKind.DIGEST, JobKind.RELATE)


async def keep(
    unit: UnitOfWork,
    view: View,
    chat: GroupChat,
    moves: Sequence[Move],
    *,
    jobs: Sequence[JobDraft] = (),
    fences: Sequence[Fence] = (),
    passed_on: Mapping[str, Provenance] | None = None,
) -> GroupChat:
    """Append moves as part of a unit; return the group chat after them.

    `view` is the head that `chat` was read from, or a later one. Raises `Conflict` where a fence
    does not hold.
    """
    timeline_id = view.vantage.timeline_id
    after = chat.then(*moves)
    left = await memories(unit, view, chat, after, passed_on)
    wishes = _wishes(timeline_id, after) if after.is_closed and not chat.is_closed else ()
    appended = await unit.append(
        Append(
            timeline_id=timeline_id,
            drafts=(*(drafted(chat.id, move) for move in moves), *left),
            jobs=(*jobs, *wishes),
            fences=tuple(fences),
        )
    )
    return chat.going_on(enumerate(moves, appended.first))


def _wishes(timeline_id: TimelineId, chat: GroupChat) -> tuple[JobDraft, ...]:
    """Return what those who were cast think about, now that it is over."""
    minds = cast_of(chat.script).values()
    return tuple(JobDraft(kind, timeline_id, mind) for mind in minds for kind in _AFTERWARDS)
