"""How far a voice carries: by loudness, spots, the place tree and walls."""

from dataclasses import replace

import pytest

from npcserver.language.caught_words import half_heard, question_about
from npcserver.model.ids import PlaceId, WorldId
from npcserver.model.senses import Hearing, Loudness, hearing_at, hearing_of_shout
from npcserver.model.world import Place, Walls

BELL_CRACKED = "\u90a3\u53e3\u949f\u88c2\u4e86\u3002"
ABOUT_A_BELL = "\u597d\u50cf\u662f\u5173\u4e8e\u949f\u7684\u4e8b"
WHOLE, HALF = Hearing.WHOLE, Hearing.HALF
TREE = {
    "village": "",
    "green": "village",
    "inn": "village",
    "cellar": "inn",
    "kitchen": "inn",
    "larder": "kitchen",
    "hut": "village",
    "attic": "hut",
    "isle": "",
}
PLACES = {
    PlaceId(one): Place(
        id=PlaceId(one),
        world_id=WorldId("w"),
        name=f"The {one.title()}",
        parent_id=PlaceId(parent) if parent else None,
    )
    for one, parent in TREE.items()
}


def shout(origin: str, **walls: Walls) -> dict[str, Hearing]:
    """Return how a shout is heard elsewhere, by place."""
    places = {one: replace(place, walls=walls.get(one)) for one, place in PLACES.items()}
    found = {one: hearing_of_shout(PlaceId(origin), one, places) for one in places if one != origin}
    return {str(one): heard for one, heard in found.items() if heard}


@pytest.mark.parametrize(
    ("loudness", "spots", "spot", "heard"),
    [
        (Loudness.WHISPER, {""}, "", None),
        (Loudness.WHISPER, {"table"}, "table", HALF),
        (Loudness.WHISPER, {"table"}, "bar", None),
        (Loudness.TALK, {""}, "", WHOLE),
        (Loudness.TALK, {"table"}, "table", WHOLE),
        (Loudness.TALK, {"table"}, "bar", HALF),
        (Loudness.TALK, {"table"}, "", HALF),
        (Loudness.TALK, {"table", ""}, "", WHOLE),
        (Loudness.SHOUT, {"table"}, "bar", WHOLE),
    ],
)
def test_at_one_place_spots_decide(
    loudness: Loudness, spots: set[str], spot: str, heard: Hearing | None
) -> None:
    """Those at the same table hear a talk whole, others half; a shout is for all."""
    assert hearing_at(loudness, spots, spot) is heard


def test_a_shout_is_heard_next_door_and_half_one_place_further() -> None:
    """In the enclosing place and its parts whole; two places up or down half; not beyond."""
    assert shout("kitchen") == {
        "inn": WHOLE,
        "cellar": WHOLE,
        "larder": WHOLE,
        "village": HALF,
        "green": HALF,
        "hut": HALF,
        "attic": HALF,
    }
    assert "kitchen" not in shout("isle")
    assert "isle" not in shout("kitchen")
    assert "attic" not in shout("larder")


def test_thick_walls_take_and_open_ones_give() -> None:
    """Behind thick walls it is heard half next door only, without walls one place further."""
    assert shout("kitchen", kitchen=Walls.THICK) == {"inn": HALF, "cellar": HALF, "larder": WHOLE}
    assert "cellar" not in shout("green", cellar=Walls.THICK)
    opened = shout("kitchen", kitchen=Walls.OPEN, inn=Walls.OPEN)
    assert (opened["village"], opened["green"]) == (WHOLE, WHOLE)
    assert opened["hut"] is HALF


@pytest.mark.parametrize(
    ("name", "walls"),
    [
        ("Market Square", Walls.OPEN),
        ("The Well by the church", Walls.OPEN),
        ("The Park Hotel", Walls.THIN),
        ("Harbour Office", Walls.THIN),
        ("\u6751\u53e3\u5e7f\u573a", Walls.OPEN),
        ("\u78e8\u574a", Walls.THIN),
    ],
)
def test_a_place_outdoors_has_no_walls_unless_its_author_says_so(name: str, walls: Walls) -> None:
    """Its name says so, and the author has the last word."""
    place = replace(PLACES[PlaceId("inn")], name=name)
    assert place.heard_through is walls
    assert replace(place, walls=Walls.THICK).heard_through is Walls.THICK


@pytest.mark.parametrize(
    ("text", "language", "caught"),
    [
        ("A bell has cracked!", "en", "something about a bell"),
        (
            "I hid the money under the old floor.",
            "en",
            "something about the money and the floor",
        ),
        ("Did you see Anna at the mill?", "en", "something about Anna and the mill"),
        ("How are you today?", "en", ""),
        (BELL_CRACKED, "zh", ABOUT_A_BELL),
        ("\u4f60\u597d\u5417\uff1f", "zh-Hans", ""),
        ("Die Glocke hat einen Sprung.", "de", ""),
    ],
)
def test_who_hears_half_catches_a_noun(text: str, language: str, caught: str) -> None:
    """Of words that have none it catches nothing, and in a language without data neither."""
    assert half_heard(text, language) == caught


def test_who_caught_a_noun_can_ask() -> None:
    """In the words that a prompt, or a character without a model, has for it."""
    assert question_about("something about a bell", "en") == (
        "I half heard you say something about a bell. What was it?"
    )
    assert ABOUT_A_BELL in question_about(ABOUT_A_BELL, "zh")
