"""The affordances and entities of a world file."""

import re

from npcserver.adapters.files.fields import Table
from npcserver.model import affordance as rules
from npcserver.model import limits
from npcserver.model.affordance import Affordance, Entity, Parameter, ParameterType

# Paths of `affordance.check`, and the names of its fields in a file.
_PARAMETER = re.compile(r"parameters\[(\d+)\]\.(\w+)")
_KEYS = {"minimum": "min", "maximum": "max", "entity_kinds": "kinds"}


def read_affordances(table: Table) -> tuple[Affordance, ...]:
    """Return the affordances of a file."""
    found: list[Affordance] = []
    lines: dict[str, int] = {}
    for part in table.tables("affordances", limits.AFFORDANCES):
        affordance = _affordance(part)
        if affordance.name in lines:
            part.wrong(f"{affordance.name!r} stands in line {lines[affordance.name]} too", "name")
        lines.setdefault(affordance.name, part.line)
        found.append(affordance)
    return tuple(found)


def _affordance(table: Table) -> Affordance:
    found_before = table.problems.count
    name = table.text("name", limits.NAME, is_required=True, is_one_line=True)
    parts = [(part, _parameter(part)) for part in table.tables("parameters", limits.PARAMETERS)]
    uses = table.integer("max_uses", 1, limits.USES)
    affordance = Affordance(
        name=name,
        description=table.text("description", limits.DESCRIPTION),
        parameters=tuple(parameter for _, parameter in parts),
        max_uses=1 if uses is None else uses,
    )
    table.finish()
    if table.problems.count == found_before:
        for path, problem in rules.check(affordance):
            match = _PARAMETER.fullmatch(path)
            part, key = (parts[int(match[1])][0], match[2]) if match else (table, path)
            part.wrong(problem, _KEYS.get(key, key))
    return affordance


def _parameter(table: Table) -> Parameter:
    name = table.text("name", limits.NAME, is_required=True, is_one_line=True)
    written = table.get("type", is_required=True)
    kind = None if written is None else written.choice([kind.value for kind in ParameterType])
    required = table.get("required")
    claim = None if required is None else required.claim()
    low, high = table.get("min"), table.get("max")
    parameter = Parameter(
        name=name,
        type=ParameterType.STRING if kind is None else ParameterType(kind),
        description=table.text("description", limits.VIEW),
        required=True if claim is None else claim,
        minimum=None if low is None else low.number(),
        maximum=None if high is None else high.number(),
        options=table.texts("options", limits.NAME, limits.OPTIONS, is_one_line=True),
        entity_kinds=table.texts("kinds", limits.NAME, limits.OPTIONS, is_one_line=True),
    )
    table.finish()
    return parameter


def read_entities(table: Table) -> tuple[Entity, ...]:
    """Return the entities of a file; their ids come from the game and may be any short text."""
    found: list[Entity] = []
    lines: dict[str, int] = {}
    for part in table.tables("entities", limits.ENTITIES):
        entity = Entity(
            id=part.text("id", limits.IDENTIFIER, is_required=True, is_one_line=True),
            name=part.text("name", limits.NAME, is_required=True, is_one_line=True),
            kind=part.text("kind", limits.NAME, is_one_line=True),
        )
        if entity.id in lines:
            part.wrong(f"{entity.id!r} is the id of the entity in line {lines[entity.id]}", "id")
        lines.setdefault(entity.id, part.line)
        found.append(entity)
        part.finish()
    return tuple(found)
