"""Estimating and cutting by tokens."""

from hypothesis import given
from hypothesis import strategies as st

from npcserver.prompts.tokens import clip, cut_at_sentence, estimate_tokens


def test_chinese_costs_more_than_english() -> None:
    """A Chinese character counts as one token, English prose as one in 3.6 characters."""
    assert estimate_tokens("") == 0
    assert estimate_tokens("酒馆老板") == 4
    assert estimate_tokens("a" * 36) == 10


def test_clip_ends_with_a_sentence() -> None:
    """A text is cut after its last whole sentence, else after a word and with an ellipsis."""
    assert clip("One two three. Four five six. Seven eight.", 9) == "One two three. Four five six."
    assert clip("one two three four five six seven", 5) == "one two three…"
    assert clip("酒馆。老板。很老。", 6) == "酒馆。老板。"
    assert clip("short", 50) == "short"


def test_cut_at_sentence_says_that_the_text_goes_on() -> None:
    """A cut text ends after a whole sentence and with an ellipsis, a whole one as it was."""
    assert cut_at_sentence("One two three. Four five six. Seven eight.", 9) == (
        "One two three. Four five six. …"
    )
    assert cut_at_sentence("酒馆。老板。很老。", 6) == "酒馆。老板。…"
    assert cut_at_sentence("one two three four five six seven", 5) == "one two three…"
    assert cut_at_sentence("short", 50) == "short"


@given(st.text(max_size=300), st.integers(1, 60))
def test_clip_keeps_to_its_budget(text: str, tokens: int) -> None:
    """What is left costs no more than asked for, but for the ellipsis."""
    assert estimate_tokens(clip(text, tokens)) <= tokens + 1
