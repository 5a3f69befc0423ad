"""What the generator of C# makes of protos, and what it refuses."""

from pathlib import Path

import pytest

from proto import generate_csharp
from proto.csharp.protos import NotSupportedError, read

HEAD = 'syntax = "proto3";\npackage npcserver.v1;\n'


def generated(folder: Path, body: str) -> str:
    """Return the C# of a proto that holds just this."""
    source = folder / "npcserver" / "v1" / "thing.proto"
    source.parent.mkdir(parents=True)
    source.write_text(HEAD + body, encoding="utf-8")
    found = generate_csharp.files(read(folder))
    return found[generate_csharp.FOLDER / "Thing.cs"]


def test_the_generated_classes_are_up_to_date() -> None:
    """What is checked in is what the protos say today."""
    for path, wanted in generate_csharp.files(read()).items():
        assert path.read_text(encoding="utf-8") == wanted, path.name


def test_comments_become_documentation(tmp_path: Path) -> None:
    """Comments are kept, with what XML would misread written for XML."""
    made = generated(tmp_path, "// Holds `a` < b & c.\nmessage Thing {}\n")
    assert "/// <summary>Holds <c>a</c> &lt; b &amp; c.</summary>" in made


def test_every_kind_of_field(tmp_path: Path) -> None:
    """Texts, bytes and collections are never null; what is optional may be absent."""
    fields = (
        "  bytes seal = 1;\n  optional int32 age = 2;\n  map<string, int32> votes = 3;\n"
        "  repeated Thing parts = 4;\n  oneof what { string text = 5; Thing inner = 6; }\n"
    )
    made = generated(tmp_path, f"message Thing {{\n{fields}}}\n")
    assert "set { _seal = value ?? new byte[0]; }" in made
    assert "public int? Age { get; set; }" in made
    assert (
        "_votes = value ?? new global::System.Collections.Generic.Dictionary<string, int>()" in made
    )
    assert "from.Messages(_parts, () => new Thing());" in made
    assert 'case "votes": return 3;' in made
    assert "_what = value ?? new Thing(); _whatCase = WhatOneofCase.Inner;" in made


def test_a_field_called_as_its_message_is_renamed(tmp_path: Path) -> None:
    """C# has no member that is called as its class; on the wire the name stays."""
    made = generated(tmp_path, "message Thing { string thing = 1; }\n")
    assert "public string Thing_" in made
    assert 'to.String(1, "thing", Thing_);' in made


@pytest.mark.parametrize(
    "body",
    [
        "message Thing { int64 big = 1; }\n",
        "message Thing { optional string text = 1; }\n",
        "message Thing { message Inner {} Inner inner = 1; }\n",
        "message Thing { map<int32, string> names = 1; }\n",
    ],
)
def test_what_engines_cannot_hold_is_refused(tmp_path: Path, body: str) -> None:
    """A proto that C# here cannot carry is named when it is generated, not when a game runs."""
    with pytest.raises(NotSupportedError, match="Thing"):
        generated(tmp_path, body)
