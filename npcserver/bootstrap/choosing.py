"""Which embedder and which model the settings mean, and the wrappers every model wears."""

from contextlib import AsyncExitStack
from dataclasses import dataclass

from npcserver.adapters.embed.registry import EmbedderSpec
from npcserver.adapters.llm import discover
from npcserver.adapters.llm.breaker import BreakingLanguageModel
from npcserver.adapters.llm.context_window import ContextWindow, MeasuredLanguageModel
from npcserver.adapters.llm.lanes import LanedLanguageModel
from npcserver.adapters.llm.registry import ModelSpec, language_model
from npcserver.adapters.llm.wrappers import Meter, MeteredLanguageModel, RetryingLanguageModel
from npcserver.config import Settings
from npcserver.ports.language_model import LanguageModel
from npcserver.prompts.budget import prompt_tokens


@dataclass(frozen=True, slots=True)
class Voice:
    """The model with all its wrappers, what it cost so far, and why it was chosen.

    `window` says how long its prompts may be.
    """

    model: LanguageModel
    meter: Meter
    note: str
    window: ContextWindow


def embedder_spec(settings: Settings) -> EmbedderSpec:
    """Return which embedder to use."""
    chosen = settings.embedder
    return EmbedderSpec(
        name=chosen.name,
        base_url=chosen.base_url,
        api_key=chosen.key,
        dimension=chosen.dimension,
    )


async def model_spec(settings: Settings) -> tuple[ModelSpec, str]:
    """Return which model to use and, for people, why."""
    chosen = settings.model
    return await discover.choose(
        discover.Wish(
            name=chosen.name,
            base_url=chosen.base_url or None,
            api_key=chosen.key,
            gguf=chosen.gguf,
            models_folder=settings.data / "models",
        )
    )


async def voice(settings: Settings, stack: AsyncExitStack, given: LanguageModel | None) -> Voice:
    """Return the model that speaks and thinks; one of our own making is closed with the stack."""
    if given is None:
        spec, note = await model_spec(settings)
        owned = language_model(spec)
        stack.push_async_callback(owned.close)
        given = owned
    else:
        note = f"{given.name}, as given"
    chosen, meter = settings.model, Meter()
    window = context_window(settings)
    measured = MeasuredLanguageModel(given, window, prompt_tokens)
    counted = BreakingLanguageModel(MeteredLanguageModel(measured, meter))
    laned = LanedLanguageModel(
        counted, limit=chosen.concurrency, background=min(chosen.background, chosen.concurrency)
    )
    return Voice(RetryingLanguageModel(laned), meter, note, window)


def context_window(settings: Settings) -> ContextWindow:
    """Return what bounds the prompts to the model that the settings name."""
    chosen = settings.model
    return ContextWindow(
        ceiling=settings.dialogue.prompt_tokens,
        setting=chosen.context_tokens,
        settings_by_purpose=chosen.context_tokens_for,
    )
