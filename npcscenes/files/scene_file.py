"""Scene files, version 1: a group chat before its first line (`docs/scenes.md`)."""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path, PurePath
from types import MappingProxyType
from typing import TypeVar

from npcscenes.files import scene_members
from npcserver.adapters.files import characters
from npcserver.adapters.files.document import (
    MappingNode,
    Node,
    Plain,
    Problems,
    ScalarNode,
    did_you_mean,
    read_text,
    read_yaml,
)
from npcserver.adapters.files.fields import Field, IdRegistry, Table, root_table
from npcserver.adapters.files.world_dump import dump_yaml
from npcserver.language import text
from npcserver.model import limits
from npcserver.model.group.script import (
    Ballot,
    Camp,
    Candidate,
    Course,
    Member,
    Resource,
    Script,
    Stage,
    VoteRule,
    WinRule,
)

E = TypeVar("E", bound=StrEnum)


def read_resources(table: Table, members: Sequence[Member]) -> tuple[Resource, ...]:
    """Return the resources of a file in the order written."""
    ids = IdRegistry("resource")
    owners = [member.id for member in members if member.id]
    return tuple(
        _resource(part, ids, owners) for part in table.tables("resources", limits.SCENE_RESOURCES)
    )


def _resource(table: Table, ids: IdRegistry, owners: Sequence[str]) -> Resource:
    name = table.text("name", limits.NAME, is_required=True, is_one_line=True)
    owner = table.one_of("owner", owners)
    impact = table.integer("impact", 0, limits.SCENE_IMPACT) or 0
    if impact and table.get("owner") is None:
        table.wrong("weighs for nobody; add an `owner`, or leave `impact` out", "impact")
    resource = Resource(
        id=ids.authored_id(table, name),
        name=name,
        owner=owner or "",
        impact=impact,
        topics=table.texts("topics", limits.NAME, limits.SCENE_TOPICS, is_one_line=True),
        description=table.text("description", limits.DESCRIPTION),
    )
    table.finish()
    return resource


ROUND_STAGES = tuple(stage for stage in Stage if stage is not Stage.SETTLEMENT)
_REFUSED_STAGES = {
    Stage.SETTLEMENT.value: "comes by itself, once, after the last round; leave it out"
}
_CHATS = (Stage.PRIVATE_CHAT, Stage.CONFIDENTIAL_MEETING, Stage.GROUP_CHAT)


def read_course(table: Table) -> Course:
    """Return the course of a file; keys that are missing keep their defaults."""
    plain = Course()
    inner = table.table("course")
    if inner is None:
        return plain
    chats = _chat_rounds(inner)
    course = Course(
        rounds=inner.integer("rounds", 1, limits.SCENE_ROUNDS) or plain.rounds,
        stages=_named(inner, "stages", "stage", ROUND_STAGES, _REFUSED_STAGES) or plain.stages,
        private_rounds=chats.get(Stage.PRIVATE_CHAT, plain.private_rounds),
        meeting_rounds=chats.get(Stage.CONFIDENTIAL_MEETING, plain.meeting_rounds),
        group_rounds=chats.get(Stage.GROUP_CHAT, plain.group_rounds),
        most_calls=inner.integer("most_calls", 0, limits.CALLS) or 0,
        has_thinking=inner.claim("thinking", default=plain.has_thinking),
        has_memory=inner.claim("memory", default=plain.has_memory),
        has_summaries=inner.claim("summaries", default=plain.has_summaries),
    )
    inner.finish()
    return course


def _named(
    table: Table,
    key: str,
    what: str,
    known: Sequence[E],
    refused: Mapping[str, str] = MappingProxyType({}),
) -> tuple[E, ...]:
    """Return the members that a list names, each once; `refused` are problems of other words."""
    field = table.get(key)
    if field is None:
        return ()
    members = {one.value: one for one in known}
    lines: dict[str, int] = {}
    for item in field.items(2 * len(members)):
        written = item.scalar(f"a {what}")
        if written is None:
            continue
        if written in refused:
            item.wrong(refused[written])
        elif written not in members:
            item.wrong(f"{written[:40]!r} is no {what}; {did_you_mean(written, members)}")
        elif written in lines:
            item.wrong(f"{written!r} stands in line {lines[written]} too; remove one")
        else:
            lines[written] = item.line
    if field.is_list and not lines:
        field.wrong(f"names no {what}; name one, or leave the key out for all four")
    return tuple(members[word] for word in lines)


