"""Imports all of the server, which imports most of itself when it first needs it.

Commands are forked from a process that has done so (`processes`).
"""

import importlib
import pkgutil
from contextlib import suppress

import alembic.command  # noqa: F401 - what it imports is needed by each new database

import npcserver

_LEFT_OUT = ("npcserver.__main__", "npcserver._shipped", "npcserver.adapters.llm.embedded_server")

for _found in pkgutil.walk_packages(npcserver.__path__, "npcserver."):
    if not _found.name.startswith(_LEFT_OUT):
        with suppress(ImportError):  # needs an extra that is not installed
            importlib.import_module(_found.name)
