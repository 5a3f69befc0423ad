"""A morning that brings about the thought a test breaks into."""

from npcserver.model.purpose import Purpose
from tests.fakes.village import ADA, BEN, GREEN, HALL, Village, at

DAYS = dict.fromkeys((ADA, BEN), (("06:00", "getting up", HALL), ("09:00", "a walk", GREEN)))
THOUGHTS = (Purpose.PLAN, Purpose.REFLECT, Purpose.CONVERSE)
_FLOOD = [f"the brook rose by {number} feet, and the mayor ran" for number in range(6)]


async def bring_about(brook: Village, purpose: Purpose) -> None:
    """Let something happen that the purpose is thought for; nobody thinks of it yet."""
    if purpose is Purpose.PLAN:
        await brook.game.tick(at("06:30"))
    elif purpose is Purpose.REFLECT:
        await brook.live(at("06:30"), minutes=30)
        await brook.observe(*_FLOOD, who=ADA)
    else:
        await brook.live(at("08:30"), minutes=60)
        await brook.whisper("You want to be the mayor.", who=ADA)
        await brook.game.tick(at("09:00"))
