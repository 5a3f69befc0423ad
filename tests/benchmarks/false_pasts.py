"""What a model that repeats everything makes of true and false claims about the past.

    python -m tests.benchmarks.false_pasts [--frames tuned] [--each 50] [--show]

In four worlds, two English and two Chinese, a player claims things that happened and things that
did not; of each the model says that it was so, and repeats what its prompt holds, without the names
of who told it. Then the character reflects, plans its day, sums the talk up and revises its view of
the player, with the same model; and another player asks it about each of these things.

`told on` are false claims that a line or a thought states without the claimant's name, `accepted`
true ones that were taken as known and whose line went out unchanged.
"""

import argparse
import asyncio
import json
import re
from collections import Counter
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from datetime import timedelta

from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.thoughts.day_plans import PlanHandler
from npcserver.app.thoughts.thought_runtime import ThoughtRuntime
from npcserver.memory.score_profiles import DEFAULT
from npcserver.mind.prompted_thinker import PromptedThinker
from npcserver.mind.reply import Part, ReplyTuning, reply
from npcserver.mind.reply_trace import ReplyTrace
from npcserver.model.character import Person, Persona
from npcserver.model.ids import IntentId
from npcserver.model.inputs import ReplyInput
from npcserver.model.job import Job, JobKind
from npcserver.model.past_claim import ClaimVerdict
from npcserver.model.record import Draft, Record, RecordKind, Remembered, Source
from npcserver.model.turn import Line, Usage
from npcserver.ports.language_model import Finished, Request
from npcserver.ports.storage import UnitOfWork
from npcserver.prompts.render import Templates
from tests.benchmarks.options import quieten_log
from tests.benchmarks.pasts.worlds import Happening, PastWorld, worlds
from tests.fakes.dialogue_app import DialogueApp, new_dialogue_app
from tests.fakes.language_models import AskedThinker, question_now
from tests.fakes.store_world import INN, MIRA, put
from tests.fakes.thought_app import ThoughtApp

THOUGHTS = (RecordKind.REFLECTION, RecordKind.PLAN, RecordKind.RELATION, RecordKind.BELIEF)
_TOLD = re.compile(r"^.{0,30}?\d\d[:\uff1a]\d\d[^:\uff1a]*[:\uff1a]\s*")
_SENTENCE = re.compile(r"(?<=[.!?\u3002\uff01\uff1f;\uff1b])\s*")
_ASIDE = re.compile(r"\s*\([^()]*\)$")


@dataclass(slots=True)
class Repeater:
    """A model that states `now` in a line, and repeats what else it is shown of `keys`."""

    keys: tuple[str, ...] = ()
    now: str = ""
    if_shown: str = ""
    name: str = "test:repeater"

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        """Answer with what the prompt holds."""
        yield json.dumps(self._answer(request), ensure_ascii=False)
        yield Finished(model=self.name, usage=Usage())

    def shown(self, request: Request) -> list[str]:
        """Return the memories of a prompt that hold a key, without who told them."""
        rows = (row for message in request.messages for row in message.text.splitlines())
        marked = (row for row in rows if re.match(r"- |\d+\. ", row))
        held = [row for row in marked if any(key in row for key in self.keys)]
        return [_ASIDE.sub("", _TOLD.sub("", re.sub(r"^(?:- |\d+\. )", "", row))) for row in held]

    def _answer(self, request: Request) -> dict[str, object]:
        shown = self.shown(request)
        match request.schema_name:
            case "reply":
                whole = "\n".join(message.text for message in request.messages)
                now = self.now if self.if_shown in whole else "Hm."
                return {"feeling": "neutral", "say": " ".join((now, *shown[:2])), "importance": 5}
            case "questions":
                return {"questions": [f"What of {key}?" for key in self.keys[:3]] * 3}
            case "insights":
                found = [{"insight": one, "because": [1], "importance": 6} for one in shown[:5]]
                return {"insights": found}
            case "summarise":
                told = " ".join(question_now().conversation[at].text for at in (0, -1))
                return {"for_my_plans": told, "interesting": told, "importance": 6}
            case "plan":
                blocks = [
                    {"start": f"{6 + 2 * at:02}:00", "minutes": 120, "activity": one, "place": INN,
                     "emoji": "x"}
                    for at, one in enumerate((*shown[:7], *("resting",) * 8)[:8])
                ]  # fmt: skip
                currently = " ".join(shown[:3]) or "All is well."
                return {"currently": currently, "wake_up": "06:00", "sleep": "22:00",
                        "outline": shown[:4] or ["rest"], "blocks": blocks}  # fmt: skip
            case "relate":
                view = " ".join(one.text for one in question_now().memories[:2])
                belief = {"topic": "past", "text": view, "change": 5}
                return {"affinity": 0, "trust": 0, "familiarity": 1, "view": view,
                        "beliefs": [belief], "feeling": "neutral"}  # fmt: skip
        return {}


