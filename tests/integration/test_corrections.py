"""False facts that were planted and told on: found, taken out of all prompts, and brought back."""

import random
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

from npcmodels.schema_model import SchemaLanguageModel
from npcserver import bootstrap
from npcserver.adapters.files import load_world
from npcserver.app.context.conversation_line import ConversationLine, Listener, Provenance
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.ledger.correction_changes import DependentChoice
from npcserver.app.pagination import Page
from npcserver.bootstrap import RunningServer
from npcserver.cli.worlds import sample_world
from npcserver.model.character import Person
from npcserver.model.ids import CharacterId, TimelineId, new_id
from npcserver.model.memory import memory_id
from npcserver.model.record import MEMORY_KINDS, Draft, RecordKind, Remembered, Source
from npcserver.model.timeline import Timeline, Vantage
from npcserver.ports.language_model import Finished, LanguageModel, Request
from npcserver.ports.storage import Append, UnitOfWork
from tests.benchmarks.played import quiet
from tests.conftest import TRIES_ALL

FACTS = 100 if TRIES_ALL else 8
PROMPTS = 1_000 if TRIES_ALL else 36
HESTER, WENNA, ORREL = (
    Person(id=name.lower(), name=name, is_player=False) for name in ("Hester", "Wenna", "Orrel")
)
THINGS = ("lantern", "anchor", "barrel", "ladder", "kettle", "saddle", "anvil", "churn", "loom")
DEEDS = ("was stolen from the chapel", "sank below the weir", "was sold to a stranger",
         "burned behind the smithy", "was found in the well")  # fmt: skip
FORMS = (
    ("{thing} of {owner} {deed}.", "Have you heard? The {thing} of {owner} {deed}!"),
    ("{owner}'s {thing} {deed} last night.", "They say {owner}'s {thing} {deed}."),
    ("I saw that the {thing} of {owner} {deed}.", "{owner}'s {thing}, you know, {deed}."),
)  # fmt: skip
AGAIN = ("So {owner}'s {thing} {deed}, I hear.", "What a thing: the {thing} of {owner} {deed}.")


class Listening:
    """A model that notes the prompts it is shown; `inner` answers."""

    def __init__(self, inner: LanguageModel) -> None:
        self._inner = inner
        self.name = inner.name
        self.prompts: list[str] = []

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        self.prompts.append("\n".join(one.text for one in request.messages))
        async with aclosing(self._inner.generate(request)) as answer:
            async for item in answer:
                yield item


class Rumours:
    """A running server in whose timelines false facts are planted; `owners` name each fact."""

    def __init__(self, here: RunningServer, timeline: Timeline, model: Listening) -> None:
        self.here = here
        self.timeline = timeline
        self.model = model
        self.random = random.Random(7)
        self.owners: list[str] = []

    async def put(self, timeline_id: TimelineId, *drafts: Draft) -> int:
        return (await self.here.store.append(Append(timeline_id, drafts))).first

    async def plant(self) -> list[tuple[int, str, str]]:
        """Let Hester see something false; return the seq, what she tells and what is told on."""
        planted = []
        for number in range(FACTS):
            owner = "".join(self.random.sample("bdfgklmnprstvz", 3)).capitalize() + f"ovar{number}"
            words = {
                "owner": owner,
                "thing": self.random.choice(THINGS),
                "deed": self.random.choice(DEEDS),
            }
            seen, told = (form.format(**words) for form in self.random.choice(FORMS))
            body = Remembered(source=Source.WITNESSED)
            draft = Draft(RecordKind.OBSERVATION, body, HESTER.id, text=seen, importance=7)
            seq = await self.put(self.timeline.id, draft)
            self.owners.append(owner)
            planted.append((seq, told, self.random.choice(AGAIN).format(**words)))
        return planted

    async def tell(
        self, timeline_id: TimelineId, who: Person, whom: Person, text: str, seq: int
    ) -> int:
        """Let a character tell another what it knows; return the seq of what was heard."""
        line = ConversationLine(
            text=f"{text} The weather is fair, though.",
            speaker=who,
            to_id=whom.id,
            turn_id=new_id("trn"),
            place_id=None,
            provenance=Provenance(evidence=(seq,)),
        )
        memories = line.memories([Listener(id=whom.id)], (whom.id,))
        return await self.put(timeline_id, *memories) + 1

    async def fork(self, label: str) -> TimelineId:
        async with self.here.store.read() as reader:
            head = (await reader.timeline(self.timeline.id)).vantage

        async def work(unit: UnitOfWork) -> Timeline:
            timeline = Timeline(
                id=TimelineId(f"tl_{label}"),
                world_id=self.timeline.world_id,
                parent_id=head.timeline_id,
                forked_at=head.seq,
                head=head.seq,
                game_time=self.timeline.game_time,
                created_at=self.timeline.created_at,
            )
            await unit.add_timeline(timeline)
            return timeline

        return (await self.here.store.write(work)).id

    async def correct(self, timeline_id: TimelineId, seq: int, others: DependentChoice) -> str:
        made = await self.here.services.corrections.correct(
            timeline_id=timeline_id,
            memory_id=memory_id(self.timeline.id, seq),
            is_withdrawn=True,
            others=others,
        )
        return made.correction_id

    async def ask(self, timeline_id: TimelineId, who: Person, text: str) -> str:
        """Say something to a character, and return the prompt that the model was shown."""
        say = SayToCharacter(
            timeline_id=timeline_id,
            character_id=CharacterId(who.id),
            speaker=Person(id=new_id("p"), name="Ada"),
            text=text,
        )
        self.model.prompts.clear()
        async with aclosing(self.here.services.dialogue.say(say)) as events:
            async for _ in events:
                pass
        return "\n".join(self.model.prompts)

    async def known(self, timeline_id: TimelineId, who: Person) -> list[str]:
        """Return all that a character remembers."""
        page = await self.here.services.memories.list(
            timeline_id=timeline_id, character_id=CharacterId(who.id), page=Page(10_000)
        )
        return [one.text for one in page.items]


