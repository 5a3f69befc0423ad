"""An affordance must make sense, and so must the numbers a model proposes for it."""

import math

import pytest

from npcserver.model.affordance import (
    Affordance,
    NotAfforded,
    Parameter,
    ParameterType,
    accept,
    check,
    check_all,
)


def with_parameter(**fields: object) -> Affordance:
    parameter = Parameter(**{"name": "item", "type": ParameterType.STRING, **fields})  # type: ignore[arg-type]
    return Affordance(name="give", description="Give it.", parameters=(parameter,))


def test_a_sensible_affordance_has_no_problems() -> None:
    """All types with fitting bounds pass."""
    parameters = (
        Parameter(name="note", type=ParameterType.STRING, minimum=0, maximum=80),
        Parameter(name="coins", type=ParameterType.INTEGER, minimum=1, maximum=1),
        Parameter(name="force", type=ParameterType.NUMBER, minimum=-0.5),
        Parameter(name="loudly", type=ParameterType.BOOLEAN),
        Parameter(name="tone", type=ParameterType.CHOICE, options=("kind", "cold")),
        Parameter(name="to", type=ParameterType.ENTITY, entity_kinds=("person",)),
    )

    assert check(Affordance(name="give_2", description="", parameters=parameters)) == []


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"name": "Item"}, "name"),
        ({"name": ""}, "name"),
        ({"name": "1st"}, "name"),
        ({"type": ParameterType.CHOICE}, "options"),
        ({"type": ParameterType.CHOICE, "options": ("a", "a")}, "options"),
        ({"type": ParameterType.CHOICE, "options": ("",)}, "options"),
        ({"type": ParameterType.CHOICE, "options": ("a",), "minimum": 1.0}, "minimum"),
        ({"options": ("a",)}, "options"),
        ({"entity_kinds": ("door",)}, "entity_kinds"),
        ({"minimum": 3.0, "maximum": 2.0}, "minimum"),
        ({"minimum": -1.0}, "minimum"),
        ({"maximum": 1.5}, "maximum"),
        ({"type": ParameterType.NUMBER, "maximum": math.inf}, "maximum"),
        ({"type": ParameterType.NUMBER, "minimum": math.nan}, "minimum"),
        ({"type": ParameterType.INTEGER, "minimum": 1.2, "maximum": 1.8}, "minimum"),
        ({"type": ParameterType.BOOLEAN, "maximum": 1.0}, "maximum"),
        ({"description": "x" * 501}, "description"),
    ],
)
def test_a_parameter_that_makes_no_sense_is_named(fields: dict[str, object], path: str) -> None:
    """The path leads to the one field that is wrong."""
    assert [found for found, _ in check(with_parameter(**fields))] == [f"parameters[0].{path}"]


@pytest.mark.parametrize("uses", [0, 17])
def test_uses_have_bounds(uses: int) -> None:
    """An affordance nobody may use is none; one without end is a flood."""
    affordance = Affordance(name="wave", description="", max_uses=uses)

    assert check(affordance) == [("max_uses", f"must be 1 to 16, not {uses}")]


def test_names_are_declared_once() -> None:
    """Neither parameters nor affordances may share a name."""
    item = Parameter(name="item", type=ParameterType.STRING)
    give = Affordance(name="give", description="", parameters=(item, item))

    paths = [path for path, _ in check_all((give, give))]

    assert paths == ["[0].parameters[1].name", "[1].parameters[1].name", "[1].name"]


def _takes(kind: ParameterType) -> Affordance:
    return Affordance(name="pay", description="", parameters=(Parameter(name="amount", type=kind),))


@pytest.mark.parametrize("value", [2**31, -(2**31) - 1, 10**400, 1e300, float("inf"), True])
def test_a_whole_number_has_32_bits(value: object) -> None:
    """What an engine could not read as a whole number is not afforded."""
    with pytest.raises(NotAfforded):
        accept(_takes(ParameterType.INTEGER), {"amount": value}, ())


@pytest.mark.parametrize("value", [10**400, float("nan"), float("inf"), False])
def test_a_number_is_finite(value: object) -> None:
    """A number that no float holds is refused and breaks nothing."""
    with pytest.raises(NotAfforded):
        accept(_takes(ParameterType.NUMBER), {"amount": value}, ())


@pytest.mark.parametrize(("value", "taken"), [(3, 3.0), (2**40, float(2**40)), (0.5, 0.5)])
def test_a_number_may_be_written_whole(value: object, taken: float) -> None:
    """A model that leaves out the point means the same."""
    assert accept(_takes(ParameterType.NUMBER), {"amount": value}, ()) == (("amount", taken),)
