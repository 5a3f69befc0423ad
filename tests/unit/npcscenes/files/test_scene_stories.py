"""The four stories that ship: the facts of AgentGroupChat in words of our own."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import TypedDict

import pytest

from npcscenes.files.scene_file import load_scene, shipped_scenes
from npcscenes.prompts.scene_overview import scene_overview
from npcserver.cli.worlds import sample_world
from npcserver.model.group.script import Course, Member, Script, WinRule

FACTS = Path(__file__).parents[5] / "shared" / "data" / "groupchat"
STORIES = ("casting", "court", "philosophers", "succession")


class Scored(TypedDict):
    text: str
    score: int


class StoryCharacter(TypedDict):
    id: str
    source_name: str
    safe_name: str
    role: str
    camp: str
    goal: str
    private_persona: str
    public_background: str
    beliefs: list[Scored]


class Thing(TypedDict):
    name: str
    owner: str
    impact: int
    topics: list[str]
    description: str


class Story(TypedDict):
    characters: list[StoryCharacter]
    resources: list[Thing]
    camps: dict[str, str]
    premise: str
    opening_line: str


@pytest.fixture(params=STORIES)
def story(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def script(story: str) -> Script:
    return load_scene(shipped_scenes()[story])


@pytest.fixture
def facts(story: str) -> Story:
    path = FACTS / f"{story}.json"
    if not path.is_file():
        pytest.skip(f"the facts of the stories are not at {FACTS}")
    loaded: Story = json.loads(path.read_text(encoding="utf-8"))
    return loaded


def test_four_stories_ship_under_their_ids() -> None:
    """A story is found by the id that stands in its file."""
    stories = shipped_scenes()

    assert tuple(stories) == STORIES
    assert [load_scene(path).id for path in stories.values()] == list(STORIES)


def test_scenes_do_not_disturb_the_sample_world() -> None:
    """Newcomers still meet a world first."""
    assert sample_world().name == "farrowhithe.yaml"


@pytest.mark.parametrize(
    ("story", "principals", "supporting", "resources"),
    [("succession", 5, 4, 5), ("court", 3, 5, 8), ("philosophers", 6, 0, 6), ("casting", 5, 0, 4)],
)
def test_a_story_has_its_cast(
    script: Script, principals: int, supporting: int, resources: int
) -> None:
    """As many as the paper has, each with a place in the story."""
    assert len(script.principals) == principals
    assert len(script.members) == principals + supporting
    assert len(script.resources) == resources
    for member in script.members:
        assert all((member.scratch, member.goal, member.public, member.private, member.beliefs))
    assert {member.camp for member in script.members} == {camp.id for camp in script.camps}
    assert all((script.premise, script.opening, script.ballot.question))


def test_a_story_runs_as_the_paper_does_within_250_calls(script: Script) -> None:
    """Three rounds, three chat rounds a stage, all four stages."""
    assert script.course == Course(most_calls=250)


@pytest.mark.parametrize(
    ("story", "win", "decider"),
    [
        ("succession", WinRule.DECIDER_OR_PLURALITY, "magnus"),
        ("court", WinRule.DECIDER, "pieter"),
        ("philosophers", WinRule.NOBODY, ""),
        ("casting", WinRule.DECIDER, "stellan"),
    ],
)
def test_a_story_is_won_by_its_rule(script: Script, win: WinRule, decider: str) -> None:
    """The founder, the judge and the director decide; among philosophers nobody wins."""
    assert (script.ballot.win, script.ballot.decider) == (win, decider)


@pytest.mark.parametrize("story", ["court"])
def test_the_judge_stays_neutral_over_a_verdict(script: Script) -> None:
    """What is voted on is no member, and the judge's camp is fixed."""
    fixed = [member.id for member in script.members if member.is_camp_fixed]

    assert fixed == ["pieter"]
    assert [(one.id, one.camp, one.member) for one in script.ballot.candidates] == [
        ("not-guilty", "defence", ""),
        ("guilty", "prosecution", ""),
    ]


