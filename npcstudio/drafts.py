"""Drafts: what each changes, whom its publication reaches, the list, and the form of personas."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any, Final

from starlette.responses import Response

from npcserver.app.drafts import DraftState, EditDraft
from npcserver.app.pagination import Page
from npcserver.model import limits
from npcserver.model.affordance import Affordance, Parameter
from npcserver.model.character import People, Persona
from npcserver.model.draft import DraftKind, DraftSubject, persona_of
from npcserver.model.errors import BrokenFile, InvalidInput, NotFound
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.lore import Book, Chapter
from npcstudio.differences import FieldChange, TextPiece, changes_of, compare
from npcstudio.personas import persona_texts
from npcstudio.visits import Visit

_LATEST: Final = 2**53


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownDraft:
    """A draft, and what it changes of what is published.

    `contested` are fields that were published anew since: what was published, and what is drafted,
    each against what the draft was begun from. `own` is the address of its page below the timeline,
    `words` where the names of its fields are in the catalogue.
    """

    draft: DraftState
    changes: Sequence[FieldChange]
    contested: Sequence[tuple[str, tuple[TextPiece, ...], tuple[TextPiece, ...]]]
    own: tuple[str, ...]
    words: str

    @property
    def export(self) -> Mapping[str, str]:
        """The query with which it alone is exported."""
        return {_NAMES[self.draft.subject.kind]: self.draft.subject.id}

    @property
    def form(self) -> tuple[str, ...]:
        """The address of the form below the world."""
        kind, identifier = self.draft.subject
        own = ("persona", "draft", self.draft.timeline_id) if kind is DraftKind.PERSONA else ()
        return _FORMS[kind], identifier, *own


_NAMES: Final = {
    DraftKind.PERSONA: "character",
    DraftKind.BOOK: "book",
    DraftKind.AFFORDANCE: "action",
}
"""What addresses call the subjects of drafts."""
_FORMS: Final = {
    DraftKind.PERSONA: "people",
    DraftKind.BOOK: "books",
    DraftKind.AFFORDANCE: "actions",
}


def _subject(parts: Mapping[str, str]) -> DraftSubject | None:
    """Return what the parts of an address or query name; None if they name nothing."""
    found = (DraftSubject(kind, parts[one]) for kind, one in _NAMES.items() if parts.get(one))
    return next(found, None)


def _own(subject: DraftSubject) -> tuple[str, ...]:
    if subject.kind is DraftKind.PERSONA:
        return "drafts", subject.id
    return _FORMS[subject.kind], subject.id, "draft"


def _texts(content: Any, other: Any, people: People) -> Mapping[str, str]:
    """Return each field as one text, of a book the chapters that another state does not have."""
    if isinstance(content, Persona):
        return persona_texts(content, people)
    if isinstance(content, Affordance):
        return {
            "description": content.description,
            "parameters": "\n".join(map(_parameter, content.parameters)),
            "max_uses": str(content.max_uses),
        }
    if not isinstance(content, Book):
        return {}
    known = other.chapters if isinstance(other, Book) else ()
    return {
        "title": content.title,
        "author": content.author,
        "shelf": content.shelf,
        "readers": "\n".join(people.name_of(one) for one in content.readers),
        "chapters": "\n\n".join(_chapter(one) for one in content.chapters if one not in known),
    }


def _parameter(one: Parameter) -> str:
    needed = "" if one.required else "?"
    parts = (f"{one.name}{needed}: {one.type}", one.range, ", ".join(one.choices), one.description)
    return " · ".join(filter(None, parts))


def _chapter(chapter: Chapter) -> str:
    lock = "" if chapter.secret is None else f"[{chapter.secret}]"
    return "\n".join(filter(None, (chapter.title, lock, chapter.text)))


def _shown(draft: DraftState, people: People) -> ShownDraft:
    mine, theirs, base = draft.content, draft.published, draft.base
    before = base if theirs is None else theirs
    return ShownDraft(
        draft=draft,
        changes=changes_of(_texts(before, mine, people), _texts(mine, before, people)),
        contested=[
            (
                one,
                compare(
                    _texts(base, theirs, people).get(one, ""), _texts(theirs, base, people)[one]
                ),
                compare(_texts(base, mine, people).get(one, ""), _texts(mine, base, people)[one]),
            )
            for one in draft.contested
        ],
        own=_own(draft.subject),
        words="persona_field" if isinstance(mine, Persona) else "draft_field",
    )


async def show_drafts(visit: Visit) -> Response:
    """Show all drafts that hold in a timeline."""
    return await _list(visit)


async def _list(
    visit: Visit,
    status: int = HTTPStatus.OK,
    *,
    text: str = "",
    trial: Sequence[DraftState] | None = None,
    problems: Sequence[str] = (),
) -> Response:
    """Return the list; `trial` is what an import of the text would draft."""
    people = await visit.services.characters.people(visit.world_id)
    drafts = await visit.services.drafts.list(visit.timeline_id)
    return visit.page(
        "drafts",
        status,
        drafts=[_shown(one, people) for one in drafts],
        text=text,
        trial=None if trial is None else [_shown(one, people) for one in trial],
        problems=problems,
        longest=limits.FILE_BYTES,
    )


async def export(visit: Visit) -> Response:
    """Return the drafts of a timeline, or one of them, as a file."""
    asked = {one: visit.asked.text(one, limits.IDENTIFIER) for one in _NAMES.values()}
    subject = _subject(asked)
    text = await visit.services.draft_files.get(visit.timeline_id, subject)
    name = f"draft-{subject.id if subject else visit.timeline_id}.yaml"
    return Response(
        text,
        media_type="application/yaml",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


async def take_file(visit: Visit) -> Response:
    """Say what an import of a text would draft, or carry it out."""
    form, is_tried = visit.form, visit.form.text("do") != "import"
    text = form.text("yaml", limits.FILE_BYTES)
    try:
        text = form.sent_text("yaml", limits.FILE_BYTES)
        found = await visit.services.draft_files.put(
            timeline_id=visit.timeline_id,
            yaml=text,
            validate_only=is_tried,
            **visit.authored,
        )
    except BrokenFile as broken:
        return await _list(visit, HTTPStatus.BAD_REQUEST, text=text, problems=broken.problems)
    except InvalidInput as fault:
        return await _list(visit, HTTPStatus.BAD_REQUEST, text=text, problems=(fault.problem,))
    if is_tried:
        return await _list(visit, text=text, trial=found)
    return visit.to("t", visit.timeline_id, "drafts", done="imported_drafts")


async def show_draft(visit: Visit) -> Response:
    """Show what a draft changes."""
    return visit.page("draft", reach=None, **await _one(visit))


async def show_reach(visit: Visit) -> Response:
    """Show whom the publication of a draft would reach, with the button that publishes it."""
    reach = await visit.services.drafts.preview(visit.timeline_id, _asked(visit))
    one = await _one(visit)
    found = await visit.services.timelines.list(visit.world_id, Page(limits.PAGE))
    labels = {timeline.id: timeline.label for timeline in found.items}
    return visit.page("draft", reach=reach, labels=labels, **one)


async def _one(visit: Visit) -> dict[str, Any]:
    people = await visit.services.characters.people(visit.world_id)
    draft = await visit.services.drafts.get(visit.timeline_id, _asked(visit))
    return {"shown": _shown(draft, people)}


def _asked(visit: Visit) -> DraftSubject:
    subject = _subject(visit.request.path_params)
    if subject is None:
        raise TypeError("an address of no draft")
    return subject


async def settle(visit: Visit) -> Response:
    """Publish a draft, or discard it."""
    form, drafts = visit.form, visit.services.drafts
    how: dict[str, Any] = {
        "timeline_id": visit.timeline_id,
        "subject": _asked(visit),
        "if_seq": form.number("seq", 0, _LATEST),
        **visit.authored,
    }
    if form.text("do") == "publish":
        await drafts.publish(**how)
        return visit.to("t", visit.timeline_id, "drafts", done="published")
    await drafts.discard(**how)
    return visit.to("t", visit.timeline_id, "drafts", done="discarded")


PROSE: Final = ("traits", "background", "currently", "lifestyle", "voice", "daily_plan")
"""Fields of a persona that can be drafted where a line is said again."""


def has_prose(visit: Visit) -> bool:
    """Return whether a form has the prose of a persona."""
    return any(name in PROSE for name, _ in visit.form.pairs)


async def prose_at(
    visit: Visit, timeline_id: TimelineId, character_id: CharacterId, seq: int
) -> dict[str, str]:
    """Return the prose of a persona as it was at a position; empty for one that was deleted."""
    try:
        found = await visit.services.drafts.in_force(timeline_id, character_id, seq)
    except NotFound:
        return {}
    return {one: getattr(found.persona, one) for one in PROSE}


async def draft_prose(visit: Visit, branch_id: TimelineId, character_id: CharacterId) -> None:
    """Draft on a branch what a form changes of the prose of a persona, if it does."""
    if not has_prose(visit):
        return
    before = (await visit.services.drafts.in_force(branch_id, character_id)).persona
    typed = {one: visit.form.text(one, limits.DESCRIPTION) for one in PROSE}
    changed = {name: text for name, text in typed.items() if text != getattr(before, name).strip()}
    if changed:
        await visit.services.drafts.edit(
            EditDraft(
                timeline_id=branch_id,
                subject=persona_of(character_id),
                apply=lambda persona: replace(persona, **changed),
                author_id=visit.principal.id,
                why=visit.studio.templates.words("again.why"),
            )
        )
