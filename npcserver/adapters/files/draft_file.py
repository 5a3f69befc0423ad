"""Draft files: what drafts change of personas, as YAML that is read by people and kept in git."""

from dataclasses import fields

from npcserver.adapters.files import characters
from npcserver.adapters.files.document import MappingNode, Plain, Problems, ScalarNode
from npcserver.adapters.files.fields import Field, Table, root_table
from npcserver.adapters.files.world_dump import dump_role, dump_yaml, without_empty
from npcserver.model import limits
from npcserver.model.character import People, Persona
from npcserver.model.ids import CharacterId, WorldId
from npcserver.model.worldfile import DraftPatch, PersonaPatch, Role

FORMAT = "npcserver/draft/1"
_KEYS = {"is_deaf": "deaf", "is_blind": "blind"}
_ELSEWHERE = ("place", "knows", "memories")
_MOST_VERSIONS = 2**31 - 1
_FILE = "draft.yaml"


def dump_draft(patch: DraftPatch, language: str, people: People) -> str:
    """Return a patch as the text of a file; a field that is emptied stands there as null."""
    found: list[Plain] = []
    for one in patch.characters:
        whole = dump_role(Role(id=one.character_id, persona=one.persona), language, people)
        said = {
            _key(name): without_empty(whole.get(_key(name))) or None
            for name in (field.name for field in fields(Persona))
            if name in one.fields
        }
        found.append({"id": str(one.character_id), "version": one.version, **said})
    return dump_yaml({"format": FORMAT, "world": str(patch.world_id), "characters": found})


def parse_draft(text: str, language: str, people: People) -> DraftPatch:
    """Return the patch of a text. Raises `BrokenFile` with all its problems."""
    problems = Problems(_FILE)
    table = root_table(text, problems, FORMAT)
    world = table.text("world", limits.IDENTIFIER, is_required=True, is_one_line=True)
    found: dict[str, PersonaPatch] = {}
    for item in table.items("characters", limits.CHARACTERS):
        one = _persona(item, language, people)
        if one is not None and one.character_id in found:
            item.wrong(f"{one.character_id!r} stands here twice; keep one")
        elif one is not None:
            found[one.character_id] = one
    if not found:
        table.wrong("has no character with a change; export a draft to see one", "characters")
    table.finish()
    problems.raise_if_any()
    return DraftPatch(world_id=WorldId(world), characters=tuple(found.values()))


def _persona(item: Field, language: str, people: People) -> PersonaPatch | None:
    table = item.table()
    if table is None or not isinstance(item.node, MappingNode):
        return None
    written = table.get("id", is_required=True)
    identifier = "" if written is None else written.one_of(people.names) or ""
    version = table.integer("version", 1, _MOST_VERSIONS)
    for key in _ELSEWHERE:
        if key in table.written:
            table.wrong("is no part of a persona; change it in the world", key)
    said = [one for one in fields(Persona) if _key(one.name) in table.written]
    if not identifier:
        return None
    persona = characters.read_character(
        _without_head(item.node, identifier, table), language, (), people
    ).persona
    names = tuple(one.name for one in said)
    return PersonaPatch(CharacterId(identifier), version or 0, persona, names)


def _without_head(node: MappingNode, identifier: str, table: Table) -> Table:
    """Return a character as a world file has it: with an id and a name, and without a version."""
    kept = tuple(one for one in node.entries if one[0] not in ("version", *_ELSEWHERE))
    if "name" not in table.written:
        kept += (("name", table.line, ScalarNode(table.line, identifier)),)
    return Table(MappingNode(node.line, kept), table.path, table.line, table.problems)


def _key(name: str) -> str:
    return _KEYS.get(name, name)
