"""Players are told once that a language model speaks to them."""

from contextlib import aclosing
from dataclasses import replace

import pytest

from npcserver.adapters.store.affordance_sets import SqlDisclosures
from npcserver.app.conversation.circle_conversation import CircleEvent, CircleTurnEvent
from npcserver.app.conversation.disclosures import Disclosures, disclosure
from npcserver.model.character import Person
from npcserver.model.errors import Reason, Unavailable
from npcserver.model.ids import CharacterId, TimelineId, WorldId
from npcserver.model.record import RecordKind, TurnTaken
from npcserver.model.timeline import Vantage
from npcserver.model.turn import (
    BY_AUTHOR,
    BY_RULE,
    DisclosureMade,
    Line,
    LineDelta,
    Origin,
    OriginKind,
    TurnEvent,
    TurnStarted,
)
from npcserver.model.world import LocalText
from npcserver.ports.storage import RequestKey
from tests.fakes.circle_app import ANN, BOB, MIRA, TOM, new_circle_app
from tests.fakes.dialogue_app import DialogueApp, new_dialogue_app
from tests.fakes.store_world import GENESIS, character, delete_timeline, start, world

KEY = RequestKey("tl_play", "r-1", "d")
MODEL = Origin(OriginKind.MODEL, "openai:m")
TOLD = disclosure(world(), "en")


async def opened(origin: Origin = MODEL) -> DialogueApp:
    """Open a dialogue that tells players, whose lines have this origin."""
    here = await new_dialogue_app()
    here.origin = origin
    renew(here)
    return here


def renew(here: DialogueApp) -> None:
    """Start the server again: what it has in memory is gone."""
    here.dialogue = here.new_dialogue(disclosures=Disclosures(here.told))


def told(events: list[TurnEvent]) -> list[TurnEvent]:
    """Return what tells the player of models."""
    return [event for event in events if isinstance(event, DisclosureMade)]


@pytest.mark.parametrize("want_deltas", [False, True])
async def test_it_comes_once_before_the_first_words_of_a_model(*, want_deltas: bool) -> None:
    """In later turns, timelines and after a restart it does not come again."""
    here = await opened()
    first = await here.turn(want_deltas=want_deltas)
    assert isinstance(first[0], TurnStarted)
    assert first[1] == TOLD
    assert isinstance(first[2], LineDelta if want_deltas else Line)
    assert len(told(first)) == 1

    assert told(await here.turn()) == []
    renew(here)
    assert told(await here.turn()) == []
    here.timeline = await start(here.store, "tl_load", Vantage(here.timeline, 3))
    assert told(await here.turn()) == []
    (turn, *others) = await here.records(RecordKind.TURN)
    assert isinstance(turn.body, TurnTaken)
    assert turn.body.disclosure == TOLD
    assert all(isinstance(one.body, TurnTaken) and not one.body.disclosure for one in others)


@pytest.mark.parametrize("origin", [BY_AUTHOR, BY_RULE])
async def test_authors_and_rules_are_not_disclosed(origin: Origin) -> None:
    """Only once a model speaks, the player is told."""
    here = await opened(origin)
    assert told(await here.turn()) == []
    here.origin = MODEL
    assert told(await here.turn()) == [TOLD]


async def test_each_player_is_told_and_no_character() -> None:
    """What a character says to another concerns no player."""
    here = await opened()
    assert told(await here.turn()) == [TOLD]
    assert told(await here.turn(speaker=Person(id="bob", name="Bob"))) == [TOLD]
    await here.store.write(lambda unit: unit.add_character(character(CharacterId("tom"))))
    npc = Person(id="tom", name="Tom", is_player=False)
    assert told(await here.turn(speaker=npc)) == []


async def test_a_repeat_of_the_request_is_told_again() -> None:
    """Its first answer may not have arrived."""
    here = await opened()
    first = await here.turn(key=KEY)
    assert await here.turn(key=KEY) == first
    assert told(first) == [TOLD]


async def test_a_player_whose_timelines_are_deleted_is_told_again() -> None:
    """The server knows nothing of the player any more."""
    here = await opened()
    await here.turn()
    await delete_timeline(here.store, TimelineId("tl_play"))
    here.timeline = await start(here.store, "tl_again", Vantage(GENESIS, 0))
    renew(here)
    assert told(await here.turn()) == [TOLD]


async def test_who_hangs_up_at_it_is_told_by_the_repeat() -> None:
    """Nothing of the turn is stored, and nobody knows whether it arrived."""
    here = await opened()
    async with aclosing(here.say(key=KEY)) as events:
        async for event in events:
            if isinstance(event, DisclosureMade):
                break
    assert told(await here.turn(key=KEY)) == [TOLD]


async def test_while_the_archive_is_away_a_player_is_told_once() -> None:
    """Telling twice is better than not at all, and once a run of the server is enough."""
    here = await opened()

    class Away(SqlDisclosures):
        async def has_told(self, world_id: WorldId, player_id: str) -> bool:
            raise Unavailable("no answer", Reason.STORAGE_UNAVAILABLE)

        async def add(self, timeline_id: TimelineId, player_id: str) -> None:
            raise Unavailable("no answer", Reason.STORAGE_UNAVAILABLE)

    here.told = Away(here.store.disclosures._transactions)
    renew(here)
    assert told(await here.turn()) == [TOLD]
    assert told(await here.turn()) == []


async def test_in_a_circle_the_player_who_speaks_is_told_once() -> None:
    """Before the first words of a model, whichever character has the floor."""
    here = await new_circle_app()
    here.dialogue._disclosures = Disclosures(here.store.disclosures)
    await here.open(ANN, BOB, TOM, MIRA)
    here.will_say(tom="I am here.", mira="So am I.")

    def turns(heard: list[CircleEvent]) -> list[TurnEvent]:
        return [one.event for one in heard if isinstance(one, CircleTurnEvent)]

    first = turns(await here.say(ANN, "Who is here?"))
    assert [type(one) for one in first[:3]] == [TurnStarted, DisclosureMade, Line]
    assert len(told(first)) == 1
    assert told(turns(await here.say(ANN, "And who else?"))) == []
    assert told(turns(await here.say())) == []
    assert len(told(turns(await here.say(BOB, "Anybody for a walk?")))) == 1


@pytest.mark.parametrize(
    ("authored", "language", "text", "in_language"),
    [
        ({}, "en-GB", TOLD.text, "en"),
        ({}, "zh-Hans", "\u4eba\u5de5\u667a\u80fd", "zh"),
        ({}, "xx", "KI", ""),
        ({"en": "A machine."}, "en", "A machine.", "en"),
        ({"en": "A machine."}, "xx", "A machine.", "en"),
        ({"en": "A machine."}, "zh", "\u4eba\u5de5\u667a\u80fd", "zh"),
        ({"de": "Eine KI.", "de-CH": "E KI."}, "de-CH", "E KI.", "de-CH"),
        ({"de": "Eine KI."}, "de-AT", "Eine KI.", "de"),
    ],
)
def test_the_text_is_in_the_language_of_the_player(
    authored: dict[str, str], language: str, text: str, in_language: str
) -> None:
    """The author's, else the server's, else the author's in another language, else in none."""
    texts = tuple(LocalText(tag, words) for tag, words in authored.items())
    found = disclosure(replace(world(), disclosures=texts), language)
    assert text in found.text
    assert found.language == in_language
