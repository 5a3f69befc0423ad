"""Jobs of a running server on both databases: what waits for what, and talks one line a job."""

import asyncio
import json
import signal
import sys
from collections import Counter
from collections.abc import AsyncGenerator
from datetime import timedelta
from pathlib import Path

from npcmodels.schema_model import SchemaLanguageModel
from npcserver.app.conversation.conversation_state import beginning
from npcserver.model.character import Person
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.model_use import Purpose
from npcserver.model.record import Record, RecordKind, Remembered, TurnTaken
from npcserver.model.thought import Conversed
from npcserver.ports.language_model import Finished, Request
from npcserver.ports.storage import Append
from tests.fakes.running_server import (
    ADA,
    BEN,
    CORA,
    DOV,
    EVERYBODY,
    GUS,
    HALL,
    HOME,
    START,
    VillageServer,
    eventually,
    open_village_server,
    place,
    village_file,
)

# where no plan leads anybody out of a talk
ONE_PLACE = village_file(places=(place(HOME), place(HALL, HOME)))

_SAYS_ONE_LINE_AND_HANGS = """
import asyncio, sys
from pathlib import Path
from npcserver.model.job import JobKind
from tests.fakes.running_server import ADA, BEN, open_village_server
from tests.integration.test_job_lanes import ONE_PLACE, TalkativeModel, begin_talk

async def main(url: str, data: Path) -> None:
    async with open_village_server(url, data, TalkativeModel(), ONE_PLACE, workers=1) as brook:
        finish = brook.here.store.jobs.finish

        async def hang(job):
            if job.kind is JobKind.CONVERSE:
                print(brook.timeline_id, flush=True)
                await asyncio.sleep(600)
            await finish(job)

        brook.here.store.jobs.finish = hang
        await begin_talk(brook, ADA, BEN)
        await asyncio.sleep(600)

asyncio.run(main(sys.argv[1], Path(sys.argv[2])))
"""


class TalkativeModel(SchemaLanguageModel):
    """Answers from schemas, and ends no talk before it is time to part."""

    def answer(self, request: Request) -> str:
        answer = json.loads(super().answer(request))
        if "ends" in answer and "is true." not in request.messages[-1].text:
            answer["ends"] = False
        return json.dumps(answer)


class HeldTalks:
    """Answers from schemas, but says no line of a talk before `opened` is set."""

    def __init__(self) -> None:
        self._inner = SchemaLanguageModel()
        self.asked = asyncio.Event()
        self.opened = asyncio.Event()

    @property
    def name(self) -> str:
        return "schema:held"

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        if request.purpose is Purpose.CONVERSE:
            self.asked.set()
            await self.opened.wait()
        async for piece in self._inner.generate(request):
            yield piece


async def begin_talk(app: VillageServer, one: CharacterId, other: CharacterId) -> None:
    first, second = (Person(id=who, name=who.title(), is_player=False) for who in (one, other))
    job = JobDraft(JobKind.CONVERSE, app.timeline_id, one)
    await app.here.store.append(
        Append(timeline_id=app.timeline_id, drafts=beginning(first, second, ""), jobs=(job,))
    )


async def test_the_clock_takes_effect_while_a_talk_holds_the_only_worker(
    database: str, tmp_path: Path
) -> None:
    """With every worker in a line of a talk, a tick is seen to: plans are wished for."""
    model = HeldTalks()
    async with open_village_server(database, tmp_path, model, workers=1) as app:
        jobs = app.here.store.jobs

        async def is_quiet() -> bool:
            return await jobs.pending() == 0

        await eventually(is_quiet)
        await begin_talk(app, ADA, BEN)
        async with asyncio.timeout(60):
            await model.asked.wait()

        await app.game.tick(START + timedelta(hours=1))

        async def wants_plans() -> bool:
            return await jobs.pending() >= 1 + len(EVERYBODY)

        await eventually(wants_plans)
        assert not await app.records(RecordKind.LINE)
        model.opened.set()


async def test_a_plan_waits_for_a_line_of_a_talk_and_not_for_its_end(
    database: str, tmp_path: Path
) -> None:
    """An inner voice is planned for after the line that is being said, before any other line."""
    async with open_village_server(database, tmp_path, TalkativeModel(), ONE_PLACE) as app:
        await begin_talk(app, ADA, BEN)
        await begin_talk(app, CORA, DOV)
        kinds: list[JobKind] = []
        jobs = app.here.store.jobs
        while await jobs.pending():  # what was dropped because a mind had moved comes again
            changes = jobs.changes
            job = await jobs.claim(app.here.clock.now(), 60.0)
            if job is None:
                await jobs.wait(1.0, changes)
                continue
            if job.kind is JobKind.CONVERSE and JobKind.CONVERSE not in kinds:
                await app.whisper("I must run for mayor.", who=GUS)
            await app.here.cognition.do(job)
            kinds.append(job.kind)

    lines = [place for place, kind in enumerate(kinds) if kind is JobKind.CONVERSE]
    assert len(lines) > 2, kinds  # it went on after the plan
    assert lines[0] < kinds.index(JobKind.PLAN) < lines[1]


async def test_a_talk_goes_on_after_a_kill_and_says_no_line_twice(
    database: str, tmp_path: Path
) -> None:
    """A server killed when a line was stored and its job was not done leaves one line of each."""
    tmp_path.joinpath("killed").mkdir()
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", _SAYS_ONE_LINE_AND_HANGS, database, str(tmp_path / "killed")),
        stdout=asyncio.subprocess.PIPE,
    )
    assert child.stdout is not None
    timeline_id = (await child.stdout.readline()).decode().strip()
    child.send_signal(signal.SIGKILL)
    await child.wait()
    async with open_village_server(
        database, tmp_path, TalkativeModel(), ONE_PLACE, workers=1
    ) as other:
        app = VillageServer(other.here, TimelineId(timeline_id))
        before = await app.records(RecordKind.LINE)

        async def is_over() -> bool:
            talks = await app.records(RecordKind.CONVERSATION)
            return sum(isinstance(one.body, Conversed) and one.body.is_over for one in talks) == 2

        await eventually(is_over)
        lines = await app.records(RecordKind.LINE)
        turns = await app.records(RecordKind.TURN)

    assert len(before) == 1
    assert len(lines) > 2
    assert [one.subject_id for one in lines] == [(ADA, BEN)[n % 2] for n in range(len(lines))]
    assert max(Counter(one.text for one in lines).values()) == 1
    assert _turns(turns) == _turns(lines)


def _turns(records: list[Record]) -> list[object]:
    return [one.body.turn_id for one in records if isinstance(one.body, TurnTaken | Remembered)]
