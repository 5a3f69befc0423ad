"""Runs are read as they were written, also while they are written and by another version."""

import json
from pathlib import Path

import pytest

from npctown.run_files import (
    RunFact,
    RunFileError,
    RunHeader,
    RunPerson,
    RunWriter,
    read_events,
    read_header,
)

HEADER = RunHeader(
    town="Millbrook",
    world_id="millbrook",
    timeline_id="t1",
    map="town.tmj",
    model="scripted",
    seed=3,
    started="1911-05-02T06:00:00+00:00",
    tick_minutes=15,
    people=(RunPerson(id="ada", name="Ada", age=40, start=(3, 4)),),
    facts=(RunFact(id="feast", text="There is a feast.", asked=("ada",), starts=600.0),),
)


def test_a_run_is_read_as_it_was_written(tmp_path: Path) -> None:
    """Header and events come back whole and in order."""
    writer = RunWriter(tmp_path, HEADER)
    first = writer.write(0, "note", text="Es schneit.")
    second = writer.write(1.23456, "walk", who="ada", path=[[1, 2], [1, 3]])
    writer.close()

    assert read_header(tmp_path).people[0].id == "ada"
    assert read_header(tmp_path).facts == HEADER.facts
    assert list(read_events(tmp_path)) == [first, second]
    assert list(read_events(tmp_path, after=1)) == [second]


def test_a_half_written_line_is_no_event(tmp_path: Path) -> None:
    """A reader that comes while the town writes, or after it was killed, passes it over."""
    writer = RunWriter(tmp_path, HEADER)
    writer.write(0, "note", text="whole")
    writer.close()
    with (tmp_path / "events.jsonl").open("a") as file:
        file.write('{"t": 1, "kind": "no')

    assert [event["text"] for event in read_events(tmp_path)] == ["whole"]


def test_a_writer_goes_on_after_a_half_written_line(tmp_path: Path) -> None:
    """What a killed town left half-written is cut off before the next event."""
    RunWriter(tmp_path, HEADER).close()
    (tmp_path / "events.jsonl").write_text('{"t": 1, "kind": "no')

    writer = RunWriter(tmp_path, HEADER)
    writer.write(2, "note", text="on")
    writer.close()

    assert [event["text"] for event in read_events(tmp_path)] == ["on"]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "has no run.json"),
        ("{", "is no JSON"),
        (json.dumps({"format": "npcserver/run/9"}), "reads 'npcserver/run/1'"),
    ],
)
def test_what_is_no_run_is_told(tmp_path: Path, content: str | None, words: str) -> None:
    """The message says what was found and what to do."""
    if content is not None:
        (tmp_path / "run.json").write_text(content)

    with pytest.raises(RunFileError, match=words):
        read_header(tmp_path)


def test_fields_of_a_later_version_are_passed_over(tmp_path: Path) -> None:
    """A newer writer of the same format may add fields."""
    RunWriter(tmp_path, HEADER).close()
    raw = json.loads((tmp_path / "run.json").read_text())
    raw["new"] = 1
    raw["people"][0]["hat"] = "red"
    (tmp_path / "run.json").write_text(json.dumps(raw))

    assert read_header(tmp_path).people[0].name == "Ada"
