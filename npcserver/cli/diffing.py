"""`npcserver diff`: how characters and objects differ between two moments of play."""

import sys
from dataclasses import dataclass

from npcclient.chat import diff_views
from npcclient.chat.names import matching
from rich.console import Console

from npcserver import bootstrap
from npcserver.app.branches.diffing import MEMORIES, Diff, Moment
from npcserver.cli.moments import listed
from npcserver.cli.trouble import tell
from npcserver.cli.worlds import quietly_running
from npcserver.config import Settings
from npcserver.model.errors import Fault, InvalidInput, NotFound
from npcserver.model.ids import CharacterId, SaveId, TimelineId, WorldId
from npcserver.ports.rows import Resident
from npcserver.ports.storage import Reader
from npcserver.rpc import encode_diff

SAME, DIFFERS, TROUBLE = 0, 1, 2
"""Exit codes, the same as diff(1)."""
_SAVE = "sav_"
_ALL_PLACES = 100_000
_WIDE = 160


@dataclass(frozen=True, slots=True, kw_only=True)
class DiffWish:
    """What the command line asked for."""

    a: str
    b: str
    characters: tuple[str, ...] = ()
    memories: int = MEMORIES
    is_json: bool = False


async def diff(settings: Settings, wish: DiffWish) -> int:
    """Print the differences; return the exit code."""
    try:
        a, b = moment(wish.a), moment(wish.b)
        async with quietly_running(settings) as here:
            return await _shown(here, a, b, wish)
    except Fault as fault:
        tell(listed(fault))
        return TROUBLE
    except OSError as failure:
        tell(failure)
        return TROUBLE


async def _shown(here: bootstrap.Running, a: Moment, b: Moment, wish: DiffWish) -> int:
    async with here.store.read() as reader:
        world_id = await _world_of(reader, a)
        names = await _named(reader, a), await _named(reader, b)
        places = await reader.places(world_id, _ALL_PLACES)
        residents = await reader.roster(world_id)
    characters = tuple(_character(typed, residents) for typed in wish.characters)
    found = await here.services.diffing.diff(
        Diff(a=a, b=b, character_ids=characters, memories=wish.memories)
    )
    called: dict[str, str] = {place.id: place.name for place in places}
    if wish.is_json:
        sys.stdout.write(f"{encode_diff.as_json(found)}\n")
    else:
        console = Console(highlight=False, width=None if sys.stdout.isatty() else _WIDE)
        for part in diff_views.difference(encode_diff.difference(found), *names, called):
            console.print(part)
    return SAME if found.is_empty else DIFFERS


def moment(typed: str) -> Moment:
    """Read a moment: the id of a save or timeline, or `TIMELINE@SEQ`. Raises `InvalidInput`."""
    if typed.startswith(_SAVE):
        return Moment(save_id=SaveId(typed))
    name, at, seq = typed.partition("@")
    if not name or (at and not seq.isdecimal()):
        raise InvalidInput(
            typed or "A and B", "is no moment; name a save, a timeline, or TIMELINE@SEQ"
        )
    return Moment(timeline_id=TimelineId(name), seq=int(seq) if at else None)


async def _world_of(reader: Reader, of: Moment) -> WorldId:
    if of.save_id is not None:
        return (await reader.save(of.save_id)).world_id
    return (await reader.timeline(of.timeline_id or TimelineId(""))).world_id


async def _named(reader: Reader, of: Moment) -> str:
    """Return a moment's label for display, with its authored name if it has one."""
    if of.save_id is not None:
        name = (await reader.save(of.save_id)).name
        return f"{name} ({of.save_id})" if name else of.save_id
    timeline = await reader.timeline(of.timeline_id or TimelineId(""))
    seq = timeline.head if of.seq is None else of.seq
    position = f"{timeline.id}@{seq}"
    return f"{timeline.label} ({position})" if timeline.label else position


def _character(typed: str, residents: tuple[Resident, ...]) -> CharacterId:
    found = matching(typed, residents, lambda one: (one.name, one.id))
    if not found:
        raise NotFound(
            "character", typed, f"there are: {', '.join(one.name for one in residents) or 'none'}"
        )
    if len(found) > 1:
        listed = ", ".join(one.name for one in found)
        raise InvalidInput("--character", f"{typed!r} may be {listed}; say which")
    return found[0].id
