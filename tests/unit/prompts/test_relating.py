"""Reading what is kept of a talk, what changed between people, and what is answered."""

import json
from dataclasses import replace

import pytest

from npcserver.model.feelings import NEUTRAL, AxisScore, Belief, Standing, named
from npcserver.model.inputs import AxisChange, BeliefChange, ConversationSummary, RelationUpdate
from npcserver.model.relation_axes import RelationAxis
from npcserver.prompts.questions.impressions import RelationQuestion, SummaryQuestion
from npcserver.prompts.questions.interview import InterviewQuestion
from npcserver.prompts.render import Templates
from npcserver.prompts.reply_reader import Unparseable
from npcserver.prompts.texts import slug
from tests.fakes.prompt_inputs import (
    AFTERNOON_MEMORIES,
    afternoon_plan,
    afternoon_situation,
    interview_input,
    relation_input,
    summary_input,
)

SUMMARISE = SummaryQuestion.of(summary_input())
RELATE = RelationQuestion.of(relation_input())
INTERVIEW = InterviewQuestion.of(interview_input())
PLANS = "Mira means to look at Bram's boat at six."
VIEW = "Mira thinks that Bram will never pay."


def kept(plans: object = PLANS, interesting: object = "", importance: object = 5) -> str:
    return json.dumps({"for_my_plans": plans, "interesting": interesting, "importance": importance})


def revised(**changes: object) -> str:
    known: dict[str, object] = {
        "affinity": -3,
        "trust": -4,
        "familiarity": 1,
        "view": VIEW,
        "beliefs": [],
        "feeling": "annoyance",
    }
    return json.dumps({**known, **changes}, ensure_ascii=False)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (kept(), ConversationSummary(for_my_plans=PLANS, importance=5)),
        (
            kept("", "Bram sells his boat."),
            ConversationSummary(interesting="Bram sells his boat.", importance=5),
        ),
        (kept("", ""), ConversationSummary(importance=5)),
        (kept("None.", None, 2), ConversationSummary(importance=2)),
        (kept(PLANS, PLANS.upper()), ConversationSummary(for_my_plans=PLANS, importance=5)),
        (kept(PLANS, "this is blank", 50), ConversationSummary(for_my_plans=PLANS, importance=10)),
        (kept(PLANS, "so " * 200, "x"), ConversationSummary(for_my_plans=PLANS, importance=4)),
        (f"Well:\n{kept()}\nDone.", ConversationSummary(for_my_plans=PLANS, importance=5)),
        (kept()[:-20], ConversationSummary(for_my_plans=PLANS, importance=4)),
    ],
)
def test_keepsake_is_read(answer: str, expected: ConversationSummary) -> None:
    """Either text may be empty; what cannot be kept is left out; a repeat is kept once."""
    assert SUMMARISE.read(answer) == expected


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "They talked about a boat.",
        '{"importance": 4}',
        kept("\u2026", "\u2026"),
        kept("Error: 500", ""),
        kept('{"for_my_plans": "x y"}', ""),
        kept("so " * 200, ""),
    ],
)
def test_no_keepsake_is_refused(answer: str) -> None:
    """Where nothing can be kept though something was written, it is asked for again."""
    with pytest.raises(Unparseable):
        SUMMARISE.read(answer)


def test_impression_is_read() -> None:
    """Changes, a view, beliefs by topic and a feeling come through."""
    answer = revised(
        beliefs=[
            {"topic": "Bram sold his boat", "text": "", "change": -6},
            {"topic": "bram-can-be-trusted", "text": "Bram can be trusted.", "change": -4},
        ]
    )

    assert RELATE.read(answer) == RelationUpdate(
        affinity=-3,
        trust=-4,
        familiarity=1,
        view="You think that Bram will never pay.",
        beliefs=(
            BeliefChange(topic="bram-sold-his-boat", change=-6),
            BeliefChange(topic="bram-can-be-trusted", change=-4, text="Bram can be trusted."),
        ),
        feeling=named("annoyance"),
    )


def test_numbers_are_clamped() -> None:
    """No event moves more than its bound, and nobody becomes less familiar."""
    read = RELATE.read(
        revised(affinity=-80, trust="+25", familiarity=-5, feeling="Anger ", view="N/A")
    )

    assert read == RelationUpdate(affinity=-10, trust=10, feeling=named("anger"))


@pytest.mark.parametrize(
    "belief",
    [
        {"topic": "slug", "text": "Bram lies to all.", "change": 3},
        {"topic": "", "text": "Bram lies to all.", "change": 3},
        {"topic": "x" * 60, "text": "Bram lies to all.", "change": 3},
        {"topic": "new-one", "text": "", "change": 3},
        {"topic": "new-one", "text": "this is blank", "change": 3},
        {"topic": "new-one", "text": "Bram lies to all.", "change": "a lot"},
        {"topic": "bram-sold-his-boat", "text": "", "change": 0},
        "bram-lies",
        None,
    ],
)
def test_beliefs_that_say_nothing_are_left_out(belief: object) -> None:
    """A belief needs a topic, a change, and words unless it is known already."""
    assert RELATE.read(revised(beliefs=[belief])).beliefs == ()


def test_beliefs_are_three_at_most_and_different() -> None:
    """A topic counts once, and no impression moves more than three."""
    beliefs = [
        {"topic": f"topic {n // 2}", "text": "Bram lies to all.", "change": n} for n in range(1, 12)
    ]
    read = RELATE.read(revised(beliefs=beliefs)).beliefs

    assert [belief.topic for belief in read] == ["topic-0", "topic-1", "topic-2"]


