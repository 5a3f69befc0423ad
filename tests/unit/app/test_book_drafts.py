"""Drafts of books and affordances: seen by their timeline alone, and published for all."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from npcserver.adapters.files import dump_draft, parse_draft
from npcserver.app.authoring.lore_index import LoreEmbedding, LoreIndexCache, book_drafts
from npcserver.app.context.discretion import Discretion
from npcserver.app.context.recall import LoreReader
from npcserver.app.draft_files import DraftFiles
from npcserver.app.drafts import Drafts, DraftState, EditDraft
from npcserver.app.lore import Lore
from npcserver.app.worlds import Worlds
from npcserver.memory.stream import MemoryStream
from npcserver.model.affordance import Affordance, Parameter, ParameterType
from npcserver.model.draft import DraftKind, DraftSubject
from npcserver.model.errors import BrokenFile, Conflict, InvalidInput, NotFound, Reason
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.job import Job, JobKind
from npcserver.model.lore import ANSWERS, Book, Chapter
from npcserver.model.timeline import Vantage
from npcserver.ports.view import MemoryRef
from tests.fakes.dialogue_app import GIVE, DialogueApp, new_dialogue_app
from tests.fakes.memory_store import NumpyIndex
from tests.fakes.store_world import GENESIS, MIRA, WORLD, key, start
from tests.unit.app.test_lore import LATER, CountingEmbedder

TIDES = Book(
    id="tides",
    world_id=WORLD,
    title="Tides",
    chapters=(Chapter(title="", text="The tide turns at noon.\n\nSeals sleep on rocks."),),
)
TURNED = (Chapter(title="", text="The tide turns at midnight.\n\nSeals sleep on rocks."),)
OF_TIDES = DraftSubject(DraftKind.BOOK, "tides")
OF_GIVE = DraftSubject(DraftKind.AFFORDANCE, "give_item")
QUESTION = "When does the tide turn?"


@dataclass
class Desk:
    """An author at work on the books and affordances of an app's world."""

    here: DialogueApp
    embedder: CountingEmbedder
    shelves: LoreIndexCache
    lore: Lore
    drafts: Drafts
    worlds: Worlds

    @property
    def timeline(self) -> TimelineId:
        return self.here.timeline

    @property
    def files(self) -> DraftFiles:
        return DraftFiles(self.here.store, self.drafts, parse_draft, dump_draft)

    async def draft(
        self, of: DraftSubject, apply: Callable[[Any], Any], at: str = "", **how: Any
    ) -> DraftState:
        timeline = TimelineId(at) if at else self.timeline
        return await self.drafts.edit(
            EditDraft(timeline_id=timeline, subject=of, apply=apply, author_id="eve", **how)
        )

    async def turned(self, **how: Any) -> DraftState:
        return await self.draft(OF_TIDES, lambda book: replace(book, chapters=TURNED), **how)

    async def found(self, timeline: str = "") -> list[str]:
        """Return what a question finds; without a timeline, of what is published."""
        quotes = await self.lore.ask(
            world_id=WORLD,
            question=QUESTION,
            least=ANSWERS,
            timeline_id=TimelineId(timeline) if timeline else None,
        )
        return [quote.passage.text for quote in quotes]

    async def embed(self) -> list[Job]:
        """Do what is to be embedded, and return the jobs."""
        done: list[Job] = []
        shelving = LoreEmbedding(self.here.store, self.embedder, self.shelves)
        while (job := await self.here.store.jobs.claim(LATER, 60.0)) is not None:
            if job.kind is JobKind.SHELVE:
                await shelving.embed(job)
                done.append(job)
            await self.here.store.jobs.finish(job)
        return done

    async def offer(self, *affordances: Affordance) -> None:
        await self.worlds.edit(
            world_id=WORLD, apply=lambda world: replace(world, affordances=affordances)
        )

    async def offered(self, timeline: str = "", **said: Any) -> tuple[Affordance, ...]:
        """Return what Mira was offered in a turn."""
        self.here.timeline, before = TimelineId(timeline or self.timeline), self.timeline
        await self.here.turn(**{"affordances": None, **said})
        self.here.timeline = before
        return self.here.heard[-1].affordances


@pytest.fixture
async def desk() -> Desk:
    here, embedder = await new_dialogue_app(), CountingEmbedder()
    shelves = LoreIndexCache(embedder, here.clock)
    lore = Lore(here.store, MemoryStream(NumpyIndex, embedder), shelves)
    await lore.put(book=TIDES)
    drafts, worlds = Drafts(here.store, here.clock), Worlds(here.store, here.clock)
    return Desk(here, embedder, shelves, lore, drafts, worlds)


