"""Checks of single fields."""

from datetime import UTC, datetime

import pytest
from google.protobuf.timestamp_pb2 import Timestamp
from hypothesis import given
from hypothesis import strategies as st

from npcserver.model.errors import InvalidInput
from npcserver.rpc import fields
from npcserver.rpc.fields import stamp


@pytest.mark.parametrize("value", ["plain", "two\nlines\tand a tab", "日本語", "👩‍👩‍👧", "é" * 10])
def test_text_is_taken_as_it_is(value: str) -> None:
    """Line feeds, tabs and any script are text, and nothing is trimmed."""
    assert fields.text("text", value, 40) == value


@pytest.mark.parametrize("value", ["", " \n", "x" * 11, "bell\x07", "\x1b[31m", "\x81", "\ud800"])
def test_what_is_no_text_is_refused_with_its_path(value: str) -> None:
    """Empty, over-long, control characters and lone surrogates."""
    with pytest.raises(InvalidInput) as caught:
        fields.text("lines[3].text", value, 10)

    assert caught.value.field == "lines[3].text"


@pytest.mark.parametrize(
    ("pasted", "meant"),
    [
        ("\x93Well\x94, it\x92s 3\x96 4\x85", "“Well”, it’s 3– 4…"),
        ("caf\xe9\x81 au lait", "café au lait"),
        ("两\x9f个", "两Ÿ个"),
    ],
)
def test_a_c1_control_in_a_text_is_cleaned(pasted: str, meant: str) -> None:
    """Quotes and dashes pasted from Windows programs are what they were meant to be."""
    assert fields.text("text", pasted, 40) == meant
    assert fields.name("name", pasted) == meant


def test_an_id_is_never_cleaned() -> None:
    """An id with a C1 control names nothing that was ever created, and is refused."""
    with pytest.raises(InvalidInput, match=r"U\+0092"):
        fields.reference("id", "it\x92s")


def test_length_counts_characters_not_bytes() -> None:
    """Ten Chinese characters are as long as ten Latin ones."""
    assert fields.text("text", "语" * 10, 10) == "语" * 10


@given(st.datetimes(timezones=st.just(UTC)))
def test_times_survive_the_wire(moment: datetime) -> None:
    """Every moment of the years 1 to 9999 comes back to the microsecond."""
    assert fields.moment("time", stamp(moment)) == moment


@pytest.mark.parametrize(
    ("seconds", "nanos", "part"),
    [
        (253_402_300_800, 0, "seconds"),
        (-62_135_596_801, 0, "seconds"),
        (2**63 - 1, 0, "seconds"),
        (-(2**63), 0, "seconds"),
        (0, -1, "nanos"),
        (0, 1_000_000_000, "nanos"),
    ],
)
def test_times_outside_the_calendar_are_refused(seconds: int, nanos: int, part: str) -> None:
    """A number that is no moment is told, not wrapped around."""
    with pytest.raises(InvalidInput) as caught:
        fields.moment("world_time", Timestamp(seconds=seconds, nanos=nanos))

    assert caught.value.field == f"world_time.{part}"


@pytest.mark.parametrize("value", ["é", "x" * 37, "a\nb", "\x7f"])
def test_request_ids_are_short_ascii(value: str) -> None:
    """They travel in logs and keys."""
    with pytest.raises(InvalidInput):
        fields.check_request_id("request_id", value)


def test_a_request_id_may_be_required() -> None:
    """In a session each input needs one."""
    assert fields.check_request_id("request_id", "") == ""
    with pytest.raises(InvalidInput):
        fields.check_request_id("request_id", "", may_be_empty=False)


@pytest.mark.parametrize("value", ["7:30", "24:00", "12:60", "noon", "12:00 ", "１２:00"])
def test_a_time_of_day_has_one_form(value: str) -> None:
    """Two digits, a colon, two digits."""
    with pytest.raises(InvalidInput):
        fields.time_of_day("opens", value)


def test_the_second_of_two_equal_keys_is_named() -> None:
    """The first one is fine; the path points at the other."""
    with pytest.raises(InvalidInput) as caught:
        fields.distinct("entities", "id", ["a", "b", "a"])

    assert caught.value.field == "entities[2].id"
