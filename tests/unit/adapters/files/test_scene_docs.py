"""The page about scenes keeps its word."""

import re
from pathlib import Path

import pytest

from npcserver.adapters.files import load_scene, parse_scene, shipped_scenes
from npcserver.model import limits
from npcserver.model.group.chat import GroupChat
from npcserver.model.group.director import stage_points, thoughts
from npcserver.model.group.moves import Opened
from npcserver.model.group.report import as_json, report
from npcserver.model.group.script import RELATION, SUPPORT, Course, Stage, VoteRule, WinRule
from npcserver.model.group.visibility import VISIBILITY, Extent, Parties, When
from npcserver.prompts.scene_overview import PROMPT_TOKENS
from npcserver.prompts.scene_overview import authored_room as authored_limits

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
    When.NEVER: "never",
    When.STAGE_OVER: "once the stage is over",
    When.CHAT_ROUND_OVER: "once the chat round is over",
    When.ALL_VOTED: "once all have voted on what they know themselves",
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
        ("all that is public: ", authored_limits(PROMPT_TOKENS)[0]),
        ("a member's own ", authored_limits(PROMPT_TOKENS)[1]),
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
