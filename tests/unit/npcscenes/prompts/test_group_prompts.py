"""What stands in the prompts of a group chat, and what must not."""

from dataclasses import replace

import pytest

from npcscenes.model.chat import GroupChat
from npcscenes.model.director import CastVote as CastVoteTask
from npcscenes.model.director import Update as UpdateTask
from npcscenes.model.group_inputs import UpdateInput, VoteInput, build_input
from npcscenes.model.report import report
from npcscenes.prompts.questions.scene_rounds import ChronicleQuestion, UpdateQuestion, VoteQuestion
from npcscenes.prompts.questions.scene_talk import ChooseQuestion, SpeakQuestion
from npcserver.model.group.moves import Began, LineSpoken, Updated, Voted
from npcserver.model.group.script import Course, Knowledge, Stage, WinRule
from npcserver.prompts.question import ThoughtQuestion
from npcserver.prompts.render import Templates
from tests.fakes import prompt_inputs
from tests.fakes.scene_scripts import (
    council_script,
    opening_moves,
    principal,
    supporting,
    vote_candidates,
)

TEMPLATES = Templates()
OWN = Knowledge.OWN


def system(question: ThoughtQuestion, language: str = "en") -> str:
    return question.messages(TEMPLATES, language)[0].text


def user(question: ThoughtQuestion, language: str = "en") -> str:
    return question.messages(TEMPLATES, language)[1].text


def test_a_member_sees_its_own_side_and_nobody_elses() -> None:
    """Its nature, aim and secret; of others what is public."""
    question = ChooseQuestion.of(prompt_inputs.choose_input())
    whole = system(question) + user(question)

    for own in (
        prompt_inputs.ADA_MARSH.scratch,
        prompt_inputs.ADA_MARSH.goal,
        prompt_inputs.ADA_MARSH.private,
    ):
        assert own in whole
    for other in (prompt_inputs.BRAM_OAKE, prompt_inputs.BRAMWELL, prompt_inputs.DORA_LIND):
        assert other.public in whole
        assert other.goal not in whole
        assert other.scratch not in whole
        assert not other.private or other.private not in whole


def test_who_knows_all_sees_what_was_hidden() -> None:
    """Aims, secrets, private talks and notes of others."""
    noted = Updated(round=1, member="bram", summary="Dora can be bought.")
    material = prompt_inputs.vote_input(Knowledge.ALL)
    at = replace(material.standpoint, known=(*material.standpoint.known, noted))
    text = user(VoteQuestion.of(replace(material, standpoint=at)))

    assert "You now see everything" in text
    assert prompt_inputs.BRAM_OAKE.goal in text
    assert prompt_inputs.DORA_LIND.private in text
    assert "Round 1, in private, Bram Oake and Dora Lind:\n- Bram Oake: Forget the forty" in text
    assert "what others noted for themselves:\n- Bram Oake: Dora can be bought." in text


def test_history_says_what_is_private_and_what_is_ones_own() -> None:
    """Each talk under its heading, that others met without a word, audience as such."""
    text = user(ChooseQuestion.of(prompt_inputs.choose_input()))

    assert "in private with Dora Lind (nobody else knows):\n- You: What" in text
    assert "in a meeting with Bramwell Oakes (others know of it" in text
    assert "- Bram Oake and Dora Lind met; what they said is not known." in text
    assert "Bramwell Oakes and Ada Marsh met" not in text
    assert "- Odo (audience): Let Bram have it!" in text


def test_a_meeting_without_its_words_is_told() -> None:
    """Where one's own lines are gone, that one met is still known."""
    known = tuple(one for one in prompt_inputs.KNOWN if not isinstance(one, LineSpoken))

    assert "- You and Bramwell Oakes met; what" in user(
        ChooseQuestion.of(prompt_inputs.choose_input(known=known))
    )


