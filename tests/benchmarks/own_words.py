"""How much of what comes to a mind is its own small talk, after a long talk with a stranger.

    python -m tests.benchmarks.own_words [--json] [--show 1]

A stranger says thirty lines to the innkeeper of the sample world, who then talks with an old
friend, lives on into the next day and plans it. For each purpose: how many memories its questions
held, and how many of these were words of the innkeeper's own. `--show 1` prints the memories.
"""

import asyncio
import json
import tempfile
from collections import defaultdict
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from datetime import timedelta
from pathlib import Path
from typing import TypeVar

from npcbench.little_game import LittleGame
from npcmodels.offline import OfflineActor
from npcserver import bootstrap
from npcserver.adapters.files import load_world
from npcserver.app.conversation.conversation_state import beginning
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.perception.observations import Movement, Observe
from npcserver.cli.worlds import sample_world
from npcserver.model.character import Attention, Person
from npcserver.model.ids import CharacterId, PlaceId
from npcserver.model.inputs import InsightsInput, ReplyInput
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.memory import Memory
from npcserver.model.question import TypedQuestion
from npcserver.model.record import RecordKind
from npcserver.ports.language_model import CallTimeouts
from npcserver.ports.storage import Append
from npcserver.ports.thinker import AskResult, Check, ReplyPart
from tests.benchmarks.options import quieten_log, read_options
from tests.fakes.running_server import server_settings

T = TypeVar("T")
HESTER, FRIEND = CharacterId("hester"), CharacterId("wenna")
STRANGER = Person(id="edda", name="Edda")
LINES = (
    "Good evening!", "I am Edda, a cooper from Wick.", "Is there a bed to be had?",
    "What does a night cost?", "I'd take a dark ale, please.", "Who is that chair for?",
    "Why is he here?", "Where could I buy a good rope?", "When does he shut?", "What is your name?",
    "Do you like it here?", "How old are you?", "What is the best dish?", "Tell me a joke.",
    "Nice weather today.", "Do you sing?", "Who keeps the light?", "What happened to the ship?",
    "My sister Maud drowned three winters ago.", "I mend barrels.", "Have you any barrels to mend?",
    "What did you do yesterday?", "Who are your friends?", "Is the causeway dry?",
    "I will stay until Friday.", "Do you have children?", "What are you doing tomorrow?",
    "Another ale, please.", "I am tired.", "Good night!",
)  # fmt: skip


class WatchedActor(OfflineActor):
    """The actor without a model, with the memories of every question it was asked, by purpose."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: defaultdict[str, list[tuple[Memory, ...]]] = defaultdict(list)

    async def think(
        self, question: TypedQuestion[T], check: Check[T] | None = None
    ) -> AskResult[T]:
        """Note the memories and answer, where the innkeeper asks."""
        situation = getattr(question, "situation", None)
        if situation is not None and situation.character.id == HESTER:
            memories = [one.memory for one in getattr(question, "recollections", ())]
            if isinstance(question, InsightsInput):
                memories = list(question.evidence)
            if memories:
                self.shown[str(question.purpose)].append(tuple(memories))
        return await super().think(question, check)

    async def reply(
        self, scene: ReplyInput, patience: CallTimeouts, *, is_again: bool = False
    ) -> AsyncGenerator[ReplyPart, None]:
        """Note the memories and answer."""
        self.shown["reply"].append(tuple(one.memory for one in scene.recollections))
        async with aclosing(super().reply(scene, patience, is_again=is_again)) as parts:
            async for part in parts:
                yield part


async def measured(folder: Path) -> dict[str, list[tuple[Memory, ...]]]:
    """Let the innkeeper talk, and return the memories she was shown, by purpose."""
    actor = WatchedActor()
    chosen = server_settings(f"sqlite:///{folder / 'inn.db'}", folder, cognition={"workers": 0})
    async with bootstrap.running(chosen, serve=False, model=actor) as here:
        world = load_world(sample_world())
        await here.importing.put(world)
        timeline = await here.services.timelines.start(world.world.id)
        for line in LINES:
            said = SayToCharacter(
                timeline_id=timeline.id, character_id=HESTER, speaker=STRANGER, text=line
            )
            async with aclosing(here.services.dialogue.say(said)) as events:
                async for _ in events:
                    pass
        walk = Movement(subject_id=FRIEND, place_id=PlaceId("taproom"))
        await here.services.play.observe(Observe(timeline_id=timeline.id, movements=(walk,)))
        names = {one.id: one.persona.name for one in world.characters}
        one, friend = (Person(id=it, name=names[it], is_player=False) for it in (HESTER, FRIEND))
        await here.store.append(
            Append(
                timeline_id=timeline.id,
                drafts=beginning(one, friend, ""),
                jobs=(JobDraft(JobKind.CONVERSE, timeline.id, one.id),),
            )
        )
        game = LittleGame(here, timeline.id, (HESTER, FRIEND))
        await game.begin((), Attention.BACKGROUND)
        await game.settle()
        now = timeline.game_time
        for _ in range(24):
            now += timedelta(hours=1)
            await game.tick(now)
            await game.settle()
    return actor.shown


def own(memories: Sequence[Memory]) -> int:
    """Return how many of some memories are words that their holder said."""
    return sum(one.kind is RecordKind.LINE for one in memories)


def in_passing(memories: Sequence[Memory]) -> int:
    """Return how many of some memories are heard questions, or heard words of no importance."""
    return sum(
        one.kind is RecordKind.UTTERANCE and (one.text.endswith("?") or one.importance <= 2)
        for one in memories
    )


def main() -> None:
    """Print a table, or JSON; and the memories, if asked to."""
    options = read_options(__doc__, show=0)
    quieten_log()
    with tempfile.TemporaryDirectory(prefix="npcserver-own-") as folder:
        shown = asyncio.run(measured(Path(folder)))
    figures = {
        purpose: {
            "questions": len(found),
            "memories": sum(map(len, found)),
            "own": sum(map(own, found)),
            "most_own": max(map(own, found)),
            "in_passing": sum(map(in_passing, found)),
        }
        for purpose, found in sorted(shown.items())
    }
    if options.show:
        for purpose, found in sorted(shown.items()):
            print(f"\n{purpose}, the question with most words of its own:")
            for memory in max(found, key=lambda one: (own(one), in_passing(one))):
                print(f"  {memory.kind:12} {memory.text}")
    if options.json:
        print(json.dumps(figures, indent=1))
        return
    print("\npurpose     questions  memories  own words  most in one  heard in passing")
    for purpose, row in figures.items():
        print(
            f"{purpose:12}{row['questions']:8}  {row['memories']:8}  {row['own']:9}  "
            f"{row['most_own']:11}  {row['in_passing']:16}"
        )


if __name__ == "__main__":
    main()
