"""Session files: the same session is always the same bytes, and reads back as it was."""

import gzip
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from npcserver.model.character import FallbackLine, Persona, PersonaVersion, Relation
from npcserver.model.errors import BrokenFile
from npcserver.model.ids import CharacterId, TimelineId, WorldId
from npcserver.model.record import ClockMoved, Record, RecordKind, Remembered, Source
from npcserver.model.secret import Secret
from npcserver.model.timeline import Vantage
from npcserver.model.world import DEFAULT_START, World
from npcserver.model.worldfile import Role, WorldFile
from npctools.files.session_file import read_session, session_bytes, write_session
from npctools.session import Branch, PromptShape, RecordedSession, TemplateUsed

_LINE = TimelineId("tl_one")


VERSION = PersonaVersion(
    character_id=CharacterId("mira"),
    version=3,
    persona=Persona(
        name="Mira",
        goals=("rest",),
        relations=(Relation(to="Tom", view="a friend"),),
        fallback_lines=(FallbackLine(text="Hm."),),
    ),
    created_at=DEFAULT_START,
)


def session(moment: datetime = DEFAULT_START) -> RecordedSession:
    records = (
        Record(
            timeline_id=_LINE,
            seq=1,
            kind=RecordKind.OBSERVATION,
            body=Remembered(source=Source.WITNESSED),
            subject_id="mira",
            text="Der Hund bellt – „laut“.",
            game_time=DEFAULT_START,
            importance=4,
            written_at=moment,
        ),
        Record(
            timeline_id=_LINE,
            seq=2,
            kind=RecordKind.CLOCK,
            body=ClockMoved(),
            subject_id="",
            text="",
            game_time=DEFAULT_START,
            written_at=moment,
        ),
    )
    return RecordedSession(
        vantage=Vantage(_LINE, 2),
        world=WorldFile(world=World(id=WorldId("inn"), name="The Inn")),
        records=records,
        branches=(Branch(id=_LINE),),
        personas=(VERSION,),
        shape=PromptShape(prompt_tokens=900),
        templates=(TemplateUsed(name="reply", language="en", digest="ab"),),
        first=2,
        server="1.2",
    )


@pytest.mark.parametrize("name", ["s.jsonl", "s.jsonl.gz"])
def test_a_session_reads_back_as_it_was(tmp_path: Path, name: str) -> None:
    """Everything in it survives the file, packed or not."""
    file = tmp_path / name
    write_session(file, session())

    assert read_session(file) == session()


def test_the_same_moment_gives_the_same_bytes(tmp_path: Path) -> None:
    """When something was written down in real time is no part of a session, packed or not."""
    one, other = session(), session(datetime(2030, 5, 1, tzinfo=UTC))
    write_session(tmp_path / "one.gz", one)
    write_session(tmp_path / "other.gz", other)

    assert session_bytes(one) == session_bytes(other)
    assert (tmp_path / "one.gz").read_bytes() == (tmp_path / "other.gz").read_bytes()


def test_a_session_tells_nothing_of_the_machine(tmp_path: Path) -> None:
    """Neither folders nor moments of real time stand in the file."""
    content = session_bytes(session(datetime(2031, 5, 1, tzinfo=UTC))).decode()

    assert "2031" not in content
    assert str(tmp_path.parent) not in content
    assert "written_at" not in content


def test_a_gap_is_told(tmp_path: Path) -> None:
    """A file from which a record was taken is refused, and it says which."""
    whole = session()
    torn = replace(whole, records=whole.records[1:])
    write_session(tmp_path / "torn.jsonl", torn)

    with pytest.raises(BrokenFile, match="record 1 is missing"):
        read_session(tmp_path / "torn.jsonl")


def test_a_broken_line_is_named(tmp_path: Path) -> None:
    """What cannot be read is told with its line, and what to do."""
    file = tmp_path / "s.jsonl"
    lines = session_bytes(session()).decode().splitlines()
    file.write_text("\n".join((lines[0], lines[1][:40])), encoding="utf-8")

    with pytest.raises(BrokenFile, match=r"s\.jsonl:2.*record the session again"):
        read_session(file)


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"hello", b"[1]", gzip.compress(b"x", mtime=0)[:12]]
)
def test_other_files_are_refused(tmp_path: Path, content: bytes) -> None:
    """Who names a file that is no session learns how to come by one."""
    file = tmp_path / "s.jsonl"
    file.write_bytes(content)

    with pytest.raises(BrokenFile, match=r"npcserver record|record the session again"):
        read_session(file)


def test_a_missing_file_says_how_to_make_one(tmp_path: Path) -> None:
    """Who names a file that is not there learns of `npcserver record`."""
    with pytest.raises(BrokenFile, match="npcserver record"):
        read_session(tmp_path / "none.jsonl")


def test_names_in_secrets_of_an_earlier_version_become_ids(tmp_path: Path) -> None:
    """What was told to a person by name is told to the same one when it is replayed."""
    told = Remembered(source=Source.WITNESSED, secrets=(Secret(key="k", to=("Tom", "ann")),))
    made = session()
    tom = Role(id=CharacterId("tom-baker"), persona=Persona(name="Tom"))
    made = replace(
        made,
        world=replace(made.world, characters=(tom,)),
        records=(replace(made.records[0], body=told), made.records[1]),
    )
    file = tmp_path / "s.jsonl"
    content = session_bytes(made).decode()
    assert '"flag":"","key":"k"' in content
    file.write_text(content.replace('"flag":""', '"flag":"","is_by_id":false'), encoding="utf-8")

    body = read_session(file).records[0].body

    assert isinstance(body, Remembered)
    assert body.secrets == (Secret(key="k", to=("tom-baker", "ann")),)
