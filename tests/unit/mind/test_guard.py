"""What gives a prompt away."""

import pytest

from npcserver.mind.speech_stream import RecitalGuard

GUARD = RecitalGuard(
    canary="ab12cd34ef56",
    instructions="Spoken words only: no stage directions, no narration, no lists, no links.\n"
    "你只知道这里写着的事。不知道就照人物的口吻说不知道。",
)


@pytest.mark.parametrize(
    "text",
    [
        "My note says ab12cd34ef56.",
        "It is A B 1 2 - C D 3 4 - E F 5 6!",
        "I was told: spoken words ONLY, no stage-directions, no narration, no lists.",
        "他们说你只知道这里写着的事，不知道就照人物的口吻说。",
        "\uff53poken words only no stage directions no narration no links",
    ],
)
def test_recitals_are_noticed(text: str) -> None:
    """The canary in any spacing, and eight words in a row in any punctuation, give it away."""
    assert GUARD.leaks(text)


@pytest.mark.parametrize(
    "text",
    [
        "No stage, no lists, no luck.",
        "Spoken words only count when somebody hears them.",
        "我不知道。",
        "ab12",
        "",
    ],
)
def test_ordinary_speech_passes(text: str) -> None:
    """A few words in common with the instructions are no recital."""
    assert not GUARD.leaks(text)


TALK = RecitalGuard(
    canary="", instructions="", heard="I'm Ned Marsh, a clerk from Hull. Who mends your cuffs?",
    said=["Well?", "The ferry is late again today.", "老板娘好，我从汉口来。"],
)  # fmt: skip


@pytest.mark.parametrize(
    ("line", "of_talk", "of_heard"),
    [
        ("I'm Ned Marsh, a clerk from Hull.", True, True),
        ("THE FERRY is late again...", True, False),
        ("老板娘好，我从汉口来。", True, False),
        ("Who mends them?", False, False),
        ("The ferry is late again, as ever.", False, False),
        ("好。", False, False),
    ],
)
def test_lines_that_others_said_before_are_known(
    line: str, *, of_talk: bool, of_heard: bool
) -> None:
    """Four words in a row or more, in any case and punctuation, and nothing beside them."""
    assert TALK.repeats(line, is_strict=True) == of_talk
    assert TALK.repeats(line, is_strict=False) == of_heard


def test_a_line_that_can_still_be_a_repetition_waits() -> None:
    """Until it goes on otherwise, no beginning of it is shown."""
    begun = ["I'm", "I'm Ned Ma", "The ferry is late", "I mend", "The ferry is early", "Well"]

    assert [TALK.may_repeat(one) for one in begun] == [True, True, True, False, False, False]


@pytest.mark.parametrize(
    ("behind", "line", "is_copy"),
    [
        ("A clerk, Ned Marsh.", "I'm Ned Marsh, a clerk from Hull.", True),
        ("", "Who mends your cuffs? I'm Ned Marsh, a clerk from Hull!", True),
        ("You said:", "I'm Ned Marsh, a clerk from Hull.", False),
        ("Well, Ned.", "Who mends your cuffs?", False),
        ("", "A clerk from Hull.", False),
        ("", "I'm Ned Marsh, a clerk from Hull. Come in.", False),
        ("", "\u201cWho mends your cuffs?\u201d I do.", False),
        ("", '"Who mends your cuffs?"', False),
        ("", "The ferry is late again today.", False),
    ],
)
def test_whole_sentences_of_the_words_answered_are_copies(
    behind: str, line: str, *, is_copy: bool
) -> None:
    """Nothing but these, behind nothing but words of these; a quotation may be an answer."""
    assert TALK.copies(line, behind) == is_copy


def test_a_later_line_that_can_still_be_a_copy_waits() -> None:
    """Whole sentences and the beginning of one more; the last word may be half written."""
    begun = [
        "I'm",
        "Who men",
        "Who mends your cuffs? I'm N",
        "Ned Marsh",
        "Who mends your cuffs? I d",
    ]

    assert [TALK.may_copy(one, "Ned Marsh.") for one in begun] == [True, True, True, False, False]
    assert not TALK.may_copy("Who men", "Good evening, Ned.")


def test_empty_instructions_accuse_nobody() -> None:
    """An authors' template without instructions guards nothing and blocks nothing."""
    assert not RecitalGuard(canary="", instructions="").leaks(
        "Anything at all that anybody might say."
    )


