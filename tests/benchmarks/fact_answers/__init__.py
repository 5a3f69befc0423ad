"""Whether a fact is told where it answers what was asked, and only there.

    python -m tests.benchmarks.fact_answers [--show all] [--json]

Each line of the `cases` files is said in a new game to a whole server without a language model.
`told` is what the character says by a memory, a book or a look-up; `pushed` is the fact that a
small model is given as the answer, and that is said where the model leaves it out. Of lines that no
fact answers, every fact is wrong but the one of `may`; of the others, `fact` has to be told.
The rule was tuned on the worlds whose files say so.

Of `sold`, a small model proposes an action with the amount of money that is `given`, and `price` is
what it has to go out with: what the world states, or 0 for a gift.
"""

import tempfile
from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import aclosing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from re import search
from typing import Any

import yaml

from npcmodels.offline import OfflineActor
from npcserver import bootstrap
from npcserver.adapters.files import load_world
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.config import CognitionSettings, EmbedderSettings, Settings
from npcserver.mind.intents import sift
from npcserver.model.action_request import priced
from npcserver.model.affordance import Affordance, Parameter, ParameterType, Value
from npcserver.model.character import Person
from npcserver.model.ids import CharacterId, IntentId
from npcserver.model.inputs import ReplyInput
from npcserver.model.turn import BasisKind
from npcserver.model.worldfile import WorldFile
from npcserver.ports.language_model import CallTimeouts
from npcserver.ports.thinker import ReplyPart

FOLDER = Path(__file__).parent
_STRANGER = Person(id="stranger", name="the stranger")
_SELL = Affordance(
    name="sell",
    description="Sell something over the counter.",
    parameters=(
        Parameter(name="ware", type=ParameterType.STRING),
        Parameter(name="pence", type=ParameterType.INTEGER, required=False),
        Parameter(
            name="price", type=ParameterType.INTEGER, required=False, description="What it costs"
        ),
    ),
)
_FACTS = (BasisKind.LOOK_UP, BasisKind.MEMORY, BasisKind.PASSAGE)


@dataclass(frozen=True, slots=True, kw_only=True)
class FactCase:
    """A line; `fact` is a pattern of what answers it, `may` one of what may be said beside."""

    world: str
    is_tuned_on: bool
    to: str
    say: str
    fact: str = ""
    may: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldFact:
    """What was answered, and the facts that were told and pushed, "" for none."""

    case: FactCase
    answer: str
    told: str
    pushed: str

    @property
    def is_right(self) -> bool:
        """Whether the fact that answers was told, or no other where none answers."""
        if self.case.fact:
            return search(self.case.fact, self.told) is not None
        return not (self._is_wrong(self.told) or self._is_wrong(self.pushed))

    def _is_wrong(self, text: str) -> bool:
        return bool(text) and not (self.case.may and search(self.case.may, text))


@dataclass(frozen=True, slots=True, kw_only=True)
class Sale:
    """An order, and the action that a small model proposes for it; `amount` names an argument."""

    world: str
    is_tuned_on: bool
    to: str
    say: str
    action: str = _SELL.name
    amount: str
    given: Mapping[str, Any]
    price: int
    asked: Value | None = None

    @property
    def is_right(self) -> bool:
        """Whether it goes out with the price."""
        return self.asked == self.price


class _WatchedActor(OfflineActor):
    """Keeps the last scene that it answered."""

    scene: ReplyInput

    async def reply(
        self, scene: ReplyInput, patience: CallTimeouts, *, is_again: bool = False
    ) -> AsyncGenerator[ReplyPart, None]:
        self.scene = scene
        async for part in super().reply(scene, patience, is_again=is_again):
            yield part


def read_cases(*lists: str) -> Iterator[tuple[WorldFile, list[dict[str, Any]]]]:
    """Yield the worlds of this folder, each with the cases of some lists of its file."""
    for path in sorted(FOLDER.glob("*.cases.yaml")):
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
        name = path.name.removesuffix(".cases.yaml")
        shared = {"world": name, "is_tuned_on": content["is_tuned_on"]}
        cases = [shared | one for each in lists for one in content.get(each, ())]
        yield load_world((FOLDER / content["world"]).resolve()), cases


async def judged() -> list[ToldFact]:
    """Say all lines, each in a new game."""
    heard = _scenes("unanswered", "answered")
    return [_told(actor, FactCase(**case)) async for case, actor in heard]


async def sales() -> list[Sale]:
    """Order all that is sold, each in a new game, and check what is proposed for it."""
    return [_asked(actor.scene, Sale(**case)) async for case, actor in _scenes("sold")]


async def _scenes(*lists: str) -> AsyncGenerator[tuple[dict[str, Any], _WatchedActor], None]:
    """Say the lines of some lists, each in a new game; yield each case with who answered."""
    actor = _WatchedActor()
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(
            data=Path(folder),
            embedder=EmbedderSettings(name="hashing"),
            cognition=CognitionSettings(workers=0, attention="dormant"),
        )
        async with bootstrap.running(settings, serve=False, model=actor) as here:
            for world, cases in read_cases(*lists):
                await here.importing.put(world)
                for case in cases:
                    timeline = await here.services.timelines.start(world.world.id)
                    said = SayToCharacter(
                        timeline_id=timeline.id,
                        character_id=CharacterId(case["to"]),
                        speaker=_STRANGER,
                        text=case["say"],
                        affordances=None if world.world.affordances else (_SELL,),
                        entities=None,
                    )
                    async with aclosing(here.services.dialogue.say(said)) as events:
                        async for _ in events:
                            pass
                    yield case, actor


def _asked(scene: ReplyInput, sale: Sale) -> Sale:
    sold, _ = sift(
        ((sale.action, sale.given),),
        affordances=scene.affordances,
        entities=scene.entities,
        new_intent_id=lambda: IntentId("int_1"),
        priced=partial(priced, scene=scene),
    )
    amounts = dict(sold[0].arguments) if sold else {}
    return replace(sale, asked=amounts.get(sale.amount))


def _told(actor: _WatchedActor, case: FactCase) -> ToldFact:
    answer = actor.spoken(actor.scene)
    is_fact = answer.basis is not None and answer.basis.kind in _FACTS
    return ToldFact(
        case=case,
        answer=answer.say,
        told=answer.say if is_fact else "",
        pushed=actor.looked_up(actor.scene),
    )
