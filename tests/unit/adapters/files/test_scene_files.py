"""Reading scene files: what is understood, and what an author is told."""

from pathlib import Path

import pytest

from npcserver.adapters.files import load_scene, parse_scene
from npcserver.model import limits
from npcserver.model.errors import BrokenFile
from npcserver.model.group.script import (
    Candidate,
    Course,
    Rank,
    Stage,
    Tie,
    VoteRule,
    WinRule,
)
from tests.unit.adapters.files.weir import DUEL, LEAST


def problems_of(text: str) -> str:
    with pytest.raises(BrokenFile) as caught:
        parse_scene(text, "weir.yaml")
    return str(caught.value)


def test_a_scene_file_is_read_whole() -> None:
    """Everything a designer may write arrives in the script."""
    weir = parse_scene(DUEL, "weir.yaml")

    assert (weir.id, weir.title, weir.language) == ("the-weir", "The Weir", "en-GB")
    assert [camp.id for camp in weir.camps] == ["stone", "timber"]
    ann, bob, cid = weir.members
    assert (ann.scratch, ann.public, ann.private) == (
        "dry, exact",
        "The miller.",
        "You own the quarry.",
    )
    assert [(one.topic, one.score) for one in ann.beliefs] == [
        ("stone-lasts", 60),
        ("timber-is-cheap", 50),
    ]
    assert (ann.rank, bob.rank, cid.rank) == (Rank.PRINCIPAL, Rank.PRINCIPAL, Rank.SUPPORTING)
    assert (cid.name, cid.character_id, cid.is_camp_fixed) == ("", "cid-holm", True)
    quarry, floods = weir.resources
    assert (quarry.owner, quarry.impact, quarry.topics) == ("ann", 30, ("stone", "cartage"))
    assert (floods.owner, floods.impact) == ("", 0)
    assert weir.course == Course(
        rounds=2,
        stages=(Stage.GROUP_CHAT, Stage.UPDATE),
        private_rounds=1,
        meeting_rounds=2,
        group_rounds=4,
        most_calls=90,
        has_thinking=True,
        has_memory=False,
        has_summaries=False,
    )
    assert weir.ballot.candidates == (
        Candidate(id="ann", name="Ann Weir", camp="stone", member="ann"),
        Candidate(id="wait", name="Wait a year", camp="timber"),
    )
    assert weir.ballot.rules == (VoteRule.OWN_NOT_SELF, VoteRule.ALL)
    assert (weir.ballot.win, weir.ballot.decider) == (WinRule.DECIDER_OR_PLURALITY, "ann")


def test_relations_are_pairs_or_rows_and_those_of_strangers_go_without_saying() -> None:
    """A row of the matrix is as good as its pairs; 10 is what everybody begins with."""
    weir = parse_scene(DUEL, "weir.yaml")

    assert weir.ties == (
        Tie(of="ann", to="bob", score=35),
        Tie(of="bob", to="ann", score=5),
        Tie(of="bob", to="cid", score=40),
        Tie(of="ann", to="bob", score=10, inferred_by="cid"),
    )


def test_the_smallest_scene_is_a_premise_and_two_members() -> None:
    """Everything else has a default that runs."""
    loaf = parse_scene(LEAST, "plays/the-last_loaf.yaml")

    assert (loaf.id, loaf.title, loaf.language) == ("the-last-loaf", "The last loaf", "en")
    assert [member.id for member in loaf.principals] == ["ann", "bob"]
    assert loaf.course == Course()
    assert [one.member for one in loaf.ballot.candidates] == ["ann", "bob"]
    assert loaf.ballot.question == "Who should have their way?"
    assert loaf.ballot.rules == tuple(VoteRule)
    assert (loaf.ballot.win, loaf.ballot.decider) == (WinRule.PLURALITY, "")


def test_a_vote_always_has_something_to_choose() -> None:
    """With one principal alone, all members are candidates by themselves."""
    court = parse_scene(LEAST.replace("{name: Bob}", "{name: Bob, rank: supporting}"), "x.yaml")

    assert [one.id for one in court.ballot.candidates] == ["ann", "bob"]


def test_the_question_is_asked_in_the_language_of_the_scene() -> None:
    """A Chinese scene without a question of its own gets a Chinese one."""
    scene = LEAST.replace("{premise:", "{language: zh-Hans, id: x, title: 面包, premise:")

    assert parse_scene(scene, "x.yaml").ballot.question == "应该听谁的？"


@pytest.mark.parametrize(
    ("members", "told"),
    [
        ("members: []", ":3: members: must hold at least 2; nobody can talk alone"),
        ("members: [{name: Ann}]", "members: must hold at least 2"),
        ("members: Ann", "members: must be a list"),
        ("", ":1: members: is missing; add it"),
        (
            "members: [{name: Ann, rank: supporting}, {name: Bob, rank: supporting}]",
            "members: none of them is a principal, so nobody would start a talk",
        ),
        (
            f"members: [{', '.join(f'{{name: M{n}}}' for n in range(41))}]",
            "members: has 41 items; keep at most 40",
        ),
        (
            "members: [{name: Ann, beliefs: ["
            + ", ".join(f"{{text: B{n}}}" for n in range(51))
            + "]}, {name: Bob}]",
            "members[0].beliefs: has 51 items; keep at most 50",
        ),
    ],
)
def test_a_scene_needs_people_in_sensible_numbers(members: str, told: str) -> None:
    """Too few cannot talk, and too many cannot be listened to."""
    text = f"format: npcserver/scene/1\nscene: {{premise: One loaf is left.}}\n{members}\n"

    assert told in problems_of(text)


def test_an_empty_value_is_as_good_as_a_missing_one() -> None:
    """A designer who writes down all keys first, and fills in some, is not scolded for it."""
    blank = "relations:\nresources: ~\nballot:\n  win:\n  decider: null\ncourse: {rounds: }\n"
    members = LEAST.replace("{name: Bob}", "{name: Bob, camp: , rank: , goal: , beliefs: }")

    assert parse_scene(members + blank, "x.yaml") == parse_scene(LEAST, "x.yaml")


def test_all_problems_are_told_at_once() -> None:
    """An author mends the file in one go, top to bottom."""
    broken = DUEL.replace("score: 60", "score: 600").replace("owner: ann", "owner: dan")

    with pytest.raises(BrokenFile) as caught:
        parse_scene(broken.replace("win: decider_or_plurality", "win: most"), "weir.yaml")

    assert [problem.split(": ")[1] for problem in caught.value.problems] == [
        "members[0].beliefs[0].score",
        "resources[0].owner",
        "ballot.win",
    ]


@pytest.mark.parametrize("text", ["", "- a list", "just words"])
def test_what_is_no_scene_at_all_is_refused(text: str) -> None:
    """The message says how a scene file begins."""
    assert "must begin with `format: npcserver/scene/1`" in problems_of(text)


def test_a_scene_is_loaded_from_disk(tmp_path: Path) -> None:
    """A file reads as its text does, and a missing one is told by its path."""
    path = tmp_path / "weir.yaml"
    path.write_bytes(DUEL.encode())

    assert load_scene(path) == parse_scene(DUEL, "weir.yaml")
    with pytest.raises(BrokenFile, match=r"nothing\.yaml: does not exist"):
        load_scene(tmp_path / "nothing.yaml")


def test_limits_hold_for_all_lists() -> None:
    """A generated file cannot bring in thousands of anything."""
    many = "\n".join(f"  - {{name: R{n}}}" for n in range(limits.SCENE_RESOURCES + 1))

    assert "resources: has 101 items" in problems_of(f"{LEAST}resources:\n{many}\n")
