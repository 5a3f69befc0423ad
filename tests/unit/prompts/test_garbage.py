"""Telling thoughts from what only a machine writes."""

import pytest

from npcserver.prompts.garbage import is_garbage
from npcserver.prompts.render import SHIPPED
from tests.fakes.language_models import GARBAGE


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
