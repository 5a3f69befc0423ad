"""A short run over the sample world, recorded by a client of a real server as a town does it."""

import asyncio
import shutil
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import npcclient
from npcclient.v1.mind_pb2 import DayPlan
from npcclient.v1.play_service_pb2 import Observation, WatchResponse

from npctown.run_files import RunFact, RunHeader, RunPerson, RunWriter
from tests.engines.servers import Server

WORLD = "farrowhithe"
START = datetime(1904, 3, 14, 16, 30)  # noqa: DTZ001 - game time has no zone
ELECTION = RunFact(
    id="election",
    text="Orrel Tamsin is standing for harbour master.",
    question="Do you know who is standing for harbour master?",
    about="harbour master",
)
FEAST = RunFact(
    id="feast",
    text="There will be an eel feast at the Taproom at seven this evening.",
    question="Do you know of the eel feast this evening?",
    about="eel feast",
    place="taproom",
    starts=150.0,
    ends=240.0,
    asked=("hester", "wenna", "dorcas"),
)


def record_run(folder: Path, *, hours: int = 4, model: str = "scripted:echo") -> Path:
    """Play some hours, and return the folder of the run; its server has ended."""
    server = Server(folder / "played", model=model).start()
    try:
        asyncio.run(_played(folder, server.grpc, hours, model))
    finally:
        server.stop()
    shutil.copytree(server.data, folder / "server")
    return folder


async def _played(folder: Path, address: str, hours: int, model: str) -> None:
    async with npcclient.connect(address, patience=npcclient.Patience(call=60)) as npc:
        characters = await npc.characters.list(WORLD)
        timeline = await npc.timelines.start(WORLD)
        header = RunHeader(
            town="Farrowhithe", world_id=WORLD, timeline_id=timeline.timeline_id, map="",
            model=model, seed=7, started=START.isoformat(), tick_minutes=15,
            people=tuple(
                RunPerson(id=one.character_id, name=one.persona.name) for one in characters
            ),
            facts=(ELECTION, FEAST),
        )  # fmt: skip
        await npc.play.observe(
            timeline,
            [
                Observation(
                    text=ELECTION.text, witness_ids=["hester", "orrel"], about_ids=["orrel"]
                ),
                Observation(text=FEAST.text, witness_ids=["hester", "wenna"], importance=7),
            ],
        )
        for number in range(1, hours * 4 + 1):
            await npc.play.step_clock(timeline, START + timedelta(minutes=15 * number), seconds=50)
        head = (await npc.timelines.get(timeline)).head_seq
        writer = RunWriter(folder, header)
        async for event in npc.play.watch(timeline, after_seq=0):
            for kind, fields in _events(event):
                writer.write(_minutes(event.world_time.ToDatetime()), kind, **fields)
            if event.seq >= head:
                break
        writer.write(hours * 60, "tick", n=hours * 4, calls=0, open=0)
        writer.close()


def _events(event: WatchResponse) -> Sequence[tuple[str, dict[str, Any]]]:
    who = event.character_id
    match event.WhichOneof("event"):
        case "act":
            act = event.act
            lasts = act.world_end_time.ToDatetime() - act.world_start_time.ToDatetime()
            return [
                ("act", {"who": who, "id": str(event.seq), "text": act.activity,
                         "place": act.place_id, "minutes": lasts.total_seconds() / 60})
            ]  # fmt: skip
        case "turn":
            return [
                ("line", {"talk": event.turn.turn_id[:8], "who": who, "to": event.turn.speaker_id,
                          "text": line.text, "turn": event.turn.turn_id})
                for line in event.turn.lines
            ]  # fmt: skip
        case "conversation":
            talk = event.conversation
            return [
                ("talk", {"id": talk.conversation_id, "who": sorted([who, talk.with_id]),
                          "place": "", "is_over": talk.is_over})
            ]  # fmt: skip
        case "day_plan":
            return [("plan", {"who": who, "blocks": _blocks(event.day_plan)})]
    return []


def _blocks(plan: DayPlan) -> list[dict[str, Any]]:
    return [
        {
            "t": _minutes(block.world_start_time.ToDatetime()),
            "minutes": block.minutes,
            "text": block.activity,
            "place": block.place_id,
        }
        for block in plan.blocks
    ]


def _minutes(when: datetime) -> float:
    return (when - START).total_seconds() / 60
