"""Which place and which thing some words are about."""

import pytest

from npcserver.language.alarm import is_alarming, is_of_water
from npcserver.model.inputs import KnownPlace
from npcserver.model.place_lookup import (
    fitting_thing,
    home_of,
    known_place,
    nearest_place,
    place_named,
    thing_named,
)
from tests.fakes.prompt_inputs import ANCHOR, LOFT, PLACES, QUAY

CHINESE = (
    KnownPlace(id=QUAY, path="镇上: 茶馆", objects=(("柜台", ""),)),
    KnownPlace(id=LOFT, path="老宅: 卧房", objects=(("床", ""),), is_own=True),
)


@pytest.mark.parametrize(
    ("written", "place"),
    [
        ("anchor", ANCHOR),
        ("ANCHOR", ANCHOR),
        ("The Anchor: taproom", ANCHOR),
        ("the anchor - taproom", ANCHOR),
        ("Loft", LOFT),
        ("", None),
        ("castle", None),
    ],
)
def test_places_are_named_by_id_path_or_name(written: str, place: str | None) -> None:
    """In whatever case and with whatever marks between."""
    found = place_named(written, PLACES)

    assert (found.id if found else None) == place


@pytest.mark.parametrize(
    ("text", "place"),
    [("walking along the quay", QUAY), ("sitting in the taproom", ANCHOR), ("of and the", None)],
)
def test_the_nearest_place_shares_most_words(text: str, place: str | None) -> None:
    """Words that tell nothing find nothing."""
    found = nearest_place(text, PLACES)

    assert (found.id if found else None) == place


def test_chinese_words_find_their_place() -> None:
    """Without spaces between them."""
    found = nearest_place("去茶馆坐坐", CHINESE)

    assert found is not None
    assert found.id == QUAY
    assert fitting_thing("擦柜台", found) == "柜台"


def test_home_is_ones_own_place_with_a_bed() -> None:
    """And nobody else's."""
    hall = KnownPlace(id=ANCHOR, path="Hall", is_own=True)

    assert home_of((hall, *PLACES)) == PLACES[1]
    assert home_of((hall,)) == hall
    assert home_of(PLACES[2:]) is None


@pytest.mark.parametrize(
    ("written", "activity", "otherwise", "place"),
    [
        ("quay", "sleeping in the loft", ANCHOR, QUAY),
        ("moon", "sleeping in the loft", ANCHOR, ANCHOR),
        ("moon", "walking on the quay", None, QUAY),
        ("moon", "dreaming", "gone", LOFT),
    ],
)
def test_a_place_is_always_known(
    written: str, activity: str, otherwise: str | None, place: str
) -> None:
    """As written, else where one is, else by what is done, else at home."""
    assert known_place(written, activity, PLACES, otherwise) == place  # type: ignore[arg-type]
    assert known_place(written, activity, (), otherwise) is None  # type: ignore[arg-type]


def test_things_are_those_of_a_place() -> None:
    """Named as they are there; none is made up."""
    assert thing_named("the Long Table", PLACES[0]) == "long table"
    assert thing_named("crane", PLACES[0]) == ""
    assert thing_named("hearth", None) == ""
    assert fitting_thing("wiping the table", PLACES[0]) == "long table"
    assert fitting_thing("dozing", PLACES[0], ("hearth",)) == "hearth"
    assert fitting_thing("dozing", PLACES[0]) == ""


@pytest.mark.parametrize(
    "text",
    [
        "the stove is burning",
        "The shower is leaking.",
        "smoke: the pan is smoking",
        "there is a fire in the street",
        "the bathroom is flooded",
        "the lamp is burning and the curtain caught fire",
        "炉子着火了",
        "水管漏水",
    ],
)
def test_dangers_are_known_by_their_words(text: str) -> None:
    """Fire, smoke, water."""
    assert is_alarming(text)


@pytest.mark.parametrize(
    "text",
    [
        "the stove is idle",
        "the stove is hot",
        "the candle is burning",
        "the fire in the hearth is burning",
        "the shower is no longer leaking",
        "Ann is putting out the burning stove",
        "Ann sits by the fire",
        "the stove is being dealt with",
        "壁炉烧着",
        "火已经扑灭",
        "",
    ],
)
def test_what_is_tame_or_over_is_no_danger(text: str) -> None:
    """A candle burns; what was put out does not."""
    assert not is_alarming(text)


def test_water_is_told_from_fire() -> None:
    """Since a bucket helps with one and is needed for the other."""
    assert is_of_water("the shower is leaking")
    assert not is_of_water("the stove is burning")
