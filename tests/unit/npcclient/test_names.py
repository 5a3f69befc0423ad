"""Names as people type them, and whom a player means who wants to talk with several."""

import pytest
from npcclient.chat.gathering import several
from npcclient.chat.names import closest, matching, player_id
from npcclient.chat.opening import Unknown
from npcclient.chat.talk import Talk

from npcserver.v1.character_service_pb2 import Character, Persona
from npcserver.v1.play_service_pb2 import Speaker

PEOPLE = ("Isabella Rodriguez", "Klaus Mueller", "Maria Lopez", "Mei Lin", "Li Mei", "Ann")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("isabella", {"Isabella Rodriguez"}),
        ("ISABELLA RODRIGUEZ", {"Isabella Rodriguez"}),
        ("rodriguez", {"Isabella Rodriguez"}),
        ("isa", {"Isabella Rodriguez"}),
        ("isabela", {"Isabella Rodriguez"}),
        ("mei", {"Mei Lin", "Li Mei"}),
        ("ann", {"Ann"}),
        ("li", {"Li Mei"}),
        ("lop", {"Maria Lopez"}),
        ("zorro", set()),
        ("  ", set()),
    ],
)
def test_matching(typed: str, meant: set[str]) -> None:
    """The nearest kind of likeness decides, and all that share it are meant."""
    assert set(matching(typed, PEOPLE, lambda name: (name,))) == meant


def test_closest_command() -> None:
    """A mistyped word finds its neighbour, nonsense finds nothing."""
    assert closest("/expalin", ["/explain", "/save"]) == "/explain"
    assert closest("/zzz", ["/explain", "/save"]) is None


def test_player_id_is_stable_and_plain() -> None:
    """The same name, however written, is the same player; any script will do."""
    assert player_id("Ann  Lee") == player_id("ann lee") == "player-ann-lee"
    assert player_id("王芳") == "player-王芳"
    assert player_id("!!!") == "player-unnamed"
    assert len(player_id("x" * 500)) == 80


NAMES = {"hester": "Hester Quillam", "wenna": "Wenna Carrow", "dr": "Doctor Lin", "lan": "兰儿"}


@pytest.fixture
def talk() -> Talk:
    """Return a talk in a world of four."""
    characters = {
        key: Character(character_id=key, persona=Persona(name=name)) for key, name in NAMES.items()
    }
    return Talk(
        world=None,  # type: ignore[arg-type]
        places={},
        characters=characters,
        timeline_id="tl_1",
        player=Speaker(id="player-ann", name="Ann"),
        partner=characters["hester"],
    )


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("hester, wenna", ["hester", "wenna"]),
        ("hester wenna and doctor lin", ["hester", "wenna", "dr"]),
        ("Wenna Carrow and Hester Quillam,", ["wenna", "hester"]),
        ("hester、兰儿，wenna", ["hester", "lan", "wenna"]),
        ("hester, Hester Quillam", ["hester"]),
        ("Hester Quillam", []),
        ("hester", []),
    ],
)
def test_names_are_told_apart_however_they_are_listed(
    talk: Talk, typed: str, found: list[str]
) -> None:
    """By commas of both languages, `and`, or spaces; a name of two words is one name."""
    assert [one.character_id for one in several(typed, talk)] == found


def test_who_is_not_there_is_named(talk: Talk) -> None:
    """Not the whole list, only the name that nobody has."""
    with pytest.raises(Unknown, match="nobody here is called 'zoe'"):
        several("hester wenna and zoe", talk)
