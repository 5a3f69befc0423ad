"""One turn of thinking: lines as they come, intents at the end, and always something to say."""

import asyncio
import itertools
import json
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from pathlib import Path

import pytest

from npcserver.mind.notes import Notes, Reply
from npcserver.mind.reply import Part, ReplyTuning, reply
from npcserver.model.emotion import NEUTRAL, named
from npcserver.model.errors import (
    Fault,
    ModelTooSlow,
    ModelTruncated,
    ModelUnreachable,
    OverLimit,
    Reason,
)
from npcserver.model.ids import IntentId
from npcserver.model.scene import Scene, Spoken
from npcserver.model.turn import IntentProposed, Line, LineDelta, Outcome, Rung
from npcserver.ports.language_model import Finished, Lane, Patience, Purpose, Request
from npcserver.prompts.render import Templates
from npcserver.prompts.reply import GiveReply
from tests.fakes.scenes import character, persona, scene
from tests.fakes.small_models import HANG, ManualClock, Scripted

TEMPLATES = Templates()
JOY = named("joy")


def answer(say: str, *intents: object, importance: object = 3) -> str:
    return json.dumps(
        {
            "say": say,
            "emotion": {"label": "joy", "valence": 0.8, "arousal": 0.5},
            "intents": list(intents),
            "importance": importance,
        },
        ensure_ascii=False,
    )


def sliced(text: str, size: int = 6) -> list[object]:
    return [text[start : start + size] for start in range(0, len(text), size)]


async def parts(
    *scripts: Sequence[object],
    rescue: Scripted | None = None,
    where: Scene | None = None,
    want_deltas: bool = False,
    tuning: ReplyTuning | None = None,
    templates: Templates = TEMPLATES,
    model: Scripted | None = None,
) -> list[Part]:
    numbers = itertools.count(1)
    async with aclosing(
        reply(
            where or scene(),
            model=model or Scripted(*scripts),
            rescue=rescue,
            templates=templates,
            tuning=tuning or ReplyTuning(),
            want_deltas=want_deltas,
            new_intent_id=lambda: IntentId(f"in_{next(numbers)}"),
            clock=ManualClock(),
        )
    ) as stream:
        return [part async for part in stream]


def said(heard: Sequence[Part]) -> list[str]:
    return [part.text for part in heard if isinstance(part, Line)]


def ending(heard: Sequence[Part]) -> Reply:
    last = heard[-1]
    assert isinstance(last, Reply)
    assert sum(isinstance(part, Reply) for part in heard) == 1
    return last


async def test_lines_then_intents_then_one_reply() -> None:
    """A good answer gives its sentences, its intent, and a result for the receipt."""
    nod = {"name": "nod", "arguments": {}}
    raw = answer("It blew off. I nailed it back.", nod)
    heard = await parts(sliced(raw))
    end = ending(heard)

    assert heard[:2] == [
        Line(text="It blew off.", emotion=NEUTRAL),
        Line(text="I nailed it back.", emotion=JOY),
    ]
    assert isinstance(heard[2], IntentProposed)
    assert (heard[2].intent.affordance, heard[2].intent.id) == ("nod", "in_1")
    assert (end.outcome, end.rung, end.model) == (
        Outcome.COMPLETED,
        Rung.PRIMARY,
        "test:scripted-1",
    )
    assert end.raw_answer == raw
    assert (end.importance, end.faults, end.dropped) == (3, (), ())
    assert (end.usage.prompt_tokens, end.usage.estimated) == (10, False)
    assert end.template == "reply"
    assert end.template_digest == TEMPLATES.digest("reply", "en")
    assert end.first_word_ms == 0.0


async def test_one_question_with_everything_a_model_needs() -> None:
    """The model is asked once, with schema, seed, material and the player's lane."""
    model = Scripted(sliced(answer("Aye.")))
    await parts(model=model)
    (request,) = model.requests

    assert (request.purpose, request.lane, request.seed) == (Purpose.REPLY, Lane.PLAYER, 7)
    assert request.material == scene()
    assert request.max_tokens == 300
    assert "intents" in request.schema["properties"]  # type: ignore[index, operator]
    assert [message.role for message in request.messages] == ["system", "user"]
    assert model.closed == 1


