"""The books of a world file; chapters are in it, or in text files beside it."""

from collections.abc import Iterator
from pathlib import Path

from npcserver.adapters.files import secrets
from npcserver.adapters.files.fields import Field, Table
from npcserver.adapters.files.naming import Names
from npcserver.adapters.files.plain import Plain
from npcserver.adapters.files.problems import Problems
from npcserver.adapters.files.text import read_text
from npcserver.model import limits
from npcserver.model.errors import BrokenFile
from npcserver.model.ids import WorldId
from npcserver.model.lore import Book, Chapter
from npcserver.model.people import People


def read(table: Table, world_id: WorldId, people: People, folder: Path | None) -> tuple[Book, ...]:
    """Return the books of a file in the order written.

    Chapter files are read from `folder`; if that is None they are refused.
    """
    ids = Names("book")
    return tuple(
        _book(part, ids, world_id, people, folder) for part in table.tables("books", limits.BOOKS)
    )


def written(book: Book) -> Plain:
    """Return a book as the content of a world file."""
    return {
        "id": book.id,
        "title": book.title,
        "author": book.author,
        "shelf": book.shelf,
        "readers": list(book.readers),
        "chapters": [_written(chapter) for chapter in book.chapters],
    }


def _written(chapter: Chapter) -> Plain:
    fields: dict[str, Plain] = {"title": chapter.title}
    if chapter.secret is not None:
        fields["secret"] = secrets.written(chapter.secret, chapter.text)
    fields["text"] = chapter.text
    return fields


def _book(
    table: Table,
    ids: Names,
    world_id: WorldId,
    people: People,
    folder: Path | None,
) -> Book:
    title = table.text("title", limits.NAME, is_required=True, is_one_line=True)
    book = Book(
        id=ids.authored_id(table, title),
        world_id=world_id,
        title=title,
        author=table.text("author", limits.NAME, is_one_line=True),
        shelf=table.text("shelf", limits.NAME, is_one_line=True),
        readers=tuple(dict.fromkeys(_readers(table, people))),
        chapters=tuple(_chapters(table, people, folder)),
    )
    table.finish()
    return book


def _readers(table: Table, people: People) -> Iterator[str]:
    if "readers" in table.written and table.get("readers") is None:
        table.wrong("is empty; name who has read it, or leave the key out", "readers")
    for item in table.items("readers", limits.READERS):
        reader = item.somebody(people)
        if reader:
            yield reader


def _chapters(table: Table, people: People, folder: Path | None) -> Iterator[Chapter]:
    field = table.get("chapters", is_required=True)
    if field is None:
        return
    has_any = False
    for item in field.items(limits.CHAPTERS):
        has_any = True
        part = item.table()
        if part is None:
            continue
        title = part.text("title", limits.NAME, is_one_line=True)
        text = _text(part, folder)
        yield Chapter(title=title, text=text, secret=secrets.read(part, text, people))
        part.finish()
    if not has_any:
        field.wrong("must hold at least one chapter; add one")


def _text(table: Table, folder: Path | None) -> str:
    """Return the text of a chapter, from the world file or from a file of its own."""
    file, inline = table.get("file"), table.get("text")
    if file is not None and inline is not None:
        file.wrong("stands beside `text`; keep one of the two")
        return ""
    if file is None:
        return table.text("text", limits.CHAPTER, is_required=True)
    return _from_file(file, folder)


def _from_file(field: Field, folder: Path | None) -> str:
    name = field.text(limits.VIEW, is_one_line=True)
    if not name:
        return ""
    if folder is None:
        field.wrong("can only be read beside a world file on disk; write the chapter as `text`")
        return ""
    path = folder / name
    if not path.resolve().is_relative_to(folder.resolve()):
        field.wrong(f"{name[:40]!r} lies outside the folder of the world file; move it there")
        return ""
    try:
        text = read_text(path, Problems(name)).replace("\r\n", "\n").strip()
    except BrokenFile as broken:
        field.wrong(f"{name[:40]!r} {broken.problem}")
        return ""
    problem = limits.text_problem(text, limits.CHAPTER)
    if problem is not None:
        field.wrong(f"{name[:40]!r} {problem}")
        return ""
    return text
