"""What follows from answers, within their bounds, and from answers that could not be had."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npcscenes.model.chat import GroupChat
from npcscenes.model.director import CastVote, Choose, Conclude, Say, Update, due
from npcscenes.model.group_answers import Answer, default_answer, default_vote, moves_of
from npcscenes.model.group_inputs import (
    MemberUpdate,
    PartnerChoice,
    SpokenLine,
    Vote,
    VoteInput,
    build_input,
)
from npcserver.model.character import Person
from npcserver.model.feelings import Belief
from npcserver.model.group.moves import Chose, Closed, LineSpoken, Move, Seated, Updated, Voted
from npcserver.model.group.script import Candidate, Course, Knowledge, Script, Stage, Tie
from npcserver.model.model_use import Purpose
from npcserver.model.secret import Secret
from npcserver.model.thought import AnswerStatus
from npcserver.model.turn import BY_RULE, Origin, OriginKind
from tests.fakes.scene_scripts import (
    answer_with_partners,
    council_script,
    opening_moves,
    play_until,
    play_wave,
    principal,
    thought_receipt,
    vote_candidates,
)

CELLAR = Secret(key="cellar", to=("ada",))
SHORT = Course(rounds=1, stages=(Stage.UPDATE,))
changes = st.integers(-1000, 1000)
names = st.sampled_from(("ada", "ben", "cyn", "dov", "eve", "zoe", ""))
topics = st.sampled_from(("mine", "sell", "weather"))


def choosing() -> GroupChat:
    return play_until(opening_moves(council_script()), Chose)


def voting() -> GroupChat:
    return play_until(opening_moves(council_script(SHORT)), Voted)


def chose(answer: Answer | None, secrets: tuple[Secret, ...] = ()) -> Chose:
    (move,) = moves_of(choosing(), Choose(member="ada"), answer, thought_receipt(1), secrets)
    assert isinstance(move, Chose)
    return move


def voted(answer: Answer | None, knowledge: Knowledge = Knowledge.OWN) -> Voted:
    task = CastVote(member="ada", knowledge=knowledge)
    (move,) = moves_of(voting(), task, answer, thought_receipt(1))
    assert isinstance(move, Voted)
    return move


def test_a_choice_says_whom_and_how() -> None:
    """With as many topics as there are chat rounds, and the secrets that the words may carry."""
    answer = PartnerChoice(
        partner="dov",
        situation="Weak.",
        strategy="Flatter.",
        topics=("bread", "flour", "water"),
        say=" Good day. ",
        reasons="He owns much.",
    )

    assert chose(answer, (CELLAR,)) == Chose(
        round=1,
        stage=Stage.PRIVATE_CHAT,
        member="ada",
        partner="dov",
        situation="Weak.",
        strategy="Flatter.",
        topics=("bread", "flour"),
        opening="Good day.",
        reasons="He owns much.",
        secrets=(CELLAR,),
        made_from=thought_receipt(1),
    )


@pytest.mark.parametrize("partner", ["", "ada", "zoe", "Dov"])
def test_nobody_is_chosen_who_is_not_there(partner: str) -> None:
    """Nor oneself; then there is nobody to say the first words to."""
    move = chose(PartnerChoice(partner=partner, say="Hello."), (CELLAR,))

    assert (move.partner, move.opening, move.secrets) == ("", "", ())


def test_the_first_words_carry_the_secrets_of_the_choice() -> None:
    """They are said without another thought."""
    chat = choosing()
    made_from = replace(thought_receipt(1), raw_answers=("Hello.",), model="openai:m")
    choice = chose(PartnerChoice(partner="dov", say="Hello."))
    move = replace(choice, secrets=(CELLAR,), made_from=made_from)
    others = [
        one
        for one in play_wave(chat, answer_with_partners({}))
        if isinstance(one, Chose) and one.member != "ada"
    ]
    chat = chat.then(move, *others)

    (spoke,) = moves_of(chat, due(chat)[0])
    assert spoke == LineSpoken(
        round=1,
        stage=Stage.PRIVATE_CHAT,
        chat_round=1,
        member="ada",
        talk="ada",
        to="dov",
        text="Hello.",
        secrets=(CELLAR,),
        origin=Origin(OriginKind.MODEL, "openai:m"),
    )


def test_a_line_is_said_where_it_was_due() -> None:
    """Before all, with its secrets; who passes lets none out."""
    chat = play_until(opening_moves(council_script(Course(stages=(Stage.GROUP_CHAT,)))), LineSpoken)
    task = Say(member="eve", chat_round=1)
    (line,) = moves_of(
        chat, task, SpokenLine(say=" No. ", ends=True), thought_receipt(2), (CELLAR,)
    )
    (silence,) = moves_of(chat, task, SpokenLine(say="  "), thought_receipt(1), (CELLAR,))

    assert line == LineSpoken(
        round=1,
        stage=Stage.GROUP_CHAT,
        chat_round=1,
        member="eve",
        text="No.",
        ends=True,
        secrets=(CELLAR,),
        made_from=thought_receipt(2),
        origin=BY_RULE,  # nothing was written
    )
    assert isinstance(silence, LineSpoken)
    assert (silence.text, silence.ends, silence.secrets) == ("", False, ())
    assert silence.origin is None


@given(
    st.lists(st.tuples(names, changes), max_size=12),
    st.lists(st.tuples(names, names, changes), max_size=12),
    st.lists(st.tuples(topics, changes), max_size=6),
)
def test_a_round_changes_nothing_beyond_its_bounds(
    relations: list[tuple[str, int]],
    inferred: list[tuple[str, str, int]],
    beliefs: list[tuple[str, int]],
) -> None:
    """Relations and beliefs by ten at most, once each; what is inferred is of two others."""
    chat = opening_moves(council_script(SHORT)).then(
        *play_wave(opening_moves(council_script(SHORT)), answer_with_partners({}))
    )
    answer = MemberUpdate(
        summary=" We talked. ",
        relations=tuple(relations),
        inferred=tuple(inferred),
        beliefs=tuple(beliefs),
    )
    (move,) = moves_of(chat, Update(member="ada"), answer, thought_receipt(1))

    assert isinstance(move, Updated)
    assert move.summary == "We talked."
    assert len(dict(move.relations)) == len(move.relations)
    assert all(one in ("ben", "cyn", "dov", "eve") for one, _ in move.relations)
    assert all(-10 <= change <= 10 and change for _, change in (*move.relations, *move.beliefs))
    assert {topic for topic, _ in move.beliefs} <= {"mine"}
    assert all(0 <= score <= 100 for *_, score in move.inferred)
    assert all("ada" not in (of, to) and of != to for of, to, _ in move.inferred)
    after = chat.then(move)
    before = chat.relations("ada")
    assert all(abs(score - before[one]) <= 10 for one, score in after.relations("ada").items())
    assert abs(after.beliefs("ada")[0].score - 60) <= 10


def test_a_vote_names_candidates() -> None:
    """Who votes for another has voted but for itself, too."""
    whole = voted(Vote(choice="ada", choice_not_self="cyn", guess="ben", statement=" Trust me. "))

    assert (whole.choice, whole.choice_not_self, whole.guess) == ("ada", "cyn", "ben")
    assert whole.statement == "Trust me."
    assert voted(Vote(choice="ben")).choice_not_self == "ben"


@pytest.mark.parametrize("nobody", ["", "dov", "Ben", "zoe"])
def test_a_vote_for_who_does_not_stand_is_none(nobody: str) -> None:
    """Neither as a choice nor as a guess; nor a vote for oneself where it must not be."""
    move = voted(Vote(choice=nobody, choice_not_self=nobody, guess=nobody))

    assert (move.choice, move.choice_not_self, move.guess) == ("", "", "")
    assert voted(Vote(choice="ada", choice_not_self="ada")).choice_not_self == ""


def test_there_are_no_last_words_on_all_knowledge() -> None:
    """Nobody knows everything who could say them."""
    assert voted(Vote(choice="ben", statement="I know."), Knowledge.ALL).statement == ""


def test_the_close_holds_the_result_and_all_that_it_took() -> None:
    """Also the call of the summary itself."""
    chat = play_until(opening_moves(council_script(SHORT)), Closed)
    (closed,) = moves_of(chat, Conclude(), " They voted. ", thought_receipt(2))

    assert isinstance(closed, Closed)
    assert closed.is_settled
    assert closed.result.summary == "They voted."
    assert closed.result.effort.calls == chat.effort.calls + 2
    assert closed.result.effort == chat.then(closed).effort


def test_an_answer_to_something_else_is_refused() -> None:
    """It is a fault of the program, and nothing that a model can cause."""
    with pytest.raises(TypeError, match="is no answer to"):
        moves_of(choosing(), Choose(member="ada"), SpokenLine(say="Hello."))


def vote_now(script: Script | None = None) -> GroupChat:
    return play_until(opening_moves(script or council_script(SHORT)), Voted)


@pytest.mark.parametrize(
    ("kind", "purpose"),
    [
        (Chose, Purpose.CHOOSE),
        (LineSpoken, Purpose.SPEAK),
        (Updated, Purpose.UPDATE),
        (Voted, Purpose.VOTE),
        (Closed, Purpose.CHRONICLE),
    ],
)
def test_a_default_that_nobody_was_asked_for_counts_as_one(
    kind: type[Chose | LineSpoken | Updated | Voted | Closed], purpose: Purpose
) -> None:
    """Its receipt says for what, and that there was no call."""
    chat = play_until(
        opening_moves(council_script()), kind, answer_with_partners({"ada": "dov"}, opening="")
    )
    (move,) = moves_of(chat, due(chat)[0])

    assert isinstance(move, Chose | LineSpoken | Updated | Voted | Closed)
    assert move.made_from is not None
    assert move.made_from.verdict is AnswerStatus.DEFAULTED
    assert (move.made_from.calls, move.made_from.purpose) == (0, purpose)
    assert chat.then(move).effort.defaulted == 1


def test_the_receipt_of_an_unreadable_answer_is_kept() -> None:
    """What it cost is counted with the default."""
    asked = thought_receipt(2, is_answered=False)
    (move,) = moves_of(choosing(), Choose(member="ada"), None, asked)

    assert isinstance(move, Chose)
    assert move.made_from == asked
    assert move.partner == ""


def test_defaults_are_the_least_that_can_be_done() -> None:
    """Talk with nobody, pass and be done, change nothing, tell by what was won."""
    chat = opening_moves(council_script())
    taken: dict[type[Move], Move] = {}
    while tasks := due(chat):
        moves = [move for task in tasks for move in moves_of(chat, task)]
        taken |= {type(move): move for move in moves}
        chat = chat.then(*moves)
    chose_, spoke, updated, closed = (taken[one] for one in (Chose, LineSpoken, Updated, Closed))

    assert isinstance(chose_, Chose)
    assert isinstance(spoke, LineSpoken)
    assert isinstance(updated, Updated)
    assert isinstance(closed, Closed)
    assert (chose_.partner, spoke.text, spoke.ends) == ("", "", True)
    assert (updated.summary, updated.relations, updated.beliefs) == ("", (), ())
    assert closed.result.summary == closed.result.because
    assert chat.effort.calls == 0


def test_a_person_s_seat_is_updated_without_a_default() -> None:
    """Nobody was to be asked, so nothing is missing."""
    chat = play_until(opening_moves(council_script(SHORT)), Updated)
    chat = chat.then(Seated(member="eve", person=Person(id="p1", name="Mia")))

    assert moves_of(chat, Update(member="eve")) == (Updated(round=1, member="eve"),)


def default_of(script: Script, member: str) -> Vote:
    chat = vote_now(script)
    material = build_input(chat, CastVote(member=member, knowledge=Knowledge.OWN))
    assert isinstance(material, VoteInput)
    assert default_answer(material) == default_vote(material)
    return default_vote(material)


def test_by_default_a_candidate_votes_for_itself() -> None:
    """And else for whom it stands to best; of equals for the first in the script."""
    ties = (Tie(of="ada", to="cyn", score=30), Tie(of="eve", to="dov", score=99))
    script = council_script(SHORT, ties=ties)

    assert default_of(script, "ada") == Vote(choice="ada", choice_not_self="cyn")
    assert default_of(script, "ben") == Vote(choice="ben", choice_not_self="ada")
    assert default_of(script, "eve") == Vote(choice="ada", choice_not_self="ada")


def test_by_default_what_is_believed_in_most_is_voted_for() -> None:
    """Where candidates are no members: the strongest belief that names one, else the first."""
    keep = Candidate(id="keep", name="Keeping the mill")
    sell = Candidate(id="sell", name="Selling")
    beliefs = (
        Belief(topic="weather", text="It will rain.", score=99),
        Belief(topic="keep", text="It must stay.", score=40),
        Belief(topic="money", text="Selling makes rich.", score=70),
    )
    script = council_script(
        SHORT,
        members=(principal("ada", beliefs=beliefs), principal("ben")),
        ballot=replace(council_script().ballot, candidates=(keep, sell)),
    )

    assert default_of(script, "ada") == Vote(choice="sell", choice_not_self="sell")
    assert default_of(script, "ben") == Vote(choice="keep", choice_not_self="keep")


def test_by_default_members_come_before_other_candidates() -> None:
    """And who alone can be voted for has nobody else to vote for."""
    sell = Candidate(id="sell", name="Selling")
    mixed = council_script(
        SHORT, ballot=replace(council_script().ballot, candidates=(sell, *vote_candidates("ben")))
    )
    alone = council_script(
        SHORT, ballot=replace(council_script().ballot, candidates=vote_candidates("ada"))
    )

    assert default_of(mixed, "eve").choice == "ben"
    assert default_of(alone, "ada") == Vote(choice="ada", choice_not_self="")
