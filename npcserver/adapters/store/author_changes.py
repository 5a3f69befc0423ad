"""Who changed what: noted with the change itself, and listed newest first."""

from collections.abc import Callable, Coroutine, Mapping
from datetime import datetime
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from sqlalchemy import Connection, Table, and_, func, or_, select

from npcserver.adapters.store import rows
from npcserver.adapters.store.access import note_change
from npcserver.adapters.store.access_tables import AUTHOR_CHANGE
from npcserver.adapters.store.dialect import from_moment
from npcserver.adapters.store.tables import CHARACTER, PERSONA_VERSION, PLACE, WORLD
from npcserver.model.author_change import AuthorChange, ChangeFilter, ChangeKind
from npcserver.model.character import Persona
from npcserver.model.ids import TimelineId, WorldId, new_id

P = ParamSpec("P")
T = TypeVar("T")

_TABLES: Final[Mapping[ChangeKind, Table]] = {
    ChangeKind.WORLD: WORLD,
    ChangeKind.PLACE: PLACE,
    ChangeKind.CHARACTER: CHARACTER,
}
_UNSAID: Final = frozenset(
    ("id", "world_id", "created_at", "updated_at", "revision", "position", "genesis_id")
)
"""Columns that no author writes."""
_PERSONA: Final = frozenset(rows.of_persona(Persona(name="x")))
"""Columns that a version of the persona has, too."""


def as_edit(
    kind: ChangeKind, query: Callable[Concatenate[Connection, P], T]
) -> Callable[Concatenate[Any, P], Coroutine[Any, Any, T]]:
    """Return a change to what was authored as a method of a unit of work, which notes it.

    A change that no caller asked for, such as one of a command, is not noted.
    """

    async def method(self: Any, /, *args: P.args, **kwargs: P.kwargs) -> T:
        author_id: str = self.author_id
        if not author_id:
            plain: T = await self.run(query, *args, **kwargs)
            return plain
        world_id, own_id = _named(kind, args)
        before = await self.run(_columns, kind, world_id, own_id)
        answer: T = await self.run(query, *args, **kwargs)
        after = await self.run(_columns, kind, world_id, own_id)
        at = from_moment(self.now)
        if (change := _change(kind, own_id, before, after)) is not None:
            await self.run(_note_edit, world_id, author_id, at, change)
        return answer

    return method


_Difference = tuple[ChangeKind, str, dict[str, Any] | None, dict[str, Any] | None]


def _named(kind: ChangeKind, args: tuple[Any, ...]) -> tuple[str, str]:
    if isinstance(args[0], str):
        return args[0], args[1]
    return args[0].id if kind is ChangeKind.WORLD else args[0].world_id, args[0].id


def _columns(
    connection: Connection, kind: ChangeKind, world_id: str, own_id: str
) -> dict[str, Any] | None:
    table = _TABLES[kind]
    wanted = select(table).where(table.c.id == own_id)
    if kind is not ChangeKind.WORLD:
        wanted = wanted.where(table.c.world_id == world_id)
    row = connection.execute(wanted).mappings().first()
    if row is None:
        return None
    unsaid = _UNSAID | _PERSONA if kind is ChangeKind.CHARACTER else _UNSAID
    values = {name: _plain(value) for name, value in row.items() if name not in unsaid}
    if kind is ChangeKind.CHARACTER:
        values["name"] = row["name"]
        newest = select(func.max(PERSONA_VERSION.c.version)).where(
            PERSONA_VERSION.c.world_id == world_id, PERSONA_VERSION.c.character_id == own_id
        )
        values["version"] = connection.execute(newest).scalar()
    return values


def _plain(value: object) -> object:
    return value if isinstance(value, (str, int, float, list, dict, type(None))) else str(value)


def _change(
    kind: ChangeKind, own_id: str, before: dict[str, Any] | None, after: dict[str, Any] | None
) -> _Difference | None:
    if before == after:
        return None
    if before is not None and after is not None:
        differing = [name for name in after if before.get(name) != after[name]]
        before = {name: before.get(name) for name in differing}
        after = {name: after[name] for name in differing}
    return kind, own_id, before, after


def _note_edit(
    connection: Connection, world_id: str, author_id: str, at: datetime, change: _Difference
) -> None:
    kind, own_id, before, after = change
    note_change(
        connection,
        AuthorChange(
            id=new_id("change"),
            world_id=WorldId(world_id),
            at=at,
            author_id=author_id,
            kind=kind,
            subject_id=own_id,
            before=before,
            after=after,
        ),
    )


def changes_of(
    connection: Connection, world_id: WorldId, chosen: ChangeFilter, limit: int
) -> tuple[AuthorChange, ...]:
    """Return the changes of a world that are chosen, newest first."""
    table = AUTHOR_CHANGE.c
    is_own = table.world_id == world_id
    if chosen.with_server:
        is_own = or_(is_own, table.world_id.is_(None))
    wanted = select(AUTHOR_CHANGE).where(is_own)
    if chosen.author_id:
        wanted = wanted.where(table.author_id == chosen.author_id)
    if chosen.kind is not None:
        wanted = wanted.where(table.kind == chosen.kind)
    if chosen.before is not None:
        at, own_id = chosen.before
        wanted = wanted.where(or_(table.at < at, and_(table.at == at, table.id < own_id)))
    found = connection.execute(wanted.order_by(table.at.desc(), table.id.desc()).limit(limit))
    return tuple(map(_read, found.mappings()))


def change_of(connection: Connection, change_id: str) -> AuthorChange | None:
    """Return a change, or None."""
    wanted = select(AUTHOR_CHANGE).where(AUTHOR_CHANGE.c.id == change_id)
    row = connection.execute(wanted).mappings().first()
    return None if row is None else _read(row)


def authors_of(connection: Connection, world_id: WorldId) -> tuple[str, ...]:
    """Return the ids of those who changed a world, or something of the server."""
    table = AUTHOR_CHANGE.c
    is_own = or_(table.world_id == world_id, table.world_id.is_(None))
    found = select(table.author_id).where(is_own).distinct().order_by(table.author_id)
    return tuple(connection.execute(found).scalars())


def _read(row: Any) -> AuthorChange:
    values = dict(row)
    values["kind"] = ChangeKind(values["kind"])
    values["world_id"] = values["world_id"] and WorldId(values["world_id"])
    values["timeline_id"] = values["timeline_id"] and TimelineId(values["timeline_id"])
    return AuthorChange(**values)
