"""Cutting speech into sentences, and guarding it against leaks of the prompt."""

import pytest

from npcserver.mind.speech import LONGEST_LINE, SpeechCutter, worded
from npcserver.mind.speech_stream import RecitalGuard


def lines(text: str, size: int = 3) -> list[str]:
    """Cut `text` as it would come in slices of `size`."""
    cutter = SpeechCutter(own_names=("Mira Holt", "Mira"), other_names=("Ann", "User"))
    cut: list[str] = []
    for start in range(0, len(text), size):
        cut += cutter.feed(text[start : start + size])
    return [*cut, *cutter.finish()]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Come in. Mind the step!", ["Come in.", "Mind the step!"]),
        ("Who? Me?! Never.", ["Who?", "Me?!", "Never."]),
        ("No full stop here", ["No full stop here"]),
        ("Ask Mr. Holt, or Dr. Bell. They know.", ["Ask Mr. Holt, or Dr. Bell.", "They know."]),
        ("Herbs, e.g. Sage, help. Truly.", ["Herbs, e.g. Sage, help.", "Truly."]),
        ("It costs 3.50 now. Not 3.", ["It costs 3.50 now.", "Not 3."]),
        ("Room No. 5 is free. No. It is not.", ["Room No. 5 is free.", "No.", "It is not."]),
        ("J. R. Holt built it. Yes.", ["J. R. Holt built it.", "Yes."]),
        ("We open at 5 p.m. Come then.", ["We open at 5 p.m.", "Come then."]),
        ("Well... maybe. Hm… No.", ["Well... maybe.", "Hm…", "No."]),
        ('He said "Go." Then he left.', ['He said "Go."', "Then he left."]),
        ('"Really?" she asked. Odd.', ['"Really?" she asked.', "Odd."]),
        ("(It rained.) We stayed.", ["(It rained.)", "We stayed."]),
        ("oh! yes. fine", ["oh!", "yes. fine"]),
        ("First line\nSecond line\n\nThird", ["First line", "Second line", "Third"]),
        ("你好。进来吧！要喝什么？", ["你好。", "进来吧！", "要喝什么？"]),
        ("他说：「走吧。」然后走了。", ["他说：「走吧。」", "然后走了。"]),
        ("我……不知道。真的！！", ["我……不知道。", "真的！！"]),
        ("价格是3.5元。好?好!", ["价格是3.5元。", "好？", "好！"]),
        ("", []),
        ("   \n ", []),
        ("...", ["..."]),
        ("\"'", []),
    ],
)
@pytest.mark.parametrize("size", [1, 2, 5, 1000])
def test_sentences_end_where_they_end(text: str, expected: list[str], size: int) -> None:
    """Stops, quotes, abbreviations and numbers are told apart, in English and Chinese."""
    assert expected == lines(text, size)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("*smiles* Hello. *leans in*", ["Hello."]),
        ("Well *shrugs* who knows.", ["Well who knows."]),
        ("[laughs] Sure. <b>Bold</b> words.", ["Sure.", "Bold words."]),
        ("**Never** do that. __Ever__.", ["Never do that.", "Ever."]),
        ("See https://example.com/a.b?c=1 or www.example.com now.", ["See or now."]),
        ("# Title\n- one\n- two\n1) three", ["Title", "one", "two", "three"]),
        ("`code` and ```fence```", ["code and fence"]),
        ("[the map](http://example.com) helps.", ["the map helps."]),
        ("A\u200bnn\u202e is\x07 here.", ["Ann is here."]),
        ('"Come in. Sit down."', ["Come in.", "Sit down."]),
        ("*waves without end", ["waves without end"]),
        ("I <3 ale. 2 < 3.", ["I 3 ale.", "2 3."]),
        ("*nods*", []),
        ("Hello <|im_end|>there.", ["Hello there."]),
        ("*He looks up. Then down.* Aye.", ["Aye."]),
    ],
)
@pytest.mark.parametrize("size", [1, 4, 1000])
def test_only_speech_is_spoken(text: str, expected: list[str], size: int) -> None:
    """Stage directions, markup, links and invisible characters are never said."""
    assert expected == lines(text, size)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Mira: Hello. Sit.", ["Hello.", "Sit."]),
        ("**Mira Holt**: Hello.", ["Hello."]),
        ("Mira：你好。", ["你好。"]),
        ("Hello.\nAnn: Hi Mira!\nMira: Ale?", ["Hello."]),
        ("Hello. User: more", ["Hello."]),
        ("Ann: Hi.", []),
        ("Ann is late. I told Ann: go.", ["Ann is late.", "I told Ann: go."]),
        ("Annabel: who is she?", ["Annabel: who is she?"]),
    ],
)
@pytest.mark.parametrize("size", [1, 4, 1000])
def test_character_speaks_for_itself_only(text: str, expected: list[str], size: int) -> None:
    """Its own name before a colon goes; at another's name the speech stops for good."""
    assert expected == lines(text, size)


