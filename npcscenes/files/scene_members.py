"""The members of a scene file, and what they feel about each other."""

from collections.abc import Collection, Iterator, Sequence

from npcserver.adapters.files.document import did_you_mean
from npcserver.adapters.files.fields import Field, IdRegistry, Table
from npcserver.model import limits
from npcserver.model.feelings import Belief
from npcserver.model.group.moves import AUDIENCE
from npcserver.model.group.script import RELATION, Camp, Member, Rank, Tie
from npcserver.model.ids import CharacterId, is_authored_id


def read_ties(table: Table, members: Sequence[Member]) -> tuple[Tie, ...]:
    """Return the relations of a file that differ from `RELATION`, in the order written."""
    known = [member.id for member in members if member.id]
    lines: dict[tuple[str, str, str], int] = {}
    found: list[Tie] = []
    for part in table.tables("relations", limits.SCENE_MEMBERS * limits.SCENE_MEMBERS):
        for field, tie in _entry(part, known):
            _check(field, tie, lines)
            found.append(tie)
    if len(found) > limits.SCENE_TIES:
        table.wrong(f"are {len(found):,}; keep at most {limits.SCENE_TIES:,}", "relations")
    # Inferred relations are kept even if they equal the default.
    return tuple(tie for tie in found if tie.inferred_by or tie.score != RELATION)


def _entry(table: Table, known: Sequence[str]) -> Iterator[tuple[Field, Tie]]:
    of = table.one_of("from", known, is_required=True)
    by = table.one_of("inferred_by", known)
    to = table.get("to", is_required=True)
    row = to.table() if to is not None and to.is_group else None
    scores: list[tuple[Field, str | None, int | None]] = []
    if row is not None:
        scores.extend(_row(row, known))
    elif to is not None:
        other, score = to.one_of(known), table.get("score", is_required=True)
        worth = None if score is None else score.integer(0, 100)
        scores.append((to, other, worth))
    table.finish()
    for field, other, worth in scores:
        if of in known and other in known and worth is not None:
            yield field, Tie(of=of or "", to=other or "", score=worth, inferred_by=by or "")


def _row(row: Table, known: Sequence[str]) -> Iterator[tuple[Field, str, int | None]]:
    for other in row.written:
        field = row.get(other, is_required=True)
        if field is None:
            continue
        if other not in known:
            field.wrong(f"{other[:40]!r} is unknown; {did_you_mean(other, known)}")
        yield field, other, field.integer(0, 100)


def _check(field: Field, tie: Tie, lines: dict[tuple[str, str, str], int]) -> None:
    if tie.of == tie.to:
        field.wrong(f"{tie.to!r} cannot stand to itself; name somebody else")
        return
    if tie.inferred_by in {tie.of, tie.to}:
        field.wrong(
            f"{tie.inferred_by!r} is one of the two, and infers only about others; "
            "leave `inferred_by` out, or name somebody else there"
        )
        return
    key = (tie.of, tie.to, tie.inferred_by)
    if key in lines:
        field.wrong(f"is told in line {lines[key]} too; remove one")
    lines.setdefault(key, field.line)


_LEAST_MEMBERS = 2
# Words that have another meaning in members' answers and in results.
_TAKEN = (AUDIENCE, "all", "no", "nobody", "none", "noone", "null")


def read_members(table: Table) -> tuple[tuple[Camp, ...], tuple[Member, ...]]:
    """Return the camps and members of a file in the order written."""
    ids = IdRegistry("camp")
    camps: list[tuple[Table, Camp]] = []
    for part in table.tables("camps", limits.SCENE_CAMPS):
        aim = part.text("aim", limits.VIEW, is_required=True)
        camps.append((part, Camp(id=ids.authored_id(part, aim), aim=aim)))
        part.finish()
    members = _members(table, [camp.id for _, camp in camps if camp.id])
    followed = {member.camp for member in members}
    for part, camp in camps:
        if camp.id and camp.id not in followed:
            part.wrong(f"nobody is in it; give a member `camp: {camp.id}`, or take the camp out")
    return tuple(camp for _, camp in camps), members


def _members(table: Table, camp_ids: Collection[str]) -> tuple[Member, ...]:
    field = table.get("members", is_required=True)
    if field is None:
        return ()
    ids = IdRegistry("member")
    found: list[Member] = []
    names: dict[str, int] = {}
    actors: dict[str, int] = {}
    items = 0
    for item in field.items(limits.SCENE_MEMBERS):
        items += 1
        part = item.table()
        if part is None:
            continue
        member = _scene_member(part, ids, camp_ids)
        _note_twice(part, "name", member.name, names)
        _note_twice(part, "character", member.character_id or "", actors)
        found.append(member)
    if items < _LEAST_MEMBERS and field.is_list:
        field.wrong(f"must hold at least {_LEAST_MEMBERS}; nobody can talk alone")
    elif found and not any(member.is_principal for member in found):
        field.wrong(
            "none of them is a principal, so nobody would start a talk; "
            "give one `rank: principal`, or leave `rank` out"
        )
    return tuple(found)


def _scene_member(table: Table, ids: IdRegistry, camp_ids: Collection[str]) -> Member:
    actor = _character(table)
    name = table.text("name", limits.NAME, is_required=actor is None, is_one_line=True)
    member_id = ids.authored_id(table, name or actor or "")
    if member_id in _TAKEN:
        table.wrong(f"{member_id!r} means something else here; choose a different id", "id")
    camp = table.one_of("camp", camp_ids)
    is_camp_fixed = table.claim("camp_fixed")
    if is_camp_fixed and table.get("camp") is None:
        table.wrong("needs a camp to stay in; add `camp`, or leave this out", "camp_fixed")
    member = Member(
        id=member_id,
        name=name,
        rank=table.choice("rank", Rank) or Rank.PRINCIPAL,
        camp=camp or "",
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
    topics = IdRegistry("belief", "topic")
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
