"""Who may be told a secret, and from when on."""

from dataclasses import replace

import pytest

from npcserver.model.feelings import Standing
from npcserver.model.secret import Secret, joined, key_for

STANDING = Standing(other_id="hester", other_name="Hester", affinity=40, trust=70)
ALL = Secret(key="k", to=("hester",), affinity=40, trust=70, flag="lens-found")
FLAGS = frozenset({"lens-found"})


def test_everything_that_is_named_must_hold() -> None:
    """Anyone who meets every condition, each at its very edge, may be told."""
    assert ALL.may_be_told("hester", STANDING, FLAGS)


@pytest.mark.parametrize(
    ("standing", "flags", "who"),
    [
        (replace(STANDING, affinity=39), FLAGS, "hester"),
        (replace(STANDING, trust=69), FLAGS, "hester"),
        (STANDING, frozenset({"lens-lost"}), "hester"),
        (STANDING, frozenset[str](), "hester"),
        (STANDING, FLAGS, "wenna"),
    ],
)
def test_one_condition_that_fails_is_enough(
    standing: Standing, flags: frozenset[str], who: str
) -> None:
    """Anyone who lacks one thing is not told."""
    assert not ALL.may_be_told(who, standing, flags)


@pytest.mark.parametrize("to", ["HESTER", "Hester", "hester ", "Aunt Hester", "\uff48ester"])
def test_people_are_named_by_id_alone(to: str) -> None:
    """An id is compared as it stands: what looks like it, or is a name, names another."""
    assert Secret(key="k", to=("hester",)).may_be_told("hester", STANDING, ())
    assert not Secret(key="k", to=("hester",)).may_be_told(to, STANDING, ())
    assert not Secret(key="k", to=(to,)).may_be_told("hester", STANDING, ())


def test_a_secret_that_names_nothing_is_never_told() -> None:
    """Not to anybody, and not at any time."""
    secret = Secret(key="k")

    assert secret.is_absolute
    assert not secret.may_be_told("hester", STANDING, FLAGS)
    assert not secret.is_public(FLAGS)


@pytest.mark.parametrize(
    ("secret", "is_absolute"),
    [
        (Secret(key="k", to=("a",)), False),
        (Secret(key="k", affinity=0), False),
        (Secret(key="k", trust=0), False),
        (Secret(key="k", flag="f"), False),
        (Secret(key="k"), True),
    ],
)
def test_one_condition_makes_a_way_to_be_told(secret: Secret, *, is_absolute: bool) -> None:
    """A threshold of zero is a condition, too."""
    assert secret.is_absolute is is_absolute


def test_only_a_flag_alone_makes_a_secret_public() -> None:
    """Once it is set anybody may hear; with other conditions beside it nobody in particular."""
    public = Secret(key="k", flag="lens-found")

    assert public.is_public(FLAGS)
    assert not public.is_public(frozenset())
    assert not replace(public, trust=0).is_public(FLAGS)
    assert not replace(public, affinity=-100).is_public(FLAGS)
    assert not replace(public, to=("a",)).is_public(FLAGS)


def test_secrets_are_joined_once_each() -> None:
    """In the order in which they first come."""
    one, two = Secret(key="one"), Secret(key="two")

    assert joined((two, one), (), (one, two)) == (two, one)


def test_a_key_of_its_own_follows_from_the_words() -> None:
    """The same text has the same key everywhere, another text has another, and it tells nothing."""
    assert key_for("The crosses mark my casks.") == key_for("The crosses mark my casks.")
    assert key_for("The crosses mark my casks.") != key_for("The crosses mark her casks.")
    assert "cross" not in key_for("The crosses mark my casks.")