def _chat_rounds(table: Table) -> dict[Stage, int]:
    inner = table.table("chat_rounds")
    if inner is None:
        return {}
    found = {stage: inner.integer(stage.value, 1, limits.CHAT_ROUNDS) for stage in _CHATS}
    inner.finish()
    return {stage: rounds for stage, rounds in found.items() if rounds is not None}


_LEAST_CANDIDATES = 2
_BY_DECIDER = (WinRule.DECIDER, WinRule.DECIDER_OR_PLURALITY)


def read_ballot(
    table: Table, members: Sequence[Member], camps: Sequence[Camp], language: str
) -> Ballot:
    """Return the ballot of a file; by default a plurality chooses among the principals."""
    inner = table.table("ballot")
    question = text("scenes", "question", language)
    if inner is None:
        return Ballot(question=question, candidates=_default(members), win=WinRule.PLURALITY)
    wrong_before = table.problems.count
    candidates = _candidates(inner, members, [camp.id for camp in camps if camp.id])
    are_sound = table.problems.count == wrong_before
    win = inner.choice("win", WinRule) if inner.get("win") else WinRule.PLURALITY
    ballot = Ballot(
        question=inner.text("question", limits.VIEW) or question,
        candidates=candidates,
        rules=_named(inner, "rules", "vote rule", tuple(VoteRule)) or tuple(VoteRule),
        win=win or WinRule.PLURALITY,
        decider=_decider(inner, win, members, candidates if are_sound else None),
        may_abstain=inner.claim("abstain"),
    )
    inner.finish()
    return ballot


def _default(members: Sequence[Member]) -> tuple[Candidate, ...]:
    """Return the principals, or all members if there are fewer than two principals."""
    principals = [member for member in members if member.is_principal]
    chosen = principals if len(principals) >= _LEAST_CANDIDATES else members
    return tuple(_of(member) for member in chosen)


def _of(member: Member) -> Candidate:
    return Candidate(id=member.id, name=member.name, camp=member.camp, member=member.id)


def _candidates(
    table: Table, members: Sequence[Member], camp_ids: Sequence[str]
) -> tuple[Candidate, ...]:
    field = table.get("candidates")
    if field is None:
        return _default(members)
    wrong_before = table.problems.count
    found = tuple(_each_candidate(field, members, camp_ids))
    if len(found) < _LEAST_CANDIDATES and table.problems.count == wrong_before:
        field.wrong(f"must hold at least {_LEAST_CANDIDATES}; there is nothing to choose otherwise")
    return found


def _each_candidate(
    field: Field, members: Sequence[Member], camp_ids: Sequence[str]
) -> Iterator[Candidate]:
    by_id = {member.id: member for member in members if member.id}
    names = {member.name: member.id for member in members if member.name}
    ids = IdRegistry("candidate")
    seen: dict[str, int] = {}
    for item in field.items(limits.CANDIDATES):
        part = None if item.is_scalar else item.table()
        if part is not None:
            candidate = _own(part, ids, by_id, names, camp_ids)
        else:
            member_id = item.one_of(by_id) if item.is_scalar else None
            if member_id not in by_id:
                continue
            candidate = _of(by_id[member_id])
        if candidate.member and candidate.id in seen:
            item.wrong(f"{candidate.id!r} stands in line {seen[candidate.id]} too; remove one")
        seen.setdefault(candidate.id, item.line)
        yield candidate


def _own(
    table: Table,
    ids: IdRegistry,
    by_id: dict[str, Member],
    names: dict[str, str],
    camp_ids: Sequence[str],
) -> Candidate:
    name = table.text("name", limits.NAME, is_required=True, is_one_line=True)
    candidate_id = ids.authored_id(table, name)
    if candidate_id in by_id:
        table.wrong(f"{candidate_id!r} is a member; write `{candidate_id}` and nothing more", "id")
    elif name in names:
        table.wrong(f"{name!r} is a member; write `{names[name]}` and nothing more", "name")
    elif name:
        names[name] = candidate_id
    camp = table.one_of("camp", camp_ids)
    table.finish()
    return Candidate(id=candidate_id, name=name, camp=camp or "")


