"""Sessions that were played: recorded, replayed as they were, and held against today's personas."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from typer.testing import CliRunner, Result

from npcserver.cli.commands import app
from npcserver.cli.worlds import sample_world
from npcserver.model.record import Record, RecordKind, TurnTaken
from npcserver.model.turn import TurnOutcome
from npctools.files.session_file import read_session, write_session
from npctools.session import RecordedSession
from tests.benchmarks.played import Played, play

TURNS = 14
OFFLINE = ("--model", "offline")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """Return a session in which models fail and players interrupt."""
    folder = tmp_path_factory.mktemp("played")
    return asyncio.run(play(folder, turns=TURNS, seed=11))


@pytest.fixture
def file(played: Played, tmp_path: Path) -> Path:
    written = tmp_path / "session.jsonl.gz"
    write_session(written, played.session)
    return written


def npcserver(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


def told(*words: object) -> dict[str, object]:
    done = npcserver("replay", *words, "--json")
    made: dict[str, object] = json.loads(done.stdout)
    return made


def test_a_session_replays_as_it_was_with_no_model(file: Path) -> None:
    """Every turn comes out again, however it ended, and nobody is asked."""
    found = told(file, "--times", 2)

    assert (found["turns"], found["model_calls"], found["differences"]) == (TURNS, 0, [])
    assert len(found["sha256"]) == 1  # type: ignore[arg-type]


def test_the_transcript_is_the_same_bytes(file: Path, tmp_path: Path) -> None:
    """Two replays write the same text, with what was said in it and no moment of real time."""
    one, other = tmp_path / "one.txt", tmp_path / "other.txt"
    npcserver("replay", file, "--transcript", one)
    npcserver("replay", file, "--transcript", other)

    assert one.read_bytes() == other.read_bytes()
    text = one.read_text(encoding="utf-8")
    assert text.startswith("npcserver/transcript/1\nworld farrowhithe")
    assert "first_word" not in text


def test_what_was_tampered_with_shows_on_both_sides(
    played: Played, file: Path, tmp_path: Path
) -> None:
    """A word that was changed in the log is a difference, and the exit code says so."""
    forged = tmp_path / "forged.jsonl"
    write_session(forged, _with_other_words(played.session))
    done = npcserver("replay", forged)

    assert done.exit_code == 1
    assert "recorded: says" in done.output
    assert "I never said this." in done.output
    assert npcserver("replay", file).exit_code == 0


def _with_other_words(session: RecordedSession) -> RecordedSession:
    """Return a session in whose first whole turn another line stands."""

    def forge(record: Record) -> Record:
        body = record.body
        if not isinstance(body, TurnTaken) or not body.receipt.raw_answer:
            return record
        last = body.events[-1]
        if getattr(last, "outcome", None) is not TurnOutcome.COMPLETED:
            return record
        line = replace(body.events[0], text="I never said this.")  # type: ignore[arg-type]
        return replace(record, body=replace(body, events=(line, *body.events[1:])))

    records = list(session.records)
    for place, record in enumerate(records):
        records[place] = forge(record)
        if records[place] is not record:
            break
    return replace(session, records=tuple(records))


def test_only_turns_from_a_record_on_are_replayed(played: Played, tmp_path: Path) -> None:
    """What came before is context; it is neither counted nor compared."""
    turns = [one.seq for one in played.session.records if one.kind is RecordKind.TURN]
    middle = turns[TURNS // 2]
    file = tmp_path / "half.jsonl"
    write_session(file, replace(played.session, first=middle))
    found = told(file)

    assert 0 < found["turns"] < TURNS  # type: ignore[operator]
    assert found["differences"] == []


def test_an_edited_persona_changes_its_own_lines_only(
    played: Played, file: Path, tmp_path: Path
) -> None:
    """The same world changes nothing; another greeting changes the character who says it."""
    world = tmp_path / "world.yaml"
    text = sample_world().read_text(encoding="utf-8")
    world.write_text(text, encoding="utf-8")
    same = told(file, "--persona", world, *OFFLINE)
    spoilt = text.replace("    name: Hester Quillam\n", "    name: Esther Gilliam\n")
    world.write_text(spoilt.replace("Landlady of the Patient", "Blacksmith of the"), "utf-8")
    other = told(file, "--persona", world, "--character", "hester", *OFFLINE)

    assert same["changed"] == []
    assert same["asked"] == 0
    assert {change["who"] for change in other["changed"]} <= {"Esther Gilliam"}  # type: ignore[attr-defined]
    assert read_session(file).records == played.session.records


def test_expectations_decide_the_exit_code_and_write_a_report(file: Path, tmp_path: Path) -> None:
    """CI reads a test case for each expectation, and the line that was said in each failure."""
    tests, report = tmp_path / "tests.yaml", tmp_path / "report.xml"
    tests.write_text(
        """format: npcserver/expectations/1
tests:
  - name: she keeps an inn
    character: Hester Quillam
    probe: {say: "What do you do here?"}
    says: landlady
    never_says: ["Land <lady> & co", "landlady"]
""",
        encoding="utf-8",
    )
    done = npcserver("replay", file, "--expect", tests, "--junit", report, *OFFLINE)

    assert done.exit_code == 1
    assert "2 of 3 expectations hold" in done.output
    root = ET.parse(report).getroot()  # noqa: S314 - our own report
    assert (root.get("tests"), root.get("failures")) == ("3", "1")
    (failure,) = root.iter("failure")
    assert "landlady" in (failure.text or "")


def test_a_probe_leaves_no_trace(file: Path, tmp_path: Path) -> None:
    """Asking the same twice gives the same answer: the first was never heard."""
    tests = tmp_path / "tests.yaml"
    probe = '    probe: {say: "Who put out the light?", times: 2}\n    says: never said\n'
    head = "format: npcserver/expectations/1\ntests:\n"
    tests.write_text(head + f"  - name: a\n    character: wenna\n{probe}", encoding="utf-8")
    first = told(file, "--expect", tests, *OFFLINE)["expectations"]
    again = told(file, "--expect", tests, *OFFLINE)["expectations"]

    assert first == again


def test_a_test_of_everybody_is_put_to_each(file: Path, tmp_path: Path) -> None:
    """A report has it once for each character, by id, with lists that tests share."""
    tests = tmp_path / "all.yaml"
    tests.write_text(
        """format: npcserver/expectations/1
lists: {century: [internet, "/e-?mail/"]}
tests: [{name: of 1904, character: everybody, never_says: $century}]
""",
        encoding="utf-8",
    )
    found = told(file, "--expect", tests, *OFFLINE)["expectations"]

    assert isinstance(found, list)
    assert {one["test"] for one in found} == {"of 1904"}
    assert len({one["character"] for one in found}) == 7
    assert len(found) == 14


def test_an_unknown_id_says_what_can_be_recorded(tmp_path: Path) -> None:
    """Who names a timeline that is not there learns which are, or that one has to play first."""
    assert npcserver("migrate", "--data", tmp_path).exit_code == 0
    done = npcserver("record", "tl_none", "--data", tmp_path)

    assert done.exit_code == 1
    assert "play first" in str(done.exception)


@pytest.mark.parametrize("options", [("--junit", "r.xml"), ("--persona", "w.yaml", "--times", "2")])
def test_options_that_make_no_sense_together_are_refused(
    file: Path, options: tuple[str, ...]
) -> None:
    """A report without expectations, or a persona many times, is a mistake of usage."""
    assert npcserver("replay", file, *options).exit_code == 2
