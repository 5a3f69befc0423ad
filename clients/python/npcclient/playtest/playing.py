"""Playing a scenario on a server: each of its steps, in order."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from npcclient.admin.v1.persona_service_pb2 import Character
from npcclient.chat.opening import find, speaker
from npcclient.client import NpcClient
from npcclient.playtest.hearing import Heard
from npcclient.playtest.reaching import Misused, chosen_timeline, chosen_world
from npcclient.playtest.scenario import (
    Advance,
    Deed,
    Load,
    Look,
    Observe,
    Report,
    Save,
    Say,
    SayInCircle,
    Scenario,
)
from npcclient.v1.affordance_pb2 import Affordance, Entity
from npcclient.v1.play_service_pb2 import Movement, Observation, OutcomeStatus, Speaker

_MOST_MEMORIES = 1_000


class CannotPlay(Misused):
    """A step refers to something missing, such as a save that was never made."""


@dataclass(slots=True, kw_only=True)
class Game:
    """A running scenario: its timeline, and what later steps refer to."""

    npc: NpcClient
    scenario: Scenario
    timeline_id: str
    characters: Sequence[Character]
    affordances: Sequence[Affordance]
    entities: Sequence[Entity]
    saves: dict[str, str] = field(default_factory=dict)
    timelines: list[str] = field(default_factory=list)
    circle: tuple[frozenset[str], str] = (frozenset(), "")
    partner: str = ""
    intents: list[tuple[str, str, str, str]] = field(default_factory=list)
    """Timeline, turn, intent id and affordance of each intent, newest last."""

    async def play(self, deed: Deed) -> Heard:
        """Run a step; return what was said. Raises `Misused` and `NpcError`."""
        heard = Heard()
        match deed:
            case Say():
                await self._say(deed, heard)
            case SayInCircle():
                await self._say_in_circle(deed, heard)
            case Observe():
                await self._observe(deed)
            case Advance():
                await self._advance(deed)
            case Save(name=name):
                save = await self.npc.timelines.save(self.timeline_id, name)
                self.saves[name] = save.save_id
            case Load(name=name):
                await self._load(name)
            case Report():
                await self._report(deed)
            case Look(of=of):
                self.partner = self._character(of).character_id
        self.intents += [
            (self.timeline_id, turn, it.intent_id, it.affordance) for turn, it in heard.intents
        ]
        return heard

    async def memories(self) -> tuple[str, ...]:
        """Return the memories of the last partner, newest first."""
        found: list[str] = []
        async for memory in self.npc.memories.list(self.timeline_id, self.partner, page_size=200):
            found.append(memory.text)
            if len(found) >= _MOST_MEMORIES:
                break
        return tuple(found)

    async def _say(self, deed: Say, heard: Heard) -> None:
        partner = self._character(deed.to)
        self.partner = partner.character_id
        turn = self.npc.play.say(
            self.timeline_id,
            partner,
            deed.text,
            speaker=self._speaker(deed.speaker),
            affordances=self.affordances,
            entities=self.entities,
            deltas=True,
            private=deed.is_private,
        )
        await heard.listen(turn, partner.character_id)

    async def _say_in_circle(self, deed: SayInCircle, heard: Heard) -> None:
        who = self._speaker(deed.speaker)
        members = [self._speaker(name) for name in deed.members]
        if deed.text and who.id not in {member.id for member in members}:
            members.append(who)
        circle_id = await self._circle_of(members)
        talk = self.npc.circles.say(
            self.timeline_id,
            circle_id,
            deed.text,
            who=who if deed.text else None,
            to=[self._speaker(name) for name in deed.to],
            whisper=deed.is_whisper,
            affordances=self.affordances,
            entities=self.entities,
            deltas=True,
            most_turns=deed.most_turns,
        )
        await heard.listen_around(talk)
        self.partner = heard.speakers[-1] if heard.speakers else self.partner

    async def _circle_of(self, members: Sequence[Speaker]) -> str:
        """Return the circle of these people; a new one unless they are those of the present one."""
        ids = frozenset(member.id for member in members)
        standing, circle_id = self.circle
        if ids != standing:
            circle_id = (await self.npc.circles.open(self.timeline_id, members)).circle_id
            self.circle = ids, circle_id
        return circle_id

    async def _observe(self, deed: Observe) -> None:
        await self.npc.play.observe(
            self.timeline_id,
            [self._seen(observation) for observation in deed.observations],
            movements=[self._moved(movement) for movement in deed.movements],
            objects=deed.objects,
            flags=deed.flags,
        )

    def _seen(self, observation: Observation) -> Observation:
        seen = Observation()
        seen.CopyFrom(observation)
        del seen.witness_ids[:]
        seen.witness_ids.extend(
            self._character(name).character_id for name in observation.witness_ids
        )
        return seen

    def _moved(self, movement: Movement) -> Movement:
        who = self._speaker(movement.id)
        name = "" if who.is_character else movement.name or who.name
        return Movement(id=who.id, name=name, place_id=movement.place_id)

    async def _advance(self, deed: Advance) -> None:
        to = deed.to
        if to is None:
            timeline = await self.npc.timelines.get(self.timeline_id)
            try:
                to = timeline.world_time.ToDatetime() + deed.span
            except OverflowError as error:
                raise CannotPlay("game time ends with the year 9999; wait for less") from error
        await self.npc.play.advance_clock(self.timeline_id, to)

    async def _load(self, name: str) -> None:
        save_id = self.saves.get(name)
        if save_id is None:
            made = ", ".join(map(repr, self.saves)) or "none"
            raise CannotPlay(f"no save {name!r} was made in this scenario yet; made were: {made}")
        left = self.timeline_id
        timeline = await self.npc.timelines.load(save_id, self.scenario.name[:80], leaving=left)
        self.timeline_id = timeline.timeline_id
        self.timelines.append(timeline.timeline_id)
        self.circle = frozenset(), ""

    async def _report(self, deed: Report) -> None:
        wishes = [it for it in self.intents if not deed.action or it[-1] == deed.action]
        if not wishes:
            wanted = f" to {deed.action}" if deed.action else ""
            raise CannotPlay(f"nobody wanted{wanted} yet, so there is nothing to report on")
        timeline_id, turn_id, intent_id, _ = wishes[-1]
        status = OutcomeStatus.Value(f"OUTCOME_STATUS_{deed.status.upper()}")
        await self.npc.play.report_outcome(timeline_id, turn_id, intent_id, status, deed.detail)

    def someone(self) -> Character:
        """Return the last partner, or the scenario's character."""
        return self._character("")

    def _character(self, name: str) -> Character:
        """Return the character of a name, or the last partner. Raises `Unknown`."""
        wanted = name or self.partner or self.scenario.character
        return find(wanted, self.characters) if wanted else self.characters[0]

    def _speaker(self, name: str) -> Speaker:
        return speaker(name or self.scenario.player, self.characters)


async def begin(npc: NpcClient, scenario: Scenario) -> Game:
    """Find the world, and start a timeline in it. Raises `Misused`, `Unknown` and `NpcError`."""
    world = await chosen_world(npc, scenario.world)
    characters = await npc.characters.list(world)
    if not characters:
        raise Misused(f"nobody lives in {world.name}; import a world file with characters")
    if scenario.character:
        find(scenario.character, characters)
    if scenario.timeline:
        timeline_id = await chosen_timeline(npc, scenario.timeline, world)
    else:
        timeline_id = (await npc.timelines.start(world, scenario.name[:80])).timeline_id
    offered = world.affordances if scenario.affordances is None else scenario.affordances
    return Game(
        npc=npc,
        scenario=scenario,
        timeline_id=timeline_id,
        characters=characters,
        affordances=offered,
        entities=scenario.entities or world.entities,
        timelines=[] if scenario.timeline else [timeline_id],
    )
