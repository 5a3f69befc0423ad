"""The last release and this version beside each other on one PostgreSQL, as during an upgrade."""

import asyncio
import io
import os
import re
import select
import signal
import subprocess
import sys
import tarfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import npcclient
import pytest

from npcserver.adapters.store.migrate import current_revision, go_back, head_revision, migrate
from tests.conftest import NewDatabase, execute_sql, variant
from tests.engines.ports import two_free
from tests.engines.servers import Server
from tests.processes import PATIENCE, environment_of

ROOT = Path(__file__).resolve().parents[2]
LAST_RELEASE = "0e0f9e30"
"""The commit of 0.2.0; the next release takes its place. No client speaks to both, so each is
called by its own."""
GAPS = """
    SELECT count(*) FROM timeline AS t WHERE head - forked_at <>
    (SELECT count(*) FROM record AS r WHERE r.timeline_id = t.id)
"""
PLAYER = """
import asyncio, select, sys
import npcclient

async def main(address):
    turns = errors = 0
    async with npcclient.connect(address) as game:
        timeline = (await game.timelines.start("farrowhithe")).timeline_id
        print(timeline, flush=True)
        while not select.select([sys.stdin], [], [], 0)[0]:
            try:
                said = game.play.say(timeline, "ambrose", f"Are you there, {turns}?", speaker="Ann")
                outcome = [event async for event in said][-1].finished.outcome
                turns, errors = turns + 1, errors + (outcome != 1)
            except npcclient.NpcError as error:
                print(error, file=sys.stderr)
                errors += 1
    print(turns, errors, flush=True)

asyncio.run(main(sys.argv[1]))
"""


@pytest.fixture(scope="session")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Unpack the last release from the history of the checkout."""
    words = ("archive", LAST_RELEASE, "npcserver", "migrations", "worlds", "clients/python")
    packed = subprocess.run(("git", *words), cwd=ROOT, capture_output=True, check=False)
    if packed.returncode:
        pytest.skip("the checkout lacks the history with the last release")
    folder = tmp_path_factory.mktemp("release")
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        archive.extractall(folder, filter="data")
    return folder


class LastRelease:
    """Commands of the last release on a database."""

    def __init__(self, folder: Path, data: Path, url: str) -> None:
        self._folder = folder
        paths = os.pathsep.join((str(folder), str(folder / "clients" / "python")))
        self._environment: Mapping[str, str] = {
            **environment_of(data),
            "PYTHONPATH": paths,
            "NPCSERVER_DATABASE__URL": url,
        }

    def run(self, *words: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            (sys.executable, "-m", "npcserver", *words),
            cwd=self._folder,
            env=self._environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )

    @contextmanager
    def started(self, *words: str) -> "Iterator[subprocess.Popen[str]]":
        process = subprocess.Popen(
            (sys.executable, *words),
            cwd=self._folder,
            env=self._environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        try:
            yield process
        finally:
            process.kill()
            process.communicate()


def line_of(process: "subprocess.Popen[str]", pattern: str) -> str:
    """Wait for a line of a process."""
    assert process.stdout is not None
    seen = ""
    ends_at = time.monotonic() + PATIENCE
    while time.monotonic() < ends_at:
        if select.select([process.stdout], [], [], 1.0)[0]:
            line = process.stdout.readline()
            seen += line
            if re.search(pattern, line):
                return line
            assert line or process.poll() is None, seen
    raise AssertionError(f"it does not say {pattern}:\n{seen}")


async def turn(game: npcclient.NpcClient, timeline: str) -> int:
    said = game.play.say(timeline, "ambrose", "Are you there?", speaker="Ben")
    return int([event async for event in said][-1].finished.outcome)


@variant
@pytest.mark.postgres
async def test_the_last_release_goes_on_with_the_schema_of_this_version(
    release: Path, new_postgres: NewDatabase, tmp_path: Path
) -> None:
    """No turn fails while the database is migrated, a new server joins and the old one leaves."""
    url = new_postgres()
    old = LastRelease(release, tmp_path / "old", url)
    for words in (("migrate",), ("import", "worlds/farrowhithe.yaml")):
        ended = await asyncio.to_thread(old.run, *words)
        assert ended.returncode == 0, ended.stderr
    before = await current_revision(url)
    port, _ = two_free()
    serve = ("-m", "npcserver", "serve", "--port", str(port), "--no-http", "--model", "offline")
    server = Server(
        tmp_path / "new", model="offline", world=None, settings={"NPCSERVER_DATABASE__URL": url}
    )
    with old.started(*serve) as serving:
        await asyncio.to_thread(line_of, serving, "Listening on")
        with old.started("-c", PLAYER, f"127.0.0.1:{port}") as player:
            timeline = (await asyncio.to_thread(line_of, player, r"^\S{20,}$")).strip()

            await migrate(url)
            assert before != await current_revision(url) == head_revision()
            await asyncio.to_thread(server.start)
            async with npcclient.connect(server.grpc) as game:
                another = (await game.timelines.start("farrowhithe")).timeline_id
                assert [await turn(game, another) for _ in range(5)] == [1] * 5
                told, _ = await asyncio.to_thread(player.communicate, "\n", PATIENCE)
                turns, errors = map(int, told.split()[-2:])
                serving.send_signal(signal.SIGTERM)
                assert await asyncio.to_thread(serving.wait, PATIENCE) == 0
                taken_over = [await turn(game, timeline) for _ in range(3)]
    await asyncio.to_thread(server.stop)

    assert (turns > 5, errors) == (True, 0), told
    assert taken_over == [1] * 3
    assert execute_sql(url, GAPS) == 0
    refused = await asyncio.to_thread(old.run, "serve")
    assert f"revision {head_revision()}, which this version does not know" in refused.stderr
    await go_back(url, str(before))
    again = await asyncio.to_thread(old.run, "export", "farrowhithe")
    assert again.returncode == 0, again.stderr
    assert execute_sql(url, GAPS) == 0
