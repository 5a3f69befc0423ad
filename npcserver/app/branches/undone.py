"""What minds had left undone, wished for anew: in a timeline that goes on from another moment."""

from collections.abc import Iterable

from npcserver.app.group.scene_log import to_perform, unfinished
from npcserver.app.lateness import unless_left
from npcserver.model.ids import TimelineId
from npcserver.model.job import Job, JobDraft, JobKind
from npcserver.model.record import Record, RecordKind
from npcserver.model.thought import Conversed
from npcserver.model.timeline import Vantage
from npcserver.ports.storage import Append, Store
from npcserver.ports.view import View

_LATELY = 300  # records
_THOUGHT_OVER = (
    RecordKind.OBSERVATION,
    RecordKind.UTTERANCE,
    RecordKind.LINE,
    RecordKind.WHISPER,
    RecordKind.CONVERSATION,
)
_LEFT_UNDONE = (JobKind.DIGEST, JobKind.REACT, JobKind.SUMMARISE, JobKind.RELATE)
_OF_THE_TIMELINE = ""


def resuming(timeline_id: TimelineId) -> JobDraft:
    """Return the one wish that a load leaves; what comes of it, nobody who loads waits for."""
    return JobDraft(JobKind.RESUME, timeline_id, _OF_THE_TIMELINE)


class Resuming:
    """Does RESUME: looks at what may lie undone where a timeline began, and wishes for it.

    Where nothing was left undone, nothing comes of these wishes.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    async def __call__(self, job: Job) -> None:
        """Wish for the work. Raises `Conflict` (TIMELINE_LEFT) when the game has left meanwhile."""
        async with self._store.read() as reader:
            timeline = await reader.timeline(job.timeline_id)
            began = Vantage(timeline.id, timeline.forked_at)
            wishes = await _undone(await reader.at(began), timeline.id)
        if wishes:
            fences = (unless_left(timeline.forked_at),)
            await self._store.append(
                Append(timeline_id=timeline.id, drafts=(), jobs=wishes, fences=fences)
            )


async def _undone(view: View, timeline_id: TimelineId) -> tuple[JobDraft, ...]:
    """Return the wishes of a timeline for what may lie undone at the moment it began with."""
    seq = max(0, view.vantage.seq - _LATELY)
    lately = await view.after(seq, _LATELY, _THOUGHT_OVER)
    minds = dict.fromkeys(record.character_id for record in lately)
    wishes = [JobDraft(kind, timeline_id, mind) for mind in minds for kind in _LEFT_UNDONE]
    whispered = await view.latest_by_subject(RecordKind.WHISPER)
    wishes += [JobDraft(JobKind.PLAN, timeline_id, mind) for mind in sorted(whispered)]
    talkers = _talkers(await _open_talks(view))
    wishes += [JobDraft(JobKind.CONVERSE, timeline_id, mind) for mind in talkers]
    wishes += [to_perform(timeline_id, chat_id) for chat_id in await unfinished(view)]
    return tuple(wishes)


async def resumed_talks(view: View) -> tuple[JobDraft, ...]:
    """Return the wishes for talks that were going on when the game left, now that it plays on.

    With everything else that was under way the work on them was let go; nobody could talk with
    either of the two until one of them ends it. Group chats go on too.
    """
    timeline_id = view.vantage.timeline_id
    left = await view.latest(RecordKind.LEFT, _OF_THE_TIMELINE)
    if left is None or left.timeline_id != timeline_id:
        return ()
    begun = [record for record in await _open_talks(view) if record.seq < left.seq]
    talks = tuple(JobDraft(JobKind.CONVERSE, timeline_id, mind) for mind in _talkers(begun))
    chats = await unfinished(view, before=left.seq)
    return (*talks, *(to_perform(timeline_id, chat_id) for chat_id in chats))


async def _open_talks(view: View) -> list[Record]:
    """Return the latest record of each mind that is in a conversation, oldest first."""
    newest = await view.latest_by_subject(RecordKind.CONVERSATION)
    still_open = (
        record
        for record in newest.values()
        if isinstance(record.body, Conversed) and not record.body.is_over
    )
    return sorted(still_open, key=lambda record: record.seq)


def _talkers(records: Iterable[Record]) -> tuple[str, ...]:
    """Return who carries each talk on: whoever began it, which is who has the first record."""
    talks: dict[str, str] = {}
    for record in records:
        if isinstance(record.body, Conversed):
            talks.setdefault(record.body.conversation_id, record.character_id)
    return tuple(dict.fromkeys(talks.values()))
