"""The offline actor in languages without a folder says its author's words, and none of ours."""

from dataclasses import replace

import pytest

from npcmodels.actor.authored_words import SILENCE
from npcmodels.offline import OfflineActor
from npcserver.language import is_served
from npcserver.model.affordance import Affordance
from npcserver.model.character import FallbackLine, Person, Persona
from npcserver.model.inputs import ConverseInput, InterviewInput, Spoken
from npcserver.model.record import Source
from npcserver.model.turn import BasisKind
from tests.benchmarks.language_samples import SAMPLES, LanguageSample
from tests.fakes.prompt_inputs import mill_situation
from tests.unit.npcmodels.scenes import memory, said, scene

FOREIGN = [one for one in SAMPLES if not is_served(one.code)]
each_language = pytest.mark.parametrize("sample", FOREIGN, ids=[one.code for one in FOREIGN])
FALLBACK = FallbackLine(text="\u00b7 \u00b7 \u00b7", emotion="worry")
"""An author's line of no language, so that any letter in an answer is the sample's."""


def persona(sample: LanguageSample, **more: object) -> Persona:
    return replace(Persona(name="Ada", language=sample.code, fallback_lines=(FALLBACK,)), **more)  # type: ignore[arg-type]


def spoken(sample: LanguageSample, heard: str, **more: object) -> tuple[str, BasisKind]:
    played = scene(heard, sample.memory, sample.other, persona=persona(sample, **more))
    answer = OfflineActor().spoken(replace(played, place=None))
    assert answer.basis is not None
    return answer.say, answer.basis.kind


def test_there_are_languages_without_a_folder() -> None:
    """Else this file would test nothing."""
    assert len(FOREIGN) >= 13


@each_language
def test_it_quotes_the_memory_that_answers(sample: LanguageSample) -> None:
    """Whole, and not the other one."""
    assert spoken(sample, sample.question) == (sample.memory, BasisKind.MEMORY)


@each_language
def test_it_says_an_authored_line_where_nothing_answers(sample: LanguageSample) -> None:
    """And is silent where the author wrote none."""
    assert spoken(sample, sample.unanswered) == (FALLBACK.text, BasisKind.NOTHING)
    assert spoken(sample, sample.unanswered, fallback_lines=())[0] == SILENCE


@each_language
def test_it_greets_as_its_author_wrote_or_as_it_was_greeted(sample: LanguageSample) -> None:
    """A greeting of ours would be in English."""
    assert spoken(sample, sample.greeting)[0] == sample.greeting
    assert spoken(sample, sample.greeting, greetings=("\u00b7",))[0] == "\u00b7"


@each_language
def test_an_interview_is_answered_in_the_same_words(sample: LanguageSample) -> None:
    """Also without a player."""
    here = mill_situation()
    mind = replace(here.character, persona=persona(sample))
    played = scene(sample.question, sample.memory)
    asked = InterviewInput(
        situation=replace(here, character=mind, place=None),
        question=sample.question,
        recollections=played.recollections,
    )
    assert OfflineActor().answer(asked) == sample.memory


@each_language
def test_characters_tell_each_other_what_they_lived_and_then_stop(sample: LanguageSample) -> None:
    """News first; each line once; the last one ends the talk."""
    here = mill_situation()
    mind = replace(here.character, persona=persona(sample))
    seen = memory(sample.memory, source=Source.WITNESSED)
    exchange = ConverseInput(
        situation=replace(here, character=mind, place=None),
        partner=Person(id="bram", name="Bram", is_player=False),
        about="",
        recollections=scene(sample.other, seen, sample.other).recollections,
    )
    first = OfflineActor().answer(exchange)
    lines = (Spoken(speaker="Ada", text=first.say, is_own=True),)
    second = OfflineActor().answer(replace(exchange, conversation=lines))

    assert (first.say, first.ends) == (sample.memory, False)
    assert (second.say, second.ends) == (SILENCE, True)


@each_language
def test_what_the_partner_said_is_not_told_back(sample: LanguageSample) -> None:
    """The partner knows it; a whisper is never said."""
    played = scene(sample.question, said(sample.memory), persona=persona(sample))
    assert OfflineActor().spoken(replace(played, place=None)).say == FALLBACK.text
    inner = memory(sample.memory, source=Source.INNER_VOICE)
    played = scene(sample.question, inner, persona=persona(sample))
    assert OfflineActor().spoken(replace(played, place=None)).say == FALLBACK.text


def test_an_action_that_is_asked_for_by_its_name_is_done_without_words() -> None:
    """The game's names are the same in every language."""
    wave = Affordance(name="wave", description="wave a hand")
    russian = next(one for one in FOREIGN if one.code == "ru")
    played = scene("Could you wave, please?", persona=persona(russian), affordances=[wave])
    answer = OfflineActor().spoken(played)
    assert (answer.say, [name for name, _ in answer.intents]) == (SILENCE, ["wave"])
