"""Models of the catalogue, fetched from a publisher that this test runs."""

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from npcmodels import catalogue, weights
from npcmodels.cli import model_download
from npcmodels.download import fetch
from npcmodels.endpoints import model_spec
from npcserver.config import ModelSettings, Settings
from npcserver.model.errors import InvalidInput, OverLimit, Unavailable
from tests.fakes.model_publisher import CONTENT, SHA256, Publisher

ENTRY = catalogue.catalogue_entry("qwen2.5-1.5b")


def silent(_done: int, _total: int) -> None:
    """Show no progress."""


def left_of_models(folder: Path) -> list[Path]:
    return list(folder.rglob("*.gguf*"))


def models(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir() if one.name != weights.RECORD_NAME)


async def test_a_pulled_model_is_what_its_publisher_states(
    tmp_path: Path, publisher: Publisher
) -> None:
    """A model lands whole under its name, and the checksum that the publisher states is kept."""
    seen: list[tuple[int, int]] = []

    stated = await weights.pull_entry(tmp_path, ENTRY, lambda *it: seen.append(it))
    again = await weights.pull_entry(tmp_path, ENTRY, silent)

    assert (tmp_path / ENTRY.file).read_bytes() == CONTENT
    assert models(tmp_path) == [ENTRY.file]
    assert stated == again
    assert (stated.sha256, stated.tag, stated.size) == (SHA256, SHA256, len(CONTENT))
    assert seen[-1] == (len(CONTENT), len(CONTENT))
    assert publisher.ranges == [""]
    assert weights.pulled(tmp_path) == tmp_path / ENTRY.file


async def test_a_download_goes_on_where_it_broke_off(tmp_path: Path, publisher: Publisher) -> None:
    """What had arrived is asked for no second time, and the whole is checked."""
    publisher.breaks_after = 1_000_000
    with pytest.raises(Unavailable, match="run the same command again to go on"):
        await weights.pull_entry(tmp_path, ENTRY, silent)
    assert weights.pulled(tmp_path) is None

    publisher.breaks_after = None
    await weights.pull_entry(tmp_path, ENTRY, silent)

    assert publisher.ranges[0] == ""
    assert publisher.ranges[1].startswith("bytes=")
    assert int(publisher.ranges[1][6:-1]) > 0
    assert (tmp_path / ENTRY.file).read_bytes() == CONTENT
    assert models(tmp_path) == [ENTRY.file]


async def test_a_file_that_changed_is_not_joined_to_what_had_arrived(
    tmp_path: Path, publisher: Publisher
) -> None:
    """A new version at the publisher is fetched from its beginning."""
    publisher.breaks_after = 1_000_000
    with pytest.raises(Unavailable):
        await weights.pull_entry(tmp_path, ENTRY, silent)
    publisher.breaks_after = None
    publisher.content = CONTENT[:-1] + b"!"
    publisher.stated = hashlib.sha256(publisher.content).hexdigest()

    await weights.pull_entry(tmp_path, ENTRY, silent)

    assert publisher.ranges[-1] == ""
    assert (tmp_path / ENTRY.file).read_bytes() == publisher.content
    assert models(tmp_path) == [ENTRY.file]


async def test_what_nobody_states_is_remembered(tmp_path: Path, publisher: Publisher) -> None:
    """Without a checksum to compare with, that of what arrived is kept and called uncompared."""
    publisher.stated = ""

    stated = await weights.pull_entry(tmp_path, ENTRY, silent)

    assert (stated.sha256, stated.tag) == (SHA256, "")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"content": CONTENT[:-1] + b"!"}, "damaged or changed"),
        ({"content": b"<html>moved</html>", "stated": ""}, "no GGUF file"),
        ({"code": 404}, "moved or removed"),
        ({"code": 410}, "moved or removed"),
        ({"code": 401}, "account or consent"),
        ({"code": 403}, "account or consent"),
        ({"code": 503}, "try again later"),
    ],
)
async def test_what_cannot_be_pulled_leaves_nothing(
    tmp_path: Path, publisher: Publisher, change: dict[str, object], told: str
) -> None:
    """Each fault of a publisher is told in a sentence, and no file is put in place."""
    for name, value in change.items():
        setattr(publisher, name, value)

    with pytest.raises(Unavailable, match=told) as caught:
        await weights.pull_entry(tmp_path / "models", ENTRY, silent)

    assert "was not pulled" in caught.value.message
    assert left_of_models(tmp_path) == []


async def test_another_file_than_the_known_one_is_not_fetched(
    tmp_path: Path, publisher: Publisher
) -> None:
    """Where the catalogue knows the checksum, what the publisher states must be the same."""
    known = "0" * 64
    with pytest.raises(Unavailable, match="another file than this version knows"):
        await weights.pull_entry(tmp_path, replace(ENTRY, sha256=known), silent)

    assert publisher.ranges == []


