"""What authors changed of a world, the newest first, and how it is taken back."""

import json
from base64 import urlsafe_b64decode
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, fields, replace
from datetime import datetime
from functools import cache
from typing import Any, Final

from pydantic import TypeAdapter

from npcserver.app.authored import drafts_in_force
from npcserver.app.authoring import genesis
from npcserver.app.authoring.lore_index import LoreIndexCache
from npcserver.app.characters import check_places
from npcserver.app.corrections import Corrections, Note
from npcserver.app.draft_kinds import DRAFTABLE
from npcserver.app.drafts import EditDraft, append_draft, draft_state, write_draft
from npcserver.app.idempotency import do_once
from npcserver.app.ledger.transcripts import flag_state, put_flag
from npcserver.app.lore import put_book
from npcserver.app.pagination import Page, ResultPage, cut_page
from npcserver.app.worlds import check_parent
from npcserver.model.affordance import Affordance
from npcserver.model.author_change import (
    AuthorChange,
    ChangeEffect,
    ChangeFilter,
    ChangeKind,
    State,
)
from npcserver.model.character import Character, Persona, SeedMemory
from npcserver.model.draft import DraftKind, DraftSubject, subject_named
from npcserver.model.errors import Conflict, InvalidInput, NotPossibleNow, Reason
from npcserver.model.ids import CharacterId, PlaceId, TimelineId, WorldId
from npcserver.model.lore import Book
from npcserver.model.portrait import Portrait
from npcserver.model.world import Place, World
from npcserver.ports.author import writing_author
from npcserver.ports.clock import Clock
from npcserver.ports.storage import RequestKey, Store, UnitOfWork

_PARTS: Final = 2  # of a cursor: the time and the id of the last change
_LATER = 50  # changes of one subject among which the one that stands in the way is looked for
_adapter: Callable[[Any], TypeAdapter[Any]] = cache(TypeAdapter)