async def test_a_drafted_chapter_is_found_in_its_timeline_and_later_branches_alone(
    desk: Desk,
) -> None:
    """Others, also those forked before, find what is published; it is over where discarded."""
    async with desk.here.store.read() as reader:
        early = await start(
            desk.here.store, "tl_early", (await reader.timeline(desk.timeline)).vantage
        )
    drafted = await desk.turned(why="to try it")
    async with desk.here.store.read() as reader:
        late = await start(
            desk.here.store, "tl_late", (await reader.timeline(desk.timeline)).vantage
        )

    for _ in range(2):  # by words, and once it is embedded
        assert await desk.found(desk.timeline) == ["The tide turns at midnight."]
        assert await desk.found(late) == ["The tide turns at midnight."]
        assert await desk.found(early) == await desk.found() == ["The tide turns at noon."]
        await desk.embed()
    assert (drafted.changed, drafted.contested, drafted.name) == (("chapters",), (), "Tides")
    await desk.drafts.discard(timeline_id=desk.timeline, subject=OF_TIDES)
    assert await desk.found(desk.timeline) == ["The tide turns at noon."]
    assert await desk.found(late) == ["The tide turns at midnight."]


async def test_the_passages_of_a_draft_are_embedded_by_a_job(desk: Desk) -> None:
    """Once, and not by what is asked; a second run finds nothing to do."""
    await desk.embed()
    desk.embedder.asked.clear()
    drafted = await desk.turned()
    (job,) = await desk.embed()
    shelving = LoreEmbedding(desk.here.store, desk.embedder, desk.shelves)
    await shelving.embed(job)
    await shelving.catch_up()
    assert await desk.embed() == []

    texts = ["The tide turns at midnight.", "Seals sleep on rocks."]
    assert desk.embedder.asked == texts
    place = MemoryRef(desk.timeline, drafted.seq)
    async with desk.here.store.read() as reader:
        vectors = await reader.library.drafted_vectors(desk.shelves.space, place, len(texts))
        index = await desk.shelves.index(
            reader, WORLD, "", await book_drafts(await reader.head(desk.timeline))
        )
    assert vectors.shape == (2, desk.embedder.dimension)
    assert abs(vectors - await desk.embedder.embed(texts)).max() < 0.01
    assert index.size == len(texts)
    await desk.drafts.discard(timeline_id=desk.timeline, subject=OF_TIDES)
    await shelving.embed(job)  # of a draft that is over


async def test_another_embedder_embeds_drafts_again(desk: Desk) -> None:
    """A server that starts with it asks for that, once for all branches that see the draft."""
    await desk.turned()
    await desk.embed()
    async with desk.here.store.read() as reader:
        await start(desk.here.store, "tl_late", (await reader.timeline(desk.timeline)).vantage)
    desk.embedder = CountingEmbedder()
    desk.embedder.name = "other"
    desk.shelves = LoreIndexCache(desk.embedder, desk.here.clock)
    await LoreEmbedding(desk.here.store, desk.embedder, desk.shelves).catch_up()

    assert [job.subject_id for job in await desk.embed()].count("tides") == 1
    assert desk.embedder.asked.count("The tide turns at midnight.") == 1
    desk.embedder.name = "another"  # as the command does it, without workers
    shelves = LoreIndexCache(desk.embedder, desk.here.clock)
    shelving = LoreEmbedding(desk.here.store, desk.embedder, shelves)
    jobs = [one async for some in shelving.embedding_jobs() for one in some]
    (wanted,) = (one for one in jobs if one.subject_id)
    await shelving.embed_all(Job.unclaimed(wanted.kind, wanted.timeline_id, wanted.subject_id))
    assert desk.embedder.asked.count("The tide turns at midnight.") == 2


async def test_who_has_not_read_a_drafted_book_is_shown_nothing_of_it(desk: Desk) -> None:
    """Readers are drafted as the texts are."""
    reading = LoreReader(desk.shelves)
    cue = MemoryStream(NumpyIndex, desk.embedder).words(QUESTION)

    async def shown() -> int:
        async with desk.here.store.read() as reader:
            view = await reader.head(desk.timeline)
            found = await reading.found(reader, view, CharacterId("ann"), cue, Discretion())
        return len(found.quotes)

    assert await shown() == 1
    await desk.draft(OF_TIDES, lambda book: replace(book, readers=(MIRA,)))
    assert await shown() == 0
    with pytest.raises(NotFound, match="create it in world"):
        await desk.draft(OF_TIDES, lambda book: replace(book, readers=("nobody",)))


