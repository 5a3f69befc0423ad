"""One turn of thinking: lines as they come, and what a character never says."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace

import pytest

from npcmodels.offline import OfflineActor
from npcserver.mind.prompted_thinker import PromptedThinker
from npcserver.mind.reply import ReplyTuning, reply
from npcserver.mind.reply_trace import ReplyTrace
from npcserver.model.errors import ModelUnreachable
from npcserver.model.feelings import named
from npcserver.model.ids import IntentId
from npcserver.model.inputs import ReplyInput, Spoken
from npcserver.model.model_use import Purpose
from npcserver.model.turn import (
    BY_AUTHOR,
    BY_RULE,
    IntentProposed,
    Line,
    LineDelta,
    Origin,
    OriginKind,
    ReplyAnswer,
    Rung,
    TurnOutcome,
    in_pieces,
)
from npcserver.ports.language_model import CallLane, CallTimeouts
from npcserver.ports.thinker import ReplyPart
from npcserver.prompts.reply import ReplyQuestion
from tests.fakes.language_models import (
    HANG,
    TEMPLATES,
    FragmentModel,
    ManualClock,
    final_part,
    in_slices,
    reply_json,
    reply_parts,
    spoken_text,
)
from tests.fakes.prompt_inputs import recollection, reply_scene

JOY = named("joy")
MODEL = Origin(OriginKind.MODEL, "test:scripted")


async def test_lines_then_intents_then_one_reply() -> None:
    """A good answer gives its sentences, its intent, and a result for the receipt."""
    nod = {"name": "nod", "arguments": {}}
    raw = reply_json("It blew off. I nailed it back.", nod)
    heard = await reply_parts(in_slices(raw))
    end = final_part(heard)

    assert heard[:2] == [
        Line(text="It blew off.", origin=MODEL),
        Line(text="I nailed it back.", emotion=JOY, origin=MODEL),
    ]
    assert isinstance(heard[2], IntentProposed)
    assert (heard[2].intent.affordance, heard[2].intent.id) == ("nod", "in_1")
    assert heard[2].origin == MODEL
    assert (end.outcome, end.rung, end.model) == (
        TurnOutcome.COMPLETED,
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
    """The model is asked once, with schema, seed and the player's lane."""
    model = FragmentModel(in_slices(reply_json("Aye.")))
    await reply_parts(model=model)
    (request,) = model.requests

    assert (request.purpose, request.lane, request.seed) == (Purpose.REPLY, CallLane.PLAYER, 7)
    assert request.max_tokens == 300
    assert "intents" in request.schema["properties"]  # type: ignore[index, operator]
    assert [message.role for message in request.messages] == [
        "system", "user", "assistant", "user"
    ]  # fmt: skip
    assert model.closed == 1


async def test_line_goes_out_before_the_answer_is_finished() -> None:
    """The first sentence does not wait for the second, nor the last for the intents."""
    script = ['{"say": "Come in. Mind the', ' step.", "emotion": {"label": "joy"}', HANG]
    stream = reply(
        reply_scene(),
        thinker=PromptedThinker(FragmentModel(script), TEMPLATES),
        rescue=None,
        templates=TEMPLATES,
        tuning=ReplyTuning(),
        new_intent_id=lambda: IntentId("in"),
        clock=ManualClock(),
    )
    async with aclosing(stream) as live:
        first = await asyncio.wait_for(anext(live), 60)
        second = await asyncio.wait_for(anext(live), 60)

    assert first == Line(text="Come in.", origin=MODEL)
    assert second == Line(text="Mind the step.", emotion=JOY, origin=MODEL)


async def test_emotion_named_first_colours_every_line() -> None:
    """A feeling that is named before the words is carried by all lines, in both forms."""
    for felt in ('"feeling": "joy"', '"emotion": {"label": "joy"}'):
        heard = await reply_parts(in_slices(f'{{{felt}, "say": "Ha. You came. Sit."}}'))

        assert [part.emotion for part in heard if isinstance(part, Line)] == [JOY] * 3


