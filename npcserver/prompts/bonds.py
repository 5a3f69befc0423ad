"""How somebody stands to somebody, in words a prompt has for the numbers."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from npcserver.model.feelings import Standing
from npcserver.model.memory import Recollection
from npcserver.model.person import Person
from npcserver.prompts.situation import shown
from npcserver.prompts.spoken import name_of, neutralised

_VIEW = 40  # tokens
_ID = 64
_SHORTEST_NAME = 2  # letters of a first name by which nobody is known alone
_WARMTH = ((-50, "hostile"), (-10, "cool"), (10, "indifferent"), (60, "warm"))
_TRUST = ((20, "none"), (40, "little"), (61, "some"), (81, "much"))
_ACQUAINTANCE = ((1, "stranger"), (20, "seen"), (60, "known"))


@dataclass(frozen=True, slots=True, kw_only=True)
class BondView:
    """How one stands to somebody, as keys for templates.

    `warmth`: hostile, cool, indifferent, warm, devoted. `trust`: none, little, some, much, full.
    `acquaintance`: stranger, named (never met as far as is known, and yet known of), seen, known,
    close.
    """

    warmth: str
    trust: str
    acquaintance: str
    view: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherView:
    """Somebody who is there."""

    id: str
    name: str
    bond: BondView


def bond_view(standing: Standing | None, *, is_known_of: bool = False) -> BondView:
    """Return a standing in words; a stranger's for none.

    Whoever `is_known_of` (memories name them), or of whom there is a view or evidence, is no
    stranger.
    """
    standing = standing or Standing(other_id="")
    affinity, trust, familiarity = standing.affinity, standing.trust, standing.familiarity
    acquaintance = next((word for below, word in _ACQUAINTANCE if familiarity < below), "close")
    is_named = is_known_of or bool(standing.view or affinity or standing.evidence)
    if acquaintance == "stranger" and is_named:
        acquaintance = "named"
    return BondView(
        warmth=next((word for below, word in _WARMTH if affinity < below), "devoted"),
        trust=next((word for below, word in _TRUST if trust < below), "full"),
        acquaintance=acquaintance,
        view=shown(standing.view, _VIEW),
    )


def is_known_of(person: Person, recollections: Sequence[Recollection]) -> bool:
    """Say whether memories name somebody, or come from them or went to them."""
    name = person.name.casefold()
    first = name.split()[0] if name.split() else name
    return any(
        person.id in (body.told_by, body.told_to, *body.about)
        or name in (text := found.memory.text.casefold())
        or (len(first) > _SHORTEST_NAME and re.search(rf"\b{re.escape(first)}\b", text) is not None)
        for found in recollections
        if (body := found.memory.body)
    )


def other_view(
    person: Person, standing: Standing | None, *, is_known_of: bool = False
) -> OtherView:
    """Return somebody with how one stands to them."""
    return OtherView(
        id=neutralised(person.id, _ID),
        name=name_of(person.name),
        bond=bond_view(standing, is_known_of=is_known_of),
    )
