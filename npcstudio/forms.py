"""Forms: fields read in the bounds of the attributes they are for, with what is wrong beside each.

A form that cannot be saved is shown again with all that was typed. If another designer saved the
same thing meanwhile, it shows their values as well.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from http import HTTPStatus
from typing import Any, Final

from starlette.responses import Response

from npcserver.model import limits
from npcserver.model.draft import digest_of
from npcserver.model.errors import AlreadyExists, Conflict, InvalidInput, NotFound, Reason
from npcserver.model.ids import CharacterId, is_authored_id
from npcstudio.dataclass_form import BoundedField, form_of
from npcstudio.visits import Fields, Visit

_LINE: Final = BoundedField(name="", kind="line", longest=limits.IDENTIFIER)
_LINES: Final = 400_000
"""Letters of a field with several lines; the bounds of its attribute are narrower."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormField:
    """A field as it is shown; `kind` is a type of `<input>`, or area, choice, checks or hidden.

    `word` is the key of its label, by default its name. `choices` are values with their labels, of
    which `checks` takes several, one in each line of its value, and a text any other, too.
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
        self.typed: Final[dict[str, str]] = {}
        for name, value in form.pairs:  # of boxes with one name, several
            earlier = f"{self.typed[name]}\n" if name in self.typed else ""
            self.typed[name] = earlier + limits.cleaned(value).strip()
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
        bounded = next(one for one in form_of(owner) if one.name == attribute)
        if bounded.kind == "rows":
            return self.lines(name, bounded.most, bounded.columns[0])
        value = self.text(name)
        problem = replace(bounded, is_required=is_needed).problem(value)
        if problem:
            self.wrong(name, problem)
        if bounded.kind == "number":
            return int(value) if value and not problem else None
        return "" if problem else value

    def lines(self, name: str, most: int, each: BoundedField = _LINE) -> tuple[str, ...]:
        """Return the lines of a field that are not empty, each in the bounds of one."""
        found = tuple(one.strip() for one in self.text(name).splitlines() if one.strip())
        if len(found) > most:
            self.wrong(name, f"has {len(found):,} lines; keep at most {most:,}")
        for number, one in enumerate(found, 1):
            if problem := each.problem(one):
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

        What the use case refuses is noted beside its field. A form that is only to be checked, as
        a script asks while it is filled in, does nothing.
        """
        if self.text("do") == "check":
            return False
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


def sent_form(visit: Visit) -> FormReader | None:
    """Return the reader of the form that was sent; None where one is only asked for."""
    return FormReader(visit.form) if visit.request.method == "POST" else None


def shown_fields(
    fields: Iterable[FormField], stored: Mapping[str, str] | None, reader: FormReader | None
) -> tuple[FormField, ...]:
    """Return fields as they are `stored`, or as they were typed in a form that was sent."""
    return filled(fields, stored or {}) if reader is None else reader.shown(fields, stored or {})


def form_state(
    fields: Iterable[FormField], stored: Mapping[str, str] | None, reader: FormReader | None
) -> dict[str, Any]:
    """Return status and variables of a page with a form; `reader` has what could not be saved."""
    return {
        "status": HTTPStatus.OK if reader is None else reader.status,
        "fields": shown_fields(fields, stored, reader),
        "problem": "" if reader is None else reader.problems.get("", ""),
        "is_wrong": reader is not None and bool(reader.problems),
        "is_typed": reader is not None,
        "has_conflict": reader is not None and reader.has_conflict,
    }


def form_page(
    visit: Visit,
    kind: FormKind,
    fields: Iterable[FormField],
    stored: Mapping[str, str] | None,
    reader: FormReader | None,
    **more: Any,
) -> Response:
    """Return the page of a form; words, tabs and buttons are those of its `kind`.

    For `fields`, `stored` and `reader` see `form_state`. Of `more`, `etag` says what the form was
    filled from, `name` goes into the title, `title` stands in its place, `above` is the page of
    what it is a part of, with its name, `rows` are groups of fields with a number each,
    `may_delete` shows a button, and `target` says where it saves (`draft_forms`).
    """
    empty = {"name": "", "rows": (), "etag": "", "may_delete": False, "note": (), "target": None}
    empty |= {"title": "", "above": None, "can_add": False}
    return visit.page("form", kind=kind, **form_state(fields, stored, reader), **{**empty, **more})


def read_new_id(reader: FormReader) -> str:
    """Return the id of a new thing, "" to have it made from the name."""
    written = reader.text("id")
    if written and not is_authored_id(written):
        reader.wrong("id", "must be a-z, 0-9, - and _, at most 63; leave it empty to have it made")
    return written


async def read_people(
    visit: Visit, reader: FormReader, name: str, most: int
) -> tuple[CharacterId, ...]:
    """Return the characters that the lines of a field name by id or name, each once."""
    words = reader.lines(name, most)
    if not words:
        return ()
    people = (await visit.services.world_texts.files.known(visit.world_id)).people
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
    return "" if thing is None else digest_of(thing)


def lined(items: Iterable[str]) -> str:
    """Return items as the lines of a field."""
    return "\n".join(items)


def several(name: str, word: str = "", only: str = "") -> FormField:
    """Return a field with one item in each line."""
    return FormField(name=name, kind="area", longest=_LINES, word=word, only=only)
