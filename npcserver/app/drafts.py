"""Drafts: personas that authors change for one timeline, and publish once they are right.

A draft is a record. It holds from its position on, in its timeline and in those forked from it
later, until a record ends it: published, discarded, or drafted anew. What is published is stored
by the use case of every edit, as a version.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass, fields, replace
from datetime import datetime
from functools import partial
from typing import Annotated, TypeVar

from npcserver.app.authored import character_at, drafts_in_force
from npcserver.app.authoring.directory import load_people, resolve_persona
from npcserver.app.authoring.genesis import load_characters
from npcserver.app.context.mindset import speaking
from npcserver.app.idempotency import run_once
from npcserver.app.memories import view_at
from npcserver.model import limits
from npcserver.model.author_change import ChangeKind, State
from npcserver.model.bounds import Seq, Text
from npcserver.model.character import Character, Persona
from npcserver.model.errors import Conflict, InvalidInput, NotFound, Reason
from npcserver.model.ids import CharacterId, TimelineId, WorldId
from npcserver.model.record import AuthoredDraft, Draft, Record, RecordKind
from npcserver.model.timeline import Timeline, Vantage
from npcserver.ports.clock import Clock
from npcserver.ports.storage import Append, Fence, Reader, RequestKey, Store, UnitOfWork
from npcserver.ports.view import BranchDrafts, View

T = TypeVar("T")
Note = Annotated[str, Text(limits.NOTE)]
_AT_ONCE = 2_000
_TRIES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftedPersona:
    """A draft of a character's persona, with what it was begun from and what is published now.

    `base` and `base_version` are what was published when it was begun, `published` and
    `published_version` what is now; None and 0 if the character was deleted. A draft without
    contested fields can be published.
    """

    timeline_id: TimelineId
    character_id: CharacterId
    seq: int
    persona: Persona
    base: Persona | None
    base_version: int
    published: Persona | None
    published_version: int
    created_at: datetime
    author_id: str
    why: str

    @property
    def name(self) -> str:
        """The name of the character, as drafted."""
        return self.persona.name

    @property
    def is_deleted(self) -> bool:
        """Whether the character was deleted since."""
        return self.published is None

    @property
    def changed(self) -> tuple[str, ...]:
        """Fields in which the draft differs from what is published."""
        return differing(self.published, self.persona)

    @property
    def contested(self) -> tuple[str, ...]:
        """Fields that were published anew since the draft was begun, and differ from it."""
        since = differing(self.base, self.published)
        return tuple(one for one in since if one in self.changed)


@dataclass(frozen=True, slots=True, kw_only=True)
class EditDraft:
    """A change of a draft; without one, of what is published.

    With `if_seq` only if the draft is still the one at that position, 0 for none. If it
    `is_rebased` it counts as begun from what is published now, which settles contested fields. A
    first draft counts as begun from version `base_version`, or from what is published now.
    """

    timeline_id: TimelineId
    character_id: CharacterId
    apply: Callable[[Persona], Persona]
    if_seq: int | None = None
    is_rebased: bool = False
    base_version: int = 0
    author_id: str = ""
    why: str = ""
    key: RequestKey | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftReach:
    """Whom the publication of a draft reaches.

    `timeline_ids` use what is published, and `player_ids` play in them; `drafted_ids` have another
    draft of the character and keep it.
    """

    draft: DraftedPersona
    timeline_ids: tuple[TimelineId, ...]
    drafted_ids: tuple[TimelineId, ...]
    player_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedDraft:
    """The version that a draft became, and the timelines whose draft it was."""

    version: int
    timeline_ids: tuple[TimelineId, ...]


def differing(one: Persona | None, other: Persona | None) -> tuple[str, ...]:
    """Return the names of the fields in which two personas differ; none if one is not there."""
    if one is None or other is None:
        return ()
    names = (field.name for field in fields(Persona))
    return tuple(name for name in names if getattr(one, name) != getattr(other, name))


class Drafts:
    """The use cases of `DraftService`."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def get(self, timeline_id: TimelineId, character_id: CharacterId) -> DraftedPersona:
        """Return the draft of a character that holds in a timeline.

        Raises `InvalidInput` where there is none.
        """
        async with self._store.read() as reader:
            view = await reader.head(timeline_id)
            return await _drafted(reader, view, await _draft_of(view, character_id))

    async def list(self, timeline_id: TimelineId) -> tuple[DraftedPersona, ...]:
        """Return all drafts that hold in a timeline, by character."""
        async with self._store.read() as reader:
            view = await reader.head(timeline_id)
            found = await drafts_in_force(view)
            world_id = view.timeline.world_id
            there = {one.id for one in await reader.roster(world_id)} if found else set()
            wanted = [CharacterId(one) for one in sorted(found) if one in there]
            known = {one.id: one for one in await load_characters(reader, world_id, wanted)}
            return tuple(
                _beside(view, found[one], known.get(CharacterId(one))) for one in sorted(found)
            )

    async def in_force(
        self, timeline_id: TimelineId, character_id: CharacterId, seq: Seq | None = None
    ) -> Character:
        """Return a character as a timeline has it at `seq`, by default at its head.

        Raises `NotFound`.
        """
        async with self._store.read() as reader:
            view = await view_at(reader, timeline_id, seq)
            return await character_at(reader, view, character_id)

    async def edit(self, edit: EditDraft) -> DraftedPersona:
        """Write a draft, in place of the one that holds; return it.

        Raises `NotFound`, `InvalidInput` for where the world begins, and `Conflict`
        (ETAG_MISMATCH) for a draft that is no longer the one at `if_seq`.
        """
        return await self.write(edit.key, DraftedPersona, partial(write_draft, edit))

    async def discard(
        self,
        *,
        timeline_id: TimelineId,
        character_id: CharacterId,
        if_seq: Seq | None = None,
        author_id: str = "",
        why: Note = "",
        key: RequestKey | None = None,
    ) -> None:
        """End a draft in a timeline, which uses what is published from then on.

        Timelines that were forked while it held keep it. Raises `InvalidInput` where there is none.
        """

        async def work(unit: UnitOfWork) -> bool:
            view = await unit.head(timeline_id)
            _check_seq(character_id, await _draft_of(view, character_id), if_seq)
            await append_draft(
                unit, view, character_id, AuthoredDraft(author_id=author_id, why=why)
            )
            return True

        await self.write(key, bool, work)

    async def preview(self, timeline_id: TimelineId, character_id: CharacterId) -> DraftReach:
        """Return whom the publication of a draft would reach. Raises what `get` does."""
        async with self._store.read() as reader:
            return await reader.together(partial(_reach, timeline_id, character_id))

    async def publish(
        self,
        *,
        timeline_id: TimelineId,
        character_id: CharacterId,
        if_seq: Seq | None = None,
        author_id: str = "",
        why: Note = "",
        key: RequestKey | None = None,
    ) -> PublishedDraft:
        """Make a draft the next version of the persona, in force from the next turn on everywhere.

        It ends in each timeline where it holds. Raises `NotFound` for a character that was deleted,
        and `Conflict` (ETAG_MISMATCH) if the persona was published anew since the draft was begun.
        """

        async def work(unit: UnitOfWork) -> PublishedDraft:
            view = await unit.head(timeline_id)
            record = await _draft_of(view, character_id)
            _check_seq(character_id, record, if_seq)
            published = await _published(unit, view, character_id)
            draft = await _drafted(unit, view, record)
            if draft.contested:
                raise Conflict(
                    f"the persona of {character_id!r} was edited since the draft was begun: "
                    f"{', '.join(draft.contested)}, in version {draft.published_version} after "
                    f"{draft.base_version}; both stand in the draft, and nothing was overwritten. "
                    "Put into the draft what is to stay, and update it with `rebase`",
                    Reason.ETAG_MISMATCH,
                    kind="draft",
                )
            stored = await unit.put_character(
                replace(published, persona=draft.persona, updated_at=self._clock.now())
            )
            body = AuthoredDraft(published=stored.version, author_id=author_id, why=why)
            branches = await unit.branch_drafts(view.timeline.world_id, character_id)
            holding, here = drafts_by_timeline(branches), _place(record)
            # in the order of ids, as all who lock several timelines
            same = sorted(one for one, held in holding.items() if held == here)
            for one in same:
                await append_draft(unit, await unit.head(one), character_id, body)
            return PublishedDraft(version=stored.version, timeline_ids=tuple(same))

        return await self.write(key, PublishedDraft, work)

    async def write(
        self,
        key: RequestKey | None,
        kind: type[T],
        work: Callable[[UnitOfWork], Awaitable[T]],
    ) -> T:
        """Run `work` once for a key; again where the draft moved meanwhile."""
        for _ in range(_TRIES):
            try:
                return await run_once(self._store, key, kind, work)
            except Conflict as moved:
                last = moved
                if moved.reason is not Reason.MIND_MOVED:
                    raise
        raise last


