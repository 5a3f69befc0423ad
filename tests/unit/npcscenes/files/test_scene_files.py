"""Reading scene files, what a designer is told of mistakes, and the page about scenes."""

import re
from pathlib import Path

import pytest

from npcscenes.files.scene_file import load_scene, parse_scene, shipped_scenes
from npcscenes.model.chat import GroupChat
from npcscenes.model.director import stage_points, thoughts
from npcscenes.model.report import as_json, report
from npcscenes.model.visibility import VISIBILITY, Disclosure, Extent, Parties
from npcscenes.prompts.scene_overview import PROMPT_TOKENS, authored_budgets
from npcserver.model import limits
from npcserver.model.errors import BrokenFile
from npcserver.model.group.moves import Opened
from npcserver.model.group.script import (
    RELATION,
    SUPPORT,
    Candidate,
    Course,
    Rank,
    Stage,
    Tie,
    VoteRule,
    WinRule,
)
from tests.unit.npcscenes.files.weir import DUEL, LEAST


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


@pytest.mark.parametrize(
    ("written", "instead", "told"),
    [
        ("npcserver/scene/1", "npcserver/world/1", ":1: format: 'npcserver/world/1' cannot be"),
        ("format: npcserver/scene/1\n", "", "begin the file with `format: npcserver/scene/1`"),
        ("  premise: The old weir leaks, and", "  promise: We", ":2: scene.premise: is missing"),
        ("  premise: The old weir leaks, and", "  promise: We", "did you mean 'premise'?"),
        ("language: en-GB", "language: English!", "write a tag such as"),
        ("aim: Build it of stone", "want: stone", ":9: camps[0].aim: is missing"),
        ("id: timber, aim", "id: stone, aim", "is the id of another camp, in line 9"),
        ("camp: stone\n", "camp: stoen\n", ":15: members[0].camp: 'stoen' is unknown; did you m"),
        (
            "    camp: stone\n",
            "    camp: timber\n",
            ":9: camps[0]: nobody is in it; give a member `camp: stone`",
        ),
        ("rank: supporting", "rank: extra", ":27: members[2].rank: 'extra' is unknown; choose one"),
        ("rank: supporting", "rank: principle", "did you mean 'principal'?"),
        ("id: bob", "id: ann", ":23: members[1].id: 'ann' is the id of another member, in line 12"),
        ("id: bob", "id: audience", ":23: members[1].id: 'audience' means something else here"),
        ("name: Bob Alder", "name: Ann Weir", ":24: members[1].name: 'Ann Weir' is the name of"),
        ("    name: Bob Alder\n", "", ":23: members[1].name: is missing"),
        ("    name: Bob Alder\n", "    character: cid-holm\n", "is the character of the member"),
        ("character: cid-holm", "character: Cid Holm", ":30: members[2].character: 'Cid Holm' is"),
        ("camp: timber\n    camp_fixed", "camp_fixed", "members[2].camp_fixed: needs a camp"),
        ("score: 60", "score: 101", ":21: members[0].beliefs[0].score: must be a whole number fr"),
        ("score: 60", "score: -1", "from 0 to 100, not '-1'"),
        ("{text: Timber is cheap}", "{text: Stone lasts}", "add a `topic` of its own"),
        (
            "text: Stone lasts,",
            "text: Stone lasts, always,",
            'choose one of: text, score, topic; a text that holds a comma needs "double quotes"',
        ),
        ("topic: stone-lasts", "topic: Stone lasts", "write 'stone-lasts', for instance"),
        (
            "owner: ann",
            "owner: anne",
            ":34: resources[0].owner: 'anne' is unknown; did you mean 'a",
        ),
        ("    owner: ann\n", "", ":34: resources[0].impact: weighs for nobody; add an `owner`"),
        ("impact: 30", "impact: 10000", "from 0 to 9,999"),
        ("id: floods", "id: quarry", "is the id of another resource, in line 32"),
        ("from: ann, to: bob, score: 35", "from: dan, to: bob, score: 35", "relations[0].from: 'd"),
        ("score: 35}", "scare: 35}", ":40: relations[0].score: is missing; add it"),
        ("score: 35}", "score: 350}", "relations[0].score: must be a whole number from 0 to 100"),
        ("to: bob, score: 35", "to: ann, score: 35", ":40: relations[0].to: 'ann' cannot stand to"),
        ("{ann: 5, cid: 40}", "{bob: 5}", ":41: relations[1].to.bob: 'bob' cannot stand to itself"),
        ("{ann: 5, cid: 40}", "{an: 5}", ":41: relations[1].to.an: 'an' is unknown; did you mean"),
        ("{ann: 5, cid: 40}", "{ann: 5, cid: }", ":41: relations[1].to.cid: is missing; add it"),
        (
            "to: ann, score: 10}",
            "to: ann, score: 1}\n  - {from: cid, to: ann, score: 2}",
            "line 42",
        ),
        ("inferred_by: cid", "inferred_by: bob", ":43: relations[3].to: 'bob' is one of the two"),
        ("inferred_by: cid", "inferred_by: cyd", "relations[3].inferred_by: 'cyd' is unknown"),
        ("rounds: 2", "rounds: 0", ":45: course.rounds: must be a whole number from 1 to 20"),
        (
            "group_chat, update]",
            "group_chats, update]",
            ":46: course.stages[0]: 'group_chats' is no",
        ),
        (
            "group_chat, update]",
            "update, update]",
            ":46: course.stages[1]: 'update' stands in line",
        ),
        ("update]", "settlement]", "course.stages[1]: comes by itself, once, after the last round"),
        ("[group_chat, update]", "[]", "course.stages: names no stage"),
        ("group_chat: 4", "update: 4", ":47: course.chat_rounds.update: is no key here"),
        ("group_chat: 4", "group_chat: 21", "from 1 to 20"),
        ("most_calls: 90", "most_calls: few", ":48: course.most_calls: must be a whole number"),
        ("thinking: true", "thinking: hard", ":49: course.thinking: must be true or false"),
        (
            "    - ann\n",
            "    - anne\n",
            ":55: ballot.candidates[0]: 'anne' is unknown; did you mea",
        ),
        (
            "    - ann\n",
            "    - ann\n    - ann\n",
            ":56: ballot.candidates[1]: 'ann' stands in line",
        ),
        ("id: wait, name", "id: bob, name", "ballot.candidates[1].id: 'bob' is a member; write `b"),
        ("name: Wait a year", "name: Bob Alder", "candidates[1].name: 'Bob Alder' is a member; wr"),
        ("year, camp: timber", "year, camp: tin", ":56: ballot.candidates[1].camp: 'tin' is unkno"),
        ("    - ann\n", "", ":54: ballot.candidates: must hold at least 2"),
        (
            "own_not_self, all]",
            "own_only, all]",
            ":57: ballot.rules[0]: 'own_only' is no vote rule;",
        ),
        ("own_not_self, all]", "all, all]", ":57: ballot.rules[1]: 'all' stands in line 57 too"),
        ("[own_not_self, all]", "[]", "ballot.rules: names no vote rule"),
        (
            "win: decider_or_plurality",
            "win: majority",
            ":58: ballot.win: 'majority' is unknown; choose one of: ",
        ),
        (
            "win: decider_or_plurality",
            "win: plurality",
            ":59: ballot.decider: has nothing to decide",
        ),
        (
            "decider: ann",
            "decider: dan",
            ":59: ballot.decider: 'dan' is unknown; did you mean 'ann'?",
        ),
        ("decider: ann", "decider: bob", ":59: ballot.decider: 'bob' is no candidate"),
        ("  decider: ann\n", "", ":52: ballot.decider: is missing; add it"),
        ("ballot:", "balot:", ":52: balot: is no key here; did you mean 'ballot'?"),
    ],
)
def test_a_mistake_is_told_with_its_place_and_its_remedy(
    written: str, instead: str, told: str
) -> None:
    """Each wrong value yields a message that names file, line, field and what to write."""
    assert written in DUEL

    message = problems_of(DUEL.replace(written, instead, 1))

    assert message.startswith("weir.yaml:")
    assert told in message


