"""The camps and members of a scene file."""

from collections.abc import Collection, Iterator

from npcserver.adapters.files.fields import Table
from npcserver.adapters.files.naming import Names
from npcserver.model import limits
from npcserver.model.feelings import Belief
from npcserver.model.group.moves import AUDIENCE
from npcserver.model.group.script import Camp, Member, Rank
from npcserver.model.ids import CharacterId, is_authored_id

_LEAST_MEMBERS = 2
# Words that have another meaning in members' answers and in results.
_TAKEN = (AUDIENCE, "all", "no", "nobody", "none", "noone", "null")


def read(table: Table) -> tuple[tuple[Camp, ...], tuple[Member, ...]]:
    """Return the camps and members of a file in the order written."""
    ids = Names("camp")
    camps = [(part, _camp(part, ids)) for part in table.tables("camps", limits.SCENE_CAMPS)]
    members = _members(table, [camp.id for _, camp in camps if camp.id])
    followed = {member.camp for member in members}
    for part, camp in camps:
        if camp.id and camp.id not in followed:
            part.wrong(f"nobody is in it; give a member `camp: {camp.id}`, or take the camp out")
    return tuple(camp for _, camp in camps), members


def _camp(table: Table, ids: Names) -> Camp:
    aim = table.text("aim", limits.VIEW, is_required=True)
    camp = Camp(id=ids.authored_id(table, aim), aim=aim)
    table.finish()
    return camp


def _members(table: Table, camp_ids: Collection[str]) -> tuple[Member, ...]:
    field = table.get("members", is_required=True)
    if field is None:
        return ()
    ids = Names("member")
    found: list[Member] = []
    names: dict[str, int] = {}
    actors: dict[str, int] = {}
    items = 0
    for item in field.items(limits.SCENE_MEMBERS):
        items += 1
        part = item.table()
        if part is None:
            continue
        member = _member(part, ids, camp_ids)
        _note_twice(part, "name", member.name, names)
        _note_twice(part, "character", member.character_id or "", actors)
        found.append(member)
    if items < _LEAST_MEMBERS and field.is_list:
        field.wrong(f"must hold at least {_LEAST_MEMBERS}; nobody can talk alone")
    elif found and not any(member.rank is Rank.PRINCIPAL for member in found):
        field.wrong(
            "none of them is a principal, so nobody would start a talk; "
            "give one `rank: principal`, or leave `rank` out"
        )
    return tuple(found)


def _member(table: Table, ids: Names, camp_ids: Collection[str]) -> Member:
    actor = _character(table)
    name = table.text("name", limits.NAME, is_required=actor is None, is_one_line=True)
    member_id = ids.authored_id(table, name or actor or "")
    if member_id in _TAKEN:
        table.wrong(f"{member_id!r} means something else here; choose a different id", "id")
    rank = table.get("rank")
    ranked = None if rank is None else rank.choice([one.value for one in Rank])
    camp = table.get("camp")
    camp_id = None if camp is None else camp.one_of(camp_ids)
    is_camp_fixed = table.claim("camp_fixed")
    if is_camp_fixed and camp is None:
        table.wrong("needs a camp to stay in; add `camp`, or leave this out", "camp_fixed")
    member = Member(
        id=member_id,
        name=name,
        rank=Rank(ranked) if ranked in set(Rank) else Rank.PRINCIPAL,
        camp=camp_id or "",
        is_camp_fixed=is_camp_fixed,
        scratch=table.text("scratch", limits.DESCRIPTION),
        goal=table.text("goal", limits.DESCRIPTION),
        public=table.text("public", limits.DESCRIPTION),
        private=table.text("private", limits.DESCRIPTION),
        beliefs=tuple(_beliefs(table)),
        character_id=actor,
    )
    table.finish()
    return member


def _character(table: Table) -> CharacterId | None:
    field = table.get("character")
    if field is None:
        return None
    written = field.scalar("the id of a character") or ""
    if written and not is_authored_id(written):
        field.wrong(f"{written[:40]!r} is no id of a character; write one such as `berta-holm`")
    return CharacterId(written)


def _beliefs(table: Table) -> Iterator[Belief]:
    topics = Names("belief", "topic")
    for part in table.tables("beliefs", limits.BELIEFS):
        text = part.text("text", limits.VIEW, is_required=True)
        score = part.integer("score", 0, 100)
        topic = topics.authored_id(part, text)
        part.finish()
        if score is None:
            yield Belief(topic=topic, text=text)
        else:
            yield Belief(topic=topic, text=text, score=score)


def _note_twice(table: Table, key: str, value: str, lines: dict[str, int]) -> None:
    """Note a name or character that another member has, since answers would be ambiguous."""
    if not value:
        return
    if value in lines:
        table.wrong(f"{value!r} is the {key} of the member in line {lines[value]} too", key)
    lines.setdefault(value, table.line)
