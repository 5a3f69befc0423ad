"""Two characters of one name, of whom one dies: the other lives, and is not taken for dead."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from pathlib import Path

import npcclient
import pytest
from npcclient import messages
from npcclient.v1 import mind_pb2

from npcmodels.offline import OfflineActor
from npcserver.app.context.mindset import Minds
from npcserver.model.character import Persona, Relation
from npcserver.model.ids import CharacterId, PlaceId
from npcserver.model.worldfile import Role
from npcserver.prompts.questions.plan import PlanQuestion
from npcserver.prompts.render import Templates
from tests.conftest import NewDatabase
from tests.fakes.prompt_inputs import plan_input
from tests.fakes.running_server import (
    ADA,
    BEN,
    GREEN,
    MILL,
    SHOP,
    VillageServer,
    open_village_server,
    role,
    village_file,
    village_time,
)

MILLER, BAKER = CharacterId("maud-miller"), CharacterId("maud-baker")
TRADES = {MILLER: "miller", BAKER: "baker"}
DEAD = messages.Availability.AVAILABILITY_DEAD
Status = mind_pb2.CommitmentStatus
OPEN, LAPSED = Status.COMMITMENT_STATUS_OPEN, Status.COMMITMENT_STATUS_LAPSED


def maud(who: CharacterId, place_id: PlaceId) -> Role:
    known = Persona(
        name="Maud",
        background=f"Maud is a {TRADES[who]}.",
        lifestyle="Maud goes to bed around 10pm, awakes up around 6am.",
        relations=(Relation(to="Ada", to_id=ADA, view="A good friend.", affinity=60),),
    )
    return Role(id=who, persona=known, place_id=place_id)


def friend(who: CharacterId) -> Role:
    """Return one who likes both."""
    relations = [
        Relation(to="Maud", to_id=one, view=f"The {TRADES[one]}, a friend.", affinity=60)
        for one in TRADES
    ]
    return role(who, relations=tuple(relations))


@dataclass
class Village:
    """A village with two Mauds: one `dies` on the green, before Ada and the one who `lives`."""

    app: VillageServer
    npc: npcclient.NpcClient
    dies: CharacterId
    lives: CharacterId

    @property
    def timeline(self) -> str:
        return self.app.timeline_id

    async def die(self, text: str = "") -> None:
        here = [messages.Movement(id=one, place_id=GREEN) for one in (ADA, self.dies, self.lives)]
        await self.npc.play.observe(self.timeline, movements=here)
        await self.npc.timelines.set_availability(self.timeline, self.dies, DEAD, text=text)
        await self.app.game.settle()

    async def say(self, who: str, text: str, speaker: str | messages.Speaker = "Pia") -> list[str]:
        """Say something to a character, and return the lines of its answer."""
        said = self.npc.play.say(self.timeline, who, text, speaker=speaker)
        return [event.line.text async for event in said if event.HasField("line")]

    async def plan_prompt(self, who: str) -> str:
        """Return the prompt by which a character would plan its day now."""
        services = self.app.here
        async with services.store.read() as reader:
            mindset = await Minds(services.store).load(
                reader, self.app.timeline_id, CharacterId(who)
            )
        question = PlanQuestion.of(plan_input(situation=mindset.situation))
        return "".join(one.text for one in question.messages(Templates(), "en"))

    async def memories(self, who: str) -> list[messages.Memory]:
        return [one async for one in self.npc.memories.list(self.timeline, who)]


@pytest.fixture(params=[(MILLER, BAKER), (BAKER, MILLER)], ids=["miller dies", "baker dies"])
async def village(
    request: pytest.FixtureRequest, new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> AsyncGenerator[Village, None]:
    """Serve the village, and let the offline actor play it for two hours."""
    file = village_file(friend(ADA), friend(BEN), maud(MILLER, MILL), maud(BAKER, SHOP))
    async with (
        open_village_server(
            new_migrated_sqlite(), tmp_path, OfflineActor(), file, serve=True
        ) as app,
        npcclient.connect(f"127.0.0.1:{app.here.port}") as npc,
    ):
        await app.live(village_time("08:00"), minutes=60)
        yield Village(app, npc, *request.param)


async def test_who_saw_it_knows_which_and_others_know_nothing(village: Village) -> None:
    """In memory and in prompts; the one who lives saw it, too."""
    await village.die()
    dead, trade = village.dies, TRADES[village.dies]

    known = f"Dead, as you know: Maud ({trade}, not the other Maud)\n"
    for who in (ADA, village.lives):
        (seen,) = [one for one in await village.memories(who) if "has died" in one.text]
        assert (seen.text, list(seen.about_ids)) == (f"Maud ({trade}) has died.", [dead])
        assert known in await village.plan_prompt(who)
    assert "Dead, as you know" not in await village.plan_prompt(BEN)


async def test_the_one_who_lives_is_spoken_to_and_of(village: Village) -> None:
    """Alone, and in a circle by her name; the dead one is refused."""
    await village.die()
    members = [
        messages.Speaker(id="pia", name="Pia"),
        *(messages.Speaker(id=one, is_character=True) for one in (ADA, village.lives)),
    ]

    assert await village.say(village.lives, "Good morning, Maud.")
    with pytest.raises(npcclient.NotPossibleNow, match="is dead"):
        await village.say(village.dies, "Good morning, Maud.")
    assert await village.say(ADA, "Where is Maud?") == ["Maud is right here."]
    circle = await village.npc.circles.open(village.timeline, members)
    talk = village.npc.circles.say(village.timeline, circle, "Maud, how are you?", who="pia")
    floors = [one.floor async for one in talk if one.HasField("floor")]
    assert (floors[0].character_id, floors[0].reason) == (
        village.lives, messages.FloorReason.FLOOR_REASON_ADDRESSED,
    )  # fmt: skip


@pytest.mark.parametrize("text", ["", "Maud was killed by a falling beam."])
async def test_who_asks_for_her_is_told_where_she_lives(village: Village, text: str) -> None:
    """Also where the game says in its own words who died, and not which."""
    await village.die(text)
    home = MILL if village.lives == MILLER else SHOP
    goes = messages.Movement(id=village.lives, place_id=home)
    await village.npc.play.observe(village.timeline, movements=[goes])

    (told,) = await village.say(ADA, "Where is Maud?")
    assert told == f"You will mostly find Maud, {TRADES[village.lives]} at {home.title()}."
    assert "Maud has died." not in await village.say(ADA, "How is Maud?")


async def test_plans_with_the_one_who_lives_stand(village: Village) -> None:
    """A promise to her stays open, that to the other lapses; and time that is skipped is hers."""
    for one in (village.dies, village.lives):
        ada = messages.Speaker(id=ADA, name="Ada", is_character=True)
        await village.say(one, "I will bring you the flour tomorrow, Maud.", speaker=ada)
    await village.die()
    promised = {
        one.to_id: one.status
        for one in (await village.npc.characters.mind(village.timeline, ADA)).commitments
    }
    before = len(await village.memories(village.lives))
    later = village_time("08:00", day=6)
    await village.app.game.tick(later)
    await village.app.game.settle()

    lived = (await village.memories(village.lives))[: -before or None]
    met = {one for who in (ADA, BEN) for each in await village.memories(who)
           if each.text.startswith("On ") for one in each.about_ids}  # fmt: skip
    assert promised == {village.dies: LAPSED, village.lives: OPEN}
    assert len([one for one in lived if one.text.startswith("On ")]) >= 3
    assert village.lives in met
    assert village.dies not in met
