"""The thoughts of one character that ask a model, and the bounds of their answers.

Two questions where the released code makes 34 calls: one for what to wonder about, one for the
insights on all of it, which come with their evidence and their importance.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import structlog

from npcserver.mind.asker import AskResult, CharacterAsker, complete
from npcserver.mind.reply_progress import kept_answer
from npcserver.model.day import STEP_MINUTES, DayPlan, Step, faults_of_steps
from npcserver.model.default_day import default_day, default_steps
from npcserver.model.errors import ModelTalkedNonsense, ModelTruncated, PromptTooLong
from npcserver.model.inputs import (
    ConversationSummary,
    DecomposeInput,
    FocalQuestionsInput,
    Insight,
    InsightsInput,
    InterviewInput,
    PlanInput,
    RatingInput,
    RelationInput,
    RelationUpdate,
    SummaryInput,
)
from npcserver.model.memory import Memory
from npcserver.model.model_use import Purpose
from npcserver.model.turn import Usage
from npcserver.ports.language_model import (
    CallLane,
    CallTimeouts,
    Finished,
    LanguageModel,
    Message,
    PromptBudget,
    Request,
    fixed_budget,
)
from npcserver.prompts.decompose import DecomposeQuestion
from npcserver.prompts.importance import MOST_STATEMENTS, ImportanceQuestion
from npcserver.prompts.impressions import RelationQuestion, SummaryQuestion
from npcserver.prompts.interview import InterviewQuestion
from npcserver.prompts.plan import PlanQuestion
from npcserver.prompts.question import PROMPT_TOKENS
from npcserver.prompts.reflection import FocalPointsQuestion, InsightsQuestion
from npcserver.prompts.render import Templates
from npcserver.prompts.reply import ratings_schema
from npcserver.prompts.sections import section_digests

_TOKENS_PER_RATING = 12  # a number, a comma, and room for models that number their lines

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingTuning:
    """How ratings are asked for; nobody waits for them."""

    batch: int = MOST_STATEMENTS
    temperature: float = 0.0
    patience: CallTimeouts = field(
        default_factory=lambda: CallTimeouts(first_word=30.0, between_words=10.0, total=60.0)
    )


@dataclass(slots=True, kw_only=True)
class RatingNotes:
    """What ratings were made from and what they cost, for a receipt; as it is in the making."""

    calls: int = 0
    model: str = ""
    usage: Usage = field(default_factory=Usage)
    template: str = ""
    template_digest: str = ""
    prompt_digest: str = ""
    prompt_sections: tuple[str, ...] = ()
    raw_answers: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def answered(self, text: str, finished: Finished) -> None:
        """Note an answer and its price."""
        self.model = finished.model
        self.raw_answers.append(kept_answer(text))
        self.usage = self.usage.plus(finished.usage)


async def rate(
    statements: RatingInput,
    *,
    model: LanguageModel,
    templates: Templates,
    tuning: RatingTuning | None = None,
    language: str = "en",
    notes: RatingNotes | None = None,
) -> tuple[int | None, ...]:
    """Return an importance from 1 to 10 for each statement, None where no answer could be read.

    An unreadable answer is asked for once more; None then means: keep the neutral value. Raises
    `ModelUnreachable` and `ModelTooSlow`, because trying again later will help.
    """
    tuning, notes = tuning or RatingTuning(), notes or RatingNotes()
    notes.template = ImportanceQuestion.template
    notes.template_digest = templates.digest(ImportanceQuestion.template, language)
    size = min(max(tuning.batch, 1), MOST_STATEMENTS)
    ratings: list[int | None] = []
    for start in range(0, len(statements.texts), size):
        batch = replace(statements, texts=statements.texts[start : start + size])
        ratings += await _rate_batch(batch, model, templates, tuning, language, notes)
    unrated = ratings.count(None)
    _log.info("importance_rated", rated=len(ratings) - unrated, unrated=unrated)
    return tuple(ratings)


async def _rate_batch(
    batch: RatingInput,
    model: LanguageModel,
    templates: Templates,
    tuning: RatingTuning,
    language: str,
    notes: RatingNotes,
) -> Sequence[int | None]:
    question = ImportanceQuestion.of(batch)
    messages = question.messages(templates, language)
    try:
        for _ in range(2):
            text = await _asked(messages, batch, model, tuning, notes)
            try:
                return question.read(text)
            except ModelTalkedNonsense as nonsense:
                notes.faults.append(nonsense.message)
                _log.info("rating_unreadable", problem=nonsense.message)
            answered = Message("assistant", text[:1000])
            messages = (*messages, answered, question.complaint(templates, language))
    except (ModelTalkedNonsense, ModelTruncated, PromptTooLong) as fault:
        notes.faults.append(fault.message)
        _log.info("rating_unreadable", problem=fault.message)
    return [None] * len(batch.texts)


async def _asked(
    messages: tuple[Message, ...],
    batch: RatingInput,
    model: LanguageModel,
    tuning: RatingTuning,
    notes: RatingNotes,
) -> str:
    request = Request(
        purpose=Purpose.RATE,
        messages=messages,
        schema=ratings_schema(len(batch.texts)),
        schema_name="ratings",
        max_tokens=32 + _TOKENS_PER_RATING * len(batch.texts),
        temperature=tuning.temperature,
        lane=CallLane.BACKGROUND,
        patience=tuning.patience,
        material=batch,
    )
    notes.calls += 1
    notes.prompt_digest = request.digest
    notes.prompt_sections = section_digests(request.messages, request.purpose)
    text, finished = await complete(model, request)
    notes.answered(text, finished)
    return text


# Room for answers at their longest, Chinese included, so that none is cut: the released code gave
# five insights 150 tokens and lost the last of them.
_QUESTION_TOKENS = 600
_INSIGHT_TOKENS = 1_400


class InheritedSource(NamedTuple):
    """What an inference takes over from its evidence.

    `trust` is that of the weakest piece (0..100), `players` are all it stems from, `depth` is one
    more than the deepest piece has.
    """

    trust: int
    players: tuple[str, ...]
    depth: int


async def wonder(material: FocalQuestionsInput, ask: CharacterAsker) -> AskResult[tuple[str, ...]]:
    """Return what the latest memories make a character wonder about.

    Without memories nothing is asked and nothing is wondered about. Raises `ModelUnreachable` and
    `ModelTooSlow`.
    """
    if not material.memories:
        return AskResult(answer=())
    return await ask(
        FocalPointsQuestion.of(material),
        purpose=Purpose.REFLECT,
        material=material,
        max_tokens=_QUESTION_TOKENS,
    )


async def infer(material: InsightsInput, ask: CharacterAsker) -> AskResult[tuple[Insight, ...]]:
    """Return insights, each with its evidence as places in the material.

    Without evidence or questions nothing is asked. Raises `ModelUnreachable` and `ModelTooSlow`.
    """
    if not material.evidence or not material.questions:
        return AskResult(answer=())
    return await ask(
        InsightsQuestion.of(material),
        purpose=Purpose.REFLECT,
        material=material,
        max_tokens=_INSIGHT_TOKENS,
    )


def inherited(evidence: Sequence[Memory]) -> InheritedSource:
    """Return what an inference from some memories takes over from them."""
    bodies = [memory.body for memory in evidence]
    return InheritedSource(
        trust=min((body.trust for body in bodies), default=100),
        players=tuple(dict.fromkeys(player for body in bodies for player in body.players)),
        depth=1 + max((body.depth for body in bodies), default=0),
    )


_RELATION_TOKENS = 1_000
_RELATION_TEMPERATURE = 0.5  # as AgentGroupChat reflects


async def revise(material: RelationInput, ask: CharacterAsker) -> AskResult[RelationUpdate]:
    """Return what an impression changes; where nothing happened it changes nothing.

    Raises `ModelUnreachable` and `ModelTooSlow`.
    """
    if not material.memories:
        return AskResult(answer=RelationUpdate())
    return await ask(
        RelationQuestion.of(material),
        purpose=Purpose.RELATE,
        material=material,
        max_tokens=_RELATION_TOKENS,
        temperature=_RELATION_TEMPERATURE,
    )


_SUMMARY_TOKENS = 700
_SUMMARY_TEMPERATURE = 0.3  # it is to be true, not original


async def summarise(material: SummaryInput, ask: CharacterAsker) -> AskResult[ConversationSummary]:
    """Return what to keep; a conversation in which nothing was said leaves nothing.

    Raises `ModelUnreachable` and `ModelTooSlow`.
    """
    if not material.conversation:
        return AskResult(answer=ConversationSummary())
    return await ask(
        SummaryQuestion.of(material),
        purpose=Purpose.SUMMARISE,
        material=material,
        max_tokens=_SUMMARY_TOKENS,
        temperature=_SUMMARY_TEMPERATURE,
    )


_DAY_TOKENS = 1_600
_TOKENS_PER_STEP = 70
_MOST_STEP_TOKENS = 1_600


async def plan_day(dawn: PlanInput, ask: CharacterAsker) -> tuple[DayPlan, AskResult[DayPlan]]:
    """Return a day, or the day with its rest planned anew: by habit where no answer can be read.

    Raises `ModelUnreachable` and `ModelTooSlow`.
    """
    asked = await ask(
        PlanQuestion.of(dawn), purpose=Purpose.PLAN, material=dawn, max_tokens=_DAY_TOKENS
    )
    return asked.answer or default_day(dawn), asked


async def decompose(
    hour: DecomposeInput, ask: CharacterAsker
) -> tuple[tuple[Step, ...], AskResult[tuple[Step, ...]]]:
    """Return the steps of a block, which fill it exactly; usual ones where no answer can be read.

    A block too short to be cut is one step, and nobody is asked. Raises `ModelUnreachable` and
    `ModelTooSlow`.
    """
    usual = default_steps(hour)
    if hour.block.minutes < 2 * STEP_MINUTES[0]:
        return usual, AskResult(answer=usual)
    tokens = min(hour.block.minutes // STEP_MINUTES[0] * _TOKENS_PER_STEP + 60, _MOST_STEP_TOKENS)
    asked = await ask(
        DecomposeQuestion.of(hour), purpose=Purpose.DECOMPOSE, material=hour, max_tokens=tokens
    )
    steps = asked.answer
    return (usual if not steps or faults_of_steps(hour.block, steps) else steps), asked


_INTERVIEW_TOKENS = 600
_WHOLE = fixed_budget(PROMPT_TOKENS)


async def interview(
    material: InterviewInput, ask: CharacterAsker, budget: PromptBudget = _WHOLE
) -> AskResult[str]:
    """Return what the character answers. Raises `ModelUnreachable` and `ModelTooSlow`."""
    tokens = budget(Purpose.INTERVIEW, _INTERVIEW_TOKENS)
    return await ask(
        InterviewQuestion.of(material, tokens),
        purpose=Purpose.INTERVIEW,
        material=material,
        max_tokens=_INTERVIEW_TOKENS,
    )
