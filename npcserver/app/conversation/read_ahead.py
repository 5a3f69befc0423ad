"""Prefills the prompt cache of a local model, before the words to answer arrive.

A prompt's beginning is read when the game reports who is in view, opens a circle, or speaks for
the first time. Nothing waits for it, and a player's turn ends it; what was read by then stays in
the model's cache.
"""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import aclosing
from dataclasses import dataclass, replace

import structlog
from cachetools import LRUCache

from npcserver.app.background_work import Foreground
from npcserver.app.context.mindset import body_of
from npcserver.app.conversation.earlier_turns import TALK_LASTS
from npcserver.app.conversation.turn_context import ContextLoader
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.perception.tiers import load_attention_tiers
from npcserver.app.thoughts.budgets import Budgets
from npcserver.mind.reply import ReplyTuning, reading
from npcserver.model.character import Attention, Person
from npcserver.model.circle import Circle, CircleStandpoint
from npcserver.model.errors import Fault, ModelSuperseded
from npcserver.model.ids import CharacterId, TimelineId, TurnId
from npcserver.model.model_use import Budget, Purpose
from npcserver.model.record import Record, RecordKind, TurnTaken
from npcserver.ports.clock import Clock
from npcserver.ports.language_model import Finished, LanguageModel, Request
from npcserver.ports.storage import Reader, Store
from npcserver.ports.view import View
from npcserver.prompts.render import Templates

_WISHES = 64  # queued requests; the oldest are dropped
_TRIES = 3  # how often a request superseded by a player is queued again
_QUIET_SECONDS = 5.0  # longest wait for the game to be quiet
_HELD_SECONDS = 60.0  # so long after reading, with no turn since, a prompt counts as cached
_NOBODY = Person(id="", name="", is_player=True)
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wish:
    """A request to read for one character, or for those in view where `character_id` is empty.

    In a `circle` it may be asked to speak before all others there.
    """

    timeline_id: TimelineId
    character_id: CharacterId
    speaker: Person | None = None
    circle: Circle | None = None
    tries: int = 0


