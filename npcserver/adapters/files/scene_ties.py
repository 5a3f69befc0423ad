"""The relations of a scene file, both facts and what members infer about others.

An entry is about one member: `{from: ann, to: bob, score: 30}`, or a whole row of the matrix,
`{from: ann, to: {bob: 30, cid: 5}}`.
"""

from collections.abc import Iterator, Sequence

from npcserver.adapters.files.fields import Field, Table
from npcserver.adapters.files.problems import did_you_mean
from npcserver.model import limits
from npcserver.model.group.script import RELATION, Member, Tie


def read(table: Table, members: Sequence[Member]) -> tuple[Tie, ...]:
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
    of = _member(table, "from", known, is_required=True)
    by = _member(table, "inferred_by", known, is_required=False)
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


def _member(table: Table, key: str, known: Sequence[str], *, is_required: bool) -> str | None:
    field = table.get(key, is_required=is_required)
    return None if field is None else field.one_of(known)


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
