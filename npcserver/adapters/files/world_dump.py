"""Writing of world files; reading one back gives the same world."""

from collections.abc import Iterator, Sequence
from datetime import time

import yaml

from npcserver.adapters.files import characters, world_file
from npcserver.adapters.files.document import Plain
from npcserver.adapters.files.world_file import FORMAT
from npcserver.model.affordance import Affordance, Parameter
from npcserver.model.character import FallbackLine, People, Persona, Relation, SeedMemory
from npcserver.model.ids import PlaceId
from npcserver.model.model_use import MICROS, Budget
from npcserver.model.world import Place, World
from npcserver.model.worldfile import Role, WorldFile, parents_first


def dump_world(worldfile: WorldFile) -> str:
    """Return the YAML text of a world. Raises `ValueError` if a place is not in the tree."""
    world = worldfile.world
    content: dict[str, Plain] = {
        "format": FORMAT,
        "world": _world(world),
        "places": _places(worldfile.places),
        "affordances": [_affordance(affordance) for affordance in worldfile.affordances],
        "entities": [
            {"id": entity.id, "name": entity.name, "kind": entity.kind}
            for entity in worldfile.entities
        ],
        "characters": [
            _role(role, world.language, worldfile.people) for role in worldfile.characters
        ],
        "books": [world_file.dump_books(book) for book in worldfile.books],
    }
    return yaml.dump(
        _filled(content), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=96
    )


class _Dumper(yaml.SafeDumper):
    """Writes YAML as people do: texts of several lines as blocks, and no aliases."""

    def ignore_aliases(self, _data: object) -> bool:
        return True


def _represent_text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    # An indented first line needs an indentation indicator, which few people know.
    style = "|" if "\n" in text and not text.startswith((" ", "\n", "\t")) else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _represent_text)


def _filled(value: Plain) -> Plain:
    if isinstance(value, list):
        return [_filled(item) for item in value]
    if isinstance(value, dict):
        kept = {key: _filled(field) for key, field in value.items()}
        return {key: field for key, field in kept.items() if field not in ("", [], {})}
    return value


def _world(world: World) -> Plain:
    gossip: dict[str, Plain] = {"gossip": True} if world.has_gossip else {}
    return {
        "id": str(world.id),
        "name": world.name,
        "description": world.description,
        "start_time": world.start_time.replace(tzinfo=None).isoformat(),
        "language": world.language,
        "budget": _budget(world.budget),
        **gossip,
        "disclosure": _local_texts(world),
    }


def _local_texts(world: World) -> Plain:
    """Return the texts by language; the text alone where there is only that of the world's."""
    texts: dict[str, Plain] = {one.language: one.text for one in world.disclosures}
    return texts[world.language] if list(texts) == [world.language] else texts


def _budget(budget: Budget) -> Plain:
    limits = {"calls": budget.calls, "tokens": budget.tokens}
    kept: dict[str, Plain] = {name: limit for name, limit in limits.items() if limit}
    if budget.micros:
        kept["money"] = _number(budget.micros / MICROS)
    return kept


def _places(places: Sequence[Place]) -> list[Plain]:
    parts: dict[PlaceId, list[Plain]] = {place.id: [] for place in places}
    roots: list[Plain] = []
    for place in parents_first(places):
        siblings = roots if place.parent_id is None else parts[place.parent_id]
        siblings.append(_place(place, parts[place.id]))
    return roots


def _place(place: Place, parts: list[Plain]) -> Plain:
    fields: dict[str, Plain] = {
        "id": str(place.id),
        "name": place.name,
        "description": place.description,
    }
    if place.hours is not None:
        fields["hours"] = f"{_clock(place.hours.opens)}-{_clock(place.hours.closes)}"
    if place.capacity is not None:
        fields["capacity"] = place.capacity
    fields["owners"] = [str(owner) for owner in place.owner_ids]
    fields["objects"] = list(place.objects)
    fields["prices"] = {one.ware: one.price for one in place.prices}
    fields["places"] = parts  # filled while the places that follow are written
    return fields


def _clock(moment: time) -> str:
    has_seconds = moment.second or moment.microsecond
    return moment.isoformat() if has_seconds else moment.isoformat(timespec="minutes")


def _affordance(affordance: Affordance) -> Plain:
    fields: dict[str, Plain] = {"name": affordance.name, "description": affordance.description}
    if affordance.max_uses != 1:
        fields["max_uses"] = affordance.max_uses
    fields["parameters"] = [_parameter(parameter) for parameter in affordance.parameters]
    return fields


def _parameter(parameter: Parameter) -> Plain:
    fields: dict[str, Plain] = {
        "name": parameter.name,
        "type": parameter.type.value,
        "description": parameter.description,
    }
    if not parameter.required:
        fields["required"] = False
    for key, bound in (("min", parameter.minimum), ("max", parameter.maximum)):
        if bound is not None:
            fields[key] = _number(bound)
    fields["options"] = list(parameter.options)
    fields["kinds"] = list(parameter.entity_kinds)
    return fields


def _number(number: float) -> Plain:
    """Return a whole number as int, other numbers unchanged."""
    return int(number) if number == int(number) and abs(number) < 1e15 else number


def _role(role: Role, world_language: str, people: People) -> Plain:
    fields: dict[str, Plain] = {"id": str(role.id), "name": role.persona.name}
    if role.place_id is not None:
        fields["place"] = str(role.place_id)
    fields["knows"] = [str(place_id) for place_id in role.knows]
    fields.update(_persona(role.persona, people))
    if role.persona.language != world_language:
        fields["language"] = role.persona.language
    fields["memories"] = [_memory(memory) for memory in role.memories]
    return fields


def _persona(persona: Persona, people: People) -> Iterator[tuple[str, Plain]]:
    if persona.age is not None:
        yield "age", persona.age
    yield "traits", persona.traits
    yield "background", persona.background
    yield "currently", persona.currently
    yield "lifestyle", persona.lifestyle
    yield "daily_plan", persona.daily_plan
    yield "voice", persona.voice
    yield "goals", list(persona.goals)
    yield ("relations", [_relation(relation, people) for relation in persona.relations])
    yield "greetings", list(persona.greetings)
    yield "fallback_lines", [_fallback_line(line) for line in persona.fallback_lines]
    if persona.is_deaf:
        yield "deaf", True
    if persona.is_blind:
        yield "blind", True


def _relation(relation: Relation, people: People) -> Plain:
    """Return a relation: `to` is the id of a character, or the name of a player with an id."""
    is_player = relation.to_id not in people.names
    return {
        "to": relation.to if is_player else relation.to_id,
        "player": relation.to_id if is_player else "",
        "view": relation.view,
        "affinity": relation.affinity,
    }


def _fallback_line(line: FallbackLine) -> Plain:
    return {"text": line.text, "emotion": line.emotion}


def _memory(memory: SeedMemory) -> Plain:
    if memory.importance is None and memory.secret is None:
        return memory.text
    fields: dict[str, Plain] = {"text": memory.text}
    if memory.importance is not None:
        fields["importance"] = memory.importance
    if memory.secret is not None:
        fields["secret"] = characters.dump_secret(memory.secret, memory.text)
    return fields
