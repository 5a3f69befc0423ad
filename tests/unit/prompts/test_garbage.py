"""Telling thoughts and speech from what only a machine writes."""

import re
import tomllib
from collections.abc import Iterator

import pytest
import yaml

from npcserver.adapters.files import load_world
from npcserver.cli.worlds import sample_world
from npcserver.model.worldfile import WorldFile
from npcserver.prompts import SHIPPED
from npcserver.prompts.garbage import (
    FormEchoes,
    has_stray_letter,
    is_foreign,
    is_garbage,
    is_gibberish,
    is_labelled,
    scripts_of,
)
from npcserver.prompts.render import Templates
from npcserver.prompts.reply import ReplyQuestion
from npcserver.prompts.tokens import folded_words
from tests.fakes.language_models import GARBAGE
from tests.fakes.prompt_inputs import reply_scene


@pytest.mark.parametrize("text", GARBAGE)
def test_answers_that_hold_nothing_are_garbage(text: str) -> None:
    """All that models were seen to answer instead of an answer is refused."""
    assert is_garbage(text)


@pytest.mark.parametrize(
    "text",
    [
        "He owes me for nine ale<html",
        "this is blank",
        "This is blank.",
        "node_1",
        "\u2026",
        " - ",
        "None",
        "<insight>",
        "[your words]",
        "I'm sorry, as an AI I cannot have feelings.",
        "As a large language model, I do not know Bram.",
        "I can\u2019t help with that request.",
        "\u4f5c\u4e3a\u4e00\u4e2aAI\u52a9\u624b\uff0c\u6211\u4e0d\u80fd\u56de\u7b54\u3002",
        "TOKEN LIMIT EXCEEDED",
        "ChatGPT ERROR",
        "Error: timed out",
        "ValueError: invalid literal",
        "Ann smiles and this is blankly said",
        "HTTP/1.1 500 Internal Server Error",
        "429 Too Many Requests",
        "See https://example.org/status",
        "<!DOCTYPE html>",
        "Mira likes <b>Ann</b>.",
        "Mira likes Ann &amp; Bram.",
        '{"insight": "Mira likes Ann',
        'Mira likes Ann", "because": [1',
        "Mira likes Ann [1, 2]",
        "Mira likes Ann (because of 1, 5)",
        "Mira likes Ann.\\n",
        "Mira lik\ufffds Ann.",
        "Mira lik\x00s Ann.",
        "```json",
        "<|im_end|>",
        "[/INST] Mira likes Ann.",
        "Assistant: Mira likes Ann.",
        "Mira likes Ann.\nUser: go on",
        "\u52a9\u624b\uff1a\u597d\u7684",
        "## Mira",
        "Mira (who keeps the inn",
        "%s likes %s",
    ],
)
def test_remains_of_machines_are_garbage(text: str) -> None:
    """Placeholders, refusals, faults, markup, roles and torn forms are no thoughts."""
    assert is_garbage(text)


@pytest.mark.parametrize(
    "text",
    [
        "Bram hides that he sold the boat.",
        "No.",
        "None.",
        "OK",
        "Unknown to Mira, Ann pays Bram's debts.",
        "I'm sorry, I cannot help you with the roof.",
        "Warning: the stove is burning!",
        "the stove is burning",
        "empty",
        'Mira said: "Not before Friday, at 6:30!"',
        "I like it :)",
        "It was his error, not mine (he knows it).",
        "Klaus writes on gentrification; Maria studies physics at 22.",
        "Does Ann lie?",
        "Terror! The terror: it never ends.",
        "\u5e03\u62c9\u59c6\u628a\u8239\u5356\u4e86\uff0c\u53ef\u4ed6\u4e0d\u627f\u8ba4\u3002",
        "\u6ca1\u6709\u3002",
        "na\u00efve \u00c9mile, d\u00e9j\u00e0 vu",
    ],
)
def test_ordinary_words_pass(text: str) -> None:
    """What a person would think, say or do is let through."""
    assert not is_garbage(text)


