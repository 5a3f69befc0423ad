"""When a model fails: who speaks then, and what of its answer is kept."""

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import pytest
from structlog.testing import capture_logs

import npcserver.prompts
from npcserver.mind.reply import ReplyTuning
from npcserver.model.errors import (
    Fault,
    ModelTooSlow,
    ModelTruncated,
    ModelUnreachable,
    OverLimit,
    PromptTooLong,
    Reason,
)
from npcserver.model.inputs import ReplyInput, Spoken
from npcserver.model.turn import IntentProposed, Rung, TurnOutcome
from npcserver.ports.language_model import CallTimeouts, Finished, Request
from npcserver.prompts.render import Templates
from tests.fakes.language_models import (
    HANG,
    TEMPLATES,
    FragmentModel,
    final_part,
    in_slices,
    reply_json,
    reply_parts,
    spoken_text,
)
from tests.fakes.prompt_inputs import character, persona, reply_scene


@pytest.mark.parametrize(
    "fault",
    [
        ModelUnreachable("down"),
        ModelTruncated("cut"),
        OverLimit("too many calls", Reason.OVER_LIMIT),
    ],
)
async def test_fast_failure_is_rescued(fault: Fault) -> None:
    """A model that fails at once is replaced by the rescue, and the result says so."""
    rescue = FragmentModel(in_slices(reply_json("I remember a storm.")), rung=Rung.OFFLINE)
    heard = await reply_parts([fault], rescue=rescue)
    end = final_part(heard)

    assert spoken_text(heard) == ["I remember a storm."]
    assert (end.outcome, end.rung) == (TurnOutcome.FALLBACK, Rung.OFFLINE)
    assert end.faults == (f"{type(fault).__name__}: {fault.message}",)


@pytest.mark.parametrize("before", [[], ["{", '"say": "Good day. And ']])
async def test_what_nobody_foresaw_leaves_a_line(before: list[object]) -> None:
    """An exception that an answer causes anywhere is a fault of the model, and is logged."""
    rescue = FragmentModel(in_slices(reply_json("I remember a storm.")), rung=Rung.OFFLINE)
    with capture_logs() as logs:
        heard = await reply_parts([*before, KeyError("secret")], rescue=rescue)

    assert spoken_text(heard)
    assert final_part(heard).faults[0].startswith("ModelTalkedNonsense: the answer could not be")
    (told,) = [line for line in logs if line["event"] == "answer_broke_reader"]
    assert "KeyError at " in told["problem"]
    assert "secret" not in str(logs)


async def test_unreadable_answer_is_rescued() -> None:
    """Nonsense is a fast failure too; what the rescue wrote is kept."""
    rescue = FragmentModel(in_slices(reply_json("Aye.")), rung=Rung.OFFLINE)
    heard = await reply_parts(['{"say": 5}'], rescue=rescue)

    assert spoken_text(heard) == ["Aye."]
    assert final_part(heard).faults[0].startswith("Unparseable")
    assert "Aye." in final_part(heard).raw_answer


async def test_slow_model_without_a_rescue_leaves_an_authored_line() -> None:
    """An author's line is spoken at once."""
    heard = await reply_parts([ModelTooSlow("no word")])
    end = final_part(heard)

    assert len(spoken_text(heard)) == 1
    assert spoken_text(heard)[0] in ("Give me a breath.", "Hm?")
    assert (end.outcome, end.rung, end.model) == (TurnOutcome.FALLBACK, Rung.AUTHORED, "authored")


async def test_slow_model_is_rescued_while_time_is_left() -> None:
    """The actor needs no time; an author's line is the last resort."""
    rescue = FragmentModel(in_slices(reply_json("I remember a storm.")))
    heard = await reply_parts([ModelTooSlow("no word")], rescue=rescue)

    assert spoken_text(heard) == ["I remember a storm."]
    assert (final_part(heard).outcome, final_part(heard).rung) == (
        TurnOutcome.FALLBACK,
        Rung.OFFLINE,
    )


async def test_a_model_that_took_all_the_time_is_not_rescued() -> None:
    """Once the turn's time is over nobody is asked any more."""
    rescue, fallback = FragmentModel(["never"]), FragmentModel(["never"])
    tuning = ReplyTuning(patience=CallTimeouts(total=0))
    heard = await reply_parts(["{"], rescue=rescue, fallback=fallback, tuning=tuning)

    assert final_part(heard).rung is Rung.AUTHORED
    assert rescue.requests == fallback.requests == []


