"""Scene files: what they say is what is read, and no text brings the reader down."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from npcscenes.files.scene_file import parse_scene, shipped_scenes
from npcserver.model.errors import BrokenFile
from npcserver.model.group.script import RELATION, Rank, Script, Stage, VoteRule, WinRule
from tests.conftest import examples

Written = dict[str, object]

ids = st.from_regex(r"[a-z][a-z0-9_-]{0,12}", fullmatch=True).filter(
    lambda one: one not in {"audience", "all", "none", "nobody"}
)
# Word characters only: what YAML makes of others is the matter of the world files' tests.
words = st.from_regex(r"[A-Za-z][A-Za-z ]{0,20}[A-Za-z]", fullmatch=True)
scores = st.integers(0, 100)
STAGES = [stage.value for stage in Stage if stage is not Stage.SETTLEMENT]


@st.composite
def members(draw: st.DrawFn) -> list[Written]:
    known = draw(st.lists(ids, min_size=2, max_size=6, unique=True))
    found: list[Written] = [
        {
            "id": one,
            "name": f"{one} the {at}th",
            "rank": draw(st.sampled_from([rank.value for rank in Rank])),
            "beliefs": [
                {"topic": topic, "text": draw(words), "score": draw(scores)}
                for topic in draw(st.lists(ids, max_size=3, unique=True))
            ],
        }
        for at, one in enumerate(known)
    ]
    found[draw(st.integers(0, len(found) - 1))]["rank"] = Rank.PRINCIPAL.value
    return found


@st.composite
def scenes(draw: st.DrawFn) -> Written:
    """Draw a scene that is right in every field, as plain values of a file."""
    cast = draw(members())
    known = [str(one["id"]) for one in cast]
    pairs = [(of, to) for of in known for to in known if of != to]
    win = draw(st.sampled_from(list(WinRule)))
    ballot: Written = {"candidates": known, "win": win.value}
    if win in (WinRule.DECIDER, WinRule.DECIDER_OR_PLURALITY):
        ballot["decider"] = draw(st.sampled_from(known))
    rules = st.lists(st.sampled_from([rule.value for rule in VoteRule]), min_size=1, unique=True)
    return {
        "format": "npcserver/scene/1",
        "scene": {"id": draw(ids), "title": draw(words), "premise": draw(words)},
        "members": cast,
        "resources": [
            {"id": one, "name": draw(words), "owner": owner, "impact": draw(st.integers(0, 9999))}
            for one in draw(st.lists(ids, max_size=4, unique=True))
            for owner in [draw(st.sampled_from(known))]
        ],
        "relations": [
            {"from": of, "to": to, "score": draw(scores)}
            for of, to in draw(st.lists(st.sampled_from(pairs), max_size=5, unique=True))
        ],
        "course": {
            "rounds": draw(st.integers(1, 20)),
            "stages": draw(st.lists(st.sampled_from(STAGES), min_size=1, unique=True)),
            "most_calls": draw(st.integers(0, 500)),
        },
        "ballot": {**ballot, "rules": draw(rules)},
    }


def outcome(text: str) -> Script | BrokenFile:
    try:
        return parse_scene(text, "x.yaml")
    except BrokenFile as broken:
        return broken


@settings(max_examples=examples(60), deadline=None)
@given(scenes())
def test_what_is_written_is_read(written: Written) -> None:
    """Every field of a good file arrives as it was written, in the same order."""
    script = parse_scene(json.dumps(written), "x.yaml")  # JSON is YAML

    assert [
        {
            "id": one.id,
            "name": one.name,
            "rank": one.rank.value,
            "beliefs": [{"topic": b.topic, "text": b.text, "score": b.score} for b in one.beliefs],
        }
        for one in script.members
    ] == written["members"]
    assert [
        {"id": one.id, "name": one.name, "owner": one.owner, "impact": one.impact}
        for one in script.resources
    ] == written["resources"]
    told = [{"from": tie.of, "to": tie.to, "score": tie.score} for tie in script.ties]
    relations = written["relations"]
    assert isinstance(relations, list)
    assert told == [one for one in relations if one["score"] != RELATION]
    ballot = script.ballot
    read: Written = {"candidates": [one.id for one in ballot.candidates], "win": ballot.win.value}
    if ballot.decider:
        read["decider"] = ballot.decider
    assert {**read, "rules": [rule.value for rule in ballot.rules]} == written["ballot"]


@settings(max_examples=examples(150), deadline=None)
@given(st.text(st.one_of(st.characters(), st.sampled_from(" \n-:[]{}'\"&*!|>%@`#,?"))))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Whatever comes, the reader answers with a scene or with what is wrong."""
    whole = "format: npcserver/scene/1\nscene: {premise: P}\nmembers: [{name: A}, {name: B}]\n"
    for beginning in ("", f"{whole}relations: ", f"{whole}ballot: ", f"{whole}course: "):
        read = outcome(beginning + text)

        assert read.problems if isinstance(read, BrokenFile) else read.id == "x"


SHIPPED = [path.read_text(encoding="utf-8") for path in shipped_scenes().values()]


@settings(max_examples=examples(80), deadline=None)
@given(st.sampled_from(SHIPPED), st.data())
def test_a_damaged_story_is_read_or_refused(text: str, data: st.DataObject) -> None:
    """A slip of the hand never ends in a traceback, nor in a scene that points to nobody."""
    at = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 20))
    slip = data.draw(st.text(st.sampled_from("\n\t -:[]{}'\"&*!|>%#,?ax1"), max_size=4))

    read = outcome(text[:at] + slip + text[at + cut :])

    if isinstance(read, BrokenFile):
        assert read.problems
        return
    known = {member.id for member in read.members}
    camps = {camp.id for camp in read.camps}
    assert len(known) == len(read.members) > 1
    assert read.principals
    assert camps == {member.camp for member in read.members} - {""}
    assert {resource.owner for resource in read.resources} <= known | {""}
    assert {one.member for one in read.ballot.candidates} <= known | {""}
    assert {one.camp for one in read.ballot.candidates} <= camps | {""}
    assert read.ballot.decider in known | {""}
    assert all(0 <= belief.score <= 100 for one in read.members for belief in one.beliefs)
