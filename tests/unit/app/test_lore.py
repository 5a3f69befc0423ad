"""Books in use, and what words touch of what a town knows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time
from functools import partial

import numpy as np
import pytest

from npcmodels.embed.hash_embedder import HashingEmbedder
from npcserver.adapters.store.reader import SqlReader
from npcserver.app.authoring.lore_index import LoreEmbedding, LoreIndexCache
from npcserver.app.context.town_knowledge import TownKnowledge, occupation, touched
from npcserver.app.lore import Lore
from npcserver.app.timelines import Timelines
from npcserver.app.world_files import ImportedKind, WorldFiles
from npcserver.memory.embedding_texts import Cue
from npcserver.memory.stream import MemoryStream
from npcserver.model.character import Character, Persona
from npcserver.model.errors import InvalidInput, NotFound, Reason, Unavailable
from npcserver.model.ids import CharacterId, PlaceId, WorldId
from npcserver.model.job import Job, JobKind
from npcserver.model.lore import ANSWERS, Book, Chapter
from npcserver.model.world import Hours, Place, TownFact, World
from npcserver.model.worldfile import WorldFile
from npcserver.ports.vectors import Vectors
from npcserver.ports.view import Resident
from tests.fakes.language_models import ManualClock
from tests.fakes.memory_store import MemoryStore, NumpyIndex
from tests.fakes.prompt_inputs import NOW

HARBOUR = WorldId("harbour")
LATER = datetime(2100, 1, 1, tzinfo=UTC)
TIDES = Book(
    id="tides",
    world_id=HARBOUR,
    title="Tides",
    chapters=(Chapter(title="", text="The tide turns at noon.\n\nSeals sleep on rocks."),),
)


class CountingEmbedder(HashingEmbedder):
    """Counts what it is asked for, or is down."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []
        self.is_down = False

    async def embed(self, texts: Sequence[str]) -> Vectors:
        if self.is_down:
            raise Unavailable("no connection", Reason.EMBEDDER_UNAVAILABLE)
        self.asked += texts
        return await super().embed(texts)


@dataclass
class Desk:
    """Use cases over a store in memory."""

    store: MemoryStore
    clock: ManualClock
    embedder: CountingEmbedder
    shelves: LoreIndexCache
    lore: Lore
    shelving: LoreEmbedding

    async def embed(self) -> None:
        job = await self.store.jobs.claim(LATER, 60.0)
        while job is not None:
            assert isinstance(job, Job)
            if job.kind is JobKind.SHELVE:
                await self.shelving.embed(job)
            await self.store.jobs.finish(job)
            job = await self.store.jobs.claim(LATER, 60.0)

    async def ids(self, question: str) -> list[str]:
        quotes = await self.lore.ask(world_id=HARBOUR, question=question, least=ANSWERS)
        return [quote.passage.id for quote in quotes]


@pytest.fixture
async def desk() -> Desk:
    store, clock, embedder = MemoryStore(), ManualClock(), CountingEmbedder()
    shelves = LoreIndexCache(embedder, clock)
    lore = Lore(store, MemoryStream(NumpyIndex, embedder), shelves)
    await WorldFiles(store, clock, shelves).put(WorldFile(world=World(id=HARBOUR, name="Harbour")))
    return Desk(store, clock, embedder, shelves, lore, LoreEmbedding(store, embedder, shelves))


async def test_a_book_answers_before_it_is_embedded_and_after(desk: Desk) -> None:
    """Words find a passage at once; once embedded each has its vector, computed one time."""
    await desk.lore.put(book=TIDES)
    assert await desk.ids("When does the tide turn?") == ["tides/1/1"]
    await desk.embed()
    assert await desk.ids("When does the tide turn?") == ["tides/1/1"]
    await desk.lore.put(book=TIDES)
    await desk.embed()

    texts = [text for text in desk.embedder.asked if not text.endswith("?")]
    assert texts == ["The tide turns at noon.", "Seals sleep on rocks."]
    async with desk.store.read() as reader:
        ids, _ = await reader.library.vectors(HARBOUR, desk.shelves.space)
    assert ids == ("tides/1/1", "tides/1/2")


