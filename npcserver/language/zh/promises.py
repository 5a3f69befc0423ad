"""Promises in Chinese."""

import re
from collections.abc import Iterator

from npcserver.language import data
from npcserver.language.deadlines import without_time

_WILL = re.compile(
    r"我(?:向你|跟你)?(?:保证|发誓|答应你?|一定|肯定|会|就|来|要|将|这就|马上)+(?P<what>.+)"
    r"|我(?P<bare>(?:给|把|去|替|帮|带|送|还|陪|等).+)"
)
_IN_TIME = re.compile(r"在(?=[今明后天日中上下晚周星礼夜早黄傍半午])")
_NEGATED = re.compile(r"^不|不会|不想|没")
_NO_DEEDS = tuple(data("promises", "zh")["no_deeds"].split())


def deeds(sentence: str, *, is_solemn: bool) -> Iterator[str]:
    """Yield the one deed that a sentence promises, if it does."""
    if sentence.isascii():
        return
    plain = without_time(_IN_TIME.sub("", sentence)).replace(" ", "")
    found = _WILL.search(plain)
    if found is None:
        return
    what = (found["what"] or found["bare"]).strip("，,。！")
    what = re.split(r"[，,]", what)[0]
    if any(word in what for word in _NO_DEEDS) or what.endswith(("吗", "呢", "吧")):
        return
    if _NEGATED.match(what) and not is_solemn:
        return
    yield what


def named(what: str, by: str, to: str) -> str:
    """Return what `by` promised `to` with their names in place of pronouns."""
    return what.replace("你", to).replace("您", to).replace("我", by)
