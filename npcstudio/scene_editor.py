"""The form of a scene file: begun from an example or a file, checked, saved as a file, started."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any, Final

from starlette.responses import Response

from npcscenes.files import scene_file
from npcscenes.model.director import most_thoughts
from npcserver.model import limits
from npcserver.model.errors import BrokenFile, Fault
from npcserver.model.group.script import Rank, Script, VoteRule
from npcserver.model.ids import slug
from npcserver.model.world import World
from npcstudio import scenes
from npcstudio.forms import FormField
from npcstudio.scene_form import (
    ANOTHER,
    COLUMNS,
    MOST,
    STAGES,
    SceneColumn,
    SceneLoader,
    SceneWriter,
    numbers,
    with_row,
    without_row,
)
from npcstudio.visits import Visit, status_of

_FILE: Final = "scene.yaml"
_WHERE: Final = re.compile(r"[^:]*(?::\d+)?(?:: (?P<path>.*))?")
_OWN: Final = frozenset((*COLUMNS, "relations"))
"""What names of the form's own fields begin with."""
_MOST_FIELDS: Final = 4_000
"""Fields of one form; browsers' forms are read up to 5,000."""
_PARTS: Final = ("camps", "resources", "ties", "candidates")
_CAST: Final = 3
_UNDECIDED: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneRow:
    """A row of the form: its fields by their keys; `at` begins their names."""

    at: str
    number: int
    called: str
    fields: Mapping[str, FormField]
    beliefs: "tuple[SceneRow, ...]" = ()


@dataclass(frozen=True, slots=True)
class SceneFormView:
    """The fields of the form, with what stands in them and what is wrong with it."""

    words: Any
    people: Mapping[str, str]
    values: Mapping[str, str]
    problems: Mapping[str, str]

    def table(self, part: str) -> Mapping[str, FormField]:
        """Return the fields of a part without rows."""
        return self._fields(part, part)

    def rows(self, part: str, within: str = "") -> tuple[SceneRow, ...]:
        """Return the rows of a part."""
        at = f"{within}-{part}" if within else part
        return tuple(self._row(part, f"{at}-{one}", one) for one in numbers(self.values, at))

    def may_grow(self, part: str, within: str = "") -> bool:
        """Return whether the part may have another row."""
        return len(numbers(self.values, f"{within}-{part}" if within else part)) < MOST[part]

    def cell(self, one: int, other: int) -> FormField:
        """Return the field of how one member stands to another."""
        return self._field(SceneColumn(key="score", kind="number"), f"relations-{one}-{other}", "")

    @property
    def has_scores(self) -> bool:
        """Whether a relation stands in the form, or something is wrong with one."""
        named = (*self.problems, *(name for name, value in self.values.items() if value))
        return any(name.startswith("relations-") for name in named)

    @property
    def stages(self) -> Iterator[FormField]:
        """The stages of a round, in their order."""
        column = SceneColumn(key="stage", kind="stage")
        for place in range(len(STAGES)):
            yield self._field(column, f"course-stages-{place}", "scene_field.course_stage")

    @property
    def rules(self) -> Iterator[FormField]:
        """The ways of voting."""
        for one in VoteRule:
            column = SceneColumn(key=one, kind="checkbox")
            yield self._field(column, f"ballot-rules-{one}", f"scene_field.rule_{one}")

    def _row(self, part: str, at: str, number: int) -> SceneRow:
        fields = dict(self._fields(part, at))
        if part == "candidates":
            column = SceneColumn(key="member", kind="candidate")
            fields["member"] = self._field(column, f"{at}-member", "scene_field.candidates_member")
            for key in ("id", "name", "camp"):
                fields[key] = replace(fields[key], only="for-another")
        return SceneRow(
            at=at,
            number=number,
            called=self.called(part, number),
            fields=fields,
            beliefs=self.rows("beliefs", at) if part == "members" else (),
        )

    def called(self, part: str, number: int) -> str:
        """Return what a row is called: by its name, else by its number."""
        given = {key: self.values.get(f"{part}-{number}-{key}", "") for key in _CALLED}
        name = given["name"] or self.people.get(given["character"], given["character"])
        return name or given["aim"] or self.words(f"scene_form.row.{part}", number=number + 1)

    def _fields(self, part: str, at: str) -> Mapping[str, FormField]:
        return {
            one.key: self._field(one, f"{at}-{one.key}", f"scene_field.{part}_{one.key}")
            for one in COLUMNS[part]
        }

    def _field(self, column: SceneColumn, name: str, word: str) -> FormField:
        value = self.values.get(name, "")
        choices = self._choices(column)
        if choices and value not in {one for one, _ in choices}:  # as it stood in a file
            choices += ((value, value),)
        return FormField(
            name=name,
            kind="choice" if choices else _kind(column, value),
            value=value,
            longest=column.longest,
            word=word,
            choices=choices,
            problem=self.problems.get(name, ""),
        )

    def _choices(self, column: SceneColumn) -> tuple[tuple[str, str], ...]:
        """Return the values of a choice with their words; none for other fields."""
        words = self.words
        match column.kind:
            case "choice":
                found = [(str(one), words(f"scene_choice.{one}")) for one in column.choices]
            case "stage":
                stages = ((str(one), words(f"scenes.stage.{one}")) for one in STAGES)
                found = [("", words("scene_choice.no_stage")), *stages]
            case "character":
                found = [("", words("scene_choice.no_character")), *self.people.items()]
            case "member" | "camp":
                found = [("", words("scene_choice.none")), *self._called(f"{column.kind}s")]
            case "candidate":
                found = [*self._called("members"), (ANOTHER, words("scene_choice.another"))]
            case _:
                found = []
        return tuple(found)

    def _called(self, part: str) -> tuple[tuple[str, str], ...]:
        return tuple((f"#{one}", self.called(part, one)) for one in numbers(self.values, part))


