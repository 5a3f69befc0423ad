"""Scenario files: what they say, and what is said of mistakes in them."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest
from npcclient.playtest.pieces import Mistake
from npcclient.playtest.reading import read
from npcclient.playtest.scenario import (
    Advance,
    Load,
    Look,
    Observe,
    Report,
    Save,
    Say,
    SayInCircle,
    WantedAction,
)

from npcserver.v1.affordance_pb2 import PARAMETER_TYPE_CHOICE
from npcserver.v1.play_service_pb2 import (
    OBSERVATION_CHANNEL_SOUND,
    OBSERVATION_RANGE_NEARBY,
    OBSERVATION_RANGE_WORLD,
)

WHOLE = """\
name: Everything
world: harbour
player: Ann
character: mira
affordances:
  - name: give
    max_uses: 2
    parameters:
      - {name: how, type: choice, options: [gladly, grudgingly], optional: true}
entities:
  - {id: lamp_7, name: oil lamp, kind: item}
steps:
  - observe: A bell rings.
  - observe:
      - {text: A cat jumps., place: inn, importance: 3, channel: sound, range: nearby}
  - move: {who: Ann, to: inn}
  - object: {place: inn, thing: lamp, state: lit}
  - flag: {name: dusk, unset: true}
  - say: 1904
    to: tom
    as: Bo
    private: yes
    expect:
      contains: [lamp, oil]
      mood: joy
      action: {name: give, arguments: {how: gladly, times: 2}}
      max_first_token_ms: 800
  - circle: [mira, tom]
    say: Well?
    to: mira
    whisper: true
    most_turns: 2
    expect: {speaks: mira}
  - report: completed
    action: give
    detail: It was given.
  - wait: 2h
  - advance_clock: 2000-01-01 20:15
  - save: dusk
  - load: dusk
  - look: mira
    expect: {remembers: [bell, cat]}
  - expect: {remembers: bell}
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "scene.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_everything_is_read(tmp_path: Path) -> None:
    """Each key of a scenario comes out as what it means."""
    scenario = read(written(tmp_path, WHOLE))
    deeds = [step.deed for step in scenario.steps]

    assert (scenario.name, scenario.world, scenario.player) == ("Everything", "harbour", "Ann")
    assert scenario.affordances is not None
    assert scenario.affordances[0].parameters[0].type == PARAMETER_TYPE_CHOICE
    assert scenario.entities[0].id == "lamp_7"
    bell, cat, move, thing, flag, say, circle, report, wait, clock, save, load, look, only = deeds
    assert isinstance(bell, Observe)
    assert bell.observations[0].range == OBSERVATION_RANGE_WORLD
    assert isinstance(cat, Observe)
    assert cat.observations[0].channel == OBSERVATION_CHANNEL_SOUND
    assert cat.observations[0].range == OBSERVATION_RANGE_NEARBY
    assert isinstance(move, Observe)
    assert move.movements[0].place_id == "inn"
    assert isinstance(thing, Observe)
    assert thing.objects[0].state == "lit"
    assert isinstance(flag, Observe)
    assert flag.flags[0].unset
    assert say == Say(text="1904", to="tom", speaker="Bo", is_private=True)
    assert circle == SayInCircle(
        members=("mira", "tom"), text="Well?", to=("mira",), is_whisper=True, most_turns=2
    )
    assert report == Report(status="completed", action="give", detail="It was given.")
    assert wait == Advance(span=timedelta(hours=2))
    assert clock == Advance(to=datetime(2000, 1, 1, 20, 15))  # noqa: DTZ001 - game time
    assert (save, load) == (Save(name="dusk"), Load(name="dusk"))
    assert (look, only) == (Look(of="mira"), Look())
    action = next(it for it in scenario.steps[5].expectations if it.kind == "action")
    assert action.action == WantedAction(name="give", arguments=(("how", "gladly"), ("times", 2)))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "scene.yaml:1: is empty"),
        ("world: [x\nsteps:\n", "scene.yaml:2: this is no YAML"),
        ("world: x\n", "the key 'steps' is missing"),
        ("steps: hi\n", "must be a list of 1 to 1,000 steps"),
        ("steps:\n", "must be a list of 1 to 1,000 steps"),
        ("steps:\n  - hello\n", r"scene.yaml:2: steps\[0\]: .*such as `say: Hello!`"),
        ("steps: []\n", "a list of 1 to 1,000 steps"),
        ("wrold: x\nsteps: [{say: hi}]\n", "scene.yaml:1: wrold: .*did you mean 'world'"),
        ("steps:\n  - sya: hi\n", r"scene.yaml:2: steps\[0\].sya: .*did you mean 'say'"),
        ("steps:\n  - say: hi\n    say: ho\n", "scene.yaml:3: .*stands here twice"),
        ("steps:\n  - say: hi\n    save: x\n", "scene.yaml:3: .*cannot stand beside 'say'"),
        ("steps:\n  - to: mira\n", "a step needs one of: circle, report, say"),
        ("steps:\n  - say: ''\n", "is empty; write a text"),
        ("steps:\n  - say:\n", "is empty; write a text"),
        (f"steps:\n  - say: {'a' * 2001}\n", "a text of 1 to 2000 characters"),
        ("steps:\n  - say: [a]\n", "must be one value"),
        ("steps:\n  - wait: soon\n", "such as `45m`, `2h` or `1d`"),
        ("steps:\n  - wait: 99999999999d\n", "is longer than any game"),
        ("steps:\n  - advance_clock: noon\n", "such as `2000-01-01 20:15`"),
        ("steps:\n  - report: done\n", "known: accepted, refused, failed, completed"),
        ("steps:\n  - say: hi\n    expect: {contians: a}\n", "did you mean 'contains'"),
        ("steps:\n  - say: hi\n    expect: {mood: joyy}\n", "did you mean 'joy'"),
        ("steps:\n  - say: hi\n    expect: {max_first_token_ms: 0}\n", "between 1 and 600000"),
        ("steps:\n  - say: hi\n    expect: {no_action: false}\n", "must be true"),
        ("steps:\n  - save: x\n    expect: {contains: a}\n", "nobody speaks in 'save'"),
        ("steps:\n  - say: hi\n    private: maybe\n", "must be true or false, not 'maybe'"),
        ("steps:\n  - observe: {place: inn}\n", "the key 'text' is missing"),
        ("steps:\n  - observe: {text: a, range: far}\n", "known: place, nearby, world"),
        ("affordances: [{name: a, parameters: [{name: b}]}]\nsteps: [{say: a}]\n", "'type' is"),
        ("steps:\n  - circle: [a]\n    most_turns: 99\n", "between 1 and 20, not 99"),
        ("steps:\n  - say: \x07\n", "this is no YAML"),
    ],
)
def test_mistakes_are_pointed_at(text: str, problem: str, tmp_path: Path) -> None:
    """A mistake names its file, line and key, and what to do."""
    with pytest.raises(Mistake, match=problem):
        read(written(tmp_path, text))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    """A missing file, one that is no text, and one that is far too large."""
    binary = tmp_path / "binary.yaml"
    binary.write_bytes(b"\xff\xfe\x00")
    large = tmp_path / "large.yaml"
    large.write_text("#" * (1024 * 1024 + 1))

    with pytest.raises(Mistake, match="look at the path"):
        read(tmp_path / "missing.yaml")
    with pytest.raises(Mistake, match="not UTF-8"):
        read(binary)
    with pytest.raises(Mistake, match="larger than 1 MB"):
        read(large)