async def test_a_book_is_published_with_the_etag_that_it_gets(desk: Desk) -> None:
    """The draft ends where it holds; a request that is repeated is answered as before."""
    await desk.turned(key=key("d-1"))
    drafted = await desk.turned(key=key("d-1"))
    reach = await desk.drafts.preview(desk.timeline, OF_TIDES)
    other = await start(desk.here.store, "tl_other", Vantage(GENESIS, 0))
    done = [
        await desk.drafts.publish(
            timeline_id=desk.timeline, subject=OF_TIDES, if_seq=drafted.seq, key=key("p-1")
        )
        for _ in range(2)
    ]

    book = await desk.lore.get(WORLD, "tides")
    assert done[0] == done[1]
    assert (done[0].version, done[0].timeline_ids) == (book.etag, (desk.timeline,))
    assert book.chapters == TURNED
    assert reach.timeline_ids == (desk.timeline,)
    assert await desk.found(other) == await desk.found() == ["The tide turns at midnight."]
    assert await desk.drafts.list(desk.timeline) == ()


async def test_a_draft_is_not_published_over_a_book_that_was_since(desk: Desk) -> None:
    """All three texts stand in the draft; once it is rebased it can be published."""
    await desk.turned()
    since = replace(TIDES, author="Ann", chapters=(Chapter(title="", text="There is no tide."),))
    await desk.lore.put(book=since)
    found = await desk.drafts.get(desk.timeline, OF_TIDES)

    with pytest.raises(Conflict, match="chapters, in version") as refused:
        await desk.drafts.publish(timeline_id=desk.timeline, subject=OF_TIDES)
    assert refused.value.reason is Reason.ETAG_MISMATCH
    three = (found.base.chapters, found.published.chapters, found.content.chapters)
    assert three == (TIDES.chapters, since.chapters, TURNED)
    assert found.contested == ("author", "chapters")
    assert (await desk.lore.get(WORLD, "tides")).chapters == since.chapters
    settled = await desk.draft(OF_TIDES, lambda book: replace(book, author="Ann"), is_rebased=True)
    assert (settled.changed, settled.contested) == (("chapters",), ())
    await desk.drafts.publish(timeline_id=desk.timeline, subject=OF_TIDES)


async def test_a_new_book_is_drafted_and_one_of_its_id_published_meanwhile_is_kept(
    desk: Desk,
) -> None:
    """Nothing is found of it elsewhere; a blank one is refused."""
    new = DraftSubject(DraftKind.BOOK, "stars")
    with pytest.raises(InvalidInput, match=r"title"):
        await desk.draft(new, lambda book: book)
    drafted = await desk.draft(new, lambda book: replace(book, title="Stars", chapters=TURNED))
    assert (drafted.base, drafted.is_deleted) == (None, False)
    assert drafted.changed == ("title", "chapters")
    assert "The tide turns at midnight." in await desk.found(desk.timeline)
    assert await desk.found() == ["The tide turns at noon."]
    await desk.lore.put(book=replace(TIDES, id="stars"))
    with pytest.raises(Conflict, match="title, chapters"):
        await desk.drafts.publish(timeline_id=desk.timeline, subject=new)
    await desk.lore.delete(WORLD, "stars")
    await desk.drafts.publish(timeline_id=desk.timeline, subject=new)
    assert (await desk.lore.get(WORLD, "stars")).title == "Stars"


async def test_the_draft_of_a_deleted_book_can_be_read_and_discarded(desk: Desk) -> None:
    """It is found on in its timeline, and the server says what to do with it."""
    await desk.turned()
    await desk.lore.delete(WORLD, "tides")
    found = await desk.drafts.get(desk.timeline, OF_TIDES)
    assert (found.is_deleted, found.changed) == (True, ())
    assert await desk.found(desk.timeline) == ["The tide turns at midnight."]
    with pytest.raises(NotFound, match="export the draft"):
        await desk.drafts.publish(timeline_id=desk.timeline, subject=OF_TIDES)
    with pytest.raises(NotFound, match="export the draft"):
        await desk.turned()
    assert "midnight" in await desk.files.get(desk.timeline)
    await desk.drafts.discard(timeline_id=desk.timeline, subject=OF_TIDES)


async def test_a_drafted_affordance_is_offered_in_its_timeline_alone(desk: Desk) -> None:
    """What a game declares with a turn stands as it is, and what it took out is not offered."""
    await desk.offer(GIVE)
    other = await start(desk.here.store, "tl_other", Vantage(GENESIS, 0))
    drafted = await desk.draft(
        OF_GIVE, lambda one: replace(one, description="Give it, for a price.", max_uses=2)
    )

    assert drafted.changed == ("description", "max_uses")
    assert await desk.offered() == (drafted.content,)
    assert await desk.offered(other) == (GIVE,)
    assert await desk.offered(affordances=(GIVE,)) == (GIVE,)
    assert await desk.offered(affordances=()) == ()
    await desk.offer()
    assert await desk.offered() == ()
    with pytest.raises(InvalidInput, match="taken out since"):
        await desk.drafts.publish(timeline_id=desk.timeline, subject=OF_GIVE)


