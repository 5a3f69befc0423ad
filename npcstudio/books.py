"""Books of a world: their texts and locks, and what a question finds in them."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from starlette.responses import Response

from npcserver.app.access import Subject
from npcserver.app.pagination import Page
from npcserver.model import limits
from npcserver.model.access import Verb
from npcserver.model.draft import DraftKind, DraftSubject
from npcserver.model.errors import AlreadyExists, NotFound
from npcserver.model.foreign_marks import mark_problem
from npcserver.model.ids import CharacterId, TimelineId, slug
from npcserver.model.lore import ANSWERS, Book, Chapter, Quote
from npcstudio.draft_forms import FormTarget, drafted, save_draft, sent_on, target_of
from npcstudio.forms import (
    FormField,
    FormKind,
    FormReader,
    form_page,
    form_state,
    lined,
    read_new_id,
    read_people,
    sent_form,
)
from npcstudio.locks import lock_fields, lock_values, read_secret
from npcstudio.markup import address
from npcstudio.visits import Visit

_FOUND: Final = 10
_SHOWN: Final = 3
"""Passages that a character is shown in a turn, as in `LoreReader`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundPassage:
    """A passage that a question finds, and whether a character would be shown it in a talk."""

    quote: Quote
    answers: bool
    is_shown: bool
    is_read: bool


async def show_books(visit: Visit) -> Response:
    """Show the books of a world, and what a question finds in them."""
    asked = visit.asked
    books = await visit.services.lore.list(visit.world_id, Page(limits.PAGE))
    question = asked.text("text", limits.UTTERANCE)
    character = asked.text("character", limits.IDENTIFIER)
    found: tuple[FoundPassage, ...] = ()
    if question:
        await visit.services.access.authorise(
            visit.principal, Verb.ASK, [(Subject.WORLD, visit.world_id)]
        )
        found = await _found(visit, question, character)
    people = await visit.services.characters.people(visit.world_id)
    timelines = await visit.services.timelines.played_last(visit.world_id, limits.PAGE)
    return visit.page(
        "books",
        books=books,
        names=people.names,
        question=question,
        character=character,
        timeline_id=asked.text("timeline", limits.IDENTIFIER),
        timelines=[(one.id, one.label or one.id) for one in timelines],
        people=tuple(people.names.items())[: limits.PAGE],
        found=found,
    )


async def _found(visit: Visit, question: str, character: str) -> tuple[FoundPassage, ...]:
    """Return what a question finds, and what of it the character would be shown.

    That is the same search, with the books that it has read and the passages that answer.
    """
    timeline = TimelineId(visit.asked.text("timeline", limits.IDENTIFIER)) or None
    ask = partial(
        visit.services.lore.ask, world_id=visit.world_id, question=question, timeline_id=timeline
    )
    found = await ask(limit=_FOUND)
    read, shown = found, await ask(limit=_SHOWN, least=ANSWERS)
    if character:
        who = CharacterId(character)
        read = await ask(limit=limits.PASSAGES, reader_id=who)
        shown = await ask(limit=_SHOWN, least=ANSWERS, reader_id=who)
    own = {one.passage.id for one in read}
    prompt = {one.passage.id for one in shown}
    return tuple(
        FoundPassage(
            quote=one,
            answers=one.confidence >= ANSWERS,
            is_shown=one.passage.id in prompt,
            is_read=one.passage.id in own,
        )
        for one in found
    )


async def edit_book(visit: Visit) -> Response:
    """Show a book with its chapters, and for authors the form of what stands on its cover.

    A cover that was sent is stored or drafted, or the book is deleted.
    """
    if (away := sent_on(visit)) is not None:
        return away
    book, target = await _looked_at(visit)
    if (reader := sent_form(visit)) is not None:
        if reader.text("do") == "delete" and not target.draft:
            etag = reader.text("etag")
            await visit.services.lore.delete(
                visit.world_id, book.id, if_etag=etag, key=visit.request_key
            )
            return visit.to("w", visit.world_id, "books", done="deleted")
        typed = await _read(visit, reader, book)
        if await reader.attempt(partial(_put, visit, target, typed)):
            return _saved(visit, target, book)
    stored = {name: getattr(book, name) for name in ("title", "author", "shelf")}
    state = form_state(
        await _fields(visit, book), {**stored, "readers": lined(book.readers)}, reader
    )
    return visit.page("book", target=target, book=book, **state)