async def test_a_failed_model_is_followed_by_the_fallback_model() -> None:
    """It comes before the actor; the rung and both models' costs are on record."""
    fallback = FragmentModel(in_slices(reply_json("The second one speaks.")))
    rescue = FragmentModel(in_slices(reply_json("Never heard.")))
    heard = await reply_parts([ModelTooSlow("no word")], rescue=rescue, fallback=fallback)
    end = final_part(heard)

    assert spoken_text(heard) == ["The second one speaks."]
    assert (end.outcome, end.rung) == (TurnOutcome.FALLBACK, Rung.FALLBACK_MODEL)
    assert end.faults == ("ModelTooSlow: no word",)
    assert rescue.requests == []


async def test_when_both_models_fail_the_actor_speaks() -> None:
    """Each rung is tried once, in order."""
    fallback = FragmentModel([ModelUnreachable("also down")])
    rescue = FragmentModel(in_slices(reply_json("I remember a storm.")), rung=Rung.OFFLINE)
    heard = await reply_parts([ModelUnreachable("down")], rescue=rescue, fallback=fallback)

    assert spoken_text(heard) == ["I remember a storm."]
    assert final_part(heard).rung is Rung.OFFLINE
    assert len(final_part(heard).faults) == 2


async def test_a_late_failure_skips_the_fallback_model() -> None:
    """It may only start while its share of the time lasts; the actor still may."""
    fallback = FragmentModel(in_slices(reply_json("Too late.")))
    rescue = FragmentModel(in_slices(reply_json("Aye.")), rung=Rung.OFFLINE)
    tuning = ReplyTuning(fallback_within=-1)
    heard = await reply_parts(
        [ModelUnreachable("down")], rescue=rescue, fallback=fallback, tuning=tuning
    )

    assert final_part(heard).rung is Rung.OFFLINE
    assert fallback.requests == []


async def test_failing_rescue_leaves_an_authored_line() -> None:
    """When both fail, both faults are on record and an author has the last word."""
    rescue = FragmentModel([ModelUnreachable("also down")])
    heard = await reply_parts([ModelUnreachable("down")], rescue=rescue)

    assert final_part(heard).rung is Rung.AUTHORED
    assert len(final_part(heard).faults) == 2
    assert final_part(heard).usage.estimated


async def test_model_that_never_ends_is_left() -> None:
    """A model that ignores its patience is left at the turn's own deadline."""
    model = FragmentModel([HANG])
    tuning = ReplyTuning(patience=CallTimeouts(total=0.05))
    heard = await asyncio.wait_for(reply_parts(model=model, tuning=tuning), 60)

    assert final_part(heard).rung is Rung.AUTHORED
    assert final_part(heard).faults[0].startswith("ModelTooSlow")
    assert model.closed == 1


async def test_fault_after_the_first_line_cuts_short() -> None:
    """Nothing restarts: whole sentences stay, a torn one trails off, no intent is taken."""
    rescue = FragmentModel(in_slices(reply_json("Never heard.")))
    script = ['{"say": "It blew off. I nailed it', ModelUnreachable("gone")]
    heard = await reply_parts(script, rescue=rescue)
    end = final_part(heard)
    trailing = [text for text, _ in TEMPLATES.lines("trailing", "en")]

    assert spoken_text(heard)[0] == "It blew off."
    assert spoken_text(heard)[1] in trailing
    assert (end.outcome, end.rung) == (TurnOutcome.CUT_SHORT, Rung.PRIMARY)
    assert rescue.requests == []


async def test_whole_sentences_survive_a_fault() -> None:
    """An answer that broke off after its words were whole is spoken, without its intents."""
    for script in (
        ['{"say": "It blew off. I nailed it back.', ModelTruncated("cut")],
        ['{"say": "It blew off. I nailed it back.", "emot', ModelTruncated("cut")],
        [reply_json("It blew off. I nailed it back.", {"name": "nod", "arguments": {}})[:-9], HANG],
    ):
        heard = await reply_parts(script, tuning=ReplyTuning(patience=CallTimeouts(total=0.05)))

        assert spoken_text(heard) == ["It blew off.", "I nailed it back."]
        assert final_part(heard).outcome is TurnOutcome.CUT_SHORT
        assert not [part for part in heard if isinstance(part, IntentProposed)]


async def test_shown_deltas_are_kept_when_the_model_fails() -> None:
    """Words that a player has seen were said: the torn sentence ends in an ellipsis."""
    script = ['{"say": "I nailed it ba', ModelUnreachable("gone")]
    rescue = FragmentModel(in_slices(reply_json("Never heard.")))
    heard = await reply_parts(script, want_deltas=True, rescue=rescue)

    assert spoken_text(heard) == ["I nailed it…"]
    assert final_part(heard).outcome is TurnOutcome.CUT_SHORT


