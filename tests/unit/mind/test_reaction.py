"""Reactions to events, and how members of a group chat act."""

import json
from dataclasses import replace

import pytest

from npcscenes.group_thoughts import own_words, perform
from npcscenes.model.group_inputs import MemberUpdate, PartnerChoice, SpokenLine
from npcserver.mind.reaction import by_rule, is_danger, react
from npcserver.model.character import Attention, Person
from npcserver.model.day import Cause
from npcserver.model.group.script import Knowledge
from npcserver.model.inputs import ReactInput, Reaction
from npcserver.model.memory import Memory
from npcserver.model.model_use import Purpose
from npcserver.model.record import RecordKind, Source
from npcserver.model.thought import AnswerStatus
from tests.fakes import prompt_inputs
from tests.fakes.language_models import CannedAnswers
from tests.fakes.prompt_inputs import BRAM, NOW, landlady, recollection

FOREGROUND, BACKGROUND, DORMANT = Attention.FOREGROUND, Attention.BACKGROUND, Attention.DORMANT
GO_ON = Reaction()
COMES = prompt_inputs.event_memory(
    "Bram is coming in", about=("bram",), place_id=prompt_inputs.ANCHOR
)


@pytest.mark.parametrize("attention", [FOREGROUND, BACKGROUND])
def test_an_idle_thing_is_passed_by(attention: Attention) -> None:
    """Idleness is the state of the world and no news."""
    idle = prompt_inputs.event_memory("the stove is idle", is_standing=True)

    assert by_rule(prompt_inputs.react_input(idle), attention=attention) == GO_ON


def test_a_burning_stove_is_dealt_with_at_once() -> None:
    """A character awake beside it does so for ten minutes, there, with that thing, unasked."""
    burning = prompt_inputs.event_memory(
        "the stove is burning", place_id=prompt_inputs.ANCHOR, is_standing=True
    )

    found = by_rule(prompt_inputs.react_input(burning), attention=BACKGROUND)

    assert found is not None
    assert found.choice == "react"
    assert found.step is not None
    assert (found.step.minutes, found.step.place_id) == (10, prompt_inputs.ANCHOR)
    assert (found.step.object, found.step.object_state) == ("stove", "being dealt with")
    assert found.step.starts_at == NOW


def test_what_is_dealt_with_alarms_nobody_else() -> None:
    """The act of the one who deals with it, as others see it, starts no second one."""
    burning = prompt_inputs.event_memory("the stove is burning", place_id=prompt_inputs.ANCHOR)
    found = by_rule(prompt_inputs.react_input(burning), attention=BACKGROUND)
    assert found is not None
    assert found.step is not None

    seen = prompt_inputs.event_memory(
        f"Bram is {found.step.activity}", place_id=prompt_inputs.ANCHOR, about=("bram",)
    )
    after = prompt_inputs.event_memory(
        "the stove is being dealt with", place_id=prompt_inputs.ANCHOR
    )

    assert not is_danger(prompt_inputs.react_input(seen))
    assert not is_danger(prompt_inputs.react_input(after))


@pytest.mark.parametrize(
    ("language", "doing"),
    [
        ("en", "helping Bram in dealing with what is wrong: the stove is burning"),
        ("zh", "帮Bram处理出的事：the stove is burning"),
    ],
)
def test_who_finds_one_at_it_helps(language: str, doing: str) -> None:
    """The thing is left to the first, and nobody is alarmed by what the two do."""
    burning = prompt_inputs.event_memory(
        "the stove is burning", place_id=prompt_inputs.ANCHOR, is_standing=True
    )
    here = prompt_inputs.day_situation(replace(landlady(), language=language))
    noticing = prompt_inputs.react_input(burning, situation=here, at_it=(BRAM,))

    found = by_rule(noticing, attention=BACKGROUND)

    assert found is not None
    assert found.step is not None
    assert (found.step.activity, found.step.object, found.step.object_state) == (doing, "", "")
    assert not is_danger(
        prompt_inputs.react_input(
            prompt_inputs.event_memory(f"Ann is {doing}", place_id=prompt_inputs.ANCHOR)
        )
    )


@pytest.mark.parametrize("attention", [FOREGROUND, BACKGROUND])
def test_where_two_are_at_it_others_watch_or_go_on(attention: Attention) -> None:
    """Who knows one of them watches, if it is free; nobody is asked."""
    noticing = prompt_inputs.react_input(
        at_it=(BRAM, Person(id="ann", name="Ann", is_player=False))
    )
    talking = prompt_inputs.day_situation(act=prompt_inputs.acting_on("talking", Cause.TALK))

    assert by_rule(noticing, attention=attention) == Reaction(choice="wait")
    assert by_rule(replace(noticing, standings=()), attention=attention) == GO_ON
    assert by_rule(replace(noticing, situation=talking), attention=attention) == GO_ON


