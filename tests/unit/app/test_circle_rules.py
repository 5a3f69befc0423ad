"""Whispers and promises in a circle, and the rules by which turns were taken."""

import json
from dataclasses import replace

import pytest

from npcmodels.embed.registry import CachingEmbedder
from npcserver.adapters.store.codec import decode, encode
from npcserver.app.conversation.audience import CircleAnswer
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.mind.turn_allocation import RULE
from npcserver.model.character import Person, Persona
from npcserver.model.circle import CircleStandpoint
from npcserver.model.commitment import Commitment
from npcserver.model.ids import CharacterId
from npcserver.model.record import Draft, RecordKind, Remembered, Source, TurnTaken
from npcserver.model.secret import Secret, whispered
from npcserver.ports.storage import UnitOfWork
from tests.fakes.circle_app import (
    ANN,
    BOB,
    HAGEN,
    MIRA,
    TOM,
    CircleApp,
    heard_event,
    new_circle_app,
    quiet_event,
    spoken_lines,
    turn_takers,
)
from tests.fakes.language_models import CountingEmbedder
from tests.fakes.store_world import WORLD as WORLD_ID
from tests.fakes.store_world import put


async def test_a_turn_keeps_the_rule_by_which_it_was_taken() -> None:
    """And one of before there were rules was taken by the first."""
    here = await new_circle_app()
    await here.open(ANN, TOM, MIRA)
    await here.say(ANN, "Tom, who are you?", most_turns=1)

    (turn,) = await here.records(RecordKind.TURN)
    assert isinstance(turn.body, TurnTaken)
    assert turn.body.circle is not None
    assert turn.body.circle.rule == RULE
    kept = json.loads(encode(turn.body))
    del kept["circle"]["rule"]
    old = decode(RecordKind.TURN, json.dumps(kept))
    assert isinstance(old, TurnTaken)
    assert old.circle == replace(turn.body.circle, rule=1)


@pytest.mark.parametrize(("rule", "to_ids"), [(1, ()), (2, ("hagen",))])
def test_an_answer_is_for_whom_the_rule_of_its_turn_says(
    rule: int, to_ids: tuple[str, ...]
) -> None:
    """A replay finds the memories that were kept then."""
    circle = CircleStandpoint(
        circle_id="c", others=(ANN, MIRA, HAGEN), hearers=(ANN, MIRA, HAGEN), rule=rule
    )
    answered = CircleAnswer(
        circle=circle, speaker=TOM, partner=ANN, heard="", said="Hagan, is it true?"
    )

    assert answered.to_ids == to_ids


async def test_what_is_heard_is_embedded_once() -> None:
    """For the choice and for recall; what members care for before anybody speaks."""
    counting = CountingEmbedder()
    mira = Persona(name="Mira", background="Keeps the inn.")
    here = await new_circle_app(personas=[mira], embedder=CachingEmbedder(counting))
    await here.open(ANN, TOM, MIRA)
    assert "Keeps the inn." in counting.asked

    text = "Something to eat and to drink would be welcome."
    events = await here.say(ANN, text, most_turns=1)

    assert turn_takers(events) == [("mira", "stake")]
    assert counting.asked.count(text) == 1
    assert counting.asked.count("Keeps the inn.") == 1


WORD = "Xanadu"


async def ask(here: CircleApp, who: Person, whom: Person, text: str, **more: object) -> None:
    """Say something to a character outside of any circle."""
    told = SayToCharacter(
        timeline_id=here.timeline, character_id=CharacterId(whom.id), speaker=who, text=text
    )
    async for _ in here.dialogue.say(replace(told, **more)):  # type: ignore[arg-type]
        pass


async def test_a_whisper_is_heard_by_those_in_it_and_so_is_its_answer() -> None:
    """The others remember neither, and are not told that it took place."""
    here = await new_circle_app()
    here.will_say(tom=f"I will tell nobody of {WORD}.")
    await here.open(ANN, BOB, TOM, MIRA)

    events = await here.whisper(ANN, f"The password is {WORD}.", TOM)

    assert heard_event(events).to_ids == ("tom",)
    assert turn_takers(events) == [("tom", "addressed")]
    assert quiet_event(events).was_overtaken is False
    assert await here.minds() == {
        "tom": [f"The password is {WORD}.", f"I will tell nobody of {WORD}."]
    }
    for record in await here.records(RecordKind.UTTERANCE, RecordKind.LINE):
        assert isinstance(record.body, Remembered)
        assert record.body.is_whisper
        assert whispered(("p-ann", "tom")) in record.body.secrets
    assert "It was whispered to you" in here.asked[0].prompt


