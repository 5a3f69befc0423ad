"""Who changed what of a world, with the way back where there is one."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from starlette.responses import Response

from npcserver.app.pagination import Page
from npcserver.model import limits
from npcserver.model.author_change import OF_SERVER, AuthorChange, ChangeFilter, ChangeKind
from npcserver.model.errors import InvalidInput, NotPossibleNow, Reason
from npcstudio.differences import FieldChange, compare
from npcstudio.markup import address
from npcstudio.visits import Visit
from npcstudio.worlds import CAST

_SHOWN: Final = 50
_COMPARED: Final = 8_000  # characters: comparing takes their square
_AROUND: Final = 200


async def show_changes(visit: Visit) -> Response:
    """Show the changes of a world, the newest first."""
    asked = visit.asked
    author_id, kind = asked.text("person", limits.IDENTIFIER), asked.text("kind")
    if kind and kind not in tuple(ChangeKind):
        raise InvalidInput("kind", f"must be one of {', '.join(ChangeKind)}")
    found, authors = await visit.services.author_changes.list(
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
    for kind in (ChangeKind.CHARACTER, ChangeKind.PORTRAIT, ChangeKind.DRAFT):
        names.update(((kind, one.id), one.name) for one in people.items)
    names.update(((ChangeKind.PLACE, one.id), one.name) for one in places.items)
    return names


def _sees_server(visit: Visit) -> bool:
    return visit.may("keys") and not visit.principal.is_limited


def link_of(change: AuthorChange) -> str:
    """Return the address of the page that shows what a change did."""
    if change.kind is ChangeKind.CORRECTION:
        return address("t", change.timeline_id, "corrections")
    if change.kind in OF_SERVER:
        return address("people")
    return address("w", change.world_id, "changes", change.id)


async def _change(visit: Visit) -> AuthorChange:
    change_id = visit.request.path_params["change"]
    change = await visit.services.author_changes.get(visit.world_id, change_id)
    if change.kind in OF_SERVER and not _sees_server(visit):
        raise InvalidInput("change", "is none of this world; choose one of the list")
    return change


async def show_change(visit: Visit) -> Response:
    """Show what a change did, column by column."""
    change = await _change(visit)
    states = (change.before or {}, change.after or {})
    if change.kind is ChangeKind.PORTRAIT:  # bytes, which no one reads
        states = ({}, {})
    return visit.page(
        "change",
        change=change,
        names=await _names(visit),
        columns=tuple(_columns(*states)),
        obstacle=_obstacle(change),
    )


def _columns(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[FieldChange]:
    for name in dict.fromkeys((*before, *after)):
        pieces = compare(*_around(_text(before.get(name)), _text(after.get(name))))
        if pieces:
            yield FieldChange(name, pieces)


def _around(before: str, after: str) -> tuple[str, str]:
    """Return what differs of two texts with some of what is around it, if they are long."""
    if max(len(before), len(after)) > _COMPARED:
        start = max(0, _shared(before, after) - _AROUND)
        before, after = before[start:], after[start:]
        end = max(0, _shared(before[::-1], after[::-1]) - _AROUND)
        before, after = (one[: len(one) - end][:_COMPARED] for one in (before, after))
    return before, after


def _shared(one: str, other: str) -> int:
    """Return how many characters two texts begin with that are the same."""
    same = (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
    return next(same, min(len(one), len(other)))


def _text(value: object) -> str:
    if isinstance(value, list):
        return "\n".join(map(_text, value))
    if isinstance(value, dict):
        return ", ".join(f"{name}: {_text(one)}" for name, one in value.items())
    return "" if value is None else str(value)


def _obstacle(change: AuthorChange) -> str:
    """Return the key of the words for why a change cannot be undone; empty if it can be."""
    if change.can_be_undone:
        return ""
    if change.is_undone:
        return "cannot_undo.undone"
    if change.kind in (ChangeKind.WORLD, *OF_SERVER) and not change.before:
        return f"cannot_undo.{change.kind}"
    return "cannot_undo.not_kept"


async def undo(visit: Visit) -> Response:
    """Undo a change where that is possible, and say otherwise what to do."""
    change = await _change(visit)
    if obstacle := _obstacle(change):
        raise NotPossibleNow(visit.studio.templates.words(obstacle), Reason.STILL_IN_USE)
    await visit.services.author_changes.undo(
        world_id=visit.world_id,
        change_id=change.id,
        why=visit.form.text("why", limits.NOTE),
        key=visit.request_key,
    )
    return visit.to("w", visit.world_id, "changes", done="change_undone")
