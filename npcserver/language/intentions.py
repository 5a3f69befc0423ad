"""What an author writes of a character's intentions that others are meant to hear of.

Data: `intentions.toml`. A sentence is news if it tells of something public (a feast, a candidacy,
an invitation) or names a time to come, and nothing in it is to be kept from others.
"""

from datetime import datetime

from npcserver.language import pattern
from npcserver.language.deadlines import day_to_come
from npcserver.language.past_times import date_to_come
from npcserver.language.sentences import sentences

_ANNOUNCED = pattern("intentions", "announced")
_TO_COME = pattern("intentions", "to_come")
_AGAIN = pattern("intentions", "again")
_KEPT_BACK = pattern("intentions", "kept_back")


def announced(text: str, written: datetime, now: datetime) -> tuple[str, ...]:
    """Return the sentences of an authored text that are news at `now`.

    Times are read as seen from when it was `written` (game time); what is over is no news.
    """
    return tuple(one for one in sentences(text) if _is_announced(one, written, now))


def _is_announced(sentence: str, written: datetime, now: datetime) -> bool:
    if _KEPT_BACK.search(sentence):
        return False
    over = date_to_come(sentence, written)
    if over is None and not _AGAIN.search(sentence):
        over = day_to_come(sentence, written)
    if over is not None:
        return now < over
    return bool(_ANNOUNCED.search(sentence) or _TO_COME.search(sentence))
