"""Drafts of personas: the form, what each changes, whom its publication reaches, and the list."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any, Final

from starlette.responses import Response

from npcserver.app.drafts import DraftedPersona, EditDraft
from npcserver.app.pagination import Page
from npcserver.model import limits
from npcserver.model.character import People, Persona
from npcserver.model.errors import (
    BrokenFile,
    Conflict,
    Fault,
    InvalidInput,
    NotFound,
    NotPermitted,
    Reason,
)
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.timeline import Timeline
from npcstudio.dataclass_form import Typed, form_name, values_of
from npcstudio.differences import TextPiece, compare
from npcstudio.personas import (
    FieldChange,
    PersonaAt,
    PersonaClash,
    changes_between,
    persona_at,
    persona_form,
    persona_texts,
    read_persona,
    with_names,
)
from npcstudio.visits import Visit

_PATH: Final = "persona."
_LATEST: Final = 2**53


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownDraft:
    """A draft, and what it changes of what is published.

    `contested` are fields that were published anew since: what was published, and what is drafted,
    each against what the draft was begun from.
    """

    draft: DraftedPersona
    changes: Sequence[FieldChange]
    contested: Sequence[tuple[str, tuple[TextPiece, ...], tuple[TextPiece, ...]]]


def _shown(draft: DraftedPersona, people: People) -> ShownDraft:
    before = draft.published or draft.base or draft.persona
    base = draft.base or before
    began, mine = persona_texts(base, people), persona_texts(draft.persona, people)
    theirs = persona_texts(before, people)
    return ShownDraft(
        draft=draft,
        changes=changes_between(before, draft.persona, people),
        contested=[
            (one, compare(began[one], theirs[one]), compare(began[one], mine[one]))
            for one in draft.contested
        ],
    )


async def show_drafts(visit: Visit) -> Response:
    """Show all drafts that hold in a timeline."""
    return await _list(visit)


async def _list(
    visit: Visit,
    status: int = HTTPStatus.OK,
    *,
    text: str = "",
    trial: Sequence[DraftedPersona] | None = None,
    problems: Sequence[str] = (),
) -> Response:
    """Return the list; `trial` is what an import of the text would draft."""
    timeline = await visit.services.timelines.get(visit.timeline_id)
    people = await visit.services.characters.people(timeline.world_id)
    drafts = await visit.services.drafts.list(timeline.id)
    return visit.page(
        "drafts",
        status,
        timeline=timeline,
        drafts=[_shown(one, people) for one in drafts],
        text=text,
        trial=None if trial is None else [_shown(one, people) for one in trial],
        problems=problems,
        longest=limits.FILE_BYTES,
    )


async def export(visit: Visit) -> Response:
    """Return the drafts of a timeline, or that of a character, as a file."""
    character = visit.asked.text("character", limits.IDENTIFIER)
    text = await visit.services.draft_files.get(
        visit.timeline_id, CharacterId(character) if character else None
    )
    name = f"draft-{character or visit.timeline_id}.yaml"
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
            author_id=visit.principal.id,
            why=form.text("why", limits.NOTE),
            key=visit.request_key,
        )
    except BrokenFile as broken:
        return await _list(visit, HTTPStatus.BAD_REQUEST, text=text, problems=broken.problems)
    except InvalidInput as fault:
        return await _list(visit, HTTPStatus.BAD_REQUEST, text=text, problems=(fault.problem,))
    if is_tried:
        return await _list(visit, text=text, trial=found.drafts)
    return visit.to("t", visit.timeline_id, "drafts", done="imported_drafts")


async def show_draft(visit: Visit) -> Response:
    """Show what a draft changes."""
    return visit.page("draft", reach=None, **await _one(visit))


async def show_reach(visit: Visit) -> Response:
    """Show whom the publication of a draft would reach, with the button that publishes it."""
    reach = await visit.services.drafts.preview(visit.timeline_id, visit.character_id)
    one = await _one(visit)
    found = await visit.services.timelines.list(one["timeline"].world_id, Page(limits.PAGE))
    labels = {timeline.id: timeline.label for timeline in found.items}
    return visit.page("draft", reach=reach, labels=labels, **one)


async def _one(visit: Visit) -> dict[str, Any]:
    timeline = await visit.services.timelines.get(visit.timeline_id)
    people = await visit.services.characters.people(timeline.world_id)
    draft = await visit.services.drafts.get(timeline.id, visit.character_id)
    return {"timeline": timeline, "shown": _shown(draft, people)}


async def settle(visit: Visit) -> Response:
    """Publish a draft, or discard it."""
    form, drafts = visit.form, visit.services.drafts
    how: dict[str, Any] = {
        "timeline_id": visit.timeline_id,
        "character_id": visit.character_id,
        "if_seq": form.number("seq", 0, _LATEST),
        "author_id": visit.principal.id,
        "why": form.text("why", limits.NOTE),
        "key": visit.request_key,
    }
    if form.text("do") == "publish":
        await drafts.publish(**how)
        return visit.to("t", visit.timeline_id, "drafts", done="published")
    await drafts.discard(**how)
    return visit.to("t", visit.timeline_id, "drafts", done="discarded")


async def show_form(visit: Visit) -> Response:
    """Show the form with the persona as its timeline has it."""
    at, timeline = await _at(visit)
    persona = with_names(at.character.persona, at.people)
    return await _form(visit, at, timeline, Typed(persona, values_of(persona), {}))


async def _at(visit: Visit) -> tuple[PersonaAt, Timeline]:
    at, timeline = await persona_at(visit), await visit.services.timelines.get(visit.timeline_id)
    if timeline.world_id != at.world.id:
        raise NotFound("timeline", timeline.id, "it is of another world; open it from its page")
    character = await visit.services.drafts.in_force(timeline.id, at.character.id)
    return replace(at, character=character), timeline


async def _form(
    visit: Visit, at: PersonaAt, timeline: Timeline, typed: Typed[Persona], **shown: Any
) -> Response:
    """Return the form; what was published since the draft was begun stands beside it."""
    clash: PersonaClash | None = shown.pop("clash", None)
    is_contested = False
    if at.character.draft_seq:
        draft = await visit.services.drafts.get(timeline.id, at.character.id)
        is_contested = bool(draft.contested)
        if is_contested and clash is None:
            both = _shown(draft, at.people).contested
            clash = PersonaClash(version=draft.published_version, taken=(), both=tuple(both))
    return await persona_form(
        visit,
        at,
        typed,
        at.character,
        timeline=timeline,
        clash=clash,
        is_contested=is_contested,
        **shown,
    )


async def edit(visit: Visit) -> Response:
    """Save the draft, or show the form again with what was typed."""
    at, timeline = await _at(visit)
    typed = read_persona(visit, at.character, at.people)
    form = visit.form
    if form.text("do") not in ("save", "draft") or form.text("more"):
        return await _form(visit, at, timeline, typed)
    if typed.problems:
        return await _form(visit, at, timeline, typed, status=HTTPStatus.BAD_REQUEST)
    if not visit.may("author"):
        raise NotPermitted(visit.studio.templates.words("persona.may_not"))
    try:
        await visit.services.drafts.edit(
            EditDraft(
                timeline_id=timeline.id,
                character_id=at.character.id,
                apply=lambda _: typed.value,
                if_seq=form.number("draft_seq", 0, _LATEST) or 0,
                is_rebased=form.text("rebase") == "yes",
                author_id=visit.principal.id,
                why=form.text("why", limits.NOTE),
                key=visit.request_key,
            )
        )
    except Conflict as fault:
        if fault.reason is not Reason.ETAG_MISMATCH:
            raise
        clash = _clash(at, typed.value)
        status = HTTPStatus.CONFLICT
        return await _form(visit, at, timeline, typed, status=status, clash=clash)
    except InvalidInput as fault:
        wrong = replace(typed, problems={_form_name(fault): fault.problem})
        return await _form(visit, at, timeline, wrong, status=HTTPStatus.BAD_REQUEST)
    except Fault as fault:
        status = HTTPStatus.CONFLICT
        return await _form(visit, at, timeline, typed, status=status, told=fault.message)
    return visit.to("t", timeline.id, "drafts", at.character.id, done="drafted")


def _form_name(fault: InvalidInput) -> str:
    return form_name(fault.field.removeprefix(_PATH))


def _clash(at: PersonaAt, mine: Persona) -> PersonaClash:
    """Return what another author drafted meanwhile, beside what was typed."""
    theirs, typed = persona_texts(at.character.persona, at.people), persona_texts(mine, at.people)
    both = [one for one in typed if typed[one] != theirs[one]]
    return PersonaClash(
        version=at.character.version,
        taken=(),
        both=tuple(
            (one, compare(theirs[one], theirs[one]), compare(theirs[one], typed[one]))
            for one in both
        ),
    )


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
                character_id=character_id,
                apply=lambda persona: replace(persona, **changed),  # type: ignore[arg-type]
                author_id=visit.principal.id,
                why=visit.studio.templates.words("again.why"),
            )
        )
