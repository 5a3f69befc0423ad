"""Books are kept the same everywhere: the fake, SQLite and PostgreSQL."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import pytest

from npcserver.memory.passages import cut
from npcserver.model.draft import BookDraft
from npcserver.model.errors import Conflict, NotFound, Reason
from npcserver.model.ids import TimelineId, WorldId
from npcserver.model.lore import Book, Chapter
from npcserver.model.record import Draft, RecordKind
from npcserver.model.secret import Secret
from npcserver.model.timeline import Vantage
from npcserver.model.world import World
from npcserver.ports.storage import Store, UnitOfWork
from npcserver.ports.view import MemoryRef
from tests.fakes.store_world import GENESIS, put, set_up, start

HARBOUR = WorldId("harbour")
SPACE = "hashing@4/passage"
TIDES = Book(
    id="tides",
    world_id=HARBOUR,
    title="Tides",
    author="The Board",
    shelf="sea",
    readers=("mira",),
    chapters=(
        Chapter(title="Springs", text="The sea leaves at six. It is back by noon.\n\nBeware."),
        Chapter(
            title="Kept back",
            text="The fourth post is hollow.",
            secret=Secret(key="post", to=("mira",), affinity=10, flag="found"),
        ),
    ),
)


@pytest.fixture
async def kept(store: Store) -> Store:
    """Give a store that holds a world with one book."""

    async def work(unit: UnitOfWork) -> None:
        moment = datetime(2026, 1, 1, tzinfo=UTC)
        await unit.add_world(
            World(id=HARBOUR, name="Harbour", created_at=moment, updated_at=moment)
        )
        await unit.library.put_book(TIDES, cut(TIDES))

    await store.write(work)
    return store


async def changed(store: Store, work: Callable[[UnitOfWork], Awaitable[object]]) -> None:
    await store.write(work)


async def embed(store: Store, book: Book) -> None:
    passages = cut(book)
    vectors = np.eye(len(passages), 4, dtype=np.float32)
    await changed(store, lambda unit: unit.library.add_vectors(HARBOUR, SPACE, passages, vectors))


async def test_a_book_comes_back_as_it_was_put(kept: Store) -> None:
    """A stored book equals the one that was put, but for its etag; passages cite it exactly."""
    async with kept.read() as reader:
        book = await reader.library.book(HARBOUR, "tides")
        passages = await reader.library.passages(HARBOUR)

    assert replace(book, etag="") == TIDES
    assert book.etag
    assert passages == cut(TIDES)
    assert passages[-1].secrets == (TIDES.chapters[1].secret,)


async def test_lists_leave_texts_out_when_asked(kept: Store) -> None:
    """A page of books begins after an id and can do without the texts, under the same etags."""
    later = replace(TIDES, id="wrecks", title="Wrecks")
    await changed(kept, lambda unit: unit.library.put_book(later, cut(later)))
    async with kept.read() as reader:
        first = await reader.library.books(HARBOUR, 1)
        rest = await reader.library.books(HARBOUR, 5, "tides", texts=False)
        whole = await reader.library.book(HARBOUR, "wrecks")

    assert [book.id for book in first] == ["tides"]
    assert first[0].chapters == TIDES.chapters
    assert [book.id for book in rest] == ["wrecks"]
    assert {chapter.text for chapter in rest[0].chapters} == {""}
    assert rest[0].chapters[0].title == "Springs"
    assert rest[0].etag == whole.etag


async def test_the_revision_changes_with_every_change(kept: Store) -> None:
    """Putting, deleting and announcing each give a new revision; a world without books has none."""
    seen: list[str] = []

    async def look() -> None:
        async with kept.read() as reader:
            seen.append(await reader.library.revision(HARBOUR))

    await look()
    await changed(kept, lambda unit: unit.library.put_book(TIDES, cut(TIDES)))
    await look()
    await changed(kept, lambda unit: unit.library.announce(HARBOUR))
    await look()
    await changed(kept, lambda unit: unit.library.delete_book(HARBOUR, "tides"))
    await look()
    async with kept.read() as reader:
        nowhere = await reader.library.revision(WorldId("nowhere"))

    assert len(set(seen)) == 4
    assert all(seen)
    assert nowhere == ""


async def test_only_vectors_of_changed_passages_are_dropped(kept: Store) -> None:
    """A book stored again keeps the vectors of passages that say the same."""
    await embed(kept, TIDES)
    springs = replace(TIDES.chapters[0], text="The sea leaves at five.\n\nBeware.")
    edited = replace(TIDES, title="Tides, again", chapters=(springs, TIDES.chapters[1]))
    await changed(kept, lambda unit: unit.library.put_book(edited, cut(edited)))
    async with kept.read() as reader:
        ids, vectors = await reader.library.vectors(HARBOUR, SPACE)
        lacking = await reader.library.lacking_vectors(HARBOUR, SPACE, 9)
        elsewhere = await reader.library.vectors(HARBOUR, "another")

    assert ids == ("tides/1/2", "tides/2/1")
    assert vectors.tolist() == [[0, 1, 0, 0], [0, 0, 1, 0]]
    assert [passage.id for passage in lacking] == ["tides/1/1"]
    assert elsewhere[0] == ()
    assert elsewhere[1].shape == (0, 0)


async def test_a_new_title_of_a_chapter_drops_its_vectors(kept: Store) -> None:
    """Passages are embedded below the title of their chapter; that of the book changes none."""
    await embed(kept, TIDES)
    springs = replace(TIDES.chapters[0], title="Neaps")
    edited = replace(TIDES, chapters=(springs, TIDES.chapters[1]))
    await changed(kept, lambda unit: unit.library.put_book(edited, cut(edited)))
    await embed(kept, TIDES)
    async with kept.read() as reader:
        ids, _ = await reader.library.vectors(HARBOUR, SPACE)
        passages = await reader.library.passages(HARBOUR)

    assert ids == ("tides/2/1",)
    assert [one.headed for one in passages][1:] == [
        "Neaps. Beware.",
        "Kept back. The fourth post is hollow.",
    ]


async def test_a_vector_of_a_passage_that_changed_meanwhile_is_let_go(kept: Store) -> None:
    """What was embedded from an older text never becomes the vector of a newer one."""
    edited = replace(TIDES, chapters=(Chapter(title="New", text="Nothing is as it was."),))
    await changed(kept, lambda unit: unit.library.put_book(edited, cut(edited)))
    await embed(kept, TIDES)
    async with kept.read() as reader:
        ids, _ = await reader.library.vectors(HARBOUR, SPACE)

    assert ids == ()


async def test_an_etag_that_does_not_match_is_refused(kept: Store) -> None:
    """Neither a put nor a delete touches a book that another changed."""
    async with kept.read() as reader:
        before = await reader.library.book(HARBOUR, "tides")
    for work in (
        lambda unit: unit.library.put_book(TIDES, cut(TIDES), if_etag="other"),
        lambda unit: unit.library.delete_book(HARBOUR, "tides", if_etag="other"),
    ):
        with pytest.raises(Conflict) as refused:
            await changed(kept, work)
        assert refused.value.reason is Reason.ETAG_MISMATCH
    await changed(
        kept, lambda unit: unit.library.delete_book(HARBOUR, "tides", if_etag=before.etag)
    )
    with pytest.raises(NotFound):
        await changed(kept, lambda unit: unit.library.delete_book(HARBOUR, "tides"))


async def test_a_world_takes_its_books_along(kept: Store) -> None:
    """Deleting a world deletes its books, passages and vectors; nobody can put one there then."""
    await embed(kept, TIDES)
    await changed(kept, lambda unit: unit.delete_world(HARBOUR))
    async with kept.read() as reader:
        assert await reader.library.books(HARBOUR, 9) == ()
        assert await reader.library.passages(HARBOUR) == ()
        assert (await reader.library.vectors(HARBOUR, SPACE))[0] == ()
        assert await reader.library.revision(HARBOUR) == ""
    with pytest.raises(NotFound):
        await changed(kept, lambda unit: unit.library.put_book(TIDES, cut(TIDES)))


async def test_the_vectors_of_a_drafted_book_are_kept_with_its_record(store: Store) -> None:
    """As one vector; of another number of passages, or for another embedder, there are none."""
    await set_up(store)
    await start(store, "tl_a", Vantage(GENESIS, 0))
    drafted = Draft(RecordKind.BOOK_DRAFT, BookDraft(book=TIDES), "tides")
    seq = (await put(store, drafted, to="tl_a")).last
    draft, vectors = MemoryRef(TimelineId("tl_a"), seq), np.eye(3, 4, dtype=np.float32)
    rows = vectors.reshape(1, -1)
    await changed(store, lambda unit: unit.add_vectors(SPACE, [draft], rows))

    async with store.read() as reader:
        found = await reader.library.drafted_vectors(SPACE, draft, 3)
        others = [
            await reader.library.drafted_vectors(space, place, count)
            for space, place, count in (
                (SPACE, draft, 2),
                ("e5@4/passage", draft, 3),
                (SPACE, MemoryRef(draft.timeline_id, seq + 1), 3),
            )
        ]

    assert found.shape == (3, 4)
    assert np.abs(found - vectors).max() < 0.01
    assert [one.shape for one in others] == [(0, 0)] * 3
