"""Who counts for how much in a group chat, whom they back, and in what order they speak.

Everything is summed from the start each time, so nothing given later overwrites what was there.
"""

import random
from collections.abc import Mapping

from npcserver.model.group.script import SUPPORT, Rank, Script, Stage


def backed(script: Script, member_id: str, relations: Mapping[str, int]) -> str:
    """Return the principal whom a supporting member backs; empty for nobody.

    `relations` are the member's own. It backs whom it stands to best, at `SUPPORT` or more, and of
    several the first in the script. Principals back nobody: they have aims of their own.
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
    """Return what each member counts for, in the order of the script.

    That is the impact of everything it owns and, of a principal, what its supporters count for.
    `backs` are principals by the member who backs them.
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
    """Return members by influence, greatest first, and by chance where it is equal."""
    members = list(weights)
    chance = random.Random(f"{seed}/{round_}/{stage}")  # noqa: S311 - a game is repeatable by seed
    chance.shuffle(members)
    return tuple(sorted(members, key=lambda one: -weights[one]))
