"""How members of a group chat choose, speak, make up their minds and vote."""

import json

import pytest

from npcserver.mind.group_thoughts import own_words, perform
from npcserver.model.group.script import Knowledge
from npcserver.model.group_inputs import MemberUpdate, PartnerChoice, SpokenLine
from npcserver.model.model_use import Purpose
from npcserver.model.thought import AnswerStatus
from tests.fakes import prompt_inputs
from tests.fakes.language_models import CannedAnswers


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