async def test_what_was_whispered_is_not_before_the_model_when_others_would_hear() -> None:
    """Neither as a memory nor as talk so far, whatever is asked; among themselves it is."""
    here = await new_circle_app()
    await here.open(ANN, BOB, TOM, MIRA)
    await here.whisper(ANN, f"The password is {WORD}.", TOM)
    here.asked.clear()

    await here.say(ANN, "Tom, what is the password?", most_turns=1)
    await here.say(BOB, "Tom, do tell us the password.", most_turns=1)
    await here.say(most_turns=2)
    aloud = here.prompts_of("tom", "mira")
    await here.whisper(ANN, "Tom, what was the password?", TOM)

    assert len(here.asked) >= 4
    assert WORD not in aloud
    assert WORD in here.asked[-1].prompt


async def test_a_whisper_stays_one_outside_of_the_circle() -> None:
    """To who was in it the character may speak of it, alone; to others and before others not."""
    here = await new_circle_app()
    await here.open(ANN, BOB, TOM, MIRA)
    await here.whisper(ANN, f"The password is {WORD}.", TOM)
    here.asked.clear()

    await ask(here, BOB, TOM, "What is the password?", is_private=True)
    await ask(here, ANN, TOM, "What is the password?")
    assert WORD not in here.prompts_of("tom")
    await ask(here, ANN, TOM, "What is the password?", is_private=True)
    assert WORD in here.prompts_of("tom")


async def test_what_is_said_in_private_stays_between_the_two() -> None:
    """No other player and no other character gets it; who said it is known, in private again."""
    here = await new_circle_app()
    await here.open(ANN, BOB, TOM, MIRA)
    await ask(here, ANN, TOM, f"Between us: the password is {WORD}.", is_private=True)
    here.asked.clear()

    await ask(here, BOB, TOM, "What is the password?", is_private=True)
    await ask(here, BOB, TOM, "What is the password?")
    await ask(here, BOB, MIRA, "What is the password?")
    await ask(here, ANN, TOM, "What is the password?")
    await here.say(BOB, "Tom, what is the password?", most_turns=2)
    assert len(here.asked) >= 5
    assert all(WORD not in one.prompt for one in here.asked)
    await ask(here, ANN, TOM, "What was it again?", is_private=True)
    assert WORD in here.asked[-1].prompt


async def test_in_a_world_with_gossip_private_words_may_be_told() -> None:
    """Only an author lets them."""
    here = await new_circle_app()
    await here.open(ANN, BOB, TOM, MIRA)

    async def allow(unit: UnitOfWork) -> None:
        await unit.put_world(replace(await unit.world(WORLD_ID), has_gossip=True))

    await here.store.write(allow)
    await ask(here, ANN, TOM, f"Between us: the password is {WORD}.", is_private=True)
    here.asked.clear()

    await ask(here, BOB, TOM, "What is the password?")

    assert WORD in here.prompts_of("tom")


async def test_who_bears_the_name_of_a_character_in_a_whisper_is_another() -> None:
    """Players choose their names; whispers go by ids."""
    here = await new_circle_app()
    await here.open(ANN, TOM, MIRA)
    await here.whisper(ANN, f"The password is {WORD}.", TOM)
    here.asked.clear()

    for impostor in (Person(id="p-evil", name="Ann"), Person(id="p-evil", name="p-ann")):
        await ask(here, impostor, TOM, "What is the password?", is_private=True)

    assert len(here.asked) == 2
    assert WORD not in here.prompts_of("tom")


async def test_a_whisper_to_two_is_heard_by_both() -> None:
    """And answered among the three."""
    here = await new_circle_app()
    await here.open(ANN, TOM, MIRA, HAGEN)

    await here.whisper(ANN, f"The password is {WORD}.", TOM, MIRA)

    minds = await here.minds()
    assert f"The password is {WORD}." in minds["tom"]
    assert f"The password is {WORD}." in minds["mira"]
    assert "hagen" not in minds


async def tell_tom_a_secret(here: CircleApp, text: str, *entitled: str) -> None:
    """Let Tom see what only he and those who are entitled may speak of."""
    secret = Secret(key="k", to=entitled)
    body = Remembered(source=Source.WITNESSED, secrets=(secret,))
    kept = Draft(kind=RecordKind.OBSERVATION, subject_id="tom", text=text, body=body)
    await put(here.store, kept, to=here.timeline)


