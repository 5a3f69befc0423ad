"""Who changed what of a world, with the way back where there is one."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from starlette.responses import Response

from npcserver.app.characters import EditCharacter
from npcserver.app.pagination import Page
from npcserver.model import limits
from npcserver.model.author_change import OF_SERVER, AuthorChange, ChangeFilter, ChangeKind
from npcserver.model.errors import InvalidInput, NotPossibleNow, Reason
from npcserver.model.ids import CharacterId
from npcstudio.differences import TextPiece, compare
from npcstudio.markup import address
from npcstudio.visits import Visit
from npcstudio.worlds import CAST

_SHOWN: Final = 50


@dataclass(frozen=True, slots=True)
class ColumnChange:
    """A column that a change touched, as pieces of text."""

    name: str
    pieces: tuple[TextPiece, ...]


async def show_changes(visit: Visit) -> Response:
    """Show the changes of a world, the newest first."""
    asked = visit.asked
    author_id, kind = asked.text("person", limits.IDENTIFIER), asked.text("kind")
    if kind and kind not in tuple(ChangeKind):
        raise InvalidInput("kind", f"must be one of {', '.join(ChangeKind)}")
    found, authors = await visit.services.worlds.changes.list(
        visit.world_id,
        Page(_SHOWN, asked.text("after", 100)),
        ChangeFilter(
            author_id=author_id,
            kind=ChangeKind(kind) if kind else None,
            with_server=_sees_server(visit),
        ),
    )
    return visit.page(
        "changes",
        world=await visit.services.worlds.get(visit.world_id),
        names=await _names(visit),
        changes=found,
        link_of=link_of,
        authors=authors,
        kinds=tuple(one for one in ChangeKind if one not in OF_SERVER or _sees_server(visit)),
        person=author_id,
        kind=kind,
    )


async def _names(visit: Visit) -> dict[tuple[str, str], str]:
    """Return the names of places and characters by kind and id; deleted ones have none."""
    people = await visit.services.characters.list(visit.world_id, Page(CAST.size))
    places = await visit.services.worlds.list_places(visit.world_id, Page(limits.PAGE))
    names: dict[tuple[str, str], str] = {}
    names.update(((ChangeKind.CHARACTER, one.id), one.name) for one in people.items)
    names.update(((ChangeKind.PLACE, one.id), one.name) for one in places.items)
    return names


def _sees_server(visit: Visit) -> bool:
    return visit.may("keys") and not visit.principal.is_limited


def link_of(change: AuthorChange) -> str:
    """Return the address of the page that shows what a change did."""
    before, after = change.before or {}, change.after or {}
    if change.kind is ChangeKind.CHARACTER and "version" in before and "version" in after:
        versions = address("w", change.world_id, "people", change.subject_id, "persona", "versions")
        return f"{versions}?a={before['version']}&b={after['version']}"
    if change.kind is ChangeKind.CORRECTION:
        return address("t", change.timeline_id, "corrections")
    if change.kind is ChangeKind.FLAG:
        return address("t", change.timeline_id, "turn", change.subject_id)
    if change.kind in OF_SERVER:
        return address("people")
    return address("w", change.world_id, "changes", change.id)


async def _change(visit: Visit) -> AuthorChange:
    change_id = visit.request.path_params["change"]
    change = await visit.services.worlds.changes.get(visit.world_id, change_id)
    if change.kind in OF_SERVER and not _sees_server(visit):
        raise InvalidInput("change", "is none of this world; choose one of the list")
    return change


async def show_change(visit: Visit) -> Response:
    """Show what a change did, column by column."""
    change = await _change(visit)
    return visit.page(
        "change",
        world=await visit.services.worlds.get(visit.world_id),
        change=change,
        names=await _names(visit),
        columns=tuple(_columns(change.before or {}, change.after or {})),
    )


def _columns(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[ColumnChange]:
    for name in dict.fromkeys((*before, *after)):
        pieces = compare(_text(before.get(name)), _text(after.get(name)))
        if pieces:
            yield ColumnChange(name, pieces)


def _text(value: object) -> str:
    if isinstance(value, list):
        return "\n".join(map(_text, value))
    if isinstance(value, dict):
        return ", ".join(f"{name}: {_text(one)}" for name, one in value.items())
    return "" if value is None else str(value)


async def undo(visit: Visit) -> Response:
    """Undo a change where that is possible, and say otherwise what to do."""
    change = await _change(visit)
    if change.kind is ChangeKind.CORRECTION and change.timeline_id is not None:
        await visit.services.corrections.undo(
            timeline_id=change.timeline_id,
            correction_id=change.subject_id,
            author_id=visit.principal.id,
            key=visit.request_key,
        )
    elif change.kind is ChangeKind.CHARACTER and change.before and change.after:
        await _restore(visit, change, change.before, change.after)
    else:
        raise NotPossibleNow(
            visit.studio.templates.words(f"cannot_undo.{change.kind}"), Reason.STILL_IN_USE
        )
    return visit.to("w", visit.world_id, "changes", done="change_undone")


async def _restore(
    visit: Visit, change: AuthorChange, before: Mapping[str, Any], after: Mapping[str, Any]
) -> None:
    """Make the persona from before a change the present one, as a new version."""
    characters, own_id = visit.services.characters, CharacterId(change.subject_id)
    present = await characters.get(visit.world_id, own_id)
    if "version" not in before or present.version != after["version"]:
        raise NotPossibleNow(
            visit.studio.templates.words("cannot_undo.character"), Reason.STILL_IN_USE
        )
    found = await characters.versions(visit.world_id, own_id, Page(1, str(before["version"] + 1)))
    persona = found.items[0].persona
    await characters.edit(
        EditCharacter(
            world_id=visit.world_id,
            character_id=own_id,
            apply=lambda now: replace(now, persona=persona),
            if_etag=present.etag,
            key=visit.request_key,
        )
    )
