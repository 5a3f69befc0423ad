"""Reading what members of a group chat answer."""

import json
from dataclasses import replace

import pytest

from npcscenes.model.group_inputs import MemberUpdate, PartnerChoice, SpokenLine
from npcscenes.prompts.questions.scene_rounds import UpdateQuestion, VoteQuestion
from npcscenes.prompts.questions.scene_talk import ChooseQuestion, SpeakQuestion
from npcserver.model.group.script import Course, Knowledge
from npcserver.prompts.render import Templates
from npcserver.prompts.reply_reader import Unparseable
from npcserver.prompts.tokens import estimate_tokens
from tests.fakes import prompt_inputs

CHOOSE = ChooseQuestion.of(prompt_inputs.choose_input())
TALK = SpeakQuestion.of(prompt_inputs.speak_input(is_last=False))
FLOOR = SpeakQuestion.of(prompt_inputs.plenary_input())
UPDATE = UpdateQuestion.of(prompt_inputs.revise_input())
VOTE = VoteQuestion.of(prompt_inputs.vote_input())
VOTE_ALL = VoteQuestion.of(prompt_inputs.vote_input(Knowledge.ALL))
THINKING = replace(prompt_inputs.LIGHT_SCRIPT, course=Course(has_thinking=True))


def chosen(**changes: object) -> str:
    known: dict[str, object] = {
        "situation": "Dora can still be moved.",
        "partner": "Dora Lind",
        "strategy": "Offer her the contract.",
        "topics": ["the debt", "the oil"],
        "say": "Sit down, Dora. We have to talk about oil.",
    }
    return json.dumps({**known, **changes}, ensure_ascii=False)


def test_a_choice_is_read() -> None:
    """Whom, why, how, about what, and the first words."""
    assert CHOOSE.read(chosen()) == PartnerChoice(
        partner="dora",
        situation="Dora can still be moved.",
        strategy="Offer her the contract.",
        topics=("the debt", "the oil"),
        say="Sit down, Dora. We have to talk about oil.",
    )


def test_nobody_is_a_choice() -> None:
    """Then nothing is said, whatever stands there."""
    assert CHOOSE.read(chosen(partner="nobody")) == PartnerChoice(
        situation="Dora can still be moved."
    )
    assert CHOOSE.read(chosen(partner=None, say="")).partner == ""


@pytest.mark.parametrize(
    "changes",
    [
        {"partner": "Ada Marsh"},
        {"partner": "Ann"},
        {"partner": "Bram and Dora"},
        {"say": ""},
        {"say": None},
        {"say": "string"},
        {"say": "Error: 500"},
        {"say": "so " * 400},
    ],
)
def test_a_choice_that_cannot_be_acted_on_is_refused(changes: dict[str, object]) -> None:
    """Oneself, a stranger, two at once, or no first words."""
    with pytest.raises(Unparseable):
        CHOOSE.read(chosen(**changes))


def test_a_choice_without_a_partner_at_all_is_refused() -> None:
    """Leaving it out is not choosing nobody."""
    with pytest.raises(Unparseable):
        CHOOSE.read('{"situation": "Hm.", "say": "Well then."}')


def test_topics_are_one_for_each_chat_round() -> None:
    """Repeats, garbage and what is too many are left out; a single one may stand alone."""
    many = CHOOSE.read(chosen(topics=["oil", "Oil!", "string", 7, "debts", "the oath"]))
    one = CHOOSE.read(chosen(topics="the oath"))

    assert many.topics == ("oil", "debts")
    assert one.topics == ("the oath",)


def test_what_is_noted_has_its_bound() -> None:
    """A situation of more than 100 tokens is cut after a sentence."""
    found = CHOOSE.read(chosen(situation="Dora can still be moved by money. " * 40))

    assert 50 < estimate_tokens(found.situation) <= 100
    assert found.situation.endswith(".")


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ({"say": "How much?", "ends": False}, SpokenLine(say="How much?")),
        (
            {"say": "Then we are done.", "ends": "yes"},
            SpokenLine(say="Then we are done.", ends=True),
        ),
        ({"say": '"How much?"'}, SpokenLine(say="How much?")),
    ],
)
def test_a_line_is_read(answer: object, expected: SpokenLine) -> None:
    """As it was written, without the quotes around it."""
    assert TALK.read(json.dumps(answer)) == expected


@pytest.mark.parametrize("say", ["", None, "\u2026", "string", "so " * 400, "{}"])
def test_a_talk_needs_words(say: object) -> None:
    """To one person one says something, in one to three sentences."""
    with pytest.raises(Unparseable):
        TALK.read(json.dumps({"say": say, "ends": False}))


@pytest.mark.parametrize("say", ["", None, "...", "Pass.", "(silence)", "\u6c89\u9ed8"])
def test_before_all_one_may_stay_silent(say: object) -> None:
    """In whatever words."""
    assert FLOOR.read(json.dumps({"say": say, "ends": True})) == SpokenLine(ends=True)


def test_a_last_line_ends() -> None:
    """Whatever its flag says."""
    last = SpeakQuestion.of(prompt_inputs.speak_input(is_last=True))

    assert last.read('{"say": "Forty crowns, then.", "ends": false}').ends


