"""How members without a model put things: names as they are, no line that says a thing twice."""

from dataclasses import replace

import pytest

from npcserver.adapters.llm.actor import scene_lines as wording
from npcserver.adapters.llm.actor.scene_lines import LineTarget, fillings, says_twice
from npcserver.adapters.llm.actor.scene_opinions import candidate_name, favour, vote
from npcserver.adapters.llm.actor.scene_view import MemberStandpoint
from npcserver.model.group.moves import Began
from npcserver.model.group.script import Camp, Candidate, Knowledge, Rank, Script, Stage, WinRule
from npcserver.model.group_inputs import VoteInput
from tests.unit.adapters.llm.group_scenes import MILL, bank, standpoint


def view(member_id: str = "ben", script: Script = MILL, **changes: object) -> MemberStandpoint:
    """See a scene as a member does."""
    return MemberStandpoint(at=standpoint(member_id, script, **changes), bank=bank("en"))


@pytest.mark.parametrize(
    ("public", "quoted"),
    [
        ("Founder of the mill, feared by his sons Ben and Dov.", "Founder of the mill"),
        ("A founder who says aloud what he thinks of Ben.", ""),
        ("Ben's old rival.", ""),
    ],
)
def test_what_people_say_of_somebody_is_quoted_word_for_word(public: str, quoted: str) -> None:
    """As far as nobody is named in it: a name put as "me" in the midst of a list reads wrong."""
    ada = replace(MILL.member("ada"), public=public)

    assert wording.fame(view(), ada) == quoted


@pytest.mark.parametrize(
    ("name", "called"),
    [("Four Winds Talent", "Four Winds Talent"), ("The brook", "the brook"), ("Every", "Every")],
)
def test_what_is_owned_keeps_its_capitals(name: str, called: str) -> None:
    """Only an article loses its own."""
    [field, brook] = MILL.resources
    script = replace(MILL, resources=(replace(field, name=name, owner="ben", topics=()), brook))

    found = fillings(view(script=script), LineTarget(), view().chance("mine"))

    assert found["mine"] == called


def test_nothing_is_said_to_be_what_it_is() -> None:
    """A phrase whose gaps hold the same is not used, as where one's own thing is the topic."""
    phrase = next(one for one in bank("en").of("group.mine") if {"topic", "mine"} <= one.gaps)

    assert says_twice(phrase, {"topic": "Capital", "mine": "capital"})
    assert not says_twice(phrase, {"topic": "labour", "mine": "capital"})


def test_a_principal_votes_for_what_it_fights_for() -> None:
    """However much nearer it stands to those on the other side."""
    sides = (
        Candidate(id="go", name="Go", camp="new"),
        Candidate(id="stay", name="Stay", camp="old"),
    )
    members = [
        replace(one, camp={"ada": "old", "ben": "new"}.get(one.id, "")) for one in MILL.members
    ]
    camps = (Camp(id="old", aim="Stay"), Camp(id="new", aim="Go"))
    ballot = replace(MILL.ballot, candidates=sides, win=WinRule.PLURALITY)
    script = replace(MILL, members=tuple(members), camps=camps, ballot=ballot)

    ben = view(script=script, relations=(("ada", 60), ("dov", 10), ("eve", 10)))

    assert favour(ben, sides[0]) > favour(ben, sides[1])
    assert {candidate_name(ben, one) for one in sides} == {"“Go”", "“Stay”"}


def test_members_end_in_words_of_their_own() -> None:
    """Last words are thought side by side; still no two of four begin them alike."""
    names = ("ada", "ben", "dov", "eve")
    members = tuple(
        replace(MILL.member(one), rank=Rank.PRINCIPAL, beliefs=MILL.member("ada").beliefs[:1])
        for one in names
    )
    runners = tuple(Candidate(id=one.id, name=one.name, member=one.id) for one in members)
    ballot = replace(MILL.ballot, candidates=runners)
    script = replace(MILL, members=members, ballot=ballot)
    began = Began(round=3, stage=Stage.SETTLEMENT, order=names)

    said = []
    for one in names:
        at = view(one, script, stage=Stage.SETTLEMENT, round=3, began=began)
        others = tuple(other for other in runners if other.member != one)
        material = VoteInput(
            standpoint=at.at,
            question=ballot.question,
            candidates=runners,
            others=others,
            knowledge=Knowledge.OWN,
        )
        said.append(vote(at, material).statement)

    assert all(said)
    assert len({line[:12] for line in said}) == len(names)
