"""The schema of an answer, and finding the JSON and the sentences in one."""

import json
import re

import pytest

from npcserver.model.affordance import Affordance, Entity, Parameter, ParameterType
from npcserver.model.feelings import LABELS
from npcserver.ports.language_model import JSON
from npcserver.prompts.answer import (
    distinct,
    found_object,
    optional_sentence,
    sentence,
    tidy,
    whole_number,
)
from npcserver.prompts.reply import ratings_schema, reply_schema
from npcserver.prompts.reply_reader import Unparseable
from tests.fakes.prompt_inputs import ENTITIES, NOD, POUR


def objects(schema: JSON) -> list[dict[str, JSON]]:
    found: list[dict[str, JSON]] = []
    if isinstance(schema, dict):
        found += [schema] if schema.get("type") == "object" else []
        for value in schema.values():
            found += objects(value)
    elif isinstance(schema, list):
        for value in schema:
            found += objects(value)
    return found


def test_words_come_first() -> None:
    """Generation follows the order of properties: a word of feeling, the words, then the rest."""
    schema = reply_schema((POUR,), ENTITIES)

    assert list(schema["properties"]) == [  # type: ignore[arg-type]
        "feeling",
        "say",
        "intents",
        "valence",
        "arousal",
        "importance",
        "promises",
    ]


def test_what_is_asked_for_is_agreed_to_before_it_is_named() -> None:
    """Right after the words; nothing can be agreed to that there is no way to do."""
    asked = reply_schema((POUR,), ENTITIES, asks_to_act=True)["properties"]
    without = reply_schema((POUR,), (), asks_to_act=True)["properties"]

    assert list(asked)[:4] == ["feeling", "say", "does", "intents"]  # type: ignore[arg-type]
    assert "does" not in without  # type: ignore[operator]


@pytest.mark.parametrize(("language", "longest"), [("en", [80, 459, 2070]), ("zh", [80, 180, 810])])
def test_words_end_before_the_answer_does(language: str, longest: list[int]) -> None:
    """What is said leaves space for the rest of the answer; Chinese has more tokens in a letter."""
    forms = [
        reply_schema((), (), max_tokens=tokens, language=language) for tokens in (16, 300, 1000)
    ]
    says = [json.loads(json.dumps(form))["properties"]["say"] for form in forms]

    assert [say["maxLength"] for say in says] == longest


def test_every_free_text_and_list_has_an_end() -> None:
    """Also those in arguments of actions and in promises."""
    form = json.dumps(reply_schema((POUR, NOD), ENTITIES, 2))
    texts = re.findall(r'\{"type": (?:"string"|\["string", "null"\])[^{}]*\}', form)
    lists = re.findall(r'\{"type": "array"', form)

    assert texts
    assert [text for text in texts if not re.search(r"maxLength|enum|const", text)] == []
    assert len(lists) == form.count("maxItems")


def test_every_object_is_strict() -> None:
    """Each object requires all of its properties and allows no other, as strict endpoints want."""
    found = objects(reply_schema((POUR, NOD), ENTITIES)) + objects(ratings_schema(3))

    assert len(found) == 7
    for schema in found:
        assert schema["additionalProperties"] is False
        assert list(schema["properties"]) == schema["required"]  # type: ignore[arg-type]


def test_intent_names_are_constants_and_arguments_typed() -> None:
    """An entity becomes the ids of its kinds, a choice its options, a number its range."""
    schema = json.loads(json.dumps(reply_schema((POUR,), ENTITIES)))
    pour = schema["properties"]["intents"]["items"]["anyOf"][0]["properties"]
    arguments = pour["arguments"]["properties"]

    assert pour["name"] == {"type": "string", "const": "pour"}
    assert arguments["guest"] == {"type": "string", "enum": ["p1", "p2"]}
    assert arguments["drink"] == {"type": "string", "enum": ["ale", "cider"]}
    assert arguments["cups"] == {"type": ["integer", "null"], "minimum": 1, "maximum": 4}
    assert schema["properties"]["intents"]["maxItems"] == 2


def test_no_affordances_no_intents() -> None:
    """Where nothing is declared, nothing can be proposed."""
    assert "intents" not in reply_schema((), ENTITIES)["properties"]  # type: ignore[operator]


