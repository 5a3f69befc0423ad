"""What authors change is undone, on both databases."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import time

import pytest

from npcmodels.embed.hash_embedder import HashingEmbedder
from npcserver.adapters.clock import SystemClock
from npcserver.adapters.store import SqlStore
from npcserver.app.author_changes import AuthorChanges
from npcserver.app.characters import Characters
from npcserver.app.context.mindset import Minds
from npcserver.app.corrections import Corrections
from npcserver.app.drafts import Drafts, EditDraft
from npcserver.app.ledger.transcripts import Transcripts
from npcserver.app.lore import put_book
from npcserver.app.pagination import Page
from npcserver.app.thoughts.budgets import Budgets
from npcserver.app.timelines import Timelines
from npcserver.app.world_files import WorldFiles
from npcserver.app.worlds import Worlds
from npcserver.memory.stream import MemoryStream
from npcserver.model.affordance import Affordance
from npcserver.model.author_change import KEPT_BYTES, AuthorChange, ChangeFilter, ChangeKind
from npcserver.model.character import Relation, SeedMemory
from npcserver.model.draft import DraftKind, DraftSubject, persona_of
from npcserver.model.errors import Conflict, NotPossibleNow, Reason
from npcserver.model.ids import CharacterId, PlaceId, TimelineId, TurnId
from npcserver.model.lore import Book, Chapter
from npcserver.model.model_use import Budget
from npcserver.model.record import TurnTaken
from npcserver.model.secret import Secret
from npcserver.model.world import Hours, Price
from npcserver.ports.author import write_as
from tests.conftest import TRIES_VARIANTS
from tests.fakes.memory_store import NumpyIndex
from tests.fakes.pictures import png
from tests.fakes.store_world import INN, MIRA, WORLD, character, place, put, set_up, turn

LOFT, BEN = PlaceId("loft"), CharacterId("ben")
TURN = TurnId("turn_1")
OF_MIRA, OF_TIDES = persona_of(MIRA), DraftSubject(DraftKind.BOOK, "tides")
TIDES = Book(
    id="tides",
    world_id=WORLD,
    title="Tides",
    readers=("mira",),
    chapters=(Chapter(title="Springs", text="The sea leaves.", secret=Secret(key="post")),),
)
SEEDS = (SeedMemory(text="I hid the key.", importance=8, secret=Secret(key="key", to=("ben",))),)
BANNED = "Zebulon sings off key."  # which only a player says
Step = Callable[["Desk"], Awaitable[object]]


class Desk:
    """Authors at work on a world with a timeline in play."""

    def __init__(self, store: SqlStore, timeline_id: TimelineId) -> None:
        clock = SystemClock()
        self.store, self.timeline_id = store, timeline_id
        self.corrections = Corrections(store, MemoryStream(NumpyIndex, HashingEmbedder()))
        self.changes = AuthorChanges(store, clock, self.corrections, name_of=str.title)
        self.worlds = Worlds(store, clock)
        budgets = Budgets(store, default=Budget())
        self.characters = Characters(Minds(store), clock, budgets)
        self.drafts = Drafts(store, clock)
        self.transcripts = Transcripts(store, clock)
        self.files = WorldFiles(store, clock)

    async def state(self) -> object:
        """Return all that authors wrote."""
        file = await self.files.get(WORLD)
        flag = await self.transcripts.flag_of(WORLD, TURN)
        return (
            file.world,
            sorted(file.places, key=lambda one: one.id),
            sorted(file.characters, key=lambda one: one.id),
            sorted(file.books, key=lambda one: one.id),
            await self.characters.portraits(WORLD),
            [(one.subject, one.content) for one in await self.drafts.list(self.timeline_id)],
            None if flag is None else (flag.note, flag.expectations),
        )

    async def newest(self, kind: ChangeKind | None = None) -> AuthorChange:
        found, _ = await self.changes.list(WORLD, Page(1), ChangeFilter(kind=kind))
        return await self.changes.get(WORLD, found.items[0].id)

    async def undo(self, change: AuthorChange, author_id: str, why: str = "") -> None:
        write_as(author_id)
        await self.changes.undo(world_id=WORLD, change_id=change.id, why=why)

    async def edit_world(self, **fields: object) -> None:
        await self.worlds.edit(
            world_id=WORLD,
            apply=lambda one: replace(one, **fields),  # type: ignore[arg-type]
        )

    async def edit_place(self, place_id: PlaceId = INN, **fields: object) -> None:
        await self.worlds.edit_place(
            world_id=WORLD,
            place_id=place_id,
            apply=lambda one: replace(one, **fields),  # type: ignore[arg-type]
        )

    async def edit_persona(self, own_id: CharacterId = MIRA, **fields: object) -> None:
        await self.characters.edit(
            world_id=WORLD,
            character_id=own_id,
            apply=lambda one: replace(one, persona=replace(one.persona, **fields)),  # type: ignore[arg-type]
        )

    async def add_ben(self) -> None:
        await self.characters.create(character(BEN, INN, "loud"), SEEDS)

    async def put_seeds(self, *texts: str) -> None:
        seeds = tuple(SeedMemory(text=one) for one in texts)
        await self.characters.put_seeds(world_id=WORLD, character_id=MIRA, seeds=seeds)

    async def put_book(self, title: str) -> None:
        await self.store.write(lambda unit: put_book(unit, replace(TIDES, title=title)))

    async def delete_book(self) -> None:
        await self.store.write(lambda unit: unit.library.delete_book(WORLD, TIDES.id))

    async def draft(self, traits: str, of: DraftSubject = OF_MIRA) -> None:
        field = "traits" if of == OF_MIRA else "author"
        await self.drafts.edit(
            EditDraft(
                timeline_id=self.timeline_id,
                subject=of,
                apply=lambda before: replace(before, **{field: traits}),
            )
        )

    async def flag(self, note: str) -> None:
        await self.transcripts.flag(timeline_id=self.timeline_id, turn_id=TURN, note=note)


@dataclass(frozen=True)
class Case:
    """A change, what must be there before it, and a later change that stands in its way."""

    kind: ChangeKind
    change: Step
    later: Step
    before: Step | None = None


CASES = {
    "settings": Case(
        ChangeKind.WORLD,
        lambda at: at.edit_world(description="Salt and fog.", has_gossip=True),
        lambda at: at.edit_world(description="Fog."),
    ),
    "affordances": Case(
        ChangeKind.WORLD,
        lambda at: at.edit_world(affordances=(Affordance(name="wave", description="Wave."),)),
        lambda at: at.edit_world(affordances=()),
    ),
    "place": Case(
        ChangeKind.PLACE,
        lambda at: at.edit_place(
            description="Low beams.",
            hours=Hours(opens=time(8), closes=time(23, 30)),
            capacity=20,
            prices=(Price(ware="ale", price="a penny"),),
        ),
        lambda at: at.edit_place(capacity=30),
    ),
    "new place": Case(
        ChangeKind.PLACE,
        lambda at: at.worlds.create_place(place(LOFT, INN)),
        lambda at: at.edit_place(LOFT, description="Dusty."),
    ),
    "place gone": Case(
        ChangeKind.PLACE,
        lambda at: at.worlds.delete_place(WORLD, LOFT),
        lambda at: at.worlds.create_place(place(LOFT)),
        lambda at: at.worlds.create_place(replace(place(LOFT, INN), description="Nets.")),
    ),
    "persona": Case(
        ChangeKind.CHARACTER,
        lambda at: at.edit_persona(
            goals=("Sell ale.",), relations=(Relation(to="Ann", view="An old friend."),)
        ),
        lambda at: at.edit_persona(goals=()),
    ),
    "new character": Case(
        ChangeKind.CHARACTER,
        lambda at: at.add_ben(),
        lambda at: at.edit_persona(BEN, traits="quiet"),
    ),
    "character gone": Case(
        ChangeKind.CHARACTER,
        lambda at: at.characters.delete(WORLD, BEN),
        lambda at: at.characters.create(character(BEN)),
        lambda at: at.add_ben(),
    ),
    "more memories": Case(
        ChangeKind.CHARACTER,
        lambda at: at.put_seeds("It rained.", "It snowed."),
        lambda at: at.put_seeds("It hailed."),
        lambda at: at.put_seeds("It rained."),
    ),
    "other memories": Case(
        ChangeKind.CHARACTER,
        lambda at: at.put_seeds("It snowed."),
        lambda at: at.put_seeds(),
        lambda at: at.put_seeds("It rained."),
    ),
    "portrait": Case(
        ChangeKind.PORTRAIT,
        lambda at: at.characters.put_portrait(WORLD, MIRA, png(3)),
        lambda at: at.characters.put_portrait(WORLD, MIRA, b""),
        lambda at: at.characters.put_portrait(WORLD, MIRA, png(2)),
    ),
    "new book": Case(
        ChangeKind.BOOK, lambda at: at.put_book("Tides"), lambda at: at.put_book("Ebb")
    ),
    "book": Case(
        ChangeKind.BOOK,
        lambda at: at.put_book("Flood"),
        lambda at: at.put_book("Ebb"),
        lambda at: at.put_book("Tides"),
    ),
    "book gone": Case(
        ChangeKind.BOOK,
        lambda at: at.delete_book(),
        lambda at: at.put_book("Ebb"),
        lambda at: at.put_book("Tides"),
    ),
    "new draft": Case(ChangeKind.DRAFT, lambda at: at.draft("gruff"), lambda at: at.draft("meek")),
    "draft of a book": Case(
        ChangeKind.DRAFT,
        lambda at: at.draft("Ann", OF_TIDES),
        lambda at: at.draft("Bo", OF_TIDES),
        lambda at: at.put_book("Tides"),
    ),
    "draft gone": Case(
        ChangeKind.DRAFT,
        lambda at: at.drafts.discard(timeline_id=at.timeline_id, subject=OF_MIRA),
        lambda at: at.draft("meek"),
        lambda at: at.draft("gruff"),
    ),
    "new flag": Case(ChangeKind.FLAG, lambda at: at.flag("Too kind."), lambda at: at.flag("Kind.")),
    "flag": Case(
        ChangeKind.FLAG,
        lambda at: at.flag("Too kind."),
        lambda at: at.flag("Kind."),
        lambda at: at.flag("Odd."),
    ),
}


if not TRIES_VARIANTS:  # of each kind, these take the same way as others
    for one in ("affordances", "more memories", "new book", "new draft", "new flag"):
        del CASES[one]


@asynccontextmanager
async def fresh(store: SqlStore) -> AsyncGenerator[Desk]:
    """Give a world whose timeline has a turn, and take it away."""
    await set_up(store)
    started = await Timelines(store, SystemClock()).start(WORLD)
    await put(store, turn(TURN), to=started.id)
    at = Desk(store, started.id)
    yield at
    write_as("")
    await at.worlds.delete(WORLD)


async def test_what_authors_change_is_undone_unless_it_was_changed_since(store: SqlStore) -> None:
    """As a change of its own, which can be undone, too; nothing is overwritten."""
    for name, case in CASES.items():
        async with fresh(store) as at:
            write_as("ada")
            if case.before is not None:
                await case.before(at)
            before = await at.state()
            await case.change(at)
            after = await at.state()
            made = await at.newest()
            assert (made.kind, made.author_id, made.is_kept) == (case.kind, "ada", True), name
            assert before != after, name

            await at.undo(made, "ben", "It was right.")
            assert await at.state() == before, name
            undo = await at.newest()
            assert (undo.author_id, undo.why, undo.undoes) == ("ben", "It was right.", made.id)
            assert (await at.changes.get(WORLD, made.id)).is_undone, name
            with pytest.raises(NotPossibleNow, match="undone already"):
                await at.undo(made, "ben")
            await at.undo(undo, "ada")
            assert await at.state() == after, name
            assert not (await at.changes.get(WORLD, made.id)).is_undone, name

            write_as("cyd")
            await case.later(at)
            later = await at.state()
            with pytest.raises(Conflict, match=r"Ada (?s:.)*Cyd") as refused:
                await at.undo(made, "ben")
            assert refused.value.reason is Reason.ETAG_MISMATCH
            assert await at.state() == later, name


async def test_what_others_changed_of_the_same_thing_stays(store: SqlStore) -> None:
    """Only fields that the change touched go back."""
    async with fresh(store) as at:
        write_as("ada")
        await at.edit_persona(traits="stern", voice="low")
        made = await at.newest()
        write_as("cyd")
        await at.edit_persona(goals=("Sell ale.",))
        await at.undo(made, "ben")
        mira = (await at.characters.get(WORLD, MIRA)).persona
        assert (mira.traits, mira.voice, mira.goals) == ("patient", "", ("Sell ale.",))


async def test_what_is_too_large_is_listed_without_a_way_back(store: SqlStore) -> None:
    """With the names of its fields."""
    async with fresh(store) as at:
        write_as("ada")
        long = Chapter(title="Long", text="word " * (KEPT_BYTES // 5))
        book = replace(TIDES, chapters=(long,))
        await store.write(lambda unit: put_book(unit, book))
        made = await at.newest(ChangeKind.BOOK)
        assert (made.before, made.after, made.can_be_undone) == (None, None, False)
        assert "chapters" in made.names
        with pytest.raises(NotPossibleNow):
            await at.undo(made, "ada")


async def test_a_correction_is_marked_as_undone(store: SqlStore) -> None:
    """And no longer once its undo was taken back."""
    async with fresh(store) as at:
        write_as("ada")
        await at.corrections.add(
            timeline_id=at.timeline_id, character_id=MIRA, text="It rained.", why="It did."
        )
        made = await at.newest()
        assert (made.kind, made.why, made.can_be_undone) == (
            ChangeKind.CORRECTION,
            "It did.",
            True,
        )
        await at.undo(made, "ben")
        undo = await at.newest()
        assert (undo.author_id, undo.undoes) == ("ben", made.id)
        assert not (await at.changes.get(WORLD, made.id)).can_be_undone
        await at.undo(undo, "ada")
        assert (await at.changes.get(WORLD, made.id)).can_be_undone


async def test_what_changes_keep_of_a_forgotten_player_is_erased(store: SqlStore) -> None:
    """That they were made stays listed; those of others are undone as before."""
    async with fresh(store) as at:
        body = turn("turn_2").body
        assert isinstance(body, TurnTaken)
        theirs = replace(body, speaker_id="p9", speaker_name="Zeb", heard=BANNED)
        await put(store, replace(turn("turn_2"), body=theirs), to=at.timeline_id)
        write_as("ada")
        own = TurnId("turn_2")
        await at.transcripts.flag(timeline_id=at.timeline_id, turn_id=own, note="Not nice.")
        gone = await at.newest()
        await at.flag("Who is Zebulon?")
        quoted = await at.newest()
        await at.edit_place(description="Low beams.")
        kept = await at.newest()
        until = round(SystemClock().now().timestamp() * 1e6)
        traces = await store.erasure.traces(WORLD, "p9", until)
        await store.erasure.erase(WORLD, traces)
        for one in (gone, quoted):
            found = await at.changes.get(WORLD, one.id)
            assert (found.before, found.after, found.can_be_undone) == (None, None, False)
        await at.undo(kept, "ben")
