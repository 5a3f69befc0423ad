"""What thinks of an answer to a player: the models, who steps in for them, and their limits."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from npcserver.adapters.clock import SystemClock
from npcserver.adapters.llm.wrappers import MeteredThinker
from npcserver.app.conversation.dialogue import ReplyGenerator
from npcserver.bootstrap import model_package
from npcserver.bootstrap.model_stack import ModelStacks, dialogue_of, reply_patience
from npcserver.config import Settings
from npcserver.mind.prompted_thinker import PromptedThinker
from npcserver.mind.reply import ReplyTuning, reply
from npcserver.model.ids import IntentId, new_id
from npcserver.model.model_use import ModelHost, ModelUse
from npcserver.model.prompt import PromptProfile
from npcserver.ports.language_model import LanguageModel
from npcserver.ports.thinker import Thinker
from npcserver.prompts.render import Templates


def build_reply_writer(
    settings: Settings,
    models: ModelStacks,
    templates: Templates,
    clock: SystemClock,
    noted: Callable[[LanguageModel], LanguageModel],
) -> ReplyGenerator:
    """Return what thinks of an answer to a scene; models are `noted` to keep their prompts."""
    voice = models.of(ModelUse.DIALOGUE)
    offline = MeteredThinker(model_package.models().offline_thinker(), models.meter)
    tuning = replace(
        tuning_of(settings),
        budget=voice.window.budget,
        patience_now=partial(voice.patience, dialogue_of(settings)),
        profile_now=voice.window.profile,
        limit_now=voice.window.limit,
    )
    return partial(
        reply,
        thinker=voice.thinker(
            lambda model: PromptedThinker(noted(model), templates, replies=tuning)
        ),
        fallback=_fallback(models, templates, tuning, noted),
        rescue=offline if settings.model.of(ModelUse.DIALOGUE).rescue == "offline" else None,
        templates=templates,
        tuning=tuning,
        new_intent_id=lambda: IntentId(new_id("int")),
        clock=clock,
    )


def _fallback(
    models: ModelStacks,
    templates: Templates,
    tuning: ReplyTuning,
    noted: Callable[[LanguageModel], LanguageModel],
) -> Thinker | None:
    if models.fallback is None:
        return None
    window = models.fallback.window
    own = replace(
        tuning,
        budget=window.budget,
        profile_now=window.profile,
        limit_now=window.limit,
    )
    return models.fallback.thinker(
        lambda model: PromptedThinker(noted(model), templates, replies=own)
    )


def tuning_of(settings: Settings) -> ReplyTuning:
    """Return how replies are asked for."""
    chosen = dialogue_of(settings)
    profile = settings.model.of(ModelUse.DIALOGUE).prompt_profile
    return ReplyTuning(
        patience=reply_patience(chosen, ModelHost.NONE, 0),
        max_tokens=chosen.max_tokens,
        temperature=chosen.temperature,
        prompt_profile=PromptProfile.FULL if profile == "auto" else PromptProfile(profile),
        look_up=model_package.models().offline_thinker().looked_up,
    )