@pytest.mark.parametrize("story", ["casting"])
def test_the_actors_win_if_the_director_picks_one(script: Script) -> None:
    """Four candidates bring the win to the offence, the two outside stars to the defence."""
    camps = [one.camp for one in script.ballot.candidates]

    assert camps == ["offence"] * 4 + ["defence"] * 2
    assert "stellan" not in {one.member for one in script.ballot.candidates}


def test_what_a_story_says_is_before_the_model(script: Script) -> None:
    """Prompts give each text a share of their space; no sentence of a story is cut off in it."""
    shown = scene_overview(script)
    texts = [shown.premise, shown.opening, shown.question]
    texts += [camp.aim for camp in shown.camps]
    texts += [member.public for member in shown.members]
    texts += [resource.description for resource in shown.resources]
    texts += [topic for resource in shown.resources for topic in resource.topics]

    assert [text for text in texts if text.endswith("…")] == []
    assert (shown.premise, shown.opening) == (script.premise, script.opening)


@pytest.mark.smallville
def test_a_story_keeps_the_facts(script: Script, facts: Story) -> None:
    """Names, ranks, camps, scores, owners, impacts and numbers of topics are those given."""
    ids = {one["id"]: member.id for member, one in _pairs(script, facts)}

    for member, one in _pairs(script, facts):
        assert (member.name, member.rank.value) == (one["safe_name"], one["role"])
        assert member.camp == one["camp"]
        for belief, given in zip(member.beliefs, one["beliefs"], strict=True):
            about = {ids[found] for found in re.findall(r"C\d{4}", given["text"])}
            assert (belief.text, belief.score) == (belief.text, given["score"])
            assert (belief.text, _named(script, belief.text)) == (belief.text, about)
    for resource, thing in zip(script.resources, facts["resources"], strict=True):
        assert (resource.owner, resource.impact) == (ids[thing["owner"]], thing["impact"])
        assert len(resource.topics) == len(thing["topics"])
    assert {camp.id for camp in script.camps} == set(facts["camps"])
    assert script.ties == ()  # all begin as strangers


def _pairs(script: Script, facts: Story) -> list[tuple[Member, StoryCharacter]]:
    return list(zip(script.members, facts["characters"], strict=True))


def _named(script: Script, text: str) -> set[str]:
    """Return the members whom a text names, by a word that stands in no other member's name."""
    often = Counter(word for member in script.members for word in member.name.split())
    said = set(re.findall(r"\w+", text))
    return {
        member.id
        for member in script.members
        if any(word in said for word in member.name.split() if often[word] == 1)
    }


@pytest.mark.smallville
def test_a_story_names_nobody_it_must_not(story: str, facts: Story) -> None:
    """Where the facts give another name than the source has, only that one is used."""
    text = shipped_scenes()[story].read_text(encoding="utf-8")
    forbidden = {
        word
        for one in facts["characters"]
        for word in set(one["source_name"].split()) - set(one["safe_name"].split())
    }

    assert forbidden & set(re.findall(r"\w+", text)) == set()


@pytest.mark.smallville
@pytest.mark.parametrize("story", ["succession"])
def test_companies_have_names_of_our_own(script: Script, facts: Story) -> None:
    """Those of the source belong to a person."""
    theirs = {word for thing in facts["resources"] for word in thing["name"].split()}

    ours = {word for resource in script.resources for word in resource.name.split()}
    assert ours & theirs <= {"Bank"}


@pytest.mark.smallville
def test_a_story_is_told_in_our_own_words(story: str, facts: Story) -> None:
    """No run of six words of the facts stands in it."""
    told = _runs(shipped_scenes()[story].read_text(encoding="utf-8"))
    given = [facts["premise"], facts["opening_line"], *facts["camps"].values()]
    for one in facts["characters"]:
        given += [one["goal"], one["private_persona"], one["public_background"]]
        given += [belief["text"] for belief in one["beliefs"]]
    given += [thing["description"] for thing in facts["resources"]]

    assert [run for text in given for run in _runs(text) & told] == []


def _runs(text: str) -> set[str]:
    words = re.findall(r"\w+", text.lower())
    return {" ".join(words[at : at + 6]) for at in range(len(words) - 5)}
