"""How texts fall into words, in English, in Chinese and in both at once."""

import pytest

from npcserver.language.tokens import STOP_WORDS, tokens


@pytest.mark.parametrize(
    "forms",
    [
        "bake bakes baked baking",
        "plan plans planned planning",
        "party parties party's",
        "try tries tried trying",
        "agree agrees agreed",
        "watch watches watched watching",
        "use uses used",
        "tell tells telling",
        "Klaus Klaus' KLAUS’s",
    ],
)
def test_forms_of_a_word_meet(forms: str) -> None:
    """Number, tense and owner do not matter."""
    assert len(set(tokens(forms))) == 1
    assert len(tokens(forms)) == len(forms.split())


@pytest.mark.parametrize("pair", ["plan planet", "king kin", "bread bed", "market mark", "bus bu"])
def test_different_words_stay_apart(pair: str) -> None:
    """Stemming is light enough not to merge what is unrelated."""
    assert len(set(tokens(pair))) == 2


def test_stop_words_are_dropped_with_and_without_apostrophe() -> None:
    """A question of function words alone has no tokens."""
    assert tokens("What don't you do with the others? I've been here.") == ["other"]
    assert tokens(" ".join(sorted(STOP_WORDS))) == []


def test_numbers_and_times_are_words() -> None:
    """Dates and hours can be asked for."""
    assert tokens("at 5 pm on 14 February") == ["5", "pm", "14", "february"]


def test_chinese_becomes_overlapping_pairs() -> None:
    """A run of ideographs is cut into pairs that overlap."""
    assert tokens("我们去市场。") == ["我们", "们去", "去市", "市场"]


def test_one_ideograph_alone_stays_itself() -> None:
    """Single characters count only where nothing stands beside them."""
    assert tokens("火!") == ["火"]
    assert "火" not in tokens("着火了")


def test_scripts_may_be_mixed() -> None:
    """Names in Latin letters are found inside Chinese text, full width or not."""
    assert tokens("Isabella邀请我参加ｐａｒｔｙ") == [
        "isabella",
        "邀请",
        "请我",
        "我参",
        "参加",
        "party",
    ]


def test_other_alphabets_are_lower_cased_words() -> None:
    """Words of other alphabets are kept as they are."""
    assert tokens("Привет, МИР und Äpfel") == ["привет", "мир", "und", "äpfel"]


@pytest.mark.parametrize("text", ["", "   ", "...!?", "🎉🎉", "'"])
def test_text_without_words_has_no_tokens(text: str) -> None:
    """Punctuation and pictures are no words."""
    assert tokens(text) == []