@asynccontextmanager
async def rumours(folder: Path) -> AsyncGenerator[Rumours]:
    """Serve the sample world with a model that listens."""
    model = Listening(SchemaLanguageModel())
    async with bootstrap.running(quiet(folder), serve=False, model=model) as here:
        file = load_world(sample_world())
        await here.importing.put(file)
        yield Rumours(here, await here.services.timelines.start(file.world.id), model)


async def spread(
    at: Rumours, planted: Sequence[tuple[int, str, str]]
) -> tuple[list[TimelineId], dict[int, set[tuple[str, int]]]]:
    """Tell each fact on over two hops in three branches; return these and what rests on each."""
    resting: dict[int, set[tuple[str, int]]] = {seq: set() for seq, _, _ in planted}
    heard: dict[int, int] = {}
    for seq, told, _ in planted:
        heard[seq] = await at.tell(at.timeline.id, HESTER, WENNA, told, seq)
        resting[seq] |= {(at.timeline.id, heard[seq] - 1), (at.timeline.id, heard[seq])}
    branches = [await at.fork(label) for label in ("one", "two", "three")]
    for branch in branches:
        for seq, _, again in planted:
            last = await at.tell(branch, WENNA, ORREL, again, heard[seq])
            resting[seq] |= {(branch, last - 1), (branch, last)}
    return branches, resting


async def test_false_facts_are_found_in_all_branches_and_leave_all_prompts(tmp_path: Path) -> None:
    """Listed, 0.99 of them; gone from every prompt after "make anew"; all back after an undo."""
    async with rumours(tmp_path) as at:
        planted = await at.plant()
        branches, resting = await spread(at, planted)
        found = listed = 0
        for seq, wanted in resting.items():
            asked = memory_id(at.timeline.id, seq)
            price = await at.here.services.corrections.preview(at.timeline.id, asked)
            named = {(one.timeline_id, one.seq) for one in price.dependents}
            assert set(price.timeline_ids) == {at.timeline.id, *branches}
            assert named <= wanted, "something is listed that has nothing to do with the fact"
            found, listed = found + len(named & wanted), listed + len(wanted)
        assert found / listed >= 0.99

        before = {
            (branch, who): await at.known(branch, who)
            for branch in branches
            for who in (HESTER, WENNA, ORREL)
        }
        made = [
            (branch, await at.correct(branch, seq, DependentChoice.MAKE_ANEW))
            for branch in branches
            for seq in resting
        ]

        for number in range(PROMPTS):
            owner = at.owners[number % len(at.owners)]
            who, branch = (HESTER, WENNA, ORREL)[number % 3], branches[number // 3 % 3]
            prompt = await at.ask(branch, who, "What was stolen, burned, sold or sunk of late?")
            assert prompt
            assert not [one for one in at.owners if one in prompt], (who.name, owner)
        known = "\n".join(await at.known(at.timeline.id, HESTER))
        assert all(owner in known for owner in at.owners), "the branch from before has lost them"

        for branch, correction_id in made:
            await at.here.services.corrections.undo(timeline_id=branch, correction_id=correction_id)
        for (branch, who), texts in before.items():
            now = await at.known(branch, who)
            assert [one for one in now if any(owner in one for owner in at.owners)] == [
                one for one in texts if any(owner in one for owner in at.owners)
            ]


async def test_what_is_left_stays_as_it_was(tmp_path: Path) -> None:
    """With "leave" the memory alone is gone, and exactly what was listed still tells it."""
    async with rumours(tmp_path) as at:
        planted = await at.plant()
        (branch, *_), resting = await spread(at, planted)
        for seq in resting:
            await at.correct(branch, seq, DependentChoice.LEAVE)

        async with at.here.store.read() as reader:
            view = await reader.at(Vantage(branch, (await reader.timeline(branch)).head))
            records = [one for one in await view.after(0, 100_000) if one.kind in MEMORY_KINDS]
            there = await view.get([one.seq for one in records])
        telling = {
            (one.timeline_id, one.seq)
            for one in there
            if any(owner in one.text for owner in at.owners)
        }
        wanted = {
            one for several in resting.values() for one in several
            if one[0] in (branch, at.timeline.id)
        }  # fmt: skip
        assert telling == wanted
