"""A chat: a player, the partner, and the screen it is shown on."""

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace

from npcclient.admin.v1.persona_service_pb2 import Character
from npcclient.chat import listening, opening
from npcclient.chat.screen import Screen
from npcclient.chat.speaking import Speaking
from npcclient.chat.talk import Talk, place_name
from npcclient.circles import CircleTalk
from npcclient.client import NpcClient
from npcclient.turn import Turn
from npcclient.v1.affordance_pb2 import Affordance, Entity
from npcclient.v1.memory_pb2 import Memory


class Chat:
    """One player's talk with the characters of a world.

    `affordances` and `entities` are declared with every turn. `changed` is called with each new
    state, so that a caller can store it and continue from it later. `shown` are the memories that
    were listed last, which commands name by their numbers from 1. `has_model` says that a language
    model may answer, so that costs are worth showing.
    """

    def __init__(
        self,
        npc: NpcClient,
        screen: Screen,
        talk: Talk,
        *,
        affordances: Sequence[Affordance] = (),
        entities: Sequence[Entity] = (),
        changed: Callable[[Talk], None] = lambda _: None,
        has_model: bool = True,
    ) -> None:
        self.npc = npc
        self.screen = screen
        self.has_model = has_model
        self.shown: tuple[Memory, ...] = ()
        self._talk = talk
        self._affordances = tuple(affordances)
        self._entities = tuple(entities)
        self._changed = changed
        self._turn: Turn | CircleTalk | None = None

    @property
    def talk(self) -> Talk:
        """The state of the talk; setting it calls `changed`."""
        return self._talk

    @talk.setter
    def talk(self, talk: Talk) -> None:
        self._talk = talk
        self._changed(talk)

    @property
    def is_speaking(self) -> bool:
        """Whether a character is answering."""
        return self._turn is not None

    def interrupt(self) -> None:
        """Cut off the character who is speaking; may be called from a signal handler."""
        if self._turn is not None:
            self._turn.interrupt_soon()

    async def say(self, text: str) -> None:
        """Say something, in a circle to all members, and show the answer. Raises an `NpcError`."""
        if self._talk.circle_id:
            await self.say_in_circle(text)
            return
        if self._talk.is_apart:
            await self._go_along()
        talk = self._talk
        self._turn = self.npc.play.say(
            talk.timeline_id,
            talk.partner,
            text,
            speaker=talk.player,
            affordances=self._affordances,
            entities=self._entities,
            deltas=True,
        )
        await self._listen(Speaking(self.screen, talk.partner_name).show(self._turn))

    async def _go_along(self) -> None:
        """Follow the partner, who has moved to another place, and tell the player so."""
        self.talk = await opening.arrive(self.npc, self._talk)
        there = place_name(self._talk, self._talk.place_id)
        self.screen.note(f"You go along with {self._talk.partner_name}: {there}.")

    async def say_in_circle(self, text: str, to: Sequence[Character] = ()) -> None:
        """Say something in the circle, or whisper to some members, and show what follows.

        Without words the characters go on among themselves. Raises an `NpcError`.
        """
        talk = self._talk
        self._turn = self.npc.circles.say(
            talk.timeline_id,
            talk.circle_id,
            text,
            who=talk.player,
            to=to,
            whisper=bool(to),
            affordances=self._affordances,
            entities=self._entities,
            deltas=True,
        )
        await self._listen(listening.show(self.screen, talk, self._turn))

    async def _listen(self, showing: Coroutine[None, None, None]) -> None:
        try:
            await showing
        finally:
            if self._turn is not None and self._turn.turn_id:
                self.talk = replace(self._talk, last_turn_id=self._turn.turn_id)
            self._turn = None