@pytest.mark.parametrize(
    "nonsense", ["your words", "Your words.", "# Who you are", "You are here", "asdkjh qwrt zxcvb"]
)
@pytest.mark.parametrize("want_deltas", [False, True])
async def test_what_nobody_says_is_asked_again(nonsense: str, *, want_deltas: bool) -> None:
    """A piece of the form is never spoken: the model is asked once more, and says what it says."""
    model = FragmentModel(in_slices(reply_json(nonsense)), in_slices(reply_json("Come in.")))
    heard = await reply_parts(model=model, want_deltas=want_deltas)

    done = final_part(heard)

    assert [part.text for part in heard if isinstance(part, Line)] == ["Come in."]
    assert "".join(part.text for part in heard if isinstance(part, LineDelta)) in ("", "Come in.")
    assert [request.seed for request in model.requests] == [7, 8]
    assert (done.rung, done.outcome) == (Rung.RETRY, TurnOutcome.COMPLETED)
    assert [fault.partition(":")[0] for fault in done.faults] == ["Unspeakable"]


@pytest.mark.parametrize("want_deltas", [False, True])
async def test_what_others_said_is_not_said_again(*, want_deltas: bool) -> None:
    """A line of the player's, from now or before: asked again, with more chance, and not shown."""
    talk = (Spoken(speaker="Ann", text="I came over the causeway today.", is_own=False),)
    for line in ("And what happened to the cellar door?", "I came over the causeway today."):
        model = FragmentModel(in_slices(reply_json(line)), in_slices(reply_json("It blew off.")))
        heard = await reply_parts(
            model=model, where=reply_scene(conversation=talk), want_deltas=want_deltas
        )

        assert spoken_text(heard) == ["It blew off."]
        assert "".join(part.text for part in heard if isinstance(part, LineDelta)) in (
            "",
            spoken_text(heard)[0],
        )
        assert [(one.seed, one.temperature) for one in model.requests] == [(7, 0.8), (8, 1.0)]
        assert final_part(heard).faults == ("Unspeakable: the answer repeats what has been said",)


@pytest.mark.parametrize("want_deltas", [False, True])
async def test_a_model_that_only_repeats_what_it_heard_costs_an_authored_line(
    *, want_deltas: bool
) -> None:
    """However many sentences it repeats, in both answers: the turn ends with a line."""
    words = "The long bridge burned down last night. Who was seen there with a torch?"
    again = [reply_json(words)]  # at once, so that the second sentence waits behind the first
    heard = await reply_parts(
        model=FragmentModel(again, again), where=reply_scene(heard=words), want_deltas=want_deltas
    )
    done = final_part(heard)

    assert len(spoken_text(heard)) == 1
    assert spoken_text(heard)[0] not in words
    assert (done.rung, done.outcome) == (Rung.AUTHORED, TurnOutcome.FALLBACK)
    assert {*done.faults} == {"Unspeakable: the answer repeats what has been said"}


@pytest.mark.parametrize("want_deltas", [False, True])
async def test_what_goes_on_with_a_repeated_greeting_is_left_out(*, want_deltas: bool) -> None:
    """A greeting is answered by the same, and not by all that was said with it."""
    words = "Good evening. My name is Tobias, and I walked here. Is there room?"
    answers = in_slices(reply_json(f"{words} Come in, Tobias."), 3)

    heard = await reply_parts(answers, where=reply_scene(heard=words), want_deltas=want_deltas)

    assert spoken_text(heard) == ["Good evening.", "Come in, Tobias."]
    told = "".join(part.text for part in heard if isinstance(part, LineDelta))
    assert told == ("Good evening.Come in, Tobias." if want_deltas else "")


@pytest.mark.parametrize("want_deltas", [False, True])
async def test_the_words_answered_are_left_out_behind_a_greeting(*, want_deltas: bool) -> None:
    """Even where the greeting is another one; what goes on otherwise is said."""
    words = "Good evening. I am Marisol Vane. Have you a room for tonight?"
    begun = "Good evening, Marisol Vane. I am Marisol Vane. Have you a room for tonight?"

    heard = await reply_parts(
        in_slices(reply_json(f"{begun} I am Marisol's friend. Come in."), 3),
        where=reply_scene(heard=words),
        want_deltas=want_deltas,
    )

    left = ["Good evening, Marisol Vane.", "I am Marisol's friend.", "Come in."]
    assert spoken_text(heard) == left
    told = "".join(part.text for part in heard if isinstance(part, LineDelta))
    assert told == ("".join(left) if want_deltas else "")


