"""Whispers in a circle: heard by those in them, and never before the model when others listen."""

from dataclasses import replace

from npcserver.app.conversation.turn_context import SayToCharacter
from npcserver.model.character import Person
from npcserver.model.ids import CharacterId
from npcserver.model.record import Draft, RecordKind, Remembered, Source
from npcserver.model.secret import Secret, whispered
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
from tests.fakes.store_world import put

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


async def test_who_bears_the_name_of_somebody_in_a_whisper_is_somebody_else() -> None:
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


async def test_a_secret_is_not_told_to_a_circle_in_which_one_may_not_be_told() -> None:
    """All who would hear the answer count; once that one has left it may be told."""
    here = await new_circle_app()
    body = Remembered(source=Source.WITNESSED, secrets=(Secret(key="k", to=(ANN.id, MIRA.id)),))
    kept = Draft(
        kind=RecordKind.OBSERVATION,
        subject_id="tom",
        text=f"The treasure is in {WORD}.",
        body=body,
    )
    await put(here.store, kept, to=here.timeline)
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
    """Whoever was told it by Tom and says it aloud does not unlock it for the rest of the world."""
    here = await new_circle_app()
    body = Remembered(source=Source.WITNESSED, secrets=(Secret(key="k", to=(ANN.id,)),))
    kept = Draft(
        kind=RecordKind.OBSERVATION, subject_id="tom", text=f"Gold lies in {WORD}.", body=body
    )
    await put(here.store, kept, to=here.timeline)
    await here.open(ANN, TOM, MIRA)

    await here.say(ANN, f"The gold of {WORD} is ours.", most_turns=1)

    (of_tom, _) = await here.records(RecordKind.UTTERANCE)
    assert isinstance(of_tom.body, Remembered)
    assert [one.key for one in of_tom.body.secrets] == ["k"]


async def test_words_that_carry_a_secret_are_not_answered_before_who_came_later() -> None:
    """Who joined meanwhile has not heard them, and does not learn of them by the answer."""
    here = await new_circle_app()
    body = Remembered(source=Source.WITNESSED, secrets=(Secret(key="k", to=(ANN.id, MIRA.id)),))
    kept = Draft(
        kind=RecordKind.OBSERVATION, subject_id="tom", text=f"Gold lies in {WORD}.", body=body
    )
    await put(here.store, kept, to=here.timeline)
    await here.open(ANN, TOM, MIRA)
    async for event in here.talk(ANN, f"Tom, does gold lie in {WORD}?"):
        assert event is not None
        break
    await here.join(HAGEN)
    here.asked.clear()

    await here.say(most_turns=2)

    assert here.asked
    assert WORD not in "".join(one.prompt for one in here.asked)