async def test_a_secret_is_not_told_to_a_circle_in_which_one_may_not_be_told() -> None:
    """All who would hear the answer count; once that one has left it may be told."""
    here = await new_circle_app()
    await tell_tom_a_secret(here, f"The treasure is in {WORD}.", ANN.id, MIRA.id)
    await here.open(ANN, BOB, TOM, MIRA)

    await here.say(ANN, "Tom, where is the treasure?", most_turns=1)
    assert WORD not in here.prompts_of("tom")

    await here.leave(BOB)
    here.will_say(tom=f"In {WORD}.")
    events = await here.say(ANN, "Tom, where is the treasure?", most_turns=1)
    assert spoken_lines(events) == [("tom", f"In {WORD}.")]
    (_, line) = await here.records(RecordKind.LINE)
    assert isinstance(line.body, Remembered)
    assert [one.key for one in line.body.secrets] == ["k"]


async def test_what_a_player_says_of_a_secret_is_as_secret_to_those_who_keep_it() -> None:
    """A player who was told it by Tom and says it aloud unlocks it for nobody else."""
    here = await new_circle_app()
    await tell_tom_a_secret(here, f"Gold lies in {WORD}.", ANN.id)
    await here.open(ANN, TOM, MIRA)

    await here.say(ANN, f"The gold of {WORD} is ours.", most_turns=1)

    (of_tom, _) = await here.records(RecordKind.UTTERANCE)
    assert isinstance(of_tom.body, Remembered)
    assert [one.key for one in of_tom.body.secrets] == ["k"]


async def test_words_that_carry_a_secret_are_not_answered_before_who_came_later() -> None:
    """Who joined meanwhile has not heard them, and does not learn of them by the answer."""
    here = await new_circle_app()
    await tell_tom_a_secret(here, f"Gold lies in {WORD}.", ANN.id, MIRA.id)
    await here.open(ANN, TOM, MIRA)
    async for event in here.talk(ANN, f"Tom, does gold lie in {WORD}?"):
        assert event is not None
        break
    await here.join(HAGEN)
    here.asked.clear()

    await here.say(most_turns=2)

    assert here.asked
    assert WORD not in "".join(one.prompt for one in here.asked)


async def test_a_promise_is_made_to_whom_it_is_said() -> None:
    """Not to the one who happens to answer next, nor once for each who heard it."""
    here = await new_circle_app()
    here.will_say(
        tom="Mira, I promise to bring you the red rope tomorrow.", mira="Good. I shall wait."
    )
    await here.open(ANN, TOM, MIRA, HAGEN)

    await here.say(ANN, "Tom, do you keep your word?", most_turns=2)

    promised = await here.records(RecordKind.COMMITMENT)
    bodies = {one.subject_id: one.body for one in promised}
    assert {subject.split(">")[0] for subject in bodies} == {"tom", "mira"}
    assert {(one.by_id, one.to_id) for one in bodies.values() if isinstance(one, Commitment)} == {
        ("tom", "mira")
    }


async def test_what_a_player_promises_is_promised_to_whom_it_is_said() -> None:
    """A bystander who speaks up next was promised nothing."""
    here = await new_circle_app()
    here.will_say(tom="Mira, did you hear that?", mira="I did.")
    await here.open(ANN, TOM, MIRA)

    await here.say(ANN, "Tom, I promise to bring you the green lantern tomorrow.", most_turns=2)

    found = [one.body for one in await here.records(RecordKind.COMMITMENT)]
    assert {(one.by_id, one.to_id) for one in found if isinstance(one, Commitment)} == {
        ("p-ann", "tom")
    }


async def test_what_is_passed_on_in_a_circle_points_to_where_it_came_from() -> None:
    """Each who heard it can trace it to who told it first."""
    here = await new_circle_app()
    told = Draft(
        kind=RecordKind.UTTERANCE,
        subject_id="tom",
        text="The silver lens lies under the old windmill.",
        body=Remembered(source=Source.TOLD, told_by="hagen", speaker="Hagen", told_to="tom"),
    )
    seq = (await put(here.store, told, to=here.timeline)).first
    here.will_say(tom="Hagen said the silver lens lies under the old windmill.")
    await here.open(ANN, TOM, MIRA)

    await here.say(ANN, "Tom, what about the silver lens and the windmill?", most_turns=1)

    (line,) = await here.records(RecordKind.LINE)
    assert isinstance(line.body, Remembered)
    assert line.body.evidence == (seq,)