async def test_what_names_who_asks_is_not_spoken() -> None:
    """The last line of the prompt, said again with its label, is asked again."""
    copied = 'Ann says to you: "Do you know what I am called?"'
    model = FragmentModel(in_slices(reply_json(copied)), in_slices(reply_json("Ann, I think.")))

    heard = await reply_parts(
        model=model, where=reply_scene(heard="Do you know what I am called?", company=())
    )

    assert model.requests[0].messages[-1].text.endswith(copied)
    assert spoken_text(heard) == ["Ann, I think."]


async def test_later_lines_may_quote_what_was_said() -> None:
    """Whatever was begun is said to its end."""
    line = "You asked: And what happened to the cellar door? It blew off."
    heard = await reply_parts(in_slices(reply_json(f"Hm. {line}")))

    assert " ".join(spoken_text(heard)) == f"Hm. {line}"
    assert final_part(heard).faults == ()


async def test_own_words_may_be_said_again() -> None:
    """A greeting that was said yesterday is no fault."""
    own = Spoken(speaker="Mira Holt", text="Welcome to the Lantern, stranger.", is_own=True)
    heard = await reply_parts(
        in_slices(reply_json("Welcome to the Lantern, stranger.")),
        where=reply_scene(conversation=(own,)),
    )

    assert spoken_text(heard) == ["Welcome to the Lantern, stranger."]


async def test_no_label_of_the_notes_on_a_turn_is_spoken() -> None:
    """Neither alone nor with what stands below it."""
    label = "At what you hear now, this comes to your mind first:"
    where = reply_scene(recollections=(replace(recollection("The storm took it."), score=0.9),))
    for line in (label, f"{label} the storm took it."):
        refused = await reply_parts(
            in_slices(reply_json(line)), in_slices(reply_json(line)), where=where
        )

        assert "comes to your mind" not in " ".join(spoken_text(refused))


async def test_no_hint_of_the_prompt_is_spoken() -> None:
    """It stands between marks, since it may hold the player's words, and is ours."""
    hint = "It seems that you are asked to act."
    answers = (
        in_slices(reply_json(f"{hint} If you do it, fine.")),
        in_slices(reply_json("Here you are, Ann.")),
    )
    model = FragmentModel(*answers)

    heard = await reply_parts(model=model, where=reply_scene(heard="Pour an ale for Ann, please."))

    assert hint in model.requests[0].messages[-1].text
    assert spoken_text(heard) == ["Here you are, Ann."]


@pytest.mark.parametrize(
    ("members", "proposed"),
    [
        ({"does": "yes", "intents": []}, [("pour", "ale")]),
        ({"does": "no", "intents": []}, []),
        ({"does": "perhaps", "intents": []}, []),
        ({"intents": []}, []),
        (
            {
                "does": "yes",
                "intents": [{"name": "pour", "arguments": {"drink": "cider", "guest": "p2"}}],
            },
            [("pour", "cider")],
        ),
    ],
    ids=("agrees", "refuses", "neither", "silent", "names it"),
)
async def test_what_it_says_that_it_does_is_proposed(
    members: dict[str, object], proposed: list[tuple[str, str]]
) -> None:
    """A small model agrees and forgets to name the action; what it names goes before ours."""
    words = json.dumps({"feeling": "calm", "say": "Here you are.", **members})
    model = FragmentModel(in_slices(words))

    heard = await reply_parts(model=model, where=reply_scene(heard="Pour an ale for Ann, please."))
    intents = [part.intent for part in heard if isinstance(part, IntentProposed)]

    assert "does" in json.dumps(model.requests[0].schema)
    assert [(one.affordance, dict(one.arguments)["drink"]) for one in intents] == proposed