@pytest.mark.parametrize("attention", [FOREGROUND, BACKGROUND])
def test_what_is_over_is_let_be(attention: Attention) -> None:
    """Anyone who looks and finds nothing to do goes on."""
    assert by_rule(prompt_inputs.react_input(is_over=True), attention=attention) == GO_ON


def test_a_character_who_is_watched_is_asked_about_a_danger() -> None:
    """For the foreground it is a question what to do."""
    assert by_rule(prompt_inputs.react_input("the stove is burning"), attention=FOREGROUND) is None


@pytest.mark.parametrize(
    "event",
    [
        prompt_inputs.event_memory(
            "the mill is burning", source=Source.TOLD, kind=RecordKind.UTTERANCE
        ),
        prompt_inputs.event_memory("the millstone is burning", place_id=prompt_inputs.MILL),
        prompt_inputs.event_memory("the lamp is burning", place_id=prompt_inputs.ANCHOR),
        prompt_inputs.event_memory("the stove is no longer burning", place_id=prompt_inputs.ANCHOR),
    ],
)
def test_no_danger_here(event: Memory) -> None:
    """Hearsay, another place, a lamp, and what is over are none."""
    assert not is_danger(replace(prompt_inputs.react_input(), event=event))


@pytest.mark.parametrize("attention", list(Attention))
def test_who_sleeps_or_is_dormant_sleeps_on(attention: Attention) -> None:
    """Asleep nobody reacts, and a dormant character never does."""
    asleep = prompt_inputs.day_situation(act=prompt_inputs.acting_on("sleeping", Cause.SLEEP))
    noticing = prompt_inputs.react_input("the stove is burning", situation=asleep)

    assert by_rule(noticing, attention=attention) == GO_ON
    assert by_rule(prompt_inputs.react_input("the stove is burning"), attention=DORMANT) == GO_ON


def test_nobody_reacts_twice_to_the_same() -> None:
    """Who is at work on the very event goes on with it."""
    busy = prompt_inputs.day_situation(
        act=prompt_inputs.acting_on("dousing", Cause.REACTION, because=40)
    )

    assert by_rule(prompt_inputs.react_input(situation=busy), attention=FOREGROUND) == GO_ON


@pytest.mark.parametrize("attention", [FOREGROUND, BACKGROUND])
def test_a_liked_person_is_talked_to(attention: Attention) -> None:
    """A character known and free who comes in is spoken to, about what is most on the mind."""
    news = recollection("Bram sold his nets.", kind=RecordKind.UTTERANCE, source=Source.TOLD)
    pressing = replace(news, memory=replace(news.memory, importance=8))
    small = replace(news, memory=replace(news.memory, importance=7, text="It rained."))
    noticing = prompt_inputs.react_input(COMES, recollections=(small, pressing))

    assert by_rule(noticing, attention=attention) == Reaction(
        choice="talk", partner_id="bram", about="Bram sold his nets."
    )


@pytest.mark.parametrize(
    "noticing",
    [
        prompt_inputs.react_input(COMES, others=()),
        prompt_inputs.react_input(COMES, standings=()),
        prompt_inputs.react_input(COMES, standings=(replace(prompt_inputs.LIKED, affinity=-60),)),
        prompt_inputs.react_input(COMES, others=(Person(id="bram", name="Bram", is_player=True),)),
        prompt_inputs.react_input(
            COMES,
            situation=prompt_inputs.day_situation(
                act=prompt_inputs.acting_on("talking", Cause.TALK)
            ),
        ),
        prompt_inputs.react_input(prompt_inputs.event_memory("Ann is coming in", about=("ann",))),
    ],
)
def test_not_everybody_is_talked_to(noticing: ReactInput) -> None:
    """Not who is taken, a stranger, disliked, a player, elsewhere; nor amid a talk."""
    found = by_rule(noticing, attention=BACKGROUND)

    assert found == GO_ON


def test_a_stranger_who_passes_is_no_question() -> None:
    """Unless it matters: then a model is asked."""
    stranger = prompt_inputs.event_memory("Ann is coming in", about=("ann",))
    noticing = prompt_inputs.react_input(stranger, others=(Person(id="ann", name="Ann"), BRAM))

    assert by_rule(noticing, attention=FOREGROUND) == GO_ON
    grave = replace(noticing, event=replace(stranger, importance=8))
    assert by_rule(grave, attention=FOREGROUND) is None
    assert by_rule(grave, attention=BACKGROUND) == GO_ON