class AuthorChanges:
    """Lists changes, each of which was noted with what it changed, and takes them back."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        corrections: Corrections,
        shelves: LoreIndexCache | None = None,
        name_of: Callable[[str], str] = str,
    ) -> None:
        self._store = store
        self._clock = clock
        self._corrections = corrections
        self._shelves = shelves
        self._name_of = name_of

    async def list(
        self,
        world_id: WorldId,
        page: Page,
        chosen: ChangeFilter,
    ) -> tuple[ResultPage[AuthorChange], tuple[str, ...]]:
        """Return a page of changes, and the ids of all authors.

        The page says from where.
        """
        if page.cursor:
            chosen = replace(chosen, before=_position(page.cursor))
        async with self._store.read() as reader:
            await reader.world(world_id)
            found = await reader.author_changes(world_id, chosen, page.size + 1)
            authors = await reader.authors(world_id)
        return cut_page(found, page, lambda one: f"{one.at.isoformat()} {one.id}"), authors

    async def get(self, world_id: WorldId, change_id: str) -> AuthorChange:
        """Return a change of a world, or of the server. Raises `InvalidInput`."""
        async with self._store.read() as reader:
            await reader.world(world_id)
            found = await reader.author_change(change_id)
        if found is None or found.world_id not in (None, world_id):
            raise InvalidInput("change", "is none of this world; choose one of the list")
        return found

    async def undo(
        self, *, world_id: WorldId, change_id: str, why: Note = "", key: RequestKey | None = None
    ) -> None:
        """Bring back what stood before a change, as a change of the present author.

        Raises `Conflict` (ETAG_MISMATCH) if it was changed since, and `NotPossibleNow` if it was
        undone already, or nothing that stood before was kept.
        """
        change = await self.get(world_id, change_id)
        if change.kind is ChangeKind.CORRECTION and change.timeline_id is not None:
            await self._corrections.undo(
                timeline_id=change.timeline_id,
                correction_id=change.subject_id,
                author_id=writing_author(),
                why=why,
                key=key,
            )
            return

        author_id = writing_author()

        async def work(unit: UnitOfWork) -> None:
            found = await unit.author_change(change_id)
            if found is None or not found.can_be_undone:
                raise NotPossibleNow(
                    "this change was undone already, or nothing that stood before it was kept; "
                    "write by hand what is to stand",
                    Reason.STILL_IN_USE,
                )
            subject = _Subject(unit, world_id, found, author_id, self._clock)
            present = await subject.present()
            if not _is_as_after(found, present):
                raise await self._changed_since(unit, world_id, found)
            await unit.begin_undo(change_id, why)
            await subject.put(None if found.before is None else {**(present or {}), **found.before})

        await do_once(self._store, key, work)
        if change.kind is ChangeKind.BOOK and self._shelves is not None:
            self._shelves.forget(world_id)

    async def _changed_since(
        self, unit: UnitOfWork, world_id: WorldId, change: AuthorChange
    ) -> Conflict:
        """Return the fault that names the change, and the newest later one of the same fields."""
        of_subject = ChangeFilter(kind=change.kind, subject_id=change.subject_id)
        later = next(
            (
                one
                for one in await unit.author_changes(world_id, of_subject, _LATER)
                if (one.at, one.id) > (change.at, change.id)
                and one.timeline_id == change.timeline_id
                and not one.is_undone
                and (one.effect is not ChangeEffect.CHANGED or {*one.names} & {*change.names})
            ),
            None,
        )
        theirs = "what a command or a game changed since, without an author"
        if later is not None:
            theirs = f"what {self._said(later)} since"
        return Conflict(
            f"what {self._said(change)} cannot be undone, for it would overwrite {theirs}; "
            "undo the later change first, or write by hand what is to stand",
            Reason.ETAG_MISMATCH,
            kind=change.kind,
        )

    def _said(self, change: AuthorChange) -> str:
        verb = change.effect.value
        name = self._name_of(change.author_id)
        return f"{name} {verb} on {change.at:%d %b %Y at %H:%M:%S} ({', '.join(change.names)})"


def _position(cursor: str) -> tuple[datetime, str]:
    parts = cursor.split(" ")
    try:
        if len(parts) == _PARTS:
            return datetime.fromisoformat(parts[0]), parts[1]
    except ValueError:
        pass
    raise InvalidInput("after", "is no position in this list; begin with its first page")


def _read(shape: Any, plain: object) -> Any:
    return _adapter(shape).validate_python(plain)


def _is_as_after(change: AuthorChange, present: State | None) -> bool:
    if change.after is None or present is None:
        return change.after == present
    return all(present.get(name) == value for name, value in change.after.items())


@dataclass(frozen=True, slots=True)
class _Subject:
    """What a change is about, in the unit that undoes it for an author."""

    unit: UnitOfWork
    world_id: WorldId
    change: AuthorChange
    author_id: str
    clock: Clock

    @property
    def character_id(self) -> CharacterId:
        return CharacterId(self.change.subject_id)

    @property
    def timeline_id(self) -> TimelineId:
        if self.change.timeline_id is None:
            raise TypeError(f"a {self.change.kind} is of a timeline")
        return self.change.timeline_id

    @property
    def draft(self) -> DraftSubject:
        found = subject_named(self.change.subject_id)
        if found is None:
            raise TypeError(f"{self.change.subject_id!r} is no subject of a draft")
        return found

    @property
    def is_gone(self) -> bool:
        return self.change.effect is ChangeEffect.DELETED

    async def present(self) -> State | None:
        """Return the state of the subject as it is now, as JSON values."""
        unit, subject_id = self.unit, self.change.subject_id
        state: State | None
        if self.change.kind is ChangeKind.FLAG:
            state = await flag_state(unit, self.world_id, subject_id)
        elif self.change.kind is ChangeKind.DRAFT:
            subject = self.draft
            view, record = await unit.head(self.timeline_id), DRAFTABLE[subject.kind].record
            state = draft_state((await drafts_in_force(view, record)).get(subject.id))
        else:
            state = await unit.authored_state(self.change.kind, self.world_id, subject_id)
        found: State | None = json.loads(json.dumps(state))  # as what was kept
        return found

    async def put(self, state: State | None) -> None:
        """Write a state, None for nothing, with the checks of every edit."""
        await _PUT[self.change.kind](self, state)

    async def put_world(self, state: State | None) -> None:
        written = _read(World, {**(state or {}), "id": self.world_id})
        back = {name: getattr(written, name) for name in self.change.names}
        known = await self.unit.world(self.world_id)
        await self.unit.put_world(replace(known, **back, updated_at=self.clock.now()))

    async def put_place(self, state: State | None) -> None:
        own_id = PlaceId(self.change.subject_id)
        if state is None:
            await self.unit.delete_place(self.world_id, own_id)
            return
        place = _read(Place, {**state, "id": own_id, "world_id": self.world_id})
        await check_parent(self.unit, place)
        await (self.unit.add_place if self.is_gone else self.unit.put_place)(place)

    async def put_character(self, state: State | None) -> None:
        """Store a character, and its seed memories where they differ."""
        unit, now = self.unit, self.clock.now()
        if state is None:
            await unit.delete_character(self.world_id, self.character_id)
            return
        character = Character(
            id=self.character_id,
            world_id=self.world_id,
            persona=_read(Persona, {one.name: state[one.name] for one in fields(Persona)}),
            place_id=state["place_id"],
            knows=tuple(state["knows"]),
            created_at=now,
            updated_at=now,
        )
        await check_places(unit, character)
        if self.is_gone:
            await unit.add_character(character)
        elif self.change.names != ("memories",):
            known = await unit.character(self.world_id, self.character_id)
            await unit.put_character(replace(character, created_at=known.created_at))
        if "memories" in self.change.names:
            seeds = _read(tuple[SeedMemory, ...], state["memories"])
            world = await unit.world(self.world_id)
            await genesis.put_seeds(unit, world, {self.character_id: seeds}, self.clock)
            await genesis.put_first_standings(unit, await unit.world(self.world_id))

    async def put_portrait(self, state: State | None) -> None:
        await self.unit.character(self.world_id, self.character_id)
        shown = state or {"media_type": "", "content": ""}
        portrait = Portrait(
            character_id=self.character_id,
            media_type=shown["media_type"],
            content=urlsafe_b64decode(shown["content"]),
        )
        await self.unit.put_portrait(self.world_id, portrait)

    async def put_book(self, state: State | None) -> None:
        own_id = self.change.subject_id
        if state is None:
            await self.unit.library.delete_book(self.world_id, own_id)
            return
        await put_book(self.unit, _read(Book, {**state, "id": own_id, "world_id": self.world_id}))

    async def put_draft(self, state: State | None) -> None:
        timeline_id, subject, author_id = self.timeline_id, self.draft, self.author_id
        if state is None:
            view = await self.unit.head(timeline_id)
            await append_draft(self.unit, view, subject, author_id=author_id)
            return
        content = _read(_DRAFTED[subject.kind], state)
        edit = EditDraft(
            timeline_id=timeline_id,
            subject=subject,
            apply=lambda _: content,
            author_id=author_id,
        )
        await write_draft(edit, self.unit)

    async def put_flag(self, state: State | None) -> None:
        timeline = await self.unit.timeline(self.timeline_id)
        flag = None if state is None else state["flag"]
        await put_flag(self.unit, timeline, self.change.subject_id, flag)


_DRAFTED: Final[Mapping[DraftKind, type]] = {
    DraftKind.PERSONA: Persona,
    DraftKind.BOOK: Book,
    DraftKind.AFFORDANCE: Affordance,
}


_PUT: Final[Mapping[ChangeKind, Callable[[_Subject, State | None], Awaitable[None]]]] = {
    ChangeKind.WORLD: _Subject.put_world,
    ChangeKind.PLACE: _Subject.put_place,
    ChangeKind.CHARACTER: _Subject.put_character,
    ChangeKind.PORTRAIT: _Subject.put_portrait,
    ChangeKind.BOOK: _Subject.put_book,
    ChangeKind.DRAFT: _Subject.put_draft,
    ChangeKind.FLAG: _Subject.put_flag,
}