def updated(**changes: object) -> str:
    known: dict[str, object] = {
        "summary": "Bram would swear anything.",
        "reflection": "He has nothing to lose.",
        "relations": {"Bram Oake": -4, "Bramwell Oakes": 0, "Dora Lind": 2},
        "inferred": [{"of": "Bram Oake", "to": "Dora Lind", "score": 30}],
        "beliefs": {"duty": 1, "bram-keeps-it": -6, "sell-the-oil": 0},
    }
    return json.dumps({**known, **changes}, ensure_ascii=False)


def test_changes_are_read() -> None:
    """By id and topic; what did not move is left out."""
    assert UPDATE.read(updated()) == MemberUpdate(
        summary="Bram would swear anything.",
        reflection="He has nothing to lose.",
        relations=(("bram", -4), ("dora", 2)),
        inferred=(("bram", "dora", 30),),
        beliefs=(("duty", 1), ("bram-keeps-it", -6)),
    )


def test_changes_are_held_to_their_bounds() -> None:
    """Ten at most either way; a score of others lies in 0..100."""
    found = UPDATE.read(
        updated(
            relations={"bram": -60, "Dora": "+25"},
            inferred=[{"of": "bram", "to": "dora", "score": 400}],
            beliefs={"duty": 99},
        )
    )

    assert found.relations == (("bram", -10), ("dora", 10))
    assert found.inferred == (("bram", "dora", 100),)
    assert found.beliefs == (("duty", 10),)


@pytest.mark.parametrize(
    "relations",
    [
        [{"member": "Bram Oake", "change": -4}, {"to": "dora", "change": 2}],
        [{"Bram Oake": -4}, {"Dora Lind": 2}],
        {"BRAM": {"change": -4}, "Dora": "2"},
    ],
)
def test_changes_may_be_a_list(relations: object) -> None:
    """Models write one or the other."""
    assert UPDATE.read(updated(relations=relations)).relations == (("bram", -4), ("dora", 2))


def test_who_and_what_does_not_exist_is_dropped() -> None:
    """Strangers, oneself, a tie to itself, and topics that nobody gave."""
    found = UPDATE.read(
        updated(
            relations={"Ann": 5, "Ada Marsh": 5, "Bram Oake": "much", "Dora Lind": 1},
            inferred=[
                {"of": "Ada Marsh", "to": "Bram", "score": 5},
                {"of": "Bram", "to": "Bram", "score": 5},
                {"of": "Ann", "to": "Dora", "score": 5},
                {"of": "Dora", "to": "Bram", "score": "high"},
                "Dora",
            ],
            beliefs={"ann-is-kind": 5, "A light is a duty, not a living!": 3, "duty": 9},
        )
    )

    assert found.relations == (("dora", 1),)
    assert found.inferred == ()
    assert found.beliefs == (("duty", 3),)


@pytest.mark.parametrize(
    "answer", ["", "Nothing changed.", '{"summary": "", "relations": {}}', '{"summary": "string"}']
)
def test_an_update_that_says_nothing_is_refused(answer: str) -> None:
    """Neither a summary nor a single relation can be kept."""
    with pytest.raises(Unparseable):
        UPDATE.read(answer)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (
            ChooseQuestion.of(prompt_inputs.choose_input(script=THINKING)),
            chosen(reasons="Dora is poor."),
        ),
        (
            SpeakQuestion.of(
                prompt_inputs.speak_input(standpoint=prompt_inputs.standpoint(script=THINKING))
            ),
            '{"reasons": "Dora is poor.", "say": "Pay me."}',
        ),
        (
            UpdateQuestion.of(prompt_inputs.revise_input(script=THINKING)),
            updated(reasons="Dora is poor."),
        ),
        (
            VoteQuestion.of(prompt_inputs.vote_input(script=THINKING)),
            '{"reasons": "Dora is poor.", "vote": "the city"}',
        ),
    ],
)
def test_thinking_asks_for_reasons_first(
    question: ChooseQuestion | SpeakQuestion | UpdateQuestion | VoteQuestion, answer: str
) -> None:
    """They are kept beside the answer; without it they are neither asked for nor kept."""
    required = question.schema()["required"]
    assert isinstance(required, list)
    assert required[0] == "reasons"
    assert '{"reasons": …, ' in question.messages(Templates(), "en")[0].text
    assert question.read(answer).reasons == "Dora is poor."

    plain = replace(question, has_thinking=False)
    assert "reasons" not in json.dumps(plain.schema())
    assert "reasons" not in plain.messages(Templates(), "zh")[0].text
    assert plain.read(answer).reasons == ""


def test_forms_name_who_and_what_there_is() -> None:
    """A model that follows the schema can name nobody else."""
    schema = json.dumps(UPDATE.schema())

    assert '"enum": ["Bram Oake", "Bramwell Oakes", "Dora Lind", "nobody"]' in json.dumps(
        CHOOSE.schema()
    )
    assert '"required": ["Bram Oake", "Bramwell Oakes", "Dora Lind"]' in schema
    assert '"required": ["duty", "bram-keeps-it", "sell-the-oil"]' in schema
    assert '"minimum": -10, "maximum": 10' in schema
