"""Forms of what is published, which draft it where the address names a timeline."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Final

from starlette.responses import RedirectResponse, Response

from npcserver.app.drafts import EditDraft
from npcserver.model import limits
from npcserver.model.access import Verb
from npcserver.model.draft import DraftKind, DraftSubject
from npcserver.model.errors import NotFound
from npcserver.model.ids import TimelineId
from npcserver.model.timeline import Timeline
from npcstudio.markup import address
from npcstudio.visits import Visit

_SEND_AGAIN: Final = HTTPStatus.TEMPORARY_REDIRECT
_TIMELINES: Final = 30
_SEQ: Final = re.compile(r"draft-(\d{1,16})")


@dataclass(frozen=True, slots=True, kw_only=True)
class FormTarget:
    """Where a form saves: what is published, or the draft of a timeline.

    `timelines` are those where it may be drafted instead, with their names.
    """

    timeline: Timeline | None = None
    timelines: Mapping[str, str] = field(default_factory=dict)

    @property
    def draft(self) -> str:
        """The timeline, as addresses have it; empty for what is published."""
        return self.timeline.id if self.timeline else ""


async def target_of(visit: Visit) -> FormTarget:
    """Return where the form of the address saves."""
    if timeline_id := TimelineId(visit.asked.text("draft", limits.IDENTIFIER)):
        await visit.require(Verb.AUTHOR, timeline_id)
        timeline = await visit.services.timelines.get(timeline_id)
        if timeline.world_id != visit.world_id:
            raise NotFound("timeline", timeline.id, "it is of another world; open it from its page")
        return FormTarget(timeline=timeline)
    if not visit.may("author"):
        return FormTarget()
    found = await visit.services.timelines.played_last(visit.world_id, _TIMELINES)
    return FormTarget(timelines={one.id: one.label or one.id for one in found})


async def drafted(visit: Visit, target: FormTarget, subject: DraftSubject) -> tuple[Any, str]:
    """Return what the timeline of a target has of a subject, with what stands for an etag."""
    content, seq = await visit.services.drafts.content(TimelineId(target.draft), subject)
    return content, draft_etag(seq)


def draft_etag(seq: int) -> str:
    """Return what stands for an etag of the draft at a position, 0 for none."""
    return f"draft-{seq}"


def sent_on(visit: Visit) -> Response | None:
    """Return that a form goes on as it is to the draft of the timeline that was chosen."""
    if visit.form.text("do") != "draft" or visit.asked.text("draft"):
        return None
    chosen = visit.form.text("draft_on", limits.IDENTIFIER, needed=True)
    return RedirectResponse(f"{visit.path}?draft={address(chosen)[1:]}", _SEND_AGAIN)


async def save_draft(visit: Visit, target: FormTarget, subject: DraftSubject, content: Any) -> None:
    """Draft what was typed; a draft that the form was not filled from is not overwritten."""
    etag = visit.form.text("etag")
    seen = _SEQ.fullmatch(etag)
    await visit.services.drafts.edit(
        EditDraft(
            timeline_id=TimelineId(target.draft),
            subject=subject,
            apply=lambda _: content,
            if_seq=int(seen[1]) if seen else 0,
            # the page before, or this one, showed both texts
            is_rebased="yes" in (visit.asked.text("rebase"), visit.form.text("rebase")),
            # versions of personas are numbers, and not what stands in a form
            base_version=0 if seen or subject.kind is DraftKind.PERSONA else etag,
            **visit.authored,
        )
    )
