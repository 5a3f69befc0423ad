"""Whether a deed is what was promised: a rule over words, no model."""

import re

from npcserver.model.commitment import Commitment
from npcserver.model.whereabouts import words_of

_KIN = tuple(
    frozenset(group.split())
    for group in (
        "give bring hand deliver fetch pass return carry get lend serve pour 给 带 拿 送 还 交 递",
        "pay repay settle give refund 付 还",
        "mend repair fix patch restore 修 补",
        "come meet visit go travel walk follow arrive wait be return move 来 去 见 等",
        "show guide lead take point 领 指",
        "tell say speak talk ask warn inform explain 说 告诉 讲",
        "open unlock 开",
        "make build craft brew bake cook forge 做 造 酿 煮",
        "help aid assist defend protect guard 帮 护",
        "kill slay attack fight defeat 杀 打",
        "sell trade buy swap 卖 买 换",
    )
)
"""Verbs that come to the same, as far as a promise goes."""


def is_kept_by(promise: Commitment, deed: str) -> bool:
    """Say whether a deed is what was promised: the same kind of thing, done with the same things.

    `deed` holds the name of the affordance, its arguments with the names of things, and what the
    game told. Not to do something is kept by no deed.
    """
    verb = promise.what.split(" ", 1)[0].casefold()
    if verb == "not" or verb.startswith("不"):
        return False
    done = words_of(deed)
    objects = words_of(promise.what) - words_of(f"{promise.by_name} {promise.to_name} {verb}")
    is_kin = _is_kin(verb, deed)
    if not promise.what.isascii():  # Chinese has no word that stands apart
        beside = _signs(frozenset((promise.by_name, promise.to_name, *frozenset().union(*_KIN))))
        things = _signs(words_of(promise.what)) - beside
        return is_kin and (not things or bool(things & _signs(done)))
    if not objects:
        return is_kin
    shared = len(objects & done)
    return shared * 2 >= len(objects) if is_kin else shared > 1 and shared == len(objects)


def _signs(words: frozenset[str]) -> frozenset[str]:
    return frozenset(sign for word in words for sign in word if not sign.isascii())


def _is_kin(verb: str, deed: str) -> bool:
    """Say whether a deed is done by the verb, or by one that comes to the same."""
    plain = deed.casefold().replace("_", " ")
    words = frozenset(re.findall(r"[a-z']+", plain))
    groups = [kin for kin in _KIN if verb in kin or any(sign in verb for sign in kin)]
    kin = frozenset({verb}).union(*groups)
    return bool(kin & words) or any(one in plain for one in kin if not one.isascii())
