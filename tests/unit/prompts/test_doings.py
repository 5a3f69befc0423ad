"""Reading steps, reactions and lines."""

import json
from dataclasses import replace
from datetime import timedelta
from typing import cast

import pytest

from npcserver.model.character import Person, Persona
from npcserver.model.day import Step, faults_of_steps
from npcserver.model.feelings import Standing, named
from npcserver.model.inputs import DecomposeInput, Reaction
from npcserver.model.memory import Recollection
from npcserver.model.record import Source
from npcserver.model.turn import ReplyAnswer
from npcserver.prompts.action_reader import activity_in
from npcserver.prompts.questions.converse import ConverseQuestion
from npcserver.prompts.questions.decompose import DecomposeQuestion
from npcserver.prompts.questions.plan import PlanQuestion
from npcserver.prompts.questions.react import ReactQuestion
from npcserver.prompts.render import Templates
from npcserver.prompts.reply_reader import Unparseable
from tests.fakes import prompt_inputs
from tests.fakes.prompt_inputs import NOW, recollection


def steps(*minutes: object, **changes: object) -> str:
    members: dict[str, object] = {"place": "anchor", "object": "", "object_state": "", "emoji": ""}
    rows = [
        {"minutes": each, "activity": f"serving guest {number}", **members, **changes}
        for number, each in enumerate(minutes)
    ]
    return json.dumps({"steps": rows})


def read(text: str, hour: DecomposeInput | None = None) -> tuple[Step, ...]:
    return DecomposeQuestion.of(hour or prompt_inputs.decompose_input()).read(text)


def test_steps_that_fit_are_taken_as_they_are() -> None:
    """They touch each other and fill the block."""
    found = read(steps(15, 10, 5, 15, 15))

    assert [step.minutes for step in found] == [15, 10, 5, 15, 15]
    assert found[0].starts_at == NOW.replace(hour=14, minute=0)
    assert found[-1].ends_at == NOW.replace(hour=15, minute=0)
    assert faults_of_steps(prompt_inputs.decompose_input().block, found) == ()


@pytest.mark.parametrize(
    ("minutes", "lengths"),
    [
        ((10, 10, 10, 10, 10), [12, 12, 12, 12, 12]),
        ((15, 15, 15, 15, 15), [12, 12, 12, 12, 12]),
        ((3, 12, 15, 15, 15), [5, 12, 15, 14, 14]),
        ((60,), [15, 15, 15, 15]),
        ((40, 20), [14, 13, 13, 10, 10]),
        (("15", "15 minutes", 15, 15), None),
        ((15, 15), None),
        ((30, 30, 30), None),
        ((2,) * 30, [5] * 12),
        ((5,) * 4, [15] * 4),
        ((1, 1, 1, 58, 100), [5, 5, 5, 12, 11, 11, 11]),
        ((), None),
        (("many", None), None),
    ],
)
def test_small_differences_are_mended(
    minutes: tuple[object, ...], lengths: list[int] | None
) -> None:
    """Steps are stretched, squeezed or cut to fill the block; too few far from it are refused."""
    if lengths is None:
        with pytest.raises(Unparseable):
            read(steps(*minutes))
        return

    assert [step.minutes for step in read(steps(*minutes))] == lengths


@pytest.mark.parametrize(
    ("minutes", "lengths"),
    [
        ((15,), [15, 15, 15, 15]),
        ((15, 15), [15, 15, 15, 15]),
        ((10, 5), [14, 13, 13, 10, 10]),
        ((30, 30, 30), [10] * 6),
    ],
)
def test_too_few_steps_can_be_used_all_the_same(
    minutes: tuple[int, ...], lengths: list[int]
) -> None:
    """Stretched and squeezed in proportion as far as it takes, in their order."""
    with pytest.raises(Unparseable) as refused:
        read(steps(*minutes))
    found = cast("tuple[Step, ...]", refused.value.usable)

    guests = [int(one.activity.removeprefix("serving guest ")) for one in found]
    assert faults_of_steps(prompt_inputs.decompose_input().block, found) == ()
    assert (guests[0], guests) == (0, sorted(guests))
    assert [step.minutes for step in found] == lengths


