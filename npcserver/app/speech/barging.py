"""Who is heard in a circle: the call that spoke last; what an earlier one still streams ends."""

import asyncio
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from npcserver.model.ids import TimelineId, TurnId

Name = tuple[TimelineId, str]


@dataclass(slots=True, eq=False)
class Hold:
    """One call's hold of a circle. `since` orders the calls: who spoke later holds it.

    `is_overtaken` once somebody else has spoken: what is being said then is finished, and no more
    follows. `is_over` is set when this call says nothing any more.
    """

    since: int
    speaker_id: str = ""
    turn_id: TurnId | None = None
    is_overtaken: bool = False
    is_cut_off: bool = False
    is_over: asyncio.Event = field(default_factory=asyncio.Event)
    earlier: "Hold | None" = None

    async def wait(self, seconds: float) -> bool:
        """Wait until an earlier call has finished what it was saying; say whether it has in time.

        A client that reads nothing keeps its own turn waiting, and must not keep others so.
        """
        if self.earlier is None:
            return True
        try:
            async with asyncio.timeout(seconds):
                await self.earlier.is_over.wait()
        except TimeoutError:
            return False
        return True


class Barging:
    """Knows, for each circle, the call that holds it."""

    def __init__(self, interrupt: Callable[[TurnId], bool]) -> None:
        self._interrupt = interrupt
        self._holds: dict[Name, Hold] = {}

    @contextmanager
    def held(
        self, name: Name, since: int, to_ids: Collection[str] = (), *, is_new: bool
    ) -> Iterator[Hold]:
        """Hold a circle; an earlier call is overtaken.

        Whoever is speaking in it is cut off where new words are for them (`to_ids`), by id.
        """
        hold = Hold(since)
        earlier = self._holds.get(name)
        if earlier is not None and earlier.since > since:
            hold.is_overtaken = True
        else:
            self._holds[name] = hold
            if earlier is not None:
                self._overtake(earlier, to_ids if is_new else ())
                hold.earlier = earlier
        try:
            yield hold
        finally:
            hold.is_over.set()
            hold.earlier = None
            if self._holds.get(name) is hold:
                del self._holds[name]

    def begun(self, hold: Hold, turn_id: TurnId) -> None:
        """Note which turn is being spoken; one that is unwanted by now is cut off at once."""
        hold.turn_id = turn_id
        if hold.is_cut_off:
            self._interrupt(turn_id)

    def cut_off(self, hold: Hold) -> None:
        """Interrupt what is being said, or is about to be."""
        hold.is_cut_off = True
        if hold.turn_id is not None:
            self._interrupt(hold.turn_id)

    def _overtake(self, earlier: Hold, to_ids: Collection[str]) -> None:
        earlier.is_overtaken = True
        if earlier.speaker_id and earlier.speaker_id in to_ids:
            self.cut_off(earlier)