@pytest.mark.parametrize("kind", [RecordKind.LINE, RecordKind.PLAN])
def test_ones_own_words_are_no_event(kind: RecordKind) -> None:
    """Neither what was said nor what was planned is reacted to."""
    own = prompt_inputs.event_memory("I shall burn the boat", kind=kind, source=Source.OWN)

    assert by_rule(prompt_inputs.react_input(own), attention=FOREGROUND) == GO_ON


async def test_a_model_decides() -> None:
    """What it says is done."""
    ask = CannedAnswers('{"choice": "talk", "with": "bram", "about": "the smoke"}')

    found, asked = await react(prompt_inputs.react_input(), ask)

    assert found == asked.answer == Reaction(choice="talk", partner_id="bram", about="the smoke")


@pytest.mark.parametrize(
    ("event", "choice"), [("the stove is burning", "react"), ("a gull cries", "go_on")]
)
async def test_without_an_answer_a_rule_decides(event: str, choice: str) -> None:
    """A danger is dealt with, anything else is let pass."""
    found, asked = await react(prompt_inputs.react_input(event), CannedAnswers("", "this is blank"))

    assert asked.answer is None
    assert found.choice == choice


def line(text: str, *, ends: bool = False) -> str:
    return json.dumps({"say": text, "ends": ends})


def choice(say: str, partner: str = "Dora Lind") -> str:
    return json.dumps({"situation": "Hm, who knows.", "partner": partner, "say": say})


async def test_each_act_is_asked_for_once_as_warm_as_it_was_in_the_paper() -> None:
    """One call each, with the temperature and on the account of its purpose."""
    ask = CannedAnswers(line("How much?"))
    await perform(prompt_inputs.speak_input(), ask)
    await perform(prompt_inputs.plenary_input(), ask)
    for put, answer in (
        (perform(prompt_inputs.choose_input(), pick := CannedAnswers(choice("Sit down."))), pick),
        (
            perform(
                prompt_inputs.revise_input(), revise := CannedAnswers('{"summary": "Bram swore."}')
            ),
            revise,
        ),
        (perform(prompt_inputs.vote_input(), cast := CannedAnswers('{"vote": "the city"}')), cast),
        (
            perform(
                prompt_inputs.chronicle_input(), tell := CannedAnswers('{"summary": "Ada left."}')
            ),
            tell,
        ),
    ):
        await put
        ask.purposes += answer.purposes
        ask.requests += answer.requests

    assert ask.purposes == [
        Purpose.SPEAK,
        Purpose.SPEAK,
        Purpose.CHOOSE,
        Purpose.UPDATE,
        Purpose.VOTE,
        Purpose.CHRONICLE,
    ]
    assert [one.temperature for one in ask.requests] == [0.5, 0.3, 0.0, 0.5, 0.3, 0.0]


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("Ada Marsh: How much?", "How much?"),
        ("Ada: How much?", "How much?"),
        ("*lifts the key* How much? [waits]", "How much?"),
        ("How much? Say it.\nBram: Forty.\nAda: So much.", "How much? Say it."),
        ("How much? Say it.\nBramwell Oakes: Hear, hear.", "How much? Say it."),
        ("One. Two. Three. Four. Five.", "One. Two. Three. Four."),
        ("Bram Oake: I owe forty.", ""),
        ("*shrugs*", ""),
    ],
)
def test_only_ones_own_words_are_spoken(written: str, spoken: str) -> None:
    """No name in front, no stage directions, no line for any other member, no sermon."""
    assert own_words(written, prompt_inputs.standpoint()) == spoken


@pytest.mark.parametrize(
    ("first", "problem"),
    [
        ("How much do you owe?", "it repeats a line said before"),
        ("Whoever takes the key takes the oath with it!", "it repeats a line said before"),
        ("Who has been talking?", "it echoes what the other has said"),
        ("*shrugs*", "there are no words of one's own in it"),
        ("Bram: I owe forty.", "there are no words of one's own in it"),
        ("Bram Oake", "it is a name and nothing else"),
        ("Dora and Bramwell!", "it is a name and nothing else"),
        ("Make him name the sum before he can boast.", "it tells what is meant or wanted"),
        ("The forty crowns.", "it tells what is meant or wanted"),
        ("Hand the light to somebody who will not sell its oil.", "it tells what is meant"),
    ],
)
async def test_a_line_that_was_said_before_is_asked_for_again(first: str, problem: str) -> None:
    """Or that is none: no words, a name, or a copy of what was meant; two calls are the most."""
    ask = CannedAnswers(line(first), line("Forty crowns, I hear."))

    words, asked = await perform(prompt_inputs.speak_input(), ask)

    assert (words.say, asked.calls) == ("Forty crowns, I hear.", 2)
    assert problem in ask.complaints[0]


