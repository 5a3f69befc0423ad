"""How a character answers: the model that was chosen, and who speaks when it does not."""

from dataclasses import replace
from functools import partial

from npcserver.adapters.clock import SystemClock
from npcserver.adapters.llm.offline import OfflineActor
from npcserver.adapters.llm.wrappers import MeteredLanguageModel
from npcserver.app.conversation.dialogue import Respond
from npcserver.bootstrap.choosing import Voices, dialogue_of
from npcserver.bootstrap.patience import reply_patience
from npcserver.config import Settings
from npcserver.mind.reply import ReplyTuning, reply
from npcserver.model.ids import IntentId, new_id
from npcserver.model.model_host import ModelHost
from npcserver.model.prompt import PromptProfile
from npcserver.model.purpose import ModelUse
from npcserver.prompts.render import Templates


def answering(
    settings: Settings, voices: Voices, templates: Templates, clock: SystemClock
) -> Respond:
    """Return what thinks of an answer to a scene."""
    voice = voices.of(ModelUse.DIALOGUE)
    offline = MeteredLanguageModel(OfflineActor(), voices.meter)
    return partial(
        reply,
        model=voice.model,
        rescue=offline if settings.model.of(ModelUse.DIALOGUE).rescue == "offline" else None,
        templates=templates,
        tuning=replace(
            tuning_of(settings),
            budget=voice.window.budget,
            patience_now=partial(voice.patience, settings),
            profile_now=voice.window.profile,
        ),
        new_intent_id=lambda: IntentId(new_id("int")),
        clock=clock,
    )


def tuning_of(settings: Settings) -> ReplyTuning:
    """Return how replies are asked for."""
    chosen = dialogue_of(settings)
    return ReplyTuning(
        patience=reply_patience(chosen, ModelHost.NONE, 0),
        max_tokens=chosen.max_tokens,
        temperature=chosen.temperature,
        prompt_profile=(
            PromptProfile.SHORT
            if settings.model.of(ModelUse.DIALOGUE).prompt_profile == "short"
            else PromptProfile.FULL
        ),
    )
