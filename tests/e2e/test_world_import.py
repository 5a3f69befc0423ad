"""World files over the wire: what an import would do, what it does, and what it refuses."""

from typing import Any

import pytest

from npcserver.admin.v1 import world_service_pb2 as pb
from npcserver.model.errors import Reason
from tests.fakes.wires import CallOutcome, call_outcome, serve_both_wires

QUAY = """\
format: npcserver/world/1
world: {id: quay, name: The Quay}
places:
  - {id: inn, name: The Inn}
characters:
  - {id: ada, name: Ada, place: inn, memories: [The bell is cracked.]}
"""
CREATED, CHANGED, UNCHANGED = (
    pb.IMPORT_EFFECT_CREATED,
    pb.IMPORT_EFFECT_CHANGED,
    pb.IMPORT_EFFECT_UNCHANGED,
)


@pytest.fixture
async def quay() -> Any:
    """Give what imports into a server without worlds, and exports."""
    async with serve_both_wires() as wires:

        async def imported(yaml: str, **fields: Any) -> CallOutcome:
            request = pb.ImportWorldRequest(world_id="quay", yaml=yaml, **fields)
            path = "npcserver.admin.v1.WorldService/ImportWorld"
            return await call_outcome(wires.by("json"), path, request)

        async def exported() -> CallOutcome:
            request = pb.ExportWorldRequest(world_id="quay")
            path = "npcserver.admin.v1.WorldService/ExportWorld"
            return await call_outcome(wires.by("grpc"), path, request)

        yield imported, exported


def effects(came: CallOutcome) -> dict[str, int]:
    return {change.id: change.effect for change in came.messages[0].changes}


async def test_an_import_says_first_what_it_would_do(quay: Any) -> None:
    """Nothing is stored by it, and the import itself says the same."""
    imported, exported = quay

    tried = await imported(QUAY, validate_only=True)
    missing = await exported()
    done = await imported(QUAY)

    assert effects(tried) == effects(done) == dict.fromkeys(("quay", "inn", "ada"), CREATED)
    assert (tried.messages[0].memories, tried.messages[0].needs_overwrite) == (1, False)
    assert missing.why.reason == Reason.WORLD_NOT_FOUND
    assert "The bell is cracked." in (await exported()).messages[0].yaml


async def test_what_is_there_is_never_changed_silently(quay: Any) -> None:
    """Without `overwrite` or an etag a change is refused as a whole, and what is new is not."""
    imported, exported = quay
    await imported(QUAY)
    changed = QUAY.replace("The Inn", "The Swan").replace("name: Ada", "name: Ada, age: 40")
    added = f"{QUAY}  - {{id: bea, name: Bea}}\n"

    tried = await imported(changed, validate_only=True)
    refused = await imported(changed)

    assert tried.messages[0].needs_overwrite
    assert effects(tried) == {"quay": UNCHANGED, "inn": CHANGED, "ada": CHANGED}
    assert [list(one.fields) for one in tried.messages[0].changes][-1] == ["age"]
    assert refused.why.reason == Reason.ALREADY_EXISTS
    assert "place 'inn'" in refused.why.message
    assert "set `overwrite`" in refused.why.message
    assert "The Inn" in (await exported()).messages[0].yaml
    assert effects(await imported(added))["bea"] == CREATED
    assert effects(await imported(changed, overwrite=True))["inn"] == CHANGED
    assert "The Swan" in (await exported()).messages[0].yaml


async def test_an_etag_is_of_all_that_was_exported(quay: Any) -> None:
    """It counts until anything of the world has changed, seed memories too."""
    imported, exported = quay
    await imported(QUAY)
    first = (await exported()).messages[0]
    changed = first.yaml.replace("cracked", "whole")

    done = await imported(changed, etag=first.etag)
    late = await imported(changed, etag=first.etag)

    assert effects(done)["ada"] == CHANGED
    assert done.messages[0].has_new_genesis
    assert late.why.reason == Reason.ETAG_MISMATCH
    again = (await exported()).messages[0]
    assert again.etag != first.etag
    assert again.yaml == changed


async def test_problems_have_line_column_and_what_to_write(quay: Any) -> None:
    """With `validate_only` as a list, without it as an error that stores nothing."""
    imported, _ = quay
    broken = QUAY.replace("place: inn", "place: in").replace("id: inn, name: The Inn", "id: inn")

    problems = (await imported(broken, validate_only=True)).messages[0].problems
    refused = await imported(broken)

    assert [(one.line, one.column, one.path) for one in problems] == [
        (4, 5, "places[0].name"),
        (6, 26, "characters[0].place"),
    ]
    assert "did you mean 'inn'?" in problems[1].problem
    assert refused.why.reason == Reason.INVALID_FIELD
    assert len(refused.why.fields) == 2


async def test_the_file_is_of_the_world_that_is_named(quay: Any) -> None:
    """A key may be limited to a world, and no file on the server is read."""
    imported, _ = quay

    other = await imported(QUAY.replace("id: quay", "id: pier"))
    book = await imported(
        f"{QUAY}books:\n  - {{title: Tides, chapters: [{{title: One, file: secrets.txt}}]}}\n"
    )

    assert other.why.fields == ("world_id",)
    assert "of 'pier'; name that" in other.why.message
    assert "file" in book.why.message


async def test_a_repeated_import_is_done_once(quay: Any) -> None:
    """The same request id gets the same answer, whatever has changed since."""
    imported, _ = quay

    first = await imported(QUAY, request_id="r1")
    await imported(QUAY.replace("The Inn", "The Swan"), overwrite=True)
    again = await imported(QUAY, request_id="r1")

    assert again.messages == first.messages


async def test_a_world_comes_in_parts(quay: Any) -> None:
    """A part names what came before; it follows that, leaves it as it is, and may be repeated."""
    imported, exported = quay
    await imported(QUAY)
    head = QUAY[: QUAY.index("places:")]
    part = f"{head}characters:\n  - {{id: bea, name: Bea, place: inn, relations: [{{to: Ada}}]}}\n"
    lost = part.replace("place: inn", "place: inm").replace("bea", "cy").replace("Bea", "Cy")

    came = await imported(part)
    again = await imported(part)
    refused = await imported(lost)
    yaml = (await exported()).messages[0].yaml

    assert effects(came) == {"quay": UNCHANGED, "bea": CREATED}
    assert effects(again) == {"quay": UNCHANGED, "bea": UNCHANGED}
    assert "'inm' is unknown; did you mean 'inn'?" in refused.why.message
    assert yaml.index("id: ada") < yaml.index("id: bea")
    assert "to: ada" in yaml
    assert "The bell is cracked." in yaml
