"""A playtest of the sample world that the studio has something to show of."""

import json
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from npcbench.scripted_model import ScriptedLanguageModel
from npcserver import bootstrap
from npcserver.adapters.files import load_world
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.pagination import Page
from npcserver.bootstrap import RunningServer
from npcserver.cli.worlds import sample_world
from npcserver.config import HttpSettings, StudioSettings
from npcserver.model.character import Person
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.model_use import Purpose
from npcserver.model.record import Draft, RecordKind, Remembered, Source
from npcserver.model.secret import Secret
from npcserver.ports.language_model import Request
from npcserver.ports.storage import Append
from tests.benchmarks.played import quiet
from tests.fakes.planned_days import Planned, plan

ANN = Person(id="ann", name="Ann")
FALSE = "Isidor Venn sold the lamp oil to a stranger."
LETTERS = "The letters below the floor are in Ambrose's hand."
PLANNED: Mapping[str, Planned] = {
    "hester": [(16, ("taproom", "pouring ale")), (17, ("market-square", "buying eels"))],
    "dorcas": [(16, ("pyms-oven", "baking")), (17, ("market-square", "selling buns")),
               (19, ("chandlery", "asking after lamp oil"))],
    "isidor": [(9, ("chandlery", "counting rope"))],
    "ambrose": [(15, ("ebb-chapel", "mending hymn books")), (18, ("taproom", "losing at cards"))],
}  # fmt: skip
ANSWERS = {
    "light": "They say Isidor Venn sold the lamp oil. I would not repeat it.",
    "oil": "The oil? It went where the money went, dear.",
    "tide": "Half past five, by the board. Mind the fourth post.",
}


def answered(request: Request) -> str | None:
    """Return the answer of a model to the words that the player said last."""
    if request.purpose is not Purpose.REPLY:
        return None
    heard = request.messages[-1].text.casefold()
    last = max(ANSWERS, key=heard.rfind)
    said = ANSWERS[last] if last in heard else "Good evening to you."
    return json.dumps({"emotion": "worry", "say": said})


@dataclass(frozen=True, slots=True)
class Story:
    """A server whose studio is open at `address`, and what was played on it."""

    here: RunningServer
    address: str
    timeline_id: TimelineId
    false_seq: int
    secret_seq: int = 0

    async def say(self, text: str, character: str = "hester") -> None:
        """Say something to a character, and wait for its answer."""
        said = SayToCharacter(
            timeline_id=self.timeline_id,
            character_id=CharacterId(character),
            speaker=ANN,
            text=text,
        )
        async with aclosing(self.here.services.dialogue.say(said)) as events:
            async for _ in events:
                pass

    async def put(self, who: str, kind: RecordKind, text: str, **body: Any) -> int:
        """Append a memory; return its seq."""
        draft = Draft(kind, Remembered(**body), who, text=text, importance=7)
        return (await self.here.store.append(Append(self.timeline_id, (draft,)))).first


@asynccontextmanager
async def story(folder: Path) -> AsyncGenerator[Story]:
    """Serve the studio, and play: a false memory is told on, an insight and a talk rest on it."""
    settings = quiet(folder).model_copy(
        update={
            "http": HttpSettings(enabled="off"),
            "studio": StudioSettings(enabled=True, port=0),
        }
    )
    model = ScriptedLanguageModel(answered, name="scripted:studio")
    async with bootstrap.running(settings, model=model) as here:
        await here.importing.put(load_world(sample_world()))
        timelines = here.services.timelines
        timeline = await timelines.start(load_world(sample_world()).world.id, "Tuesday playtest")
        told = Story(here, here.studio.rstrip("/"), timeline.id, 0)
        seq = await told.put("hester", RecordKind.OBSERVATION, FALSE, source=Source.WITNESSED)
        told = Story(here, told.address, timeline.id, seq)
        await told.put(
            "hester", RecordKind.REFLECTION, "Isidor cares more for coins than for ships.",
            source=Source.INFERRED, evidence=(seq,), depth=1,
        )  # fmt: skip
        line = await told.put(
            "hester", RecordKind.LINE, FALSE, source=Source.OWN, told_by="hester",
            told_to="wenna", speaker="Hester Quillam", evidence=(seq,), turn_id="trn_told",
        )  # fmt: skip
        await told.put(
            "wenna", RecordKind.UTTERANCE, FALSE, source=Source.TOLD, told_by="hester",
            told_to="wenna", speaker="Hester Quillam", evidence=(line,), turn_id="trn_told",
        )  # fmt: skip
        await told.say("Good evening.")
        await timelines.save(timeline_id=timeline.id, name="At the inn")
        await told.say("Who put out the light?")
        lock = Secret(key="letters", to=("dorcas", "isidor"))
        secret = await told.put(
            "hester", RecordKind.OBSERVATION, LETTERS, source=Source.WITNESSED, secrets=(lock,)
        )
        days = tuple(plan(who, each) for who, each in PLANNED.items())
        await here.store.append(Append(timeline.id, days))
        yield replace(told, secret_seq=secret)


async def last_turn(told: Story) -> str:
    """Return the id of the turn that was taken last."""
    turns = await told.here.services.transcripts.list(timeline_id=told.timeline_id, page=Page(1))
    return turns.items[0].turn.turn_id