def test_shipped_instructions_are_garbage() -> None:
    """A sentence of our own templates, in any language, never passes for a thought."""
    spoken = [
        line.removeprefix("- ").replace("{{ name }}", "Mira")
        for path in sorted(SHIPPED.rglob("*.j2"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if len(line) > 100 and "{" not in line.replace("{{ name }}", "")
    ]

    assert len(spoken) > 20
    assert [line for line in spoken if not is_garbage(line)] == []


FARROWHITHE = load_world(sample_world())
TEMPLATES = Templates()
SHORT = (
    "Yes.",
    "No.",
    "Aye.",
    "Hm.",
    "The taproom.",
    "Hester.",
    "Psst!",
    "Tsk, tsk, tsk.",
    "None.",
)


def authored(world: WorldFile) -> list[str]:
    return [
        text
        for role in world.characters
        for text in (
            *role.persona.greetings,
            *(line.text for line in role.persona.fallback_lines),
            *(memory.text for memory in role.memories),
            *role.persona.goals,
        )
    ]


def echoes(language: str) -> FormEchoes:
    question = ReplyQuestion.of(reply_scene())
    system = question.messages(TEMPLATES, language)[0].text
    return FormEchoes(question.instructions(TEMPLATES, language), system)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_nothing_authored_is_nonsense(language: str) -> None:
    """No line or memory of the sample world is refused, nor a short answer."""
    form = echoes(language)
    scripts = scripts_of([FARROWHITHE.world.description])

    assert [
        text
        for text in (*authored(FARROWHITHE), *SHORT)
        if form.holds(text) or is_gibberish(text) or is_foreign(text, scripts)
    ] == []


def written(value: object) -> Iterator[str]:
    """Yield each text of two words or more in a value, and each sentence of it."""
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from written(item)
    elif isinstance(value, str):
        parts = (value, *re.split(r"(?<=[.!?\u3002\uff01\uff1f])\s*", value))
        yield from (part for part in parts if len(folded_words(part)) > 1)


def test_nothing_in_worlds_scenes_and_talks_is_nonsense() -> None:
    """Of all that was written for characters, in English and Chinese, nothing is refused."""
    forms = [echoes(language) for language in ("en", "zh")]
    folder = sample_world().parent
    files = [yaml.safe_load(path.read_text("utf-8")) for path in folder.rglob("*.yaml")]
    files += [tomllib.loads(path.read_text("utf-8")) for path in folder.rglob("*.toml")]
    texts = list(written(files))

    assert len(texts) >= 2500
    assert [
        text
        for text in texts
        if is_gibberish(text) or is_labelled(text) or any(form.holds(text) for form in forms)
    ] == []


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "your words"),
        ("en", "Your words!"),
        ("en", "How you speak"),
        ("en", "# Who you are"),
        ("en", "The world"),
        ("en", "You are here"),
        ("zh", "你的话"),
        ("zh", "你是谁"),
        ("zh", "回答的格式"),
    ],
)
def test_headings_labels_and_placeholders_are_echoes(language: str, line: str) -> None:
    """In both languages, whatever marks stand around them."""
    assert echoes(language).holds(line)


def test_a_labelled_line_is_an_echo_and_its_content_is_not() -> None:
    """Who is asked where they are may name the place."""
    form = FormEchoes("", "You are here: The Taproom. Low beams, a driftwood fire.")

    assert form.holds("You are here: The Taproom")
    assert not form.holds("The Taproom.")
    assert not form.holds("You are here at last.")


@pytest.mark.parametrize(
    ("begun", "may"), [("You", True), ("You are he", True), ("You are late", False), ("", False)]
)
def test_what_may_become_an_echo_waits(begun: str, *, may: bool) -> None:
    """Only as long as its words are those of one."""
    assert FormEchoes("", "You are here: The Taproom.").may_become(begun) is may


@pytest.mark.parametrize(
    ("text", "known", "is_one"),
    [
        ("The light went out at night.", "灯灭了，江上什么也看不见。", True),
        ("昨天夜里灯灭了，什么也看不见了。", "The light went out.", True),
        ("昨天夜里灯灭了，什么也看不见了。", "灯灭了，江上什么也看不见。", False),
        ("Свет погас вчера ночью.", "The light went out.", True),
        ("He calls it 灯塔, the light tower.", "The light went out.", False),
        ("好的。", "The light went out.", False),
    ],
)
def test_a_script_that_nobody_uses_is_foreign(text: str, known: str, *, is_one: bool) -> None:
    """A name or a few letters in another script are not."""
    assert is_foreign(text, scripts_of([known])) is is_one


@pytest.mark.parametrize(
    ("text", "known", "is_one"),
    [
        ("It stood at twenty past九.", "The light went out.", True),
        ("He is at the hаrbour.", "The light went out.", True),  # a Cyrillic a
        ("Der Fähr안mann kommt.", "Das Licht ging aus.", True),
        ("Паром уходит в де九ть.", "Свет погас.", True),
        ("He calls it 灯塔, the light tower.", "The light went out.", False),
        ("It is 5 µm, a façade, a 2ª vez, and an α-ray.", "The light went out.", False),
        ("我们用Wi-Fi上网。", "灯灭了，江上什么也看不见。", False),
        ("Ночь стоит шilling, не больше.", "Свет погас. The light went out.", True),
        ("Ты из Новgорода?", "Свет погас. The light went out.", True),
        ("Мы пришлём PDFку и SMS, а IT-отдел ждёт.", "Свет погас. The light went out.", False),
        ("The light went out.", "", False),
    ],
)
def test_a_letter_of_another_script_in_a_word_is_a_slip(
    text: str, known: str, *, is_one: bool
) -> None:
    """A word of its own is none, nor are signs of measure and other letters of the same script."""
    assert has_stray_letter(text, scripts_of([known])) is is_one


@pytest.mark.parametrize("text", ["asdkjh qwrt zxcvb", "Hkjhs dfkjh kjsdf the xcvxc"])
def test_random_letters_are_gibberish(text: str) -> None:
    """Words without vowels, or with five consonants in a row, in most of the text."""
    assert is_gibberish(text)


@pytest.mark.parametrize(
    "text",
    [
        "Her strengths lie elsewhere.",
        "Mr. Lisk, Mrs. Quillam, Dr. Venn.",
        "Shh! Hmm. Brr, the wind.",
    ],
)
def test_odd_words_among_others_are_speech(text: str) -> None:
    """Titles, interjections and hard words."""
    assert not is_gibberish(text)
