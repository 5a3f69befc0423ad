"""Keep the author's order, and ids where relations and secrets held names."""

import hashlib
import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

ORDERED = ("place", "character", "book")
CHARACTERS = sa.table(
    "character",
    *(sa.column(name) for name in ("world_id", "id", "name", "created_at", "position")),
    sa.column("relations", sa.JSON()),
)
VERSIONS = sa.table(
    "persona_version",
    *(sa.column(name) for name in ("world_id", "character_id", "version", "digest")),
    sa.column("persona", sa.JSON()),
)
CHAPTERS = sa.table(
    "chapter", *(sa.column(name) for name in ("world_id", "book_id", "number", "secret"))
)
RECORDS = sa.table("record", *(sa.column(name) for name in ("timeline_id", "seq", "body")))
TIMELINES = sa.table("timeline", sa.column("id"), sa.column("world_id"))
# How every secret was written whose people could be named.
BY_NAME = '%"is_by_id":false%'
IN_CHUNK = 500

People = Mapping[str, str]


def upgrade() -> None:
    for table in ORDERED:
        op.add_column(table, sa.Column("position", sa.Integer()))
    by_world = people()
    number_characters()
    for world_id, names in by_world.items():
        rewrite_relations(world_id, partial(with_id, names=names))
        rewrite_chapters(world_id, names)
    rewrite_records(by_world)


def downgrade() -> None:
    """Leave ids in secrets, where an older version reads them as well as names."""
    for world_id in people():
        rewrite_relations(world_id, without_id)
    for table in reversed(ORDERED):
        op.drop_column(table, "position")


def people() -> dict[str, dict[str, str]]:
    """Return the names of the characters of each world, by id."""
    found: dict[str, dict[str, str]] = {}
    named = sa.select(CHARACTERS.c.world_id, CHARACTERS.c.id, CHARACTERS.c.name).order_by(
        CHARACTERS.c.world_id, CHARACTERS.c.id
    )
    for world_id, character_id, name in op.get_bind().execute(named):
        found.setdefault(world_id, {})[character_id] = name
    return found


def number_characters() -> None:
    """Put characters in the order in which they were created, as an export had them."""
    order = (CHARACTERS.c.world_id, CHARACTERS.c.created_at, CHARACTERS.c.id)
    number = sa.func.row_number().over(
        partition_by=CHARACTERS.c.world_id, order_by=(CHARACTERS.c.created_at, CHARACTERS.c.id)
    )
    ranked = sa.select(CHARACTERS.c.world_id, CHARACTERS.c.id, number).order_by(*order)
    rows = op.get_bind().execute(ranked).all()
    place = (
        CHARACTERS.update()
        .where(
            CHARACTERS.c.world_id == sa.bindparam("own_world"),
            CHARACTERS.c.id == sa.bindparam("own_id"),
        )
        .values(position=sa.bindparam("number"))
    )
    for world_id, character_id, one in rows:
        op.get_bind().execute(
            place, {"own_world": world_id, "own_id": character_id, "number": one - 1}
        )


def meant(word: str, names: People) -> list[str]:
    """Return the characters that a word named: by id or by name, without regard to capitals."""
    if word in names:
        return [word]
    plain = word.casefold()
    return [one for one, name in names.items() if plain in (one, name.casefold())]


def with_id(relation: dict[str, Any], names: People) -> dict[str, Any]:
    """Add the id of the one character a relation is to."""
    found = meant(relation.get("to", ""), names)
    if relation.get("to_id") or len(found) != 1:
        return relation
    return {**relation, "to": names[found[0]], "to_id": found[0]}


def without_id(relation: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in relation.items() if key != "to_id"}


def rewrite_relations(world_id: str, change: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Change all relations, in characters and versions, so that none looks edited by hand."""
    connection = op.get_bind()
    for row in connection.execute(
        sa.select(CHARACTERS.c.id, CHARACTERS.c.relations).where(CHARACTERS.c.world_id == world_id)
    ).all():
        changed = changed_relations(row.relations, change)
        if changed != row.relations:
            own = (CHARACTERS.c.world_id == world_id, CHARACTERS.c.id == row.id)
            connection.execute(CHARACTERS.update().where(*own).values(relations=changed))
    for row in connection.execute(sa.select(VERSIONS).where(VERSIONS.c.world_id == world_id)).all():
        persona = row.persona
        changed = changed_relations(persona.get("relations"), change)
        if changed != persona.get("relations"):
            persona = {**persona, "relations": changed}
            one = sa.and_(
                VERSIONS.c.world_id == world_id,
                VERSIONS.c.character_id == row.character_id,
                VERSIONS.c.version == row.version,
            )
            values = {"persona": persona, "digest": digest(persona)}
            connection.execute(VERSIONS.update().where(one).values(**values))


def changed_relations(
    relations: object, change: Callable[[dict[str, Any]], dict[str, Any]]
) -> object:
    """Return relations changed one by one; what a hand edit left there that is none stays."""
    if not isinstance(relations, list):
        return relations
    return [change(one) if isinstance(one, dict) else one for one in relations]


def digest(persona: dict[str, Any]) -> str:
    text = json.dumps(persona, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def rewrite_chapters(world_id: str, names: People) -> None:
    connection = op.get_bind()
    locked = sa.select(CHAPTERS).where(CHAPTERS.c.world_id == world_id, CHAPTERS.c.secret != "")
    for row in connection.execute(locked).all():
        secret = json.dumps(secrets_with_ids(json.loads(row.secret), names))
        if secret != row.secret:
            own = (
                CHAPTERS.c.world_id == world_id,
                CHAPTERS.c.book_id == row.book_id,
                CHAPTERS.c.number == row.number,
            )
            connection.execute(CHAPTERS.update().where(*own).values(secret=secret))


def rewrite_records(by_world: Mapping[str, People]) -> None:
    """Put ids in the secrets that memories, turns and promises carry."""
    connection = op.get_bind()
    worlds = dict(connection.execute(sa.select(TIMELINES.c.id, TIMELINES.c.world_id)).all())
    own = (
        RECORDS.c.timeline_id == sa.bindparam("own_timeline"),
        RECORDS.c.seq == sa.bindparam("own_seq"),
    )
    change = RECORDS.update().where(*own).values(body=sa.bindparam("changed"))
    order = (RECORDS.c.timeline_id, RECORDS.c.seq)
    page = sa.select(RECORDS).where(RECORDS.c.body.like(BY_NAME)).order_by(*order).limit(IN_CHUNK)
    after = ("", -1)
    while rows := connection.execute(page.where(sa.tuple_(*order) > after)).all():
        after = (rows[-1].timeline_id, rows[-1].seq)
        for row in rows:
            names = by_world.get(worlds.get(row.timeline_id, ""), {})
            body = secrets_with_ids(json.loads(row.body), names)
            text = json.dumps(body, separators=(",", ":"))
            if text != row.body:
                key = {"own_timeline": row.timeline_id, "own_seq": row.seq}
                connection.execute(change, {**key, "changed": text})


def secrets_with_ids(value: Any, names: People) -> Any:
    """Return a JSON value whose secrets name characters by id.

    A name of several is replaced by all of them, since it opened the secret to each; what names
    no character is the id of a player.
    """
    if isinstance(value, list):
        return [secrets_with_ids(one, names) for one in value]
    if not isinstance(value, dict):
        return value
    if value.get("is_by_id") is False and isinstance(value.get("to"), list):
        named = [one for word in value["to"] for one in meant(word, names) or [word]]
        return {**value, "to": list(dict.fromkeys(named)), "is_by_id": True}
    return {key: secrets_with_ids(one, names) for key, one in value.items()}