class PastApp(DialogueApp):
    """An app whose character says what a repeater writes, through the guards of lines."""

    repeater = Repeater()

    async def _answer(
        self,
        scene: ReplyInput,
        want_deltas: bool,  # noqa: FBT001 - as `Answer` has it
        notes: ReplyTrace,
        deadline: float | None = None,
        over_budget: str = "",
    ) -> AsyncGenerator[Part, None]:
        del deadline, over_budget
        self.heard.append(scene)
        tuning, templates = ReplyTuning(), Templates()
        answer = reply(
            scene, thinker=PromptedThinker(self.repeater, templates, replies=tuning), rescue=None,
            templates=templates, tuning=tuning, new_intent_id=lambda: IntentId("in_1"),
            clock=self.clock, want_deltas=want_deltas, notes=notes,
        )  # fmt: skip
        async with aclosing(answer) as parts:
            async for part in parts:
                yield part


@dataclass(slots=True)
class Report:
    """What came of the claims of all worlds."""

    claims: Counter[str] = field(default_factory=Counter)
    failures: list[tuple[str, str, str, str]] = field(default_factory=list)

    def told_on(self, *where: str) -> int:
        """Return how many false claims were told on at these places."""
        return len({claim for place, _, claim, _ in self.failures if place in where})

    def line(self) -> dict[str, object]:
        """Return the figures."""
        false, true = self.claims["false"], self.claims["true"]
        return {
            "false": false,
            "told on in replies": self.told_on("reply"),
            "in thoughts": self.told_on("thought"),
            "in later talks": self.told_on("later"),
            "told on at all": self.told_on("reply", "thought", "later") / false,
            "true": true,
            "accepted": 1 - self.told_on("refused") / true,
        }


async def new_app(world: PastWorld) -> PastApp:
    """Open a world with all that happened in it."""
    made = await new_dialogue_app()
    made.__class__ = PastApp
    assert isinstance(made, PastApp)
    made.dialogue = made.new_dialogue()
    persona = Persona(name=world.mind, traits="patient", language=world.language)

    async def work(unit: UnitOfWork) -> None:
        there = await unit.character(made_world, MIRA)
        await unit.put_character(replace(there, persona=persona))

    async with made.store.read() as reader:
        made_world = (await reader.timeline(made.timeline)).world_id
    await made.store.write(work)
    await put(made.store, *(_log(world, one) for one in world.true), to=made.timeline)
    seen = (_seen(text) for text in world.denied)
    await put(made.store, *seen, to=made.timeline)
    return made


def _seen(text: str) -> Draft:
    body = Remembered(source=Source.WITNESSED, place_id=INN)
    return Draft(kind=RecordKind.OBSERVATION, subject_id=MIRA, text=text, body=body, importance=4)


def _log(world: PastWorld, one: Happening) -> Draft:
    if one.kind not in ("promised", "told"):
        return _seen(one.log)
    text = one.log
    if one.kind == "promised":
        is_en = world.language == "en"
        deed = one.log.replace(world.player, "you" if is_en else "你")
        text = f"I will {deed}, I promise." if is_en else f"我会{deed}，我保证。"
    body = Remembered(
        source=Source.OWN, told_by=MIRA, told_to="p1", speaker=world.mind, players=("p1",)
    )
    return Draft(kind=RecordKind.LINE, subject_id=MIRA, text=text, body=body, importance=4)


