"""Reading votes, last words, and what is told of a group chat in the end."""

import json
from dataclasses import replace

import pytest

from npcserver.model.group.script import Candidate, Knowledge, WinRule
from npcserver.model.group_inputs import Vote
from npcserver.prompts.render import Templates
from npcserver.prompts.reply_reader import Unparseable
from npcserver.prompts.scene_round_questions import ChronicleQuestion, VoteQuestion
from tests.fakes import prompt_inputs

VOTE = VoteQuestion.of(prompt_inputs.vote_input())
VOTE_ALL = VoteQuestion.of(prompt_inputs.vote_input(Knowledge.ALL))


def voted(**changes: object) -> str:
    known: dict[str, object] = {
        "guess": "Bram Oake",
        "statement": "The key is yours, Bramwell, and so is the oath.",
        "vote": "Bramwell Oakes",
        "vote_not_self": "Bramwell Oakes",
    }
    return json.dumps({**known, **changes})


@pytest.mark.parametrize(
    ("win", "language", "asked"),
    [
        (WinRule.DECIDER, "en", "the candidate who will win,"),
        (WinRule.NOBODY, "en", "the candidate who will get most votes,"),
        (WinRule.PLURALITY, "zh", "哪个候选会赢；"),
        (WinRule.NOBODY, "zh", "哪个候选会得票最多；"),
    ],
)
def test_a_guess_is_of_who_wins_where_somebody_does(
    win: WinRule, language: str, asked: str
) -> None:
    """Where one member decides, the most votes do not; results tell guesses as guesses of that."""
    script = replace(
        prompt_inputs.LIGHT_SCRIPT, ballot=replace(prompt_inputs.LIGHT_SCRIPT.ballot, win=win)
    )
    question = VoteQuestion.of(prompt_inputs.vote_input(script=script))

    assert asked in question.messages(Templates(), language)[0].text


def test_a_vote_is_read() -> None:
    """Candidates by id, and last words."""
    assert VOTE.read(voted()) == Vote(
        choice="c-well",
        choice_not_self="c-well",
        guess="c-bram",
        statement="The key is yours, Bramwell, and so is the oath.",
    )


def test_a_vote_on_all_knowledge_has_no_last_words() -> None:
    """What is written there is left out, and not asked for."""
    assert VOTE_ALL.read(voted()).statement == ""
    assert "statement" not in json.dumps(VOTE_ALL.schema())


@pytest.mark.parametrize(
    "changes",
    [
        {"vote": "Dora Lind"},
        {"vote": ""},
        {"vote": "Bram Oake or Bramwell Oakes"},
        {"vote": "Ada Marsh", "vote_not_self": "Ada Marsh"},
        {"vote": "ada", "vote_not_self": ""},
    ],
)
def test_a_vote_must_name_a_candidate(changes: dict[str, object]) -> None:
    """And another than oneself where one votes for oneself."""
    with pytest.raises(Unparseable):
        VOTE.read(voted(**changes))


def test_a_vote_for_another_counts_for_both() -> None:
    """Where nothing else is said; and a guess that names nobody is none."""
    found = VOTE.read(voted(vote_not_self=None, guess="Ann"))

    assert (found.choice_not_self, found.guess) == ("c-well", "")


def test_who_is_no_candidate_has_one_vote() -> None:
    """It counts under every rule, and the second is not asked for."""
    question = VoteQuestion.of(prompt_inputs.vote_input(member=prompt_inputs.DORA_LIND))

    assert "vote_not_self" not in json.dumps(question.schema())
    assert question.read('{"vote": "the city"}').choice_not_self == "c-city"


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ('{"summary": "Ada gave the key away."}', "Ada gave the key away."),
        ('{"summary": ["Ada spoke.", "Bram swore."]}', "Ada spoke. Bram swore."),
    ],
)
def test_a_chronicle_is_read(answer: str, expected: str) -> None:
    """As one text."""
    assert ChronicleQuestion.of(prompt_inputs.chronicle_input()).read(answer) == expected


@pytest.mark.parametrize("answer", ["", '{"summary": ""}', '{"summary": "string"}'])
def test_no_chronicle_is_refused(answer: str) -> None:
    """It is asked for again."""
    with pytest.raises(Unparseable):
        ChronicleQuestion.of(prompt_inputs.chronicle_input()).read(answer)


@pytest.mark.parametrize(
    ("said", "expected"),
    [("Guilty", "g"), ("Not guilty", "n"), ("He is not guilty.", "n"), ("I find him guilty", "g")],
)
def test_a_verdict_is_told_from_its_opposite(said: str, expected: str) -> None:
    """A candidate whose name is part of another's is not taken for it."""
    verdicts = (Candidate(id="g", name="Guilty"), Candidate(id="n", name="Not guilty"))
    material = replace(prompt_inputs.vote_input(), candidates=verdicts, others=verdicts)

    assert VoteQuestion.of(material).read(json.dumps({"vote": said})).choice == expected


FREE = VoteQuestion.of(
    prompt_inputs.vote_input(
        script=replace(
            prompt_inputs.LIGHT_SCRIPT,
            ballot=replace(prompt_inputs.LIGHT_SCRIPT.ballot, may_abstain=True),
        )
    )
)


@pytest.mark.parametrize("word", ["nobody", "Nobody.", "none", "无", ""])
def test_who_abstains_votes_for_nobody(word: str) -> None:
    """Under both rules where nothing else is said; a vote but for oneself may still be cast."""
    assert (FREE.read(voted(vote=word, vote_not_self=word)).choice) == ""
    assert FREE.read(voted(vote=word, vote_not_self=word)).choice_not_self == ""
    assert FREE.read(voted(vote=word, vote_not_self="Bram Oake")).choice_not_self == "c-bram"
    assert FREE.read(voted(vote="Ada Marsh", vote_not_self=word)).choice_not_self == ""


def test_abstaining_is_refused_where_the_scene_does_not_allow_it() -> None:
    """As any answer that names no candidate."""
    with pytest.raises(Unparseable, match="must be one of the candidates"):
        VOTE.read(voted(vote="nobody"))
