"""What can be drafted: where each kind is published, how it is checked, and how it is published."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any, ClassVar, Final

from npcserver.app.authoring.directory import load_people, resolve_persona
from npcserver.app.authoring.genesis import load_characters
from npcserver.app.lore import check_book, put_book
from npcserver.model.affordance import Affordance, check_all
from npcserver.model.character import Persona
from npcserver.model.draft import (
    AffordanceDraft,
    BookDraft,
    DraftKind,
    PersonaDraft,
    Version,
    digest_of,
)
from npcserver.model.errors import Fault, InvalidInput, NotFound
from npcserver.model.ids import CharacterId, WorldId
from npcserver.model.job import JobKind
from npcserver.model.lore import Book
from npcserver.model.record import RecordKind
from npcserver.ports.storage import Reader, UnitOfWork

_GONE: Final = (
    "it is not in this world, or was deleted since it was drafted; export the draft to keep its "
    "text, create the {} again, or discard the draft"
)


@dataclass(frozen=True, slots=True)
class Edition:
    """What is published, and as which version."""

    content: Any
    version: Version


class Draftable:
    """A kind of what can be drafted; `names` are the fields that a draft changes."""

    field: ClassVar[str]
    """The field of requests that says which one is meant."""
    record: ClassVar[RecordKind]
    body: ClassVar[type[PersonaDraft | BookDraft | AffordanceDraft]]
    names: ClassVar[tuple[str, ...]]
    job: ClassVar[JobKind | None] = None
    """What is done in the background for a new draft."""

    async def published(
        self, reader: Reader, world_id: WorldId, ids: Sequence[str]
    ) -> Mapping[str, Edition]:
        """Return what is published of these ids."""
        raise NotImplementedError

    def gone(self, identifier: str) -> Fault:
        """Return the fault of a draft of what is not published."""
        raise NotImplementedError

    def blank(self, world_id: WorldId, identifier: str) -> Any:
        """Return what a draft of something new begins from. Raises where nothing new is drafted."""
        del world_id
        raise self.gone(identifier)

    async def earlier(
        self, reader: Reader, world_id: WorldId, identifier: str, version: Version
    ) -> Edition | None:
        """Return what was published as a version, None for what is now; no content if unknown."""
        del reader, world_id, identifier
        return Edition(None, version)

    async def checked(self, unit: UnitOfWork, world_id: WorldId, content: Any, before: Any) -> Any:
        """Return content as it is stored, with ids for names. Raises `InvalidInput`."""
        raise NotImplementedError

    async def publish(
        self, unit: UnitOfWork, world_id: WorldId, identifier: str, content: Any, now: datetime
    ) -> Version:
        """Store content as what is published; return its version."""
        raise NotImplementedError


class _Personas(Draftable):
    field = "character_id"
    record = RecordKind.DRAFT
    body = PersonaDraft
    names = tuple(one.name for one in fields(Persona))

    async def published(
        self, reader: Reader, world_id: WorldId, ids: Sequence[str]
    ) -> Mapping[str, Edition]:
        there = {one.id for one in await reader.roster(world_id)} if ids else set()
        wanted = [CharacterId(one) for one in ids if one in there]
        found = await load_characters(reader, world_id, wanted)
        return {one.id: Edition(one.persona, one.version) for one in found}

    def gone(self, identifier: str) -> Fault:
        return NotFound("character", identifier, _GONE.format("character"))

    async def earlier(
        self, reader: Reader, world_id: WorldId, identifier: str, version: Version
    ) -> Edition | None:
        after = int(version) + 1
        found = await reader.persona_versions(world_id, CharacterId(identifier), 1, after)
        # another server may have numbered its versions otherwise
        return next(
            (Edition(one.persona, version) for one in found if one.version == version), None
        )

    async def checked(
        self, unit: UnitOfWork, world_id: WorldId, content: Persona, before: Persona
    ) -> Persona:
        people = await load_people(unit, world_id)
        found = resolve_persona(content, people, "persona", before=before)
        spoken = found.language or (await unit.world(world_id)).language
        return replace(found, language=spoken)

    async def publish(
        self, unit: UnitOfWork, world_id: WorldId, identifier: str, content: Persona, now: datetime
    ) -> Version:
        before = await unit.character(world_id, CharacterId(identifier))
        stored = await unit.put_character(replace(before, persona=content, updated_at=now))
        return stored.version


class _Books(Draftable):
    field = "book_id"
    record = RecordKind.BOOK_DRAFT
    body = BookDraft
    names = ("title", "author", "shelf", "readers", "chapters")
    job = JobKind.SHELVE

    async def published(
        self, reader: Reader, world_id: WorldId, ids: Sequence[str]
    ) -> Mapping[str, Edition]:
        found: dict[str, Edition] = {}
        for one in ids:
            with suppress(NotFound):
                book = await reader.library.book(world_id, one)
                found[one] = Edition(replace(book, etag=""), book.etag)
        return found

    def gone(self, identifier: str) -> Fault:
        return NotFound("book", identifier, _GONE.format("book"))

    def blank(self, world_id: WorldId, identifier: str) -> Book:
        return Book(id=identifier, world_id=world_id, title="")

    async def checked(
        self, unit: UnitOfWork, world_id: WorldId, content: Book, before: Book
    ) -> Book:
        del world_id, before
        for name in ("title", "chapters"):
            if not getattr(content, name):
                raise InvalidInput(f"book.{name}", "must not be empty in a new book")
        return await check_book(unit, content)

    async def publish(
        self, unit: UnitOfWork, world_id: WorldId, identifier: str, content: Book, now: datetime
    ) -> Version:
        del world_id, identifier, now
        return (await put_book(unit, content)).book.etag


class _Affordances(Draftable):
    field = "affordance_name"
    record = RecordKind.AFFORDANCE_DRAFT
    body = AffordanceDraft
    names = ("description", "parameters", "max_uses")

    async def published(
        self, reader: Reader, world_id: WorldId, ids: Sequence[str]
    ) -> Mapping[str, Edition]:
        known = (await reader.world(world_id)).affordances if ids else ()
        return {one.name: Edition(one, digest_of(one)) for one in known if one.name in ids}

    def gone(self, identifier: str) -> Fault:
        return InvalidInput(
            self.field,
            f"{identifier!r} is not among the world's affordances, or was taken out since it was "
            "drafted; a draft changes one that your game knows, so add it to the world first",
        )

    async def checked(
        self, unit: UnitOfWork, world_id: WorldId, content: Affordance, before: Affordance
    ) -> Affordance:
        del unit, world_id
        found = replace(content, name=before.name)
        for path, problem in check_all([found]):
            raise InvalidInput(f"affordance{path.removeprefix('[0]')}", problem)
        return found

    async def publish(
        self,
        unit: UnitOfWork,
        world_id: WorldId,
        identifier: str,
        content: Affordance,
        now: datetime,
    ) -> Version:
        world = await unit.world(world_id)
        after = tuple(content if one.name == identifier else one for one in world.affordances)
        await unit.put_world(replace(world, affordances=after, updated_at=now))
        return (await self.published(unit, world_id, [identifier]))[identifier].version


DRAFTABLE: Final[Mapping[DraftKind, Draftable]] = {
    DraftKind.PERSONA: _Personas(),
    DraftKind.BOOK: _Books(),
    DraftKind.AFFORDANCE: _Affordances(),
}