async def test_nothing_is_done_that_was_not_asked_for() -> None:
    """Where no action is asked for, the form has no place to say that one is done."""
    words = json.dumps({"feeling": "calm", "say": "Good evening.", "does": "yes", "intents": []})
    model = FragmentModel(in_slices(words))

    heard = await reply_parts(model=model, where=reply_scene(heard="Good evening."))

    assert "does" not in json.dumps(model.requests[0].schema)
    assert not [part for part in heard if isinstance(part, IntentProposed)]


@pytest.mark.parametrize(
    ("heard", "is_told"), [("What time is it?", True), ("Who owes you money?", False)]
)
async def test_the_time_of_the_prompt_is_said_to_who_asks(heard: str, *, is_told: bool) -> None:
    """A small model else answers with it whatever is asked."""
    time = "It is Tuesday 14 February, 14:05, in the afternoon."
    answers = in_slices(reply_json(time)), in_slices(reply_json("The miller does."))

    spoken = spoken_text(
        await reply_parts(model=FragmentModel(*answers), where=reply_scene(heard=heard))
    )

    assert spoken == ([time] if is_told else ["The miller does."])


async def test_who_says_nothing_but_the_form_is_not_heard() -> None:
    """After the second time an author's line is spoken."""
    heard = await reply_parts(
        in_slices(reply_json("your words")), in_slices(reply_json("your words"))
    )
    done = final_part(heard)

    assert (done.rung, done.outcome) == (Rung.AUTHORED, TurnOutcome.FALLBACK)
    assert "words" not in "".join(part.text for part in heard if isinstance(part, Line)).lower()


async def test_deltas_add_up_to_their_line() -> None:
    """Between two lines the deltas, joined, are the line that follows; words come whole."""
    heard = await reply_parts(
        in_slices(reply_json("It blew off. I *sighs* nailed it back."), 2), want_deltas=True
    )
    shown = ""
    for part in heard:
        if isinstance(part, LineDelta):
            shown += part.text
        if isinstance(part, Line):
            assert shown == part.text
            shown = ""

    assert spoken_text(heard) == ["It blew off.", "I nailed it back."]
    assert sum(isinstance(part, LineDelta) for part in heard) > 4


async def test_undeclared_intent_is_dropped_and_counted() -> None:
    """The words stay, the wish goes, the result says why."""
    heard = await reply_parts(in_slices(reply_json("Boom.", {"name": "explode", "arguments": {}})))

    assert spoken_text(heard) == ["Boom."]
    assert not [part for part in heard if isinstance(part, IntentProposed)]
    assert [dropped.affordance for dropped in final_part(heard).dropped] == ["explode"]


async def test_recited_instructions_never_go_out() -> None:
    """A sentence that repeats the prompt is dropped, before the first line for a fallback."""
    instructions = ReplyQuestion.of(reply_scene()).instructions(TEMPLATES, "en")
    stolen = instructions.splitlines()[2].lstrip("- ")
    for want_deltas in (False, True):
        heard = await reply_parts(in_slices(reply_json(stolen)), want_deltas=want_deltas)
        begun = await reply_parts(in_slices(reply_json("Fine. " + stolen)), want_deltas=want_deltas)

        assert not any("no narration" in line for line in spoken_text(heard) + spoken_text(begun))
        assert any("Recited" in fault for fault in final_part(heard).faults)
        assert spoken_text(begun)[0] == "Fine."
        assert final_part(begun).outcome is TurnOutcome.CUT_SHORT


async def test_canary_never_goes_out() -> None:
    """The private mark of a prompt, however spelled, is never spoken, not even in a delta."""
    canary = ReplyQuestion.of(reply_scene()).canary
    spelled = " ".join(canary)
    for stolen in (canary, spelled):
        heard = await reply_parts(
            in_slices(reply_json(f"{stolen}. It is mine.")), want_deltas=stolen == canary
        )

        assert canary not in "".join(spoken_text(heard)).replace(" ", "")
        assert final_part(heard).outcome is TurnOutcome.FALLBACK


