"""Names, docstrings, comments and docs use the terms of the field."""

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator

import pytest

from tests.architecture import sources
from tests.architecture.size import Package

GERUNDS: dict[str, str] = {}
"""Modules whose name may end in -ing, and why."""

BANNED = re.compile(
    r"(?<![a-z])(house|houses|rooms?|whoever|whomever|somebody|minded|gathered_minds?)(?![a-z])",
    re.IGNORECASE,
)
"""Figures of speech of the first version; docs/architecture.md says what is written instead."""

EXCEPTIONS = {
    "npctools/files/smallville.py": "rooms and houses of a village",
}
"""Files in which one of these words is meant as it stands, and why."""

_UNREAD = ("docs/examples/", "docs/api.md", "CHANGELOG.md", "tests/architecture/test_names.py")
"""What models or generators wrote, what is past, and the list of the words itself."""

_QUOTED = re.compile(r"```.*?```|`[^`\n]*`|\"[^\"\n]*\"", re.DOTALL)
_PROSE = {
    ".md": re.compile(r"[^\n]+"),
    ".proto": re.compile(r"//[^\n]*"),
    ".cs": re.compile(r"^ *//[^\n]*", re.MULTILINE),
    ".gd": re.compile(r"^\t*#[^\n]*", re.MULTILINE),
    ".js": re.compile(r"(?:^ *\*|/\*|//)[^\n]*", re.MULTILINE),
    ".mjs": re.compile(r"(?:^ *\*|/\*|//)[^\n]*", re.MULTILINE),
    "pyproject.toml": re.compile(r"#[^\n]*|^name = [^\n]*", re.MULTILINE),
    "Makefile": re.compile(r"#[^\n]*"),
}
"""What people read in files that are not Python, by suffix or name."""


@pytest.fixture(scope="module")
def package() -> Package:
    """Return the syntax trees of the server."""
    return Package(sources.ROOT)


def test_modules_are_nouns(package: Package) -> None:
    """No module's name ends in -ing, but those with a reason."""
    assert set(package.gerund_modules()) == set(GERUNDS)


def test_a_class_has_a_name_of_its_own(package: Package) -> None:
    """No two modules define classes of one name."""
    assert package.shared_class_names() == {}


FIGURATIVE_NAMES = frozenset(
    ("dawn", "noticing", "wondering", "inferring", "parting", "material", "minders", "voices")
)
"""What parameters and fields were called before they were named for their types."""


def test_parameters_and_fields_are_named_for_their_types(package: Package) -> None:
    """A question is called question, and the members of a circle members."""
    found = {
        (module, name)
        for module, tree in package.trees.items()
        for name in (*_parameters(tree), *_fields(tree))
        if name in FIGURATIVE_NAMES
    }

    assert found == set()


def _parameters(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.arguments):
            yield from (one.arg for one in (*node.posonlyargs, *node.args, *node.kwonlyargs))


def _fields(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            fields = (one.target for one in node.body if isinstance(one, ast.AnnAssign))
            yield from (one.id for one in fields if isinstance(one, ast.Name))


def test_code_speaks_plainly() -> None:
    """Identifiers, docstrings, comments and names of log events hold no figure of speech."""
    found = [finding for path in _held(sources.modules()) for finding in _in_code(path)]

    assert found == []


def test_docs_and_comments_speak_plainly() -> None:
    """Pages that people wrote, and comments in other languages, hold no figure of speech."""
    pages = [path for path in sources.files() if path.endswith(tuple(_PROSE))]

    found = [finding for path in _held(pages) for finding in _in_prose(path)]

    assert found == []


def test_special_words_are_few_and_have_reasons() -> None:
    """The glossary has at most 40 words, each with why the usual one does not do."""
    rows = re.findall(
        r"^\| (.+?) \| (.+?) \| (.*?) \|$", sources.text("docs/glossary.md"), re.MULTILINE
    )

    words = [(word, reason) for word, _, reason in rows if word not in {"word", "---"}]

    assert 0 < len(words) <= 40
    assert [word for word, reason in words if not reason] == []


@pytest.mark.parametrize("path", EXCEPTIONS)
def test_an_exception_is_needed(path: str) -> None:
    """A file with an exception exists and holds one of the words."""
    assert list(_in_code(path) if path.endswith(".py") else _in_prose(path)) != []


@pytest.mark.parametrize(
    "code",
    [
        "def whoever(): ...",
        "class RoomLeft: ...",
        "def f(make_room): ...",
        "f(room=1)",
        "import house",
        "x.house = 1",
        '"""Waits for somebody."""',
        "# a house of its own",
        '_log.info("house_built")',
    ],
)
def test_figures_of_speech_are_found(code: str) -> None:
    """The words are found wherever they may stand in code."""
    assert any(BANNED.search(_parted(text)) for _, text in _spoken(ast.parse(code), code))


@pytest.mark.parametrize("code", ['say("a room for the night")', "bathroom = roommate = 1"])
def test_other_words_are_not(code: str) -> None:
    """Strings that are data, and longer words, are left alone."""
    assert not any(BANNED.search(_parted(text)) for _, text in _spoken(ast.parse(code), code))


def _held(paths: Iterable[str]) -> list[str]:
    """Return those of some files that are held to the words."""
    return [path for path in paths if not path.startswith(_UNREAD) and path not in EXCEPTIONS]


def _in_code(path: str) -> Iterator[str]:
    """Yield the places of a module with a figure of speech."""
    text = sources.text(path)
    if BANNED.search(_parted(text)):  # else there is nothing to parse
        for line, said in _spoken(sources.tree(path), text):
            if BANNED.search(_parted(said)):
                yield f"{path}:{line}: {said}"


def _in_prose(path: str) -> Iterator[str]:
    """Yield the places of a page, or of comments, with a figure of speech."""
    prose = next(pattern for kind, pattern in _PROSE.items() if path.endswith(kind))
    text = _QUOTED.sub(lambda quoted: "\n" * quoted[0].count("\n"), sources.text(path))
    for part in prose.finditer(text):
        if BANNED.search(part[0]):
            yield f"{path}:{text.count(chr(10), 0, part.start()) + 1}: {part[0].strip()}"


def _spoken(tree: ast.Module, text: str) -> Iterator[tuple[int, str]]:
    """Yield identifiers, docstrings and comments of a module, and names of log events."""
    for node in ast.walk(tree):
        for attribute in ("name", "asname", "id", "arg", "attr"):
            named = getattr(node, attribute, None)
            if isinstance(named, str):
                yield getattr(node, "lineno", 1), named
        if isinstance(node, ast.Call) and _is_log(node):
            yield node.lineno, str(getattr(node.args[0], "value", ""))
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            for number, line in enumerate(str(node.value.value).splitlines()):  # a docstring
                yield node.lineno + number, line.strip()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def _is_log(call: ast.Call) -> bool:
    called = call.func
    return (
        bool(call.args)
        and isinstance(called, ast.Attribute)
        and isinstance(called.value, ast.Name)
        and called.value.id == "_log"
    )


def _parted(text: str) -> str:
    """Return a text with its identifiers parted into words."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", text)
