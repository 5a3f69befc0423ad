"""How characters stand to each other when the world begins: as a matrix, and drawn."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from starlette.responses import Response

from npcserver.app.pagination import Page
from npcserver.model import limits
from npcserver.model.character import Character, Relation
from npcserver.model.errors import Conflict, InvalidInput, Reason
from npcstudio.diagram import Drawing, Edge, Node
from npcstudio.forms import FormField, FormKind, FormReader, etag_of, form_page, sent_form
from npcstudio.visits import Visit

MOST: Final = 40
"""Characters on one page: a matrix of 1,600 cells, and names that can be read around a circle."""
_ELSEWHERE: Final = "elsewhere"
_MARGIN_X, _MARGIN_Y, _STEP = 170, 30, 26


@dataclass(frozen=True, slots=True)
class RelationRow:
    """A character, its relation to each of the columns, and those to people elsewhere."""

    character: Character
    cells: tuple[Relation | None, ...]
    others: tuple[Relation, ...]


async def show_relations(visit: Visit) -> Response:
    """Show the authored relations of a world; the drawing can be of one character's alone."""
    page = Page(MOST, visit.asked.text("after", limits.IDENTIFIER))
    cast = await visit.services.characters.list(visit.world_id, page)
    chosen = visit.asked.text("character", limits.IDENTIFIER)
    return visit.page(
        "relations",
        cast=cast,
        chosen=chosen,
        rows=tuple(_matrix(cast.items)),
        drawing=draw(cast.items, chosen),
    )


async def edit_relation(visit: Visit) -> Response:
    """Show the form of a relation, empty for a new one.

    One that was sent is stored as a new version of the persona, or taken away.
    """
    character = await visit.services.characters.get(visit.world_id, visit.character_id)
    reader = sent_form(visit)
    key = visit.asked.text("to") if reader is None else reader.text("key")
    relation = _to(character, key)
    if reader is not None:
        typed = None if reader.text("do") == "delete" else _read(reader, relation)
        edit = partial(
            visit.services.characters.edit,
            world_id=visit.world_id,
            character_id=character.id,
            apply=partial(_with, key=key, typed=typed, etag=reader.text("etag")),
            key=visit.request_key,
        )
        if await reader.attempt(edit):
            return visit.to("w", visit.world_id, "relations", done="stored" if typed else "deleted")
    words = visit.studio.templates.words
    to = words("relations.new_to") if relation is None else relation.to
    return form_page(
        visit,
        FormKind.RELATION,
        await _fields(visit, character, relation),
        _values(relation),
        reader,
        name=words("relations.pair", name=character.name, to=to),
        etag=etag_of(relation),
        may_delete=relation is not None,
        note=(words("relations.note"),),
    )


def _with(before: Character, *, key: str, typed: Relation | None, etag: str) -> Character:
    """Return a character with a relation in the place of that of a key; None takes it away."""
    there = _to(before, key)
    if etag_of(there) != etag:
        raise Conflict("", Reason.ETAG_MISMATCH, kind="relation")
    known = before.persona.relations
    found = [typed if one is there else one for one in known]
    found += [typed] if there is None else []
    kept = tuple(one for one in found if one is not None)
    if len(kept) > limits.RELATIONS:
        raise InvalidInput("to", f"is one too many; keep at most {limits.RELATIONS}")
    return replace(before, persona=replace(before.persona, relations=kept))


def _key(relation: Relation) -> str:
    return relation.to_id or relation.to


def _to(character: Character, key: str) -> Relation | None:
    known = character.persona.relations
    return next((one for one in known if key and _key(one) == key), None)


def _matrix(people: Sequence[Character]) -> Iterator[RelationRow]:
    here = {str(one.id) for one in people}
    for one in people:
        found = {_key(each): each for each in one.persona.relations}
        yield RelationRow(
            one,
            tuple(found.get(str(each.id)) for each in people),
            tuple(each for key, each in found.items() if key not in here),
        )


def draw(people: Sequence[Character], chosen: str = "") -> Drawing:
    """Return the drawing of relations among people, of one character's alone if it is chosen."""
    known = {str(one.id) for one in people}
    pairs = [
        (str(one.id), each.to_id, each.affinity)
        for one in people
        for each in one.persona.relations
        if each.to_id in known and chosen in ("", one.id, each.to_id)
    ]
    named = {one for who, other, _ in pairs for one in (who, other)}
    shown = [one for one in people if one.id in named]
    radius = max(140, _STEP * len(shown) // 5)
    nodes: dict[str, Node] = {}
    for number, one in enumerate(shown):
        turn = 2 * math.pi * number / len(shown) - math.pi / 2
        across = math.cos(turn)
        nodes[str(one.id)] = Node(
            id=str(one.id),
            name=one.name,
            x=round(_MARGIN_X + radius + radius * across),
            y=round(_MARGIN_Y + radius + radius * math.sin(turn)),
            anchor="start" if across > -1e-9 else "end",
        )
    return Drawing(
        nodes=tuple(nodes.values()),
        edges=tuple(_edge(nodes[who], nodes[other], affinity) for who, other, affinity in pairs),
        width=2 * (_MARGIN_X + radius),
        height=2 * (_MARGIN_Y + radius),
    )


def _edge(one: Node, other: Node, affinity: int) -> Edge:
    """Return a curve, bent so that both directions can be seen."""
    bend = 0.12
    middle_x = (one.x + other.x) / 2 + bend * (other.y - one.y)
    middle_y = (one.y + other.y) / 2 - bend * (other.x - one.x)
    path = f"M{one.x} {one.y}Q{middle_x:.0f} {middle_y:.0f} {other.x} {other.y}"
    return Edge(path, "warm" if affinity > 0 else "cold" if affinity < 0 else "even")


async def _fields(
    visit: Visit, character: Character, relation: Relation | None
) -> tuple[FormField, ...]:
    told = (
        FormField(name="view", kind="area", longest=limits.VIEW),
        FormField(name="affinity", word="likes", kind="number", value="0"),
        FormField(name="key", kind="hidden", value="" if relation is None else _key(relation)),
    )
    if relation is not None:
        return told
    people = await visit.services.characters.people(visit.world_id)
    players = await visit.services.transcripts.players(visit.world_id)
    named = {character.id, *map(_key, character.persona.relations)}
    others = [(one, name) for one, name in people.names.items() if one not in named]
    elsewhere = (_ELSEWHERE, visit.studio.templates.words("relations.elsewhere"))
    return (
        FormField(
            name="to", word="to_whom", kind="choice", choices=(*others[: limits.PAGE], elsewhere)
        ),
        FormField(name="to_name", only="for-elsewhere"),
        FormField(
            name="player",
            longest=limits.IDENTIFIER,
            choices=tuple((one.id, one.name) for one in players),
            only="for-elsewhere",
        ),
        *told,
    )


def _values(relation: Relation | None) -> dict[str, str]:
    if relation is None:
        return {}
    return {"view": relation.view, "affinity": str(relation.affinity), "key": _key(relation)}


def _read(reader: FormReader, relation: Relation | None) -> Relation:
    """Return a relation as typed. A name that one character bears leads to that character."""
    view = reader.read(Relation, "view")
    affinity = reader.read(Relation, "affinity") or 0
    if relation is not None:
        return replace(relation, view=view, affinity=affinity)
    to, name, player = reader.text("to"), "", ""
    if to in ("", _ELSEWHERE):
        to, name = "", reader.read(Relation, "to", "to_name", is_needed=True)
        player = reader.text("player")
    return Relation(to=name, to_id=to or player, view=view, affinity=affinity)
