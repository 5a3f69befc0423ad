"""Secrets in world files: read, written, and refused where they would leave open what is meant."""

import pytest

from npcserver.adapters.files import dump_world, parse_world
from npcserver.model.character import SeedMemory
from npcserver.model.errors import BrokenFile
from npcserver.model.secret import Secret, key_for

FILE = """\
format: npcserver/world/1
world: {name: Gull}
characters:
  - name: Isidor
    memories:
      - text: The crosses mark the January oil.
        importance: 6
"""
WHOLE = "{key: the-crosses, to: [hester, Wenna Carrow], affinity: 40, trust: 70, flag: lens-found}"


def read(secret: str) -> SeedMemory:
    file = parse_world(f"{FILE}        secret: {secret}\n", "gull.yaml")
    (memory,) = file.characters[0].memories
    assert parse_world(dump_world(file), "again.yaml") == file
    return memory


def test_a_secret_is_read_whole_and_written_back() -> None:
    """Everything an author may say of it arrives, and survives an export."""
    assert read(WHOLE).secret == Secret(
        key="the-crosses", to=("hester", "Wenna Carrow"), affinity=40, trust=70, flag="lens-found"
    )


@pytest.mark.parametrize("written", ["true", "yes", "{}"])
def test_what_names_nothing_is_never_told(written: str) -> None:
    """Its key is made from the memory, the same every time."""
    assert read(written).secret == Secret(key=key_for("The crosses mark the January oil."))


def test_false_is_no_secret() -> None:
    """It says the same as leaving the key out."""
    assert read("false").secret is None


@pytest.mark.parametrize(
    "written", ["{flag: lens-found}", "{affinity: 0}", "{trust: 0}", "{to: [ann]}", "{key: mine}"]
)
def test_every_condition_may_stand_alone(written: str) -> None:
    """What is left out stays left out in an export."""
    assert read(written).secret is not None


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("", "gull.yaml:8: characters[0].memories[0].secret: "),
        ("~", "gull.yaml:8: characters[0].memories[0].secret: "),
        ("maybe", "must be true or false, not 'maybe'"),
        ("[hester]", "must hold `key: value` lines"),
        ("{to: []}", "secret.to: names nobody"),
        ("{to: ~, trust: 5}", "secret.to: "),
        ("{to: [ann], trust: ~}", "secret.trust: "),
        ("{to: [ann], flag: }", "secret.flag: "),
        ("{trust: 101}", "a whole number from 0 to 100"),
        ("{affinity: -101}", "from -100 to 100"),
        ("{flag: Lens Found}", "secret.flag: must be a-z, 0-9"),
        ("{trst: 5}", "did you mean 'trust'?"),
    ],
)
def test_a_slip_opens_nothing(written: str, told: str) -> None:
    """The file is refused, at the line and the field, rather than taken for less than it says."""
    with pytest.raises(BrokenFile) as caught:
        read(written)

    assert told in str(caught.value)
