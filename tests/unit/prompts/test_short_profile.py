"""Small models get a short profile of the prompt of a reply, and are asked for less."""

import pytest

from npcserver.adapters.llm.context_window import ContextWindow, ServedContext
from npcserver.adapters.llm.hardware import weights_by_name
from npcserver.model.prompt import PromptProfile
from npcserver.prompts.budget import fit
from npcserver.prompts.render import Templates
from npcserver.prompts.reply import ReplyQuestion, reply_schema
from tests.fakes.prompt_inputs import midday_state, reply_scene

SHORT = PromptProfile.SHORT


def _question(heard: str, profile: PromptProfile = SHORT) -> ReplyQuestion:
    return ReplyQuestion.of(reply_scene(heard=heard, **midday_state()), profile)


def _text(question: ReplyQuestion, language: str = "en") -> str:
    return "\n".join(one.text for one in question.messages(Templates(), language))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_it_is_shorter_and_holds_no_promises(language: str) -> None:
    """Rules, form, promises and what can be done take most of the room of a prompt."""
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
