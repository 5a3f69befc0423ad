"""Draft files: what drafts change, as YAML that is read by people and kept in git."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, Final

from npcserver.adapters.files import characters
from npcserver.adapters.files.document import (
    MappingNode,
    Node,
    Plain,
    Problems,
    ScalarNode,
    SequenceNode,
)
from npcserver.adapters.files.fields import Field, IdRegistry, Table, root_table
from npcserver.adapters.files.world_dump import (
    dump_affordance,
    dump_role,
    dump_yaml,
    without_empty,
)
from npcserver.adapters.files.world_file import dump_book, read_affordance, read_book
from npcserver.model import limits
from npcserver.model.character import People, Persona
from npcserver.model.draft import DraftKind, DraftSubject, Version
from npcserver.model.ids import CharacterId, WorldId
from npcserver.model.worldfile import ContentPatch, DraftPatch, Role

FORMAT = "npcserver/draft/1"
_KEYS = {"is_deaf": "deaf", "is_blind": "blind"}
_ELSEWHERE = ("place", "knows", "memories")
_MOST_VERSIONS = 2**31 - 1
_FILE = "draft.yaml"


@dataclass(frozen=True, slots=True)
class _Section:
    """The list of one kind of drafts; `named_by` and `version` are keys of its items.

    `stubs` stand for keys that a world file must have, and a draft that leaves them need not.
    """

    kind: DraftKind
    most: int
    named_by: str
    version: str
    names: tuple[str, ...]
    stubs: Callable[[str], dict[str, Node]]
    dump: Callable[[ContentPatch, str, People], dict[str, Plain]]
    read: Callable[[Table, WorldId, str, People], Any]


_STUB = ScalarNode(0, "-")
_SECTIONS: Final = {
    "characters": _Section(
        kind=DraftKind.PERSONA,
        most=limits.CHARACTERS,
        named_by="id",
        version="version",
        names=tuple(one.name for one in fields(Persona)),
        stubs=lambda identifier: {"name": ScalarNode(0, identifier)},
        dump=lambda patch, language, people: dump_role(
            Role(id=CharacterId(patch.subject.id), persona=patch.content), language, people
        ),
        read=lambda table, _, language, people: (
            characters.read_character(table, language, (), people).persona
        ),
    ),
    "books": _Section(
        kind=DraftKind.BOOK,
        most=limits.BOOKS,
        named_by="id",
        version="etag",
        names=("title", "author", "shelf", "readers", "chapters"),
        stubs=lambda _: {
            "title": _STUB,
            "chapters": SequenceNode(0, (MappingNode(0, (("text", 0, _STUB),)),)),
        },
        dump=lambda patch, *_: dump_book(patch.content),
        read=lambda table, world_id, _, people: read_book(
            table, IdRegistry("book"), world_id, people, None
        ),
    ),
    "affordances": _Section(
        kind=DraftKind.AFFORDANCE,
        most=limits.AFFORDANCES,
        named_by="name",
        version="etag",
        names=("description", "parameters", "max_uses"),
        stubs=lambda _: {},
        dump=lambda patch, *_: dump_affordance(patch.content),
        read=lambda table, *_: read_affordance(table),
    ),
}


def dump_draft(patch: DraftPatch, language: str, people: People) -> str:
    """Return a patch as the text of a file; a field that is emptied stands there as null."""
    content: dict[str, Plain] = {"format": FORMAT, "world": str(patch.world_id)}
    for key, section in _SECTIONS.items():
        found: list[Plain] = []
        for one in patch.contents:
            if one.subject.kind is section.kind:
                whole = section.dump(one, language, people)
                head: dict[str, Plain] = {
                    section.named_by: one.subject.id,
                    section.version: one.version,
                }
                said = {_key(it): without_empty(whole.get(_key(it))) or None for it in one.fields}
                found.append({**{name: it for name, it in head.items() if it}, **said})
        if found:
            content[key] = found
    return dump_yaml(content)


def parse_draft(text: str, language: str, people: People) -> DraftPatch:
    """Return the patch of a text. Raises `BrokenFile` with all its problems."""
    problems = Problems(_FILE)
    table = root_table(text, problems, FORMAT)
    world = WorldId(table.text("world", limits.IDENTIFIER, is_required=True, is_one_line=True))
    found: dict[DraftSubject, ContentPatch] = {}
    for key, section in _SECTIONS.items():
        for item in table.items(key, section.most):
            one = _patch(item, section, world, language, people)
            if one is not None and one.subject in found:
                item.wrong(f"{one.subject.id!r} stands here twice; keep one")
            elif one is not None:
                found[one.subject] = one
    if not found:
        table.wrong("has nothing that is changed; export a draft to see one", "characters")
    table.finish()
    problems.raise_if_any()
    return DraftPatch(world_id=world, contents=tuple(found.values()))


def _patch(
    item: Field, section: _Section, world_id: WorldId, language: str, people: People
) -> ContentPatch | None:
    table = item.table()
    if table is None or not isinstance(item.node, MappingNode):
        return None
    written = table.get(section.named_by, is_required=True)
    is_persona = section.kind is DraftKind.PERSONA
    identifier = ""
    if written is not None and is_persona:
        identifier = written.one_of(people.names) or ""
    elif written is not None:
        identifier = written.text(limits.IDENTIFIER, is_one_line=True)
    version: Version = (
        table.integer("version", 1, _MOST_VERSIONS) or 0
        if is_persona
        else table.text("etag", limits.IDENTIFIER, is_one_line=True)
    )
    for key in _ELSEWHERE:
        if is_persona and key in table.written:
            table.wrong("is no part of a persona; change it in the world", key)
    said = tuple(one for one in section.names if _key(one) in table.written)
    if not identifier:
        return None
    whole = _whole(item.node, section, identifier, table)
    content = section.read(whole, world_id, language, people)
    return ContentPatch(DraftSubject(section.kind, identifier), version, content, said)


def _whole(node: MappingNode, section: _Section, identifier: str, table: Table) -> Table:
    """Return an item as a world file has it: with what must be there, without a version."""
    left_out = {section.version, *(_ELSEWHERE if section.kind is DraftKind.PERSONA else ())}
    kept = tuple(
        (key, line, value)
        for key, line, value in node.entries
        if key not in left_out and not (isinstance(value, ScalarNode) and value.is_null)
    )
    stubs = section.stubs(identifier).items()
    kept += tuple((key, table.line, one) for key, one in stubs if key not in table.written)
    return Table(MappingNode(node.line, kept), table.path, table.line, table.problems)


def _key(name: str) -> str:
    return _KEYS.get(name, name)
