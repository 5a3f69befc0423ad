"""Actions that characters may take, and the things and people that these may name."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from http import HTTPStatus
from typing import Final

from starlette.responses import Response

from npcserver.model import affordance as rules
from npcserver.model import limits
from npcserver.model.affordance import Affordance, Entity, Parameter, ParameterType
from npcserver.model.draft import DraftKind, DraftSubject
from npcserver.model.errors import AlreadyExists, Conflict, InvalidInput, Reason
from npcserver.model.world import World
from npcstudio.draft_forms import FormTarget, drafted, save_draft, sent_on, target_of
from npcstudio.forms import (
    FormField,
    FormKind,
    FormReader,
    etag_of,
    form_page,
    lined,
    sent_form,
    several,
    shown_fields,
)
from npcstudio.visits import Visit

_PARAMETER: Final = re.compile(r"\[\d+\]\.parameters\[(\d+)\]\.(\w+)")
_BOUNDED: Final = (ParameterType.STRING, ParameterType.INTEGER, ParameterType.NUMBER)


async def show_actions(visit: Visit) -> Response:
    """Show the actions of a world, and the things that they may name."""
    return visit.page("actions")


async def edit_action(visit: Visit) -> Response:
    """Show the form of an action, empty for a new one.

    One that was sent is stored or drafted, deleted, checked, or gets fields of another parameter.
    """
    if (away := sent_on(visit)) is not None:
        return away
    at = await _looked_at(visit)
    action, target = at.action, at.target
    reader, words = sent_form(visit), visit.studio.templates.words
    numbers = list(range(1 if action is None else len(action.parameters)))
    if reader is not None:
        numbers = _numbers(reader)
        if reader.text("do") != "row":
            is_deleted = reader.text("do") == "delete" and not target.draft
            typed = None if is_deleted else _read(reader, visit.world, action, numbers)
            if typed and target.draft and typed.name != _name(visit):
                reader.wrong("name", words("actions.named"))
            if await reader.attempt(partial(_store, visit, at, typed)):
                here = ("w", visit.world_id, "actions")
                if target.draft:
                    return visit.to(*here, _name(visit), draft=target.draft, done="drafted")
                return visit.to(*here, done="deleted" if is_deleted else "stored")
        elif len(numbers) < limits.PARAMETERS:
            numbers.append(max(numbers, default=-1) + 1)
            reader.typed[f"p{numbers[-1]}-required"] = "yes"
    elif action is None and _name(visit):
        return visit.page("error", HTTPStatus.NOT_FOUND, told=words("actions.gone"), typed=())
    stored = None if action is None else _values(action)
    return form_page(
        visit,
        FormKind.ACTION,
        _fields(),
        stored,
        reader,
        name="" if action is None else action.name,
        title="actions.new" if action is None else "",
        rows=tuple((one + 1, shown_fields(_part(one), stored, reader)) for one in numbers),
        target=target,
        etag=at.etag,
        can_add=True,
        may_delete=action is not None and not target.draft,
    )


async def save_thing(visit: Visit) -> Response:
    """Add a thing that actions may name, replace the one of its id, or take it away."""
    reader = FormReader(visit.form)
    if visit.form.text("do") == "delete":
        entity = Entity(id=visit.form.text("id", limits.IDENTIFIER, needed=True), name="")
    else:
        entity = Entity(
            id=visit.form.text("id", limits.IDENTIFIER, needed=True),
            name=reader.read(Entity, "name", is_needed=True),
            kind=reader.read(Entity, "kind"),
        )

    def apply(world: World) -> World:
        kept = [one for one in world.entities if one.id != entity.id]
        found = (*kept, entity) if entity.name else tuple(kept)
        if len(found) > limits.ENTITIES:
            raise InvalidInput("id", f"is one too many; a world has at most {limits.ENTITIES}")
        return replace(world, entities=found)

    for name, problem in reader.problems.items():
        raise InvalidInput(name, problem)
    await visit.services.worlds.edit(world_id=visit.world_id, apply=apply, key=visit.request_key)
    return visit.to("w", visit.world_id, "actions", done="stored" if entity.name else "deleted")


@dataclass(frozen=True, slots=True)
class _Looked:
    """The action of the address, as it is drafted there, and what its form saves."""

    action: Affordance | None
    target: FormTarget
    etag: str


async def _looked_at(visit: Visit) -> _Looked:
    name = _name(visit)
    target = await target_of(visit) if name else FormTarget()
    if not target.draft:
        action = _named(visit.world, name)
        return _Looked(action, target, etag_of(action))
    found = await drafted(visit, target, DraftSubject(DraftKind.AFFORDANCE, name))
    return _Looked(found[0], target, found[1])


async def _store(visit: Visit, at: _Looked, typed: Affordance | None) -> None:
    """Replace an action in the catalogue of the world; None deletes it, or adds a new one."""
    if at.target.draft and typed is not None:
        await save_draft(visit, at.target, DraftSubject(DraftKind.AFFORDANCE, typed.name), typed)
        return
    name, etag = "" if at.action is None else at.action.name, visit.form.text("etag")

    def apply(world: World) -> World:
        before = _named(world, name)
        if etag_of(before) != etag:
            raise Conflict(
                f"the action {name!r} was changed meanwhile", Reason.ETAG_MISMATCH, kind="action"
            )
        if typed is not None and typed.name != name and _named(world, typed.name) is not None:
            raise AlreadyExists("action", typed.name, "choose another name")
        found = [typed if one == before else one for one in world.affordances]
        found += [typed] if before is None else []
        return replace(world, affordances=tuple(one for one in found if one is not None))

    await visit.services.worlds.edit(world_id=visit.world_id, apply=apply, key=visit.request_key)


def _name(visit: Visit) -> str:
    return str(visit.request.path_params.get("action", ""))


def _named(world: World, name: str) -> Affordance | None:
    return next((one for one in world.affordances if one.name == name), None)


def _numbers(reader: FormReader) -> list[int]:
    """Return the numbers of the groups of fields that were sent."""
    found = (re.fullmatch(r"p(\d{1,2})-name", name) for name in reader.typed)
    return sorted(int(one[1]) for one in found if one is not None)[: limits.PARAMETERS]


def _read(
    reader: FormReader, world: World, action: Affordance | None, numbers: list[int]
) -> Affordance:
    """Return an action as typed; what the server's own check finds is noted at the fields."""
    uses = reader.text("max_uses") or "1"
    kept = [one for one in numbers if any(map(reader.text, (f"p{one}-name", f"p{one}-about")))]
    typed = Affordance(
        name=reader.text("name"),
        description=reader.text("description"),
        parameters=tuple(_parameter(reader, number) for number in kept),
        max_uses=int(uses) if uses.isascii() and uses.isdecimal() and len(uses) < 9 else 0,
    )
    others = [one for one in world.affordances if action is None or one.name != action.name]
    for path, problem in rules.check_all([*others, typed]):
        if path and not path.startswith(f"[{len(others)}]."):
            continue  # of another action, which this form cannot mend
        if match := _PARAMETER.fullmatch(path):
            reader.wrong(f"p{kept[int(match[1])]}-{_FIELDS[match[2]]}", problem)
        else:
            last = path.rpartition(".")[2]
            reader.wrong(last if last in reader.typed else "", problem)
    return typed


