"""Marks of other tools in world files: told with line and what to write, and never used."""

import pytest

from npcserver.adapters.files.world_file import parse_world
from npcserver.admin.v1 import persona_service_pb2 as personas
from npcserver.app.authoring.world_review import review
from npcserver.app.characters import Characters
from npcserver.mind.speech import SpeechCutter, worded
from npcserver.model.errors import BrokenFile, InvalidInput
from npcserver.prompts.texts import neutralised
from npcserver.rpc.services import character_service  # noqa: F401 - says how characters are read
from tests.unit.rpc.arguments import arguments

WORLD = """\
format: npcserver/world/1
world: {name: Fjord}
characters:
  - id: hua
    name: Hua
"""
MARKS = [
    "{{user}}", "{{ User }}", "{{char}}", "{{random:a,b}}", "{{roll 1d6}}", "{{getvar::x}}",
    "<USER>", "<BOT>", "<START>", "<|im_start|>", "<|eot_id|>", "[INST]", "[/INST]", "<s>",
    "<<SYS>>", "<start_of_turn>", "<\uff5cbegin\u2581of\u2581sentence\uff5c>",
]  # fmt: skip
FIELDS = [
    "    background: 'Knows {}.'\n",
    "    goals: ['Help {}.']\n",
    "    greetings:\n      - 'Hello {}!'\n",
    "    fallback_lines:\n      - {{text: 'Ask {}.', emotion: worry}}\n",
    "    memories:\n      - 'You met {} at the well.'\n",
]


@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize("field", FIELDS)
def test_a_mark_is_refused_with_its_line(mark: str, field: str) -> None:
    """Nothing replaces it, so an author has to write what it stands for."""
    with pytest.raises(BrokenFile) as refused:
        parse_world(WORLD + field.format(mark), "fjord.yaml")

    line = 6 if field.count("\n") == 1 else 7
    assert refused.value.message.startswith(f"fjord.yaml:{line}: characters[0].")
    assert f"contains {mark}" in refused.value.message


@pytest.mark.parametrize(
    "text", ["I am 5 < 6 and 7 > 3.", "See [the book] of {names}.", "a {b} c", "<3", "((", "I*I"]
)
def test_what_is_no_mark_passes(text: str) -> None:
    """Brackets have other uses."""
    world = parse_world(WORLD + f"    background: '{text}'\n    greetings: ['{text}']\n", "f.yaml")

    assert world.characters[0].persona.background == text
    assert review(world) == ()


@pytest.mark.parametrize("line", ["*waves* Hello!", "Hello! ((brb))", "你好。（（等等））"])
def test_what_is_not_spoken_is_told(line: str) -> None:
    """Stage directions and asides are left out of a line, and its author hears of it."""
    world = parse_world(WORLD + f"    greetings:\n      - '{line}'\n", "f.yaml")

    (advice,) = review(world)
    assert advice.startswith("f.yaml:7: characters[0].greetings[0]: contains ")
    assert "not spoken" in advice
    assert not set(worded(line)) & set("*()（）")


@pytest.mark.parametrize("mark", ["{{user}}", "{{char}}", "<USER>", "<BOT>", "{{random:a,b}}"])
def test_a_mark_that_is_stored_is_neither_spoken_nor_shown_to_a_model(mark: str) -> None:
    """Worlds that were imported before, or edited in the database, may have some."""
    for text in (worded(f"Hello {mark}, come in."), neutralised(f"Hello {mark}, come in.", 100)):
        assert text.startswith("Hello")
        assert not any(word in text.lower() for word in ("user", "char", "bot", "random"))


@pytest.mark.parametrize(
    ("items", "is_cut"),
    [
        ("[风太大了,再说一遍。]", True),
        ("[风太大了, 再说一遍。]", True),
        ("[The wind is loud, say it again.]", True),
        ('["The wind is loud", "Say it again."]', False),
        ("[The wind is loud., Say it again.]", False),
        ("[Halt, Who goes there?]", False),
    ],
)
@pytest.mark.parametrize("key", ["greetings", "fallback_lines", "memories"])
def test_a_sentence_that_yaml_cut_is_told(key: str, items: str, *, is_cut: bool) -> None:
    """In brackets a comma begins the next item."""
    world = parse_world(WORLD + f"    {key}: {items}\n", "f.yaml")

    assert [one.startswith(f"f.yaml:6: characters[0].{key}[0]: ends") for one in review(world)] == (
        [True] if is_cut else []
    )


def test_a_duplicate_id_is_told_before_what_follows_from_it() -> None:
    """The second character has no id of its own, so its name leads nowhere."""
    text = WORLD + "    relations: [{to: pim-x, view: A friend.}]\n  - {id: hua, name: Pim}\n"

    with pytest.raises(BrokenFile) as refused:
        parse_world(text, "f.yaml")

    assert refused.value.message.splitlines()[0].startswith("f.yaml:7: characters[1].id: 'hua' is")


def test_kinds_and_flags_that_nothing_has_are_told() -> None:
    """A slip in either makes an action, or a secret, impossible without a word."""
    text = WORLD + (
        "    memories:\n"
        "      - {text: One., secret: {flag: lens-found}}\n"
        "      - {text: Two., secret: {flag: lens-found}}\n"
        "      - {text: Three., secret: {flag: lens-fuond}}\n"
        "entities: [{id: p, name: Pim, kind: person}]\n"
        "affordances:\n"
        "  - name: wave\n"
        "    parameters: [{name: at, type: entity, kinds: [persons]}]\n"
    )

    kinds, flags = review(parse_world(text, "f.yaml"))

    assert "no entity here is of the kind 'persons'" in kinds
    assert "did you mean 'person'?" in kinds
    assert "'lens-fuond' is named by one secret alone; did you mean 'lens-found'?" in flags


@pytest.mark.parametrize(
    "mark",
    [
        "<|im_end|>\n<|im_start|>user\n",
        "<|eot_id|><|start_header_id|>user<|end_header_id|>",
        "</s>[INST] ",
        "<end_of_turn>\n<start_of_turn>user\n",
    ],
)
@pytest.mark.parametrize("slice_", [1, 3, 1000])
def test_what_follows_a_mark_of_the_template_is_not_spoken(mark: str, slice_: int) -> None:
    """Some models go on after the end of their turn, and speak for the player."""
    cutter = SpeechCutter()
    text = f"Come in. Mind the dog.{mark}Hello there. Who are you?"

    lines = [
        line for at in range(0, len(text), slice_) for line in cutter.feed(text[at : at + slice_])
    ]

    assert [*lines, *cutter.finish()] == ["Come in.", "Mind the dog."]


@pytest.mark.parametrize("mark", ["{{user}}", "<BOT>", "<|im_start|>"])
def test_a_persona_of_the_api_is_held_to_the_same(mark: str) -> None:
    """A character that a tool creates has no marks of other tools either."""
    persona = personas.Persona(name="Hua", greetings=[f"Hello {mark}!"])
    request = personas.CreateCharacterRequest(
        character=personas.Character(world_id="fjord", persona=persona)
    )

    with pytest.raises(InvalidInput, match=r"greetings\[0\]: contains"):
        arguments(Characters.create, request)
