"""How much of what a voter knows it is shown, in a scene of eight members with long lines.

Eight members, three of them principals, talk for three rounds of three chat rounds each, in lines
of about 150 characters that are all different. Every vote is looked at: of the characters of all
lines that the voter knows, `whole` is the share of lines that stand in its prompt as they were
said, `in_part` that of cut lines, as far as they are shown, and `in_short` that of lines for which
a digest of their round, or the voter's own note of it, stands there instead. `shown` is the sum.
"""

import json
import random
from dataclasses import dataclass, field

from npcbench.scripted_model import ScriptedLanguageModel
from npcscenes.model.chat import GroupChat
from npcscenes.model.group_inputs import (
    ChooseInput,
    ChronicleInput,
    DigestInput,
    MemberInput,
    SpeakInput,
    Standpoint,
    UpdateInput,
    VoteInput,
)
from npcserver.model.feelings import Belief
from npcserver.model.group.moves import Digested, LineSpoken, Updated
from npcserver.model.group.script import (
    Ballot,
    Candidate,
    Course,
    Knowledge,
    Member,
    Rank,
    Resource,
    Script,
    WinRule,
)
from npcserver.ports.language_model import JSON, Request
from npcserver.prompts.render import Templates
from tests.benchmarks.performed import Performance
from tests.fakes.language_models import question_now

TOKENS = (8_192, 4_096, 2_048)
_NAMES = ("Orla", "Bertil", "Cass", "Dunya", "Emeka", "Fritz", "Greta", "Hamo")
_PRINCIPALS = 3
_CHARACTERS = 150
_NOTE = 330  # characters, about the hundred tokens that are kept
_WORDS = (
    *("apple", "bridge", "candle", "dagger", "engine", "forest", "garden", "hammer", "island"),
    *("jacket", "kitchen", "ladder", "mirror", "needle", "ocean", "pillow", "quarry", "river"),
    *("saddle", "temple", "umbrella", "valley", "window", "yellow", "anchor", "basket", "carpet"),
)
_STATIONS = ("air", "water", "hull", "seeds", "fuel", "law")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What of the lines that a voter knows stands in its prompt; shares of their characters."""

    lines: int
    whole: float
    in_part: float
    in_short: float

    @property
    def shown(self) -> float:
        """The share that is there in any form."""
        return self.whole + self.in_part + self.in_short


@dataclass(slots=True)
class Played:
    """A game: what each vote was shown, by what it was cast on, and how long prompts were."""

    tokens: int
    votes: dict[Knowledge, list[Shown]] = field(default_factory=dict)
    longest: int = 0
    calls: int = 0
    digests: int = 0


def council(rounds: int = 3, chat_rounds: int = 3) -> Script:
    """Return eight members of a station's council; every text is one of its own."""
    members = tuple(
        Member(
            id=name.casefold(),
            name=f"{name} {'Vale' if at % 2 else 'Strand'}",
            rank=Rank.PRINCIPAL if at < _PRINCIPALS else Rank.SUPPORTING,
            scratch=f"{name} is patient in talk, quick in deed, and counts what others forget.",
            goal=f"See that {name} runs the station, or whoever owes {name} most for it.",
            public=f"{name} has kept the {_STATIONS[at % len(_STATIONS)]} for nine years.",
            private=(
                f"{name} has sold a third of the {_STATIONS[at % len(_STATIONS)]} to the miners, "
                "and a book in the locker says to whom and for how much; it must not be found."
            ),
            beliefs=(Belief(topic="own", text=f"{name} should lead", score=60),),
        )
        for at, name in enumerate(_NAMES)
    )
    resources = tuple(
        Resource(
            id=station,
            name=station.title(),
            owner=members[at].id,
            impact=20 + 10 * at,
            topics=(f"who may use the {station}", f"what the {station} costs"),
            description=f"Without the {station} nobody lives here for a week.",
        )
        for at, station in enumerate(_STATIONS)
    )
    candidates = tuple(
        Candidate(id=one.id, name=one.name, member=one.id) for one in members[:_PRINCIPALS]
    )
    return Script(
        id="council",
        title="The council",
        premise=(
            "The supply ship is nine weeks late, and air, water and fuel will not last for all "
            "forty on the station. The council has one night to choose who commands from now on."
        ),
        members=members,
        resources=resources,
        ballot=Ballot(
            question="Who commands the station from now on?",
            candidates=candidates,
            win=WinRule.PLURALITY,
        ),
        course=Course(
            rounds=rounds,
            private_rounds=chat_rounds,
            meeting_rounds=chat_rounds,
            group_rounds=chat_rounds,
        ),
    )