async def test_a_sentence_is_chosen_by_meaning_where_that_can_be_had(desk: Desk) -> None:
    """Sentences of a passage that has several are embedded with the question, or words decide."""
    text = "The tide turns at noon. The tide sleeps at dusk."
    await desk.lore.put(book=replace(TIDES, chapters=(Chapter(title="", text=text),)))
    await desk.embed()
    desk.embedder.asked.clear()
    question = "How does the tide sleep?"
    (quote,) = await desk.lore.ask(world_id=HARBOUR, question=question)
    asked = [*desk.embedder.asked]
    desk.embedder.is_down = True
    (by_words,) = await desk.lore.ask(world_id=HARBOUR, question=question)

    assert asked == [question, "The tide turns at noon.", "The tide sleeps at dusk."]
    assert quote.passage.text[slice(*quote.highlight)] == "The tide sleeps at dusk."
    assert by_words.highlight == quote.highlight


async def test_a_new_title_of_a_chapter_embeds_its_passages_again(desk: Desk) -> None:
    """A passage is embedded below the title of its chapter, so both have to be the same."""
    await desk.lore.put(book=TIDES)
    await desk.embed()
    desk.embedder.asked.clear()
    (chapter,) = TIDES.chapters
    named = replace(TIDES, chapters=(replace(chapter, title="Of Noon"),))
    await desk.lore.put(book=named)
    await desk.embed()

    assert desk.embedder.asked == [
        "Of Noon. The tide turns at noon.",
        "Of Noon. Seals sleep on rocks.",
    ]


async def test_only_what_changed_is_embedded_again(desk: Desk) -> None:
    """A changed passage gets a new vector; a load of a save computes none."""
    await desk.lore.put(book=TIDES)
    await desk.embed()
    desk.embedder.asked.clear()
    text = TIDES.chapters[0].text.replace("noon", "dusk")
    await desk.lore.put(book=replace(TIDES, chapters=(Chapter(title="", text=text),)))
    await desk.embed()
    timelines = Timelines(desk.store, desk.clock)
    timeline = await timelines.start(HARBOUR)
    save = await timelines.save(timeline_id=timeline.id, name="noon")
    await timelines.load(save.id)
    await desk.embed()

    assert desk.embedder.asked == ["The tide turns at dusk."]


async def test_an_id_is_made_from_the_title(desk: Desk) -> None:
    """A book without an id gets one, and its text loses the blanks around it."""
    chapters = (Chapter(title="", text="  One.\n"),)
    named = replace(TIDES, id="", title="Of Old Tides", chapters=chapters)
    stored = await desk.lore.put(book=named)

    assert stored.book.id == "of-old-tides"
    assert stored.book.chapters[0].text == "One."
    assert stored.passages == 1


async def test_what_is_named_has_to_be_there(desk: Desk) -> None:
    """Unknown worlds, readers and timelines are refused, as is a timeline of another world."""
    with pytest.raises(NotFound) as world:
        await desk.lore.put(book=replace(TIDES, world_id=WorldId("nowhere")))
    with pytest.raises(NotFound) as reader:
        await desk.lore.put(book=replace(TIDES, readers=("nobody",)))
    with pytest.raises(NotFound):
        await desk.lore.ask(world_id=HARBOUR, question="Why?", reader_id=CharacterId("nobody"))
    other = WorldFile(world=World(id=WorldId("hills"), name="Hills"))
    await WorldFiles(desk.store, desk.clock).put(other)
    timeline = await Timelines(desk.store, desk.clock).start(WorldId("hills"))
    with pytest.raises(InvalidInput) as elsewhere:
        await desk.lore.ask(world_id=HARBOUR, question="Why?", timeline_id=timeline.id)

    assert (world.value.kind, reader.value.kind) == ("world", "character")
    assert elsewhere.value.field == "timeline_id"
    assert "name a timeline of that world" in elsewhere.value.message


async def test_without_an_embedder_words_answer(desk: Desk) -> None:
    """A question is answered by its words while the embedder is down."""
    await desk.lore.put(book=TIDES)
    desk.embedder.is_down = True

    assert await desk.ids("When does the tide turn?") == ["tides/1/1"]


class CountingReader(SqlReader):
    """Counts looks at the revision."""

    def __init__(self, reader: SqlReader) -> None:
        self._read = reader
        self.looks = 0

    @property
    def library(self) -> "CountingReader":  # type: ignore[override]
        return self

    async def revision(self, world_id: WorldId) -> str:
        self.looks += 1
        return await self._read.library.revision(world_id)


async def test_a_world_without_books_costs_no_look(desk: Desk) -> None:
    """That there are none is believed for five seconds, unless one is put here meanwhile."""
    async with desk.store.read() as reader:
        counting = CountingReader(reader)
        for _ in range(3):
            assert await desk.shelves.revision(counting, HARBOUR) == ""  # type: ignore[arg-type]
        assert counting.looks == 1
        desk.clock.seconds += 6
        await desk.shelves.revision(counting, HARBOUR)  # type: ignore[arg-type]
        assert counting.looks == 2
    await desk.lore.put(book=TIDES)
    assert await desk.ids("When does the tide turn?") == ["tides/1/1"]