async def test_a_full_disk_is_told_before_the_download(
    tmp_path: Path, publisher: Publisher
) -> None:
    """A file larger than what is free is not begun."""
    publisher.size = 1 << 60

    with pytest.raises(OverLimit, match=r"is full; .* GB are still to come"):
        await weights.pull_entry(tmp_path, ENTRY, silent)

    assert publisher.ranges == []


async def test_a_publisher_that_is_not_there(tmp_path: Path) -> None:
    """A publisher that nobody reaches is named."""
    with pytest.raises(Unavailable, match=r"http://127\.0\.0\.1:1/x did not come through"):
        await fetch("http://127.0.0.1:1/x", tmp_path / "x.gguf", progress=silent)


async def test_the_model_in_use(tmp_path: Path, publisher: Publisher) -> None:
    """The model that was chosen speaks until that is taken back; nothing else is chosen."""
    small = catalogue.PACKAGED
    await weights.pull_entry(tmp_path, ENTRY, silent)
    (tmp_path / small.file).write_bytes(b"GGUF")
    assert weights.in_use(tmp_path) is None
    assert weights.pulled(tmp_path) == tmp_path / ENTRY.file

    weights.use(tmp_path, small)
    assert weights.in_use(tmp_path) == weights.pulled(tmp_path) == tmp_path / small.file
    weights.use(tmp_path, None)

    assert weights.in_use(tmp_path) is None
    with pytest.raises(InvalidInput, match="models pull qwen3-4b"):
        weights.use(tmp_path, catalogue.catalogue_entry("qwen3-4b"))
    assert len(publisher.ranges) == 1


async def test_a_model_in_use_that_is_gone_or_another(tmp_path: Path, publisher: Publisher) -> None:
    """A model in use that was replaced or removed is told, with the way out."""
    await weights.pull_entry(tmp_path, ENTRY, silent)
    weights.use(tmp_path, ENTRY)
    path = tmp_path / ENTRY.file

    path.write_bytes(CONTENT + b"more")
    with pytest.raises(InvalidInput, match=r"was replaced since it was pulled.*models use auto"):
        weights.in_use(tmp_path)
    path.unlink()
    with pytest.raises(InvalidInput, match=r"is gone; run: npcserver models pull qwen2\.5-1\.5b"):
        weights.in_use(tmp_path)

    assert publisher.ranges == [""]


async def test_the_command_pulls_and_chooses(
    tmp_path: Path, publisher: Publisher, capsys: pytest.CaptureFixture[str]
) -> None:
    """A model that `models use` chose is taken before all that `auto` would look for."""
    settings = Settings(data=tmp_path)
    with pytest.raises(InvalidInput, match=r"was not pulled; run: npcserver models pull"):
        model_download.use_model(settings, ENTRY.name)

    await model_download.pull_model(settings, ENTRY.name)
    model_download.use_model(settings, ENTRY.name)
    spec, why = await model_spec(settings)
    named, _ = await model_spec(Settings(data=tmp_path, model=ModelSettings(name="offline")))
    model_download.show_catalogue(settings)
    model_download.use_model(settings, "auto")

    shown = capsys.readouterr().out
    assert (spec.name, spec.gguf) == ("local", tmp_path / "models" / ENTRY.file)
    assert "models use" in why
    assert named.name == "offline"
    assert f"SHA-256 {SHA256}: the one that the publisher's server stated." in shown
    assert "in use" in shown
    assert "suits this machine" in shown
    assert weights.in_use(tmp_path / "models") is None
    assert publisher.ranges == [""]


@pytest.mark.parametrize(
    ("memory", "cores", "name"),
    [
        (2 << 30, 2, "smollm2-135m"),
        (8 << 30, 2, "qwen2.5-1.5b"),
        (16 << 30, 8, "qwen3-4b"),
        (24 << 30, 8, "qwen2.5-7b"),
        (64 << 30, 16, "qwen3-14b"),
        (64 << 30, 2, "qwen2.5-1.5b"),
    ],
)
def test_the_recommended_model(memory: int, cores: int, name: str) -> None:
    """The largest model is recommended that leaves space for a game and keeps up with a reader."""
    assert catalogue.recommended(memory, cores).name == name


def test_the_catalogue() -> None:
    """Entries are a dozen at least, smallest first, each with one name and one file."""
    entries = catalogue.CATALOGUE

    assert len(entries) >= 12
    assert [each.size for each in entries] == sorted(each.size for each in entries)
    assert len({each.name for each in entries}) == len({each.file for each in entries})
    assert all(each.licence and each.languages and each.good_for for each in entries)
    assert all(len(each.sha256) in (0, 64) for each in entries)
    with pytest.raises(InvalidInput, match="choose one of: smollm2-135m"):
        catalogue.catalogue_entry("gpt-9")
