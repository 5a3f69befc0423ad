"""What holds for any speech and any answer, however a model slices or garbles it."""

import asyncio
import itertools
import json
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import replace

from hypothesis import example, given, settings
from hypothesis import strategies as st

from npcserver.mind.prompted_thinker import PromptedThinker
from npcserver.mind.reply import Part, ReplyTuning, reply
from npcserver.mind.reply_trace import ReplyTrace
from npcserver.mind.speech import LONGEST_LINE, SpeechCutter
from npcserver.model.errors import ModelTooSlow, ModelTruncated, ModelUnreachable
from npcserver.model.feelings import LABELS
from npcserver.model.ids import IntentId
from npcserver.model.turn import IntentProposed, Line, LineDelta, TurnOutcome, Usage
from npcserver.prompts.render import Templates
from npcserver.prompts.reply_reader import SayReader
from tests.conftest import examples
from tests.fakes.language_models import FragmentModel, ManualClock, reply_json
from tests.fakes.prompt_inputs import NOD, POUR, reply_scene

TEMPLATES = Templates()

WORDS = st.sampled_from(
    [
        "Come", "in.", " ", " ", "Mr.", "3.14", "...", "…", "!", "?", '"', "\u201d", "(", ")",
        "*smiles*", "*", "**", "[", "]", "<", ">", "<b>", "\n", "Ann:", "Mira:", "http://x.y/z",
        "你好", "。", "！", "，", ",", "e.g.",
        "a", "A", "No.", "5", "\u200b", "\x00", "`", "{", "}",
    ]
)  # fmt: skip
SPEECH = st.lists(WORDS, max_size=60).map("".join) | st.text(max_size=120)
CUTS = st.lists(st.integers(1, 12), min_size=1, max_size=20)


def slices(text: str, sizes: Sequence[int]) -> list[str]:
    parts: list[str] = []
    for size in itertools.cycle(sizes):
        if not text:
            return parts
        parts.append(text[:size])
        text = text[size:]
    return parts


def cut(parts: Sequence[str]) -> list[str]:
    cutter = SpeechCutter(own_names=("Mira",), other_names=("Ann",))
    lines = [line for part in parts for line in cutter.feed(part)]
    return [*lines, *cutter.finish()]


def is_subsequence(short: str, long: str) -> bool:
    letters = iter(long)
    return all(letter in letters for letter in short)


@given(SPEECH, CUTS)
@settings(max_examples=examples(300), deadline=None)
def test_lines_do_not_depend_on_slices(text: str, sizes: list[int]) -> None:
    """Letter by letter, in any pieces, or at once: the same lines."""
    assert cut([text]) == cut(slices(text, sizes)) == cut(list(text))


NARROW = str.maketrans("\uff0c\uff1b\uff1a\uff1f\uff01", ",;:?!")


@given(SPEECH)
@settings(max_examples=examples(300), deadline=None)
def test_lines_add_nothing(text: str) -> None:
    """Joined lines hold, in order, only characters of the speech; none is empty or endless.

    A narrow mark may have become a wide one.
    """
    lines = cut([text])
    said = "".join("".join(lines).split())

    assert is_subsequence(said.translate(NARROW), text.translate(NARROW))
    assert all(line.strip() == line != "" for line in lines)
    assert all(len(line) <= LONGEST_LINE + 122 for line in lines)
    assert not any(set(line) & set("*`{}[]<>\n\x00\u200b") for line in lines)


