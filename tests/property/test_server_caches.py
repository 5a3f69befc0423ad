"""What servers on one PostgreSQL answer, whichever of them was told of it, and held what before."""

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from npcclient import ServerFailed, messages, sync

from tests.conftest import NewDatabase, examples, variant
from tests.engines.servers import Server
from tests.processes import PATIENCE, STALE

pytestmark = [pytest.mark.postgres, pytest.mark.timeout(600)]
HOMES = {"mira": ("inn", "cellar"), "tom": ("mill", "loft")}
"""Characters, and where each may be; they never meet, so that nobody overhears the other."""


class Step(NamedTuple):
    """Something done through one server and looked at through another."""

    what: str
    by: int
    seen_by: int
    where: int
    who: str


DEEDS = ("observe", "observe", "say", "move", "edit", "like", "branch", "forget")
STEPS = st.lists(
    st.builds(
        Step,
        st.sampled_from(DEEDS),
        *(st.integers(0, 2) for _ in range(3)),
        st.sampled_from(sorted(HOMES)),
    ),
    min_size=15,
    max_size=25,
)


@dataclass
class State:
    """What is true of a timeline; `spoken` are memories of talk with the player."""

    timeline_id: str
    texts: dict[str, set[str]] = field(default_factory=lambda: {who: set() for who in HOMES})
    spoken: dict[str, set[str]] = field(default_factory=lambda: {who: set() for who in HOMES})
    places: dict[str, str] = field(default_factory=lambda: {who: HOMES[who][0] for who in HOMES})
    affinity: dict[str, int] = field(default_factory=lambda: dict.fromkeys(HOMES, 0))
    last: dict[str, str] = field(default_factory=lambda: dict.fromkeys(HOMES, ""))


class Play:
    """A world that is played through several servers, and what is true of it."""

    def __init__(self, servers: Sequence[sync.NpcClient]) -> None:
        self.servers = servers
        self.patience = 0.0  # others hear of what is forgotten a moment later
        self.number = 0
        npc = servers[0]
        self.world = npc.worlds.create(messages.World(name=f"Harbour {uuid4().hex}")).world_id
        self.background = dict.fromkeys(HOMES, "Nobody knows.")
        self.versions = dict.fromkeys(HOMES, 1)
        for who, places in HOMES.items():
            for place in places:
                npc.worlds.create_place(
                    messages.Place(world_id=self.world, place_id=place, name=place.title())
                )
            persona = messages.Persona(name=who.title(), background=self.background[who])
            npc.characters.create(
                messages.Character(
                    world_id=self.world, character_id=who, persona=persona, place_id=places[0]
                )
            )
        self.states = [State(npc.timelines.start(self.world).timeline_id)]

    def take_all(self, steps: Sequence[Step]) -> None:
        for step in steps:
            self.take(step)

    def take(self, step: Step) -> None:
        """Do something by one server, and compare what another one answers with what is true."""
        self.number += 1
        npc = self.servers[step.by % len(self.servers)]
        other = self.servers[step.seen_by % len(self.servers)]
        state, who = self.states[step.where % len(self.states)], step.who
        getattr(self, f"_{step.what}")(npc, state, who)
        state = self.states[step.where % len(self.states)]
        self._check_persona(other, who)
        self._check_mind(other, state, who)
        if step.what == "observe":
            found = other.memories.recall(state.timeline_id, who, state.last[who], limit=50)
            assert state.last[who] in {one.memory.text for one in found}

    def _observe(self, npc: sync.NpcClient, state: State, who: str) -> None:
        text = f"Bell {self.number} rings over the harbour."
        seen = messages.Observation(text=text, witness_ids=[who])
        npc.play.observe(state.timeline_id, [seen])
        state.texts[who].add(text)
        state.last[who] = text

    def _say(self, npc: sync.NpcClient, state: State, who: str) -> None:
        """Speak; the turn is made from what another server was told last.

        But not once the player is forgotten: what is said soon after that is erased as well.
        """
        if self.patience:
            return
        words = f"Say {self.number}: {state.last[who] or 'good day.'}"
        turn = npc.play.say(state.timeline_id, who, words, speaker="Ann")
        lines = [event.line.text for event in turn if event.HasField("line")]
        receipt = npc.memories.explain(state.timeline_id, turn.turn_id)
        assert receipt.persona_version == self.versions[who]
        assert not state.last[who] or state.last[who] in {
            one.memory.text for one in receipt.recollections
        }
        heard = [one for one in npc.memories.list(state.timeline_id, who) if one.text == words]
        assert [one.place_id for one in heard] == [state.places[who]]
        state.spoken[who] |= {words, " ".join(lines)}

    def _move(self, npc: sync.NpcClient, state: State, who: str) -> None:
        here, there = HOMES[who]
        place = there if state.places[who] == here else here
        npc.play.observe(state.timeline_id, movements=[messages.Movement(id=who, place_id=place)])
        state.places[who] = place

    def _edit(self, npc: sync.NpcClient, state: State, who: str) -> None:
        known = npc.characters.get(self.world, who)
        self.background[who] = f"Tale {self.number} is told of them."
        known.persona.background = self.background[who]
        npc.characters.update(known, "persona")
        self.versions[who] += 1

    def _like(self, npc: sync.NpcClient, state: State, who: str) -> None:
        other = next(one for one in HOMES if one != who)
        standing = npc.characters.move_standing(state.timeline_id, who, other, affinity=3)
        state.affinity[who] += 3
        assert standing.affinity == state.affinity[who]

    def _branch(self, npc: sync.NpcClient, state: State, who: str) -> None:
        """Save and load: the new timeline begins as the old one is, and they part."""
        save = npc.timelines.save(state.timeline_id, f"Save {self.number}")
        branch = deepcopy(state)
        branch.timeline_id = npc.timelines.load(save).timeline_id
        self.states.append(branch)

    def _forget(self, npc: sync.NpcClient, state: State, who: str) -> None:
        npc.players.forget(self.world, "Ann")
        self.patience = PATIENCE
        for one in self.states:
            for spoken in one.spoken.values():
                spoken.clear()

    def _check_persona(self, npc: sync.NpcClient, who: str) -> None:
        assert npc.characters.get(self.world, who).persona.background == self.background[who]

    def _check_mind(self, npc: sync.NpcClient, state: State, who: str) -> None:
        listed = {one.text for one in npc.memories.list(state.timeline_id, who)}
        assert listed == state.texts[who] | state.spoken[who]
        mind = npc.characters.mind(state.timeline_id, who)
        assert mind.place_id == state.places[who]
        others = [one for one in mind.relations if one.other_id in HOMES]
        assert sum(one.affinity for one in others) == state.affinity[who]

    def compare_with(self, fresh: sync.NpcClient) -> None:
        """See that each server answers as one that holds nothing."""
        for state in self.states:
            for who in HOMES:
                for npc in (*self.servers, fresh):
                    self._check_mind(npc, state, who)
                right = self._recalled(fresh, state, who)
                for npc in self.servers:
                    ends_at = time.monotonic() + self.patience
                    while (found := self._recalled(npc, state, who)) != right:
                        assert time.monotonic() < ends_at, (found, right)
                        time.sleep(0.1)

    def _recalled(self, npc: sync.NpcClient, state: State, who: str) -> list[tuple[str, float]]:
        found = npc.memories.recall(state.timeline_id, who, "Which bell rings?", limit=50)
        return sorted((one.memory.text, round(one.score, 3)) for one in found)


