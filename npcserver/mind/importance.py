"""Rating how much memories matter, many in one question, off the path of any player."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import structlog

from npcserver.mind.ask import complete
from npcserver.model.errors import ModelTalkedNonsense, ModelTruncated
from npcserver.model.scene import Statements
from npcserver.ports.language_model import (
    Lane,
    LanguageModel,
    Message,
    Patience,
    Purpose,
    Request,
)
from npcserver.prompts.importance import MOST_STATEMENTS, RateImportance
from npcserver.prompts.render import Templates
from npcserver.prompts.schema import ratings_schema

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


async def rate(
    statements: Statements,
    *,
    model: LanguageModel,
    templates: Templates,
    tuning: RatingTuning | None = None,
    language: str = "en",
) -> tuple[int | None, ...]:
    """Return an importance from 1 to 10 for each statement, None where no answer could be read.

    An unreadable answer is asked for once more; None then means: keep the neutral value. Raises
    `ModelUnreachable` and `ModelTooSlow`, because trying again later will help.
    """
    tuning = tuning or RatingTuning()
    size = min(max(tuning.batch, 1), MOST_STATEMENTS)
    ratings: list[int | None] = []
    for start in range(0, len(statements.texts), size):
        batch = replace(statements, texts=statements.texts[start : start + size])
        ratings += await _rate_batch(batch, model, templates, tuning, language)
    unrated = ratings.count(None)
    _log.info("importance_rated", rated=len(ratings) - unrated, unrated=unrated)
    return tuple(ratings)


async def _rate_batch(
    batch: Statements,
    model: LanguageModel,
    templates: Templates,
    tuning: RatingTuning,
    language: str,
) -> Sequence[int | None]:
    question = RateImportance.of(batch)
    messages = question.messages(templates, language)
    try:
        for _ in range(2):
            text = await _asked(messages, batch, model, tuning)
            try:
                return question.read(text)
            except ModelTalkedNonsense as nonsense:
                _log.info("rating_unreadable", problem=nonsense.message)
            answered = Message("assistant", text[:1000])
            messages = (*messages, answered, question.complaint(templates, language))
    except (ModelTalkedNonsense, ModelTruncated) as fault:
        _log.info("rating_unreadable", problem=fault.message)
    return [None] * len(batch.texts)


async def _asked(
    messages: tuple[Message, ...], batch: Statements, model: LanguageModel, tuning: RatingTuning
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
    text, _ = await complete(model, request)
    return text