@st.composite
def answers(draw: st.DrawFn) -> str:
    """Return something like an answer: whole, odd, wrapped, broken off, or garbage."""
    value = {
        "say": draw(SPEECH | st.none()),
        "emotion": draw(
            st.fixed_dictionaries(
                {
                    "label": st.sampled_from([*LABELS, "odd"]),
                    "valence": st.floats(-2, 2),
                    "arousal": st.floats(allow_nan=True),
                }
            )
            | st.sampled_from(["joy", None, 3])
        ),
        "intents": draw(
            st.lists(
                st.fixed_dictionaries(
                    {
                        "name": st.sampled_from(["pour", "nod", "explode", ""]),
                        "arguments": st.dictionaries(
                            st.sampled_from(["drink", "guest", "cups", "tip"]),
                            st.sampled_from(["ale", "p1", "barrel", 1, 99, 10**30, None, True]),
                        ),
                    }
                )
                | st.integers(),
                max_size=5,
            )
        ),
        "importance": draw(st.integers(-1, 12)),
    }
    keys = draw(st.permutations(list(value)))
    text = json.dumps({key: value[key] for key in keys}, ensure_ascii=draw(st.booleans()))
    text = draw(st.sampled_from(["", "\n", "```json\n", "Sure: ", "<think>x</think>"])) + text
    text += draw(st.sampled_from(["", "\n```", " I hope this helps.", "\n\n{"]))
    if draw(st.booleans()):
        text = text[: draw(st.integers(0, len(text)))]
    return draw(st.just(text) | SPEECH | st.text(alphabet='{}[]":,say \\\n1.e-', max_size=60))


@given(answers(), CUTS)
@settings(max_examples=examples(200), deadline=None)
def test_reading_does_not_depend_on_slices(answer: str, sizes: list[int]) -> None:
    """What an answer says so far is the same after the same text, in any pieces."""
    whole, pieces = SayReader(), SayReader()
    growth = "".join(pieces.feed(part) for part in slices(answer, sizes))

    assert whole.feed(answer) == growth
    assert whole.emotion == pieces.emotion
    assert whole.is_closed == pieces.is_closed


async def parts_of(script: Sequence[object], *, want_deltas: bool) -> list[Part]:
    numbers = itertools.count()
    stream = reply(
        reply_scene(),
        thinker=PromptedThinker(FragmentModel(script), TEMPLATES),
        rescue=None,
        templates=TEMPLATES,
        tuning=ReplyTuning(),
        want_deltas=want_deltas,
        new_intent_id=lambda: IntentId(f"in_{next(numbers)}"),
        clock=ManualClock(),
    )
    async with aclosing(stream) as live:
        return [part async for part in live]


FAULTS = st.sampled_from(
    [None, None, ModelTruncated("cut"), ModelUnreachable("down"), ModelTooSlow("slow")]
)


@given(answers(), CUTS, FAULTS, st.booleans())
@settings(max_examples=examples(200), deadline=None)
def test_reply_always_speaks_and_never_oversteps(
    answer: str,
    sizes: list[int],
    fault: Exception | None,
    want_deltas: bool,  # noqa: FBT001 - drawn
) -> None:
    """Any answer in any slices: no exception, a line, one result last, only declared intents."""
    script: list[object] = [*slices(answer, sizes), *([fault] if fault else [])]
    heard = asyncio.run(parts_of(script, want_deltas=want_deltas))
    end = heard[-1]
    lines = [part for part in heard if isinstance(part, Line)]
    intents = [part.intent for part in heard if isinstance(part, IntentProposed)]

    assert isinstance(end, ReplyTrace)
    assert lines
    assert all(line.text.strip() for line in lines)
    assert {intent.affordance for intent in intents} <= {POUR.name, NOD.name}
    assert not intents or end.outcome is TurnOutcome.COMPLETED
    assert fault is None or end.outcome is not TurnOutcome.COMPLETED
    assert want_deltas or not any(isinstance(part, LineDelta) for part in heard)


def _but_what_was_refused(parts: list[Part]) -> list[Part]:
    """Leave out how far an answer was read before it was refused, which its slices decide."""
    *said, end = parts
    assert isinstance(end, ReplyTrace)
    if end.faults:
        end = replace(end, raw_answer="", usage=Usage())
    return [*said, end]


@given(answers(), CUTS)
@example(reply_json("Come你好"), [1])
@settings(max_examples=examples(100), deadline=None)
def test_turn_does_not_depend_on_slices(answer: str, sizes: list[int]) -> None:
    """The whole turn, emotions and outcome included, is the same for the same answer."""
    once = asyncio.run(parts_of([answer], want_deltas=False))
    sliced = asyncio.run(parts_of(slices(answer, sizes), want_deltas=False))

    assert _but_what_was_refused(once) == _but_what_was_refused(sliced)
