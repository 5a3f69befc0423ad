"""The axes of standings that a world declares, in its file."""

from npcserver.adapters.files.document import Plain, written
from npcserver.adapters.files.fields import Table
from npcserver.model import limits
from npcserver.model.relation_axes import MARGIN, RelationAxis, Threshold


def read_axes(table: Table) -> tuple[RelationAxis, ...]:
    """Return the axes of a world."""
    found: list[RelationAxis] = []
    lines: dict[str, int] = {}
    for part in table.tables("axes", limits.AXES):
        axis = _axis(part, lines)
        if axis.name and (problem := axis.problem):
            part.wrong(problem)
        found.append(axis)
    return tuple(found)


def _axis(table: Table, lines: dict[str, int]) -> RelationAxis:
    inner = table.table("fades")
    start = _value(table, "start", 0)
    toward, per_day, after_days = start, 0.0, 0
    if inner is not None:
        toward = _value(inner, "toward", start)
        rate = inner.get("per_day", is_required=True)
        per_day = 0.0 if rate is None else rate.number() or 0.0
        if rate is not None and not 0 < per_day <= limits.AXIS:
            rate.wrong(f"must be a number above 0, to {limits.AXIS:,}")
        after_days = inner.integer("after_days", 0, limits.FADE_DAYS) or 0
        inner.finish()
    axis = RelationAxis(
        name=_name(table, lines),
        low=_value(table, "from", -100),
        high=_value(table, "to", 100),
        start=start,
        toward=toward,
        per_day=per_day,
        after_days=after_days,
        thresholds=tuple(
            _threshold(one, lines) for one in table.tables("thresholds", limits.THRESHOLDS)
        ),
    )
    table.finish()
    return axis


def _threshold(table: Table, lines: dict[str, int]) -> Threshold:
    margin = table.integer("margin", 0, limits.AXIS)
    threshold = Threshold(
        name=_name(table, lines),
        above=table.integer("above", -limits.AXIS, limits.AXIS),
        below=table.integer("below", -limits.AXIS, limits.AXIS),
        margin=MARGIN if margin is None else margin,
    )
    table.finish()
    return threshold


def _name(table: Table, lines: dict[str, int]) -> str:
    """Return the name of an axis or threshold; of two that are equal the second is a problem."""
    name = table.text("name", limits.LABEL, is_required=True, is_one_line=True)
    if name in lines:
        table.wrong(f"{name!r} stands in line {lines[name]} too; choose a different one", "name")
    if name:
        lines.setdefault(name, table.line)
    return name


def _value(table: Table, key: str, default: int) -> int:
    value = table.integer(key, -limits.AXIS, limits.AXIS)
    return default if value is None else value


def dump_axes(axes: tuple[RelationAxis, ...]) -> Plain:
    """Return axes as the content of a world file."""
    return [
        {
            **written(one, "name from=low to=high start"),
            "fades": _fading(one) if one.per_day else None,
            "thresholds": [
                {
                    **written(each, "name above below"),
                    "margin": None if each.margin == MARGIN else each.margin,
                }
                for each in one.thresholds
            ],
        }
        for one in axes
    ]


def _fading(axis: RelationAxis) -> Plain:
    return {**written(axis, "toward per_day"), "after_days": axis.after_days or None}
