"""Imports all of the server, and compiles what each server would compile when it first needs it.

Commands are forked from a process that has done so (`processes`).
"""

import gc
import importlib
import pkgutil
from contextlib import suppress

import alembic.command  # noqa: F401 - what it imports is needed by each new database
import npcclient.playtest.command  # noqa: F401

import npcmodels
import npcscenes
import npcserver
import npctools
from npcmodels.offline import OfflineActor
from npcserver.prompts import catalogue
from npcserver.prompts.render import Templates

_LEFT_OUT = ("npcserver.__main__", "npcserver._shipped", "npcmodels.embedded_server")

for _package in (npcserver, npcmodels, npcscenes, npctools):
    for _found in pkgutil.walk_packages(_package.__path__, f"{_package.__name__}."):
        if not _found.name.startswith(_LEFT_OUT):
            with suppress(ImportError):  # needs an extra that is not installed
                importlib.import_module(_found.name)

# Prompts and patterns: with the collection, two thirds of what a start takes after its imports.
catalogue.check(Templates())
OfflineActor()
# A collection in a forked process looks at nothing of this, and so copies no memory.
gc.collect()
gc.freeze()
