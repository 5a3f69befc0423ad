"""The attention tier of each character, as the game sets it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from npcserver.app.authoring.directory import Directory
from npcserver.model.character import Attention
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.record import Attended, Draft, RecordKind
from npcserver.ports.storage import Append, RequestKey, Store
from npcserver.ports.view import View


@dataclass(frozen=True, slots=True, kw_only=True)
class SetAttention:
    """A request to set the attention tiers of some characters."""

    timeline_id: TimelineId
    changes: tuple[tuple[CharacterId, Attention], ...]
    key: RequestKey | None = None


class AttentionSettings:
    """The use case of `PlayService.SetAttention`.

    `came_near` is called with foreground characters.
    """

    def __init__(
        self,
        store: Store,
        directory: Directory,
        *,
        attention: Attention = Attention.BACKGROUND,
        came_near: Callable[[TimelineId, Sequence[CharacterId]], None] = lambda *_: None,
    ) -> None:
        self._store = store
        self._directory = directory
        self._attention = attention
        self._came_near = came_near

    async def set_attention(self, request: SetAttention) -> int:
        """Store the tiers that changed, and queue a tick for them; return the last seq.

        Raises `NotFound` for a character that does not exist; then nothing is stored.
        """
        world_id = await self._directory.world_of(request.timeline_id)
        await self._directory.check(world_id, [who for who, _ in request.changes], ())
        async with self._store.read() as reader:
            view = await reader.head(request.timeline_id)
            now = await load_attention_tiers(view)
            whispered = await view.latest_by_subject(RecordKind.WHISPER)
        changes = {
            who: attention
            for who, attention in dict(request.changes).items()
            if now.get(who, self._attention) is not attention
        }
        jobs = [JobDraft(JobKind.LIVE, request.timeline_id, "")] if changes else []
        jobs += [
            JobDraft(JobKind.PLAN, request.timeline_id, who)
            for who, attention in changes.items()
            if attention is not Attention.DORMANT and who in whispered
        ]
        drafts = tuple(
            Draft(RecordKind.ATTENTION, Attended(attention=attention), who)
            for who, attention in changes.items()
        )
        appended = await self._store.append(
            Append(request.timeline_id, drafts, jobs=tuple(jobs), key=request.key)
        )
        near = [who for who, tier in request.changes if tier is Attention.FOREGROUND]
        self._came_near(request.timeline_id, near)
        return appended.last


async def load_attention_tiers(view: View) -> dict[str, Attention]:
    """Return the tiers that the game has set, by character."""
    records = await view.latest_by_subject(RecordKind.ATTENTION)
    return {
        subject: record.body.attention
        for subject, record in records.items()
        if isinstance(record.body, Attended)
    }
