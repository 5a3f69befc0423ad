"""A prompt in sections: nothing is lost, and tokens are estimated."""

from hypothesis import given
from hypothesis import strategies as st

from npcserver.model.model_use import Purpose
from npcserver.ports.language_model import Message
from npcserver.prompts.sections import sections
from npcserver.prompts.tokens import clip, cut_at_sentence, estimate_tokens

_LINES = st.sampled_from(
    ["", "# One", "## Two", "words", "label:", "标签：", "<talk ab1>", "</talk ab1>", "<x y>", "# "]
)
_MESSAGES = st.lists(
    st.tuples(
        st.sampled_from(["system", "user", "assistant"]),
        st.lists(_LINES, max_size=12).map("\n".join).filter(str.strip),
    ).map(lambda both: Message(*both)),  # type: ignore[arg-type]
    max_size=4,
)


@given(_MESSAGES)
def test_sections_joined_are_the_messages(messages: list[Message]) -> None:
    """Every line is in one section, in order, also where marks are never closed."""
    found = sections(messages, Purpose.REPLY)
    roles = [one.role for one in messages]

    if len(set(roles)) == len(roles):
        for message in messages:
            own = [one.text for one in found if one.role == message.role]
            assert "\n".join(own) == message.text
    text = "\n".join(one.text for one in found)
    assert text == "\n".join(one.text for one in messages)


def test_parts_are_named_by_headings_and_marks() -> None:
    """The line before an opening mark goes with it, and blank lines with what follows."""
    system = "Play.\n\n# Rules\n- one\n\n# Form\nJSON"
    user = "It is noon.\n\nThe talk so far:\n<talk ab1>\nAnn: # Hi\n</talk ab1>\n\nAnswer."

    found = sections([Message("system", system), Message("user", user)], Purpose.REACT)

    assert [(one.name, one.text) for one in found] == [
        ("", "Play.\n"),
        ("Rules", "# Rules\n- one\n"),
        ("Form", "# Form\nJSON"),
        ("", "It is noon.\n"),
        ("talk", "The talk so far:\n<talk ab1>\nAnn: # Hi\n</talk ab1>"),
        ("", "\nAnswer."),
    ]


def test_an_answer_that_is_shown_again_is_one_section_and_so_is_the_complaint() -> None:
    """Whatever the model wrote in it."""
    asked = [Message("user", "Rate."), Message("assistant", "# No\n<x y>"), Message("user", "# Oh")]

    assert [one.name for one in sections(asked, Purpose.RATE)] == ["", "answer", "complaint"]


def test_a_reply_ends_with_the_words_heard() -> None:
    """In a message of their own, or behind the notes on this turn and a blank line."""
    talk = [
        Message("system", "Play."),
        Message("user", "Hello."),
        Message("assistant", '{"feeling": "calm", "say": "Aye."}'),
        Message("user", "It is noon.\n\nWho is there?"),
    ]
    alone = [Message("system", "Play."), Message("user", "Who is there?")]

    assert [(one.name, one.text) for one in sections(talk, Purpose.REPLY)] == [
        ("", "Play."),
        ("talk", "Hello."),
        ("talk", '{"feeling": "calm", "say": "Aye."}'),
        ("", "It is noon."),
        ("heard", "\nWho is there?"),
    ]
    assert [one.name for one in sections(alone, Purpose.REPLY)] == ["", "heard"]
    assert [one.name for one in sections(alone, Purpose.INTERVIEW)] == ["", ""]


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
