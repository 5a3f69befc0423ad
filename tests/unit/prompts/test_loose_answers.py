"""Answers that are JSON for their writer only are read all the same, however they are sliced."""

import json
import random

import pytest

from npcserver.prompts.answer import found_object
from npcserver.prompts.loose_json import strict_json
from npcserver.prompts.reply_reader import SayReader, Unparseable

SAID = "The tide is out. It's late."
MEMBERS = {
    "feeling": "joy",
    "say": SAID,
    "intents": [{"name": "wave", "arguments": {"to": "Ann"}}],
    "importance": 5,
}
STRICT = json.dumps(MEMBERS)
PYTHON = repr(MEMBERS)

FORMS = {
    "strict": STRICT,
    "fence": f"```json\n{STRICT}\n```",
    "fence with chatter": f"Sure! Here it is:\n```json\n{STRICT}\n```\nI hope this helps!",
    "wrapped": json.dumps({"response": MEMBERS}),
    "wrapped twice": json.dumps({"result": {"json": MEMBERS}}),
    "wrapped behind another member": json.dumps({"id": 7, "output": MEMBERS}),
    "list": f"[{STRICT}]",
    "list in a wrapper": json.dumps({"answers": [MEMBERS]}),
    "keys in other case": json.dumps({key.title(): value for key, value in MEMBERS.items()}),
    "keys in capitals": json.dumps({key.upper(): value for key, value in MEMBERS.items()}),
    "keys with blanks": json.dumps({f" {key} ": value for key, value in MEMBERS.items()}),
    "python": PYTHON,
    "python with an apostrophe": PYTHON.replace('"The tide is out. It\'s late."', f"'{SAID}'"),
    "curly quotes": STRICT.replace('"', "\u201d"),
    "curly key": STRICT.replace('"feeling"', "\u201cfeeling\u201d"),
    "trailing commas": STRICT.replace("5}", "5,}").replace("}]", "},]"),
    "no quotes around keys": STRICT.replace('"say"', "say").replace('"importance"', "importance"),
    "comments": STRICT.replace('"say"', '/* spoken */ "say"').replace("{", "{ // reply\n", 1),
    "odd escapes": STRICT.replace("It's", "It\\'s"),
    "word as a value": STRICT.replace('"joy"', "joy"),
    "quotes within": STRICT.replace("tide", "tide").replace("late.", "late."),
    "one action without a list": json.dumps({**MEMBERS, "intents": MEMBERS["intents"][0]}),  # type: ignore[index]
    "the name of an action": json.dumps({**MEMBERS, "intents": ["wave"]}),
    "arguments as a string": STRICT.replace('{"to": "Ann"}', json.dumps('{"to": "Ann"}')),
    "the form within what is said": json.dumps({"feeling": "joy", "say": STRICT}),
    "escaped": STRICT.replace('"', '\\"'),
    "nothing first": f"{{}}\n{STRICT}",
    "twice": f"{STRICT}\n{STRICT}",
    "a call of a function": json.dumps({"name": "reply", "arguments": MEMBERS}),
    "tags around a call": f"<tool_call>\n{STRICT}\n</tool_call>",
    "Python code": f"```python\nreply = {PYTHON}\nprint(reply)\n```",
    "YAML": "\n".join(f"{key}: {json.dumps(value)}" for key, value in MEMBERS.items()),
    "YAML with marks": "---\n" + "\n".join(f"{k}: {json.dumps(v)}" for k, v in MEMBERS.items()),
    "labels": "\n".join(f"**{k}:** {json.dumps(v)}" for k, v in MEMBERS.items()),
    "tags": "".join(f"<{k}>{json.dumps(v)}</{k}>" for k, v in MEMBERS.items()),
    "sentences in a list": json.dumps({**MEMBERS, "say": SAID.split(" ", 4)}),
    "words in an object": json.dumps({**MEMBERS, "say": {"text": SAID}}),
    "double-encoded": json.dumps(STRICT),
    "double-encoded in a wrapper": json.dumps({"content": STRICT}),
    "no closing brace": STRICT[:-1],
    "no closing brackets": json.dumps(
        {k: MEMBERS[k] for k in ("feeling", "say", "importance", "intents")}
    )[:-4],
    "too many braces": f"{STRICT}}}}}",
    "chat template before": f"<|im_start|>assistant\n{STRICT}",
    "chat template behind": f"{STRICT}<|im_end|>\n<|im_start|>user\nI want ale.",
    "mark of the byte order": f"\ufeff{STRICT}",
}