def _kind(column: SceneColumn, value: str) -> str:
    """Return the kind of a field that is no choice."""
    if column.kind == "number":  # of which browsers drop what is no number
        return "number" if not value or value.removeprefix("-").isdecimal() else "text"
    return "area" if column.kind == "lines" else column.kind


_CALLED: Final = ("name", "character", "aim")


async def show_editor(visit: Visit) -> Response:
    """Show the form with a short example in which people of the world stand."""
    people = await _people(visit)
    return await _page(visit, _example(visit, visit.world, tuple(people)))


def _example(visit: Visit, world: World, people: Sequence[str]) -> dict[str, str]:
    """Return the fields of a scene of a few calls, which can be started as it is."""
    words = visit.studio.templates.words
    members = [
        {
            "name": "" if place < len(people) else words(f"scene_example.name_{place}"),
            "character": people[place] if place < len(people) else "",
            "rank": str(Rank.SUPPORTING if place == _UNDECIDED else Rank.PRINCIPAL),
            "private" if place == _UNDECIDED else "goal": words(f"scene_example.goal_{place}"),
        }
        for place in range(_CAST)
    ]
    language = "" if world.language == "en" else world.language
    return SceneLoader(
        {
            "scene": {
                "title": words("scene_example.title"),
                "premise": words("scene_example.premise"),
                "language": language or None,
            },
            "members": members,
            "course": {"rounds": "1", "chat_rounds": dict.fromkeys(_chats(), "1")},
            "ballot": {
                "question": words("scene_example.question"),
                "candidates": [
                    {"name": words(f"scene_example.candidate_{place}")} for place in range(2)
                ],
            },
        }
    ).values


def _chats() -> Iterator[str]:
    yield from (one.key for one in COLUMNS["chat_rounds"])


async def take_form(visit: Visit) -> Response:
    """Do with the form as its button says; what was typed stands in it afterwards."""
    form, do = visit.form, visit.form.text("do")
    if do == "load":
        return await _load(visit)
    typed = {name: value for name, value in form.pairs if name.partition("-")[0] in _OWN}
    values = {name: limits.cleaned(value).strip() for name, value in typed.items()}
    if (row := form.text("add")) and len(values) < _MOST_FIELDS:
        values = with_row(values, row)
    if row := form.text("remove"):
        values = without_row(values, row)
    if do not in ("file", "yaml"):
        return await _checked(visit, values)
    text = scene_file.write_fields(SceneWriter(values).fields)
    return _file(text, values) if do == "file" else await scenes.show_text(visit, text)


async def _checked(visit: Visit, values: Mapping[str, str]) -> Response:
    """Return the form with what is wrong, or start the scene if nothing is and that was asked."""
    written, starts = SceneWriter(values), visit.form.text("do") in ("begin", "wait")
    text = scene_file.write_fields(written.fields)
    try:
        script = await scenes.use_cases(visit).script(text, _FILE)
        if starts:
            return await scenes.start(visit, script)
    except BrokenFile as broken:
        status = HTTPStatus.BAD_REQUEST if starts else HTTPStatus.OK
        return await _page(visit, values, dict(_placed(broken, written.names)), status)
    except Fault as fault:
        return await _page(visit, values, {"": fault.message}, status_of(fault))
    return await _page(visit, values, script=script)


def _placed(broken: BrokenFile, names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield each problem with its field; those of none, together under ""."""
    others: list[str] = []
    for where, problem in broken.found:
        found = _WHERE.fullmatch(where)
        path = (found and found["path"]) or ""
        if path in names:
            yield names[path], problem
        else:
            others.append(f"{path}: {problem}" if path else problem)
    if others:
        yield "", "\n".join(others)


def _file(text: str, values: Mapping[str, str]) -> Response:
    named = values.get("scene-id") or values.get("scene-title") or "scene"
    return Response(
        text,
        media_type="application/yaml",
        headers={"content-disposition": f'attachment; filename="{slug(named)}.yaml"'},
    )


async def _load(visit: Visit) -> Response:
    """Fill the form from a file, unless something in it has no field; then its text is shown."""
    words = visit.studio.templates.words
    text = visit.form.text("scene", scenes.LONGEST)
    try:
        text, name = scenes.sent_text(visit)
        loader = SceneLoader(scene_file.read_fields(text, name))
    except Fault as fault:
        problems = fault.problems if isinstance(fault, BrokenFile) else (fault.message,)
        return await scenes.show_text(visit, text, problems, status_of(fault))
    problems = tuple(words("scene_form.no_field", path=one) for one in loader.unplaced)
    if len(loader.values) > _MOST_FIELDS:
        problems = (words("scene_form.too_large"),)
    if problems:
        return await scenes.show_text(visit, text, problems, HTTPStatus.BAD_REQUEST)
    return await _checked(visit, loader.values)


async def _people(visit: Visit) -> dict[str, str]:
    found = await visit.services.characters.people(visit.world_id)
    return dict(found.names)


async def _page(
    visit: Visit,
    values: Mapping[str, str],
    problems: Mapping[str, str] | None = None,
    status: HTTPStatus = HTTPStatus.OK,
    *,
    script: Script | None = None,
) -> Response:
    words = visit.studio.templates.words
    return visit.page(
        "scene_form",
        status,
        form=SceneFormView(words, await _people(visit), values, problems or {}),
        told=(problems or {}).get("", ""),
        problems=problems or {},
        script=script,
        calls=0 if script is None else most_thoughts(script),
        parts_of_rows=_PARTS,
        is_typed=visit.request.method == "POST",
        **await scenes.where(visit),
    )