def test_last_words_and_guesses_are_told() -> None:
    """Once they are known."""
    said = Voted(
        member="bram",
        knowledge=Knowledge.OWN,
        choice="c-bram",
        guess="c-well",
        statement="I have said enough.",
    )
    text = user(VoteQuestion.of(prompt_inputs.vote_input(known=(*prompt_inputs.KNOWN, said))))

    assert "In the end, before all:\n- Bram Oake expects Bramwell Oakes to come out first." in text
    assert "- Bram Oake: I have said enough." in text


def test_the_talk_under_way_stands_last_and_once() -> None:
    """Its lines are not history yet."""
    text = user(SpeakQuestion.of(prompt_inputs.speak_input()))
    history = text[: text.index("<talk")]

    assert "How much do you owe?" not in history
    assert "You: How much do you owe?\nBram Oake: Who has been talking?" in text
    assert "Now about: the forty crowns" in text
    assert "This is your last turn here" in text


def test_the_strongest_belief_comes_first() -> None:
    """With its score; in an update by topic too."""
    choosing = user(ChooseQuestion.of(prompt_inputs.choose_input()))
    update = user(UpdateQuestion.of(prompt_inputs.revise_input()))

    assert "the strongest first:\n<beliefs" in choosing
    assert choosing.index("(90)") < choosing.index("(40)") < choosing.index("(10)")
    assert "- duty: A light is a duty, not a living (90)" in update


def test_standing_is_told_in_numbers() -> None:
    """Relations, influence, what is believed of others, and whom one backs."""
    text = user(ChooseQuestion.of(prompt_inputs.choose_input()))
    floor = user(SpeakQuestion.of(prompt_inputs.plenary_input()))

    assert "- Bramwell Oakes: 14 (influence 0)" in text
    assert "- Bram Oake to Dora Lind: 35" in text
    assert "Your own influence is 30." in text
    assert "You back Ada Marsh." in floor
    assert "Mon 14:05, Ann told me: Bram sold his nets." in floor


def test_who_stands_to_nobody_else_is_a_stranger() -> None:
    """Ten is where relations start."""
    assert "- Dora Lind: 10 (influence 20)" in user(
        ChooseQuestion.of(prompt_inputs.choose_input(relations=()))
    )


def test_summaries_are_shown_unless_they_are_taken_away() -> None:
    """The ablation without summaries has none of them."""
    without = replace(prompt_inputs.LIGHT_SCRIPT, course=Course(has_summaries=False))

    assert "Dora hinted that Bram is deep in debt." in user(
        ChooseQuestion.of(prompt_inputs.choose_input())
    )
    assert "Dora hinted" not in user(ChooseQuestion.of(prompt_inputs.choose_input(script=without)))


def test_nothing_known_is_said_so() -> None:
    """At the very beginning."""
    assert "Nothing has happened yet that you know of." in user(
        ChooseQuestion.of(prompt_inputs.choose_input(known=()))
    )


@pytest.mark.parametrize(
    ("win", "told"),
    [
        (WinRule.NOBODY, "nobody wins by them"),
        (WinRule.PLURALITY, "Most votes win."),
        (WinRule.DECIDER, "The vote of Ada Marsh alone decides."),
        (
            WinRule.DECIDER_OR_PLURALITY,
            "only if it goes to no other than Ada Marsh, whoever has most votes wins.",
        ),
    ],
)
def test_rules_are_told_in_plain_words(win: WinRule, told: str) -> None:
    """Stages in the order of the script, what others learn, and how it is won."""
    course = Course(rounds=1, stages=(Stage.GROUP_CHAT, Stage.PRIVATE_CHAT), group_rounds=2)
    script = replace(
        prompt_inputs.LIGHT_SCRIPT,
        course=course,
        ballot=replace(prompt_inputs.LIGHT_SCRIPT.ballot, win=win),
    )
    text = system(ChooseQuestion.of(prompt_inputs.choose_input(script=script)))

    assert "1 round, each in this order:\n- Group chat: all speak before all, 2 times" in text
    assert text.index("Group chat:") < text.index("Private talks:")
    assert "Confidential meetings" not in text
    assert told in text


