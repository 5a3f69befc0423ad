"""Every question that the server asks a model; each has a template in every language.

A question is registered by standing in a module of a package of `plugins.QUESTIONS`.
"""

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from npcserver import plugins
from npcserver.model.model_use import Purpose
from npcserver.prompts.question import ThoughtQuestion
from npcserver.prompts.render import FALLBACK_LANGUAGE, Templates
from npcserver.prompts.reply import ReplyQuestion


def _thought_questions() -> Iterator[type[ThoughtQuestion]]:
    for package in map(importlib.import_module, plugins.QUESTIONS):
        for found in pkgutil.iter_modules(package.__path__):
            module = importlib.import_module(f"{package.__name__}.{found.name}")
            for one in vars(module).values():
                is_question = isinstance(one, type) and issubclass(one, ThoughtQuestion)
                if is_question and "template" in vars(one):
                    yield one


_PURPOSES = tuple(Purpose)
_OF_THOUGHT = sorted(_thought_questions(), key=lambda one: _PURPOSES.index(one.asks.purpose))

QUESTIONS: tuple[type[ReplyQuestion | ThoughtQuestion], ...] = (ReplyQuestion, *_OF_THOUGHT)
"""All questions, by purpose."""

QUESTION_OF: Mapping[type, type[ThoughtQuestion]] = MappingProxyType(
    {question.asks: question for question in _OF_THOUGHT}
)
"""The question that is put from an input, by the input's type."""


def check(templates: Templates, language: str = FALLBACK_LANGUAGE) -> None:
    """Compile every template of a language; raises `InvalidInput` naming the first broken one.

    Called at start it finds authors' mistakes before a player does.
    """
    for question in QUESTIONS:
        templates.check(question.template, language)


def warm(templates: Templates, language: str = FALLBACK_LANGUAGE) -> None:
    """Compile the template of replies, so that no player waits; others compile on first use."""
    templates.check(ReplyQuestion.template, language)