async def _reach(timeline_id: TimelineId, character_id: CharacterId, reader: Reader) -> DraftReach:
    view = await reader.head(timeline_id)
    record = await _draft_of(view, character_id)
    world_id = view.timeline.world_id
    branches = await reader.branch_drafts(world_id, character_id)
    holding, here = drafts_by_timeline(branches), _place(record)
    reached = sorted(one for one, held in holding.items() if held in (None, here))
    there = await reader.people_of_world(world_id, character_id)
    parents = {one.id: one.parent_id for one in branches}
    seen: set[TimelineId] = set()
    for one in reached:  # a game that was loaded has its players before anyone speaks
        above: TimelineId | None = one
        while above is not None and above not in seen:
            seen.add(above)
            above = parents.get(above)
    players = {person for one in seen for person in there.get(one, ())}
    people = {str(one.id) for one in await reader.roster(world_id)}
    return DraftReach(
        draft=await _drafted(reader, view, record),
        timeline_ids=tuple(reached),
        drafted_ids=tuple(sorted(holding.keys() - {*reached})),
        player_ids=tuple(sorted(players - people - {""})),
    )


def drafts_by_timeline(branches: Sequence[BranchDrafts]) -> dict[TimelineId, Vantage | None]:
    """Return where the draft was made that holds at the head of each timeline; None for none.

    Of timelines of play that are not deleted. Parents come before their forks in `branches`.
    """
    known = {one.id: one for one in branches}
    inherited: dict[TimelineId, Vantage | None] = {}
    for one in branches:
        above = known.get(one.parent_id) if one.parent_id else None
        if above is not None:
            seen = [each for each in above.drafts if each[0] <= one.forked_at]
            inherited[one.id] = _newest_draft(above.id, seen, inherited.get(above.id))
    return {
        one.id: _newest_draft(one.id, one.drafts, inherited[one.id])
        for one in branches
        if one.id in inherited and not one.is_deleted
    }