async def test_answer_without_a_finish_is_truncated() -> None:
    """A model that just stops has not finished: its words stand, its intents do not."""

    class Stopping(FragmentModel):
        async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
            yield reply_json("Aye.", {"name": "nod", "arguments": {}})

    heard = await reply_parts(model=Stopping([]))

    assert spoken_text(heard) == ["Aye."]
    assert final_part(heard).outcome is TurnOutcome.CUT_SHORT
    assert not [part for part in heard if isinstance(part, IntentProposed)]


async def test_authored_line_is_not_said_twice() -> None:
    """A fallback line that was just spoken is avoided while there are others."""
    for seed in range(4):
        spoken = Spoken(speaker="Mira Holt", text="Give me a breath.", is_own=True)
        heard = await reply_parts(
            [ModelTooSlow("x")], where=reply_scene(seed=seed, conversation=(spoken,))
        )

        assert spoken_text(heard) == ["Hm?"]


async def test_persona_without_lines_has_shipped_ones() -> None:
    """The set is never empty, in the character's own language."""
    silent = reply_scene(character=character(persona(fallback_lines=(), language="zh")))
    heard = await reply_parts([ModelTooSlow("x")], where=silent)

    assert spoken_text(heard)[0] in [text for text, _ in TEMPLATES.lines("fallback", "zh")]


async def test_broken_author_template_costs_a_line_not_a_crash(tmp_path: Path) -> None:
    """A designer's mistake in a template is on record and an author's line is spoken."""
    (tmp_path / "en").mkdir()
    (tmp_path / "en/reply.j2").write_text("{% block system %}{{ oops }}{% endblock %}")
    heard = await reply_parts(in_slices(reply_json("Aye.")), templates=Templates(tmp_path))

    assert final_part(heard).rung is Rung.AUTHORED
    assert "templates.reply" in final_part(heard).faults[0]


async def test_second_try_of_the_wrapper_shows_in_the_rung() -> None:
    """A model that succeeded on its retry completes the turn, and the rung tells."""
    heard = await reply_parts(model=FragmentModel(in_slices(reply_json("Aye.")), rung=Rung.RETRY))

    assert (final_part(heard).outcome, final_part(heard).rung) == (
        TurnOutcome.COMPLETED,
        Rung.RETRY,
    )


async def test_a_prompt_that_was_too_long_is_asked_again_shorter() -> None:
    """A refusal for length costs one more call, with the budget as it is by then."""
    budgets = [6000, 700]
    model = FragmentModel(
        [PromptTooLong("too long")], in_slices(reply_json("Aye, the storm of last week."))
    )
    tuning = ReplyTuning(budget=lambda _purpose, _answer: budgets.pop(0))
    heard = await reply_parts(model=model, where=_long_talk(), tuning=tuning)
    end = final_part(heard)

    first, second = (sum(len(one.text) for one in asked.messages) for asked in model.requests)
    assert second < first
    assert spoken_text(heard) == ["Aye, the storm of last week."]
    assert (end.outcome, end.rung, end.prompt_budget) == (TurnOutcome.COMPLETED, Rung.PRIMARY, 700)
    assert end.faults == ("PromptTooLong: too long",)


async def test_a_prompt_that_is_too_long_twice_is_rescued() -> None:
    """An endpoint that refuses the shorter prompt too is left; the player still gets a line."""
    model = FragmentModel([PromptTooLong("too long")])
    rescue = FragmentModel(in_slices(reply_json("Aye.")), rung=Rung.OFFLINE)
    heard = await reply_parts(model=model, rescue=rescue)

    assert spoken_text(heard) == ["Aye."]
    assert len(model.requests) == 2
    assert final_part(heard).rung is Rung.OFFLINE


async def test_a_template_that_leaves_no_space_is_told_of(tmp_path: Path) -> None:
    """An author's template longer than the budget is named in the log; the player gets a line."""
    folder = tmp_path / "en"
    folder.mkdir()
    shipped = next(Path(npcserver.prompts.__file__).parent.glob("templates/en/reply.j2"))
    wordy = f"{{% block rules %}}\n{'Weigh every word. ' * 400}\n"
    (folder / "reply.j2").write_text(shipped.read_text().replace("{% block rules %}", wordy))
    with capture_logs() as logs:
        heard = await reply_parts(
            in_slices(reply_json("Aye.")),
            templates=Templates(tmp_path),
            tuning=ReplyTuning(prompt_tokens=1000),
        )

    assert spoken_text(heard) == ["Aye."]
    told = next(each for each in logs if each["event"] == "prompt_exceeds_budget")
    assert told["template"] == "reply"
    assert told["tokens"] > told["budget"] == 1000


def _long_talk() -> ReplyInput:
    talk = tuple(
        Spoken(speaker="Ada", text=f"Line {number}. {'The wind turned. ' * 8}", is_own=False)
        for number in range(30)
    )
    return replace(reply_scene(), conversation=talk)
