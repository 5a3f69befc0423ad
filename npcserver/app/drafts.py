"""Drafts: what authors change for one timeline, and publish once it is right.

A draft is a record. It holds from its position on, in its timeline and in those forked from it
later, until a record ends it: published, discarded, or drafted anew. What is published is stored
by the use case of every edit.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import partial
from typing import Annotated, Any, TypeVar

from npcserver.app.authored import character_at, drafts_in_force
from npcserver.app.draft_kinds import DRAFTABLE, Edition
from npcserver.app.idempotency import AUTHOR_TRIES, run_once
from npcserver.app.memories import view_at
from npcserver.model import limits
from npcserver.model.author_change import ChangeKind, State
from npcserver.model.bounds import Seq, Text
from npcserver.model.character import Character
from npcserver.model.draft import AuthoredDraft, DraftKind, DraftSubject, Version
from npcserver.model.errors import Conflict, InvalidInput, Reason
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.job import JobDraft
from npcserver.model.record import Draft, Record
from npcserver.model.timeline import Vantage
from npcserver.ports.clock import Clock
from npcserver.ports.storage import Append, Fence, Reader, RequestKey, Store, UnitOfWork
from npcserver.ports.view import BranchDrafts, View

T = TypeVar("T")
Note = Annotated[str, Text(limits.NOTE)]


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftState:
    """A draft, with what it was begun from and what is published now.

    `base` and `base_version` are what was published when it was begun, `published` and
    `published_version` what is now; None and empty if there is nothing. A draft without contested
    fields can be published.
    """

    timeline_id: TimelineId
    subject: DraftSubject
    seq: int
    content: Any
    base: Any
    base_version: Version
    published: Any
    published_version: Version
    created_at: datetime
    author_id: str
    why: str

    @property
    def name(self) -> str:
        """The name of the character or affordance or the title of the book, as drafted."""
        is_book = self.subject.kind is DraftKind.BOOK
        return str(self.content.title if is_book else self.content.name)

    @property
    def is_deleted(self) -> bool:
        """Whether what it is of was deleted since."""
        return self.published is None and bool(self.base_version)

    @property
    def changed(self) -> tuple[str, ...]:
        """Fields in which the draft differs from what is published."""
        return () if self.is_deleted else self.differing(self.published)

    @property
    def contested(self) -> tuple[str, ...]:
        """Fields that were published anew since the draft was begun, and differ from it.

        All that differ if what it was begun from is not stored.
        """
        if self.base_version == self.published_version or self.is_deleted:
            return ()
        if self.base is None:
            return self.changed
        names = DRAFTABLE[self.subject.kind].names
        since = {one for one in names if _of(self.base, one) != _of(self.published, one)}
        return tuple(one for one in self.changed if one in since)

    def differing(self, before: Any) -> tuple[str, ...]:
        """Return the fields in which the draft differs from content; from nothing if None."""
        names = DRAFTABLE[self.subject.kind].names
        if before is None:
            return tuple(one for one in names if _of(self.content, one))
        return tuple(one for one in names if _of(before, one) != _of(self.content, one))


def _of(content: object, name: str) -> Any:
    return getattr(content, name)


@dataclass(frozen=True, slots=True, kw_only=True)
class EditDraft:
    """A change of a draft; without one, of what is published, or of a blank book.

    With `if_seq` only if the draft is still the one at that position, 0 for none. If it
    `is_rebased` it counts as begun from what is published now, which settles contested fields. A
    first draft counts as begun from version `base_version`, or from what is published now.
    """

    timeline_id: TimelineId
    subject: DraftSubject
    apply: Callable[[Any], Any]
    if_seq: Seq | None = None
    is_rebased: bool = False
    base_version: Version = 0
    author_id: str = ""
    why: Note = ""
    key: RequestKey | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftReach:
    """Whom the publication of a draft reaches.

    `timeline_ids` use what is published, and `player_ids` play in them; `drafted_ids` have another
    draft of the same and keep it.
    """

    draft: DraftState
    timeline_ids: tuple[TimelineId, ...]
    drafted_ids: tuple[TimelineId, ...]
    player_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedDraft:
    """The version that a draft became, and the timelines whose draft it was."""

    version: Version
    timeline_ids: tuple[TimelineId, ...]


class Drafts:
    """The use cases of `DraftService`."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def get(self, timeline_id: TimelineId, subject: DraftSubject) -> DraftState:
        """Return the draft that holds in a timeline. Raises `InvalidInput` where there is none."""
        async with self._store.read() as reader:
            view = await reader.head(timeline_id)
            return await _state(reader, view, subject, await _draft_of(view, subject))

    async def list(self, timeline_id: TimelineId) -> tuple[DraftState, ...]:
        """Return all drafts that hold in a timeline, by kind and id."""
        async with self._store.read() as reader:
            view = await reader.head(timeline_id)
            listed: list[DraftState] = []
            for kind, one in DRAFTABLE.items():
                found = await drafts_in_force(view, one.record)
                known = await one.published(reader, view.timeline.world_id, sorted(found))
                listed += [
                    _beside(view, DraftSubject(kind, name), found[name], known.get(name))
                    for name in sorted(found)
                ]
            return tuple(listed)

    async def in_force(
        self, timeline_id: TimelineId, character_id: CharacterId, seq: Seq | None = None
    ) -> Character:
        """Return a character as a timeline has it at `seq`, by default at its head.

        Raises `NotFound`.
        """
        async with self._store.read() as reader:
            view = await view_at(reader, timeline_id, seq)
            return await character_at(reader, view, character_id)

    async def content(self, timeline_id: TimelineId, subject: DraftSubject) -> tuple[Any, int]:
        """Return what a timeline has of a subject, and the position of its draft, 0 for none.

        Raises a fault where it is neither published nor drafted.
        """
        async with self._store.read() as reader:
            view = await reader.head(timeline_id)
            before, published = await _before(reader, view, subject)
            if before is not None:
                return _content(before), before.seq
            if not published.version:
                raise DRAFTABLE[subject.kind].gone(subject.id)
            return published.content, 0

    async def edit(self, edit: EditDraft) -> DraftState:
        """Write a draft, in place of the one that holds; return it.

        Raises `NotFound`, `InvalidInput` for where the world begins, and `Conflict`
        (ETAG_MISMATCH) for a draft that is no longer the one at `if_seq`.
        """

        async def work(unit: UnitOfWork) -> int:
            return (await write_draft(edit, unit)).seq

        seq = await run_once(self._store, edit.key, int, work, tries=AUTHOR_TRIES)
        (written,) = await self.written(edit.timeline_id, seq, (edit.subject,))
        return written

    async def written(
        self, timeline_id: TimelineId, seq: int, subjects: Sequence[DraftSubject]
    ) -> tuple[DraftState, ...]:
        """Return the drafts of some subjects that hold at a position."""
        async with self._store.read() as reader:
            view = await reader.at(Vantage(timeline_id, seq))
            return tuple(
                [await _state(reader, view, one, await _draft_of(view, one)) for one in subjects]
            )

    async def discard(
        self,
        *,
        timeline_id: TimelineId,
        subject: DraftSubject,
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
            _check_seq(subject.id, await _draft_of(view, subject), if_seq)
            await append_draft(unit, view, subject, author_id=author_id, why=why)
            return True

        await run_once(self._store, key, bool, work, tries=AUTHOR_TRIES)

    async def preview(self, timeline_id: TimelineId, subject: DraftSubject) -> DraftReach:
        """Return whom the publication of a draft would reach. Raises what `get` does."""
        async with self._store.read() as reader:
            return await reader.together(partial(_reach, timeline_id, subject))

    async def publish(
        self,
        *,
        timeline_id: TimelineId,
        subject: DraftSubject,
        if_seq: Seq | None = None,
        author_id: str = "",
        why: Note = "",
        key: RequestKey | None = None,
    ) -> PublishedDraft:
        """Make a draft what is published, in force from the next turn on everywhere.

        It ends in each timeline where it holds. Raises `NotFound` for what was deleted, and
        `Conflict` (ETAG_MISMATCH) if it was published anew since the draft was begun.
        """
        kind = DRAFTABLE[subject.kind]

        async def work(unit: UnitOfWork) -> PublishedDraft:
            view = await unit.head(timeline_id)
            record = await _draft_of(view, subject)
            _check_seq(subject.id, record, if_seq)
            draft = await _state(unit, view, subject, record)
            if draft.is_deleted:
                raise kind.gone(subject.id)
            if draft.contested:
                raise Conflict(
                    f"the {subject.kind} of {subject.id!r} was edited since the draft was begun: "
                    f"{', '.join(draft.contested)}, in version {draft.published_version} after "
                    f"{draft.base_version}; both stand in the draft, and nothing was overwritten. "
                    "Put into the draft what is to stay, and update it with `rebase`",
                    Reason.ETAG_MISMATCH,
                    kind="draft",
                )
            world_id, now = view.timeline.world_id, self._clock.now()
            version = await kind.publish(unit, world_id, subject.id, draft.content, now)
            branches = await unit.branch_drafts(world_id, kind.record, subject.id)
            holding, here = drafts_by_timeline(branches), _place(record)
            # in the order of ids, as all who lock several timelines
            same = sorted(one for one, held in holding.items() if held == here)
            body = {"published": version, "author_id": author_id, "why": why}
            for one in same:
                await append_draft(unit, await unit.head(one), subject, **body)
            return PublishedDraft(version=version, timeline_ids=tuple(same))

        return await run_once(self._store, key, PublishedDraft, work, tries=AUTHOR_TRIES)


async def _reach(timeline_id: TimelineId, subject: DraftSubject, reader: Reader) -> DraftReach:
    view = await reader.head(timeline_id)
    record = await _draft_of(view, subject)
    world_id = view.timeline.world_id
    branches = await reader.branch_drafts(world_id, DRAFTABLE[subject.kind].record, subject.id)
    holding, here = drafts_by_timeline(branches), _place(record)
    reached = sorted(one for one, held in holding.items() if held in (None, here))
    known_to = subject.id if subject.kind is DraftKind.PERSONA else ""
    there = await reader.people_of_world(world_id, known_to)
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
        draft=await _state(reader, view, subject, record),
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


async def write_draft(edit: EditDraft, unit: UnitOfWork) -> DraftState:
    """Write a draft as part of a unit; see `Drafts.edit`."""
    view, subject = await unit.head(edit.timeline_id), edit.subject
    kind, world_id = DRAFTABLE[subject.kind], view.timeline.world_id
    if view.timeline.parent_id is None:
        raise InvalidInput(
            "timeline_id",
            "is where the world begins, and all would see the draft; start a timeline, "
            "and draft there",
        )
    before, begun = await _before(unit, view, subject)
    _check_seq(subject.id, before, edit.if_seq)
    known = begun.content if before is None else _content(before)
    if not begun.version:  # nothing is published
        begun = Edition(None, begun.version)
    if before is not None and not edit.is_rebased:
        body: Any = before.body
        begun = Edition(body.base, body.base_version)
    elif edit.base_version not in (0, "", begun.version) and not edit.is_rebased:
        begun = await kind.earlier(unit, world_id, subject.id, edit.base_version) or begun
    content = await kind.checked(unit, world_id, edit.apply(known), known)
    await append_draft(
        *(unit, view, subject),
        **{str(subject.kind): content},
        base=begun.content,
        base_version=begun.version,
        author_id=edit.author_id,
        why=edit.why,
    )
    view = await unit.head(edit.timeline_id)
    return await _state(unit, view, subject, await _draft_of(view, subject))


async def _before(
    reader: Reader, view: View, subject: DraftSubject
) -> tuple[Record | None, Edition]:
    """Return the draft that holds, if there is one, and what is published, or a blank one.

    Raises a fault for what was deleted, or must be published before it is drafted.
    """
    kind, world_id = DRAFTABLE[subject.kind], view.timeline.world_id
    before = (await drafts_in_force(view, kind.record)).get(subject.id)
    published = (await kind.published(reader, world_id, [subject.id])).get(subject.id)
    if published is None:
        if before is not None and (await _state(reader, view, subject, before)).is_deleted:
            raise kind.gone(subject.id)
        published = Edition(kind.blank(world_id, subject.id), "")
    return before, published


async def _draft_of(view: View, subject: DraftSubject) -> Record:
    kind = DRAFTABLE[subject.kind]
    found = (await drafts_in_force(view, kind.record)).get(subject.id)
    if found is None:
        raise InvalidInput(
            kind.field,
            f"{subject.id!r} has no draft in timeline {view.timeline.id!r}; list the drafts "
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


def _content(draft: Record) -> Any:
    return draft.body.content if isinstance(draft.body, AuthoredDraft) else None


async def _state(reader: Reader, view: View, subject: DraftSubject, record: Record) -> DraftState:
    kind = DRAFTABLE[subject.kind]
    known = await kind.published(reader, view.timeline.world_id, [subject.id])
    return _beside(view, subject, record, known.get(subject.id))


def _beside(
    view: View, subject: DraftSubject, record: Record, published: Edition | None
) -> DraftState:
    body: Any = record.body
    return DraftState(
        timeline_id=view.timeline.id,
        subject=subject,
        seq=record.seq,
        content=body.content,
        base=body.base,
        base_version=body.base_version,
        published=None if published is None else published.content,
        published_version=type(body.base_version)() if published is None else published.version,
        created_at=record.written_at,
        author_id=body.author_id,
        why=body.why,
    )


async def append_draft(unit: UnitOfWork, view: View, subject: DraftSubject, **body: Any) -> None:
    """Append a draft, or what ends one, at the head that a view shows, and note who did it.

    What was published is noted as a change of what it is of.
    """
    kind = DRAFTABLE[subject.kind]
    if "published" not in body:
        before = (await drafts_in_force(view, kind.record)).get(subject.id)
        after = body.get(str(subject.kind))
        where = view.timeline
        await unit.note_edit(
            ChangeKind.DRAFT,
            where.world_id,
            subject.name,
            draft_state(before),
            None if after is None else asdict(after),
            where.id,
        )
    draft = Draft(kind.record, kind.body(**body), subject.id)
    unmoved = Fence(subject.id, (kind.record,), view.vantage.seq)
    is_new = kind.job is not None and str(subject.kind) in body
    jobs = (JobDraft(kind.job, view.timeline.id, subject.id),) if is_new and kind.job else ()
    await unit.append(Append(view.timeline.id, (draft,), fences=(unmoved,), jobs=jobs))


def draft_state(draft: Record | None) -> State | None:
    """Return what is drafted, by its fields; None without a draft."""
    return None if draft is None else asdict(_content(draft))