def test_a_file_of_nothing_but_mistakes_is_given_up_on() -> None:
    """No more keys are looked at than anybody reads of: a hostile file costs no seconds."""
    keys = "".join(f"key-{number}: 1\n" for number in range(5_000))

    told = problems_of(DUEL + keys).splitlines()

    assert "key-0: is no key here" in told[0]
    assert told[-1] == "and 180 more"


PAGE = (Path(__file__).parents[4] / "docs" / "scenes.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)

# What the page says of a stage, by what the table of the code has.
PARTIES = {
    (Stage.PRIVATE_CHAT, Parties.TALKERS): "the two who talk",
    (Stage.CONFIDENTIAL_MEETING, Parties.TALKERS): "the two who talk",
    (Stage.GROUP_CHAT, Parties.SELF): "the speaker",
    (Stage.UPDATE, Parties.SELF): "the member itself",
    (Stage.SETTLEMENT, Parties.SELF): "the voter",
}
OTHERS = {
    Extent.NOTHING: ("nothing", "nothing, not even that it took place"),
    Extent.THAT: ("that the two met, not what was said",),
    Extent.WHAT: ("every word", "the guess and the last words, not the vote"),
}
WHEN = {
    Disclosure.NEVER: "never",
    Disclosure.STAGE_OVER: "once the stage is over",
    Disclosure.CHAT_ROUND_OVER: "once the chat round is over",
    Disclosure.ALL_VOTED: "once all have voted on what they know themselves",
}


def test_the_ten_lines_are_a_scene() -> None:
    """Anyone who copies them has something that runs, with the defaults the page names."""
    loaf = parse_scene(BLOCKS[0], "loaf.yaml")

    assert len(BLOCKS[0].strip().splitlines()) <= 10
    assert (loaf.title, [member.name for member in loaf.principals]) == ("Loaf", ["Ann", "Bob"])


@pytest.mark.parametrize("at", range(1, len(BLOCKS)))
def test_every_example_can_be_put_into_a_scene(at: int) -> None:
    """Each block is read as part of a file that has whom and what it names."""
    block = BLOCKS[at]
    people = "\n".join(
        f"  - {{id: {one}, name: Mr {one}, camp: {camp}}}"
        for one, camp in [
            ("ann", "defence"),
            ("bob", "offence"),
            ("cid", "prosecution"),
            ("dora", "defence"),
            ("pieter", "defence"),
        ]
    )
    camps = "camps: [{id: defence, aim: a}, {id: offence, aim: b}, {id: prosecution, aim: c}]"
    if block.startswith("    beliefs:"):
        people += f"\n  - id: eve\n    name: Eve\n{block}"
    rest = "" if block.startswith(("    beliefs:", "camps:", "members:")) else block
    if block.startswith("camps:"):
        camps = f"{block}  - {{id: prosecution, aim: c}}"
    text = f"format: npcserver/scene/1\nscene: {{premise: P}}\n{camps}\nmembers:\n{people}\n{rest}"
    if block.startswith("members:"):
        text = f"format: npcserver/scene/1\nscene: {{premise: P}}\n{block}"

    assert len(parse_scene(text, "part.yaml").members) >= 2


def test_the_course_on_the_page_is_the_default() -> None:
    """What the example writes out is what happens without it, but for the limit of calls."""
    course = next(block for block in BLOCKS if block.startswith("course:"))

    assert parse_scene(f"{BLOCKS[0]}{course}", "x.yaml").course == Course(most_calls=250)


@pytest.mark.parametrize("stage", Stage)
def test_who_hears_what_is_as_the_code_has_it(stage: Stage) -> None:
    """The table of the page says of each stage what the table of the code does."""
    sight = VISIBILITY[stage]
    row = re.search(rf"^\| `{stage.value}` \| (.*) \| (.*) \| (.*) \|$", PAGE, re.MULTILINE)

    assert row is not None
    assert row[1] == PARTIES[stage, sight.parties]
    assert row[2] in OTHERS[sight.others]
    assert row[3] == WHEN[sight.when]


def test_all_rules_are_on_the_page() -> None:
    """Vote rules and win rules have a row each, and the numbers are those of the code."""
    for rule in (*VoteRule, *WinRule):
        assert f"\n| `{rule.value}` | " in PAGE
    assert f"and {RELATION} where the file does not give it" in PAGE
    assert f"if that is {SUPPORT} or more" in PAGE
    assert f"{limits.SCENE_MEMBERS} are the limit" in PAGE


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("all that is public: ", authored_budgets(PROMPT_TOKENS)[0]),
        ("a member's own ", authored_budgets(PROMPT_TOKENS)[1]),
        ("of all others, ", PROMPT_TOKENS // 4),
        ("beliefs, ", PROMPT_TOKENS // 10),
    ],
)
def test_the_limits_of_texts_are_as_the_page_says(text: str, tokens: int) -> None:
    """Each figure of the page is that of the code, rounded down."""
    told = re.search(rf"^\| [^|]*{re.escape(text)}[^|]*\| ([\d,]+) \|$", PAGE, re.MULTILINE)

    assert told is not None
    assert 0 <= tokens - int(told[1].replace(",", "")) < 10


def test_every_key_of_a_result_is_on_the_page() -> None:
    """Anyone who reads results by program finds each key explained."""
    script = load_scene(shipped_scenes()["court"])
    chat = GroupChat.of("gc_1", [(1, Opened(script=script))])
    told = as_json(report(chat))
    rounds = told["rounds"]
    assert isinstance(rounds, list)

    missing = {key for key in [*told, *rounds[0], "distinct_share"] if f"`{key}`" not in PAGE}
    assert missing == set()


@pytest.mark.parametrize(
    ("story", "calls"),
    [("succession", 310), ("court", 224), ("philosophers", 304), ("casting", 254)],
)
def test_stories_cost_what_the_page_says(story: str, calls: int) -> None:
    """The figures are those of the code for a course that is played to the full."""
    script = load_scene(shipped_scenes()[story])
    full = sum(
        thoughts(script, stage, script.course.chat_rounds(stage))
        for _, stage in stage_points(script.course)
    )

    assert full == calls
    assert re.search(rf"`{story}` (takes )?{calls}\b", PAGE)
