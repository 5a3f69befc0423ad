"""The messages and methods of both packages of the wire, by name."""

import importlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from google.protobuf import descriptor_pool, message_factory
from google.protobuf.descriptor import Descriptor, EnumDescriptor, FileDescriptor, MethodDescriptor
from google.protobuf.message import Message

import npcserver.admin.v1
import npcserver.v1


@cache
def files() -> tuple[FileDescriptor, ...]:
    """Return the files of both packages, by name."""
    return tuple(
        importlib.import_module(f"{package.__name__}.{path.stem}").DESCRIPTOR
        for package in (npcserver.v1, npcserver.admin.v1)
        for path in sorted(Path(next(iter(package.__path__))).glob("*_pb2.py"))
    )


def own_messages() -> Iterator[Descriptor]:
    """Yield every message of the wire; none of them holds the type of another."""
    for file in files():
        yield from file.message_types_by_name.values()


def own_enums() -> Iterator[EnumDescriptor]:
    """Yield every enum of the wire; that of an option of fields is in no message."""
    for file in files():
        extended = (one.containing_type for one in file.extensions_by_name.values())
        if not any(one is not None and one.name == "FieldOptions" for one in extended):
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


def path(short: str) -> str:
    """Return the path of `Service/Method`; that of v1 if no package has the service."""
    service = short.partition("/")[0]
    packages = (f.package for f in files() if service in f.services_by_name)
    return f"{next(packages, 'npcserver.v1')}.{short}"