class ReadAhead:
    """Queues what to read, only the newest request of a character, and reads one after the other.

    `tuning` is that of replies, `holds` how many prompts the model's server caches: where that is
    one, nothing is read for others during a talk, since it would evict that talk. `outages` counts
    how often that server was unreachable.
    """

    def __init__(  # noqa: PLR0913 - what a prompt is made from, and who asks the model
        self,
        store: Store,
        loader: ContextLoader,
        model: LanguageModel,
        templates: Templates,
        budgets: Budgets,
        *,
        tuning: ReplyTuning,
        holds: int,
        clock: Clock,
        foreground: Foreground,
        outages: Callable[[], int] = lambda: 0,
    ) -> None:
        self._store = store
        self._loader = loader
        self._model = model
        self._templates = templates
        self._budgets = budgets
        self._tuning = tuning
        self._holds = holds
        self._clock = clock
        self._foreground = foreground
        self._outages = outages
        self._wishes: LRUCache[tuple[TimelineId, CharacterId], _Wish] = LRUCache(_WISHES)
        self._wished = asyncio.Event()
        self._known: LRUCache[tuple[TimelineId, str], None] = LRUCache(_WISHES)
        self._last_turn: tuple[TimelineId, CharacterId] | None = None
        self._turn_at = 0.0
        # of what was read last the digest of its request, and how many outages there had been
        self._read, self._read_at = ("", 0), 0.0

    def near(self, timeline_id: TimelineId, character_ids: Iterable[CharacterId]) -> None:
        """Read for characters that have come into view; returns at once."""
        for character_id in list(character_ids)[: self._holds]:
            self._wish(_Wish(timeline_id=timeline_id, character_id=character_id))

    def gathered(self, timeline_id: TimelineId, circle: Circle, joined_id: str = "") -> None:
        """Read for the characters of a circle; returns at once.

        For `joined_id` alone where that is a character: the prompts of the others stay the same up
        to the list of members.
        """
        if len(circle.members) < 2:  # has broken up since, in a repeated call
            return
        minds = [CharacterId(one.id) for one in circle.members if not one.is_player]
        wanted = [mind for mind in minds if mind == joined_id] or minds
        for mind in wanted[: self._holds]:
            self._wish(_Wish(timeline_id=timeline_id, character_id=mind, circle=circle))

    def begins(self, timeline_id: TimelineId, character_id: CharacterId) -> None:
        """Drop what is queued for a character: its turn reads for itself."""
        self._wishes.pop((timeline_id, character_id), None)
        self._last_turn, self._turn_at = (timeline_id, character_id), self._clock.monotonic()
        self._read = ("", 0)

    def ends(self, timeline_id: TimelineId, character_id: CharacterId, speaker: Person) -> None:
        """Note who speaks: prompts read for others in view may name them from now on."""
        self._last_turn, self._turn_at = (timeline_id, character_id), self._clock.monotonic()
        name = (timeline_id, speaker.id)
        if name in self._known or not speaker.is_player:
            return
        self._known[name] = None
        if self._holds > 1:
            in_view = CharacterId("")
            self._wish(_Wish(timeline_id=timeline_id, character_id=in_view, speaker=speaker))

    async def run(self) -> None:
        """Read what is queued, until cancelled."""
        while True:
            while not self._wishes:
                self._wished.clear()
                await self._wished.wait()
            await self._foreground.lull(_QUIET_SECONDS)
            if self._wishes:
                _, wish = self._wishes.popitem()
                await self._fulfil(wish)

    def _wish(self, wish: _Wish) -> None:
        self._wishes[wish.timeline_id, wish.character_id] = wish
        self._wished.set()

    async def _fulfil(self, wish: _Wish) -> None:
        try:
            if wish.character_id:
                await self._read_for(wish)
            else:
                for character_id in await self._in_view(wish.timeline_id):
                    if self._talk() != (wish.timeline_id, character_id):
                        self._wish(replace(wish, character_id=character_id))
        except ModelSuperseded:
            key = (wish.timeline_id, wish.character_id)
            if wish.tries < _TRIES and key not in self._wishes:
                self._wish(replace(wish, tries=wish.tries + 1))
        except Fault as fault:  # nothing waits for it; a turn will report the fault
            self._read = ("", 0)
            _log.info("not_read_ahead", character=wish.character_id, error=fault)

    async def _read_for(self, wish: _Wish) -> None:
        if self._holds <= 1 and self._talk() not in {None, (wish.timeline_id, wish.character_id)}:
            return
        request, budget = await self._request(wish)
        is_lately = self._clock.monotonic() - self._read_at < _HELD_SECONDS
        if is_lately and self._read == (request.digest, self._outages()):
            return
        account = await self._budgets.reserve(
            wish.timeline_id, budget, Purpose.READ_AHEAD, max_tokens=request.max_tokens
        )
        if account is None:
            return
        usage = None
        try:
            async with aclosing(self._model.generate(request)) as answer:
                async for item in answer:
                    if isinstance(item, Finished):
                        usage = item.usage
        finally:
            await self._budgets.settle(account, 1, usage)
        self._read, self._read_at = (request.digest, self._outages()), self._clock.monotonic()

    async def _request(self, wish: _Wish) -> tuple[Request, Budget]:
        """Return what to read, as far as it is known by now, and the budget of its world."""
        async with self._store.read() as reader:
            view = await reader.head(wish.timeline_id)
            world = await reader.world(view.timeline.world_id)
            if wish.circle is None:
                say, goes_on = await _alone(reader, view, wish)
            else:
                say, goes_on = _among(wish, wish.circle, await _offered(view)), False
        loaded = await self._loader.load(say, TurnId("ahead"))
        request = reading(
            loaded.scene,
            self._templates,
            self._tuning,
            knows_partner=say.speaker is not _NOBODY,
            goes_on=goes_on,
        )
        return request, world.budget

    async def _in_view(self, timeline_id: TimelineId) -> tuple[CharacterId, ...]:
        """Return those a player is likely to speak with: the last partners, then the foreground."""
        async with self._store.read() as reader:
            view = await reader.head(timeline_id)
            tiers = await load_attention_tiers(view)
            turns = await _turns_with_players(reader, view)
        near = [CharacterId(who) for who, tier in tiers.items() if tier is Attention.FOREGROUND]
        spoken_with = [record.character_id for record, _ in turns]
        return tuple(dict.fromkeys((*spoken_with, *near)))[: self._holds]

    def _talk(self) -> tuple[TimelineId, CharacterId] | None:
        """Return the timeline and character of a turn within `_HELD_SECONDS`, else None."""
        is_lately = self._clock.monotonic() - self._turn_at < _HELD_SECONDS
        return self._last_turn if is_lately else None


