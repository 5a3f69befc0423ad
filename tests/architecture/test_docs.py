"""Docs that can be checked are checked."""

import re
import subprocess
import sys
from pathlib import PurePosixPath

import pytest

from npcserver.admin.v1 import memory_service_pb2
from npcserver.cli.settings_names import setting_names
from npcserver.v1 import character_service_pb2, mind_pb2, play_service_pb2
from tests.architecture import sources
from tests.conformance.cases import all_cases

PAGES = [
    path for path in sources.files() if path.endswith(".md") and not path.endswith("LICENSE.md")
]
_README = sources.text("README.md")
_LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
_IN_REPOSITORY = re.compile(r"https://github\.com/npcserver/npcserver/(?:blob|raw|tree)/main/")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
_BLOCK = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
_PATH = re.compile(r"`((?:[a-z_.-]+/)+[a-z_.-]*)`")
_CLASS = re.compile(r"`([A-Z][a-z]+(?:[A-Z][a-z]*)*)(?:\[\w+\])?`")
_DEFINED = re.compile(r"^\s*(?:class|message|enum|rpc|service)\s+(\w+)|^(\w+) = ", re.MULTILINE)
_ON_CODE = ("CONTRIBUTING.md", "docs/architecture.md", "docs/languages.md", "docs/life-of-a")
_BASES = (
    "",
    "npcserver/",
    "npcserver/language/",
    "npcserver/prompts/templates/",
    "clients/",
    "clients/godot/",
    "tests/",
)
_ENDS = ("", ".py")
_FOREIGN = {"application", "book", "chapters", "npc_dialogue", "openai"}
"""What is no path of the project: media types, examples, settings of an engine, models."""
_EXAMPLE = "/pt/"  # the language that docs/languages.md adds
_LOGGED = re.compile(r'\b_?log\.(?:info|warning|error|exception)\(\s*"([a-z_]+)"')
_ABBREVIATIONS = ("e.g.", "i.e.", "etc.", "vs.", "al.", "St.")