async def test_line_goes_out_before_the_answer_is_finished() -> None:
    """The first sentence does not wait for the second, nor the last for the intents."""
    script = ['{"say": "Come in. Mind the', ' step.", "emotion": {"label": "joy"}', HANG]
    stream = reply(
        scene(),
        model=Scripted(script),
        rescue=None,
        templates=TEMPLATES,
        tuning=ReplyTuning(),
        new_intent_id=lambda: IntentId("in"),
        clock=ManualClock(),
    )
    async with aclosing(stream) as live:
        first = await asyncio.wait_for(anext(live), 5)
        second = await asyncio.wait_for(anext(live), 5)

    assert first == Line(text="Come in.", emotion=NEUTRAL)
    assert second == Line(text="Mind the step.", emotion=JOY)


async def test_emotion_named_first_colours_every_line() -> None:
    """A model that names its emotion before its words has all lines carry it."""
    heard = await parts(sliced('{"emotion": {"label": "joy"}, "say": "Ha. You came. Sit."}'))

    assert [part.emotion for part in heard if isinstance(part, Line)] == [JOY] * 3


async def test_deltas_add_up_to_their_line() -> None:
    """Between two lines the deltas, joined, are the line that follows; words come whole."""
    heard = await parts(
        sliced(answer("It blew off. I *sighs* nailed it back."), 2), want_deltas=True
    )
    shown = ""
    for part in heard:
        if isinstance(part, LineDelta):
            shown += part.text
        if isinstance(part, Line):
            assert shown == part.text
            shown = ""

    assert said(heard) == ["It blew off.", "I nailed it back."]
    assert sum(isinstance(part, LineDelta) for part in heard) > 4


async def test_undeclared_intent_is_dropped_and_counted() -> None:
    """The words stay, the wish goes, the result says why."""
    heard = await parts(sliced(answer("Boom.", {"name": "explode", "arguments": {}})))

    assert said(heard) == ["Boom."]
    assert not [part for part in heard if isinstance(part, IntentProposed)]
    assert [dropped.affordance for dropped in ending(heard).dropped] == ["explode"]


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
    rescue = Scripted(sliced(answer("I remember a storm.")), rung=Rung.OFFLINE)
    heard = await parts([fault], rescue=rescue)
    end = ending(heard)

    assert said(heard) == ["I remember a storm."]
    assert (end.outcome, end.rung) == (Outcome.FALLBACK, Rung.OFFLINE)
    assert end.faults == (f"{type(fault).__name__}: {fault.message}",)


async def test_unreadable_answer_is_rescued() -> None:
    """Nonsense is a fast failure too; what the rescue wrote is kept."""
    rescue = Scripted(sliced(answer("Aye.")), rung=Rung.OFFLINE)
    heard = await parts(['{"say": 5}'], rescue=rescue)

    assert said(heard) == ["Aye."]
    assert ending(heard).faults[0].startswith("Unparseable")
    assert "Aye." in ending(heard).raw_answer


async def test_slow_model_is_not_rescued() -> None:
    """When time has run out an author's line is spoken at once."""
    rescue = Scripted(sliced(answer("Too late.")))
    heard = await parts([ModelTooSlow("no word")], rescue=rescue)
    end = ending(heard)

    assert len(said(heard)) == 1
    assert said(heard)[0] in ("Give me a breath.", "Hm?")
    assert (end.outcome, end.rung, end.model) == (Outcome.FALLBACK, Rung.AUTHORED, "authored")
    assert rescue.requests == []


async def test_late_failure_is_not_rescued() -> None:
    """A rescue may only start while its share of the time lasts."""
    rescue = Scripted(sliced(answer("Too late.")))
    heard = await parts(
        [ModelUnreachable("down")], rescue=rescue, tuning=ReplyTuning(rescue_within=-1)
    )

    assert ending(heard).rung is Rung.AUTHORED
    assert rescue.requests == []


