"""The clock breaks promises: what is long past its time and was not kept."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from npcserver.app.attending import tiers_set
from npcserver.app.context.commitments import (
    BROKEN,
    held,
    jobs_after_settling,
    players_among,
    remembered_as,
    standing_as,
)
from npcserver.language.deadlines import is_overdue
from npcserver.mind.promise_words import time_passed
from npcserver.model.attention import Attention
from npcserver.model.commitment import Commitment, CommitmentStatus
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.record import Draft, RecordKind, mind_of
from npcserver.ports.storage import Fence, Reader
from npcserver.ports.view import View


@dataclass(frozen=True, slots=True)
class Overdue:
    """What breaking promises leaves, what it rests on, and the thoughts that follow."""

    drafts: tuple[Draft, ...] = ()
    fences: tuple[Fence, ...] = ()
    jobs: tuple[JobDraft, ...] = ()


async def overdue(reader: Reader, view: View) -> Overdue:
    """Return what becomes of open promises whose time has run out, in every mind concerned.

    It rests on nobody having settled them meanwhile.
    """
    now = await view.game_time()
    records = await view.latest_by_subject(RecordKind.COMMITMENT)
    late = {
        subject: promise
        for subject, promise in held(records).items()
        if promise.status is CommitmentStatus.OPEN
        and promise.due_at is not None
        and is_overdue(promise.due_at, now)
    }
    if not late:
        return Overdue()
    world = await reader.world(view.timeline.world_id)
    roster = await reader.roster(world.id)
    drafts: list[Draft] = []
    for subject, promise in late.items():
        broken = replace(promise, status=BROKEN, because=time_passed(world.language))
        minds, players = (mind_of(subject),), players_among(promise, roster)
        drafts += standing_as(broken, minds)
        drafts += remembered_as(broken, minds, world.language, players=players, why="")
    return Overdue(tuple(drafts), _fences(view, late), await _wishes(view, late))


def _fences(view: View, late: Mapping[str, Commitment]) -> tuple[Fence, ...]:
    return tuple(Fence(one, (RecordKind.COMMITMENT,), view.vantage.seq) for one in late)


async def _wishes(view: View, late: Mapping[str, Commitment]) -> tuple[JobDraft, ...]:
    """Return what follows: it is taken in, judged, and by who is awake perhaps acted upon."""
    timeline_id, tiers = view.vantage.timeline_id, await tiers_set(view)
    minds = tuple(dict.fromkeys(mind_of(subject) for subject in late))
    awake = [mind for mind in minds if tiers.get(mind) is not Attention.DORMANT]
    return (
        *jobs_after_settling(timeline_id, minds),
        *(JobDraft(JobKind.REACT, timeline_id, mind) for mind in awake),
    )
