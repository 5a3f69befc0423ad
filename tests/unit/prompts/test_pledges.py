"""Promises and attempts in prompts, and what answers say of promises."""

import re
from dataclasses import replace

import pytest

from npcserver.language.deadlines import due_at
from npcserver.model.commitment import Commitment, CommitmentStatus, Promise, PromiseVerdict
from npcserver.model.inputs import Attempt
from npcserver.prompts.budget import fit, prompt_tokens
from npcserver.prompts.commitments import promises_of, verdicts_of
from npcserver.prompts.render import Templates
from npcserver.prompts.reply import ReplyQuestion, reply_schema
from npcserver.prompts.reply_reader import SayReader
from tests.fakes.language_models import reply_json
from tests.fakes.prompt_inputs import NOW, reply_scene

ALE = Commitment(
    commitment_id="com_1",
    by_id="mira",
    by_name="Mira Holt",
    to_id="ann",
    to_name="Ann",
    what="bring Ann the ale",
    due_at=due_at("tomorrow", NOW),
)
COINS = replace(
    ALE,
    commitment_id="com_2",
    by_id="ann",
    by_name="Ann",
    to_id="mira",
    to_name="Mira Holt",
    what="pay five coins",
    due_at=due_at("at five", NOW),
    status=CommitmentStatus.BROKEN,
)
KEY = Attempt(text="give item (item: key, to: Ann)", status="proposed")
LAMP = Attempt(text="light (thing: lamp)", status="failed", why="There is no oil.")


def user(language: str = "en", **changes: object) -> str:
    messages = ReplyQuestion.of(reply_scene(**changes)).messages(Templates(), language)
    return "\n".join(one.text for one in messages)


def test_open_promises_are_told_with_their_time() -> None:
    """Whose, what, by when; nothing is to be brought up that is not broken."""
    text = user(commitments=(ALE,))

    assert (
        "1. You promised Ann to bring Ann the ale by the end of Wednesday 15 February. "
        "It is still to be done."
    ) in text
    assert "bring it up now" not in text
    assert '"settles"' in text


def test_a_broken_promise_is_to_be_brought_up() -> None:
    """No matter who broke it; the wish stands outside what people of this world said."""
    text = user(commitments=(COINS, ALE))

    assert (
        "1. Ann promised you to pay five coins by Tuesday 14 February, 17:00. "
        "The time has passed and it was not done."
    ) in text
    assert "bring it up now" in text.partition("</promises")[2]


def test_what_was_not_done_is_told_as_not_done() -> None:
    """What may still happen, and what came to nothing and why."""
    text = user(attempts=(KEY, LAMP))

    assert re.search(
        r"not happened yet:\n<pending \w+>\n- give item \(item: key, to: Ann\)\n", text
    )
    assert re.search(r"come off:\n<failed \w+>\n- light \(thing: lamp\); There is no oil\n", text)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_where_nothing_is_owed_nothing_is_told(language: str) -> None:
    """No heading stands without its list."""
    text = user(language)

    assert "<promises" not in text
    assert "<attempts" not in text


def test_a_prompt_full_of_promises_stays_within_its_tokens() -> None:
    """They are bounded, and give way when nothing else is left to go."""
    wordy = tuple(replace(COINS, commitment_id=f"c{n}", what="word " * 300) for n in range(9))
    tried = (replace(KEY, text="thing " * 300),) * 9
    full = ReplyQuestion.of(reply_scene(commitments=wordy, attempts=tried))
    templates = Templates()
    least = prompt_tokens(
        ReplyQuestion.of(reply_scene(affordances=(), entities=())).messages(templates, "en")
    )

    fitted = fit(full, templates, "en", 1500)
    tight = fit(full, templates, "en", least)

    assert fitted.tokens <= 1500
    assert len(fitted.question.pledges) == 4
    assert len(fitted.question.attempts) == 3
    assert tight.question.attempts == ()


def test_an_answer_names_promises_and_settles_them() -> None:
    """Who leaves the keys out promised nothing, and who writes them otherwise is understood."""
    plain, whole = SayReader(), SayReader()
    plain.feed(reply_json("Aye."))
    said = reply_json("Aye.")[:-1]
    promised = '{"by": "me", "what": "bring ale", "when": "by noon"}'
    whole.feed(f'{said}, "promises": [{promised}], "settles": [{{"id": 1, "as": "kept"}}]}}')

    assert plain.finish().promises == ()
    assert whole.finish().promises == (Promise(what="bring ale", due="by noon"),)
    assert whole.finish().verdicts == (PromiseVerdict(1, CommitmentStatus.KEPT),)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (["bring ale"], (Promise(what="bring ale"),)),
        ([{"by": "them", "what": "pay"}], (Promise(what="pay", is_own=False),)),
        ([{"by": "Ann", "what": "pay"}], (Promise(what="pay", is_own=False),)),
        ([{"by": "me", "what": ""}, {"by": "me"}, 7, None], ()),
        ("bring ale", ()),
        (None, ()),
        ([{"what": "a"}] * 9, (Promise(what="a"),) * 3),
    ],
)
def test_promises_are_read_whatever_is_written(written: object, read: tuple[Promise, ...]) -> None:
    """What cannot be read costs itself and nothing else."""
    assert promises_of(written) == read


@pytest.mark.parametrize(
    "written", [[{"id": "x", "as": "kept"}], [{"id": True, "as": "kept"}], [{"id": 1}], "kept", [3]]
)
def test_verdicts_that_cannot_be_read_settle_nothing(written: object) -> None:
    """Neither a place that is none, nor a status that is none."""
    assert verdicts_of(written) == ()


def test_promises_are_settled_only_where_some_are_shown() -> None:
    """The form asks for no verdict on nothing."""
    without, shown = reply_schema((), ()), reply_schema((), (), 2)

    assert "settles" not in without["properties"]  # type: ignore[operator]
    assert list(shown["properties"])[-2:] == ["promises", "settles"]  # type: ignore[arg-type]
