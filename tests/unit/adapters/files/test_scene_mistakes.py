"""What a designer is told of a mistake in a scene file."""

import pytest

from npcserver.adapters.files import parse_scene
from npcserver.model.errors import BrokenFile
from tests.unit.adapters.files.weir import DUEL


def problems_of(text: str) -> str:
    with pytest.raises(BrokenFile) as caught:
        parse_scene(text, "weir.yaml")
    return str(caught.value)


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
        (
            "{ann: 5, cid: 40}",
            "{ann: 5, cid: }",
            ":41: relations[1].to.cid: is missing; add it",
        ),
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
            ":58: ballot.win: 'majority' is no win rule",
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