async def test_only_what_the_world_declares_is_drafted(desk: Desk) -> None:
    """A game would not know another; a declaration that is wrong is refused."""
    with pytest.raises(InvalidInput, match="your game knows"):
        await desk.draft(OF_GIVE, lambda one: one)
    await desk.offer(GIVE)
    with pytest.raises(InvalidInput, match="max_uses"):
        await desk.draft(OF_GIVE, lambda one: replace(one, max_uses=0))
    named = await desk.draft(OF_GIVE, lambda one: replace(one, name="burn_down"))
    assert named.content.name == "give_item"


async def test_an_affordance_is_published_into_the_catalogue(desk: Desk) -> None:
    """Not over what was changed there since."""
    await desk.offer(GIVE, replace(GIVE, name="wave"))
    await desk.draft(OF_GIVE, lambda one: replace(one, description="Give it."))
    await desk.offer(replace(GIVE, description="Hand it over."), replace(GIVE, name="wave"))
    with pytest.raises(Conflict, match="description"):
        await desk.drafts.publish(timeline_id=desk.timeline, subject=OF_GIVE)
    await desk.draft(OF_GIVE, lambda one: one, is_rebased=True)
    await desk.drafts.publish(timeline_id=desk.timeline, subject=OF_GIVE)
    world = await desk.worlds.get(WORLD)
    assert [one.description for one in world.affordances] == ["Give it.", GIVE.description]


async def test_a_file_has_drafts_of_all_kinds(desk: Desk) -> None:
    """Imported elsewhere they are the same; what was published since is contested there."""
    await desk.offer(GIVE)
    parameter = Parameter(name="price", type=ParameterType.INTEGER, minimum=1, required=False)
    locked = replace(TIDES.chapters[0], title="Noon")
    await desk.draft(
        OF_TIDES, lambda book: replace(book, readers=(MIRA,), chapters=(*TURNED, locked))
    )
    await desk.draft(OF_GIVE, lambda one: replace(one, parameters=(parameter,)))
    await desk.draft(DraftSubject(DraftKind.PERSONA, MIRA), lambda one: replace(one, voice="Loud."))
    text = await desk.files.get(desk.timeline)
    other = await start(desk.here.store, "tl_other", Vantage(GENESIS, 0))
    tried = await desk.files.put(timeline_id=other, yaml=text, validate_only=True)
    assert await desk.drafts.list(other) == ()
    again = await desk.files.put(timeline_id=other, yaml=text, key=key("i-1"))
    assert await desk.files.put(timeline_id=other, yaml=text, key=key("i-1")) == again

    was = await desk.drafts.list(desk.timeline)
    for one, two, three in zip(was, tried, again, strict=True):
        assert one.content == two.content == three.content
        assert one.base_version == three.base_version
        assert (two.seq, three.seq > 0, three.contested) == (0, True, ())
    assert "author" not in text
    await desk.lore.put(book=replace(TIDES, author="Ann"))
    late = await start(desk.here.store, "tl_late", Vantage(GENESIS, 0))
    (_, book, _) = await desk.files.put(timeline_id=late, yaml=text)
    assert (book.base, book.contested) == (None, ("readers", "chapters"))


@pytest.mark.parametrize(
    ("part", "problem"),
    [
        ("books:\n- id: tides\n  chapters: []\n", "must hold at least one chapter"),
        ("books:\n- id: The Tides\n  title: T\n", "is no id"),
        ("books:\n- id: tides\n  reader: [mira]\n", "books[0].reader: is no key here"),
        ("books:\n- id: tides\n- id: tides\n", "'tides' stands here twice"),
        ("affordances:\n- name: give_item\n  max_uses: 99\n", "affordances[0].max_uses"),
        ("affordances:\n- description: What?\n", "affordances[0].name: is missing"),
    ],
)
async def test_a_file_that_is_wrong_says_where(desk: Desk, part: str, problem: str) -> None:
    """And nothing is drafted."""
    text = f"format: npcserver/draft/1\nworld: {WORLD}\n{part}"
    with pytest.raises(BrokenFile) as broken:
        await desk.files.put(timeline_id=desk.timeline, yaml=text)
    assert problem in broken.value.message
    assert await desk.drafts.list(desk.timeline) == ()