def test_generated_pages_are_up_to_date() -> None:
    """The reference of the wire and the table of settings say what the code says."""
    checked = subprocess.run(
        [sys.executable, "-m", "docs.generate", "--check"],
        cwd=sources.ROOT,
        env={"PYTHONPATH": str(sources.ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert checked.returncode == 0, checked.stderr


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    """Every link inside the project names a file that exists, and a heading of it."""
    broken = []
    for link in _LINK.findall(_prose(page)):
        path, _, anchor = _IN_REPOSITORY.sub("/", link).partition("#")
        if "://" in path or path.startswith("mailto:"):
            continue
        target = _joined(PurePosixPath(page).parent, path) if path else page
        if not (sources.ROOT / target).exists() or (anchor and anchor not in _anchors(target)):
            broken.append(link)

    assert broken == []


def test_paths_in_docs_exist() -> None:
    """A path in code font is a file, a folder or a module; short forms begin at a package."""
    known = set(sources.files())
    known |= {str(folder) for path in known for folder in PurePosixPath(path).parents}
    pages = [page for page in PAGES if page != "CHANGELOG.md" and "/examples/" not in page]

    missing = [
        (page, path)
        for page in pages
        for path in _PATH.findall(_prose(page))
        if path.partition("/")[0] not in _FOREIGN
        and _EXAMPLE not in path
        and known.isdisjoint(_meant(page, path.rstrip("/")))
    ]

    assert missing == []


@pytest.mark.parametrize("page", [page for page in PAGES if page.startswith(_ON_CODE)])
def test_classes_in_docs_exist(page: str) -> None:
    """Pages about the code name classes, messages and services by the names that they have."""
    sources_of_names = [path for path in sources.files() if path.endswith((".py", ".proto"))]
    defined = {
        name
        for path in sources_of_names
        for names in _DEFINED.findall(sources.text(path))
        for name in names
    }

    assert set(_CLASS.findall(_prose(page))) - defined == set()


@pytest.mark.parametrize("page", PAGES)
def test_python_in_docs_is_python(page: str) -> None:
    """Blocks marked as Python compile, with `await` at the top as in a notebook."""
    flags = 0x2000  # ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    blocks = [code for language, code in _BLOCK.findall(sources.text(page)) if language == "python"]
    compiled = [compile(code, page, "exec", flags=flags) for code in blocks]

    assert len(compiled) == len(blocks)


@pytest.mark.parametrize(
    "page",
    [page for page in PAGES if page != "docs/api.md" and not page.startswith("docs/examples/")],
)
def test_a_line_is_a_sentence(page: str) -> None:
    """Prose has one sentence a line, so that a change shows as the sentence it changes.

    What a model wrote is kept as it came.
    """
    doubled = []
    for line in _prose(page).splitlines():
        if line.startswith(("|", "#", "    ", "<!--", "- [", "!")):
            continue
        plain = re.sub(r"`[^`]*`|\([^)]*\)|\"[^\"]*\"|“[^”]*”", "x", line)
        for abbreviation in _ABBREVIATIONS:
            plain = plain.replace(abbreviation, "x")
        if re.search(r"[a-z\d*x][.!?] +[A-Z]", re.sub(r"^ *(-|\d+\.) ", "", plain)):
            doubled.append(line)

    assert doubled == []


def test_the_lists_of_cases_are_as_long_as_the_docs_say() -> None:
    """The table holds the numbers of the run that wrote it, so the text has those of today."""
    games = sum(case["kind"].startswith("game: ") for case in all_cases())
    calls = len(all_cases()) - games

    counted = f"The first list has {calls} cases, the second {games}"
    assert counted in sources.text("docs/conformance.md")


def test_fields_of_messages_in_docs_exist() -> None:
    """A reader looks for the name that the page has, such as `SayRequest.is_private`."""
    messages = {
        name: set(message.fields_by_name)
        for module in (play_service_pb2, memory_service_pb2, mind_pb2, character_service_pb2)
        for name, message in module.DESCRIPTOR.message_types_by_name.items()
    }
    named = [
        (page, *found)
        for page in PAGES
        for found in re.findall(r"`([A-Z]\w+)\.([a-z_]+)`", sources.text(page))
    ]
    known = [one for one in named if one[1] in messages]

    assert len(known) > 10
    assert [one for one in known if one[2] not in messages[one[1]]] == []


@pytest.mark.parametrize("page", [page for page in PAGES if page != "CHANGELOG.md"])
def test_settings_in_docs_exist(page: str) -> None:
    """An operator writes `model.api_key` as the page has it; a wrong name is refused."""
    known = set(setting_names())
    known |= {name.rpartition(".")[0] for name in known}
    groups = "|".join({name.partition(".")[0] for name in known if "." in name})
    named = set(re.findall(rf"`((?:{groups})\.[a-z_.]+)`", sources.text(page)))

    assert {name for name in named if not name.endswith(".py")} - known == set()


@pytest.mark.parametrize("page", PAGES)
def test_examples_import_what_the_wheel_of_the_client_has(page: str) -> None:
    """A game installs `npcclient` alone, so its examples take no messages from the server."""
    examples = "".join(code for language, code in _BLOCK.findall(sources.text(page)))

    assert not re.search(r"^\s*(?:from|import) npcserver\.v1", examples, re.MULTILINE)


def test_the_readme_installs_and_talks_in_one_line() -> None:
    """So do its tests; a newcomer pastes the first block of a page."""
    (first, *_, last) = (code for language, code in _BLOCK.findall(_README) if language == "sh")

    assert re.fullmatch(r"pip install -e \. && npcserver play\n", first)
    assert re.fullmatch(r"pip install -e \S+ && make check\n", last)


def test_the_table_of_log_events_is_that_of_the_code() -> None:
    """Each event of the table is in the code, and each that is logged at `info` or above in it."""
    code = "".join(sources.text(path) for path in sources.modules(*sources.packages()))
    table = (
        sources.text("docs/operations.md").partition("| event | level |")[2].partition("\n\n")[0]
    )
    rows = [line.split(" | ")[0] for line in table.splitlines()[2:]]
    shown = {event for row in rows for event in re.findall(r"`(\w+)`", row)}

    assert {event for event in shown if f'"{event}"' not in code} == set()
    assert set(_LOGGED.findall(code)) - shown == set()


def _meant(page: str, path: str) -> set[str]:
    """Return the files that a path may name on a page."""
    bases = (*_BASES, f"{PurePosixPath(page).parent}/")
    return {f"{base}{path}{end}" for base in bases for end in _ENDS}


def _prose(page: str) -> str:
    return _BLOCK.sub("", sources.text(page))


def _joined(folder: PurePosixPath, path: str) -> str:
    """Resolve `..` without looking at the disk; `/` is the top of the repository."""
    parts: list[str] = []
    for part in (folder / path).parts:
        if part == "/":
            continue
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts)


def _anchors(page: str) -> set[str]:
    """Return the anchors that a forge makes of the headings."""
    headings = _HEADING.findall(sources.text(page))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