def test_affordance_with_nobody_to_name_is_left_out() -> None:
    """A required entity without candidates leaves the affordance out, an optional one is null."""
    assert "intents" not in reply_schema((POUR,), ())["properties"]  # type: ignore[operator]
    optional = Affordance(
        name="wave",
        description="",
        parameters=(Parameter(name="at", type=ParameterType.ENTITY, required=False),),
    )
    text = json.dumps(reply_schema((optional,), ()))

    assert '"at": {"type": "null"}' in text


def test_emotion_is_one_of_ours() -> None:
    """The label is an enum of our labels."""
    schema = json.loads(json.dumps(reply_schema((), (Entity(id="x", name="x"),))))

    assert list(LABELS) == schema["properties"]["feeling"]["enum"]


@pytest.mark.parametrize(
    "text",
    [
        '{"a": ["x", "y"]}',
        '```json\n{"a": ["x", "y"]}\n```',
        'Here you are [as asked]: {"a": ["x", "y"]} I hope it helps {you}.',
        '<think>{"a": ["no"]}</think>\n{"a": ["x", "y"]}',
        '["x", "y"]',
        '{"a": ["x", "y",],}',
        '{"other": 1} {"a": ["x", "y"]}',
        '{"a": ["x", "y", "and then it was cu',
        '{"a": ["x", "y"',
        '{"a": ["x", "y", 1',
    ],
)
def test_object_is_found(text: str) -> None:
    """Fences, prose, thoughts, stray commas and a lost end do not hide what is whole."""
    assert found_object(text, "a") == {"a": ["x", "y"]}


@pytest.mark.parametrize(
    "text", ["", "x", "{", "[]", "{}", "null", '{"b": 1}', "[" * 5000, '{"a"', "{" * 9000]
)
def test_no_object_is_unparseable(text: str) -> None:
    """An answer without the asked member says so, however deep its brackets go."""
    with pytest.raises(Unparseable):
        found_object(text, "a")


def test_endless_answer_is_unparseable() -> None:
    """An answer longer than any should be is not even looked at."""
    with pytest.raises(Unparseable, match="longer"):
        found_object('{"a": 1}' + " " * 20_000, "a")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (4, 4),
        (4.4, 4),
        ("7", 7),
        ("+3", 3),
        (" 8/10", 8),
        (99, 10),
        (-99, 1),
        (float("inf"), 10),
        (float("nan"), None),
        (True, None),
        ("seven", None),
        (None, None),
        ([4], None),
    ],
)
def test_numbers_are_held_to_their_bounds(value: object, expected: int | None) -> None:
    """Numbers and numerals are clamped and rounded; anything else is none."""
    assert whole_number(value, 1, 10) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('  "Bram lies." ', "Bram lies."),
        ("3. Bram lies.", "Bram lies."),
        ("- Bram\n lies.", "Bram lies."),
        ("6:30 is early.", "6:30 is early."),
        ('"No" and "yes"', '"No" and "yes"'),
        ("\u200bBram lies.", "Bram lies."),
        (
            "\u201c\u5e03\u62c9\u59c6\u8bf4\u8c0e\u3002\u201d",
            "\u5e03\u62c9\u59c6\u8bf4\u8c0e\u3002",
        ),
    ],
)
def test_texts_are_tidied(text: str, expected: str) -> None:
    """List marks, quotes around the whole, line breaks and invisible letters go."""
    assert tidy(text) == expected


def test_sentences_are_whole_and_short() -> None:
    """One word, more than the longest, no text or garbage is no sentence."""
    assert sentence("Bram lies.") == "Bram lies."
    assert sentence("\u5e03\u62c9\u59c6\u8bf4\u8c0e") == "\u5e03\u62c9\u59c6\u8bf4\u8c0e"
    assert sentence("Bram.") is None
    assert sentence("so " * 101) is None
    assert sentence(7) is None
    assert sentence("this is blank") is None


@pytest.mark.parametrize("nothing", [None, "", " ", "None.", "nothing", "N/A", "\u65e0\u3002"])
def test_nothing_is_an_answer_where_it_may_be(nothing: object) -> None:
    """Words for nothing mean an empty text, not an unreadable one."""
    assert optional_sentence(nothing) == ""


def test_garbage_is_not_nothing() -> None:
    """What cannot be kept is told apart from what was left empty."""
    assert optional_sentence("Error: no answer") is None


def test_texts_that_say_the_same_are_one() -> None:
    """Case, marks and spaces make no difference; the first of its kind stays, in its place."""
    assert distinct(["Bram lies.", "Ann pays.", "bram  lies!"]) == ("Bram lies.", "Ann pays.")