async def test_a_start_wishes_for_what_lacks_a_vector(desk: Desk) -> None:
    """Only worlds with passages that lack a vector of this embedder get a job."""
    await desk.shelving.catch_up()
    assert await desk.store.jobs.claim(LATER, 60.0) is None
    await desk.lore.put(book=TIDES)
    await desk.embed()
    await desk.shelving.catch_up()
    assert await desk.store.jobs.claim(LATER, 60.0) is None
    other = CountingEmbedder()
    other.dimension = 256
    await LoreEmbedding(desk.store, other, LoreIndexCache(other, desk.clock)).catch_up()
    job = await desk.store.jobs.claim(LATER, 60.0)
    assert job is not None
    assert job.kind is JobKind.SHELVE


async def test_a_file_brings_its_books_and_takes_them_out(desk: Desk) -> None:
    """Import puts books in force with the rest of the file; export gives them back."""
    file = WorldFile(world=World(id=HARBOUR, name="Harbour"), books=(TIDES,))
    importing = WorldFiles(desk.store, desk.clock, desk.shelves)
    imported = await importing.put(file)
    taken = await importing.get(HARBOUR)

    assert imported.count(ImportedKind.BOOK) == 1
    assert taken.books == (TIDES,)
    assert await desk.ids("Where do seals sleep?") == ["tides/1/2"]


class TwoSidedEmbedder(CountingEmbedder):
    """Embeds questions in a way of its own, and notes them."""

    name = "two:sided"

    def __init__(self) -> None:
        super().__init__()
        self.questions: list[str] = []

    async def embed_questions(self, texts: Sequence[str]) -> Vectors:
        if self.is_down:
            raise Unavailable("no connection", Reason.EMBEDDER_UNAVAILABLE)
        self.questions += texts
        return await HashingEmbedder().embed(["seals rocks" for _ in texts])


async def test_books_can_have_an_embedder_of_their_own(desk: Desk) -> None:
    """Its vectors are kept apart from those of the other, and only it embeds what is asked."""
    await desk.lore.put(book=TIDES)
    await desk.embed()
    own = TwoSidedEmbedder()
    shelves = LoreIndexCache(own, desk.clock, asks=own)
    lore = Lore(desk.store, MemoryStream(NumpyIndex, desk.embedder), shelves)
    shelving = LoreEmbedding(desk.store, own, shelves)
    question = "Which animals rest on a reef?"
    ask = partial(lore.ask, world_id=HARBOUR, question=question)
    desk.embedder.asked.clear()
    before = await ask()
    await shelving.catch_up()
    job = await desk.store.jobs.claim(LATER, 60.0)
    assert job is not None
    await shelving.embed(job)
    after = await ask()
    own.is_down = True
    without = await ask()

    assert before == ()
    assert [quote.passage.id for quote in after] == ["tides/1/2"]
    assert without == ()
    assert own.questions == [question, question]
    assert own.asked == ["The tide turns at noon.", "Seals sleep on rocks."]
    assert desk.embedder.asked == []
    async with desk.store.read() as reader:
        first = await reader.library.vectors(HARBOUR, desk.shelves.space)
        second = await reader.library.vectors(HARBOUR, shelves.space)
    assert first[0] == second[0] == ("tides/1/1", "tides/1/2")
    assert desk.shelves.space != shelves.space


async def test_a_cue_is_asked_as_the_embedder_of_books_wants_it(desk: Desk) -> None:
    """Without one of its own the cue's vector serves; with one the text is embedded anew."""
    one = np.eye(512, dtype=np.float32)[0]
    cue = Cue("Where do seals sleep?", one)
    own = TwoSidedEmbedder()
    shelves = LoreIndexCache(own, desk.clock, asks=own)
    plain = await desk.shelves.question(cue, 1.0)
    asked = await shelves.question(cue, 1.0)
    own.is_down = True
    failed = await shelves.question(cue, 1.0)

    assert plain.vector is cue.vector
    assert asked.vector.tolist() == (await HashingEmbedder().embed(["seals rocks"]))[0].tolist()
    assert not failed.vector.any()
    assert failed.text == cue.text


