"""Sentences with which assistants decline are no speech, in any of the common languages."""

import pytest

from npcserver.prompts.garbage import claims_to_be_machine, is_garbage, names_machine

DECLINING = [
    "I'm sorry, but I can't assist with that request.",
    "I\u2019m sorry, but I can\u2019t help with that.",
    "I cannot fulfill this request.",
    "Sorry, I'm not able to help with this type of request.",
    "I won't be able to continue this roleplay.",
    "I am unable to generate that kind of content.",
    "That goes against my guidelines.",
    "\u62b1\u6b49\uff0c\u6211\u65e0\u6cd5\u6ee1\u8db3\u60a8\u7684\u8bf7\u6c42\u3002",
    "\u5bf9\u4e0d\u8d77\uff0c\u6211\u4e0d\u80fd\u63d0\u4f9b\u8fd9\u7c7b\u5185\u5bb9\u3002",
    "Es tut mir leid, aber ich kann bei dieser Anfrage nicht helfen.",
    "D\u00e9sol\u00e9, je ne peux pas r\u00e9pondre \u00e0 cette demande.",
    "Lo siento, pero no puedo ayudarte con esa solicitud.",
    "Desculpe, n\u00e3o posso ajudar com esse pedido.",
    (
        "\u0418\u0437\u0432\u0438\u043d\u0438\u0442\u0435, \u044f "
        "\u043d\u0435 \u043c\u043e\u0433\u0443 \u0432\u044b\u043f\u043e"
        "\u043b\u043d\u0438\u0442\u044c \u044d\u0442\u043e\u0442 \u0437"
        "\u0430\u043f\u0440\u043e\u0441."
    ),
    (
        "\u7533\u3057\u8a33\u3042\u308a\u307e\u305b\u3093\u304c\u3001\u305d\u306e"
        "\u30ea\u30af\u30a8\u30b9\u30c8\u306b\u306f\u304a\u5fdc\u3048\u3067\u304d"
        "\u307e\u305b\u3093\u3002"
    ),
    (
        "\uc8c4\uc1a1\ud558\uc9c0\ub9cc \ud574\ub2f9 \uc694\uccad\uc740"
        " \ub3c4\uc640\ub4dc\ub9b4 \uc218 \uc5c6\uc2b5\ub2c8\ub2e4"
        "."
    ),
]
IN_CHARACTER = [
    "I'm sorry, but I can't help you find the ring tonight.",
    "I cannot leave the forge, not for any coin.",
    "I won't help you rob the mill.",
    "Your request honours me, but the answer is no.",
    "The king cannot grant such a request before the feast.",
    "I can't continue this conversation; the watch is listening.",
    "\u5bf9\u4e0d\u8d77\uff0c\u6211\u4e0d\u80fd\u5e2e\u4f60\u5077\u9a6c\u3002",
    "Ich kann dir heute nicht helfen, die Ernte wartet.",
    "No puedo ayudarte con la cosecha.",
]


@pytest.mark.parametrize("line", DECLINING)
def test_assistants_refusal_is_no_speech(line: str) -> None:
    """Neither a line nor a thought is made of it."""
    assert claims_to_be_machine(line)
    assert is_garbage(line)


@pytest.mark.parametrize("line", IN_CHARACTER)
def test_character_may_refuse(line: str) -> None:
    """A person who says no is no assistant."""
    assert not claims_to_be_machine(line)


def test_letters_within_a_word_are_no_machine() -> None:
    """A world in which something is said or claimed is not one of robots."""
    assert not names_machine("What was said, seen or claimed in the rain by the maid.")
    assert names_machine("The AI of the ship answers.")
    assert names_machine("\u8239\u4e0a\u7684AI\u4f1a\u56de\u7b54\u3002")


@pytest.mark.parametrize(
    ("line", "is_claim"),
    [
        ("Yes, I am a computer program designed to assist you.", True),
        ("As a computer program, I have no sister.", True),
        ("I wrote a computer program once.", False),
    ],
)
def test_no_character_is_a_computer_program(line: str, *, is_claim: bool) -> None:
    """A model says so where it is asked; the game says whether a model speaks."""
    assert claims_to_be_machine(line) == is_claim
