"""What becomes of a promise, in words: as whoever made it and whoever was given it remember it."""

from datetime import datetime

from npcserver.language import text, texts
from npcserver.language.deadlines import LAST_MINUTE
from npcserver.model.commitment import Commitment


def settled(promise: Commitment, mind: str, language: str, why: str = "") -> str:
    """Return how one of the two remembers what became of a promise; `why` is added as it is."""
    is_own = promise.by_id == mind
    key = f"{'own' if is_own else 'others'}_{promise.status}"
    told = text("promises", key, language).format(
        other=promise.to_name if is_own else promise.by_name,
        what=promise.what,
        when=_when(promise.due_at, language),
    )
    return text("promises", "because", language).format(told=told, why=why) if why.strip() else told


def time_passed(language: str) -> str:
    """Return why a promise is broken that the clock broke."""
    return text("promises", "time_passed", language)


def said_so(language: str) -> str:
    """Return why a promise is settled that talk settled."""
    return text("promises", "said_so", language)


def _when(due: datetime | None, language: str) -> str:
    if due is None:
        return ""
    is_of_a_day = (due.hour, due.minute) == LAST_MINUTE
    form = text("promises", "at_day" if is_of_a_day else "at_hour", language)
    day = texts("calendar", "weekdays_short", language)[due.weekday()]
    return form.format(day=day, hour=due)
