"""A scene file as the fields of a form: from a file to them, and back, so that nothing is lost.

A field that names a member or a camp has its row, such as "#2", and the file the id: a new name
changes no reference.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from npcserver.model import limits
from npcserver.model.feelings import Belief
from npcserver.model.group.script import Course, Rank, Stage, VoteRule, WinRule
from npcserver.model.ids import slug

_ID: Final = 63
_YES: Final = "yes"
_CLAIMS: Final = {"true": _YES, "yes": _YES, "on": _YES, "false": "", "no": "", "off": ""}
_NUMBER: Final = re.compile(r"-?\d{1,9}")
ANOTHER: Final = "another"
"""The choice of a candidate that is no member."""
STAGES: Final = tuple(one for one in Stage if one is not Stage.SETTLEMENT)


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneColumn:
    """A key of the file with its field; `default` is what the file means where it is left out.

    `kind` is as in `FormField`, or number, lines, character, member or camp; a choice has the words
    of its values.
    """

    key: str
    kind: str = "text"
    longest: int = limits.NAME
    default: str = ""
    choices: tuple[str, ...] = ()


def _area(key: str, longest: int = limits.DESCRIPTION) -> SceneColumn:
    return SceneColumn(key=key, kind="area", longest=longest)


_OWN_ID: Final = SceneColumn(key="id", longest=_ID)
_MADE: Final = Course()
COLUMNS: Final[Mapping[str, tuple[SceneColumn, ...]]] = {
    "scene": (
        _OWN_ID,
        SceneColumn(key="title"),
        SceneColumn(key="language", default="en"),
        _area("premise"),
        _area("opening", limits.UTTERANCE),
    ),
    "camps": (_OWN_ID, SceneColumn(key="aim", longest=limits.VIEW)),
    "members": (
        _OWN_ID,
        SceneColumn(key="character", kind="character"),
        SceneColumn(key="name"),
        SceneColumn(key="rank", kind="choice", default=str(Rank.PRINCIPAL), choices=tuple(Rank)),
        SceneColumn(key="camp", kind="camp"),
        SceneColumn(key="camp_fixed", kind="checkbox"),
        _area("goal"),
        _area("private"),
        _area("public"),
        _area("scratch"),
    ),
    "beliefs": (
        SceneColumn(key="topic", longest=_ID),
        SceneColumn(key="text", longest=limits.VIEW),
        SceneColumn(key="score", kind="number", default=str(Belief(topic="", text="").score)),
    ),
    "resources": (
        _OWN_ID,
        SceneColumn(key="name"),
        SceneColumn(key="owner", kind="member"),
        SceneColumn(key="impact", kind="number"),
        SceneColumn(key="topics", kind="lines", longest=limits.SCENE_TOPICS * (limits.NAME + 1)),
        _area("description"),
    ),
    "ties": (
        SceneColumn(key="from", kind="member"),
        SceneColumn(key="to", kind="member"),
        SceneColumn(key="score", kind="number"),
        SceneColumn(key="inferred_by", kind="member"),
    ),
    "course": (
        SceneColumn(key="rounds", kind="number", default=str(_MADE.rounds)),
        SceneColumn(key="most_calls", kind="number", default=str(_MADE.most_calls)),
        SceneColumn(key="thinking", kind="checkbox"),
        SceneColumn(key="memory", kind="checkbox", default=_YES),
        SceneColumn(key="summaries", kind="checkbox", default=_YES),
    ),
    "chat_rounds": tuple(
        SceneColumn(key=str(one), kind="number", default=str(_MADE.chat_rounds(one)))
        for one in STAGES
        if one is not Stage.UPDATE
    ),
    "ballot": (
        _area("question", limits.VIEW),
        SceneColumn(
            key="win", kind="choice", default=str(WinRule.PLURALITY), choices=tuple(WinRule)
        ),
        SceneColumn(key="decider", kind="member"),
        SceneColumn(key="abstain", kind="checkbox"),
    ),
    "candidates": (_OWN_ID, SceneColumn(key="name"), SceneColumn(key="camp", kind="camp")),
}
"""The keys of each part of the file, in the order in which they are written."""
MOST: Final[Mapping[str, int]] = {
    "camps": limits.SCENE_CAMPS,
    "members": limits.SCENE_MEMBERS,
    "beliefs": limits.BELIEFS,
    "resources": limits.SCENE_RESOURCES,
    "ties": limits.SCENE_TIES,
    "candidates": limits.CANDIDATES,
}
"""The parts that have rows, and the most of each."""


def numbers(values: Collection[str], at: str) -> list[int]:
    """Return the numbers of the rows of a part, such as `members` or `members-0-beliefs`."""
    rows = (re.match(rf"{re.escape(at)}-(\d{{1,4}})-", one) for one in values)
    return sorted({int(one[1]) for one in rows if one})


def with_row(values: Mapping[str, str], at: str) -> dict[str, str]:
    """Return the values with an empty row more, unless the part has all that it may have."""
    part, known = at.rpartition("-")[2], numbers(values, at)
    if part not in MOST or len(known) >= MOST[part]:
        return dict(values)
    row = f"{at}-{max(known, default=-1) + 1}"
    added = {f"{row}-{column.key}": column.default for column in COLUMNS[part]}
    return {**values, **added} | ({f"{row}-member": ""} if part == "candidates" else {})


def without_row(values: Mapping[str, str], row: str) -> dict[str, str]:
    """Return the values without a row; what named its member or camp names none."""
    part, _, number = row.rpartition("-")
    kept = {name: value for name, value in values.items() if not name.startswith(f"{row}-")}
    if part not in ("members", "camps"):
        return kept
    if part == "members":
        gone = re.compile(rf"relations-({number}-\d+|\d+-{number})")
        kept = {name: value for name, value in kept.items() if not gone.fullmatch(name)}
    return {
        name: "" if value == f"#{number}" and _named_by(name) == part else value
        for name, value in kept.items()
    }


_NAMING: Final = {"member": "members"} | {
    column.key: f"{column.kind}s"
    for columns in COLUMNS.values()
    for column in columns
    if column.kind in ("member", "camp")
}


def _named_by(name: str) -> str:
    """Return the part of which a field names a row; empty for other fields."""
    return _NAMING.get(name.rpartition("-")[2], "")


def ids_of(values: Mapping[str, str], part: str) -> dict[str, str]:
    """Return the ids of the rows of members or camps, by what fields call them."""
    return {
        f"#{number}": _own_id(values, f"{part}-{number}", part) for number in numbers(values, part)
    }


_NAMED_BY: Final = {"camps": ("aim",), "members": ("name", "character"), "beliefs": ("text",)}


def _own_id(values: Mapping[str, str], at: str, part: str) -> str:
    """Return the id of a row: as it was typed, else as a file makes it, else of its number."""
    key = "topic" if part == "beliefs" else "id"
    if written := values.get(f"{at}-{key}", ""):
        return written
    named = (values.get(f"{at}-{one}", "") for one in _NAMED_BY.get(part, ("name",)))
    name = next(filter(None, named), "")
    is_latin = slug(name) == slug(name)  # of others the id is made by chance
    return slug(name) if is_latin and name else _numbered_id(at, part)


def _numbered_id(at: str, part: str) -> str:
    return f"{part[:-1]}-{int(at.rpartition('-')[2]) + 1}"


@dataclass(slots=True)
class SceneWriter:
    """Puts the values of a form into the order of a file, in `fields`.

    `names` has the field of the form for each path of the file, such as `members[0].goal`.
    """

    values: Mapping[str, str]
    names: dict[str, str] = field(default_factory=dict)
    fields: dict[str, Any] = field(default_factory=dict)
    _ids: dict[str, dict[str, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._ids = {part: ids_of(self.values, part) for part in ("members", "camps")}
        scene = self._table("scene", "scene", "scene")
        title = scene.get("title", "")
        has_id = "id" in scene or slug(title) == slug(title)
        self.fields["scene"] = scene if has_id or not title else {"id": "scene", **scene}
        self._put("camps", self._rows("camps", "camps", "camps"))
        self._put("members", self._rows("members", "members", "members"))
        self._put("resources", self._rows("resources", "resources", "resources"))
        scores = list(self._scores())
        ties = self._rows("ties", "ties", "relations", len(scores))
        self._put("relations", scores + ties)
        self._put("course", self._course())
        self._put("ballot", self._ballot())

    def _put(self, key: str, value: Any) -> None:
        if value:
            self.fields[key] = value

    def _table(self, part: str, at: str, path: str) -> dict[str, Any]:
        found: dict[str, Any] = {}
        self.names[path] = f"{at}-{COLUMNS[part][1].key}"
        for column in COLUMNS[part]:
            name = f"{at}-{column.key}"
            self.names[f"{path}.{column.key}"] = name
            text = self.values.get(name, "")
            if text == column.default or (not text and column.kind != "checkbox"):
                continue
            found[column.key] = self._value(column, name, text)
        return found

    def _value(self, column: SceneColumn, name: str, text: str) -> Any:
        match column.kind:
            case "checkbox":
                return text == _YES
            case "number":
                return int(text) if _NUMBER.fullmatch(text) else text
            case "lines":
                return [one.strip() for one in text.splitlines() if one.strip()]
            case "member" | "camp":
                return self._ids[_named_by(name)].get(text, text)
            case _:
                return text

    def _rows(self, part: str, at: str, path: str, before: int = 0) -> list[dict[str, Any]]:
        """Return the rows in which something stands; the others are left out."""
        found: list[dict[str, Any]] = []
        for number in numbers(self.values, at):
            row_at, row_path = f"{at}-{number}", f"{path}[{before + len(found)}]"
            row = self._table(part, row_at, row_path)
            if part == "members":
                beliefs = self._rows("beliefs", f"{row_at}-beliefs", f"{row_path}.beliefs")
                row |= {"beliefs": beliefs} if beliefs else {}
            if row:
                found.append(self._named(part, row_at, row))
        return found

    def _named(self, part: str, at: str, row: dict[str, Any]) -> dict[str, Any]:
        """Return a row with an id where a file could make none of its name."""
        key = "topic" if part == "beliefs" else "id"
        if part == "ties" or key in row:
            return row
        own_id = _own_id(self.values, at, part)
        return {key: own_id, **row} if own_id == _numbered_id(at, part) else row

    def _scores(self) -> Iterator[dict[str, Any]]:
        """Yield how each member stands to others, and note the paths."""
        ids, count = self._ids["members"], 0
        for one, own_id in ids.items():
            scores: dict[str, Any] = {}
            for other, other_id in ids.items():
                name = f"relations-{one[1:]}-{other[1:]}"
                text = self.values.get(name, "")
                self.names[f"relations[{count}].to.{other_id}"] = name
                if text:
                    scores[other_id] = int(text) if _NUMBER.fullmatch(text) else text
            if scores:
                self.names[f"relations[{count}].from"] = f"members-{one[1:]}-name"
                count += 1
                yield {"from": own_id, "to": scores}

    def _course(self) -> dict[str, Any]:
        course = self._table("course", "course", "course")
        at = [f"course-stages-{number}" for number in range(len(STAGES))]
        stages = [(name, self.values[name]) for name in at if self.values.get(name)]
        self.names |= {f"course.stages[{place}]": name for place, (name, _) in enumerate(stages)}
        self.names["course.stages"] = at[0]
        if [one for _, one in stages] != list(_MADE.stages):
            course["stages"] = [one for _, one in stages]
        if rounds := self._table("chat_rounds", "chat_rounds", "course.chat_rounds"):
            course["chat_rounds"] = rounds
        return course

    def _ballot(self) -> dict[str, Any]:
        ballot = self._table("ballot", "ballot", "ballot")
        rules = [str(one) for one in VoteRule if self.values.get(f"ballot-rules-{one}")]
        self.names["ballot.rules"] = f"ballot-rules-{VoteRule.OWN}"
        self.names["ballot.candidates"] = "ballot-question"
        if len(rules) < len(VoteRule):
            ballot["rules"] = rules
        candidates = list[Any]()
        for number in numbers(self.values, "candidates"):
            at, path = f"candidates-{number}", f"ballot.candidates[{len(candidates)}]"
            member = self.values.get(f"{at}-member", "")
            if member not in ("", ANOTHER):
                candidates.append(self._ids["members"].get(member, member))
                self.names[path] = f"{at}-member"
            elif row := self._table("candidates", at, path):
                candidates.append(self._named("candidates", at, row))
        return ballot | ({"candidates": candidates} if candidates else {})


@dataclass(slots=True)
class SceneLoader:
    """Puts what stands in a file into the fields of a form, in `values`.

    `unplaced` are the paths of what no field can have.
    """

    fields: Any
    values: dict[str, str] = field(default_factory=dict)
    unplaced: list[str] = field(default_factory=list)
    _rows: dict[str, dict[str, str]] = field(default_factory=dict)
    _ties: int = 0

    def __post_init__(self) -> None:
        given = self._mapping("", self.fields, ("format", "scene", *_LISTS, "course", "ballot"))
        for part in ("members", "camps"):
            listed = given.get(part)
            found = enumerate(listed if isinstance(listed, list) else ())
            self._rows[part] = {
                own_id: f"#{number}"
                for number, row in found
                if isinstance(row, dict) and (own_id := _id_in(row, part, number))
            }
        self._table("scene", given.get("scene"), "scene", "scene")
        for part in ("camps", "members", "resources"):
            for number, row in self._items(part, given.get(part)):
                self._row(part, number, row)
        for number, row in self._items("relations", given.get("relations")):
            self._relation(f"relations[{number}]", row)
        self._course(given.get("course"))
        self._ballot(given.get("ballot"))

    def _mapping(self, path: str, value: Any, keys: Collection[str]) -> dict[str, Any]:
        if value is None:
            return {}
        if not isinstance(value, dict):
            self.unplaced.append(path or "the file")
            return {}
        self.unplaced += [f"{path}.{one}".strip(".") for one in value if one not in keys]
        return value

    def _items(self, path: str, value: Any) -> Iterator[tuple[int, Any]]:
        if isinstance(value, list):
            yield from enumerate(value)
        elif value is not None:
            self.unplaced.append(path)

    def _table(self, part: str, value: Any, at: str, path: str, *more: str) -> dict[str, Any]:
        columns = COLUMNS[part]
        given = self._mapping(path, value, (*(one.key for one in columns), *more))
        for column in columns:
            text = self._text(column, given.get(column.key), f"{path}.{column.key}")
            self.values[f"{at}-{column.key}"] = text
        return given

    def _text(self, column: SceneColumn, value: Any, path: str) -> str:
        if value is None:
            return column.default
        if column.kind == "lines" and isinstance(value, list):
            if all(isinstance(one, str) for one in value):
                return "\n".join(value)
        elif isinstance(value, str):
            text = limits.cleaned(value).strip()
            if column.kind == "checkbox" and text.lower() in _CLAIMS:
                return _CLAIMS[text.lower()]
            if column.kind in ("member", "camp"):
                return self._rows[f"{column.kind}s"].get(text, text)
            if column.kind not in ("checkbox", "lines"):
                return text
        self.unplaced.append(path)
        return column.default

    def _row(self, part: str, number: int, row: Any) -> None:
        at, path = f"{part}-{number}", f"{part}[{number}]"
        more = ("beliefs",) if part == "members" else ()
        given = self._table(part, row, at, path, *more)
        for place, belief in self._items(f"{path}.beliefs", given.get("beliefs")):
            belief_path = f"{path}.beliefs[{place}]"
            self._table("beliefs", belief, f"{at}-beliefs-{place}", belief_path)

    def _relation(self, path: str, row: Any) -> None:
        given = self._mapping(path, row, ("from", "to", "score", "inferred_by"))
        scores: dict[str, Any] = {}
        match given.get("to"):
            case dict() as several if "score" not in given:
                scores = several
            case str() as one:
                scores = {one: given.get("score")}
        if not scores:
            self.unplaced.append(path)
        known = self._rows["members"]
        for other, score in scores.items():
            one, to = known.get(str(given.get("from")), ""), known.get(other, "")
            name = f"relations-{one[1:]}-{to[1:]}"
            is_cell = one and to and one != to and not given.get("inferred_by")
            if is_cell and name not in self.values and isinstance(score, str):
                self.values[name] = score
                continue
            row = {**given, "to": other, "score": score}
            self._table("ties", row, f"ties-{self._ties}", path)
            self._ties += 1

    def _course(self, value: Any) -> None:
        given = self._table("course", value, "course", "course", "stages", "chat_rounds")
        self._table("chat_rounds", given.get("chat_rounds"), "chat_rounds", "course.chat_rounds")
        stages = dict(self._items("course.stages", given.get("stages")))
        if given.get("stages") is None:
            stages = dict(enumerate(map(str, _MADE.stages)))
        for place, stage in stages.items():
            if place >= len(STAGES) or not isinstance(stage, str):
                self.unplaced.append(f"course.stages[{place}]")
        for place in range(len(STAGES)):
            self.values[f"course-stages-{place}"] = str(stages.get(place, ""))

    def _ballot(self, value: Any) -> None:
        given = self._table("ballot", value, "ballot", "ballot", "rules", "candidates")
        rules = dict(self._items("ballot.rules", given.get("rules")))
        self.unplaced += [
            f"ballot.rules[{place}]" for place, one in rules.items() if one not in tuple(VoteRule)
        ]
        for one in VoteRule:
            is_voted = given.get("rules") is None or one in rules.values()
            self.values[f"ballot-rules-{one}"] = _YES if is_voted else ""
        for number, row in self._items("ballot.candidates", given.get("candidates")):
            at, path = f"candidates-{number}", f"ballot.candidates[{number}]"
            is_member = isinstance(row, str)
            self._table("candidates", None if is_member else row, at, path)
            member = self._rows["members"].get(row, row) if is_member else ANOTHER
            self.values[f"{at}-member"] = member


_LISTS: Final = ("camps", "members", "resources", "relations")


def _id_in(row: Mapping[str, Any], part: str, number: int) -> str:
    texts = {f"{part}-{number}-{key}": one for key, one in row.items() if isinstance(one, str)}
    return _own_id(texts, f"{part}-{number}", part)
