"""A place that a character knows, in words."""

from collections.abc import Sequence
from typing import Protocol

from npcserver.language import DEFAULT, code_of, functions


class DescribedPlace(Protocol):
    """What is known of a place: its path, and things there with their states, "" for unknown.

    `hours` are empty where it has none.
    """

    @property
    def path(self) -> str: ...  # noqa: D102
    @property
    def objects(self) -> Sequence[tuple[str, str]]: ...  # noqa: D102
    @property
    def hours(self) -> str: ...  # noqa: D102
    @property
    def is_private(self) -> bool: ...  # noqa: D102
    @property
    def is_own(self) -> bool: ...  # noqa: D102


def described(place: DescribedPlace, language: str) -> str:
    """Return a sentence about a place in a language, in English where it has none."""
    found = functions("places", "described")
    return str(found.get(code_of(language), found[DEFAULT])(place))