async def make_book(visit: Visit) -> Response:
    """Show the form of a new book, with its first chapter; make or draft one that was sent."""
    if (away := sent_on(visit)) is not None:
        return away
    target = await target_of(visit)
    if (reader := sent_form(visit)) is not None:
        empty = Book(id=read_new_id(reader), world_id=visit.world_id, title="")
        typed = await _read(visit, reader, replace(empty, chapters=(_read_chapter(reader),)))
        book = replace(typed, id=typed.id or slug(typed.title))

        async def work() -> None:
            known = (await visit.services.lore.list(visit.world_id, Page(limits.PAGE))).items
            if book.id in {one.id for one in known}:
                raise AlreadyExists("book", book.id, "choose another id")
            await _put(visit, target, book)

        if await reader.attempt(work):
            return _saved(visit, target, book)
    fields = (*await _fields(visit, None), *await _chapter_fields(visit))
    return form_page(visit, FormKind.NEW_BOOK, fields, None, reader, target=target)


async def edit_chapter(visit: Visit) -> Response:
    """Show the form of a chapter, empty for a new one.

    One that was sent is stored or drafted, or taken out of the book.
    """
    if (away := sent_on(visit)) is not None:
        return away
    book, target = await _looked_at(visit)
    chapter = _chapter(visit, book)
    if (reader := sent_form(visit)) is not None:
        here = len(book.chapters) if chapter is None else _number(visit)
        typed = () if reader.text("do") == "delete" else (_read_chapter(reader),)
        chapters = (*book.chapters[:here], *typed, *book.chapters[here + 1 :])
        if not chapters:
            reader.wrong("", visit.studio.templates.words("books.last_chapter"))
        if len(chapters) > limits.CHAPTERS:
            reader.wrong("text", f"is one too many; keep at most {limits.CHAPTERS}")
        if await reader.attempt(partial(_put, visit, target, replace(book, chapters=chapters))):
            return _saved(visit, target, book)
    return form_page(
        visit,
        FormKind.CHAPTER,
        await _chapter_fields(visit),
        None if chapter is None else _chapter_values(chapter),
        reader,
        name=book.title,
        above=(address("w", visit.world_id, "books", book.id, draft=target.draft), book.title),
        target=target,
        etag=book.etag,
        may_delete=chapter is not None,
    )


async def _looked_at(visit: Visit) -> tuple[Book, FormTarget]:
    """Return the book of the address, or what is drafted of it; `etag` is what stands for that."""
    book_id = visit.request.path_params["book"]
    target = await target_of(visit)
    if not target.draft:
        return await visit.services.lore.get(visit.world_id, book_id), target
    book, etag = await drafted(visit, target, DraftSubject(DraftKind.BOOK, book_id))
    return replace(book, etag=etag), target


async def _put(visit: Visit, target: FormTarget, book: Book) -> None:
    if target.draft:
        subject = DraftSubject(DraftKind.BOOK, book.id)
        await save_draft(visit, target, subject, replace(book, etag=""))
        return
    etag = visit.form.text("etag")
    await visit.services.lore.put(book=book, if_etag=etag, key=visit.request_key)


def _saved(visit: Visit, target: FormTarget, book: Book) -> Response:
    done = "drafted" if target.draft else "stored"
    return visit.to("w", book.world_id, "books", book.id, draft=target.draft, done=done)


def _number(visit: Visit) -> int:
    return int(visit.request.path_params["chapter"]) - 1


def _chapter(visit: Visit, book: Book) -> Chapter | None:
    """Return the chapter of the address, None for a new one. Raises `NotFound`."""
    if "chapter" not in visit.request.path_params:
        return None
    if not 0 <= _number(visit) < len(book.chapters):
        raise NotFound("book", f"{book.id}/{_number(visit) + 1}", "look at the list of chapters")
    return book.chapters[_number(visit)]


async def _fields(visit: Visit, book: Book | None) -> tuple[FormField, ...]:
    people = await visit.services.characters.people(visit.world_id)
    return (
        FormField(name="title", word="book_title"),
        *((FormField(name="id", longest=63),) if book is None else ()),
        FormField(name="author"),
        FormField(name="shelf"),
        FormField(name="readers", kind="checks", choices=tuple(people.names.items())),
    )


async def _read(visit: Visit, reader: FormReader, book: Book) -> Book:
    return replace(
        book,
        title=reader.read(Book, "title", is_needed=True),
        author=reader.read(Book, "author"),
        shelf=reader.read(Book, "shelf"),
        readers=await read_people(visit, reader, "readers", limits.READERS),
    )


async def _chapter_fields(visit: Visit) -> tuple[FormField, ...]:
    return (
        FormField(name="chapter_title"),
        FormField(name="text", word="chapter_text", kind="area", longest=limits.CHAPTER),
        *await lock_fields(visit),
    )


def _chapter_values(chapter: Chapter) -> dict[str, str]:
    locked = lock_values(chapter.secret, chapter.text)
    return {"chapter_title": chapter.title, "text": chapter.text, **locked}


def _read_chapter(reader: FormReader) -> Chapter:
    text = reader.text("text")
    if problem := limits.text_problem(text, limits.CHAPTER) or mark_problem(text):
        reader.wrong("text", problem)
    title = reader.read(Chapter, "title", "chapter_title")
    return Chapter(title=title, text=text, secret=read_secret(reader, text))
