"""What is done where no answer could be had: stated, least, and counted."""

from dataclasses import replace

import pytest

from npcserver.model.character import Person
from npcserver.model.feelings import Belief
from npcserver.model.group.chat import GroupChat
from npcserver.model.group.director import CastVote, Choose, Update, due
from npcserver.model.group.moves import Chose, Closed, LineSpoken, Move, Seated, Updated, Voted
from npcserver.model.group.script import Candidate, Course, Knowledge, Script, Stage, Tie
from npcserver.model.group_answers import default_answer, default_vote, moves_of
from npcserver.model.group_inputs import Vote, VoteInput, build_input
from npcserver.model.model_use import Purpose
from npcserver.model.thought import AnswerStatus
from tests.fakes.scene_scripts import (
    answer_with_partners,
    council_script,
    opening_moves,
    play_until,
    principal,
    thought_receipt,
    vote_candidates,
)

SHORT = Course(rounds=1, stages=(Stage.UPDATE,))


def choosing() -> GroupChat:
    return play_until(opening_moves(council_script()), Chose)


def voting(script: Script | None = None) -> GroupChat:
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
    chat = voting(script)
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
