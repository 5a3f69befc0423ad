"""The usual words of an occasion that is made up for a question, by language."""

from dataclasses import dataclass, fields

from npcserver.language import text


@dataclass(frozen=True, slots=True)
class UsualWords:
    """What is said, asked, answered and seen, and what a scene is about, where nobody chose it."""

    said: str
    asked: str
    answered: str
    happened: str
    title: str
    premise: str
    question: str


def usual_words(language: str) -> UsualWords:
    """Return the words in a language, in English where there are none."""
    words = {one.name: text("occasions", one.name, language) for one in fields(UsualWords)}
    return UsualWords(**words)
