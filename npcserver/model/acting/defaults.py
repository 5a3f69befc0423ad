"""Default acts of members for when no answer could be had; the result counts them."""

from collections.abc import Sequence

from npcserver.model.acting.material import (
    Choice,
    Choosing,
    Chronicling,
    Revising,
    Revision,
    Speaking,
    Standpoint,
    Vote,
    Voting,
    Words,
)
from npcserver.model.group.script import Candidate


def default_choice(material: Choosing) -> Choice:  # noqa: ARG001 - one manner for all
    """Return a choice of no partner."""
    return Choice()


def default_words(material: Speaking) -> Words:  # noqa: ARG001 - one manner for all
    """Return an empty line that ends the member's part."""
    return Words(ends=True)


def default_revision(material: Revising) -> Revision:  # noqa: ARG001 - one manner for all
    """Return a revision that changes and keeps nothing."""
    return Revision()


def default_vote(material: Voting) -> Vote:
    """Return a vote for oneself if possible, else for the best relation; without a guess.

    Abstains if the scene lets its members do so.
    """
    if material.standpoint.script.ballot.may_abstain:
        return Vote()
    own = [one.id for one in material.candidates if one.member == material.standpoint.member.id]
    other = _best(material.standpoint, material.others)
    return Vote(choice=own[0] if own else other, choice_not_self=other)


def default_chronicle(material: Chronicling) -> str:
    """Return the reason for the result as the summary."""
    return material.because


def _best(standpoint: Standpoint, candidates: Sequence[Candidate]) -> str:
    """Return the candidate to whom the voter's relation is best; of equals the first in the script.

    If no other member can be voted for, the candidate that the strongest belief names, else the
    first.
    """
    relations = dict(standpoint.relations)
    places = [one.id for one in standpoint.script.members]
    members = sorted(
        (one for one in candidates if one.member in relations),
        key=lambda one: (-relations[one.member], places.index(one.member)),
    )
    if members:
        return members[0].id
    for belief in sorted(standpoint.beliefs, key=lambda one: -one.score):
        said = f"{belief.topic} {belief.text}".casefold()
        for one in candidates:
            if one.id.casefold() in said or one.name.casefold() in said:
                return one.id
    return candidates[0].id if candidates else ""
