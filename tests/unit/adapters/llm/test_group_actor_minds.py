"""What a scene leaves in its members without a language model: updates, votes, what is told."""

import re
from collections.abc import Sequence
from dataclasses import replace

from npcserver.model.feelings import CHANGE, Belief
from npcserver.model.group.moves import LineSpoken
from npcserver.model.group.script import Candidate, Knowledge, Script, Stage
from npcserver.model.group.visibility import Meeting
from npcserver.model.group_inputs import (
    ChronicleInput,
    MemberUpdate,
    Standpoint,
    UpdateInput,
    Vote,
    VoteInput,
)
from tests.unit.adapters.llm.group_scenes import MILL, Actor, line, standpoint


def revised(
    *known: LineSpoken | Meeting, member: str = "dov", script: Script = MILL
) -> MemberUpdate:
    """Return what a round of such events changes for a member."""
    answer = Actor()(UpdateInput(standpoint=standpoint(member, script, known=known)))
    assert isinstance(answer, MemberUpdate)
    return answer


def test_good_words_win_and_attacks_lose() -> None:
    """Relations follow what was said to somebody, within the bound."""
    kind = revised(
        line("ben", "I am with you, Dov, and the upper fields is one more reason for it.", "dov"),
        line("ada", "If you go on like this, Dov, you will stand there alone.", "dov"),
    )
    changes = dict(kind.relations)

    assert changes["ben"] > 0 > changes["ada"]
    assert all(abs(change) <= CHANGE for change in changes.values())


def test_beliefs_move_with_relations() -> None:
    """Who speaks well to somebody gains in the belief that speaks for them."""
    kind = revised(
        line("ben", "I will stand with you, Dov, and I will say so if somebody asks.", "dov"),
        line("ben", "It is clean water that I would be judged by."),
    )

    assert dict(kind.beliefs).get("with-ben", 0) > dict(kind.beliefs).get("with-ada", 0)


def test_stubborn_are_moved_less() -> None:
    """The same words do more to who is gentle than to who is quick to anger."""
    words = "I am with you, {}. What you say about {} deserves more than silence."
    gentle = revised(line("ada", words.format("Eve", "clean water"), "eve"), member="eve")
    hard = revised(
        line("eve", words.format("Ada", "clean water"), "ada"),
        member="ada",
    )

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
