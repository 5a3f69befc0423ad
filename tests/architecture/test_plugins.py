"""What the packages beside the server bring is there under the names that the server knows."""

from collections.abc import Iterator
from types import ModuleType

import npcmodels.endpoints
from npcserver import plugins
from npcserver.bootstrap.model_package import Models

MODELS: Models = npcmodels.endpoints  # that it is one is checked by mypy


def test_all_names_are_there() -> None:
    """Each name of a module or an attribute can be loaded."""
    names = list(_names())

    assert len(names) > len(plugins.COMMANDS) + len(plugins.GROUPS)
    assert [name for name in names if plugins.load(name) is None] == []


def _names() -> Iterator[str]:
    for value in vars(plugins).values():
        match value:
            case str() if value.startswith("npc") and value != plugins.__name__:
                yield value
            case dict() if all(isinstance(one, str) for one in value.values()):
                yield from value.values()


def test_the_package_of_models_is_the_one_that_is_loaded() -> None:
    """The module that mypy has checked is the one that the server finds."""
    assert isinstance(MODELS, ModuleType)
    assert plugins.load(plugins.MODELS) is MODELS
