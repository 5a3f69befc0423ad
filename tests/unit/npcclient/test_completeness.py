"""The client against the descriptors: a new method or field must find its way into it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import npcclient
import pytest
from google.protobuf.descriptor import MethodDescriptor

from npcserver.v1 import (
    character_service_pb2,
    group_chat_service_pb2,
    lore_service_pb2,
    memory_service_pb2,
    play_service_pb2,
    timeline_service_pb2,
    world_service_pb2,
)

FILES = (
    character_service_pb2,
    group_chat_service_pb2,
    lore_service_pb2,
    memory_service_pb2,
    play_service_pb2,
    timeline_service_pb2,
    world_service_pb2,
)
METHODS: tuple[MethodDescriptor, ...] = tuple(
    method
    for file in FILES
    for service in file.DESCRIPTOR.services_by_name.values()
    for method in service.methods
)
# A list asks for its pages by itself.
OF_LISTINGS = {"page_size", "page_token"}


def nodes() -> Iterator[ast.AST]:
    for path in sorted(Path(npcclient.__file__).parent.glob("*.py")):
        yield from ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def called() -> set[str]:
    """Return the methods of stubs that any module refers to."""
    return {
        node.attr
        for node in nodes()
        if isinstance(node, ast.Attribute)
        and ast.unparse(node.value) in {"self._stub", "self._timelines", "stub"}
    }


def filled(request: str) -> set[str]:
    """Return the fields of a request that are set anywhere, at its making or after it."""
    found: set[str] = set()
    for node in nodes():
        if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == request:
            found |= {keyword.arg for keyword in node.keywords if keyword.arg}
        if isinstance(node, ast.Assign):
            found |= {
                target.attr
                for target in node.targets
                if isinstance(target, ast.Attribute) and ast.unparse(target.value) == "request"
            }
    return found


def test_there_are_methods_to_compare() -> None:
    """The comparison below compares something."""
    assert len(METHODS) > 50


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.full_name)
def test_every_method_can_be_called(method: MethodDescriptor) -> None:
    """A method of the server that the client does not know fails here."""
    assert method.name in called()


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.full_name)
def test_every_field_can_be_set(method: MethodDescriptor) -> None:
    """A field of a request that no argument of the client reaches fails here."""
    fields = {field.name for field in method.input_type.fields}

    assert fields - OF_LISTINGS - filled(method.input_type.name) == set()