class _Talker:
    """Answers at length, and looks at every vote."""

    def __init__(self, played: Played) -> None:
        self._played = played
        self._chance = random.Random(5)
        self._lines = 0

    def answer(self, request: Request) -> str:
        act: MemberInput = question_now()
        prompt = "\n".join(message.text for message in request.messages)
        self._played.longest = max(self._played.longest, len(prompt))
        if isinstance(act, VoteInput):
            shown = shown_of(act.standpoint, prompt)
            self._played.votes.setdefault(act.knowledge, []).append(shown)
        return json.dumps(self._parts(act))

    def _parts(self, act: MemberInput) -> dict[str, JSON]:
        match act:
            case ChooseInput():
                partner = self._chance.choice(act.partners)
                said: dict[str, JSON] = {"partner": partner.name, "strategy": "Be brief."}
                return {"situation": self._text("Sight", 80), **said, "say": self._line()}
            case SpeakInput():
                return {"say": self._line(), "ends": False}
            case UpdateInput():
                note, learnt = self._text("Note", _NOTE), self._text("Learnt", 60)
                return {"summary": note, "reflection": learnt, "relations": {}, "inferred": []}
            case VoteInput():
                choice = act.candidates[0].name
                vote: dict[str, JSON] = {"guess": choice, "vote": choice}
                return {**vote, "vote_not_self": act.candidates[-1].name, "statement": "Enough."}
            case DigestInput():
                return {"digest": self._text("Digest", 4 * _NOTE)}
            case ChronicleInput():
                return {"summary": "They talked, and then they voted."}

    def _line(self) -> str:
        return self._text("Said", _CHARACTERS)

    def _text(self, kind: str, length: int) -> str:
        """Return a text of about some characters; its first word stands nowhere else."""
        self._lines += 1
        text = f"{kind}{self._lines:04d}"
        while len(text) < length - 8:
            text += f" {self._chance.choice(_WORDS)}"
        return f"{text}."


def shown_of(at: Standpoint, prompt: str) -> Shown:
    """Return what of the lines that a voter knows stands in a prompt."""
    lines = [one for one in at.known if isinstance(one, LineSpoken)]
    told = _told(at, prompt)
    whole = in_part = in_short = 0
    for line in lines:
        if line.text in prompt:
            whole += len(line.text)
        elif line.round in told:
            in_short += len(line.text)
        else:
            in_part += _begun(line.text, prompt)
    total = sum(len(line.text) for line in lines) or 1
    return Shown(
        lines=len(lines), whole=whole / total, in_part=in_part / total, in_short=in_short / total
    )


def _told(at: Standpoint, prompt: str) -> set[int]:
    """Return the rounds of which a digest, or the voter's own note, stands in a prompt whole."""
    digests = {round_ for round_, text in at.digests if text and text in prompt}
    notes = [one for one in at.known if isinstance(one, Updated) and one.member == at.member.id]
    return digests | {one.round for one in notes if one.summary in prompt}


def _begun(text: str, prompt: str) -> int:
    """Return how many characters of the beginning of a line stand in a prompt."""
    words = text.split()
    if words[0] not in prompt:
        return 0
    rest = prompt[prompt.index(words[0]) :]
    return next((at for at, (a, b) in enumerate(zip(text, rest, strict=False)) if a != b), 0)


async def play(tokens: int, *, rounds: int = 3, chat_rounds: int = 3) -> Played:
    """Play the council with prompts of so many tokens."""
    played = Played(tokens=tokens)
    model = ScriptedLanguageModel(_Talker(played).answer, remembered=1)
    chat = await Performance(model, Templates(), tokens=tokens).play(council(rounds, chat_rounds))
    played.calls = chat.effort.calls
    played.digests = _digests(chat)
    return played


def _digests(chat: GroupChat) -> int:
    return sum(isinstance(move, Digested) and bool(move.text) for _, move in chat.moves)
