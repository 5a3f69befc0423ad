"""Whom a player means who wants to stand with several."""

import pytest
from npcclient.chat.gathering import several
from npcclient.chat.opening import Unknown
from npcclient.chat.talk import Talk

from npcserver.v1.character_service_pb2 import Character, Persona
from npcserver.v1.play_service_pb2 import Speaker

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