def _newest_draft(
    timeline_id: TimelineId, drafts: Sequence[tuple[int, bool]], inherited: Vantage | None
) -> Vantage | None:
    if not drafts:
        return inherited
    seq, holds = drafts[-1]
    return Vantage(timeline_id, seq) if holds else None


async def write_draft(edit: EditDraft, unit: UnitOfWork) -> DraftedPersona:
    """Write a draft as part of a unit; see `Drafts.edit`."""
    view = await unit.head(edit.timeline_id)
    if view.timeline.parent_id is None:
        raise InvalidInput(
            "timeline_id",
            "is where the world begins, and all would see the draft; start a timeline, "
            "and draft there",
        )
    before = (await drafts_in_force(view)).get(edit.character_id)
    _check_seq(edit.character_id, before, edit.if_seq)
    published = await _published(unit, view, edit.character_id)
    known = published.persona if before is None else _persona(before)
    base, version = published.persona, published.version
    if before is not None and not edit.is_rebased:
        base, version = _body(before).base or base, _body(before).base_version
    elif edit.base_version and not edit.is_rebased:
        after = edit.base_version + 1
        found = await unit.persona_versions(published.world_id, published.id, 1, after)
        for one in found:
            if one.version == edit.base_version:
                base, version = one.persona, one.version
    people = await load_people(unit, published.world_id)
    wanted = resolve_persona(edit.apply(known), people, "persona", before=known)
    world = await unit.world(published.world_id)
    spoken = speaking(replace(published, persona=wanted), world).persona
    body = AuthoredDraft(
        persona=spoken,
        base=base,
        base_version=version,
        author_id=edit.author_id,
        why=edit.why,
    )
    await append_draft(unit, view, edit.character_id, body)
    view = await unit.head(edit.timeline_id)
    return await _drafted(unit, view, await _draft_of(view, edit.character_id))


