"""Books in world files: inline or beside them, for readers, with chapters under lock."""

from pathlib import Path

import pytest

from npcserver.adapters.files import dump_world, load_world, parse_world
from npcserver.model.errors import BrokenFile
from npcserver.model.lore import Chapter
from npcserver.model.secret import Secret

MILL = """\
format: npcserver/world/1
world: {name: The Mill}
characters:
  - name: Berta
  - name: Jon
books:
  - title: The Ledger
    author: Old Holm
    shelf: trade
    readers: [berta]
    chapters:
      - title: Debts
        text: |-
          Jon owes two sacks.

          Nobody else owes.
      - text: The key is in the flour.
        secret: {key: the-key, to: [Berta], trust: 60}
  - id: songs
    title: Songs
    chapters:
      - file: chapters/one.txt
"""


def written(folder: Path, text: str = MILL, chapter: bytes = b"\xef\xbb\xbfHey ho.\r\n") -> Path:
    (folder / "chapters").mkdir()
    (folder / "chapters" / "one.txt").write_bytes(chapter)
    file = folder / "mill.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def test_books_are_read_with_their_chapters(tmp_path: Path) -> None:
    """Chapters stand in the file or beside it; ids are made from titles."""
    mill = load_world(written(tmp_path))
    ledger, songs = mill.books

    assert (ledger.id, ledger.author, ledger.shelf) == ("the-ledger", "Old Holm", "trade")
    assert ledger.readers == ("berta",)
    assert ledger.chapters[0] == Chapter(
        title="Debts", text="Jon owes two sacks.\n\nNobody else owes."
    )
    assert ledger.chapters[1].secret == Secret(key="the-key", to=("berta",), trust=60)
    assert songs.chapters == (Chapter(title="", text="Hey ho."),)
    assert parse_world(dump_world(mill), "mill.yaml") == mill


@pytest.mark.parametrize(
    ("found", "instead", "problem"),
    [
        ("readers: [berta]", "readers: [bertha]", "mill.yaml:10: books[0].readers[0]: 'bertha' is"),
        ("readers: [berta]", "readers: null", "mill.yaml:10: books[0].readers: "),
        ("file: chapters/one.txt", "file: ../one.txt", "books[1].chapters[0].file: '../one.txt'"),
        ("file: chapters/one.txt", "file: two.txt", "'two.txt' does not exist"),
        ("file: chapters/one.txt", "title: Empty", "books[1].chapters[0].text: is missing"),
        (
            "file: chapters/one.txt",
            "{file: chapters/one.txt, text: Twice.}",
            "keep one of the two",
        ),
        ("id: songs", "id: the-ledger", "is the id of another book"),
        ("shelf: trade", "shelve: trade", "did you mean 'shelf'?"),
    ],
)
def test_a_mistake_is_told_with_its_line(
    tmp_path: Path, found: str, instead: str, problem: str
) -> None:
    """Wrong readers, paths and keys are named by file, line and path."""
    with pytest.raises(BrokenFile) as broken:
        load_world(written(tmp_path, MILL.replace(found, instead, 1)))

    assert problem in broken.value.message
    assert "mill.yaml:" in broken.value.message


def test_a_chapter_that_is_no_text_is_refused(tmp_path: Path) -> None:
    """A file beside the world that is not UTF-8 is the fault of its line."""
    with pytest.raises(BrokenFile, match=r"mill.yaml:22: .*'chapters/one.txt' is not UTF-8"):
        load_world(written(tmp_path, chapter=b"\xff\xfe"))


def test_a_text_alone_has_no_files_beside_it() -> None:
    """Without a folder a chapter cannot stand in a file of its own."""
    with pytest.raises(BrokenFile, match="write the chapter as `text`"):
        parse_world(MILL, "mill.yaml")
