"""The client and its readme against the descriptors: a new method or field must find its way in."""

import ast
import builtins
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

import npcclient
import pytest
from google.protobuf.descriptor import MethodDescriptor
from npcclient import messages
from npcclient.messages import OutcomeStatus

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


README = Path(__file__).resolve().parents[3] / "clients" / "python" / "README.md"
BLOCK = re.compile(r"^ *```python\n(.*?)^ *```", re.DOTALL | re.MULTILINE)
GIVEN = {"npc", "timeline"}  # what the first program makes, and the others go on with


def test_all_names_are_there() -> None:
    """A name that a block uses is made in it, given, built in, or among the messages."""
    text = README.read_text(encoding="utf-8")
    blocks = [ast.parse(_inside(textwrap.dedent(block))) for block in BLOCK.findall(text)]
    missing = {name for block in blocks for name in _free(block)} - GIVEN
    known = {*vars(builtins), *vars(messages), "npcclient"}

    assert len(blocks) > 3
    assert missing <= known, missing - known


def test_words_in_the_text_are_there() -> None:
    """Enum values, errors and calls that the text names exist."""
    text = README.read_text(encoding="utf-8")
    values = re.findall(r"OutcomeStatus\.(\w+)", text)
    told = re.search(r"Errors are types: (.*?); all are", text)
    assert told
    errors = re.findall(r"`([A-Z]\w+)`", told[1])
    client = npcclient.connect("http://host:1")
    calls = set(re.findall(r"npc\.(\w+)\.(\w+)\(", text))

    assert [OutcomeStatus.Value(value) for value in values]
    assert set(errors) == {kind.__name__ for kind in npcclient.NpcError.__subclasses__()}
    assert len(calls) > 5
    assert all(hasattr(getattr(client, space), call) for space, call in calls)


def _inside(block: str) -> str:
    """Put a block where `await` may stand."""
    return f"async def tour():\n{textwrap.indent(block, '    ')}"


def _free(block: ast.AST) -> set[str]:
    used = [node for node in ast.walk(block) if isinstance(node, ast.Name)]
    made = {node.id for node in used if not isinstance(node.ctx, ast.Load)}
    made |= {node.name for node in ast.walk(block) if isinstance(node, ast.AsyncFunctionDef)}
    imports = [it for it in ast.walk(block) if isinstance(it, ast.Import | ast.ImportFrom)]
    made |= {alias.name for node in imports for alias in node.names}
    return {node.id for node in used} - made