async def each_timeline(reader: Reader, world_id: WorldId) -> AsyncIterator[Timeline]:
    """Yield all timelines of a world, by id."""
    after = ""
    while page := await reader.timelines(world_id, _AT_ONCE, after):
        for one in page:
            yield one
        after = page[-1].id


async def _draft_of(view: View, character_id: CharacterId) -> Record:
    found = (await drafts_in_force(view)).get(character_id)
    if found is None:
        raise InvalidInput(
            "character_id",
            f"{character_id!r} has no draft in timeline {view.timeline.id!r}; list the drafts "
            "there, or write one",
        )
    return found


def _place(record: Record) -> Vantage:
    return Vantage(record.timeline_id, record.seq)


def _check_seq(character_id: str, draft: Record | None, if_seq: int | None) -> None:
    found = 0 if draft is None else draft.seq
    if if_seq is not None and if_seq != found:
        raise Conflict(
            f"the draft of {character_id!r} was changed by another author: it stands at {found}, "
            f"not at {if_seq}; read it again and decide again",
            Reason.ETAG_MISMATCH,
            kind="draft",
            etag=str(found),
        )


def _body(draft: Record) -> AuthoredDraft:
    if not isinstance(draft.body, AuthoredDraft):
        raise TypeError(f"a {draft.kind} is no draft")
    return draft.body


def _persona(draft: Record) -> Persona:
    persona = _body(draft).persona
    if persona is None:
        raise TypeError("a draft that is over has no persona")
    return persona


async def _published(reader: Reader, view: View, character_id: CharacterId) -> Character:
    try:
        return await reader.character(view.timeline.world_id, character_id)
    except NotFound as gone:
        raise NotFound(
            "character",
            character_id,
            "it is not in this world, or was deleted since it was drafted; export the draft to "
            "keep its text, create the character again, or discard the draft",
        ) from gone


async def _drafted(reader: Reader, view: View, record: Record) -> DraftedPersona:
    """Return a draft with what it was begun from, and what is published."""
    published: Character | None
    try:
        published = await reader.character(view.timeline.world_id, record.character_id)
    except NotFound:
        published = None
    return _beside(view, record, published)


def _beside(view: View, record: Record, published: Character | None) -> DraftedPersona:
    body = _body(record)
    return DraftedPersona(
        timeline_id=view.timeline.id,
        character_id=record.character_id,
        seq=record.seq,
        persona=_persona(record),
        base=body.base,
        base_version=body.base_version,
        published=None if published is None else published.persona,
        published_version=0 if published is None else published.version,
        created_at=record.written_at,
        author_id=body.author_id,
        why=body.why,
    )


async def append_draft(
    unit: UnitOfWork, view: View, character_id: CharacterId, body: AuthoredDraft
) -> None:
    """Append a draft, or what ends one, at the head that a view shows, and note who did it.

    What was published is noted as a change of the character.
    """
    if not body.published:
        before = draft_state((await drafts_in_force(view)).get(character_id))
        after = None if body.persona is None else asdict(body.persona)
        world_id, timeline_id = view.timeline.world_id, view.timeline.id
        kind = ChangeKind.DRAFT
        await unit.note_edit(kind, world_id, character_id, before, after, timeline_id)
    unmoved = Fence(character_id, (RecordKind.DRAFT,), view.vantage.seq)
    draft = Draft(RecordKind.DRAFT, body, character_id)
    await unit.append(Append(view.timeline.id, (draft,), fences=(unmoved,)))


def draft_state(draft: Record | None) -> State | None:
    """Return what is drafted, by the fields of a persona; None without a draft."""
    return None if draft is None else asdict(_persona(draft))
