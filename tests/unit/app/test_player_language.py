"""The language of a player: of the words, else of the timeline, kept by saves and in the log."""

from dataclasses import replace

import pytest

from npcserver.app.timelines import Timelines
from npcserver.model.ids import TimelineId
from npcserver.model.record import RecordKind, TurnTaken
from tests.fakes.dialogue_app import DialogueApp, new_dialogue_app
from tests.fakes.store_world import MIRA, WORLD


async def opened(persona_language: str, timeline_language: str) -> DialogueApp:
    """Open a dialogue in a timeline of this language, with a character of that."""
    here = await new_dialogue_app()
    async with here.store.read() as reader:
        mira = await reader.character(WORLD, MIRA)
    persona = replace(mira.persona, language=persona_language)
    await here.store.write(lambda unit: unit.put_character(replace(mira, persona=persona)))
    timelines = Timelines(here.store, here.clock)
    here.timeline = (await timelines.start(WORLD, language=timeline_language)).id
    return here


@pytest.mark.parametrize(
    ("persona", "timeline", "words", "spoken"),
    [
        ("", "", "", "en"),
        ("", "zh", "", "zh"),
        ("", "zh", "pt-BR", "pt-BR"),
        ("en", "zh", "pt-BR", "en"),
    ],
)
async def test_the_persona_wins_then_the_words_then_the_timeline(
    persona: str, timeline: str, words: str, spoken: str
) -> None:
    """A character without a language of its own answers in the player's."""
    here = await opened(persona, timeline)
    await here.turn(language=words)

    assert here.heard[-1].character.persona.language == spoken
    (turn,) = await here.records(RecordKind.TURN)
    assert isinstance(turn.body, TurnTaken)
    assert turn.body.language == (words or timeline)


async def test_a_load_keeps_the_language() -> None:
    """Also where the timeline that was saved is deleted."""
    here = await opened("", "zh")
    timelines = Timelines(here.store, here.clock)
    save = await timelines.save(timeline_id=TimelineId(here.timeline))
    await timelines.delete(here.timeline)

    assert (await timelines.load(save.id)).language == "zh"
