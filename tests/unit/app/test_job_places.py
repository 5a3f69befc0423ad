"""How many jobs a server takes of those that it shares with others."""

import asyncio

from npcserver.model.job import Job, JobKind
from tests.fakes.thought_app import new_thought_app


async def test_no_job_is_taken_for_which_other_servers_leave_no_place() -> None:
    """Another server may do it; once there is a place, a worker that waits takes it."""
    here = await new_thought_app()
    begun = list[str]()

    async def think(job: Job) -> None:
        begun.append(job.subject_id)
        await asyncio.Event().wait()

    cognition = here.worker({JobKind.DIGEST: think})
    places = 1
    cognition.places = lambda: places
    working = [asyncio.ensure_future(cognition.work()) for _ in range(2)]
    for subject_id in ("mira", "player-1"):
        await here.want(subject_id=subject_id)
    async with asyncio.timeout(60):
        while not begun:  # noqa: ASYNC110 - a worker in another task
            await asyncio.sleep(0.01)
    await asyncio.sleep(0.3)
    alone = len(begun)
    places = 2
    async with asyncio.timeout(60):
        while len(begun) == 1:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    for one in working:
        one.cancel()
    await asyncio.wait(working)

    assert alone == 1
