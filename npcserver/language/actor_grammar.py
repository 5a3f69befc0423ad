"""Persons of pronouns and verbs, as a character without a model puts what it knows.

Each language may have a module `actor_grammar` with functions of the names in `ActorGrammar`; what
it lacks is taken from English. Texts of a scene are put by the rules of all languages in turn,
since a world may quote another language.
"""

from functools import cache
from types import SimpleNamespace
from typing import Protocol, cast

from npcserver.language import DEFAULT, code_of, modules


class ActorGrammar(Protocol):
    """What the modules `actor_grammar` give."""

    def own_words(self, sentence: str) -> str:
        """Return a sentence written to a character as it says it, empty where it cannot."""
        ...

    def about_oneself(self, sentence: str, name: str) -> str:
        """Return a sentence that names its speaker as the speaker says it; empty if it cannot."""
        ...

    def answered(self, deed: str) -> str:
        """Return what a person was asked to do as they promise it: "bring me bread"."""
        ...

    def between_two(self, what: str, own: str, other: str) -> str:
        """Return what was promised with pronouns for the names of who speaks and who hears."""
        ...

    def with_speaker(self, text: str) -> str:
        """Return a text that was written to its reader as the reader would say it."""
        ...

    def as_trade(self, about: str) -> str:
        """Return an occupation as it goes on after `I am`."""
        ...


@cache
def grammar_of(language: str) -> ActorGrammar:
    """Return the functions of a language, with those of English for what it lacks."""
    found = modules("actor_grammar")
    own = found.get(code_of(language), found[DEFAULT])
    return cast("ActorGrammar", SimpleNamespace(**{**vars(found[DEFAULT]), **vars(own)}))


def with_speaker(text: str) -> str:
    """Return a text that was written to its reader as the reader would say it."""
    for code in modules("actor_grammar"):
        text = grammar_of(code).with_speaker(text)
    return text