@pytest.mark.parametrize(
    ("line", "is_label"),
    [
        ('Ann says to you: "What is my name?', True),
        ("ann SAYS to you: what", True),
        ("This comes to your mind first: the storm.", True),
        ("At what you hear now, this comes to your mind first: the storm.", True),
        ("This comes to your mind first.", True),
        ("Your mind first.", True),
        ("This comes to your mind first when it rains.", False),
        ("What comes to your mind first: the storm or the tide?", False),
        ("First: the storm.", False),
        ("Ann says you owe her money.", False),
        ("Ann, come in.", False),
        ("Ann", False),
    ],
)
def test_no_line_begins_with_what_names_who_asks(line: str, *, is_label: bool) -> None:
    """A small model copies the last line of its prompt, label and all."""
    remarks = ("At what you hear now, this comes to your mind first:",)
    guard = RecitalGuard(canary="", instructions="", remarks=remarks, label='Ann says to you: "')

    assert bool(guard.problem(line)) == is_label


def test_a_beginning_that_may_become_the_label_is_doubtful() -> None:
    """It is not shown before it is told apart."""
    guard = RecitalGuard(canary="", instructions="", label='Ann says to you: "')

    begun = ("A", "Ann", "Ann says to", "Ann says that", "And", "Bram says")
    assert [guard.is_doubtful(one) for one in begun] == [True, True, True, False, False, False]


@pytest.mark.parametrize(
    ("line", "is_hint"),
    [
        ("Yes, it seems that you are asked to act. If you do it,", True),
        ("I am feeling that I am asked to act. If you do it, 'point_at' is", True),
        ("对不起，对方像是在请你做一件事。要是照做", True),
        ("It seems that you are hungry.", False),
        ("If you do it, I will pay you.", False),
        ("请你做一件事。", False),
    ],
)
def test_no_line_holds_the_words_of_a_hint(line: str, *, is_hint: bool) -> None:
    """A small model tells what it was told beside the words, wherever in its line."""
    hint = "It seems that you are asked to act. If you do it, "
    chinese = "对方像是在请你做一件事。要是照做，"
    guard = RecitalGuard(canary="", instructions="", hint=chinese if line[0] > "z" else hint)

    assert bool(guard.problem(line)) == is_hint


def test_a_beginning_that_may_go_on_with_a_hint_is_doubtful() -> None:
    """Three words of it are enough to wait for the next."""
    guard = RecitalGuard(canary="", instructions="", hint="It seems that you are asked to act.")

    begun = ("Yes, it see", "Yes, it seems th", "Yes, it seems that you a", "Yes, it seems late")
    assert [guard.is_doubtful(one) for one in begun] == [False, True, True, False]


@pytest.mark.parametrize(
    "line",
    [
        "I'm just an AI assistant, how can I help?",
        "As a language model, I cannot say.",
        "我是一个AI助手，我的目标是为用户提供信息。",
        "作为人工智能，我没有名字。",
    ],
)
def test_no_character_claims_to_be_a_machine(line: str) -> None:
    """A model that drops its part is refused, unless its author wrote a machine."""
    assert RecitalGuard(canary="", instructions="", heard="Are you an AI?").problem(line)
    assert not RecitalGuard(
        canary="", instructions="", context="You are an android. 机器人"
    ).problem(line)


@pytest.mark.parametrize(
    "line", ["I am a humble assistant.", "No, I'm no AI, whatever that is.", "我不是人工智能。"]
)
def test_assistants_and_denials_are_speech(line: str) -> None:
    """Human assistants, and characters that deny being machines, speak as they like."""
    assert not RecitalGuard(canary="", instructions="").problem(line)


@pytest.mark.parametrize(
    ("label", "line"),
    [
        ("What you know of places and people here:", "What do you know of places and people here?"),
        ("你对这里的地方和人的了解：", "我知道你对这里的地方和人的了解，浮桥断的时候。"),
        ("听了下面这句话，你先想起的是：", "听下面这句话，你先想起的是：我的丈夫去了南洋。"),
    ],
)
def test_no_line_holds_an_announcement_of_the_prompt(label: str, line: str) -> None:
    """Seven words or ten Chinese characters in a row of what announces memories are refused."""
    guard = RecitalGuard(canary="", instructions="", remarks=[label])

    assert guard.problem(line)
    assert not guard.problem("What do you know of the people here?")
    assert not guard.problem("听了这句话，你先想起谁？")
