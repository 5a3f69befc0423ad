"""The order of a reply's prompt, and its promises and attempts."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise, takewhile

import pytest

from npcmodels.hardware import weights_by_name
from npcserver.adapters.llm.context_window import ContextWindow
from npcserver.language.deadlines import due_at
from npcserver.model.commitment import CommitmentStatus, Promise, PromiseVerdict
from npcserver.model.ids import CharacterId
from npcserver.model.inputs import (
    Attempt,
    ConverseInput,
    RatingInput,
    ReplyInput,
    Situation,
    Spoken,
)
from npcserver.model.prompt import PromptProfile
from npcserver.ports.language_model import Message, ServedContext
from npcserver.prompts.budget import fit
from npcserver.prompts.commitments import promises_of, verdicts_of
from npcserver.prompts.questions.converse import ConverseQuestion
from npcserver.prompts.questions.decompose import DecomposeQuestion
from npcserver.prompts.questions.importance import ImportanceQuestion
from npcserver.prompts.questions.impressions import RelationQuestion, SummaryQuestion
from npcserver.prompts.questions.plan import PlanQuestion
from npcserver.prompts.questions.react import ReactQuestion
from npcserver.prompts.questions.reflection import FocalPointsQuestion, InsightsQuestion
from npcserver.prompts.render import Templates
from npcserver.prompts.reply import ReplyQuestion, reply_schema
from npcserver.prompts.reply_reader import SayReader
from npcserver.prompts.tokens import prompt_tokens
from tests.fakes import prompt_inputs
from tests.fakes.language_models import reply_json
from tests.fakes.prompt_inputs import (
    NOW,
    character,
    commitment,
    midday_state,
    persona,
    recollection,
    reply_scene,
)

LANGUAGES = ("en", "zh")
PROMISE = commitment("bring Ann the ale")


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
    """Persona, place, offers, people, memories, talk, promises, the moment, the words heard."""
    now = {"en": "It is Tuesday", "zh": "现在是"}[language]
    text = prompt(full(), language)
    order = (
        '"promises"', "dry, patient", "harbour town", "- pour", "p1 = Ann", "<people", "Pays late",
        "<present", "<memories", "There was.", "<promises", now, "<now", "<closest", "door?",
    )  # fmt: skip

    places = [text.rindex(words) for words in order]

    assert all(before < after for before, after in pairwise(places))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_next_turn_shares_the_prompt_up_to_the_end_of_the_talk(language: str) -> None:
    """Two more lines, a promise, a memory, the clock and the mood change nothing before it ends."""
    first = full()
    said = (
        Spoken(speaker="Ann", text=first.heard, is_own=False),
        Spoken(speaker="Mira Holt", text="The storm took it.", is_own=True),
    )
    later = replace(
        first,
        conversation=(*first.conversation, *said),
        heard="Who will mend it?",
        commitments=(PROMISE, COINS),
        recollections=(*first.recollections, replace(recollection("It creaks."), is_fresh=True)),
        now=NOW + timedelta(minutes=2),
        mood=replace(first.mood, valence=0.5, why="somebody asks"),
    )

    shared = common(prompt(first, language), prompt(later, language))

    assert shared.rstrip().endswith('"say": "There was.", "intents": []}')


def converse(language: str, exchange: ConverseInput) -> str:
    messages = ConverseQuestion.of(exchange).messages(Templates(), language)
    return "\n".join(message.text for message in messages)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_next_line_shares_the_prompt_up_to_the_end_of_the_talk(language: str) -> None:
    """Also between characters; a promise, lines said elsewhere and memories stand behind it."""
    first = replace(
        prompt_inputs.converse_input(("Mira Holt", "Is it true about the boat?")), kept=1
    )
    later = replace(
        first,
        conversation=(
            *first.conversation,
            Spoken(speaker="Bram", text="I promise to fetch it.", is_own=False),
        ),
        commitments=(PROMISE,),
        own_lines=(*first.own_lines, "The mill stands still."),
        recollections=(*first.recollections, recollection("Bram has no boat.")),
        situation=replace(first.situation, now=NOW + timedelta(minutes=2)),
    )

    shared = common(converse(language, first), converse(language, later))

    assert "Is it true about the boat?" in shared


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
    assert ContextWindow(weights=999_885_952).profile() is PromptProfile.GUARDED
    assert ContextWindow(weights=3_400_000_000).profile() is PromptProfile.GUARDED
    assert ContextWindow(weights=4_000_000_000).profile() is PromptProfile.FULL
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


ALE = commitment("bring Ann the ale", due_at=due_at("tomorrow", NOW))
COINS = commitment(
    "pay five coins",
    is_from_ann=True,
    commitment_id="com_2",
    due_at=due_at("at five", NOW),
    status=CommitmentStatus.BROKEN,
)
KEY = Attempt(text="give item (item: key, to: Ann)", status="proposed")
LAMP = Attempt(text="light (thing: lamp)", status="failed", why="There is no oil.")


def user(language: str = "en", **changes: object) -> str:
    messages = ReplyQuestion.of(reply_scene(**changes)).messages(Templates(), language)
    return "\n".join(one.text for one in messages)


def test_open_promises_are_told_with_their_time() -> None:
    """Whose, what, by when; nothing is to be brought up that is not broken."""
    text = user(commitments=(ALE,))

    assert (
        "1. You promised Ann to bring Ann the ale by the end of Wednesday 15 February. "
        "It is still to be done."
    ) in text
    assert "bring it up now" not in text
    assert '"settles"' in text


def test_a_broken_promise_is_to_be_brought_up() -> None:
    """No matter who broke it; the wish stands outside what people of this world said."""
    text = user(commitments=(COINS, ALE))

    assert (
        "1. Ann promised you to pay five coins by Tuesday 14 February, 17:00. "
        "The time has passed and it was not done."
    ) in text
    assert "bring it up now" in text.partition("</promises")[2]


def test_what_was_not_done_is_told_as_not_done() -> None:
    """What may still happen, and what came to nothing and why."""
    text = user(attempts=(KEY, LAMP))

    assert re.search(
        r"not happened yet:\n<pending \w+>\n- give item \(item: key, to: Ann\)\n", text
    )
    assert re.search(r"come off:\n<failed \w+>\n- light \(thing: lamp\); There is no oil\n", text)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_where_nothing_is_owed_nothing_is_told(language: str) -> None:
    """No heading stands without its list."""
    text = user(language)

    assert "<promises" not in text
    assert "<attempts" not in text


def test_a_prompt_full_of_promises_stays_within_its_tokens() -> None:
    """They are bounded, and give way when nothing else is left to go."""
    wordy = tuple(replace(COINS, commitment_id=f"c{n}", what="word " * 300) for n in range(9))
    tried = (replace(KEY, text="thing " * 300),) * 9
    full = ReplyQuestion.of(reply_scene(commitments=wordy, attempts=tried))
    templates = Templates()
    least = prompt_tokens(
        ReplyQuestion.of(reply_scene(affordances=(), entities=())).messages(templates, "en")
    )

    fitted = fit(full, templates, "en", 1500)
    tight = fit(full, templates, "en", least)

    assert fitted.tokens <= 1500
    assert len(fitted.question.pledges) == 4
    assert len(fitted.question.attempts) == 3
    assert tight.question.attempts == ()


def test_an_answer_names_promises_and_settles_them() -> None:
    """Who leaves the keys out promised nothing, and who writes them otherwise is understood."""
    plain, whole = SayReader(), SayReader()
    plain.feed(reply_json("Aye."))
    said = reply_json("Aye.")[:-1]
    promised = '{"by": "me", "what": "bring ale", "when": "by noon"}'
    whole.feed(f'{said}, "promises": [{promised}], "settles": [{{"id": 1, "as": "kept"}}]}}')

    assert plain.finish().promises == ()
    assert whole.finish().promises == (Promise(what="bring ale", due="by noon"),)
    assert whole.finish().verdicts == (PromiseVerdict(1, CommitmentStatus.KEPT),)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (["bring ale"], (Promise(what="bring ale"),)),
        ([{"by": "them", "what": "pay"}], (Promise(what="pay", is_own=False),)),
        ([{"by": "Ann", "what": "pay"}], (Promise(what="pay", is_own=False),)),
        ([{"by": "me", "what": ""}, {"by": "me"}, 7, None], ()),
        ("bring ale", ()),
        (None, ()),
        ([{"what": "a"}] * 9, (Promise(what="a"),) * 3),
    ],
)
def test_promises_are_read_whatever_is_written(written: object, read: tuple[Promise, ...]) -> None:
    """What cannot be read costs itself and nothing else."""
    assert promises_of(written) == read


@pytest.mark.parametrize(
    "written", [[{"id": "x", "as": "kept"}], [{"id": True, "as": "kept"}], [{"id": 1}], "kept", [3]]
)
def test_verdicts_that_cannot_be_read_settle_nothing(written: object) -> None:
    """Neither a place that is none, nor a status that is none."""
    assert verdicts_of(written) == ()


def test_promises_are_settled_only_where_some_are_shown() -> None:
    """The form asks for no verdict on nothing."""
    without, shown = reply_schema((), ()), reply_schema((), (), 2)

    assert "settles" not in without["properties"]  # type: ignore[operator]
    assert list(shown["properties"])[-2:] == ["promises", "settles"]  # type: ignore[arg-type]
