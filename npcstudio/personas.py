"""Personas: the form with its warnings, two designers at once, versions, and going back to one."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from datetime import timedelta
from functools import partial
from http import HTTPStatus
from typing import Final

from starlette.responses import RedirectResponse, Response

from npcserver.app.authoring.world_review import PersonaDoubt
from npcserver.app.pagination import Page
from npcserver.app.persona_prompts import PersonaPrompt
from npcserver.model import limits
from npcserver.model.access import Verb
from npcserver.model.author_change import ChangeFilter, ChangeKind
from npcserver.model.character import Character, People, Persona, PersonaVersion, Relation
from npcserver.model.draft import persona_of
from npcserver.model.errors import Conflict, Fault, InvalidInput, NotFound, NotPermitted, Reason
from npcserver.model.ids import SaveId, TimelineId
from npcstudio.dataclass_form import Typed, form_name, form_of, read_form, values_of
from npcstudio.differences import TextPiece, changes_of, compare
from npcstudio.draft_forms import FormTarget, draft_etag, save_draft
from npcstudio.markup import Catalogue, address
from npcstudio.visits import Visit

_VERSIONS: Final = Page(30)
_SEND_AGAIN: Final = HTTPStatus.TEMPORARY_REDIRECT
_MOMENTS: Final = Page(200)
_APART: Final = timedelta(seconds=5)
"""How far apart the times of a version and of the change that made it are at most: one is of the
database, the other of the server."""
_MORE: Final = 3
"""Rows that a list of the form gets more, if asked for; one is there to begin with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonaAt:
    """Whose persona a page is about, the digest of the portrait, and whom it may name.

    Where the address names a timeline it is the one that holds there, drafted or not.
    """

    character: Character
    people: People
    portrait: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonaClash:
    """What another designer saved while this one typed.

    `taken` are fields that the other changed alone, now in the form; `both` are those that both
    changed, with the other's text and this one's, against what both began from.
    """

    version: int
    taken: tuple[str, ...]
    both: tuple[tuple[str, tuple[TextPiece, ...], tuple[TextPiece, ...]], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptChoice:
    """Which prompt is looked at: its kind, the timeline or save, and what a visitor says.

    `found` is None where none was asked for, or where there is a `problem`. The persona can be
    drafted on `timelines`.
    """

    kinds: tuple[str, ...]
    moments: Mapping[str, str]
    kind: str
    moment: str
    words: str
    timelines: Mapping[str, str]
    draft_on: str
    problem: str = ""
    found: PersonaPrompt | None = None


async def edit_persona(visit: Visit) -> Response:
    """Show the form with a persona, as it is published or as a timeline has it.

    What was sent is saved as a new version or as a draft, or else shown again.
    """
    at, form = await persona_at(visit), visit.form
    if visit.request.method != "POST":
        persona = with_names(at.character.persona, at.people)
        return await _form(visit, at, Typed(persona, values_of(persona), {}), at.character)
    base = await _base(visit, at)
    typed = _read(visit, base, at.people)
    if form.text("do") == "draft" and visit.its_timeline is None:  # sent on as it is
        draft_on = form.text("draft_on", limits.IDENTIFIER, needed=True)
        return RedirectResponse(f"{visit.path}{address('draft', draft_on)}", _SEND_AGAIN)
    if form.text("do") not in ("save", "draft") or form.text("more"):
        return await _form(visit, at, typed, base)
    if typed.problems:
        return await _form(visit, at, typed, base, status=HTTPStatus.BAD_REQUEST)
    if not visit.may("author"):
        raise NotPermitted(visit.studio.templates.words("persona.may_not"))
    return await _save(visit, at, typed, base)


async def persona_at(visit: Visit) -> PersonaAt:
    """Return the character of the address: as it is published, or as its timeline has it."""
    services = visit.services
    character = await services.characters.get(visit.world_id, visit.character_id)
    portraits = await services.characters.portraits(visit.world_id)
    if visit.its_timeline is not None:
        character = await services.drafts.in_force(visit.timeline_id, character.id)
        character = replace(character, etag=draft_etag(character.draft_seq))
    return PersonaAt(
        character=character,
        people=await services.characters.people(visit.world_id),
        portrait=portraits.get(character.id, ""),
    )


async def _form(
    visit: Visit,
    at: PersonaAt,
    typed: Typed[Persona],
    base: Character,
    *,
    status: int = HTTPStatus.OK,
    clash: PersonaClash | None = None,
    told: str = "",
) -> Response:
    """Return the page of the form with what was typed; `base` is what it was typed upon.

    What was published since a draft was begun stands beside it.
    """
    contested = await _contested(visit, at)
    return visit.page(
        "persona",
        status,
        at=at,
        fields=form_of(Persona),
        label_of=_labels(visit),
        typed=typed,
        base=base,
        doubts=await _doubts(visit, at, typed),
        prompt=await _prompt(visit, at, typed),
        more=visit.form.text("more"),
        more_rows=_MORE,
        clash=clash or contested,
        told=told,
        is_contested=contested is not None,
    )


async def _contested(visit: Visit, at: PersonaAt) -> PersonaClash | None:
    if visit.its_timeline is None or not at.character.draft_seq:
        return None
    subject = persona_of(at.character.id)
    draft = await visit.services.drafts.get(visit.its_timeline.id, subject)
    if not draft.contested:
        return None
    base, theirs, mine = (
        persona_texts(one, at.people) if one is not None else {}
        for one in (draft.base, draft.published, draft.content)
    )
    both = _sides(draft.contested, base, theirs, mine)
    return PersonaClash(version=int(draft.published_version), taken=(), both=both)


def _sides(
    names: Iterable[str],
    base: Mapping[str, str],
    theirs: Mapping[str, str],
    mine: Mapping[str, str],
) -> tuple[tuple[str, tuple[TextPiece, ...], tuple[TextPiece, ...]], ...]:
    return tuple(
        (one, compare(base.get(one, ""), theirs[one]), compare(base.get(one, ""), mine[one]))
        for one in names
    )


async def _prompt(visit: Visit, at: PersonaAt, typed: Typed[Persona]) -> PromptChoice:
    """Return a prompt with the persona that was typed, if one was asked for, and the choices."""
    names = visit.form if visit.request.method == "POST" else visit.asked
    services, previews = visit.services, visit.services.persona_prompts
    timelines = await services.timelines.played_last(visit.world_id, _MOMENTS.size)
    saves = await services.timelines.saves(visit.world_id, _MOMENTS)
    named: dict[str, str] = {one.id: one.label or one.id for one in timelines}
    moments = named | {one.id: one.name or one.id for one in saves.items}
    moments[visit.world.genesis_id] = visit.studio.templates.words("persona.beginning")
    moment = names.text("prompt_at") or visit.world.genesis_id
    if moment not in moments:
        moments |= await _named(visit, moment)
    chosen = PromptChoice(
        kinds=previews.kinds,
        moments=moments,
        kind=names.text("prompt_kind") or "reply",
        moment=moment,
        words=names.text("prompt_words", limits.UTTERANCE),
        timelines=named,
        draft_on=names.text("draft_on"),
    )
    if names.text("do") != "prompt":
        return chosen
    if chosen.moment not in moments or chosen.kind not in previews.kinds:
        raise InvalidInput("prompt", "there is no such question or moment; choose of the lists")
    await visit.require(Verb.READ_MINDS)
    persona = typed.value
    persona = replace(persona, language=persona.language or visit.world.language)
    try:
        found = await previews.show(
            TimelineId(chosen.moment), at.character.id, persona, chosen.kind, chosen.words
        )
    except InvalidInput as fault:
        return replace(chosen, problem=fault.problem)
    return replace(chosen, found=found)


async def _named(visit: Visit, wanted: str) -> dict[str, str]:
    """Return the name of a timeline or save of a world that has more than are listed, by its id."""
    timelines = visit.services.timelines
    with suppress(NotFound):
        found = await timelines.get(TimelineId(wanted))
        return {found.id: found.label or found.id} if found.world_id == visit.world_id else {}
    with suppress(NotFound):
        save = await timelines.get_save(SaveId(wanted))
        return {save.id: save.name or save.id} if save.world_id == visit.world_id else {}
    return {}


async def _doubts(visit: Visit, at: PersonaAt, typed: Typed[Persona]) -> tuple[PersonaDoubt, ...]:
    found = await visit.services.characters.review(visit.world_id, at.character.id, typed.value)
    return tuple(replace(one, field=form_name(one.field)) for one in found)


def _labels(visit: Visit) -> Callable[[str], str]:
    return partial(label_of, visit.studio.templates.words)


def label_of(words: Catalogue, name: str) -> str:
    """Return the label of a field of the form, such as `relations-0-to`."""
    field, number, column = (*name.split("-"), "", "")[:3]
    what = words(f"persona_field.{field}_{column}" if column else f"persona_field.{field}")
    return words("persona.row", what=what, number=int(number) + 1) if number else what


async def check(visit: Visit) -> Response:
    """Return the warnings about what is being typed, as a part of the page."""
    at = await persona_at(visit)
    typed = _read(visit, await _base(visit, at), at.people)
    doubts = await _doubts(visit, at, typed)
    return visit.page("persona_doubts", at=at, typed=typed, doubts=doubts, label_of=_labels(visit))


async def _save(visit: Visit, at: PersonaAt, typed: Typed[Persona], base: Character) -> Response:
    try:
        if visit.its_timeline is None:
            await _put(visit, typed.value, base.etag)
        else:
            target, subject = FormTarget(timeline=visit.its_timeline), persona_of(at.character.id)
            await save_draft(visit, target, subject, typed.value)
    except Conflict as fault:
        if fault.reason is not Reason.ETAG_MISMATCH:
            raise
        return await _clashed(visit, await persona_at(visit), typed, base)
    except InvalidInput as fault:
        name = form_name(fault.field.removeprefix("character.").removeprefix("persona."))
        wrong = replace(typed, problems={name: fault.problem})
        return await _form(visit, at, wrong, base, status=HTTPStatus.BAD_REQUEST)
    except Fault as fault:
        status = HTTPStatus.CONFLICT
        return await _form(visit, at, typed, base, status=status, told=fault.message)
    if visit.its_timeline is not None:
        return visit.to("t", visit.its_timeline.id, "drafts", at.character.id, done="drafted")
    return visit.to("w", visit.world_id, "people", at.character.id, "persona", done="persona_saved")


async def _put(visit: Visit, persona: Persona, etag: str) -> None:
    await visit.services.characters.edit(
        world_id=visit.world_id,
        character_id=visit.character_id,
        apply=lambda before: replace(before, persona=persona),
        if_etag=etag,
        key=visit.request_key,
    )


async def _base(visit: Visit, at: PersonaAt) -> Character:
    """Return the character as it was when the form was loaded, with the etag of then.

    Of a draft it is not kept: there it is the character as it is now.
    """
    if visit.its_timeline is not None:
        return at.character
    number = visit.form.number("version", 1, 2**31 - 1) or at.character.version
    version = await _version(visit, at, number)
    etag = visit.form.text("etag")
    return replace(at.character, persona=version.persona, version=number, etag=etag)


async def _version(visit: Visit, at: PersonaAt, number: int) -> PersonaVersion:
    found = await visit.services.characters.versions(
        visit.world_id, at.character.id, Page(1, str(number + 1))
    )
    if not found.items or found.items[0].version != number:
        raise InvalidInput("version", f"there is no version {number}; choose one of the list")
    return found.items[0]


def _read(visit: Visit, base: Character, people: People) -> Typed[Persona]:
    """Read the form; a relation that stands as it was keeps the id that it had."""
    typed = read_form(Persona, visit.form.pairs)
    known = {_name(one, people): one for one in base.persona.relations}
    relations = tuple(
        replace(one, to=known[one.to].to, to_id=known[one.to].to_id) if one.to in known else one
        for one in typed.value.relations
    )
    return replace(typed, value=replace(typed.value, relations=relations))


def _name(relation: Relation, people: People) -> str:
    """Return what the form calls someone: by the name, or the id where that does not suffice."""
    is_plain = not relation.to_id or people.named(relation.to) == (relation.to_id,)
    return relation.to if is_plain else relation.to_id


def with_names(persona: Persona, people: People) -> Persona:
    """Return a persona whose relations are called as the form calls them."""
    relations = (replace(one, to=_name(one, people)) for one in persona.relations)
    return replace(persona, relations=tuple(relations))


async def _clashed(visit: Visit, at: PersonaAt, typed: Typed[Persona], base: Character) -> Response:
    """Show both versions side by side; the form has what was typed, and what only they changed."""
    mine, theirs = (persona_texts(one, at.people) for one in (typed.value, at.character.persona))
    is_draft = visit.its_timeline is not None  # all that differs stands side by side
    began = theirs if is_draft else persona_texts(base.persona, at.people)
    taken = [one for one in mine if mine[one] == began[one] != theirs[one]]
    both = [
        one
        for one in mine
        if mine[one] not in (began[one], theirs[one]) and (is_draft or began[one] != theirs[one])
    ]
    changed = {one: getattr(at.character.persona, one) for one in taken}
    merged = with_names(replace(typed.value, **changed), at.people)
    clash = PersonaClash(
        version=at.character.version,
        taken=tuple(taken),
        both=_sides(both, began, theirs, mine),
    )
    form = Typed(merged, values_of(merged), {})
    return await _form(visit, at, form, at.character, status=HTTPStatus.CONFLICT, clash=clash)


def persona_texts(persona: Persona, people: People) -> dict[str, str]:
    """Return each field of a persona as one text; of a list a line for each row."""
    values = values_of(with_names(persona, people))
    found = dict.fromkeys((one.name for one in fields(Persona)), "")
    lines: dict[str, dict[str, list[str]]] = {}
    for name, value in values.items():
        field, dash, rest = name.partition("-")
        if dash:
            lines.setdefault(field, {}).setdefault(rest.partition("-")[0], []).append(value)
        else:
            found[field] = " ".join(value.split("\r")).strip()
    for field, rows in lines.items():
        found[field] = "\n".join(" · ".join(filter(None, row)) for row in rows.values())
    return found


async def show_versions(visit: Visit) -> Response:
    """Show the versions of a persona, and what differs between two of them."""
    at, asked = await persona_at(visit), visit.asked
    page = Page(_VERSIONS.size, str(asked.number("before", 1, 2**31 - 1) or ""))
    listed = await visit.services.characters.versions(visit.world_id, at.character.id, page)
    newer = asked.number("b", 1, 2**31 - 1) or at.character.version
    older = asked.number("a", 1, 2**31 - 1) or max(newer - 1, 1)
    a, b = await _version(visit, at, older), await _version(visit, at, newer)
    return visit.page(
        "versions",
        at=at,
        authors=await _authors(visit, listed.items),
        listed=listed,
        a=a,
        b=b,
        changes=changes_of(
            persona_texts(a.persona, at.people), persona_texts(b.persona, at.people)
        ),
    )


async def _authors(visit: Visit, versions: Sequence[PersonaVersion]) -> dict[int, str]:
    """Return who made each version, of those that a key or account made."""
    of_it = ChangeFilter(kind=ChangeKind.CHARACTER, subject_id=visit.character_id)
    page = Page(limits.PAGE)
    listed, _ = await visit.services.author_changes.list(visit.world_id, page, of_it)
    own = {one.name for one in fields(Persona)}
    found: dict[int, str] = {}
    for change in listed.items:
        if versions and own.intersection(change.names):
            near = min(versions, key=lambda one: abs(one.created_at - change.at))
            if abs(near.created_at - change.at) < _APART:
                found[near.version] = change.author_id
    return found


async def restore(visit: Visit) -> Response:
    """Make an earlier version the present one, as a new version."""
    at = await persona_at(visit)
    wanted = await _version(visit, at, visit.form.number("version", 1, 2**31 - 1) or 0)
    await _put(visit, wanted.persona, visit.form.text("etag", needed=True))
    here = ("w", visit.world_id, "people", at.character.id, "persona", "versions")
    return visit.to(*here, done="persona_restored")
