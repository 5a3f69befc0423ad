"""Prompt templates by language, with those of a game's authors on top.

A template is the file `<language>/<name>.j2`. It is searched in the authors' folder, then among the
shipped ones, first in the language asked for, then in English. Messages of a template are its
blocks (`system`, `user`). `{{ part("memories") }}` assigns what follows to a part.
"""

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path

import jinja2
import structlog
from jinja2 import meta
from jinja2.sandbox import ImmutableSandboxedEnvironment

from npcserver.model.errors import InvalidInput
from npcserver.model.feelings import LABELS, NEUTRAL, Emotion, named
from npcserver.prompts import SHIPPED

FALLBACK_LANGUAGE = "en"

UNNAMED = ""
"""The part of text that a template assigns to none."""

_PART = re.compile("\x02([a-z_]*)\x03")  # the output of `part("memories")`, until a prompt is split
_MESSAGE = re.compile("\x02(user|assistant)\x04")  # the output of `message("user")`

_PULLING = frozenset(("extends", "from", "import", "include"))
_BEHIND_NAMES = frozenset(("", "as", "ignore", "import", "with", "without"))
_QUOTES = ('"', "'")

_log = structlog.get_logger(__name__)


class _Loader(jinja2.FileSystemLoader):
    """Loads templates, and looks for changes only in those of authors.

    Shipped ones do not change while a program runs, and a turn uses templates some thirty times.
    """

    def get_source(
        self, environment: jinja2.Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        text, path, is_current = super().get_source(environment, template)
        if Path(path).is_relative_to(SHIPPED):
            return text, path, lambda: True
        return text, path, is_current


_Source = tuple[str, Callable[[], bool]]
"""The text of a template, and a function that says whether its file is still the same."""


class Templates:
    """Renders templates and identifies, by digest, the sources that were used.

    `folder` is the authors' own: same layout as the shipped one, any part of it. Files are read
    again when they change. Raises `InvalidInput` naming the template that cannot be rendered.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._roots: tuple[Path, ...] = (SHIPPED,) if folder is None else (folder, SHIPPED)
        self._environments: dict[str, jinja2.Environment] = {}
        self._digests: dict[tuple[str, str], tuple[str, dict[str, _Source]]] = {}

    def render(
        self, template: str, language: str, variables: Mapping[str, object], *, block: str
    ) -> str:
        """Return one block of a template, without surrounding blank space."""
        messages = self.messages(template, language, variables, block=block)
        return "\n\n".join("".join(text for _, text in parts) for _, parts in messages)

    def messages(
        self, template: str, language: str, variables: Mapping[str, object], *, block: str
    ) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
        """Return one block as messages, each its role and parts.

        The first has the name of the block for a role. `{{ message("assistant") }}` begins another,
        unless the one before has the same role: then that goes on after a blank line.
        """
        with _faults_of(template):
            source = self._environment(language).get_template(f"{template}.j2")
            if block not in source.blocks:
                raise _broken(template, f"it has no block {block!r}; add it")
            context = source.new_context(dict(variables))
            text = "".join(source.blocks[block](context))
        first, *rest = _MESSAGE.split(text)
        told = [(block, first), *zip(rest[::2], rest[1::2], strict=True)]
        found: list[tuple[str, tuple[tuple[str, str], ...]]] = []
        for role, words in told:
            parts = _parts_of(words)
            if not any(part for _, part in parts):
                continue
            if found and found[-1][0] == role:
                parts = (*found.pop()[1], (UNNAMED, "\n\n"), *parts)
            found.append((role, parts))
        return tuple(found) or ((block, ((UNNAMED, ""),)),)

    def has_block(self, template: str, language: str, block: str) -> bool:
        """Return whether a template has a block; authors may leave out the optional ones."""
        with _faults_of(template):
            return block in self._environment(language).get_template(f"{template}.j2").blocks

    def digest(self, template: str, language: str = FALLBACK_LANGUAGE) -> str:
        """Return the SHA-256 of a template's source and of every template it includes."""
        digest, sources = self._digests.get((template, language), ("", {}))
        if not digest or not all(is_current() for _, is_current in sources.values()):
            sources = self._sources(f"{template}.j2", language)
            texts = (f"{name}\0{text}\0" for name, (text, _) in sorted(sources.items()))
            digest = hashlib.sha256("".join(texts).encode()).hexdigest()
            self._digests[template, language] = digest, sources
        return digest

    def check(self, template: str, language: str = FALLBACK_LANGUAGE) -> None:
        """Compile a template and its includes before the first turn; raises if one is broken."""
        with _faults_of(template):
            for name in self._sources(f"{template}.j2", language):
                self._environment(language).get_template(name)
            self.digest(template, language)

    def variables(self, template: str, language: str = FALLBACK_LANGUAGE) -> frozenset[str]:
        """Return the variables that a template and its includes use."""
        environment = self._environment(language)
        found: set[str] = set()
        for text, _ in self._sources(f"{template}.j2", language).values():
            found |= meta.find_undeclared_variables(environment.parse(text))
        return frozenset(found - environment.globals.keys())

    def lines(self, name: str, language: str) -> tuple[tuple[str, Emotion], ...]:
        """Return the spoken lines of `lines/<name>.txt`: one a row, `text` or `emotion | text`.

        None in a language that has no such file: English from a Russian is worse than silence.
        """
        file = f"lines/{name}.txt"
        folders = (root / tag for tag in _tags(language) for root in self._roots)
        if not any((folder / file).is_file() for folder in folders):
            return ()
        text, _ = self._loaded(file, language)
        rows = (row.strip() for row in text.splitlines())
        found: list[tuple[str, Emotion]] = []
        for row in rows:
            label, bar, text = (part.strip() for part in row.partition("|"))
            if bar and label in LABELS:
                found.append((text, named(label)))
            elif row and not row.startswith("#"):
                found.append((row, NEUTRAL))
        return tuple(found)

    def _sources(self, name: str, language: str) -> dict[str, _Source]:
        sources: dict[str, _Source] = {}
        wanted = [name]
        while wanted:
            name = wanted.pop()
            if name in sources:
                continue
            sources[name] = self._loaded(name, language)
            with _faults_of(name):
                wanted.extend(_referenced(sources[name][0]))
        return sources

    def _loaded(self, name: str, language: str) -> _Source:
        environment = self._environment(language)
        if environment.loader is None:
            raise _broken(name, "there is nowhere to load it from")
        with _faults_of(name):
            text, _, is_current = environment.loader.get_source(environment, name)
        return text, is_current or (lambda: True)

    def _environment(self, language: str) -> jinja2.Environment:
        if language not in self._environments:
            self._environments[language] = self._build(language)
        return self._environments[language]

    def _build(self, language: str) -> jinja2.Environment:
        spoken = _tags(language)
        if not any((root / tag).is_dir() for root in self._roots for tag in spoken):
            _log.warning("prompt_language_missing", language=language[:20], used=FALLBACK_LANGUAGE)
        folders = [
            root / tag
            for tag in dict.fromkeys((*spoken, FALLBACK_LANGUAGE))
            for root in self._roots
        ]
        if len(self._roots) == 1:
            return _shipped(tuple(folder for folder in folders if folder.is_dir()))
        return _set_up(ImmutableSandboxedEnvironment, _Loader(folders))


def _tags(language: str) -> list[str]:
    """Return the folders of a language, the most special first."""
    base = language.replace("_", "-").partition("-")[0].lower()
    return [tag for tag in dict.fromkeys((language, base)) if tag.replace("-", "").isalnum()]


@contextmanager
def _faults_of(template: str) -> Iterator[None]:
    """Raise `InvalidInput` naming a template for a mistake in it."""
    try:
        yield
    except jinja2.TemplateError as error:
        raise _broken(template, error.message or type(error).__name__) from error


def _broken(template: str, problem: str) -> InvalidInput:
    return InvalidInput(f"templates.{template}", problem)


@cache
def _shipped(folders: tuple[Path, ...]) -> jinja2.Environment:
    """Return the environment of the shipped templates, compiled once for all users.

    Compiling all takes most of a second. A sandbox would cost 40 % of each render.
    """
    return _set_up(_Environment, _Loader(folders))


class _Context(jinja2.runtime.Context):
    """Calls what a template calls at once: nothing in the shipped ones takes the context."""

    def call(self, called: Callable[..., object], /, *args: object, **kwargs: object) -> object:
        """Return what a macro or function returns."""
        for name in ("_block_vars", "_loop_vars"):  # Jinja's own
            kwargs.pop(name, None)
        return called(*args, **kwargs)


class _Environment(jinja2.Environment):
    context_class = _Context

    def make_globals(self, d: MutableMapping[str, object] | None) -> MutableMapping[str, object]:
        """Return a dict: Jinja compares it at each import of a macro, which a chain of maps slows.

        The globals are complete before the first template is read.
        """
        return {**self.globals, **(d or {})}


def _set_up(kind: type[jinja2.Environment], loader: jinja2.BaseLoader) -> jinja2.Environment:
    environment = kind(  # prompts are no HTML: escaping would only spoil them
        loader=loader,
        undefined=jinja2.StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["part"] = lambda name: f"\x02{name}\x03"
    environment.globals["message"] = lambda role: f"\x02{role}\x04"
    return environment


@lru_cache(maxsize=256)  # many templates include the same ones
def _referenced(text: str) -> tuple[str, ...]:
    """Return the names of the templates that a text includes.

    Raises `jinja2.TemplateError` for some mistakes only: it lexes statements, in a tenth of the
    time of a parser.
    """
    told = _set_up(jinja2.Environment, jinja2.DictLoader({})).lex(text)
    words = [(kind, word) for _, kind, word in told if kind != "whitespace"]
    found: list[tuple[str, str]] = []  # what is included, and the token after it
    fours = zip(words, words[1:], words[2:], words[3:], strict=False)
    for (begun, _), (_, word), (_, name), (kind, rest) in fours:
        if begun == "block_begin" and word in _PULLING:
            found.append((name, "" if kind == "block_end" else rest))
    if all(name.startswith(_QUOTES) and rest in _BEHIND_NAMES for name, rest in found):
        return tuple(name[1:-1] for name, _ in found)
    parsed = _set_up(jinja2.Environment, jinja2.DictLoader({})).parse(text)
    return tuple(part for part in meta.find_referenced_templates(parsed) if part)


def _parts_of(text: str) -> tuple[tuple[str, str], ...]:
    """Return the parts of a rendered text by name, without the blank space around it."""
    first, *rest = _PART.split(text)
    found = [(UNNAMED, first), *zip(rest[::2], rest[1::2], strict=True)]
    parts = [(name, words) for name, words in found if words] or found
    while len(parts) > 1 and not parts[0][1].strip():
        parts.pop(0)
    while len(parts) > 1 and not parts[-1][1].strip():
        parts.pop()
    parts[0] = (parts[0][0], parts[0][1].lstrip())
    parts[-1] = (parts[-1][0], parts[-1][1].rstrip())
    return tuple(parts)
