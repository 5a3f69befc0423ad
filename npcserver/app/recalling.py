"""What comes to mind before somebody: what scores best, without what must not be spoken of."""

from collections.abc import Collection
from dataclasses import dataclass

from npcserver.app.discretion import Discretion, carried
from npcserver.memory.cue import Cue
from npcserver.memory.profiles import Profile
from npcserver.memory.stream import MemoryStream
from npcserver.model.ids import CharacterId, WorldId
from npcserver.model.memory import Recollection
from npcserver.model.record import RecordKind
from npcserver.model.secret import Secret
from npcserver.ports.storage import Reader
from npcserver.ports.view import View


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """What came to mind, best first, and what of it was kept back.

    `secrets` are carried by what came to mind: all who would hear may be told them.
    """

    recollections: tuple[Recollection, ...] = ()
    withheld: tuple[Recollection, ...] = ()

    @property
    def secrets(self) -> tuple[Secret, ...]:
        """The secrets that what came to mind carries."""
        return carried(self.recollections)


class Recalling:
    """Recalls for prompts. What the wire shows of a mind goes to the stream itself."""

    def __init__(self, stream: MemoryStream, profile: Profile) -> None:
        self._stream = stream
        self.profile = profile

    async def recall(  # noqa: PLR0913 - whose memory, seen from where, before whom
        self,
        reader: Reader,
        view: View,
        world_id: WorldId,
        character_id: CharacterId,
        cue: Cue,
        k: int,
        discretion: Discretion,
        *,
        kinds: Collection[RecordKind] = (),
    ) -> Recalled:
        """Return the best k memories that may be spoken of, and those that were in their way."""
        found = await self._stream.recall(
            reader, view, world_id, character_id, cue, k, self.profile, kinds=kinds
        )
        told, kept = discretion.sift(found)
        return Recalled(recollections=told, withheld=kept)
