"""Who may be told what, worked out anew and on its own: the judge of what a model was shown."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from npcscenes.model.group_inputs import MemberInput as GroupAct
from npcserver.app.context.mindset import standing_with
from npcserver.bootstrap import RunningServer
from npcserver.model.character import Character, Person
from npcserver.model.feelings import Standing
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.inputs import ConverseInput, RatingInput, ReplyInput
from npcserver.model.model_use import Purpose
from npcserver.model.record import RecordKind, Remembered
from npcserver.model.secret import Secret
from npcserver.ports.view import View
from tests.benchmarks.blurting import Blurter, everything
from tests.benchmarks.secret_town import Planted, Town
from tests.fakes.language_models import InformedRequest

_ALL = 10_000


@dataclass(frozen=True, slots=True)
class Leak:
    """A question to a model, or a page, that held a secret it should not have."""

    where: str
    thinker: str
    word: str
    hearers: tuple[str, ...]
    secret: Secret
    question: str


@dataclass(slots=True)
class Judge:
    """Looks through every question; `told` counts secrets that were shown rightly, by purpose."""

    here: RunningServer
    timeline_id: TimelineId
    model: Blurter
    town: Town
    flags: set[str] = field(default_factory=set)
    prompts: int = 0
    told: dict[Purpose, int] = field(default_factory=dict)
    leaks: list[Leak] = field(default_factory=list)
    _planted: dict[str, Planted] = field(init=False)

    def __post_init__(self) -> None:
        everywhere = (*self.town.planted, *self.town.written)
        self._planted = {one.word: one for one in everywhere}

    async def judge(self, *, is_private: bool = False) -> None:
        """Look through what was asked since the last time."""
        asked, self.model.asked[:] = list(self.model.asked), []
        self.prompts += len(asked)
        for request in asked:
            words = self.model.words_in(request)
            if words:
                await self._judge(request, words, is_private=is_private)

    def judge_page(self, text: str) -> None:
        """Look through what anybody may read."""
        for word, planted in self._planted.items():
            if word in text and not is_public(planted.secret, self.flags):
                self.leaks.append(Leak("page", "", word, (), planted.secret, text))

    async def _judge(
        self, request: InformedRequest, words: Sequence[str], *, is_private: bool
    ) -> None:
        thinker = thinker_of(request)
        hearers = hearers_of(request, is_private=is_private)
        async with self.here.store.read() as reader:
            view = await reader.head(self.timeline_id)
            world_id = self.town.file.world.id
            character = await reader.character(world_id, CharacterId(thinker))
            for word in words:
                if await self._is_open(view, character, self._planted[word], hearers):
                    self.told[request.purpose] = self.told.get(request.purpose, 0) + 1
                    continue
                named = tuple(person.id for person in hearers)
                question = everything(request)
                secret = self._planted[word].secret
                self.leaks.append(Leak(request.purpose, thinker, word, named, secret, question))

    async def _is_open(
        self, view: View, thinker: Character, planted: Planted, hearers: Sequence[Person]
    ) -> bool:
        secret = planted.secret
        if is_public(secret, self.flags):
            return True
        for person in hearers:
            standing = await standing_with(view, thinker, person)
            if not may_hear(secret, person, standing, self.flags) and not (
                await _has_told(view, person, thinker.id, planted.word)
            ):
                return False
        return bool(hearers)


def is_public(secret: Secret, flags: Collection[str]) -> bool:
    """Say whether a secret waits for nothing but a flag, and that is set."""
    waits_for_more = bool(secret.to) or (secret.affinity, secret.trust) != (None, None)
    return secret.flag in flags and not waits_for_more


def may_hear(secret: Secret, who: Person, standing: Standing, flags: Collection[str]) -> bool:
    """Say whether a character meets every condition of a secret, and whether it has any."""
    wanted = (
        (not secret.to or who.id in secret.to or who.name in secret.to),
        (secret.affinity is None or standing.affinity >= secret.affinity),
        (secret.trust is None or standing.trust >= secret.trust),
        (not secret.flag or secret.flag in flags),
    )
    has_any = bool(secret.to or secret.flag) or (secret.affinity, secret.trust) != (None, None)
    return has_any and all(wanted)


def thinker_of(request: InformedRequest) -> str:
    """Return whose mind asks."""
    material = request.material
    if isinstance(material, ReplyInput):
        return material.character.id
    if isinstance(material, RatingInput):
        return material.name.lower()
    assert material is not None
    assert not isinstance(material, GroupAct)
    return str(material.situation.character.id)


def hearers_of(request: InformedRequest, *, is_private: bool) -> tuple[Person, ...]:
    """Return everybody who hears the answer; of a thought nobody does."""
    material = request.material
    if isinstance(material, ReplyInput):
        return (material.partner,) if is_private else (material.partner, *material.company)
    if isinstance(material, ConverseInput):
        return tuple(dict.fromkeys((material.partner, *material.situation.company)))
    return ()


async def _has_told(view: View, who: Person, thinker: str, word: str) -> bool:
    """Say whether a character has itself said the word of a secret to who thinks now."""
    if who.is_player:
        return False
    heard = await view.tail(thinker, (RecordKind.UTTERANCE,), _ALL)
    return any(
        word in record.text
        and isinstance(record.body, Remembered)
        and record.body.told_by == who.id
        for record in heard
    )
