"""Rating how much memories matter, many in one question, off the path of any player."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import structlog

from npcserver.mind.ask import complete
from npcserver.mind.notes import kept_answer
from npcserver.model.errors import ModelTalkedNonsense, ModelTruncated, PromptTooLong
from npcserver.model.purpose import Purpose
from npcserver.model.scene import Statements
from npcserver.model.turn import Usage
from npcserver.ports.language_model import (
    Finished,
    Lane,
    LanguageModel,
    Message,
    Patience,
    Request,
)
from npcserver.prompts.importance import MOST_STATEMENTS, RateImportance
from npcserver.prompts.render import Templates
from npcserver.prompts.schema import ratings_schema
from npcserver.prompts.sections import section_digests

_TOKENS_PER_RATING = 12  # a number, a comma, and room for models that number their lines

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingTuning:
    """How ratings are asked for; nobody waits for them."""

    batch: int = MOST_STATEMENTS
    temperature: float = 0.0
    patience: Patience = field(
        default_factory=lambda: Patience(first_word=30.0, between_words=10.0, total=60.0)
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
    statements: Statements,
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
    notes.template = RateImportance.template
    notes.template_digest = templates.digest(RateImportance.template, language)
    size = min(max(tuning.batch, 1), MOST_STATEMENTS)
    ratings: list[int | None] = []
    for start in range(0, len(statements.texts), size):
        batch = replace(statements, texts=statements.texts[start : start + size])
        ratings += await _rate_batch(batch, model, templates, tuning, language, notes)
    unrated = ratings.count(None)
    _log.info("importance_rated", rated=len(ratings) - unrated, unrated=unrated)
    return tuple(ratings)


async def _rate_batch(
    batch: Statements,
    model: LanguageModel,
    templates: Templates,
    tuning: RatingTuning,
    language: str,
    notes: RatingNotes,
) -> Sequence[int | None]:
    question = RateImportance.of(batch)
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
    batch: Statements,
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
        lane=Lane.BACKGROUND,
        patience=tuning.patience,
        material=batch,
    )
    notes.calls += 1
    notes.prompt_digest = request.digest
    notes.prompt_sections = section_digests(request.messages, request.purpose)
    text, finished = await complete(model, request)
    notes.answered(text, finished)
    return text