@contextmanager
def serving(folder: Path, url: str, stale: str = "") -> Iterator[sync.NpcClient]:
    """Run a server, whose cache with a name never catches up, and a client of it."""
    around = {"NPCSERVER_DATABASE__URL": url, "NPCSERVER_COGNITION__WORKERS": "0", STALE: stale}
    server = Server(folder, settings=around, world=None)
    try:
        server.start()
        with sync.connect(server.grpc) as npc:
            yield npc
    finally:
        server.kill()


def test_no_server_answers_from_what_it_held_before(
    new_migrated_postgres: NewDatabase, tmp_path: Path
) -> None:
    """Whatever is done in whatever order, each of three servers knows of it at once."""
    url = new_migrated_postgres()
    with ExitStack() as stack:
        servers = [stack.enter_context(serving(tmp_path / str(number), url)) for number in range(3)]

        @settings(
            max_examples=examples(12),
            phases=[Phase.generate],  # to make an example smaller takes minutes
            suppress_health_check=[HealthCheck.too_slow],
        )
        @given(STEPS)
        def answers_are_true(steps: list[Step]) -> None:
            play = Play(servers)
            play.take_all(steps)
            with serving(tmp_path / uuid4().hex, url) as fresh:
                play.compare_with(fresh)

        answers_are_true()


@pytest.mark.parametrize("stale", ["log", pytest.param("index", marks=variant)])
def test_a_planted_stale_cache_is_found(
    new_migrated_postgres: NewDatabase, tmp_path: Path, stale: str
) -> None:
    """The same steps find a server that answers from what it held."""
    url = new_migrated_postgres()
    deeds = (("observe", 0), ("say", 1), ("observe", 0), ("move", 0), ("say", 1))
    steps = [Step(what, by, 1 - by, 0, "mira") for what, by in deeds]
    with ExitStack() as stack:
        right = stack.enter_context(serving(tmp_path / "right", url))
        planted = stack.enter_context(serving(tmp_path / "planted", url, stale))
        Play([right, right]).take_all(steps)
        with pytest.raises((AssertionError, ServerFailed)):
            Play([right, planted]).take_all(steps)


def test_a_server_that_forgot_a_player_hears_of_the_next_one(
    new_migrated_postgres: NewDatabase, tmp_path: Path
) -> None:
    """While it still searches for the first one's words, its index drops those of the other."""
    url = new_migrated_postgres()
    with ExitStack() as stack:
        one = stack.enter_context(serving(tmp_path / "one", url, "search"))
        two = stack.enter_context(serving(tmp_path / "two", url))
        play = Play([one, two])
        play.take_all([Step("say", by, 1 - by, 0, "mira") for by in (0, 1)])
        one.players.forget(play.world, "Bob")
        time.sleep(2.5)  # its first search is over, and the next is an hour away
        recalled = one.memories.recall(play.states[0].timeline_id, "mira", "good day", limit=9)
        two.players.forget(play.world, "Ann")
        ends_at = time.monotonic() + PATIENCE
        while one.memories.recall(play.states[0].timeline_id, "mira", "good day", limit=9):
            assert time.monotonic() < ends_at
            time.sleep(0.1)

    assert recalled
