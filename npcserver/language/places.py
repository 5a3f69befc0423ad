"""A place that a character knows, in words."""

from collections.abc import Mapping, Sequence
from typing import Protocol, cast

from npcserver.language import DEFAULT, code_of, modules


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


class PlaceTeller(Protocol):
    """What the module `places` of a language gives."""

    def described(self, place: DescribedPlace) -> str:
        """Return a sentence about a place."""
        ...


def described(place: DescribedPlace, language: str) -> str:
    """Return a sentence about a place in a language, in English where it has none."""
    tellers = cast("Mapping[str, PlaceTeller]", modules("places"))
    code = code_of(language)
    return tellers[code if code in tellers else DEFAULT].described(place)
