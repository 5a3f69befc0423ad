"""How large the prompts of a group chat get, and what is never left out of them."""

from dataclasses import replace

import pytest

from npcserver.model.acting.material import Choosing, Revising, Speaking, Standpoint, Voting
from npcserver.model.group.known import Known
from npcserver.model.group.moves import Spoke, Updated
from npcserver.model.group.script import (
    Ballot,
    Candidate,
    Course,
    Knowledge,
    Member,
    Rank,
    Resource,
    Script,
    Stage,
)
from npcserver.prompts.budget import prompt_tokens
from npcserver.prompts.group_choose import ChoosePartner
from npcserver.prompts.group_speak import SpeakUp
from npcserver.prompts.group_update import TakeStock
from npcserver.prompts.group_vote import CastVote
from npcserver.prompts.putting import Put
from npcserver.prompts.render import Templates
from tests.fakes import parley

TEMPLATES = Templates()


def user(question: Put) -> str:
    return question.messages(TEMPLATES, "en")[1].text


LONG = (
    "I have heard three offers tonight, and each of them would leave the house poorer than it "
    "was, so say plainly what is on the table, and until when, and who else has seen it."
)


def family(course: Course | None = None) -> Script:
    """Return a scene as large as the largest that ships: nine members, five of them principals."""
    members = tuple(
        Member(
            id=f"m{at}",
            name=f"Kin{at} Hale",
            rank=Rank.PRINCIPAL if at < 5 else Rank.SUPPORTING,
            camp=("keep", "change", "neither")[at % 3],
            scratch=LONG,
            goal=LONG[:100],
            public=LONG[:90],
            private=LONG,
            beliefs=parley.ADA.beliefs,
        )
        for at in range(9)
    )
    resources = tuple(
        Resource(
            id=f"r{at}",
            name=f"Holding {at}",
            owner=f"m{at}",
            impact=10,
            topics=("prices", "freedom of the press", "old and new", "who decides"),
            description="A large house with a long history.",
        )
        for at in range(5)
    )
    candidates = tuple(
        Candidate(id=one.id, name=one.name, camp=one.camp, member=one.id) for one in members[:5]
    )
    return replace(
        parley.SCRIPT,
        premise=LONG * 2,
        members=members,
        resources=resources,
        course=course or Course(),
        ballot=Ballot(question="Who leads the house from now on?", candidates=candidates),
    )


def evening(lines: int) -> tuple[Known, ...]:
    """Return so many long lines before all, after two rounds that are only noted any more."""
    noted = tuple(
        Updated(round=at, member="m0", summary=LONG * 2, reflection=LONG[:100]) for at in (1, 2)
    )
    said = tuple(
        parley.spoke(f"m{at % 9}", f"Line {at}. {LONG}", round=2, chat_round=at // 9 + 1)
        for at in range(lines)
    )
    return (*noted, *said)


def large(stage: Stage, lines: int, **changes: object) -> dict[str, object]:
    script = family()
    others = tuple((one.id, 20) for one in script.members[1:])
    return {
        "script": script,
        "member": script.members[0],
        "round": 3,
        "stage": stage,
        "known": evening(lines),
        "relations": others,
        "inferred": tuple((a, b, 60) for a, _ in others for b, _ in others if a != b),
        "influence": tuple((one.id, 30) for one in script.members),
        **changes,
    }


def at(stage: Stage, lines: int) -> Standpoint:
    return parley.standpoint(**large(stage, lines))


def to_one() -> Speaking:
    talk = parley.talk("m0", "m1", *(f"{number}. {LONG}" for number in range(5)), round=3)
    partner = family().members[1]
    here = at(Stage.PRIVATE_CHAT, 15)
    return Speaking(standpoint=here, partner=partner, lines=talk, strategy=LONG, is_last=True)


def to_all() -> Speaking:
    said = tuple(replace(one, round=3) for one in evening(18) if isinstance(one, Spoke))
    return Speaking(standpoint=at(Stage.GROUP_CHAT, 2), partner=None, lines=said)


def ballot(standpoint: Standpoint, knowledge: Knowledge = Knowledge.OWN) -> Voting:
    found = standpoint.script.ballot
    return Voting(
        standpoint=standpoint,
        question=found.question,
        candidates=found.candidates,
        others=found.candidates[1:],
        knowledge=knowledge,
    )


def questions_of_a_large_scene() -> dict[str, Put]:
    here, partners = at(Stage.PRIVATE_CHAT, 20), family().members[1:]
    return {
        "choose": ChoosePartner.of(Choosing(standpoint=here, partners=partners, chat_rounds=3)),
        "talk": SpeakUp.of(to_one()),
        "floor": SpeakUp.of(to_all()),
        "update": TakeStock.of(Revising(standpoint=at(Stage.UPDATE, 30))),
        "vote": CastVote.of(ballot(at(Stage.SETTLEMENT, 30))),
    }


@pytest.mark.parametrize("question", ["choose", "talk", "floor", "update", "vote"])
def test_a_large_scene_stays_within_its_tokens(question: str) -> None:
    """Nine members, long lines everywhere: estimated on the high side, 2,650 tokens."""
    put = questions_of_a_large_scene()[question]

    assert prompt_tokens(put.messages(TEMPLATES, "en")) <= 2_650


@pytest.mark.parametrize(("question", "first", "count"), [("choose", 0, 20), ("vote", 0, 30)])
def test_no_line_that_counts_is_left_out(question: str, first: int, count: int) -> None:
    """Long lines are cut short, so that each of the newest twenty or thirty is there."""
    text = user(questions_of_a_large_scene()[question])

    assert [number for number in range(first, count) if f"Line {number}." not in text] == []


def test_the_newest_lines_are_kept() -> None:
    """Twenty in talks; what is older is not shown, and the order is that in which it happened."""
    text = user(SpeakUp.of(parley.before_all(known=evening(40))))
    shown = [number for number in range(40) if f"Line {number}." in text]

    assert shown == list(range(20, 40))
    assert text.index("Line 20.") < text.index("Line 39.")


def test_who_knows_all_has_no_fewer_lines_than_anybody() -> None:
    """Every line is there, however many."""
    here = parley.standpoint(**large(Stage.SETTLEMENT, 90, knows_all=True))
    text = user(CastVote.of(ballot(here, Knowledge.ALL)))

    assert [number for number in range(90) if f"Line {number}." not in text] == []


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("question", ["choose", "talk", "floor", "update", "vote"])
def test_prompts_have_no_hole(question: str, language: str) -> None:
    """No empty heading, no variable unfilled, no three line breaks in a row."""
    messages = questions_of_a_large_scene()[question].messages(TEMPLATES, language)

    for message in messages:
        assert "None" not in message.text
        assert "\n\n\n" not in message.text
        assert "{{" not in message.text
