"""Schemas of answers, and reading answers whole or as they stream."""

import json
import re

import pytest

from npcserver.model.affordance import Affordance, Entity, Parameter, ParameterType
from npcserver.model.feelings import LABELS, Emotion, named
from npcserver.model.turn import ReplyAnswer
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
from npcserver.prompts.reply_reader import LONGEST_ANSWER, SayReader, Unparseable
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


ANSWER = {
    "say": 'Come in. Mind the "step".\n小心 \N{GRINNING FACE}',
    "emotion": {"label": "joy", "valence": 0.5, "arousal": 0.25},
    "intents": [{"name": "nod", "arguments": {"n": 1}}],
    "importance": 3,
}


def grown(answer: str, size: int) -> tuple[str, SayReader]:
    reader = SayReader()
    slices = [answer[start : start + size] for start in range(0, len(answer), size)]
    return "".join(reader.feed(part) for part in slices), reader


def finished(answer: str) -> ReplyAnswer:
    return grown(answer, 5)[1].finish()


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
@pytest.mark.parametrize("ascii_only", [True, False])
def test_say_grows_the_same_however_it_is_sliced(size: int, ascii_only: bool) -> None:  # noqa: FBT001
    """Escapes and surrogate pairs that fall between two fragments change nothing."""
    growth, reader = grown(json.dumps(ANSWER, ensure_ascii=ascii_only), size)

    assert ANSWER["say"] == growth
    assert ANSWER["say"] == reader.finish().say


def test_whole_answer_is_read() -> None:
    """A finished answer gives its words, emotion, wishes and importance."""
    answer = finished(json.dumps(ANSWER))

    assert answer.emotion == Emotion("joy", 0.5, 0.25)
    assert answer.intents == (("nod", {"n": 1}),)
    assert answer.importance == 3


def test_emotion_is_known_before_the_answer_ends() -> None:
    """As soon as the emotion is written out it is there, and only then."""
    reader = SayReader()
    reader.feed('{"say": "Hm.", "emotion": {"label": "joy", "valence": 0.5, "arousal": 0.2')
    early = reader.emotion
    is_closed = reader.is_closed
    reader.feed("}")

    assert early is None
    assert is_closed
    assert reader.emotion is not None
    assert reader.emotion.arousal == 0.2


@pytest.mark.parametrize(
    "wrapped",
    [
        "\n\n{}",
        "```json\n{}\n```",
        "``` {} ```",
        '<think>Who is Ann? {"no"}</think>\n{}',
        "Sure! Here is the answer:\n{}",
        "\ufeff{}\nI hope this helps.",
        "[{}]",
    ],
)
@pytest.mark.parametrize("size", [1, 1000])
def test_wrapping_is_not_spoken(wrapped: str, size: int) -> None:
    """Fences, thoughts, greetings and junk around the object are never part of the words."""
    growth, reader = grown(wrapped.replace("{}", json.dumps(ANSWER)), size)

    assert ANSWER["say"] == growth
    assert reader.finish().importance == 3


def test_plain_words_count_as_said() -> None:
    """A model that ignores the form is heard, without an emotion or wishes."""
    growth, reader = grown("Come in. " * 40, 3)
    answer = reader.finish()

    assert len(growth) > 300
    assert answer.say == "Come in. " * 40
    assert answer.emotion is None
    assert answer.intents == ()


@pytest.mark.parametrize("size", [1, 4, 1000])
def test_plain_words_end_where_json_begins(size: int) -> None:
    """Braces, fences and template tokens after plain words are never spoken."""
    for junk in ('{"say": "x"}', "```json", "<|im_end|>", '"say": "x"'):
        growth, reader = grown("Well met. " * 30 + junk, size)

        assert growth == "Well met. " * 30
        assert reader.finish().say == "Well met. " * 30


def test_missing_brace_is_forgiven() -> None:
    """An object without its opening brace is still no speech of quotes and keys."""
    growth, _ = grown('"say": "Hello there", "importance": 2}', 1)

    assert growth == "Hello there"


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "   \n",
        "```",
        "{",
        "<think>hm",
        '{"say": "Hello',
        '{"say": ""}',
        '{"say": 5}',
        '{"mood": "Hello"}',
        '{"say": "a", "say": "b"}',
        '{"say": "Hello", "emotion": {"label": "joy',
        "{smiles} Hello",
        '{"say": "\\ud83d alone"}',
    ],
)
def test_unreadable_answer_is_said_to_be_so(answer: str) -> None:
    """What is no complete answer raises, whatever of it was heard before."""
    with pytest.raises(Unparseable):
        finished(answer)


def test_first_words_stand_when_a_key_comes_twice() -> None:
    """What was spoken cannot be replaced by a second `say`."""
    for size in (1, 1000):
        growth, _ = grown('{"say": "First.", "say": "Second."}', size)

        assert growth == "First."


@pytest.mark.parametrize(
    ("emotion", "label", "valence"),
    [
        ('{"label": "JOY", "valence": 9, "arousal": -9}', "joy", 1.0),
        ('"anger"', "anger", -0.7),
        ('{"label": "joy", "valence": NaN, "arousal": "x"}', "joy", 0.8),
    ],
)
def test_odd_emotions_are_put_right(emotion: str, label: str, valence: float) -> None:
    """Numbers are clamped, missing ones are customary."""
    felt = finished(f'{{"say": "Hm.", "emotion": {emotion}}}').emotion

    assert felt is not None
    assert (label, valence) == (felt.label, felt.valence)


@pytest.mark.parametrize(
    "members",
    [
        '"emotion": {"label": "grumpy", "valence": 0.3, "arousal": 0}',
        '"emotion": null',
        '"feeling": "grumpy"',
        '"feeling": "", "valence": 0.5, "arousal": 0.5',
        '"valence": 0.5',
    ],
)
def test_a_feeling_nobody_knows_is_none(members: str) -> None:
    """No neutral is made up for it."""
    assert finished(f'{{"say": "Hm.", {members}}}').emotion is None


def test_numbers_after_the_words_belong_to_the_feeling_before_them() -> None:
    """The word is known before the first sentence, its numbers with the whole answer."""
    text = '{"feeling": "joy", "say": "Hm.", "valence": 0.3, "arousal": -2}'
    reader = SayReader()
    reader.feed(text[:24])

    assert reader.emotion == named("joy")
    assert finished(text).emotion == Emotion("joy", 0.3, -1.0)


@pytest.mark.parametrize(
    ("importance", "expected"), [("7", 7), ("7.0", 7), ("0", None), ("11", None), ("true", None)]
)
def test_importance_out_of_range_is_none(importance: str, expected: int | None) -> None:
    """Only 1 to 10 counts; anything else leaves the memory unrated."""
    assert expected == finished(f'{{"say": "Hm.", "importance": {importance}}}').importance


def test_malformed_wishes_keep_their_place() -> None:
    """A wish that is no object becomes one that names nothing, to be dropped and counted."""
    answer = finished('{"say": "Hm.", "intents": [5, {"name": "nod"}, {"name": 1}]}')

    assert answer.intents == (("", {}), ("nod", {}), ("", {}))


def test_endless_answer_is_given_up() -> None:
    """Beyond the limit the reader says so and reads no further."""
    reader = SayReader()
    reader.feed('{"say": "' + "la " * LONGEST_ANSWER)

    assert reader.is_overlong
    assert len(reader.answer) == LONGEST_ANSWER
    with pytest.raises(Unparseable, match="longer than"):
        reader.finish()