def test_straying_is_told() -> None:
    """The cutter says when the model began to speak for another."""
    cutter = SpeechCutter(own_names=("Mira",), other_names=("Ann",))
    cutter.feed("Hello.\nAnn: Hi!\nAnd more. And more.")

    assert cutter.has_strayed
    assert cutter.finish() == ("Hello.",)


@pytest.mark.parametrize("size", [1, 50, 5000])
def test_endless_sentence_is_cut_at_a_comma_or_a_space(size: int) -> None:
    """A sentence without an end becomes lines of a stated length, cut where one may breathe."""
    with_commas = lines("and the sea came in, " * 40, size)
    with_spaces = lines("and the sea came in " * 40, size)
    without = lines("长" * 700, size)

    for cut in (with_commas, with_spaces, without):
        assert len(cut) > 2
        assert all(len(line) <= LONGEST_LINE for line in cut)
    assert all(line.endswith(",") for line in with_commas)
    assert "".join(without) == "长" * 700


def test_line_goes_out_when_the_next_begins() -> None:
    """A finished line waits only until the next word shows that it is not the last."""
    cutter = SpeechCutter()

    assert cutter.feed("Come in.") == ()
    assert cutter.feed(" Mi") == ()
    assert cutter.withheld == "Come in."
    assert cutter.feed("nd the") == ("Come in.",)
    assert cutter.unfinished == "Mind"
    assert cutter.finish() == ("Mind the",)


def test_last_line_is_known_when_only_a_direction_follows() -> None:
    """A stage direction after the last sentence does not make it the last but one."""
    cutter = SpeechCutter()
    early = cutter.feed("Come in. *smiles warmly*  ")

    assert early == ()
    assert cutter.finish() == ("Come in.",)


FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
COOK = "\U0001f469\U0001f3fd\u200d\U0001f373"
PRIDE = "\U0001f3f3\ufe0f\u200d\U0001f308"


@pytest.mark.parametrize("picture", [FAMILY, COOK, PRIDE])
def test_a_joined_picture_is_spoken_as_one(picture: str) -> None:
    """The joiner between two pictures is a part of the picture."""
    assert worded(f"Look, {picture}!") == f"Look, {picture}!"


@pytest.mark.parametrize(
    "text", ["se\u200dcret", "\u200d", "a \u200d\U0001f468", "\U0001f468\u200d!", "x\u200by\u202ez"]
)
def test_no_other_invisible_character_is_spoken(text: str) -> None:
    """Joiners between letters, and all other zero-width characters, go."""
    assert not set(worded(text)) & {"\u200d", "\u200b", "\u202e"}


def test_a_picture_grows_as_it_is_written() -> None:
    """However far a picture has come, what is spoken of it begins what is spoken in the end."""
    whole = worded(f"Look, {FAMILY}")

    assert all(whole.startswith(worded(f"Look, {FAMILY[:n]}")) for n in range(1, len(FAMILY)))


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
    assert TALK.adds_nothing(line, behind) == is_copy


def test_a_later_line_that_can_still_be_a_copy_waits() -> None:
    """Whole sentences and the beginning of one more; the last word may be half written."""
    begun = [
        "I'm",
        "Who men",
        "Who mends your cuffs? I'm N",
        "Ned Marsh",
        "Who mends your cuffs? I d",
    ]

    assert [TALK.may_add_nothing(one, "Ned Marsh.") for one in begun] == [
        True,
        True,
        True,
        False,
        False,
    ]
    assert not TALK.may_add_nothing("Who men", "Good evening, Ned.")


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


def test_a_beginning_that_may_become_a_label_or_a_hint_is_doubtful() -> None:
    """It is not shown before it is told apart; three words of a hint are enough to wait."""
    label = RecitalGuard(canary="", instructions="", label='Ann says to you: "')
    hint = RecitalGuard(canary="", instructions="", hint="It seems that you are asked to act.")
    hinted = ("Yes, it see", "Yes, it seems th", "Yes, it seems that you a", "Yes, it seems late")

    assert all(map(label.is_doubtful, ("A", "Ann", "Ann says to")))
    assert not any(map(label.is_doubtful, ("Ann says that", "And", "Bram says")))
    assert [hint.is_doubtful(one) for one in hinted] == [False, True, True, False]


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