def _decider(
    table: Table,
    win: WinRule | None,
    members: Sequence[Member],
    candidates: Sequence[Candidate] | None,
) -> str:
    field = table.get("decider", is_required=win in _BY_DECIDER)
    if field is None:
        return ""
    known = [member.id for member in members if member.id]
    decider = field.one_of(known) or ""
    if win in (WinRule.NOBODY, WinRule.PLURALITY):
        field.wrong(
            f"has nothing to decide where `win` is {win.value}; write `win: decider` or "
            "`win: decider_or_plurality`, or leave this out"
        )
    elif (
        win is WinRule.DECIDER_OR_PLURALITY
        and candidates is not None
        and decider in known
        and decider not in {candidate.member for candidate in candidates}
    ):
        field.wrong(
            f"{decider!r} is no candidate, so it could never leave the choice to the others; "
            "make it one, or write `win: decider`"
        )
    return decider


FORMAT = "npcserver/scene/1"
_PACKAGE = Path(__file__).resolve().parents[1]
_FOLDERS = (
    _PACKAGE / "_shipped" / "scenes",  # in a wheel
    _PACKAGE.parent / "worlds" / "scenes",  # in a checkout
)


def shipped_scenes() -> dict[str, Path]:
    """Return the scene files that ship with the server, by id."""
    for folder in _FOLDERS:
        files = {file.stem: file for file in sorted(folder.glob("*.yaml"))}
        if files:
            return files
    return {}


def load_scene(path: Path) -> Script:
    """Read a scene file. Raises `BrokenFile` with all its problems."""
    return parse_scene(read_text(path, Problems(str(path))), str(path))


def parse_scene(text: str, file: str) -> Script:
    """Read the text of a scene file; messages call it `file`. Raises `BrokenFile`.

    A scene without a title is named after its file.
    """
    problems = Problems(file)
    table = root_table(text, problems, FORMAT)
    words = PurePath(file).stem.replace("-", " ").replace("_", " ").strip()
    script = _script(table, (words[:1].upper() + words[1:])[: limits.NAME] or "Scene")
    table.finish()
    problems.raise_if_any()
    return script


def read_fields(text: str, file: str) -> Plain:
    """Return what stands in a scene file: all values as texts, None for those left empty.

    Nothing is checked but that it is YAML. Raises `BrokenFile`.
    """
    problems = Problems(file)
    fields = _fields(read_yaml(text, problems))
    problems.raise_if_any()
    return fields


def _fields(node: Node) -> Plain:
    if isinstance(node, ScalarNode):
        return None if node.is_null else node.text
    if isinstance(node, MappingNode):
        return {key: _fields(value) for key, _, value in node.entries}
    return [_fields(one) for one in node.items]


def write_fields(fields: Mapping[str, Plain]) -> str:
    """Return the text of a scene file in which these fields stand."""
    return dump_yaml({"format": FORMAT, **fields})


def _script(table: Table, default_title: str) -> Script:
    inner = table.table("scene", is_required=True)
    title, language = default_title, "en"
    scene_id, premise, opening = "", "", ""
    if inner is not None:
        title = inner.text("title", limits.NAME, is_one_line=True) or default_title
        language = characters.read_language(inner, "en")
        scene_id = IdRegistry("scene").authored_id(inner, title)
        premise = inner.text("premise", limits.DESCRIPTION, is_required=True)
        opening = inner.text("opening", limits.UTTERANCE)
        inner.finish()
    camps, members = scene_members.read_members(table)
    resources = read_resources(table, members)
    ties = scene_members.read_ties(table, members)
    course = read_course(table)
    return Script(
        id=scene_id,
        title=title,
        premise=premise,
        opening=opening,
        language=language,
        camps=camps,
        members=members,
        resources=resources,
        ties=ties,
        ballot=read_ballot(table, members, camps, language),
        course=course,
    )
