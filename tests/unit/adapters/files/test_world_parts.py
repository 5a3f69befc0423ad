"""Books, secrets, budgets, owners, senses and known facts in world files."""

from pathlib import Path

import pytest

from npcserver.adapters.files import dump_world, load_world, parse_world
from npcserver.model.character import SeedMemory
from npcserver.model.errors import BrokenFile
from npcserver.model.lore import Chapter
from npcserver.model.model_use import Budget
from npcserver.model.secret import Secret, key_for

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
        ("file: chapters/one.txt", "{file: chapters/one.txt, text: Twice.}", "keep one of the two"),
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
        load_world(written(tmp_path, chapter=b"caf\xe9"))


def test_a_text_alone_has_no_files_beside_it() -> None:
    """Without a folder a chapter cannot stand in a file of its own."""
    with pytest.raises(BrokenFile, match="write the chapter as `text`"):
        parse_world(MILL, "mill.yaml")


MILL_NORMS = """\
format: npcserver/world/1
world:
  name: The Mill
  budget: {calls: 2000, tokens: 3000000, money: 1.25}
places:
  - name: Yard
    owners: [berta, jon]
    places:
      - name: Loft
  - name: Weir
characters:
  - name: Berta
    place: loft
    knows: [yard, weir]
  - name: Jon
    deaf: true
    blind: no
"""


def test_what_a_file_says_of_minds_is_read() -> None:
    """Money is kept exactly, in millionths; what is not said is unlimited, open, known, sensed."""
    mill = parse_world(MILL_NORMS, "mill.yaml")

    yard, loft, _ = mill.places
    berta, jon = mill.characters
    assert mill.world.budget == Budget(calls=2000, tokens=3_000_000, micros=1_250_000)
    assert (yard.owner_ids, loft.owner_ids) == (("berta", "jon"), ())
    assert (berta.knows, jon.knows) == (("yard", "weir"), ())
    assert (jon.persona.is_deaf, jon.persona.is_blind) == (True, False)
    assert not berta.persona.is_deaf


def test_what_is_written_out_reads_back_the_same() -> None:
    """And a file that says nothing of it gets nothing of it written into it."""
    mill = parse_world(MILL_NORMS, "mill.yaml")
    bare = dump_world(parse_world("format: npcserver/world/1\nworld: {name: W}\n", "w.yaml"))

    assert parse_world(dump_world(mill), "mill.yaml") == mill
    assert "budget" not in bare


@pytest.mark.parametrize(
    ("written", "instead", "told"),
    [
        ("calls: 2000", "calls: -1", ":4: world.budget.calls: must be a whole number from 0"),
        ("calls: 2000", "call: 2000", ":4: world.budget.call: is no key here; did you mean 'call"),
        ("money: 1.25", "money: a lot", ":4: world.budget.money: must be a number"),
        ("money: 1.25", "money: -0.5", ":4: world.budget.money: must be a number from 0 to"),
        ("{calls: 2000, tokens: 3000000, money: 1.25}", "2000", ":4: world.budget: must hold"),
        ("[berta, jon]", "[berta, jan]", ":7: places[0].owners[1]: 'jan' is unknown; did you mean"),
        ("[berta, jon]", "berta", ":7: places[0].owners: must be a list"),
        ("[yard, weir]", "[yard, wier]", ":14: characters[0].knows[1]: 'wier' is unknown; did you"),
        ("deaf: true", "deaf: rather", ":16: characters[1].deaf: must be true or false"),
        ("deaf: true", "daef: true", "did you mean 'deaf'?"),
    ],
)
def test_a_mistake_is_told_with_its_place(written: str, instead: str, told: str) -> None:
    """File, line, field, and what to write instead."""
    assert written in MILL_NORMS

    with pytest.raises(BrokenFile) as caught:
        parse_world(MILL_NORMS.replace(written, instead, 1), "mill.yaml")

    assert str(caught.value).startswith("mill.yaml:")
    assert told in str(caught.value)


FILE = """\
format: npcserver/world/1
world: {name: Gull}
characters:
  - name: Isidor
    memories:
      - text: The crosses mark the January oil.
        importance: 6
"""
WHOLE = "{key: the-crosses, to: [hester, Wenna Carrow], affinity: 40, trust: 70, flag: lens-found}"


def read(secret: str) -> SeedMemory:
    file = parse_world(f"{FILE}        secret: {secret}\n", "gull.yaml")
    (memory,) = file.characters[0].memories
    assert parse_world(dump_world(file), "again.yaml") == file
    return memory


def test_a_secret_is_read_whole_and_written_back() -> None:
    """Everything an author may say of it arrives, and survives an export."""
    assert read(WHOLE).secret == Secret(
        key="the-crosses", to=("hester", "Wenna Carrow"), affinity=40, trust=70, flag="lens-found"
    )


@pytest.mark.parametrize("written", ["true", "yes", "{}"])
def test_what_names_nothing_is_never_told(written: str) -> None:
    """Its key is made from the memory, the same every time."""
    assert read(written).secret == Secret(key=key_for("The crosses mark the January oil."))


def test_false_is_no_secret() -> None:
    """It says the same as leaving the key out."""
    assert read("false").secret is None


@pytest.mark.parametrize(
    "written", ["{flag: lens-found}", "{affinity: 0}", "{trust: 0}", "{to: [ann]}", "{key: mine}"]
)
def test_every_condition_may_stand_alone(written: str) -> None:
    """What is left out stays left out in an export."""
    assert read(written).secret is not None


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("", "gull.yaml:8: characters[0].memories[0].secret: "),
        ("~", "gull.yaml:8: characters[0].memories[0].secret: "),
        ("maybe", "must be true or false, not 'maybe'"),
        ("[hester]", "must hold `key: value` lines"),
        ("{to: []}", "secret.to: names nobody"),
        ("{to: ~, trust: 5}", "secret.to: "),
        ("{to: [ann], trust: ~}", "secret.trust: "),
        ("{to: [ann], flag: }", "secret.flag: "),
        ("{trust: 101}", "a whole number from 0 to 100"),
        ("{affinity: -101}", "from -100 to 100"),
        ("{flag: Lens Found}", "secret.flag: must be a-z, 0-9"),
        ("{trst: 5}", "did you mean 'trust'?"),
    ],
)
def test_a_slip_opens_nothing(written: str, told: str) -> None:
    """The file is refused, at the line and the field, rather than taken for less than it says."""
    with pytest.raises(BrokenFile) as caught:
        read(written)

    assert told in str(caught.value)
