"""Numbers a model proposes, however large it writes them."""

import pytest

from npcserver.model.affordance import Affordance, NotAfforded, Parameter, ParameterType, accept


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