WORLD = World(id=WorldId("w"), name="Weir", description="A town with a mill.")
PUBLIC = frozenset({"weir", "mill", "ebb", "lighthous"})


@pytest.mark.parametrize(
    ("background", "expected"),
    [
        ("Keeper of the light, and her father's assistant.", "keeper of the light"),
        ("Keeper of the stolen gold.", "keeper"),
        ("The baker, and the town's newspaper.", "baker"),
        ("Tom Reed is a butcher of Weir who drinks.", "butcher of Weir"),
        ("A former soldier, now a cook.", ""),
        ("A spy posing as a priest.", ""),
        ("A smuggler of the old kind.", ""),
        ("A pirate.", ""),
        ("A witch.", ""),
        ("Grew up by the sea, then became a doctor.", ""),
        ("Runs errands for the miller.", ""),
        ("悦来客栈的老板娘，三十年没离开过镇子。", "老板娘"),
        ("假扮成大夫的刺客。", ""),
        ("", ""),
    ],
)
def test_an_occupation_is_a_word_of_the_list_with_which_a_background_begins(
    background: str, expected: str
) -> None:
    """What follows it is kept where it names public things only; hidden pasts are never told."""
    assert occupation(background, "Tom Reed", PUBLIC) == expected


def places(*ones: Place) -> Mapping[PlaceId, Place]:
    return {one.id: one for one in ones}


def place(name: str, **more: object) -> Place:
    one = Place(id=PlaceId(name.casefold()), world_id=WORLD.id, name=name)
    return replace(one, **more)  # type: ignore[arg-type]


def known(words: str, *more: str, **changes: object) -> tuple[TownFact, ...]:
    inn = place("Inn", description="Beds and beer.", objects=("old clock", "bar"))
    town = TownKnowledge(
        world=WORLD,
        places=places(
            inn,
            place("Cellar", parent_id=inn.id, description="Gold.", owner_ids=("bram",)),
            place(
                "Shop", description="Rope.", owner_ids=("bram",),
                hours=Hours(opens=time(8), closes=time(17)),
            ),
        ),
        residents=(Resident(CharacterId("bram"), "Bram Ott", inn.id, background="The smith."),),
        character=Character(
            id=CharacterId("mira"), world_id=WORLD.id, persona=Persona(name="Mira"),
            created_at=NOW, updated_at=NOW,
        ),
        seen=frozenset(),
        acquainted=frozenset(),
        here=inn.id,
    )  # fmt: skip
    town = replace(town, **changes)  # type: ignore[arg-type]
    return touched(list(town.facts()), (*more, words))


def test_a_shop_is_open_to_all_and_a_private_place_only_to_who_has_been_there() -> None:
    """What belongs to a character tells what is in it only with opening hours of its own."""
    (shop, _) = known("Where is the shop of Bram?")[:2]
    (cellar,) = known("Where is the cellar?")
    (seen,) = known("Where is the cellar?", seen=frozenset({PlaceId("cellar")}))

    assert (shop.about, shop.hours, shop.owners) == ("Rope.", "08:00-17:00", ("Bram Ott",))
    assert (cellar.about, cellar.within, cellar.owners) == ("", ("Inn",), ("Bram Ott",))
    assert seen.about == "Gold."


def test_things_are_told_where_the_words_name_them() -> None:
    """A clock that is asked for stands in the inn; the bar beside it is not listed."""
    (inn,) = known("Is there a clock?")

    assert (inn.name, inn.things, inn.is_here) == ("Inn", ("old clock",), True)


def test_a_newcomer_knows_no_one_without_a_relation() -> None:
    """Anyone who knows only some places knows the people of its relations, and no owners else."""
    newcomer = Character(
        id=CharacterId("mira"), world_id=WORLD.id, persona=Persona(name="Mira"),
        knows=(PlaceId("shop"),), created_at=NOW, updated_at=NOW,
    )  # fmt: skip
    alone = known("Whose is the shop? Is it Bram's?", character=newcomer)
    related = known("Who is Bram?", character=newcomer, acquainted=frozenset({"bram"}))

    assert [(one.name, one.owners) for one in alone] == [("Shop", ())]
    assert [(one.name, one.about, one.within) for one in related] == [("Bram Ott", "smith", ())]


def test_earlier_words_bring_what_they_name_and_not_what_they_ask() -> None:
    """A line before the last ones counts by names: `rope` was asked then, the inn was named."""
    assert [one.name for one in known("And when?", "Where is rope sold?")] == []
    assert [one.name for one in known("And when?", "I was at the inn.")] == ["Inn"]
