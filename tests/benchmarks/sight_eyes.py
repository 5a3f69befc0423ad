"""With whose eyes a prompt of a group chat is looked at."""

from dataclasses import dataclass
from typing import Self

from npcscenes.model.group_inputs import (
    ChooseInput,
    ChronicleInput,
    DigestInput,
    MemberInput,
    SpeakInput,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Eyes:
    """Who looks at a prompt, and for what."""

    viewer: str
    name: str = ""
    knows_all: bool = False
    condenses: int = 0
    is_speaking: bool = False
    is_choosing: bool = False
    partner: str = ""
    talk: str = ""
    has_plan: bool = False
    chat_round: int = 0

    @classmethod
    def of(cls, act: MemberInput) -> Self:
        if isinstance(act, ChronicleInput):
            return cls(viewer="")
        if isinstance(act, DigestInput):
            return cls(viewer="", knows_all=True, condenses=act.round)
        at = act.standpoint
        speaking = act if isinstance(act, SpeakInput) else None
        partner = speaking.partner if speaking else None
        lines = speaking.lines if speaking else ()
        began = next((one.talk for one in lines if one.talk), "")
        return cls(
            viewer=at.member.id,
            name=at.member.name,
            knows_all=at.knows_all,
            is_speaking=speaking is not None,
            is_choosing=isinstance(act, ChooseInput),
            partner=partner.id if partner else "",
            talk=began,
            has_plan=partner is not None and began == at.member.id,
            chat_round=speaking.chat_round if speaking else 0,
        )
