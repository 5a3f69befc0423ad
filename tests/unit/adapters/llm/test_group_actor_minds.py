"""What a scene leaves in its members without a language model: updates, votes, what is told."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest

from npcserver.adapters.files.scene_file import load_scene, shipped_scenes
from npcserver.adapters.llm.actor import scene_lines as wording
from npcserver.adapters.llm.actor.scene_lines import LineTarget, fillings, says_twice
from npcserver.adapters.llm.actor.scene_opinions import candidate_name, favour, vote
from npcserver.adapters.llm.actor.scene_view import MemberStandpoint
from npcserver.model.feelings import CHANGE, Belief
from npcserver.model.group.moves import Began, Chose, LineSpoken
from npcserver.model.group.script import Camp, Candidate, Knowledge, Rank, Script, Stage, WinRule
from npcserver.model.group.visibility import Meeting
from npcserver.model.group_inputs import (
    ChronicleInput,
    MemberUpdate,
    Standpoint,
    UpdateInput,
    Vote,
    VoteInput,
)
from tests.fakes.scene_scripts import play_script
from tests.unit.adapters.llm.group_scenes import MILL, Actor, bank, line, standpoint


def revised(
    *known: LineSpoken | Meeting, member: str = "dov", script: Script = MILL
) -> MemberUpdate:
    """Return what a round of such events changes for a member."""
    answer = Actor()(UpdateInput(standpoint=standpoint(member, script, known=known)))
    assert isinstance(answer, MemberUpdate)
    return answer


def test_good_words_win_and_attacks_lose() -> None:
    """Relations follow what was said to a character, within the bound."""
    kind = revised(
        line("ben", "I am with you, Dov, and the upper fields is one more reason for it.", "dov"),
        line("ada", "If you go on like this, Dov, you will stand there alone.", "dov"),
    )
    changes = dict(kind.relations)

    assert changes["ben"] > 0 > changes["ada"]
    assert all(abs(change) <= CHANGE for change in changes.values())


def test_beliefs_move_with_relations() -> None:
    """Who speaks well to a character gains in the belief that speaks for them."""
    kind = revised(
        line("ben", "I will stand with you, Dov, and I will say so if somebody asks.", "dov"),
        line("ben", "It is clean water that I would be judged by."),
    )

    assert dict(kind.beliefs).get("with-ben", 0) > dict(kind.beliefs).get("with-ada", 0)


def test_stubborn_are_moved_less() -> None:
    """The same words do more to who is gentle than to who is quick to anger."""
    words = "I am with you, {}. What you say about {} deserves more than silence."
    gentle = revised(line("ada", words.format("Eve", "clean water"), "eve"), member="eve")
    hard = revised(line("eve", words.format("Ada", "clean water"), "ada"), member="ada")

    assert dict(gentle.relations)["ada"] > dict(hard.relations).get("eve", 0) >= 0


def test_ties_of_others_are_inferred_from_meetings_and_from_words() -> None:
    """Who met grew closer, and who contradicts another did not."""
    met = Meeting(round=1, stage=Stage.CONFIDENTIAL_MEETING, first="ada", second="eve")
    kind = revised(met, line("ben", "I have to contradict Ada. The mill should be mine."))
    ties = {(of, to): score for of, to, score in kind.inferred}

    assert ties["ada", "eve"] > 10
    assert ties["ben", "ada"] < 10


def test_summary_quotes_what_was_really_said() -> None:
    """What is kept of a round is in the words of those who spoke."""
    heard = line("ben", "My case is short: the mill should be mine.", "dov")
    answered = line("dov", "Perhaps, Ben. What I miss is a word about clean water.", talk="ben")
    kind = revised(heard, replace(answered, to="ben", stage=Stage.PRIVATE_CHAT))
    quotes = re.findall("“([^”]+)”", kind.summary)

    assert quotes
    assert all(any(one in spoken.text for spoken in (heard, answered)) for one in quotes)
    assert "Ben" in kind.summary


def test_own_aim_comes_first_where_it_may() -> None:
    """A principal votes for itself, and for whom it stands to best where it may not."""
    at = standpoint("ada", stage=Stage.SETTLEMENT)
    vote = Actor()(_ballot(at, MILL.ballot.candidates[1:]))

    assert isinstance(vote, Vote)
    assert (vote.choice, vote.choice_not_self) == ("ada", "ben")
    assert vote.statement


def test_vote_follows_relations_and_beliefs() -> None:
    """Who backs nobody for itself votes for whom it likes and trusts."""
    for best in ("ada", "ben"):
        at = standpoint(
            "eve",
            stage=Stage.SETTLEMENT,
            relations=tuple((one, 40 if one == best else 5) for one in ("ada", "ben", "dov")),
        )
        vote = Actor()(_ballot(at, MILL.ballot.candidates))

        assert isinstance(vote, Vote)
        assert vote.choice == best


def test_judge_weighs_what_was_shown() -> None:
    """A verdict that no member stands for goes to the side whose evidence was brought forward."""
    script = replace(
        MILL,
        members=tuple(
            replace(one, camp={"ada": "old", "ben": "new"}.get(one.id, ""), beliefs=())
            for one in MILL.members
        ),
        resources=(
            replace(MILL.resources[0], owner="ada"),
            replace(MILL.resources[1], owner="ben"),
        ),
        ballot=replace(
            MILL.ballot,
            candidates=(
                replace(MILL.ballot.candidates[0], id="yes", name="Yes", member="", camp="new"),
                replace(MILL.ballot.candidates[0], id="no", name="No", member="", camp="old"),
            ),
        ),
    )
    shown = line("ada", "We cannot decide this without the upper fields.")
    at = standpoint("eve", script, stage=Stage.SETTLEMENT, beliefs=(), known=(shown,))
    vote = Actor()(_ballot(at, script.ballot.candidates))

    assert isinstance(vote, Vote)
    assert vote.choice == "no"


def test_chronicle_tells_who_won_in_words_that_were_said() -> None:
    """What happened is told by quotes, with the winner and the reason."""
    told = Actor()(
        ChronicleInput(
            script=MILL,
            lines=(line("ada", "My place in this is clear: the mill should be mine."),),
            winners=("ben",),
            because="Ben Oakes has the most votes: 3 votes.",
        )
    )

    assert isinstance(told, str)
    assert "the mill should be mine" in told
    assert "Ben Oakes has the most votes" in told


def test_belief_is_named_by_topic() -> None:
    """Beliefs of any wording can be moved, for an answer names them by their topics."""
    known = (line("ben", "I promise you my help, Dov, and my thanks.", to="dov"),)
    belief = Belief(topic="with-ben", text="I should side with Ben")
    moved = Actor()(UpdateInput(standpoint=standpoint("dov", beliefs=(belief,), known=known)))

    assert isinstance(moved, MemberUpdate)
    assert {topic for topic, _ in moved.beliefs} <= {"with-ben"}


def _ballot(at: Standpoint, others: Sequence[Candidate]) -> VoteInput:
    return VoteInput(
        standpoint=at,
        question=at.script.ballot.question,
        candidates=at.script.ballot.candidates,
        others=tuple(others),
        knowledge=Knowledge.OWN,
    )


def test_supporting_members_come_to_back_a_character_and_not_all_court_one() -> None:
    """Which is what influence is for; and it keeps within its calls."""
    chat = play_script(load_scene(shipped_scenes()["succession"]), Actor(), seed=1)

    supporting = [one.id for one in chat.script.members if one.rank is Rank.SUPPORTING]
    chosen: dict[tuple[int, str], Counter[str]] = {}
    for _, move in chat.moves:
        if isinstance(move, Chose) and move.partner:
            chosen.setdefault((move.round, move.stage), Counter())[move.partner] += 1
    assert sum(bool(chat.backs(one)) for one in supporting) >= len(supporting) // 2
    assert all(len(partners) > 1 for partners in chosen.values())
    assert chat.effort.calls <= 250


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
def test_what_people_say_of_a_character_is_quoted_word_for_word(public: str, quoted: str) -> None:
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
