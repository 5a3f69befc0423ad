"""A dataclass of the model as a form: its fields from their bounds, and the way back from texts.

Nothing that was typed is dropped: what cannot be read stays in the form, with what is wrong.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from functools import cache
from types import NoneType
from typing import Any, Generic, TypeVar, get_args, get_type_hints

from npcserver.model import limits
from npcserver.model.bounds import Form, Items, NumberRange, Text
from npcserver.model.character import Relation
from npcserver.model.feelings import LABELS, emotion_problem
from npcserver.model.foreign_marks import mark_problem

T = TypeVar("T")

_ROW = re.compile(r"([a-z_]+)-(\d+)(?:-([a-z_]+))?")
_ITEM = re.compile(r"\[(\d+)\]")
_CHECKED = "yes"


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundedField:
    """A field of a form: `kind` is line, area, number, check, choice or rows.

    `columns` are the fields of each row, of which there are at most `most`; one column without a
    name where a row is a single text.
    """

    name: str
    kind: str
    longest: int = limits.NAME
    low: int = 0
    high: int | None = None
    is_required: bool = False
    is_authored: bool = False
    form: Form | None = None
    choices: tuple[str, ...] = ()
    type: Callable[..., Any] = str
    columns: tuple["BoundedField", ...] = ()
    most: int = 0
    key: str = ""

    def problem(self, value: str) -> str:
        """Return what is wrong with a text that was typed; empty if nothing is."""
        if not value:
            return "is missing; fill it in" if self.is_required else ""
        if self.kind == "number":
            high = self.low if self.high is None else self.high
            digits = value.removeprefix("-")
            is_whole = digits.isascii() and digits.isdecimal() and len(digits) < _DIGITS
            if is_whole and self.low <= int(value) <= high:
                return ""
            return f"must be a whole number from {self.low:,} to {high:,}"
        if self.form is not None:
            return self.form.problem(value) or ""
        is_line = self.kind == "line"
        problem = limits.text_problem(value, self.longest, is_one_line=is_line)
        return problem or (mark_problem(value) if self.is_authored else "") or ""


_DIGITS = 12


@dataclass(frozen=True, slots=True)
class Typed(Generic[T]):
    """What was typed: as a value, with defaults for what cannot be read, and as it is.

    `values` are the texts by the names in the form, and `problems` what is wrong with some of them.
    """

    value: T
    values: Mapping[str, str]
    problems: Mapping[str, str]

    def rows(self, name: str) -> int:
        """Return how many rows of a list were typed."""
        found = (_ROW.fullmatch(one) for one in self.values)
        return len({one[2] for one in found if one and one[1] == name})


def form_of(cls: Any) -> tuple[BoundedField, ...]:
    """Return the fields of a dataclass as those of a form, in their order."""
    found: tuple[BoundedField, ...] = _form(cls)
    return found


def _fields(cls: Any) -> tuple[BoundedField, ...]:
    hints = get_type_hints(cls, include_extras=True)
    made = (
        _field(
            one.name,
            hints[one.name],
            is_required=one.default is MISSING and (cls, one.name) not in _MAY_BE_EMPTY,
        )
        for one in fields(cls)
    )
    return tuple(one for one in made if one is not None)


_form: Any = cache(_fields)  # untyped, as types of dataclasses are not hashable for mypy
_MAY_BE_EMPTY = {(Relation, "view")}  # as in requests of the API


def _field(name: str, hint: Any, *, is_required: bool) -> BoundedField | None:
    """Return a field of a form; None for what has no bounds: only the server sets it."""
    bounds = getattr(hint, "__metadata__", ())  # of `Annotated`
    inner = get_args(hint)[0] if bounds else hint
    if NoneType in get_args(inner):
        return _field(name, get_args(inner)[0], is_required=False)
    made = BoundedField(name=name, kind="check", is_required=is_required)
    by_kind = {type(one): one for one in bounds}
    if items := by_kind.get(Items):
        row = get_args(inner)[0]
        single = () if is_dataclass(row) else (_field("", row, is_required=False),)
        columns = form_of(row) if is_dataclass(row) else tuple(filter(None, single))
        return replace(made, kind="rows", columns=columns, most=items.most, key=items.key, type=row)
    if number := by_kind.get(NumberRange):
        return replace(made, kind="number", low=number.low, high=number.high)
    form, text = by_kind.get(Form), by_kind.get(Text, Text(limits.NAME, is_one_line=True))
    if form is not None and form.problem is emotion_problem:
        return replace(made, kind="choice", form=form, choices=tuple(LABELS))
    kind = "line" if text.is_one_line else "area"
    if not bounds:
        return made if inner is bool else None
    return replace(made, kind=kind, longest=text.longest, is_authored=text.is_authored, form=form)


def values_of(value: Any) -> dict[str, str]:
    """Return the texts of a form that shows a dataclass, by their names; lists row by row."""
    found: dict[str, str] = {}
    for one in form_of(type(value)):
        own = getattr(value, one.name)
        if one.kind != "rows":
            found[one.name] = _text(own)
            continue
        for place, row in enumerate(own):
            if not is_dataclass(row):
                found[f"{one.name}-{place}"] = row
                continue
            texts = {name: _text(getattr(row, name)) for name in (c.name for c in one.columns)}
            found |= {f"{one.name}-{place}-{name}": text for name, text in texts.items()}
    return found


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return _CHECKED if value else ""
    return "" if value is None else str(value)


def read_form(cls: type[T], pairs: Sequence[tuple[str, str]]) -> Typed[T]:
    """Read what was typed. Rows without a word are left out, and those behind them move up."""
    typed = {name: limits.cleaned(value).strip() for name, value in pairs}
    values: dict[str, str] = {}
    problems: dict[str, str] = {}
    arguments: dict[str, Any] = {}
    for one in form_of(cls):
        if one.kind == "rows":
            arguments[one.name] = _read_rows(one, typed, values, problems)
            continue
        values[one.name] = text = typed.get(one.name, "")
        arguments |= _read(one, text, one.name, problems)
    return Typed(cls(**arguments), values, problems)


def _read(one: BoundedField, text: str, path: str, problems: dict[str, str]) -> dict[str, Any]:
    """Return the argument that a text stands for, if any; note in `problems` what is wrong."""
    if problem := one.problem(text):
        problems[path] = problem
    if one.kind == "check":
        return {one.name: text == _CHECKED}
    if one.kind == "number":
        return {one.name: int(text)} if text and not problem else {}
    if one.kind == "choice":
        return {one.name: text} if text and not problem else {}
    return {one.name: text}


def _read_rows(
    one: BoundedField, typed: Mapping[str, str], values: dict[str, str], problems: dict[str, str]
) -> tuple[Any, ...]:
    found: list[Any] = []
    keys: set[str] = set()
    is_text, build = not is_dataclass(one.type), one.type
    for row in _rows(one, typed):
        path = f"{one.name}-{len(found)}"
        if is_text:
            values[path] = row[""]
            if problem := one.columns[0].problem(row[""]):
                problems[path] = problem
            found.append(row[""])
            continue
        arguments: dict[str, Any] = {}
        for column in one.columns:
            values[f"{path}-{column.name}"] = text = row.get(column.name, "")
            arguments |= _read(column, text, f"{path}-{column.name}", problems)
        if one.key and row.get(one.key) in keys:
            problems[f"{path}-{one.key}"] = "comes twice; give each its own"
        keys.add(row.get(one.key, ""))
        found.append(build(**arguments))
    if len(found) > one.most:
        problems[one.name] = f"has {len(found)} rows; keep at most {one.most}"
    return tuple(found)


def _rows(one: BoundedField, typed: Mapping[str, str]) -> Iterator[Mapping[str, str]]:
    """Yield the texts of each row in which something was typed, by their columns."""
    rows: dict[int, dict[str, str]] = {}
    for name, value in typed.items():
        found = _ROW.fullmatch(name)
        if found and found[1] == one.name and len(found[2]) < _DIGITS:
            rows.setdefault(int(found[2]), {})[found[3] or ""] = value
    # A choice always has a value; alone it is no row.
    written = [column.name for column in one.columns if column.kind != "choice"]
    for place in sorted(rows):
        if any(rows[place].get(name) for name in written):
            yield rows[place]


def form_name(path: str) -> str:
    """Return the name in the form of a field's path, such as `relations[0].to`."""
    return _ITEM.sub(r"-\1", path).replace(".", "-")
