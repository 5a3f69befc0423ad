"""What differs between languages: one folder a language, with files of the same names in each.

A folder holds data (`<topic>.toml`), functions where data do not suffice (`<topic>.py`), and
`language.toml`, which says how its words are told apart. A new language is a new folder
(`docs/languages.md`); nothing else names one. Topics that a folder lacks are left out where texts
are searched, and taken from English where a text is written.

A pattern is written as a list of alternatives, or as one regular expression, in which line breaks
and the spaces behind them do not count. Alternatives match whole words in languages that part words
by spaces.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

DEFAULT = "en"
"""The language that is taken where another has no words of its own."""

_LINE_BREAKS = re.compile(r"^[ ]+(?=\S)|\n[ ]*")

__all__ = [
    "DEFAULT",
    "code_by_script",
    "code_of",
    "code_of_text",
    "codes",
    "data",
    "entries",
    "expression",
    "expression_of",
    "filled",
    "finder",
    "functions",
    "has_spaces",
    "is_served",
    "listed",
    "modules",
    "pattern",
    "patterns",
    "text",
    "texts",
    "words",
]


@cache
def codes() -> tuple[str, ...]:
    """Return the languages there are, English first, then by name."""
    files = (file for folder in __path__ for file in Path(folder).glob("*/language.toml"))
    found = {file.parent.name for file in files}
    return (DEFAULT, *sorted(found - {DEFAULT}))


def code_of(language: str) -> str:
    """Return the folder that serves a language tag: `zh-Hant` is served by `zh`.

    Tags without a folder are served by English.
    """
    code = language.partition("-")[0].casefold()
    return code if code in codes() else DEFAULT


def is_served(language: str, topic: str = "language") -> bool:
    """Say whether a language tag has a folder that holds a topic.

    Where it does not, neutral rules hold, and no English words are said.
    """
    code = language.partition("-")[0].casefold()
    return code in codes() and bool(data(topic, code))


@cache
def _scripts() -> Mapping[str, re.Pattern[str]]:
    return {code: re.compile(f"[{script}]") for code, script in entries("language", "script")}


def code_by_script(text: str) -> str:
    """Return the language whose script is in a text; English where that is of no one language."""
    return next((code for code, one in _scripts().items() if one.search(text)), DEFAULT)


def has_spaces(language: str) -> bool:
    """Say whether the words of a language stand between spaces."""
    return bool(data("language", code_of(language))["has_spaces"])


def code_of_text(text: str, language: str) -> str:
    """Return the language of a text that was written for a world in `language`.

    It is the one whose script is in the text; else that of the world, or English where the world
    is in a script that is not in the text.
    """
    own, found = code_of(language), code_by_script(text)
    return own if found == DEFAULT and own not in _scripts() else found


@cache
def data(topic: str, code: str) -> Mapping[str, Any]:
    """Return what a language's folder holds about a topic; empty where it has no such file.

    Raises `ValueError` where the file is no TOML.
    """
    for folder in __path__:
        file = Path(folder) / code / f"{topic}.toml"
        if file.is_file():
            try:
                return MappingProxyType(tomllib.loads(file.read_text(encoding="utf-8")))
            except tomllib.TOMLDecodeError as error:
                raise ValueError(f"{file}: {error}") from error
    return MappingProxyType({})


def entries(topic: str, key: str) -> Iterator[tuple[str, Any]]:
    """Yield the code and the value of each language that has a key."""
    for code in codes():
        found = data(topic, code)
        if key in found:
            yield code, found[key]


@cache
def words(topic: str, key: str) -> frozenset[str]:
    """Return the words that any language lists under a key; a text is split at spaces."""
    return frozenset(word for _, value in entries(topic, key) for word in _split(value))


@cache
def listed(topic: str, key: str) -> tuple[str, ...]:
    """Return the words or lines that any language lists under a key, in the order of codes."""
    return tuple(word for _, value in entries(topic, key) for word in _split(value))


@cache
def patterns(topic: str, key: str, flags: int = re.IGNORECASE) -> Mapping[str, re.Pattern[str]]:
    """Return a pattern for each language that has one, by code.

    For patterns with named groups, which cannot be joined.
    """
    return MappingProxyType(
        {code: re.compile(expression_of(code, value), flags) for code, value in entries(topic, key)}
    )


@cache
def pattern(topic: str, key: str, flags: int = re.IGNORECASE) -> re.Pattern[str]:
    """Return one pattern that finds what any language lists under a key, in the order of codes.

    Where no language lists anything it finds nothing.
    """
    return re.compile(expression(topic, key), flags)


def finder(
    topic: str, key: str, flags: int = re.IGNORECASE, *, strips: bool = False
) -> Callable[[str], bool]:
    """Return a function that says whether a text has what any language lists under a key.

    If it `strips`, without blank space around the text.
    """
    search = pattern(topic, key, flags).search
    if strips:
        return lambda text: search(text.strip()) is not None
    return lambda text: search(text) is not None


def expression(topic: str, key: str) -> str:
    """Return what `pattern` compiles, to be a part of a larger pattern."""
    found = [expression_of(code, value) for code, value in entries(topic, key)]
    return "|".join(found) or r"(?!)"


def expression_of(code: str, value: str | Sequence[str]) -> str:
    """Return a pattern of a folder as a regular expression."""
    if isinstance(value, str):
        return _LINE_BREAKS.sub("", value)
    joined = "|".join(value)
    return rf"\b(?:{joined})\b" if has_spaces(code) else f"(?:{joined})"


def text(topic: str, key: str, language: str) -> str:
    """Return a text in a language, from English where its folder has none. Raises `KeyError`."""
    return str(_written(topic, key, language))


def texts(topic: str, key: str, language: str) -> tuple[str, ...]:
    """Return a list of texts in a language, from English where it has none. Raises `KeyError`."""
    return tuple(_written(topic, key, language))


def filled(topic: str, language: str) -> Mapping[str, Any]:
    """Return what a language holds about a topic; keys that its file lacks are from English.

    In tables of the file, too, entries that they lack are from English.
    """
    own = data(topic, code_of(language))
    return {
        key: {**value, **own.get(key, {})} if isinstance(value, dict) else own.get(key, value)
        for key, value in data(topic, DEFAULT).items()
    }


@cache
def modules(topic: str) -> Mapping[str, ModuleType]:
    """Return the modules that hold a topic's functions, by code, in the order of codes."""
    return MappingProxyType(
        {
            code: import_module(f"{__name__}.{code}.{topic}")
            for code in codes()
            if any((Path(folder) / code / f"{topic}.py").is_file() for folder in __path__)
        }
    )


@cache
def functions(topic: str, name: str) -> Mapping[str, Callable[..., Any]]:
    """Return a function of the modules of a topic, of those that have it, by code."""
    found = modules(topic).items()
    return {code: getattr(module, name) for code, module in found if hasattr(module, name)}


def _written(topic: str, key: str, language: str) -> Any:
    found = data(topic, code_of(language))
    return found[key] if key in found else data(topic, DEFAULT)[key]


def _split(value: str | Sequence[str]) -> Sequence[str]:
    return value.split() if isinstance(value, str) else value