def test_what_never_changes_stands_first() -> None:
    """Rules and form, which are the same in every scene; then the scene; then the member."""
    ada, later = (
        prompt_inputs.choose_input(),
        prompt_inputs.choose_input(round=1, known=(), relations=()),
    )
    bram = ChooseQuestion.of(prompt_inputs.choose_input(member=prompt_inputs.BRAM_OAKE))
    elsewhere = replace(prompt_inputs.LIGHT_SCRIPT, title="The mill", premise="It grinds.")
    start = system(ChooseQuestion.of(ada)).partition("# Who you are")[0]
    rules = start.partition("A scene is performed.")[0]

    assert system(ChooseQuestion.of(ada)) == system(ChooseQuestion.of(later))
    assert system(bram).startswith(start)
    assert system(ChooseQuestion.of(prompt_inputs.choose_input(script=elsewhere))).startswith(rules)
    assert not any(one.name in rules for one in prompt_inputs.LIGHT_SCRIPT.members)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_happens_only_makes_a_prompt_longer(language: str) -> None:
    """What was read before stands at the beginning again, up to where the new lines come in."""
    first = user(ChooseQuestion.of(prompt_inputs.choose_input(known=prompt_inputs.KNOWN)), language)
    heard = prompt_inputs.spoke_move("bram", "And who pays for the lamp?", round=2)
    then = user(
        ChooseQuestion.of(prompt_inputs.choose_input(known=(*prompt_inputs.KNOWN, heard))), language
    )
    shared = next(at for at, (a, b) in enumerate(zip(first, then, strict=False)) if a != b)

    assert shared > first.index("</history") - 2


def test_situation_and_last_reflection_stand_in_every_prompt_of_their_owner() -> None:
    """Whatever it is asked; of what it learnt only the latest, of others nothing."""
    learnt = (
        Updated(round=1, member="ada", summary="Bram owes.", reflection="Dora laughs too soon."),
        Updated(round=2, member="ada", summary="Bram lies.", reflection="Bram fears the dark."),
    )
    known = (*(one for one in prompt_inputs.KNOWN if isinstance(one, LineSpoken)), *learnt)
    about: dict[str, object] = {
        "known": known,
        "situation": "Dora leans to Bram; win her with a contract.",
        "situation_round": 2,
    }
    to_bram = prompt_inputs.speak_input(standpoint=prompt_inputs.standpoint(**about))
    before_all = replace(
        prompt_inputs.plenary_input(), standpoint=prompt_inputs.standpoint(**about)
    )
    asked: list[ThoughtQuestion] = [
        ChooseQuestion.of(prompt_inputs.choose_input(**about)),
        SpeakQuestion.of(to_bram),
        SpeakQuestion.of(before_all),
        UpdateQuestion.of(prompt_inputs.revise_input(**about)),
        VoteQuestion.of(prompt_inputs.vote_input(OWN, **about)),
        VoteQuestion.of(prompt_inputs.vote_input(Knowledge.ALL, **about)),
    ]
    for text in map(user, asked):
        assert "In round 2 you saw it so: Dora leans to Bram; win her with a contract." in text
        assert "What you have learned: Bram fears the dark." in text
        assert "Dora laughs too soon." not in text
        assert "After round 1, what you noted for yourself:\n- Bram owes." in text
    assert "Where you stand" not in user(ChooseQuestion.of(prompt_inputs.choose_input(known=())))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_principal_looks_round_once_in_a_round(language: str) -> None:
    """With its first act; after that the form does not ask for it, and an answer has no effect."""
    first = ChooseQuestion.of(prompt_inputs.choose_input())
    second = ChooseQuestion.of(replace(prompt_inputs.choose_input(), perceives=False))
    floor = SpeakQuestion.of(replace(prompt_inputs.plenary_input(), perceives=True))
    answer = '{"situation": "Dora wavers.", "partner": "Dora Lind", "say": "Dora?", "ends": false}'

    assert [("situation" in str(one.schema())) for one in (first, second, floor)] == [
        True,
        False,
        True,
    ]
    assert "situation" in system(floor, language)
    assert "situation" not in system(second, language)
    assert [one.read(answer).situation for one in (first, second, floor)] == [
        "Dora wavers.",
        "",
        "Dora wavers.",
    ]


