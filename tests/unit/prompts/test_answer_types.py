"""Schema and reader of an answer follow from its type."""

import json
from dataclasses import dataclass
from typing import Annotated

import pytest

from npcserver.model.question import between, count, one_of
from npcserver.prompts.answer import read_answer
from npcserver.prompts.reply_reader import Unparseable
from npcserver.prompts.schemas import schema_of

FELT = ("joy", "fear")


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    who: str
    part: Annotated[int, between(1, 3)] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Dream:
    text: str
    feeling: Annotated[str, one_of(FELT)] = "joy"
    is_nightmare: bool = False
    places: Annotated[tuple[Annotated[str, one_of(())], ...], count(0, 2)] = ()
    figures: Annotated[tuple[Figure, ...], count(1, 2)] = ()


SCHEMA = schema_of(Dream, places={"items": {"type": "string", "enum": ["inn", "mill"]}})
TEXT = "You fall from the mill."
WHO = "Anselm the miller"


def read(**changes: object) -> Dream:
    return read_answer(Dream, SCHEMA, json.dumps({"text": TEXT, **changes}))


def test_schema_has_all_fields_in_order_with_their_bounds() -> None:
    """Closed lists, bounds and nested objects are those of the annotations."""
    assert list(SCHEMA["properties"]) == ["text", "feeling", "is_nightmare", "places", "figures"]  # type: ignore[arg-type]
    assert SCHEMA["required"] == list(SCHEMA["properties"])  # type: ignore[arg-type]
    assert SCHEMA["properties"] == {
        "text": {"type": "string"},
        "feeling": {"type": "string", "enum": ["joy", "fear"]},
        "is_nightmare": {"type": "boolean"},
        "places": {
            "type": "array",
            "items": {"type": "string", "enum": ["inn", "mill"]},
            "minItems": 0,
            "maxItems": 2,
        },
        "figures": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "who": {"type": "string"},
                    "part": {"type": "integer", "minimum": 1, "maximum": 3},
                },
                "required": ["who", "part"],
                "additionalProperties": False,
            },
            "minItems": 1,
            "maxItems": 2,
        },
    }


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, Dream(text=TEXT)),
        ({"feeling": " Fear "}, Dream(text=TEXT, feeling="fear")),
        ({"feeling": "envy"}, Dream(text=TEXT)),
        ({"feeling": ["fear"]}, Dream(text=TEXT)),
        ({"is_nightmare": "yes"}, Dream(text=TEXT, is_nightmare=True)),
        ({"is_nightmare": None}, Dream(text=TEXT)),
        ({"places": ["inn", "INN", "moon", "mill"]}, Dream(text=TEXT, places=("inn", "mill"))),
        ({"places": "mill"}, Dream(text=TEXT, places=("mill",))),
        (
            {"figures": [{"who": WHO, "part": "7"}, {"part": 2}, 3]},
            Dream(text=TEXT, figures=(Figure(who=WHO, part=3),)),
        ),
        ({"figures": [{"who": ""}]}, Dream(text=TEXT)),
    ],
)
def test_what_cannot_be_read_is_left_out(changes: dict[str, object], expected: Dream) -> None:
    """A member becomes its default, an item is left out, a number is brought within its bounds."""
    assert read(**changes) == expected


@pytest.mark.parametrize("text", ["", "\u2026", 4, None, "Error: 500"])
def test_a_member_without_a_default_has_to_be_readable(text: object) -> None:
    """The problem names it, for the model that is asked again."""
    with pytest.raises(Unparseable, match='"text" must be'):
        read(text=text)


def test_an_answer_that_was_cut_off_is_read_as_far_as_it_goes() -> None:
    """Whole members count."""
    cut = f'{{"text": "{TEXT}", "feeling": "fe'

    assert read_answer(Dream, SCHEMA, cut) == Dream(text=TEXT)
