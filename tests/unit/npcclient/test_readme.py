"""The code in the readme of the Python client: all that it names is there."""

import ast
import builtins
import re
import textwrap
from pathlib import Path

import npcclient
from npcclient import messages
from npcclient.messages import OutcomeStatus

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
