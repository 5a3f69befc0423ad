"""Influence of members, whom they back, and the order in which they speak.

Everything is summed from the beginning each time, so no value overwrites an earlier one.
"""

import random
from collections.abc import Mapping

from npcserver.model.group.script import SUPPORT, Rank, Script, Stage


def backed(script: Script, member_id: str, relations: Mapping[str, int]) -> str:
    """Return the principal that a supporting member backs, or empty.

    `relations` are the member's own. It backs the principal with the best relation of at least
    `SUPPORT`, of equals the first in the script. Principals back no one.
    """
    if script.member(member_id).rank is Rank.PRINCIPAL:
        return ""
    best, most = "", SUPPORT - 1
    for principal in script.principals:
        score = relations.get(principal.id, 0)
        if score > most:
            best, most = principal.id, score
    return best


def influence(script: Script, backs: Mapping[str, str]) -> dict[str, int]:
    """Return the influence of each member, in the order of the script.

    It is the impact of everything the member owns, plus, for a principal, that of its supporters.
    `backs` maps each member to the principal it backs, or to empty.
    """
    owned = {member.id: 0 for member in script.members}
    for resource in script.resources:
        if resource.owner in owned:
            owned[resource.owner] += resource.impact
    total = dict(owned)
    for member_id, principal_id in backs.items():
        if principal_id in total:
            total[principal_id] += owned[member_id]
    return total


def turn_order(weights: Mapping[str, int], seed: int, round_: int, stage: Stage) -> tuple[str, ...]:
    """Return members by influence, greatest first, and in random order where it is equal."""
    members = list(weights)
    chance = random.Random(f"{seed}/{round_}/{stage}")  # noqa: S311 - a game is repeatable by seed
    chance.shuffle(members)
    return tuple(sorted(members, key=lambda one: -weights[one]))
