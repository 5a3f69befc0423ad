"""YAML values with their positions in the file, for precise messages about mistakes."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import yaml

from npcclient.chat.names import closest

Scalar = TypeVar("Scalar", str, int, float, bool)

_LARGEST = 1024 * 1024
_WORDS: dict[type[object], str] = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
}


class Mistake(Exception):  # noqa: N818 - what happened, in a word
    """A file is invalid; the message names file, line, key, and what to do."""


class Piece:
    """A value of a file, with its position: `file.yaml:12: steps[3].say`."""

    def __init__(self, file: Path, node: yaml.Node, key: str = "") -> None:
        self._file = file
        self._node = node
        self.key = key
        self.line: int = node.start_mark.line + 1

    @property
    def is_mapping(self) -> bool:
        """Whether it has keys."""
        return isinstance(self._node, yaml.MappingNode)

    @property
    def is_list(self) -> bool:
        """Whether it is a list."""
        return isinstance(self._node, yaml.SequenceNode)

    @property
    def is_empty(self) -> bool:
        """Whether the value is null."""
        return self._node.tag == "tag:yaml.org,2002:null"

    def mistake(self, problem: str) -> Mistake:
        """Return a problem at this position as an error to raise."""
        where = f"{self._file}:{self.line}"
        return Mistake(f"{where}: {self.key}: {problem}" if self.key else f"{where}: {problem}")

    def fields(self, known: Sequence[str], needed: Sequence[str] = ()) -> "dict[str, Piece]":
        """Return the values by key; raises for a key that is not `known`, or missing."""
        if not isinstance(self._node, yaml.MappingNode):
            raise self.mistake(f"must be a mapping with keys; known: {', '.join(known)}")
        found: dict[str, Piece] = {}
        for key_node, value in self._node.value:
            name = str(key_node.value)
            piece = Piece(self._file, value, f"{self.key}.{name}" if self.key else name)
            piece.line = key_node.start_mark.line + 1
            if name not in known:
                meant = closest(name, known)
                advice = f"did you mean {meant!r}?" if meant else f"known: {', '.join(known)}"
                raise piece.mistake(f"there is no key {name!r} here; {advice}")
            if name in found:
                raise piece.mistake("stands here twice; leave one out")
            found[name] = piece
        for name in needed:
            if name not in found:
                raise self.mistake(f"the key {name!r} is missing")
        return found

    def items(self) -> "Iterator[Piece]":
        """Yield the items of a list; one value alone is a list of one."""
        if not isinstance(self._node, yaml.SequenceNode):
            yield self
            return
        for index, node in enumerate(self._node.value):
            yield Piece(self._file, node, f"{self.key}[{index}]")

    def pairs(self) -> "Iterator[tuple[str, Piece]]":
        """Yield all keys of a mapping, known or not, with their values."""
        if not isinstance(self._node, yaml.MappingNode):
            raise self.mistake("must be a mapping")
        for key_node, value in self._node.value:
            yield str(key_node.value), Piece(self._file, value, f"{self.key}.{key_node.value}")

    def scalar(self) -> object:
        """Return a plain value: text, number, boolean or None."""
        if not isinstance(self._node, yaml.ScalarNode):
            raise self.mistake("must be one value, not a list or a mapping")
        loader = yaml.SafeLoader("")
        try:
            return loader.construct_object(self._node)
        except (ValueError, yaml.YAMLError) as error:
            raise self.mistake(f"cannot be read: {error}") from error
        finally:
            loader.dispose()

    def of(self, kind: type[Scalar]) -> Scalar:
        """Return a value of a type. A whole number is a number, too, and a number is a text."""
        value = self.scalar()
        if kind is str and isinstance(self._node, yaml.ScalarNode) and value is not None:
            return kind(self._node.value)  # `yes` and `07:30` are texts where texts are wanted
        if kind is float and isinstance(value, int) and not isinstance(value, bool):
            return kind(value)
        if isinstance(value, kind) and not (kind is int and isinstance(value, bool)):
            return value
        raise self.mistake(f"must be {_WORDS[kind]}, not {value!r}")

    def text(self, most: int = 4_000) -> str:
        """Return a text that is not empty."""
        value = "" if self.is_empty else self.of(str).strip()
        if not value:
            raise self.mistake("is empty; write a text")
        if len(value) > most:
            raise self.mistake(f"must be a text of 1 to {most} characters, not {len(value)}")
        return value

    def texts(self) -> tuple[str, ...]:
        """Return one text or a list of them."""
        found = tuple(item.text() for item in self.items())
        if not found:
            raise self.mistake("must hold at least one text")
        return found

    def number(self, least: float, most: float) -> float:
        """Return a number within bounds."""
        value = self.of(float)
        if not least <= value <= most:
            raise self.mistake(f"must lie between {least:g} and {most:g}, not {value:g}")
        return value

    def choice(self, known: Sequence[str]) -> str:
        """Return one of several words."""
        value = self.text().lower()
        if value in known:
            return value
        meant = closest(value, known)
        advice = f"did you mean {meant!r}?" if meant else f"known: {', '.join(known)}"
        raise self.mistake(f"{value!r} is not known here; {advice}")


def read_file(path: Path) -> Piece:
    """Return the whole of a YAML file. Raises `Mistake`."""
    try:
        if path.stat().st_size > _LARGEST:
            raise Mistake(f"{path}: is larger than 1 MB; split it")
        node = yaml.compose(path.read_text(encoding="utf-8"), Loader=yaml.SafeLoader)
    except OSError as error:
        raise Mistake(f"{path}: cannot be read: {error.strerror}; look at the path") from error
    except UnicodeDecodeError as error:
        raise Mistake(f"{path}: is not UTF-8; save it as UTF-8 text") from error
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        problem = error.problem or error.context or "not YAML"
        raise Mistake(f"{path}:{line}: this is no YAML: {problem}") from error
    except yaml.YAMLError as error:
        raise Mistake(f"{path}: this is no YAML: {error}") from error
    if node is None:
        raise Mistake(f"{path}:1: is empty; a scenario has the keys `world` and `steps`")
    return Piece(path, node)
