"""Forms: fields read in the bounds of the attributes they are for, with what is wrong beside each.

A form that cannot be saved is shown again with all that was typed. If another designer saved the
same thing meanwhile, it shows their values as well.
"""

import hashlib
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from http import HTTPStatus
from types import NoneType
from typing import Annotated, Any, Final, get_args, get_origin, get_type_hints

from starlette.responses import Response

from npcserver.model import limits
from npcserver.model.bounds import Form, Items, NumberRange, Text
from npcserver.model.errors import AlreadyExists, Conflict, InvalidInput, NotFound, Reason
from npcserver.model.foreign_marks import mark_problem
from npcserver.model.ids import CharacterId, WorldId, is_authored_id
from npcstudio.visits import Fields, Visit

_PERSON: Final = Text(limits.IDENTIFIER, is_one_line=True)
_LINES: Final = 400_000
"""Letters of a field with several lines; the bounds of its attribute are narrower."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormField:
    """A field as it is shown; `kind` is a type of `<input>`, `area`, `choice` or `hidden`.

    `word` is the key of its label, by default its name. `choices` are values with their labels.
    `theirs` is what another designer saved, where it differs. `only` names the values of the choice
    before it with which the field is used.
    """

    name: str
    kind: str = "text"
    value: str = ""
    longest: int = limits.NAME
    word: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    problem: str = ""
    theirs: str | None = None
    only: str = ""


class FormKind(StrEnum):
    """Kinds of forms; `edit.KIND` in the catalogue has the words of each."""

    WORLD = "world"
    NEW_WORLD = "new_world"
    PLACE = "place"
    NEW_PLACE = "new_place"
    ACTION = "action"
    NEW_CHARACTER = "new_character"
    SEED = "seed"
    RELATION = "relation"
    NEW_BOOK = "new_book"
    CHAPTER = "chapter"


class FormReader:
    """Reads a form that was sent; `problems` are those found so far, by field, "" for the whole."""

    def __init__(self, form: Fields) -> None:
        self.typed: Final = {name: limits.cleaned(value).strip() for name, value in form.pairs}
        self.problems: dict[str, str] = {}
        self.status = HTTPStatus.OK
        self.has_conflict = False  # another designer saved the same thing meanwhile

    def text(self, name: str) -> str:
        """Return what was typed, "" for nothing."""
        return self.typed.get(name, "")

    def wrong(self, name: str, problem: str) -> None:
        """Note what is wrong with a field; the first problem of each is kept."""
        self.problems.setdefault(name, problem)

    def read(self, owner: type, attribute: str, name: str = "", *, is_needed: bool = False) -> Any:
        """Return the value for an attribute of a dataclass, in the bounds that stand there.

        A list has one item in each line. What was left empty is None for a number. A value that is
        wrong is noted, and read as if it were empty.
        """
        name = name or attribute
        inner, bound = _bounds(owner, attribute)
        if isinstance(bound, Items):
            return self.lines(name, bound.most, _parts(get_args(inner)[0])[1])
        value = self.text(name)
        if not value and not is_needed:
            return None if isinstance(bound, NumberRange) else ""
        if problem := _problem(bound, value):
            self.wrong(name, problem)
            return None if isinstance(bound, NumberRange) else ""
        return int(value) if isinstance(bound, NumberRange) else value

    def lines(self, name: str, most: int, bound: Any) -> tuple[str, ...]:
        """Return the lines of a field that are not empty, each in its bounds."""
        found = tuple(one.strip() for one in self.text(name).splitlines() if one.strip())
        if len(found) > most:
            self.wrong(name, f"has {len(found):,} lines; keep at most {most:,}")
        for number, one in enumerate(found, 1):
            if problem := _problem(bound, one):
                self.wrong(name, f"line {number}: {problem}")
        return found

    def number(self, name: str) -> float | None:
        """Return a number, None where it is left out."""
        value = self.text(name)
        try:
            return float(value) if value else None
        except ValueError:
            self.wrong(name, "must be a number, such as 2.5")
            return None

    async def attempt(self, work: Callable[[], Awaitable[object]]) -> bool:
        """Do the work unless something is wrong, and return whether it was done.

        What the use case refuses is noted beside its field.
        """
        if self.problems:
            self.status = HTTPStatus.BAD_REQUEST
            return False
        try:
            await work()
        except Conflict as fault:
            if fault.reason is not Reason.ETAG_MISMATCH:
                raise
            self.status, self.has_conflict = HTTPStatus.CONFLICT, True
        except AlreadyExists as fault:
            self.status = HTTPStatus.CONFLICT
            self.wrong("id" if "id" in self.typed else "name", fault.message)
        except InvalidInput as fault:
            self.status = HTTPStatus.BAD_REQUEST
            last = fault.field.rpartition(".")[2].partition("[")[0]
            self.wrong(last if last in self.typed else "", fault.problem)
        except NotFound as fault:
            self.status = HTTPStatus.BAD_REQUEST
            named = (
                name for name, value in self.typed.items() if fault.identifier in value.split("\n")
            )
            self.wrong(next(named, ""), fault.message)
        return self.status is HTTPStatus.OK

    def shown(
        self, fields: Iterable[FormField], stored: Mapping[str, str]
    ) -> tuple[FormField, ...]:
        """Return fields with what was typed, what is wrong, and what others have `stored`."""
        return tuple(
            replace(
                one,
                value=self.text(one.name),
                problem=self.problems.get(one.name, ""),
                theirs=stored.get(one.name, "")
                if self.has_conflict and stored.get(one.name, "") != self.text(one.name)
                else None,
            )
            for one in fields
        )


def filled(fields: Iterable[FormField], values: Mapping[str, str]) -> tuple[FormField, ...]:
    """Return fields with the values that are stored."""
    return tuple(replace(one, value=values.get(one.name, one.value)) for one in fields)


def form_page(
    visit: Visit,
    kind: FormKind,
    fields: tuple[FormField, ...],
    reader: FormReader | None = None,
    **more: object,
) -> Response:
    """Return the page of a form; words, tabs and buttons are those of its `kind`.

    Of `more`, `etag` says what the form was filled from, `world` whose tabs are shown, `name` goes
    into the title, `back` is where the reader came from, `rows` are groups of fields with a number
    each, and `may_delete` shows a button.
    """
    empty = {"name": "", "rows": (), "etag": "", "may_delete": False, "note": ()}
    empty |= {"can_check": False, "world": None}
    return visit.page(
        "form",
        HTTPStatus.OK if reader is None else reader.status,
        **{
            **empty,
            "kind": kind,
            "fields": fields,
            "problem": "" if reader is None else reader.problems.get("", ""),
            "is_wrong": reader is not None and bool(reader.problems),
            "has_conflict": reader is not None and reader.has_conflict,
            **more,
        },
    )


def read_new_id(reader: FormReader) -> str:
    """Return the id of a new thing, "" to have it made from the name."""
    written = reader.text("id")
    if written and not is_authored_id(written):
        reader.wrong("id", "must be a-z, 0-9, - and _, at most 63; leave it empty to have it made")
    return written


async def read_people(
    visit: Visit, reader: FormReader, world_id: WorldId, name: str, most: int
) -> tuple[CharacterId, ...]:
    """Return the characters that the lines of a field name by id or name, each once."""
    words = reader.lines(name, most, _PERSON)
    if not words:
        return ()
    people = (await visit.services.world_texts.files.known(world_id)).people
    found: list[CharacterId] = []
    for word in words:
        named = people.named(word)
        if len(named) != 1:
            near = people.nearest(word)
            advice = f"did you mean {near!r}?" if near else "make the character first"
            reader.wrong(name, people.ambiguous(word) or f"{word!r} is nobody here; {advice}")
        found += map(CharacterId, named[:1])
    return tuple(dict.fromkeys(found))


def etag_of(thing: object) -> str:
    """Return what stands for a thing that has no etag itself; "" for None."""
    return "" if thing is None else hashlib.sha256(repr(thing).encode()).hexdigest()[:32]


def lined(items: Iterable[str]) -> str:
    """Return items as the lines of a field."""
    return "\n".join(items)


def several(name: str, word: str = "", only: str = "") -> FormField:
    """Return a field with one item in each line."""
    return FormField(name=name, kind="area", longest=_LINES, word=word, only=only)


@cache
def _bounds(owner: type, attribute: str) -> tuple[Any, Any]:
    return _parts(get_type_hints(owner, include_extras=True)[attribute])


def _parts(hint: Any) -> tuple[Any, Any]:
    """Return a type and its bound, for one that may be None as for what it is otherwise."""
    if NoneType in get_args(hint):
        hint = next(one for one in get_args(hint) if one is not NoneType)
    if get_origin(hint) is not Annotated:
        raise TypeError(f"{hint} states no bounds")
    inner, bound, *_ = get_args(hint)
    return inner, bound


def _problem(bound: Any, value: str) -> str | None:
    """Return what is wrong with a value, in the words of the API and of world files."""
    match bound:
        case Text(longest, is_one_line, is_authored):
            problem = limits.text_problem(value, longest, is_one_line=is_one_line)
            return problem or (mark_problem(value) if is_authored else None)
        case Form(problem):
            return problem(value)
        case NumberRange(low, high):
            digits = value.removeprefix("-")
            is_whole = digits.isascii() and digits.isdecimal() and len(digits) < len(str(2**53))
            if is_whole and low <= int(value) and (high is None or int(value) <= high):
                return None
            most = "" if high is None else f" to {high:,}"
            return f"must be a whole number from {low:,}{most}"
    raise TypeError(f"{bound} is no bound of one value")