@pytest.mark.parametrize("length", [6, 9, 12])
def test_steps_that_go_round_in_circles_are_named_and_mended(length: int) -> None:
    """Two are done in turn twice, and for longer each time; the block is filled."""
    rows = [
        {"minutes": 60 // length, "activity": ("trimming the wick", "fetching oil")[at % 2]}
        for at in range(length)
    ]
    with pytest.raises(Unparseable, match="comes again and again") as refused:
        read(json.dumps({"steps": rows}))

    found = cast("tuple[Step, ...]", refused.value.usable)
    assert faults_of_steps(prompt_inputs.decompose_input().block, found) == ()
    changes = [
        one.activity
        for before, one in zip((None, *found), found, strict=False)
        if before is None or before.activity != one.activity
    ]
    assert changes == ["trimming the wick", "fetching oil"] * 2


def test_of_no_steps_nothing_can_be_used() -> None:
    """Then the usual ones are taken."""
    with pytest.raises(Unparseable) as refused:
        read(steps("many"))

    assert refused.value.usable is None


@pytest.mark.parametrize(
    ("place", "thing", "state", "kept"),
    [
        (
            "anchor",
            "long table",
            "being wiped",
            (prompt_inputs.ANCHOR, "long table", "being wiped"),
        ),
        (
            "anchor",
            "The Long Table",
            "The long table is wet.",
            (prompt_inputs.ANCHOR, "long table", "wet"),
        ),
        ("anchor", "crane", "in use", (prompt_inputs.ANCHOR, "", "")),
        ("quay", "crane", "in use", (prompt_inputs.QUAY, "crane", "in use")),
        ("quay", "crane", "", (prompt_inputs.QUAY, "crane", "")),
        ("quay", "crane", '{"a": 1}', (prompt_inputs.QUAY, "crane", "")),
        ("", "stove", "cold", (prompt_inputs.ANCHOR, "stove", "cold")),
        ("nowhere", "bed", "unmade", (prompt_inputs.ANCHOR, "", "")),
    ],
)
def test_things_are_those_of_the_place(
    place: str, thing: str, state: str, kept: tuple[str, str, str]
) -> None:
    """An invented thing is none; an invented place is where the block is."""
    found = read(steps(15, 15, 15, 15, place=place, object=thing, object_state=state))

    assert (found[0].place_id, found[0].object, found[0].object_state) == kept


def reaction(**members: object) -> Reaction:
    return ReactQuestion.of(prompt_inputs.react_input()).read(json.dumps(members))


@pytest.mark.parametrize(
    ("written", "choice"),
    [("go_on", "go_on"), ("Go on", "go_on"), ("WAIT", "wait"), ("ignore", "go_on")],
)
def test_choices_are_closed(written: str, choice: str) -> None:
    """A choice is one of four, however it is spelt."""
    assert reaction(choice=written) == Reaction(choice=choice)


@pytest.mark.parametrize("written", ["flee", "", None, 3, ["react"]])
def test_other_choices_are_refused(written: object) -> None:
    """What is not offered cannot be chosen."""
    with pytest.raises(Unparseable, match="choice"):
        reaction(choice=written)


def test_whom_memories_name_is_no_stranger_to_who_decides() -> None:
    """A character named in a memory is known of; one named by the event alone is not."""
    ann = Person(id="ann", name="Ann")
    named = recollection("Ann sold her boat.", source=Source.AUTHORED)

    def acquaintance(*recollections: Recollection) -> str:
        noticing = prompt_inputs.react_input(
            "Ann is coming in", others=(ann,), standings=(), recollections=recollections
        )
        return ReactQuestion.of(noticing).others[0].bond.acquaintance

    assert acquaintance(named) == "named"
    assert acquaintance() == "stranger"


@pytest.mark.parametrize(("rest_from", "fewest"), [(None, 5), (18, 2), (23, 1)])
def test_a_plan_with_too_few_blocks_is_outside_its_form(rest_from: int | None, fewest: int) -> None:
    """The form of a plan demands a block for every two hours that are left, five at most."""
    moment = None if rest_from is None else NOW.replace(hour=rest_from)
    properties = PlanQuestion.of(prompt_inputs.plan_input(rest_from=moment)).schema()["properties"]

    assert isinstance(properties, dict)
    blocks = properties["blocks"]
    assert isinstance(blocks, dict)
    assert blocks["minItems"] == fewest


@pytest.mark.parametrize(("minutes", "fewest"), [(10, 1), (30, 2), (50, 4), (240, 8)])
def test_as_many_steps_are_asked_for_as_a_block_needs(minutes: int, fewest: int) -> None:
    """In the form and in words; of a long block no more than a small model gives without loops."""
    question = DecomposeQuestion.of(prompt_inputs.decompose_input(minutes))
    found = question.schema()["properties"]

    assert f"'minItems': {fewest}, 'maxItems': {minutes // 5}" in str(found)
    assert f"{fewest} or more" in question.messages(Templates(), "en")[-1].text


def test_a_reaction_is_a_step() -> None:
    """It begins now, at a known place, with a thing of that place, for 5 to 120 minutes."""
    found = reaction(
        choice="react",
        activity="Dousing the stove.",
        minutes=500,
        place="the anchor taproom",
        object="stove",
        object_state="wet",
        emoji="🪣",
    )

    assert found.step == Step(
        starts_at=NOW,
        minutes=120,
        activity="dousing the stove",
        place_id=prompt_inputs.ANCHOR,
        object="stove",
        object_state="wet",
        emoji="🪣",
    )


def test_a_reaction_without_a_deed_is_refused() -> None:
    """A character who reacts does something."""
    with pytest.raises(Unparseable, match="activity"):
        reaction(choice="react", activity="this is blank", minutes=10, place="anchor")


@pytest.mark.parametrize("who", ["bram", "Bram", " BRAM "])
def test_one_talks_to_a_character_who_is_there(who: str) -> None:
    """By id or by name; `about` may be empty."""
    found = reaction(choice="talk", about="His boat is for sale.", **{"with": who})

    assert found == Reaction(choice="talk", partner_id="bram", about="His boat is for sale.")
    assert reaction(choice="talk", about="none", **{"with": who}).about == ""


@pytest.mark.parametrize("who", ["ann", "", None, "nobody"])
def test_nobody_else_can_be_talked_to(who: object) -> None:
    """A character who is elsewhere, or nobody, is refused."""
    with pytest.raises(Unparseable, match="with"):
        reaction(choice="talk", about="the boat", **{"with": who})


def line(**members: object) -> ReplyAnswer:
    return ConverseQuestion.of(prompt_inputs.converse_input()).read(
        json.dumps(members, ensure_ascii=False)
    )


def test_a_line_has_words_a_feeling_and_an_end() -> None:
    """All three are read, in both forms; a feeling nobody knows is none."""
    forms: tuple[dict[str, object], ...] = (
        {"feeling": "annoyance"},
        {"emotion": {"label": "annoyance"}},
    )
    for felt in forms:
        found = line(say=' "No. Ask Ann."  ', ends=True, **felt)

        assert (found.say, found.emotion, found.ends) == ("No. Ask Ann.", named("annoyance"), True)
    assert line(say="No.", feeling="odd").emotion is None


@pytest.mark.parametrize(
    ("changes", "is_invited"),
    [
        ({"beliefs": ()}, False),
        ({}, True),
        ({"beliefs": (), "standing": Standing(other_id="bram", trust=15)}, True),
        ({"beliefs": (), "standing": Standing(other_id="bram", affinity=-60)}, True),
        ({"should_end": True}, False),
    ],
)
def test_disagreement_is_invited_where_something_calls_for_it(
    changes: dict[str, object], *, is_invited: bool
) -> None:
    """Convictions, distrust and dislike are named once more right where the line is asked for."""
    standing = Standing(other_id="bram", affinity=30, trust=60)
    talk = prompt_inputs.converse_input(("Bram", "I sold it."), **{"standing": standing, **changes})

    asked = ConverseQuestion.of(talk).messages(Templates(), "en")[-1].text

    assert ("let the line show it" in asked) is is_invited


@pytest.mark.parametrize(
    ("written", "ends"),
    [(True, True), ("true", True), (1, True), (False, False), ("no", False), (None, False)],
)
def test_ends_is_read_leniently(written: object, ends: object) -> None:
    """Words and numbers for yes are yes; all else is no."""
    assert line(say="Well then.", ends=written).ends is ends


@pytest.mark.parametrize(
    "said",
    ["", None, 7, "this is blank", "As an AI language model I cannot.", '{"say": "x"}', "a " * 400],
)
def test_what_is_no_line_is_refused(said: object) -> None:
    """Errors, remains of forms and sermons are not spoken."""
    with pytest.raises(Unparseable):
        line(say=said, emotion={"label": "calm"}, ends=False)


def test_the_steps_are_asked_for_between_two_times() -> None:
    """The whole day stands first, the same for every block, and the block itself at the end."""
    question = DecomposeQuestion.of(prompt_inputs.decompose_input(45))

    assert (question.begins, question.ends) == ("14:00", "14:45")
    assert [stroke.activity for stroke in question.day] == [
        "get up", question.activity, "count the barrels",
    ]  # fmt: skip
    anchor = next(one for one in question.places if one.id == question.place)
    assert anchor.path == "The Anchor: taproom"
    _, user = question.messages(Templates(), "en")
    assert user.text.index("count the barrels") < user.text.index("14:00 to 14:45, at ")
    assert question.input.block.ends_at - question.input.block.starts_at == timedelta(minutes=45)


@pytest.mark.parametrize(
    ("said", "activity"),
    [
        ("Baking bread.", "baking bread"),
        ("talk to Mr. Venn about oil", "talking to Mr. Venn about oil"),
        ("Breakfast with Bram", "breakfast with Bram"),
        ("a long walk home", "a long walk home"),
        ("Wenna mending nets", "mending nets"),
        ("Wenna drops a glass, feeling low", "dropping a glass, feeling low"),
        ("She heads back to the loft to rest", "heading back to the loft to rest"),
        (
            "Wenna Carrow wakes up at 8:15 and looks for a box",
            "waking up at 8:15 and looks for a box",
        ),
        ("Measure the quay at nine until noon", "measuring the quay"),
        ("serving ale from four until eleven, and bread", "serving ale, and bread"),
        ("sitting down at three tables", "sitting down at three tables"),
        ("The day begins. It is Monday, and nothing is done", None),
        ("今天开始了。店还没有开", None),
        ("", None),
        ("Wenna Carrow is keeping the light", "keeping the light"),
        ("Wenna is keeping the light", "keeping the light"),
        ("Meeting Bram (at 12:30)", "meeting Bram (at 12:30)"),
        ("lending a hand (earlier I had it that: Ann is asleep, Mon 18:20)", "lending a hand"),
        ("数钱（从前以为：店关了，周一）", "数钱"),
        ("placing the oil on the table (six times)", "placing the oil on the table"),
        ("(note: nothing)", None),
        (f"baking bread, {'and cake, ' * 12}and more", f"baking bread, {'and cake, ' * 9}and cake"),
        ("lending a hand " * 10, None),
    ],
)
def test_an_activity_is_no_tale(said: str, activity: str | None) -> None:
    """A few words say what is done, as after `is`: not who does it, nor when, nor other remarks."""
    assert activity_in({"activity": said}, Persona(name="Wenna Carrow")) == activity


def test_only_english_has_the_grammar_of_english() -> None:
    """In a language without rules of its own an activity stays as a model wrote it."""
    who = Persona(name="Wenna Carrow", language="de")
    assert activity_in({"activity": "Wenna kocht die Suppe"}, who) == "Wenna kocht die Suppe"


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("memory", "is_known_of"),
    [
        ("You have known Bram Otter, your neighbour, for two years.", True),
        ("You think that Bram is annoying.", True),
        ("The brambles want cutting.", False),
    ],
)
def test_nobody_is_told_that_it_never_met_a_character_whom_its_memories_name(
    language: str, memory: str, *, is_known_of: bool
) -> None:
    """Without a standing, those whom memories name are known of, and nobody else has been met."""
    bram = Person(id="bram", name="Bram Otter", is_player=False)
    exchange = replace(
        prompt_inputs.converse_input(),
        partner=bram,
        standing=None,
        recollections=(recollection(memory),),
    )
    asked = ConverseQuestion.of(exchange).messages(Templates(), language)[-1].text

    never, known = {
        "en": ("you have never met", "you know of them"),
        "zh": ("素不相识", "你知道这个人"),
    }[language]
    assert (never in asked, known in asked) == (not is_known_of, is_known_of)