async def _alone(reader: Reader, view: View, wish: _Wish) -> tuple[SayToCharacter, bool]:
    """Return the words of a player such as may come next, and whether they go on with a talk."""
    speaker = wish.speaker or _NOBODY
    say = SayToCharacter(
        timeline_id=wish.timeline_id,
        character_id=wish.character_id,
        speaker=speaker,
        text=speaker.name or wish.character_id,  # the cue for recall
        affordances=None,
        entities=None,
    )
    turns = await _turns_with_players(reader, view)
    own = (one for one in turns if one[0].subject_id == wish.character_id)
    last = next(own, next(iter(turns), None))  # its own with a player, else that of any character
    if last is None:
        return say, False
    record, turn = last
    speaker = wish.speaker or Person(id=turn.speaker_id, name=turn.speaker_name)
    goes_on = (
        record.subject_id == wish.character_id
        and turn.speaker_id == speaker.id
        and abs(await view.game_time() - record.game_time) <= TALK_LASTS
    )
    return replace(
        say,
        speaker=speaker,
        text=turn.heard if goes_on and turn.heard else speaker.name,
        affordances=turn.affordances,
        entities=turn.entities,
        is_private=turn.is_private,
        loudness=turn.loudness,
    ), goes_on


def _among(wish: _Wish, circle: Circle, offered: TurnTaken | None) -> SayToCharacter:
    """Return an empty call to a character in a circle, such as may come next.

    The part that is read does not contain who speaks, nor why the character answers.
    """
    others = tuple(one for one in circle.members if one.id != wish.character_id)
    by_players = [one for one in others if one.is_player]
    return SayToCharacter(
        timeline_id=wish.timeline_id,
        character_id=wish.character_id,
        speaker=(by_players or others)[0],
        text="",
        affordances=None if offered is None else offered.affordances,
        entities=None if offered is None else offered.entities,
        circle=CircleStandpoint(circle_id=circle.id, others=others, hearers=others),
    )


async def _offered(view: View) -> TurnTaken | None:
    """Return the last turn of any character: the game is likely to offer the same again."""
    found = (await view.latest_by_subject(RecordKind.TURN)).values()
    last = max(found, key=lambda one: one.seq, default=None)
    return body_of(last, TurnTaken)


async def _turns_with_players(reader: Reader, view: View) -> list[tuple[Record, TurnTaken]]:
    """Return the last turn of each character, where it answered a player alone; newest first."""
    characters = {one.id for one in await reader.roster(view.timeline.world_id)}
    found = (await view.latest_by_subject(RecordKind.TURN)).values()
    turns = [(one, one.body) for one in found if isinstance(one.body, TurnTaken)]
    alone = [
        (record, turn)
        for record, turn in turns
        if turn.circle is None and turn.speaker_id not in characters
    ]
    return sorted(alone, key=lambda one: -one[0].seq)
