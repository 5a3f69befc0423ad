"""Books over the wire: kept, listed, asked, and locked."""

from collections.abc import Sequence

import grpc
import npcclient
import pytest
from google.rpc.error_details_pb2 import ErrorInfo
from grpc_status import rpc_status

from npcserver.admin.v1 import lore_service_pb2 as pb
from npcserver.v1 import play_service_pb2
from npcserver.v1.secret_pb2 import Secret
from tests.fakes.server import LoopbackServer

TIDES = pb.Book(
    book_id="tides",
    world_id="harbour",
    title="Of Tides",
    shelf="sea",
    chapters=[
        pb.Chapter(
            title="The Causeway",
            text="The causeway is bare for five hours. The fourth post from the town leans.",
        )
    ],
)
SECRETS = pb.Book(
    book_id="leaf",
    world_id="harbour",
    title="A Leaf",
    reader_ids=["mira"],
    chapters=[
        pb.Chapter(
            title="Pasted shut",
            text="The silver of the brig lies under the chapel stairs.",
            secret=Secret(flag="bell-raised"),
        )
    ],
)


async def put(loopback: LoopbackServer, *books: pb.Book) -> list[pb.PutBookResponse]:
    return [await loopback.lore.PutBook(pb.PutBookRequest(book=book)) for book in books]


async def ask(loopback: LoopbackServer, question: str, **more: object) -> list[pb.AskResponse]:
    request = pb.AskRequest(world_id="harbour", question=question, **more)  # type: ignore[arg-type]
    return [answer async for answer in loopback.lore.Ask(request)]


def reason(error: grpc.aio.AioRpcError) -> str:
    status = rpc_status.from_call(error)  # type: ignore[arg-type]
    info = ErrorInfo()
    details: Sequence[object] = [] if status is None else status.details
    next(one for one in details if one.Is(ErrorInfo.DESCRIPTOR)).Unpack(info)  # type: ignore[attr-defined]
    return str(info.reason)


async def test_a_book_is_kept_and_changed_under_its_etag(loopback: LoopbackServer) -> None:
    """A book comes back as it was put; a stale etag is refused; deleting it is for good."""
    await loopback.open()
    (stored,) = await put(loopback, TIDES)
    got = (await loopback.lore.GetBook(pb.GetBookRequest(world_id="harbour", book_id="tides"))).book
    listed = await loopback.lore.ListBooks(pb.ListBooksRequest(world_id="harbour"))
    stale = pb.Book()
    stale.CopyFrom(got)
    stale.etag = "other"

    assert stored.passages == 1
    assert got == stored.book
    assert got.chapters == TIDES.chapters
    assert [(book.book_id, book.chapters[0].text) for book in listed.books] == [("tides", "")]
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await put(loopback, stale)
    assert reason(refused.value) == "ETAG_MISMATCH"

    gone = pb.DeleteBookRequest(world_id="harbour", book_id="tides", etag=got.etag)
    await loopback.lore.DeleteBook(gone)
    with pytest.raises(grpc.aio.AioRpcError) as missing:
        await loopback.lore.GetBook(pb.GetBookRequest(world_id="harbour", book_id="tides"))
    assert reason(missing.value) == "BOOK_NOT_FOUND"
    assert await ask(loopback, "Which post leans?") == []


async def test_a_repeated_put_has_one_effect(loopback: LoopbackServer) -> None:
    """The same request id gets the same answer; for another body it is refused."""
    await loopback.open()
    request = pb.PutBookRequest(request_id="one", book=TIDES)
    first = await loopback.lore.PutBook(request)
    again = await loopback.lore.PutBook(request)
    other = pb.PutBookRequest(request_id="one", book=SECRETS)

    assert again == first
    with pytest.raises(grpc.aio.AioRpcError) as reused:
        await loopback.lore.PutBook(other)
    assert reason(reused.value) == "REQUEST_ID_REUSED"


async def test_an_answer_can_be_cited(loopback: LoopbackServer) -> None:
    """Offsets of passage and highlight resolve in the text of the chapter."""
    await loopback.open()
    await put(loopback, TIDES)
    (answer,) = await ask(loopback, "Which post leans?", limit=1)
    chapter = TIDES.chapters[answer.passage.chapter - 1].text
    passage = answer.passage

    assert passage.passage_id == "tides/1/1"
    assert (passage.title, passage.chapter_title) == ("Of Tides", "The Causeway")
    assert chapter[passage.start : passage.end] == passage.text
    highlight = passage.text[answer.highlight_start : answer.highlight_end]
    assert highlight == "The fourth post from the town leans."


