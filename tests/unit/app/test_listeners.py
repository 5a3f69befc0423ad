"""Who listens where more could hear than do, and who asks for what it half heard."""

from collections.abc import Sequence

from npcserver.app.context.conversation_line import ConversationLine, Listener
from npcserver.app.context.mindset import Minds
from npcserver.app.conversation.audience import HALF_HEARERS, Attentiveness, bystanders
from npcserver.app.life.action_starts import choose_topic
from npcserver.app.perception.observations import Movement
from npcserver.app.perception.presence import load_presences
from npcserver.model.character import Person
from npcserver.model.feelings import Standing
from npcserver.model.ids import CharacterId
from npcserver.model.record import Draft, RecordKind, Remembered, Source, subject_key
from npcserver.model.secret import Secret, whispered
from npcserver.model.thought import Conversed
from npcserver.ports.storage import Append, UnitOfWork
from tests.fakes.life_app import (
    BRAM,
    CATO,
    DORA,
    EDDA,
    KITCHEN,
    MIRA,
    PerceptionApp,
    new_perception_app,
)
from tests.fakes.store_world import character, put

ADA = Person(id="p1", name="Ada")
TALKER = Person(id=MIRA, name="Mira", is_player=False)
BELL = "something about a bell"


async def listeners(
    here: PerceptionApp, attentive: Attentiveness | None = None
) -> Sequence[Listener]:
    async with here.store.read() as reader:
        view = await reader.head(here.timeline)
        present = await load_presences(reader, view)
        return await bystanders(reader, view, present, KITCHEN, (TALKER, ADA), attentive=attentive)


async def crowd(**spots: str) -> PerceptionApp:
    """Let all be in the kitchen, each at a spot."""
    here, _ = await new_perception_app()
    everyone = (MIRA, BRAM, CATO, DORA, EDDA)
    await here.observe(
        movements=tuple(
            Movement(subject_id=one, place_id=KITCHEN, spot=spots.get(one, "")) for one in everyone
        )
    )
    return here


async def test_of_a_crowd_those_listen_who_know_who_talks() -> None:
    """Chance alone would choose others; a talk has the same listeners in each line."""
    here = await crowd()
    chosen = {one.id for one in await listeners(here, Attentiveness(most=1, talk="t"))}
    assert chosen == {one.id for one in await listeners(here, Attentiveness(most=1, talk="t"))}
    for one in {BRAM, CATO, DORA, EDDA} - chosen:
        here = await crowd()
        friend = Standing(other_id=MIRA, familiarity=100)
        relation = Draft(RecordKind.RELATION, friend, subject_key(one, MIRA))
        stranger = Draft(
            RecordKind.RELATION, Standing(other_id=MIRA), subject_key(next(iter(chosen)), MIRA)
        )
        await put(here.store, relation, stranger, to=here.timeline)
        found = await listeners(here, Attentiveness(most=2, talk="t"))
        assert one in {listener.id for listener in found}


async def test_those_near_come_before_those_who_hear_half() -> None:
    """The limit is for both together; those in the foreground are first of those near."""
    here = await crowd(mira="hearth", cato="hearth", dora="hearth", bram="door")

    found = await listeners(here, Attentiveness(most=3, talk="t"))
    assert {one.id for one in found if not one.is_half} == {CATO, DORA}
    assert len([one.id for one in found if one.is_half]) == 1
    for one in (CATO, DORA):
        (shown,) = await listeners(here, Attentiveness(most=1, foreground={one}, talk="t"))
        assert (shown.id, shown.is_half) == (one, False)


async def test_all_hear_a_player_and_few_half_hear_one() -> None:
    """Without a limit those near all listen; those further off never are more than eight."""
    here = await crowd(mira="hearth", cato="hearth")
    found = {one.id: one.is_half for one in await listeners(here)}
    assert found == {CATO: False, BRAM: True, DORA: True, EDDA: True}

    async def invite(unit: UnitOfWork) -> None:
        for number in range(HALF_HEARERS):
            await unit.add_character(character(CharacterId(f"guest-{number}"), KITCHEN))

    await here.store.write(invite)
    found = {one.id: one.is_half for one in await listeners(here)}
    assert sum(found.values()) == HALF_HEARERS
    assert found[CATO] is False


async def test_a_half_heard_line_has_no_secret_but_a_whispers() -> None:
    """Of one with another secret nothing is remembered; nobody but the whisperers is told."""
    half = Listener(id=CATO, is_half=True)
    line = ConversationLine(text="A bell has cracked.", speaker=ADA, language="en")
    gold, mark = Secret(key="gold"), whispered((ADA.id, MIRA))

    (plain,) = line.memories((half,))
    assert (plain.kind, plain.text) == (RecordKind.OBSERVATION, BELL)
    assert isinstance(plain.body, Remembered)
    assert (plain.body.source, plain.body.is_half_heard) == (Source.OVERHEARD, True)
    secret = ConversationLine(text=line.text, speaker=ADA, language="en", secrets=(gold,))
    assert not [*secret.memories((half,))]
    marked = ConversationLine(
        text=line.text, speaker=ADA, language="en", secrets=(mark,), is_merely_whispered=True
    )
    (kept,) = marked.memories((half,))
    assert isinstance(kept.body, Remembered)
    assert kept.body.secrets == (mark,)


async def test_who_half_heard_something_asks_for_it_once() -> None:
    """Whom it heard, on that day, until it has."""
    here = await crowd()
    caught = Remembered(source=Source.OVERHEARD, told_by=MIRA, speaker="Mira", is_half_heard=True)
    await put(here.store, Draft(RecordKind.OBSERVATION, caught, CATO, text=BELL), to=here.timeline)
    question = "I half heard you say something about a bell. What was it?"

    assert await topic(here, TALKER) == question
    assert await topic(here, Person(id=BRAM, name="Bram", is_player=False)) == ""
    talk = Conversed(conversation_id="c", with_id=MIRA, about=question, is_over=True, lines=2)
    await here.store.write(
        lambda unit: unit.append(
            Append(here.timeline, (Draft(RecordKind.CONVERSATION, talk, CATO),))
        )
    )
    assert await topic(here, TALKER) == ""


async def topic(here: PerceptionApp, other: Person) -> str:
    async with here.store.read() as reader:
        mindset = await Minds(here.store).load(reader, here.timeline, CATO)
        return await choose_topic(mindset.view, mindset, other, ())