async def run_world(world: PastWorld, report: Report) -> None:
    """Play one world and note what came of each claim."""
    app = await new_app(world)
    app.speaker = Person(id="p1", name=world.player)
    asker = Person(id="p2", name=world.other)
    app.repeater = Repeater()
    for is_true, claims in ((True, world.true), (False, world.false)):
        for one in claims:
            report.claims["true" if is_true else "false"] += 1
            app.repeater.keys = (one.key,)
            app.repeater.now = ("Indeed, " if world.language == "en" else "是啊，") + one.owned
            said = await _said(app, app.speaker, one.claim)
            verdicts = [claim.verdict for claim in app.heard[-1].claims]
            if is_true:
                is_known = verdicts and all(v is ClaimVerdict.KNOWN for v in verdicts)
                if not is_known or one.owned not in said:
                    report.failures.append(("refused", one.kind, one.claim, said))
            elif _states(said, one, (world.player, "you", "你")):
                report.failures.append(("reply", one.kind, one.claim, said))
    await _think(app, world, report)
    for one in world.false:
        app.repeater.keys, app.repeater.now, app.repeater.if_shown = (one.key,), one.told, one.claim
        said = await _said(app, asker, one.question)
        if _states(said, one, (world.player,)):
            report.failures.append(("later", one.kind, one.claim, said))


async def said_by(app: PastApp, heard: str, says: str) -> str:
    """Return what the character says to the first player, where its model says this."""
    app.repeater = Repeater(keys=("\n",), now=says)
    return await _said(app, app.speaker, heard)


async def _said(app: PastApp, who: Person, text: str) -> str:
    say = SayToCharacter(timeline_id=app.timeline, character_id=MIRA, speaker=who, text=text)
    async with aclosing(app.dialogue.say(say)) as events:
        return " ".join([event.text async for event in events if isinstance(event, Line)])


async def _think(app: PastApp, world: PastWorld, report: Report) -> None:
    """Let the character have every kind of thought there is, and look for what it states."""
    keys = tuple(one.key for one in world.false)
    app.repeater.keys = keys
    here = ThoughtApp(app, threshold=10)
    thinker = AskedThinker(app.repeater, Templates())
    thinking = ThoughtRuntime(thinker, app.stream, here.budgets, profile=DEFAULT)
    handlers = {
        **here._handlers(app.store, thinking, 10),
        JobKind.PLAN: PlanHandler(here.minds, thinking),
    }
    here.clock.ahead = timedelta(hours=1)
    for kind in (JobKind.DIGEST, JobKind.REFLECT, JobKind.SUMMARISE, JobKind.RELATE, JobKind.PLAN):
        await handlers[kind](
            Job(id=1, kind=kind, timeline_id=app.timeline, subject_id=MIRA, attempts=1, lease="x")
        )
    for record in await app.records(*THOUGHTS, RecordKind.DAY):
        for text in _texts(record):
            for one in world.false:
                if _states(text, one, (world.player,)):
                    report.failures.append(("thought", record.kind.value, one.claim, text))
    report.claims["thoughts"] += len(await app.records(*THOUGHTS))


def _texts(record: Record) -> Iterator[str]:
    yield record.text
    body = record.body
    for name in ("currently", "view", "text"):
        yield str(getattr(body, name, ""))
    yield from getattr(body, "outline", ())
    for block in getattr(body, "blocks", ()):
        yield block.activity


def _states(text: str, one: Happening, names: tuple[str, ...]) -> bool:
    """Return whether a text states a claim without the name of who claims it."""
    for sentence in _SENTENCE.split(text):
        if one.truth and one.truth in sentence:
            continue
        if one.key not in sentence or sentence.rstrip().endswith(("?", "？")):
            continue
        if re.search("asked|打听", sentence) or not all(word in sentence for word in one.marks):
            continue
        says = "|".join(
            rf"{name}[^,:，：]{{0,12}}(?:sa(?:ys?|id)|tell|told|claim)|\bas {name} (?:tells|says)"
            rf"|{name}[^，。]{{0,4}}(?:说|讲|声称)|[照听据]{name}"
            for name in names
        )
        if not re.search(says, sentence, re.IGNORECASE):
            return True
    return False


async def run(frames: str, each: int) -> Report:
    """Play all worlds."""
    report = Report()
    for world in worlds(frames, each):
        await run_world(world, report)
    return report


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", default="tuned", choices=("tuned", "held"))
    parser.add_argument("--each", type=int, default=50)
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    quieten_log()
    report = asyncio.run(run(options.frames, options.each))
    if options.show:
        for failure in report.failures:
            print(*failure, sep=" | ")
    print(json.dumps(report.line(), indent=1))
    print(dict(Counter((place, kind) for place, kind, *_ in report.failures)))


if __name__ == "__main__":
    main()