_FIELDS: Final[Mapping[str, str]] = {
    "name": "name",
    "description": "about",
    "minimum": "least",
    "maximum": "most",
    "options": "options",
    "entity_kinds": "kinds",
}
"""The field for each attribute of a parameter that the check names."""


def _parameter(reader: FormReader, number: int) -> Parameter:
    """Return a parameter as typed. Fields that are not for its type are not read."""
    at = f"p{number}-"
    written = reader.text(f"{at}type")
    if written not in tuple(ParameterType):
        reader.wrong(f"{at}type", f"must be one of {', '.join(ParameterType)}")
        written = ParameterType.STRING
    kind = ParameterType(written)
    is_bounded = kind in _BOUNDED
    return Parameter(
        name=reader.text(f"{at}name"),
        type=kind,
        description=reader.text(f"{at}about"),
        required=bool(reader.text(f"{at}required")),
        minimum=reader.number(f"{at}least") if is_bounded else None,
        maximum=reader.number(f"{at}most") if is_bounded else None,
        options=reader.lines(f"{at}options", limits.OPTIONS)
        if kind is ParameterType.CHOICE
        else (),
        entity_kinds=reader.lines(f"{at}kinds", limits.OPTIONS)
        if kind is ParameterType.ENTITY
        else (),
    )


def _fields() -> tuple[FormField, ...]:
    return (
        FormField(name="name", word="action_name", longest=63),
        FormField(name="description", word="action_about", kind="area", longest=limits.DESCRIPTION),
        FormField(name="max_uses", kind="number", value="1"),
    )


def _part(number: int) -> tuple[FormField, ...]:
    at = f"p{number}-"
    types = tuple((one.value, one.value) for one in ParameterType)
    bounded = " ".join(f"for-{one}" for one in _BOUNDED)
    return (
        FormField(name=f"{at}name", word="parameter", longest=63),
        FormField(name=f"{at}type", word="type", kind="choice", choices=types),
        FormField(name=f"{at}required", word="required", kind="checkbox", value="yes"),
        FormField(name=f"{at}about", word="about", longest=limits.VIEW),
        FormField(name=f"{at}least", word="least", only=bounded),
        FormField(name=f"{at}most", word="most", only=bounded),
        several(f"{at}options", "options", "for-choice"),
        several(f"{at}kinds", "kinds", "for-entity"),
    )


def _values(action: Affordance) -> Mapping[str, str]:
    values = {
        "name": action.name,
        "description": action.description,
        "max_uses": str(action.max_uses),
    }
    for number, one in enumerate(action.parameters):
        at = f"p{number}-"
        values |= {
            f"{at}name": one.name,
            f"{at}type": one.type.value,
            f"{at}required": "yes" if one.required else "",
            f"{at}about": one.description,
            f"{at}least": _written(one.minimum),
            f"{at}most": _written(one.maximum),
            f"{at}options": lined(one.options),
            f"{at}kinds": lined(one.entity_kinds),
        }
    return values


def _written(number: float | None) -> str:
    if number is None:
        return ""
    return str(int(number)) if number.is_integer() else repr(number)
