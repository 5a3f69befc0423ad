"""Which embedder and which model the settings mean, and the wrappers every model wears."""

from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial

from npcserver.adapters.embed.registry import EmbedderSpec
from npcserver.adapters.llm import discover
from npcserver.adapters.llm.breaker import BreakingLanguageModel
from npcserver.adapters.llm.context_window import (
    ContextWindow,
    MeasuredLanguageModel,
    ServedContext,
)
from npcserver.adapters.llm.cores import default_threads
from npcserver.adapters.llm.lanes import LanedLanguageModel
from npcserver.adapters.llm.registry import ModelSpec, language_model
from npcserver.adapters.llm.served_context import (
    ContextWatch,
    context_by_name,
    is_nearby,
    served_context,
)
from npcserver.adapters.llm.wrappers import Meter, MeteredLanguageModel, RetryingLanguageModel
from npcserver.config import Settings
from npcserver.model.purpose import Purpose
from npcserver.ports.language_model import LanguageModel
from npcserver.prompts.budget import prompt_tokens

_FRAMES = 512  # tokens of chat templates, and of what estimates get wrong
_STEP = 256
_ENLARGE_LOCAL = "set model.context_tokens, as far as memory allows"


@dataclass(frozen=True, slots=True)
class Voice:
    """The model with all its wrappers, what it cost so far, and why it was chosen.

    `window` says how long its prompts may be, and `watch` keeps that true while it runs.
    """

    model: LanguageModel
    meter: Meter
    note: str
    window: ContextWindow
    watch: ContextWatch | None = None


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
            threads=chosen.threads or default_threads(),
            context=chosen.context_tokens,
            wanted_context=_wanted_context(settings),
        )
    )


async def voice(settings: Settings, stack: AsyncExitStack, given: LanguageModel | None) -> Voice:
    """Return the model that speaks and thinks; one of our own making is closed with the stack."""
    chosen, meter = settings.model, Meter()
    if given is None:
        spec, note = await model_spec(settings)
        owned = language_model(spec)
        stack.push_async_callback(owned.close)
        window, watch = await context_of(settings, spec, owned)
        given = owned
    else:
        note = f"{given.name}, as given"
        window, watch = context_window(settings), None
    measured = MeasuredLanguageModel(given, window, prompt_tokens)
    counted = BreakingLanguageModel(MeteredLanguageModel(measured, meter))
    laned = LanedLanguageModel(
        counted, limit=chosen.concurrency, background=min(chosen.background, chosen.concurrency)
    )
    return Voice(RetryingLanguageModel(laned), meter, note, window, watch)


async def context_of(
    settings: Settings, spec: ModelSpec, model: LanguageModel
) -> tuple[ContextWindow, ContextWatch | None]:
    """Return what bounds the prompts to a model, and what keeps it true; asks the endpoint once."""
    provider, _, name = spec.name.partition(":")
    if provider == "local":
        window = context_window(settings, is_slow=True)
        tokens = getattr(model, "context", 0)
        if tokens:
            window.take_told(ServedContext(tokens=tokens, source="its file", advice=_ENLARGE_LOCAL))
        return window, ContextWatch(window, None, model)
    window = context_window(settings)
    if provider != "openai":
        window.assumed = None  # it reads no prompts
        return window, None
    if spec.base_url is None:
        window.told = context_by_name(name)
        return window, None
    nearby = is_nearby(spec.base_url)
    window = context_window(settings, is_slow=nearby)
    ask = partial(served_context, spec.base_url, spec.api_key, name)
    watch = ContextWatch(window, ask, model if nearby else None)
    await watch.ask()
    if window.told is None and not nearby:
        window.told = context_by_name(name)
    return window, watch


def context_window(settings: Settings, *, is_slow: bool = False) -> ContextWindow:
    """Return what bounds the prompts to a model of which nothing is known yet.

    `is_slow` says that it runs nearby, where reading a prompt takes time.
    """
    chosen = settings.model
    return ContextWindow(
        ceiling=settings.dialogue.prompt_tokens,
        setting=chosen.context_tokens,
        settings_by_purpose=chosen.context_tokens_for,
        patience=partial(_first_word, settings) if is_slow else None,
    )


def _first_word(settings: Settings, purpose: Purpose) -> float:
    """Return how long the first word may take, in seconds."""
    is_talk = purpose is Purpose.REPLY
    return (settings.dialogue if is_talk else settings.cognition).first_word_seconds


def _wanted_context(settings: Settings) -> int:
    """Return the context in which the longest prompt and its answer have room, frames included."""
    chosen = settings.dialogue
    return -(-(chosen.prompt_tokens + chosen.max_tokens + _FRAMES) // _STEP) * _STEP