async def test_before_all_two_may_say_the_same() -> None:
    """They speak at the same time; only one's own lines are not said again."""
    words, asked = await perform(
        prompt_inputs.plenary_input(), CannedAnswers(line("The house needs a family in it."))
    )

    assert (words.say, asked.calls) == ("The house needs a family in it.", 1)


async def test_silence_before_all_is_an_answer() -> None:
    """It passes without a second call."""
    words, asked = await perform(prompt_inputs.plenary_input(), CannedAnswers(line("", ends=True)))

    assert words == SpokenLine(ends=True)
    assert asked.calls == 1


async def test_a_goodbye_ends_a_talk() -> None:
    """Whatever its flag says; before all it does not."""
    talk = prompt_inputs.speak_input(is_last=False)

    assert (await perform(talk, CannedAnswers(line("Goodbye, Bram."))))[0].ends
    assert not (await perform(talk, CannedAnswers(line("Not so fast."))))[0].ends
    assert not (
        await perform(prompt_inputs.plenary_input(), CannedAnswers(line("Goodbye, winter!")))
    )[0].ends


async def test_first_words_are_ones_own_and_new() -> None:
    """They are asked for again like any line; nobody needs none."""
    ask = CannedAnswers(choice("What does Bram owe you?"), choice("Ada: Sit down, Dora."))

    chosen, asked = await perform(prompt_inputs.choose_input(), ask)
    nobody, once = await perform(prompt_inputs.choose_input(), CannedAnswers(choice("", "nobody")))

    assert (chosen.partner, chosen.say, asked.calls) == ("dora", "Sit down, Dora.", 2)
    assert (nobody.partner, once.calls) == ("", 1)


@pytest.mark.parametrize("copied", ["Dora Lind", "Sound out who pays for oil.", "the old debt"])
async def test_first_words_that_copy_the_plan_are_asked_for_again(copied: str) -> None:
    """Small models put a name, their strategy or a topic there; none of these is said aloud."""
    plan = {"situation": "Hm, who knows.", "partner": "Dora Lind", "topics": ["the old debt"]}
    plan["strategy"] = "Sound out who pays for oil."
    ask = CannedAnswers(
        json.dumps({**plan, "say": copied}), json.dumps({**plan, "say": "Sit down."})
    )

    chosen, asked = await perform(prompt_inputs.choose_input(), ask)

    assert (chosen.say, asked.calls) == ("Sit down.", 2)


async def test_last_words_are_ones_own_and_short() -> None:
    """Three sentences."""
    said = json.dumps({"vote": "the city", "statement": "Ada: One. Two. Three. Four."})

    cut, asked = await perform(prompt_inputs.vote_input(), CannedAnswers(said))

    assert cut.statement == "One. Two. Three."
    assert (asked.answer, asked.calls) == (cut, 1)


@pytest.mark.parametrize("none", ["Bram Oake: Vote for me!", "the city", "Bramwell Oakes."])
async def test_last_words_that_are_none_are_asked_for_once_more(none: str) -> None:
    """With the vote; what is none then either is left out, and the vote counts."""
    none = json.dumps({"vote": "the city", "statement": none})
    said = json.dumps({"vote": "the city", "statement": "I have seen enough winters."})

    again, twice = await perform(prompt_inputs.vote_input(), CannedAnswers(none, said))
    gone, last = await perform(prompt_inputs.vote_input(), CannedAnswers(none, none))

    assert (again.statement, twice.calls) == ("I have seen enough winters.", 2)
    assert (gone.statement, gone.choice, last.calls) == ("", "c-city", 2)


async def test_what_cannot_be_read_takes_its_default() -> None:
    """Nobody, silence, no change, whom one stands to best; and it is counted as that."""
    nonsense = ("I would rather not.", "Still not.")

    chosen, first = await perform(prompt_inputs.choose_input(), CannedAnswers(*nonsense))
    words, second = await perform(prompt_inputs.speak_input(), CannedAnswers(*nonsense))
    revision, third = await perform(prompt_inputs.revise_input(), CannedAnswers(*nonsense))
    cast, fourth = await perform(prompt_inputs.vote_input(Knowledge.ALL), CannedAnswers(*nonsense))
    told, fifth = await perform(prompt_inputs.chronicle_input(), CannedAnswers(*nonsense))

    assert (chosen, words, revision) == (PartnerChoice(), SpokenLine(ends=True), MemberUpdate())
    assert (cast.choice, cast.choice_not_self) == ("c-ada", "c-well")
    assert told == "the vote of Ada Marsh"
    assert {one.verdict for one in (first, second, third, fourth, fifth)} == {
        AnswerStatus.DEFAULTED
    }
    assert all(one.answer is None for one in (first, second, third, fourth, fifth))