async def test_nothing_is_made_up(loopback: LoopbackServer) -> None:
    """A question that no book answers gets an empty stream, and a blank one is refused."""
    await loopback.open()
    await put(loopback, TIDES)

    assert await ask(loopback, "Who won the regatta last summer?") == []
    with pytest.raises(grpc.aio.AioRpcError) as blank:
        await ask(loopback, "   ")
    assert blank.value.code() is grpc.StatusCode.INVALID_ARGUMENT


async def test_an_unsure_answer_says_so(loopback: LoopbackServer) -> None:
    """What only may answer has a low confidence, and can be left out."""
    await loopback.open()
    await put(loopback, TIDES)
    (sure,) = await ask(loopback, "Which post leans?")
    (unsure,) = await ask(loopback, "Who painted the fourth door?")

    assert sure.confidence >= 0.5 > unsure.confidence
    assert await ask(loopback, "Which post leans?", min_confidence=0.5) == [sure]
    assert (
        await ask(loopback, "Who painted the fourth door of the town hall?", min_confidence=0.5)
        == []
    )
    for wrong in (-0.1, 1.5, float("nan")):
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await ask(loopback, "Which post leans?", min_confidence=wrong)
        assert refused.value.code() is grpc.StatusCode.INVALID_ARGUMENT
        assert "min_confidence" in (refused.value.details() or "")


async def test_shelves_and_readers_narrow_a_question(loopback: LoopbackServer) -> None:
    """Only books of the shelf, and only those that the reader has read, are looked in."""
    await loopback.open("Mira", "Bram")
    own = pb.Book()
    own.CopyFrom(TIDES)
    own.reader_ids.append("mira")
    await put(loopback, own)
    question = "Which post leans?"

    assert len(await ask(loopback, question, shelf="sea", reader_id="mira")) == 1
    assert await ask(loopback, question, shelf="hills") == []
    assert await ask(loopback, question, reader_id="bram") == []
    with pytest.raises(grpc.aio.AioRpcError) as nobody:
        await ask(loopback, question, reader_id="nobody")
    assert reason(nobody.value) == "CHARACTER_NOT_FOUND"


async def test_a_locked_chapter_is_silent_until_its_flag_is_set(loopback: LoopbackServer) -> None:
    """A secret never comes from a question before the story makes it public; then it does."""
    timeline = await loopback.open()
    other = await loopback.start()
    await put(loopback, SECRETS)
    question = "Where does the silver of the brig lie?"

    assert await ask(loopback, question) == []
    assert await ask(loopback, question, timeline_id=timeline) == []
    await loopback.play.Observe(
        play_service_pb2.ObserveRequest(
            timeline_id=timeline, flags=[play_service_pb2.StoryFlag(name="bell-raised")]
        )
    )
    assert len(await ask(loopback, question, timeline_id=timeline)) == 1
    assert await ask(loopback, question, timeline_id=other) == []
    assert await ask(loopback, question) == []


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"title": ""}, "book.title"),
        ({"chapters": []}, "book.chapters"),
        ({"chapters": [pb.Chapter(text=" ")]}, "book.chapters[0].text"),
        ({"book_id": "No Id"}, "book.book_id"),
        ({"world_id": ""}, "book.world_id"),
    ],
)
async def test_a_book_that_is_none_is_refused(
    loopback: LoopbackServer, change: dict[str, object], field: str
) -> None:
    """What is missing or malformed is named by its path."""
    await loopback.open()
    given = {"title": "T", "world_id": "harbour", "chapters": [pb.Chapter(text="One.")]}
    book = pb.Book(**{**given, **change})  # type: ignore[arg-type]

    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await put(loopback, book)
    assert refused.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert field in (refused.value.details() or "")


async def test_the_client_keeps_and_asks_books(loopback: LoopbackServer) -> None:
    """All calls of the service are there for Python."""
    await loopback.open()
    async with npcclient.connect(f"127.0.0.1:{loopback.port}") as npc:
        stored = await npc.lore.put(TIDES)
        found = await npc.lore.ask("harbour", "Which post leans?", limit=3)
        sure = await npc.lore.ask("harbour", "Who painted the fourth door?", min_confidence=0.5)
        listed = await npc.lore.list("harbour")
        got = await npc.lore.get("harbour", listed[0])
        await npc.lore.delete("harbour", got, etag=got.etag)
        with pytest.raises(npcclient.NotFound):
            await npc.lore.get("harbour", "tides")
        with pytest.raises(npcclient.InvalidInput):
            await npc.lore.ask("harbour", "Which post leans?", limit=99)

    assert [answer.passage.passage_id for answer in found] == ["tides/1/1"]
    assert sure == ()
    assert got == stored
