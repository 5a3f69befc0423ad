"""What a shipped game compiles: the messages of `npcserver.v1`, which the engines generate."""

from importlib import import_module
from pkgutil import iter_modules

from npcserver import v1

MOST = 110
"""Messages of today. What authors and operators alone call is `admin.v1`'s."""


def test_a_game_compiles_no_more_messages_than_today() -> None:
    """A new message of games takes the place of one, or is of the package of authors."""
    modules = (one.name for one in iter_modules(v1.__path__) if one.name.endswith("_pb2"))
    files = [import_module(f"npcserver.v1.{name}").DESCRIPTOR for name in modules]

    assert sum(len(file.message_types_by_name) for file in files) <= MOST
