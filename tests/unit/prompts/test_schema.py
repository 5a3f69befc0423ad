"""The schema of an answer is built from what the game declared."""

import json
import re

import pytest

from npcserver.model.affordance import Affordance, Entity, Parameter, ParameterType
from npcserver.model.feelings import LABELS
from npcserver.ports.language_model import JSON
from npcserver.prompts.reply import ratings_schema, reply_schema
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
    """What is said leaves room for the rest of the answer; Chinese has more tokens in a letter."""
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
    """The label is an enum of the house's labels."""
    schema = json.loads(json.dumps(reply_schema((), (Entity(id="x", name="x"),))))

    assert list(LABELS) == schema["properties"]["feeling"]["enum"]
