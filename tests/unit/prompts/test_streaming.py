"""Reading a reply while it is written."""

import json

import pytest

from npcserver.model.feelings import Emotion, named
from npcserver.model.reply import ReplyAnswer
from npcserver.prompts.reply_reader import LONGEST_ANSWER, SayReader, Unparseable

ANSWER = {
    "say": 'Come in. Mind the "step".\n小心 \N{GRINNING FACE}',
    "emotion": {"label": "joy", "valence": 0.5, "arousal": 0.25},
    "intents": [{"name": "nod", "arguments": {"n": 1}}],
    "importance": 3,
}


def grown(answer: str, size: int) -> tuple[str, SayReader]:
    reader = SayReader()
    slices = [answer[start : start + size] for start in range(0, len(answer), size)]
    return "".join(reader.feed(part) for part in slices), reader


def finished(answer: str) -> ReplyAnswer:
    return grown(answer, 5)[1].finish()


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
@pytest.mark.parametrize("ascii_only", [True, False])
def test_say_grows_the_same_however_it_is_sliced(size: int, ascii_only: bool) -> None:  # noqa: FBT001
    """Escapes and surrogate pairs that fall between two fragments change nothing."""
    growth, reader = grown(json.dumps(ANSWER, ensure_ascii=ascii_only), size)

    assert ANSWER["say"] == growth
    assert ANSWER["say"] == reader.finish().say


def test_whole_answer_is_read() -> None:
    """A finished answer gives its words, emotion, wishes and importance."""
    answer = finished(json.dumps(ANSWER))

    assert answer.emotion == Emotion("joy", 0.5, 0.25)
    assert answer.intents == (("nod", {"n": 1}),)
    assert answer.importance == 3


def test_emotion_is_known_before_the_answer_ends() -> None:
    """As soon as the emotion is written out it is there, and only then."""
    reader = SayReader()
    reader.feed('{"say": "Hm.", "emotion": {"label": "joy", "valence": 0.5, "arousal": 0.2')
    early = reader.emotion
    is_closed = reader.is_closed
    reader.feed("}")

    assert early is None
    assert is_closed
    assert reader.emotion is not None
    assert reader.emotion.arousal == 0.2


@pytest.mark.parametrize(
    "wrapped",
    [
        "\n\n{}",
        "```json\n{}\n```",
        "``` {} ```",
        '<think>Who is Ann? {"no"}</think>\n{}',
        "Sure! Here is the answer:\n{}",
        "\ufeff{}\nI hope this helps.",
        "[{}]",
    ],
)
@pytest.mark.parametrize("size", [1, 1000])
def test_wrapping_is_not_spoken(wrapped: str, size: int) -> None:
    """Fences, thoughts, greetings and junk around the object are never part of the words."""
    growth, reader = grown(wrapped.replace("{}", json.dumps(ANSWER)), size)

    assert ANSWER["say"] == growth
    assert reader.finish().importance == 3


def test_plain_words_count_as_said() -> None:
    """A model that ignores the form is heard, without an emotion or wishes."""
    growth, reader = grown("Come in. " * 40, 3)
    answer = reader.finish()

    assert len(growth) > 300
    assert answer.say == "Come in. " * 40
    assert answer.emotion is None
    assert answer.intents == ()


@pytest.mark.parametrize("size", [1, 4, 1000])
def test_plain_words_end_where_json_begins(size: int) -> None:
    """Braces, fences and template tokens after plain words are never spoken."""
    for junk in ('{"say": "x"}', "```json", "<|im_end|>", '"say": "x"'):
        growth, reader = grown("Well met. " * 30 + junk, size)

        assert growth == "Well met. " * 30
        assert reader.finish().say == "Well met. " * 30


def test_missing_brace_is_forgiven() -> None:
    """An object without its opening brace is still no speech of quotes and keys."""
    growth, _ = grown('"say": "Hello there", "importance": 2}', 1)

    assert growth == "Hello there"


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "   \n",
        "```",
        "{",
        "<think>hm",
        '{"say": "Hello',
        '{"say": ""}',
        '{"say": 5}',
        '{"speech": "Hello"}',
        '{"say": "a", "say": "b"}',
        '{"say": "Hello", "emotion": {"label": "joy"',
        "{smiles} Hello",
        '{"say": "\\ud83d alone"}',
    ],
)
def test_unreadable_answer_is_said_to_be_so(answer: str) -> None:
    """What is no complete answer raises, whatever of it was heard before."""
    with pytest.raises(Unparseable):
        finished(answer)


def test_first_words_stand_when_a_key_comes_twice() -> None:
    """What was spoken cannot be replaced by a second `say`."""
    for size in (1, 1000):
        growth, _ = grown('{"say": "First.", "say": "Second."}', size)

        assert growth == "First."


@pytest.mark.parametrize(
    ("emotion", "label", "valence"),
    [
        ('{"label": "JOY", "valence": 9, "arousal": -9}', "joy", 1.0),
        ('"anger"', "anger", -0.7),
        ('{"label": "joy", "valence": NaN, "arousal": "x"}', "joy", 0.8),
    ],
)
def test_odd_emotions_are_put_right(emotion: str, label: str, valence: float) -> None:
    """Numbers are clamped, missing ones are customary."""
    felt = finished(f'{{"say": "Hm.", "emotion": {emotion}}}').emotion

    assert felt is not None
    assert (label, valence) == (felt.label, felt.valence)


@pytest.mark.parametrize(
    "members",
    [
        '"emotion": {"label": "grumpy", "valence": 0.3, "arousal": 0}',
        '"emotion": null',
        '"feeling": "grumpy"',
        '"feeling": "", "valence": 0.5, "arousal": 0.5',
        '"valence": 0.5',
    ],
)
def test_a_feeling_nobody_knows_is_none(members: str) -> None:
    """No neutral is made up for it."""
    assert finished(f'{{"say": "Hm.", {members}}}').emotion is None


def test_numbers_after_the_words_belong_to_the_feeling_before_them() -> None:
    """The word is known before the first sentence, its numbers with the whole answer."""
    text = '{"feeling": "joy", "say": "Hm.", "valence": 0.3, "arousal": -2}'
    reader = SayReader()
    reader.feed(text[:24])

    assert reader.emotion == named("joy")
    assert finished(text).emotion == Emotion("joy", 0.3, -1.0)


@pytest.mark.parametrize(
    ("importance", "expected"), [("7", 7), ("7.0", 7), ("0", None), ("11", None), ("true", None)]
)
def test_importance_out_of_range_is_none(importance: str, expected: int | None) -> None:
    """Only 1 to 10 counts; anything else leaves the memory unrated."""
    assert expected == finished(f'{{"say": "Hm.", "importance": {importance}}}').importance


def test_malformed_wishes_keep_their_place() -> None:
    """A wish that is no object becomes one that names nothing, to be dropped and counted."""
    answer = finished('{"say": "Hm.", "intents": [5, {"name": "nod"}, {"name": 1}]}')

    assert answer.intents == (("", {}), ("nod", {}), ("", {}))


def test_endless_answer_is_given_up() -> None:
    """Beyond the limit the reader says so and reads no further."""
    reader = SayReader()
    reader.feed('{"say": "' + "la " * LONGEST_ANSWER)

    assert reader.is_overlong
    assert len(reader.answer) == LONGEST_ANSWER
    with pytest.raises(Unparseable, match="longer than"):
        reader.finish()