@pytest.mark.parametrize(
    "answer",
    ["", "She likes him.", "{}", '{"view": "Fine by me."}', revised(affinity="x", trust=None)],
)
def test_impression_without_numbers_is_refused(answer: str) -> None:
    """Neither affinity nor trust: nothing can be made of it."""
    with pytest.raises(Unparseable):
        RELATE.read(answer)


def test_unknown_feeling_is_neutral() -> None:
    """A feeling that has no label of ours counts as none."""
    assert RELATE.read(revised(feeling="schadenfreude")).feeling == NEUTRAL
    assert RELATE.read(revised(feeling=None)).feeling == NEUTRAL


def test_topics_are_slugs() -> None:
    """Small letters and hyphens in any script; nothing that could pass for an id of a facet."""
    assert slug(" Tom: should be Mayor! ") == "tom-should-be-mayor"
    assert slug("a>b/c_d") == "a-b-c-d"
    assert slug("\u6c64\u59c6\u5f53\u5e02\u957f") == "\u6c64\u59c6\u5f53\u5e02\u957f"
    assert slug("{topic}") == ""


def test_known_topics_are_offered() -> None:
    """The list of what is held, with how firmly, stands in the prompt; its keys come back."""
    question = RelationQuestion.of(
        relation_input(beliefs=(Belief(topic="Tides Turn", text="Tides turn.", score=90),))
    )
    answer = revised(beliefs=[{"topic": "tides-turn", "text": "Tides turn.", "change": 2}])

    assert "tides-turn (90): Tides turn." in question.messages(Templates(), "en")[1].text
    assert question.read(answer).beliefs == (BeliefChange(topic="Tides Turn", change=2),)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ('{"say": "He owes me. That is all."}', "He owes me. That is all."),
        ("He owes me.", "He owes me."),
        ('"He owes me."', "He owes me."),
        ("Mira Holt: He owes me.", "He owes me."),
        ("<think>hm</think> No.", "No."),
        ('```json\n{"say": "I do not know him."}\n```', "I do not know him."),
        ("One. Two. Three. Four. Five. Six. Seven. Eight.", "One. Two. Three. Four. Five. Six."),
        ("一。二。三。四。五。六。七。八。", "一。二。三。四。五。六。"),
    ],
)
def test_answers_are_read(answer: str, expected: str) -> None:
    """JSON and plain words both are said, without a name before them, and never at length."""
    assert INTERVIEW.read(answer) == expected


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "\u2026",
        '{"say": ""}',
        '{"say": null}',
        '{"say": "your words"}',
        '{"say": "He ow',
        "As an AI language model I have no opinion.",
        "Error: 503 Service Unavailable",
        "Assistant: He owes me.",
        "He owes me.\nUser: And Ann?",
    ],
)
def test_answers_nobody_gives_are_refused(answer: str) -> None:
    """Silence, placeholders, torn ends, machines and scripts are no answer."""
    with pytest.raises(Unparseable):
        INTERVIEW.read(answer)


def test_interview_shows_what_is_known_and_nothing_else() -> None:
    """People, plans and memories stand in the prompt where they are known; without, it says so."""
    standings = (Standing(other_id="bram", other_name="Bram", view="Borrows and forgets."),)
    knowing = InterviewQuestion.of(
        interview_input(
            "Who is Bram?", *AFTERNOON_MEMORIES, day=afternoon_plan(), standings=standings
        )
    ).messages(Templates(), "en")[1]
    bare = INTERVIEW.messages(Templates(), "en")[1]

    assert "- Bram: Borrows and forgets." in knowing.text
    assert "06:00 airing the taproom" in knowing.text
    assert "Ann told me: Bram sold his boat." in knowing.text
    assert "Nothing comes to your mind about it." in bare.text
    assert "Whom you know" not in bare.text
    assert "What you mean to do today" not in bare.text


FEAR = RelationAxis(name="fear", low=0)
SITUATION = afternoon_situation()
FEARED = RelationQuestion.of(
    relation_input(
        situation=replace(SITUATION, world=replace(SITUATION.world, axes=(FEAR,))),
        standing=Standing(other_id="bram", scores=(AxisScore("fear", 40),)),
    )
)


def test_axes_of_the_world_are_asked_about() -> None:
    """With their scores, in question and schema, and only where the world has some."""
    asked, plain = (
        "\n".join(one.text for one in put.messages(Templates(), "en")) for put in (FEARED, RELATE)
    )

    assert "fear: 40 (from 0 to 100)" in asked
    assert '"axes": {"fear": whole number}' in asked
    assert "axes" not in plain
    assert list(FEARED.schema()["properties"])[-1] == "axes"  # type: ignore[arg-type]
    assert "axes" not in str(RELATE.schema())


@pytest.mark.parametrize(
    ("axes", "expected"),
    [
        ({"fear": 4}, (AxisChange("fear", 4),)),
        ({"fear": "+80", "love": 9}, (AxisChange("fear", 10),)),
        ({"fear": 0}, ()),
        ({"fear": "a lot"}, ()),
        ("fear", ()),
    ],
)
def test_changes_on_axes_are_read(axes: object, expected: tuple[AxisChange, ...]) -> None:
    """Within the bound of an event, and of no axis that the world has not."""
    assert FEARED.read(revised(axes=axes)).axes == expected
    assert RELATE.read(revised(axes=axes)).axes == ()
