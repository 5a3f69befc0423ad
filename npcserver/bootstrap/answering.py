"""How a character answers: the model that was chosen, and who speaks when it does not."""

from dataclasses import replace
from functools import partial

from npcserver.adapters.clock import SystemClock
from npcserver.adapters.llm.offline import OfflineActor
from npcserver.adapters.llm.wrappers import MeteredLanguageModel
from npcserver.app.speech.dialogue import Answer
from npcserver.bootstrap.choosing import Voice
from npcserver.config import Settings
from npcserver.mind.reply import ReplyTuning, reply
from npcserver.model.ids import IntentId, new_id
from npcserver.ports.language_model import Patience
from npcserver.prompts.render import Templates


def answering(settings: Settings, voice: Voice, templates: Templates, clock: SystemClock) -> Answer:
    """Return what thinks of an answer to a scene."""
    offline = MeteredLanguageModel(OfflineActor(), voice.meter)
    return partial(
        reply,
        model=voice.model,
        rescue=offline if settings.model.rescue == "offline" else None,
        templates=templates,
        tuning=replace(tuning_of(settings), budget=voice.window.budget),
        new_intent_id=lambda: IntentId(new_id("int")),
        clock=clock,
    )


def tuning_of(settings: Settings) -> ReplyTuning:
    """Return how replies are asked for."""
    chosen = settings.dialogue
    return ReplyTuning(
        patience=Patience(
            first_word=chosen.first_word_seconds,
            between_words=chosen.between_words_seconds,
            total=chosen.total_seconds,
        ),
        max_tokens=chosen.max_tokens,
        temperature=chosen.temperature,
    )
