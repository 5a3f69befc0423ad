"""What the packages beside the server bring is there under the names that the server knows."""

from collections.abc import Iterator

import npcmodels.endpoints
import npcscenes.assembly
from npcserver import plugins
from npcserver.bootstrap.model_package import Models
from npcserver.bootstrap.packages_beside import Scenes

# that they are what they should be is checked by mypy
MODELS: Models = npcmodels.endpoints
SCENES: Scenes = npcscenes.assembly


def test_all_names_are_there() -> None:
    """Each name of a module or an attribute can be loaded."""
    names = list(_names())

    assert len(names) > len(plugins.COMMANDS) + len(plugins.GROUPS)
    assert [name for name in names if plugins.load(name) is None] == []


def _names() -> Iterator[str]:
    public = (value for name, value in vars(plugins).items() if not name.startswith("_"))
    for value in public:
        match value:
            case str() if value.startswith("npc") and value != plugins.__name__:
                yield value
            case dict() if all(isinstance(one, str) for one in value.values()):
                yield from value.values()
            case tuple():
                yield from value


def test_the_modules_that_are_checked_are_those_that_are_loaded() -> None:
    """Mypy has checked the modules that the server finds."""
    assert plugins.load(plugins.MODELS) is MODELS
    assert plugins.load(plugins.SCENES) is SCENES
