"""Writing of world files; reading one back gives the same world."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import time

import yaml

from npcserver.adapters.files import characters, world_file
from npcserver.adapters.files.axes import dump_axes
from npcserver.adapters.files.document import Plain, plain_value, written
from npcserver.adapters.files.world_file import FORMAT
from npcserver.model import limits
from npcserver.model.affordance import Affordance, Parameter
from npcserver.model.calendar import HOURS, Calendar
from npcserver.model.character import People, Relation, SeedMemory
from npcserver.model.ids import PlaceId
from npcserver.model.model_use import MICROS
from npcserver.model.world import Place, World
from npcserver.model.worldfile import Role, WorldFile, parents_first


def dump_files(worldfile: WorldFile, name: str, most: int = limits.FILE_BYTES) -> dict[str, str]:
    """Return the YAML texts of a world by file name, the file that includes the others last.

    One file called `name`, such as `mill.yaml`, unless it would have more bytes than `most`.
    """
    whole, roles = dump_world(worldfile), worldfile.characters
    if len(whole.encode()) <= most and len(roles) <= limits.CHARACTERS:
        return {name: whole}
    people, language = worldfile.people, worldfile.world.language
    parts: list[list[str]] = [[]]
    size = 0
    for role in roles:
        text = _text([dump_role(role, language, people)])
        size += len(text.encode())
        if size > most // 2:
            parts.append([])
            size = len(text.encode())
        parts[-1].append(text)
    stem, _, ending = name.rpartition(".")
    names = [f"{stem}-{number}.{ending}" for number in range(1, len(parts) + 1)]
    files = {one: "characters:\n" + "".join(part) for one, part in zip(names, parts, strict=True)}
    rest = replace(worldfile, characters=())
    return files | {name: dump_world(rest, include=names)}


def dump_world(worldfile: WorldFile, include: Sequence[str] = ()) -> str:
    """Return the YAML text of a world. Raises `ValueError` if a place is not in the tree."""
    world, people = worldfile.world, worldfile.people
    content: dict[str, Plain] = {
        "format": FORMAT,
        "world": _world(world),
        "include": list(include),
        "places": _places(worldfile.places),
        "affordances": [dump_affordance(affordance) for affordance in world.affordances],
        "entities": [written(entity, "id name kind") for entity in world.entities],
        "characters": [dump_role(role, world.language, people) for role in worldfile.characters],
        "books": [world_file.dump_book(book) for book in worldfile.books],
    }
    return _text(content)


def _text(content: Plain) -> str:
    return dump_yaml(without_empty(content))


def dump_yaml(content: Plain) -> str:
    """Return content as YAML."""
    return yaml.dump(content, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=96)


class _Dumper(yaml.SafeDumper):
    """Writes YAML as people do: texts of several lines as blocks, and no aliases."""

    def ignore_aliases(self, _data: object) -> bool:
        return True


def _represent_text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    # An indented first line needs an indentation indicator, which few people know.
    style = "|" if "\n" in text and not text.startswith((" ", "\n", "\t")) else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _represent_text)


def without_empty(value: Plain) -> Plain:
    """Return content without the keys whose values are empty."""
    if isinstance(value, list):
        return [without_empty(item) for item in value]
    if isinstance(value, dict):
        kept = {key: without_empty(field) for key, field in value.items()}
        return {key: field for key, field in kept.items() if field not in (None, "", [], {})}
    return value


def _world(world: World) -> Plain:
    return {
        **written(world, "id name description"),
        "start_time": world.start_time.replace(tzinfo=None).isoformat(),
        "language": world.language,
        "budget": {
            "calls": world.budget.calls or None,
            "tokens": world.budget.tokens or None,
            "money": plain_value(world.budget.micros / MICROS) or None,
        },
        **written(world, "gossip=has_gossip"),
        "disclosure": _local_texts(world),
        "calendar": _calendar(world.calendar),
        "axes": dump_axes(world.axes),
    }


def _calendar(calendar: Calendar) -> Plain:
    return {
        **written(calendar, "months weekdays"),
        "eras": [written(one, "name from=first_year") for one in calendar.eras],
        "hours": None if calendar.hours_in_day == HOURS else calendar.hours_in_day,
    }


def _local_texts(world: World) -> Plain:
    """Return the texts by language; the text alone where there is only that of the world's."""
    texts: dict[str, Plain] = {one.language: one.text for one in world.disclosures}
    return texts[world.language] if list(texts) == [world.language] else texts


def _places(places: Sequence[Place]) -> list[Plain]:
    parts: dict[PlaceId, list[Plain]] = {place.id: [] for place in places}
    roots: list[Plain] = []
    for place in parents_first(places):
        siblings = roots if place.parent_id is None else parts[place.parent_id]
        siblings.append(_place(place, parts[place.id]))
    return roots


def _place(place: Place, parts: list[Plain]) -> Plain:
    hours = place.hours
    return {
        **written(place, "id name description"),
        "hours": None if hours is None else f"{_clock(hours.opens)}-{_clock(hours.closes)}",
        **written(place, "capacity owners=owner_ids objects"),
        "prices": {one.ware: one.price for one in place.prices},
        **written(place, "walls"),
        "places": parts,  # filled while the places that follow are written
    }


def _clock(moment: time) -> str:
    has_seconds = moment.second or moment.microsecond
    return moment.isoformat() if has_seconds else moment.isoformat(timespec="minutes")


def dump_affordance(affordance: Affordance) -> dict[str, Plain]:
    """Return an affordance as it stands in a file."""
    return {
        **written(affordance, "name description"),
        "max_uses": None if affordance.max_uses == 1 else affordance.max_uses,
        "parameters": [_parameter(parameter) for parameter in affordance.parameters],
    }


def _parameter(parameter: Parameter) -> Plain:
    return {
        **written(parameter, "name type description"),
        "required": None if parameter.required else False,
        **written(parameter, "min=minimum max=maximum options kinds=entity_kinds"),
    }


def dump_role(role: Role, world_language: str, people: People) -> dict[str, Plain]:
    """Return a character as it stands in a file."""
    persona = role.persona
    return {
        "id": str(role.id),
        "name": persona.name,
        **written(role, "place=place_id knows"),
        **written(persona, "age traits background currently lifestyle daily_plan voice goals"),
        "relations": [_relation(relation, people) for relation in persona.relations],
        **written(persona, "greetings"),
        "fallback_lines": [written(line, "text emotion") for line in persona.fallback_lines],
        "beats": [written(beat, "key tell=fact flag within line") for beat in persona.beats],
        **written(persona, "deaf=is_deaf blind=is_blind"),
        "language": None if persona.language == world_language else persona.language,
        "memories": [_memory(memory) for memory in role.memories],
    }


def _relation(relation: Relation, people: People) -> Plain:
    """Return a relation: `to` is the id of a character, or the name of a player with an id."""
    is_player = relation.to_id not in people.names
    return {
        "to": relation.to if is_player else relation.to_id,
        "player": relation.to_id if is_player else "",
        **written(relation, "view affinity"),
    }


def _memory(memory: SeedMemory) -> Plain:
    if memory.importance is None and memory.secret is None:
        return memory.text
    return {
        **written(memory, "text importance"),
        "secret": characters.dump_secret(memory.secret, memory.text),
    }
