"""A typed question: what it is made from, and the type of its answer."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Generic, TypeVar

from npcserver.model.model_use import Purpose

T_co = TypeVar("T_co", covariant=True)


class TypedQuestion(Generic[T_co]):
    """Base of the inputs of thoughts; `T_co` is the type of the answer.

    `longest_answer` bounds the answer of a language model, in tokens.
    """

    __slots__ = ()

    purpose: ClassVar[Purpose]
    longest_answer: ClassVar[int] = 0

    @property
    def language(self) -> str:
        """The language that the answer is in."""
        raise NotImplementedError

    @property
    def seed(self) -> int:
        """Makes the answer repeatable where a thinker can."""
        return 0

    @property
    def answer_tokens(self) -> int:
        """How many tokens the answer of a language model may have."""
        return self.longest_answer

    def answer_by_rule(self) -> T_co:
        """Return the answer where there is no language model."""
        raise NotImplementedError


def between(low: int, high: int) -> Mapping[str, int]:
    """Return the bounds of a whole number, an annotation of an answer's type."""
    return {"minimum": low, "maximum": high}


def count(low: int, high: int) -> Mapping[str, int]:
    """Return the bounds of how many items a tuple has."""
    return {"minItems": low, "maxItems": high}


def one_of(choices: Sequence[str]) -> Mapping[str, list[str]]:
    """Return the closed list of the values that a text may have."""
    return {"enum": list(choices)}
