"""Cutting speech into sentences, and pictures that stay whole."""

import pytest

from npcserver.mind.speech import LONGEST_LINE, SpeechCutter, worded


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
        ("价格是3.5元。好?好!", ["价格是3.5元。", "好?", "好!"]),
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