async def test_failing_rescue_leaves_an_authored_line() -> None:
    """When both fail, both faults are on record and an author has the last word."""
    rescue = Scripted([ModelUnreachable("also down")])
    heard = await parts([ModelUnreachable("down")], rescue=rescue)

    assert ending(heard).rung is Rung.AUTHORED
    assert len(ending(heard).faults) == 2
    assert ending(heard).usage.estimated


async def test_model_that_never_ends_is_left() -> None:
    """A model that ignores its patience is left at the turn's own deadline."""
    model = Scripted([HANG])
    tuning = ReplyTuning(patience=Patience(total=0.05))
    heard = await asyncio.wait_for(parts(model=model, tuning=tuning), 5)

    assert ending(heard).rung is Rung.AUTHORED
    assert ending(heard).faults[0].startswith("ModelTooSlow")
    assert model.closed == 1


async def test_fault_after_the_first_line_cuts_short() -> None:
    """Nothing restarts: whole sentences stay, a torn one trails off, no intent is taken."""
    rescue = Scripted(sliced(answer("Never heard.")))
    script = ['{"say": "It blew off. I nailed it', ModelUnreachable("gone")]
    heard = await parts(script, rescue=rescue)
    end = ending(heard)
    trailing = [text for text, _ in TEMPLATES.lines("trailing", "en")]

    assert said(heard)[0] == "It blew off."
    assert said(heard)[1] in trailing
    assert (end.outcome, end.rung) == (Outcome.CUT_SHORT, Rung.PRIMARY)
    assert rescue.requests == []


async def test_whole_sentences_survive_a_fault() -> None:
    """An answer that broke off after its words were whole is spoken, without its intents."""
    for script in (
        ['{"say": "It blew off. I nailed it back.', ModelTruncated("cut")],
        ['{"say": "It blew off. I nailed it back.", "emot', ModelTruncated("cut")],
        [answer("It blew off. I nailed it back.", {"name": "nod", "arguments": {}})[:-9], HANG],
    ):
        heard = await parts(script, tuning=ReplyTuning(patience=Patience(total=0.05)))

        assert said(heard) == ["It blew off.", "I nailed it back."]
        assert ending(heard).outcome is Outcome.CUT_SHORT
        assert not [part for part in heard if isinstance(part, IntentProposed)]


async def test_shown_deltas_are_kept_when_the_model_fails() -> None:
    """Words that a player has seen were said: the torn sentence ends in an ellipsis."""
    script = ['{"say": "I nailed it ba', ModelUnreachable("gone")]
    rescue = Scripted(sliced(answer("Never heard.")))
    heard = await parts(script, want_deltas=True, rescue=rescue)

    assert said(heard) == ["I nailed it…"]
    assert ending(heard).outcome is Outcome.CUT_SHORT


async def test_answer_without_a_finish_is_truncated() -> None:
    """A model that just stops has not finished: its words stand, its intents do not."""

    class Stopping(Scripted):
        async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
            yield answer("Aye.", {"name": "nod", "arguments": {}})

    heard = await parts(model=Stopping([]))

    assert said(heard) == ["Aye."]
    assert ending(heard).outcome is Outcome.CUT_SHORT
    assert not [part for part in heard if isinstance(part, IntentProposed)]


async def test_recited_instructions_never_go_out() -> None:
    """A sentence that repeats the prompt is dropped, before the first line for a fallback."""
    instructions = GiveReply.of(scene()).instructions(TEMPLATES, "en")
    stolen = instructions.splitlines()[2].lstrip("- ")
    for want_deltas in (False, True):
        heard = await parts(sliced(answer(stolen)), want_deltas=want_deltas)
        begun = await parts(sliced(answer("Fine. " + stolen)), want_deltas=want_deltas)

        assert not any("no narration" in line for line in said(heard) + said(begun))
        assert any("Recited" in fault for fault in ending(heard).faults)
        assert said(begun)[0] == "Fine."
        assert ending(begun).outcome is Outcome.CUT_SHORT


