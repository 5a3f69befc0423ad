"""Asking the turns of a session again of the characters of today: which of their lines change.

Each turn is asked in its own recorded context: what was said before it is what was said then, even
where today's character would have said otherwise. So a line changes for what was written about the
character, and never because another line has changed.
"""

from collections.abc import AsyncGenerator
from dataclasses import dataclass, replace

from npcserver.app.replay.reperforming import Performed, Performer
from npcserver.app.replay.replaying import Replaying
from npcserver.app.replay.session_reader import SessionReader
from npcserver.app.replay.sessions import SessionView
from npcserver.app.replay.taken_turns import Taken
from npcserver.app.replay.todays import Today
from npcserver.app.speech.staging import Say
from npcserver.memory.profiles import Profile
from npcserver.memory.stream import MemoryStream
from npcserver.model.errors import Fault
from npcserver.model.memory import Recollection
from npcserver.model.purpose import Purpose
from npcserver.model.scene import Scene

_NOTHING = "\0"
"""The digest of no prompt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rehearsed:
    """A turn as it was, and as it is today; `problem` says why there is none today.

    `was_asked` says that a model was asked: the recorded answer belongs to another question.
    """

    then: Performed
    now: Performed | None = None
    was_asked: bool = False
    problem: str = ""

    @property
    def taken(self) -> Taken:
        """The turn in the log."""
        return self.then.taken


class Rehearsing:
    """Rehearses a session with today's content.

    `reads_prompts` is false for an actor that answers from the scene itself: to it the same prompt
    may be another question.
    """

    def __init__(
        self,
        then: Replaying,
        today: Today,
        performer: Performer,
        stream: MemoryStream,
        *,
        profile: Profile,
        recall: int,
        reads_prompts: bool,
    ) -> None:
        self._then = then
        self._today = today
        self._performer = performer
        self._stream = stream
        self._profile = profile
        self._recall = recall
        self._reads_prompts = reads_prompts

    async def rehearse(self, character: str = "") -> AsyncGenerator[Rehearsed, None]:
        """Yield the turns of all characters, or of one, in order.

        Raises a `Fault` of a turn that cannot even be taken as it was.
        """
        for taken in self._then.turns:
            if taken.receipt.purpose is not Purpose.REPLY:
                continue
            if character and taken.record.subject_id != character:
                continue
            then = await self._then.performed(taken)
            try:
                yield await self._now(taken, then)
            except Fault as fault:
                yield Rehearsed(then=then, problem=fault.message)

    async def _now(self, taken: Taken, then: Performed) -> Rehearsed:
        fresh = self._newcomers if self._today.fresh.get(taken.record.subject_id) else None
        _, turn = await self._performer.restage(taken, self._today.cast, fresh)
        digest = taken.receipt.prompt_digest or then.reply.prompt_digest
        is_same_scene = _written(turn.staged.scene) == _written(then.staged.scene)
        if is_same_scene:
            return Rehearsed(then=then, now=then)
        played = self._performer.model.played
        now = await self._performer.afresh(
            taken, turn, only_for=digest if self._reads_prompts else _NOTHING
        )
        was_asked = self._performer.model.played == played
        if not was_asked and taken.is_cut_off:
            return Rehearsed(then=then, now=then)  # the same words, cut off by the same hand
        return Rehearsed(then=then, now=now, was_asked=was_asked)

    async def _newcomers(
        self,
        reader: SessionReader,
        view: SessionView,
        say: Say,
        recalled: tuple[Recollection, ...],
    ) -> tuple[Recollection, ...]:
        """Put what is new where its words would bring it, among what was recalled."""
        fresh = self._today.fresh.get(say.character_id, frozenset())
        known = {one.memory.seq for one in recalled}
        found = await self._stream.recall(
            reader,
            view,
            self._today.cast.world.id,
            say.character_id,
            self._stream.words(say.text),
            self._recall,
            self._profile,
        )
        joined = list(recalled)
        for place, one in enumerate(found):
            if one.memory.seq in fresh and one.memory.seq not in known:
                joined.insert(min(place, len(joined)), one)
        return tuple(joined)


def _written(scene: Scene) -> Scene:
    """Return a scene without what only a server knows of its character."""
    plain = replace(scene.character, version=1, etag="", place_id=None, knows=())
    return replace(scene, character=plain)
