"""Each method declares who may call it; one that does not, builds nowhere."""

import re
import tempfile
from pathlib import Path

import grpc_tools
import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorSet
from grpc_tools import protoc

from npcserver.rpc.access import POLICIES
from proto.access_policy import problems

ROOT = Path(__file__).parents[2]
SERVICE = "timeline_service.proto"


def described(**changes: tuple[str, str]) -> FileDescriptorSet:
    """Return the protos, after a change of the text of one service."""
    with tempfile.TemporaryDirectory() as folder:
        sources = []
        for source in sorted((ROOT / "proto/npcserver").glob("**/*.proto")):
            target = Path(folder) / source.relative_to(ROOT / "proto")
            target.parent.mkdir(parents=True, exist_ok=True)
            sources.append(str(target))
            text = source.read_text(encoding="utf-8")
            if source.name == SERVICE:
                for before, after in changes.values():
                    text, count = re.subn(before, after, text, count=1, flags=re.DOTALL)
                    assert count == 1
            target.write_text(text, encoding="utf-8")
        out = Path(folder) / "set"
        well_known = Path(grpc_tools.__file__).parent / "_proto"
        wish = [f"-I{folder}", f"-I{well_known}", "--include_imports"]
        assert protoc.main(["protoc", *wish, f"--descriptor_set_out={out}", *sources]) == 0
        return FileDescriptorSet.FromString(out.read_bytes())


def test_the_protos_declare_a_policy_for_each_method() -> None:
    """As they stand, nothing is wrong, and the server reads every one of them."""
    found = described()

    assert list(problems(found)) == []
    declared = {
        f"/{file.package}.{service.name}/{method.name}"
        for file in found.file
        for service in file.service
        for method in service.method
    }
    assert declared == set(POLICIES)


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (r"(rpc GetTimeline\([^{]*) \{.*?\n  \}", r"\1;", "GetTimeline: declares no `access`"),
        (r"(rpc Save\(.*?)verb: VERB_PLAY", r"\1filtered: false", "Save: its `access` has no verb"),
        (
            r'(rpc Load\(.*?)"leaving_timeline_id"',
            r'\1"save_id"',
            "Load: its request names 'leaving_timeline_id', which `of` leaves out",
        ),
        (
            r'(rpc Save\(.*?)"timeline_id"',
            r'\1"name"',
            "Save: `of` names 'name', which is no world, timeline or save of its request",
        ),
        (
            r"(rpc ListSaves\(.*?)verb:",
            r"\1players: true verb:",
            "ListSaves: is for players, so `of` must be the timeline alone",
        ),
        (
            r"(rpc GetTimeline\(.*?)verb:",
            r"\1filtered: true verb:",
            "GetTimeline: is filtered by itself, so `of` must be empty",
        ),
    ],
)
def test_a_method_without_a_whole_policy_is_told(before: str, after: str, told: str) -> None:
    """With its name, and what is missing; `make proto` prints that and ends."""
    assert f"TimelineService.{told}" in "\n".join(problems(described(change=(before, after))))
