"""The messages and methods of `npcserver.v1`, by name."""

import importlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from google.protobuf import descriptor_pool, message_factory
from google.protobuf.descriptor import Descriptor, EnumDescriptor, FileDescriptor, MethodDescriptor
from google.protobuf.message import Message

import npcserver.v1

_PACKAGE = "npcserver/v1/"


@cache
def files() -> tuple[FileDescriptor, ...]:
    """Return the files of the package, by name."""
    folder = Path(next(iter(npcserver.v1.__path__)))
    modules = sorted(path.stem for path in folder.glob("*_pb2.py"))
    return tuple(importlib.import_module(f"npcserver.v1.{module}").DESCRIPTOR for module in modules)


def own_messages() -> Iterator[Descriptor]:
    """Yield every message of the package; none of them holds the type of another."""
    for file in files():
        yield from file.message_types_by_name.values()


def own_enums() -> Iterator[EnumDescriptor]:
    """Yield every enum of the package."""
    for file in files():
        yield from file.enum_types_by_name.values()


def message_class(name: str) -> type[Message]:
    """Return the class of a message by its full name."""
    files()
    pool = descriptor_pool.Default()
    return message_factory.GetMessageClass(pool.FindMessageTypeByName(name))


def method(path: str) -> MethodDescriptor | None:
    """Return a method by `package.Service/Method`; None for one that its service has not."""
    files()
    service, _, name = path.rpartition("/")
    methods = descriptor_pool.Default().FindServiceByName(service).methods_by_name
    return methods[name] if name in methods else None  # noqa: SIM401 - its `get` is untyped