async def test_canary_never_goes_out() -> None:
    """The private mark of a prompt, however spelled, is never spoken, not even in a delta."""
    canary = GiveReply.of(scene()).canary
    spelled = " ".join(canary)
    for stolen in (canary, spelled):
        heard = await parts(sliced(answer(f"{stolen}. It is mine.")), want_deltas=stolen == canary)

        assert canary not in "".join(said(heard)).replace(" ", "")
        assert ending(heard).outcome is Outcome.FALLBACK


async def test_scripts_for_others_are_cut() -> None:
    """A model that goes on to play the player is heard up to there."""
    heard = await parts(sliced(answer("Mira: Aye.\nAnn: Thanks!\nMira: Ha.")))
    plain = await parts([*sliced("Mira: Aye. " * 30 + "\nAnn: Thanks!\n"), HANG])

    assert said(heard) == ["Aye."]
    assert ending(heard).outcome is Outcome.COMPLETED
    assert said(plain)[0] == "Aye."
    assert not any("Thanks" in line for line in said(plain))


@pytest.mark.parametrize("say", ["*nods*", "https://example.com", "Ann: hi"])
async def test_answer_without_speech_is_no_answer(say: str) -> None:
    """Gestures and links alone leave an author's line, and the intents are not taken."""
    heard = await parts(sliced(answer(say, {"name": "nod", "arguments": {}})))

    assert len(said(heard)) == 1
    assert ending(heard).rung is Rung.AUTHORED
    assert len(heard) == 2


async def test_authored_line_is_not_said_twice() -> None:
    """A fallback line that was just spoken is avoided while there are others."""
    for seed in range(4):
        spoken = Spoken(speaker="Mira Holt", text="Give me a breath.", is_own=True)
        heard = await parts([ModelTooSlow("x")], where=scene(seed=seed, conversation=(spoken,)))

        assert said(heard) == ["Hm?"]


async def test_persona_without_lines_has_shipped_ones() -> None:
    """The set is never empty, in the character's own language."""
    silent = scene(character=character(persona(fallback_lines=(), language="zh")))
    heard = await parts([ModelTooSlow("x")], where=silent)

    assert said(heard)[0] in [text for text, _ in TEMPLATES.lines("fallback", "zh")]


async def test_broken_author_template_costs_a_line_not_a_crash(tmp_path: Path) -> None:
    """A designer's mistake in a template is on record and an author's line is spoken."""
    (tmp_path / "en").mkdir()
    (tmp_path / "en/reply.j2").write_text("{% block system %}{{ oops }}{% endblock %}")
    heard = await parts(sliced(answer("Aye.")), templates=Templates(tmp_path))

    assert ending(heard).rung is Rung.AUTHORED
    assert "templates.reply" in ending(heard).faults[0]


async def test_interruption_closes_the_model_and_leaves_notes() -> None:
    """Whoever closes the stream early still learns what was asked and written so far."""
    model = Scripted(['{"say": "Come in. Mind the', HANG])
    notes = Notes()
    stream = reply(
        scene(),
        model=model,
        rescue=None,
        templates=TEMPLATES,
        tuning=ReplyTuning(),
        new_intent_id=lambda: IntentId("in"),
        clock=ManualClock(),
        notes=notes,
    )
    async with aclosing(stream) as live:
        await anext(live)
    end = notes.so_far(Outcome.INTERRUPTED)

    assert model.closed == 1
    assert end.outcome is Outcome.INTERRUPTED
    assert end.raw_answer == '{"say": "Come in. Mind the'
    assert end.model == "test:scripted"
    assert end.usage.estimated
    assert end.template_digest


async def test_raw_answer_can_be_stored() -> None:
    """Lone surrogates and NUL, which no database takes, do not stay in the raw answer."""
    heard = await parts(["Aye \ud83d\x00 there. " * 20])

    ending(heard).raw_answer.encode()
    assert "\x00" not in ending(heard).raw_answer
    assert set(said(heard)) == {"Aye there."}