async def test_scripts_for_others_are_cut() -> None:
    """A model that goes on to play the player is heard up to there."""
    heard = await reply_parts(in_slices(reply_json("Mira: Aye.\nAnn: Thanks!\nMira: Ha.")))
    plain = await reply_parts([*in_slices("Mira: Aye. " * 30 + "\nAnn: Thanks!\n"), HANG])

    assert spoken_text(heard) == ["Aye."]
    assert final_part(heard).outcome is TurnOutcome.COMPLETED
    assert spoken_text(plain)[0] == "Aye."
    assert not any("Thanks" in line for line in spoken_text(plain))


@pytest.mark.parametrize("say", ["*nods*", "https://example.com", "Ann: hi"])
async def test_answer_without_speech_is_no_answer(say: str) -> None:
    """Gestures and links alone leave an author's line, and the intents are not taken."""
    heard = await reply_parts(in_slices(reply_json(say, {"name": "nod", "arguments": {}})))

    assert len(spoken_text(heard)) == 1
    assert final_part(heard).rung is Rung.AUTHORED
    assert len(heard) == 2


async def test_interruption_closes_the_model_and_leaves_notes() -> None:
    """Anyone who closes the stream early still learns what was asked and written so far."""
    model = FragmentModel(['{"say": "Come in. Mind the', HANG])
    notes = ReplyTrace()
    stream = reply(
        reply_scene(),
        thinker=PromptedThinker(model, TEMPLATES),
        rescue=None,
        templates=TEMPLATES,
        tuning=ReplyTuning(),
        new_intent_id=lambda: IntentId("in"),
        clock=ManualClock(),
        notes=notes,
    )
    async with aclosing(stream) as live:
        await anext(live)
    end = notes.so_far(TurnOutcome.INTERRUPTED)

    assert model.closed == 1
    assert end.outcome is TurnOutcome.INTERRUPTED
    assert end.raw_answer == '{"say": "Come in. Mind the'
    assert end.model == "test:scripted"
    assert end.usage.estimated
    assert end.template_digest


async def test_an_authored_end_of_a_models_answer_is_told_apart() -> None:
    """A model that fails in its second sentence has made the first; the trailing line is authored.

    What was shown of the torn sentence by deltas is the model's too.
    """
    broken = ['{"say": "Come in. Mind the', ModelUnreachable("the endpoint is gone")]
    lines = [one for one in await reply_parts(broken) if isinstance(one, Line)]
    assert [one.origin for one in lines] == [MODEL, BY_AUTHOR]

    torn = ['{"say": "I nailed it ba', ModelUnreachable("gone")]
    (line,) = [one for one in await reply_parts(torn, want_deltas=True) if isinstance(one, Line)]
    assert (line.text, line.origin) == ("I nailed it\u2026", MODEL)


async def test_without_a_prompt_the_words_are_an_authors_or_those_of_rules() -> None:
    """Each line of the offline actor is looked for in what the persona's author wrote."""

    class Actor(OfflineActor):
        async def reply(
            self, scene: ReplyInput, patience: CallTimeouts, *, is_again: bool = False
        ) -> AsyncGenerator[ReplyPart, None]:
            answer = ReplyAnswer(say="Come in. Mind the step. The bell is broken.")
            for part in in_pieces(answer):
                yield part
            yield answer

    scene = reply_scene()
    persona = replace(scene.character.persona, greetings=("Come in. Mind the step.",))
    where = replace(scene, character=replace(scene.character, persona=persona))
    stream = reply(
        where,
        thinker=Actor(),
        rescue=None,
        templates=TEMPLATES,
        tuning=ReplyTuning(),
        new_intent_id=lambda: IntentId("in"),
        clock=ManualClock(),
    )
    async with aclosing(stream) as parts:
        lines = [one async for one in parts if isinstance(one, Line)]
    assert [(one.text, one.origin) for one in lines] == [
        ("Come in.", BY_AUTHOR),
        ("Mind the step.", BY_AUTHOR),
        ("The bell is broken.", BY_RULE),
    ]


async def test_raw_answer_can_be_stored() -> None:
    """Lone surrogates and NUL, which no database takes, do not stay in the raw answer."""
    heard = await reply_parts(["Aye \ud83d\x00 there. " * 20])

    final_part(heard).raw_answer.encode()
    assert "\x00" not in final_part(heard).raw_answer
    assert set(spoken_text(heard)) == {"Aye there."}
