"""What keeps a crowd: the plans it follows, and whole minds that are extras again."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta

from npcserver.app.context.mindset import body_of
from npcserver.app.conversation.audience import circles_of
from npcserver.app.life.simulation import Effects
from npcserver.app.perception.presence import Presence
from npcserver.model.character import Attention
from npcserver.model.crowd import Crowd
from npcserver.model.record import Attended, Draft, RecordKind
from npcserver.ports.storage import Fence
from npcserver.ports.view import View

EXTRA_AFTER = timedelta(hours=6)
"""Game time after which one that was spoken to is an extra again: who comes back on the same visit
still meets a whole mind, and it has no day to plan with a model."""
_SPOKEN = (RecordKind.TURN, RecordKind.LINE, RecordKind.WHISPER, RecordKind.CONVERSATION)


async def keep_crowd(
    view: View, crowd: Crowd, present: Mapping[str, Presence], after: timedelta
) -> Effects:
    """Return the records that keep a crowd: the plans it follows now, and who is an extra again.

    One that was spoken to is one again when nobody has done so for the game time `after`, and it is
    in no circle; it stays where it is until the next block of its plan.
    """
    drafts = [Draft(RecordKind.CROWD, plan, key) for key, plan in crowd.missing_plans().items()]
    fences: list[Fence] = []
    for who, record in (await view.latest_by_subject(RecordKind.ATTENTION)).items():
        body = body_of(record, Attended)
        if body is None or body.habit is None or body.extra is not None or present[who].is_gone:
            continue
        if await circles_of(view, (who,)):
            continue
        spoken = await view.tail(who, _SPOKEN, 1)
        if crowd.now - max(one.game_time for one in (record, *spoken)) >= after:
            drafts += [
                Draft(RecordKind.ATTENTION, replace(body, attention=Attention.CROWD), who),
                Draft(RecordKind.PRESENCE, present[who].moved, who),
            ]
            fences.append(Fence(who, (RecordKind.ATTENTION, *_SPOKEN), view.vantage.seq))
    return Effects(drafts=tuple(drafts), fences=tuple(fences))
