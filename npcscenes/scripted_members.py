"""Answers of members of a scene by a script, so that a scene can be tried without a model."""

from npcscenes.model.group_inputs import (
    ChooseInput,
    ChronicleInput,
    DigestInput,
    MemberInput,
    MemberUpdate,
    PartnerChoice,
    SpeakInput,
    SpokenLine,
    Standpoint,
    UpdateInput,
    Vote,
    VoteInput,
)
from npcserver.model.group.script import Stage

_STAGES = tuple(Stage)


def answer_member(
    question: MemberInput,
) -> PartnerChoice | SpokenLine | MemberUpdate | Vote | str:
    """Return an answer that can be used: the next member as a partner, a numbered line, a vote.

    A member votes for the first candidate. Nothing else changes in a round, and no words are made
    up, so the answers fit a scene in any language.
    """
    match question:
        case ChooseInput(standpoint=at):
            members = at.script.members
            partner = members[(members.index(at.script.member(at.member.id)) + 1) % len(members)]
            return PartnerChoice(partner=partner.id, say=_line(at, partner.name, 1))
        case SpeakInput(standpoint=at, partner=partner, chat_round=number, is_last=is_last):
            about = at.member if partner is None else partner
            return SpokenLine(say=_line(at, about.name, number), ends=is_last or number > 1)
        case UpdateInput(standpoint=at):
            return MemberUpdate(summary=_line(at, at.member.name, 1))
        case VoteInput(candidates=candidates, others=others):
            first = candidates[0].id
            return Vote(choice=first, choice_not_self=others[0].id if others else "", guess=first)
        case DigestInput(script=script) | ChronicleInput(script=script):
            return script.title


def _line(at: Standpoint, name: str, number: int) -> str:
    """Return a line that no member says twice: a name, and where it is said and by whom."""
    speaker = at.script.members.index(at.script.member(at.member.id))
    return f"{name} {at.round}{_STAGES.index(at.stage)}{number:02}{speaker:02}"