@pytest.mark.parametrize("answer", FORMS.values(), ids=FORMS.keys())
def test_the_same_is_said_in_each_form(answer: str) -> None:
    """What is said, felt, done and how much it matters is read as if it were plain JSON."""
    whole = SayReader()
    whole.feed(answer)
    reply = whole.finish()

    assert reply.say == SAID
    assert reply.emotion is not None
    assert reply.emotion.label == "joy"
    assert [name for name, _ in reply.intents] == ["wave"]
    assert reply.importance == 5


@pytest.mark.parametrize("answer", FORMS.values(), ids=FORMS.keys())
def test_slices_do_not_matter(answer: str) -> None:
    """Growth by letters and by random slices is that of the whole, and never taken back."""
    chance = random.Random(answer)
    whole = SayReader()
    whole.feed(answer)
    for longest in (1, 9):
        reader, said, place = SayReader(), "", 0
        while place < len(answer):
            step = chance.randint(1, longest)
            said += reader.feed(answer[place : place + step])
            place += step
        assert SAID.startswith(said)
        assert reader.finish() == whole.finish()


def test_unescaped_quotation_is_whole_at_the_end() -> None:
    """Quotation marks that a model forgot to escape are part of what is said."""
    reader = SayReader()
    reader.feed('{"say": "She called it "the old bell", and left.", "importance": 4}')

    assert reader.finish().say == 'She called it "the old bell", and left.'


MARKS = [
    "<|im_end|>\n<|im_start|>user\nHello",
    "<|eot_id|><|start_header_id|>user<|end_header_id|>Hello",
    "</s>[INST] Hello [/INST]",
    "<end_of_turn>\n<start_of_turn>user\nHello",
    "<|endoftext|>Human: Hello",
    "<\uff5cend\u2581of\u2581sentence\uff5c>Hello",
]


@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize("is_json", [True, False])
def test_nothing_behind_a_turn_is_said(mark: str, *, is_json: bool) -> None:
    """The marks of chat templates end what a character says, in a form and in plain words."""
    answer = json.dumps({"say": f"Good day.{mark}"}) if is_json else f"Good day.{mark}"
    reader, said = SayReader(), ""
    for letter in answer:
        said += reader.feed(letter)

    assert "Good day.".startswith(said)
    assert reader.finish().say == "Good day."


def test_less_than_is_no_mark() -> None:
    """Signs that only resemble a mark are kept."""
    reader = SayReader()
    reader.feed('{"say": "Three < four, and [that] is it <3"}')

    assert reader.finish().say == "Three < four, and [that] is it <3"


@pytest.mark.parametrize(
    "answer",
    ["{", "{'say': 'Hello", "{'say': ''}", "[]"],
)
def test_what_says_nothing_whole_is_no_answer(answer: str) -> None:
    """An open string is not closed by a rule, and nothing is dug up from anywhere."""
    reader = SayReader()
    reader.feed(answer)
    if answer == "[]":
        assert reader.finish().say == "[]"  # plain words; the guard of speech refuses them
        return
    with pytest.raises(Unparseable):
        reader.finish()


THOUGHTS = {
    "python": "{'ratings': [5, 6], 'why': None}",
    "other case": '{"Ratings": [5, 6]}',
    "wrapped": '{"result": {"ratings": [5, 6]}}',
    "double-encoded": json.dumps('{"ratings": [5, 6]}'),
    "double-encoded in a wrapper": json.dumps({"answer": '{"ratings": [5, 6]}'}),
    "unquoted": "{ratings: [5, 6,],}",
    "curly": "{\u201cratings\u201d: [5, 6]}",
    "bare list": "[{'ratings': [5, 6]}]",
}


@pytest.mark.parametrize("answer", THOUGHTS.values(), ids=THOUGHTS.keys())
def test_thoughts_are_read_as_leniently(answer: str) -> None:
    """The same forms are read in the answers to thoughts."""
    assert found_object(answer, "ratings")["ratings"] == [5, 6]


def test_strict_json_stays_as_it_is() -> None:
    """Valid JSON means the same afterwards, prefix by prefix."""
    for end in range(len(STRICT)):
        assert strict_json(STRICT).startswith(strict_json(STRICT[:end]).rstrip())
    assert json.loads(strict_json(STRICT)) == MEMBERS
