"""What the page of a town is served: files of a run, and its events while they are written."""

import asyncio
import json
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from npctown.run_files import RunHeader, RunPerson, RunWriter
from npctown.web import RecordedRun, serving

HEADER = RunHeader(
    town="Hollow",
    world_id="hollow",
    timeline_id="tl_1",
    map="map/map.tmj",
    model="scripted:town",
    seed=1,
    started="1904-06-08T05:00:00Z",
    tick_minutes=15,
    people=(RunPerson(id="ada", name="Ada"),),
)


def _run(folder: Path, events: int) -> RunWriter:
    writer = RunWriter(folder, HEADER)
    for n in range(events):
        writer.write(n, "tick", n=n)
    writer.flush()
    return writer


def get(url: str, body: object = None) -> str:
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(url, data), timeout=20) as answer:  # noqa: S310 - of this test
        text: str = answer.read().decode()
    return text


async def test_a_late_reader_gets_the_events_that_it_lacks(tmp_path: Path) -> None:
    """A recording ends after its last event; a half-written line is none."""
    _run(tmp_path, 3).close()
    with (tmp_path / "events.jsonl").open("a") as file:
        file.write('{"t": 9')

    async with serving(RecordedRun(tmp_path)) as address:
        header = json.loads(await asyncio.to_thread(get, f"{address}run.json"))
        stream = await asyncio.to_thread(get, f"{address}events?after=2")
        past = await asyncio.to_thread(get, f"{address}events?after=99")

    assert header["people"][0]["id"] == "ada"
    assert 'id: 3\ndata: [{"t":2,"kind":"tick","n":2}]\n\n' in stream
    assert '"n":1' not in stream
    assert stream.endswith("event: over\ndata: {}\n\n")
    assert "data: [" not in past


async def test_nothing_but_the_run_is_served_and_a_recording_takes_no_orders(
    tmp_path: Path,
) -> None:
    """Paths out of the folder, and addresses without the token, are not found."""
    folder = tmp_path / "run"
    _run(folder, 1).close()
    (tmp_path / "secret.txt").write_text("x")

    async with serving(RecordedRun(folder)) as address:
        root = address.rsplit("/", 2)[0]
        refused = {}
        for path, body in (
            (f"{address}map/..%2f..%2fsecret.txt", None),
            (f"{root}/run.json", None),
            (f"{address}run.json?run=other", None),
            (f"{address}do", {"do": "pause"}),
            (f"{address}do", [1]),
        ):
            with pytest.raises(HTTPError) as error:
                await asyncio.to_thread(get, path, body)
            refused[path.removeprefix(address), str(body)] = error.value.code
            error.value.close()

    assert list(refused.values()) == [404, 404, 404, 409, 400]