def test_in_the_first_round_relations_of_all_others_are_inferred() -> None:
    """As in the paper; later only where there is reason to think otherwise."""
    first, later = (UpdateQuestion.of(prompt_inputs.revise_input(round=at)) for at in (1, 2))

    assert "This was the first round" in user(first)
    assert "This was the first round" not in user(later)
    assert "'minItems': 3" in str(first.schema())
    assert "'minItems': 0" in str(later.schema())


def test_a_chronicle_tells_winners_and_nothing_private() -> None:
    """By name; or that there is none."""
    told = user(ChronicleQuestion.of(prompt_inputs.chronicle_input()))
    nobody = user(
        ChronicleQuestion.of(prompt_inputs.chronicle_input(winners=(), lines=(), because=""))
    )

    assert "Who or what won in the end: Bram Oake." in told
    assert "Nobody said anything before all." in nobody
    assert "Nobody won in the end." in nobody


def _drifted() -> GroupChat:
    """Return a game in which Dov has come to back Ben, and so changed sides, in round one."""
    script = council_script(
        Course(rounds=2),
        members=(principal("ada", camp="old"), principal("ben", camp="new"), OLD_DOV),
        resources=(),
    )
    ballot = replace(script.ballot, candidates=vote_candidates("ada", "dov"))
    return opening_moves(replace(script, ballot=ballot)).then(
        Began(round=1, stage=Stage.UPDATE, order=("ada", "ben", "dov")),
        Updated(round=1, member="dov", relations=(("ben", 10),)),
    )


OLD_DOV = supporting("dov", camp="old")


def test_a_prompt_and_the_result_tell_the_same_camp() -> None:
    """Who has changed sides is on the new one for itself, for others and on the ballot."""
    chat = _drifted().then(Began(round=2, stage=Stage.SETTLEMENT, order=("ada", "ben", "dov")))
    votes = [build_input(chat, CastVoteTask(member=one, knowledge=OWN)) for one in ("dov", "ada")]
    dov, ada = (VoteQuestion.of(one) for one in votes if isinstance(one, VoteInput))

    assert dict(report(chat).stands[-1].camps)["dov"] == "new"
    assert "a supporting member, who talks when asked; side: new." in system(dov)
    assert "- Dov (supporting, new)" in system(ada)
    assert "- Dov (side: new)" in user(ada)


def test_a_camp_changes_when_the_round_is_over() -> None:
    """While others still make up their minds, nobody is shown what one of them has made of it."""
    material = build_input(_drifted(), UpdateTask(member="ada"))
    assert isinstance(material, UpdateInput)

    assert "- Dov (supporting, old)" in system(UpdateQuestion.of(material))


@pytest.mark.parametrize(("language", "word"), [("en", "vote for none"), ("zh", "弃权")])
def test_abstaining_is_offered_where_the_scene_allows_it(language: str, word: str) -> None:
    """In words and in the form of the answer; elsewhere neither speaks of it."""
    ballot = replace(prompt_inputs.LIGHT_SCRIPT.ballot, may_abstain=True)
    free = VoteQuestion.of(
        prompt_inputs.vote_input(script=replace(prompt_inputs.LIGHT_SCRIPT, ballot=ballot))
    )
    bound = VoteQuestion.of(prompt_inputs.vote_input())

    assert word in system(free, language)
    assert word not in system(bound, language)
    assert "nobody" in str(free.schema())
    assert "nobody" not in str(bound.schema())
