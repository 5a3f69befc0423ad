"""The prompt of `reply`: its order, its short profile, and beginnings that prompts share."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise, takewhile

import pytest

from npcserver.adapters.llm.context_window import ContextWindow, ServedContext
from npcserver.adapters.llm.hardware import weights_by_name
from npcserver.model.commitment import Commitment
from npcserver.model.ids import CharacterId
from npcserver.model.inputs import RatingInput, ReplyInput, Situation, Spoken
from npcserver.model.prompt import PromptProfile
from npcserver.ports.language_model import Message
from npcserver.prompts.budget import fit
from npcserver.prompts.decompose import DecomposeQuestion
from npcserver.prompts.importance import ImportanceQuestion
from npcserver.prompts.impressions import RelationQuestion, SummaryQuestion
from npcserver.prompts.plan import PlanQuestion
from npcserver.prompts.react import ReactQuestion
from npcserver.prompts.reflection import FocalPointsQuestion, InsightsQuestion
from npcserver.prompts.render import Templates
from npcserver.prompts.reply import ReplyQuestion, reply_schema
from tests.fakes import prompt_inputs
from tests.fakes.prompt_inputs import NOW, character, midday_state, persona, reply_scene

LANGUAGES = ("en", "zh")
PROMISE = Commitment(
    commitment_id="com_1",
    by_id="mira",
    by_name="Mira Holt",
    to_id="ann",
    to_name="Ann",
    what="bring Ann the ale",
)


def prompt(where: ReplyInput, language: str = "en", mark: str = "m") -> str:
    question = replace(ReplyQuestion.of(where), mark=mark, canary=mark)
    return "\n".join(message.text for message in question.messages(Templates(), language))


def common(one: str, other: str) -> str:
    same = takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    return "".join(letter for letter, _ in same)


def full(**changes: object) -> ReplyInput:
    return reply_scene(**{**midday_state(), "commitments": (PROMISE,), **changes})


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_and_form_are_the_same_for_all_characters(language: str) -> None:
    """Up to the persona, the prompts of two characters have no byte that differs."""
    other = replace(character(persona(name="Tom Reed", age=20)), id=CharacterId("tom"))
    prompts = [prompt(full(), language), prompt(full(character=other), language, mark="n")]
    instructions = ReplyQuestion.of(full()).instructions(Templates(), language)

    shared = common(*prompts)

    assert "Mira" not in shared
    assert all(line in shared for line in instructions.splitlines())


@pytest.mark.parametrize("language", LANGUAGES)
def test_parts_stand_in_the_order_in_which_they_change(language: str) -> None:
    """Persona, place, offers, people, promises, memories, talk, the moment, the words heard."""
    now = {"en": "It is Tuesday", "zh": "现在是"}[language]
    text = prompt(full(), language)
    order = (
        '"promises"', "dry, patient", "harbour town", "- pour", "p1 = Ann", "<people", "Pays late",
        "<promises", "<present", "<memories", "There was.", now, "<now", "<closest", "door?",
    )  # fmt: skip

    places = [text.rindex(words) for words in order]

    assert all(before < after for before, after in pairwise(places))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_next_turn_shares_the_prompt_up_to_the_end_of_the_talk(language: str) -> None:
    """A clock that went on, another mood and two more lines change nothing before the talk ends."""
    first = full()
    said = (
        Spoken(speaker="Ann", text=first.heard, is_own=False),
        Spoken(speaker="Mira Holt", text="The storm took it.", is_own=True),
    )
    later = replace(
        first,
        conversation=(*first.conversation, *said),
        heard="Who will mend it?",
        now=NOW + timedelta(minutes=2),
        mood=replace(first.mood, valence=0.5, why="somebody asks"),
    )

    shared = common(prompt(first, language), prompt(later, language))

    assert shared.rstrip().endswith('"say": "There was.", "intents": []}')


SHORT = PromptProfile.SHORT


def _question(heard: str, profile: PromptProfile = SHORT) -> ReplyQuestion:
    return ReplyQuestion.of(reply_scene(heard=heard, **midday_state()), profile)


def _text(question: ReplyQuestion, language: str = "en") -> str:
    return "\n".join(one.text for one in question.messages(Templates(), language))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_it_is_shorter_and_holds_no_promises(language: str) -> None:
    """Rules, form, promises and what can be done take most of the space of a prompt."""
    heard = "Who mends the roof?"
    short, full = _question(heard), _question(heard, PromptProfile.FULL)

    assert len(_text(short, language)) < 0.75 * len(_text(full, language))
    assert "promises" not in _text(short, language)
    assert "promises" in _text(full, language)


def test_an_action_stands_in_it_only_where_one_is_asked_for() -> None:
    """Else the model is neither shown any nor allowed one by the schema."""
    idle, asked = _question("Who mends the roof?"), _question("Pour me an ale, please.")

    assert "intents" not in _text(idle)
    assert '"intents"' in asked.messages(Templates(), "en")[-1].text
    assert [one.name for one in asked.affordances] == ["pour"]
    fitted = fit(asked, Templates(), "en", 4000).question
    where = reply_scene(heard="Pour me an ale, please.")
    offered = fitted.offered(where.affordances)
    schema = reply_schema(offered, fitted.within_reach(where.entities), profile=SHORT)
    assert list(schema["properties"]) == ["feeling", "say", "intents", "importance"]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("heard", "is_told"), [("What time is it?", True), ("Who mends the roof?", False)]
)
def test_the_time_stands_in_it_only_where_it_is_asked_for(heard: str, *, is_told: bool) -> None:
    """A small model copies what stands beside the words that it answers."""
    last = _question(heard).messages(Templates(), "en")[-1].text

    assert ("It is " in last) == is_told


@pytest.mark.parametrize(
    ("name", "weights"),
    [
        ("qwen2.5:0.5b-instruct-q4_K_M", 500_000_000),
        ("Qwen2.5-Coder-0.5B-Instruct", 500_000_000),
        ("SmolLM2-135M-Instruct.Q4_1.gguf", 135_000_000),
        ("494.03M", 494_030_000),
        ("llama-3.2-1b", 1_000_000_000),
        ("mixtral-8x7b", 0),
        ("gemma-3n-E2B", 0),
        ("gpt-4o-mini", 0),
    ],
)
def test_names_tell_how_many_weights_a_model_has(name: str, weights: int) -> None:
    """Versions and quantisations are no sizes; where the name tells none, nothing is assumed."""
    assert weights_by_name(name) == weights


def test_the_profile_follows_from_setting_endpoint_and_name_in_this_order() -> None:
    """Of an unknown model much is asked; one that is called 1B counts as no small one."""
    small = ServedContext(tokens=8192, source="test", weights=494_030_000)
    large = ServedContext(tokens=8192, source="test", weights=7_000_000_000)

    assert ContextWindow().profile() is PromptProfile.FULL
    assert ContextWindow(weights=500_000_000).profile() is SHORT
    assert ContextWindow(weights=999_885_952).profile() is PromptProfile.FULL
    assert ContextWindow(told=small).profile() is SHORT
    assert ContextWindow(weights=500_000_000, told=large).profile() is PromptProfile.FULL
    assert ContextWindow(prompt_profile=SHORT, told=large).profile() is SHORT


TEMPLATES = Templates()
Asked = Callable[[Situation, str], tuple[Message, ...]]


def rate(at: Situation, language: str) -> tuple[Message, ...]:
    persona = at.character.persona
    statements = RatingInput(
        name=at.character.name, texts=("It rained.",), traits=persona.traits, goals=persona.goals
    )
    return ImportanceQuestion.of(statements).messages(TEMPLATES, language)


def plan(at: Situation, language: str) -> tuple[Message, ...]:
    return PlanQuestion.of(replace(prompt_inputs.plan_input(), situation=at)).messages(
        TEMPLATES, language
    )


def decompose(at: Situation, language: str) -> tuple[Message, ...]:
    return DecomposeQuestion.of(replace(prompt_inputs.decompose_input(), situation=at)).messages(
        TEMPLATES, language
    )


def react(at: Situation, language: str) -> tuple[Message, ...]:
    return ReactQuestion.of(replace(prompt_inputs.react_input(), situation=at)).messages(
        TEMPLATES, language
    )


def relate(at: Situation, language: str) -> tuple[Message, ...]:
    material = replace(prompt_inputs.relation_input(), situation=at)
    return RelationQuestion.of(material).messages(TEMPLATES, language)


def summarise(at: Situation, language: str) -> tuple[Message, ...]:
    material = replace(prompt_inputs.summary_input(), situation=at)
    return SummaryQuestion.of(material).messages(TEMPLATES, language)


def wonder(at: Situation, language: str) -> tuple[Message, ...]:
    material = replace(prompt_inputs.focal_questions_input(), situation=at)
    return FocalPointsQuestion.of(material).messages(TEMPLATES, language)


def infer(at: Situation, language: str) -> tuple[Message, ...]:
    material = replace(prompt_inputs.insights_input(), situation=at)
    return InsightsQuestion.of(material).messages(TEMPLATES, language)


KINDS: Mapping[str, Asked] = {
    "plan": plan, "decompose": decompose, "react": react, "relate": relate,
    "summarise": summarise, "questions": wonder, "insights": infer, "importance": rate,
}  # fmt: skip
PLACED = ("plan", "decompose", "react")
FORM = {"en": "One JSON object", "zh": "只有一个 JSON 对象"}
WHO = {"en": "# Who you are", "zh": "# 你是谁"}
MORNING = {"en": "It is Tuesday", "zh": "现在是"}


def prompt_of_kind(kind: str, language: str, at: Situation) -> str:
    """Return a question as one text."""
    return "\n".join(message.text for message in KINDS[kind](at, language))


def another(at: Situation) -> Situation:
    """Return the situation of a character of another name and nature."""
    persona = replace(
        at.character.persona, name="Bellamy Quince", traits="loud", background="Came by sea."
    )
    return replace(at, character=replace(at.character, persona=persona))


def shared(one: str, other: str) -> str:
    """Return what two texts begin with."""
    pairs = enumerate(zip(one, other, strict=False))
    return one[: next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_rules_and_form_of_every_kind_are_the_same_for_all_characters(
    kind: str, language: str
) -> None:
    """They stand first and name nobody, and so do the world and its places."""
    at = prompt_inputs.day_situation()
    mine, its = (prompt_of_kind(kind, language, at), prompt_of_kind(kind, language, another(at)))

    common = shared(mine, its)

    assert "Mira" not in common
    if kind == "importance":
        assert '"ratings"' in common
        return
    assert FORM[language] in common
    assert "Fenwick" in common
    assert WHO[language] in common
    assert kind not in PLACED or "p4 = Orchard mill" in common


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", sorted(KINDS.keys() - {"importance"}))
def test_the_hour_changes_the_end_of_a_prompt_only(kind: str, language: str) -> None:
    """All that stands before the moment is the same half an hour later."""
    at = prompt_inputs.day_situation()
    now, later = (
        prompt_of_kind(kind, language, one)
        for one in (at, replace(at, now=at.now + timedelta(minutes=30)))
    )

    common = shared(now, later)

    assert MORNING[language] in common
    assert len(common) > 0.75 * len(now)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", PLACED)
def test_parts_of_every_kind_stand_in_the_order_in_which_they_change(
    kind: str, language: str
) -> None:
    """Rules, form, world, places, persona, plan and memories, things, the moment."""
    text = prompt_of_kind(kind, language, prompt_inputs.day_situation())
    order = (
        FORM[language], "A harbour town", "p1 = ", WHO[language], "<memories", "<things", "<moment",
    )  # fmt: skip

    places = [text.rindex(words) for words in order]

    assert all(before < after for before, after in pairwise(places))
