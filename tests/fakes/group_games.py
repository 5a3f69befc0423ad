"""Plays group chats to the end, one wave after the other, with answers from a function."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from npcserver.model.acting.answers import Answer, moves_of
from npcserver.model.acting.material import (
    Act,
    Choice,
    Choosing,
    Chronicling,
    Digesting,
    Revising,
    Revision,
    Speaking,
    Standpoint,
    Vote,
    Voting,
    Words,
)
from npcserver.model.acting.materials import material_of
from npcserver.model.feelings import Belief
from npcserver.model.group.chat import GroupChat
from npcserver.model.group.director import due, needs_thought
from npcserver.model.group.known import Known
from npcserver.model.group.moves import Move, Opened, Spoke, Wished
from npcserver.model.group.script import (
    Ballot,
    Camp,
    Candidate,
    Course,
    Knowledge,
    Member,
    Rank,
    Resource,
    Script,
    Stage,
)
from npcserver.model.group.tasks import Begin, CastVote, Conclude, Digest, Task
from npcserver.model.purpose import Purpose
from npcserver.model.thought import Thought, Verdict
from npcserver.model.turn import Usage

Answers = Callable[[Act], Answer | None]
"""Answers for who has something before it; None where the answer could not be read twice."""
Calls = Callable[[Act], int]
"""How many calls an answer took."""

CHAT = "chat-1"
FULL = Course()
"""Three rounds of all stages, three chat rounds each."""


def council(course: Course | None = None, **changes: object) -> Script:
    """Return three who want the mill, and two who back somebody; each owns something or nothing."""
    script = Script(
        id="council",
        title="The mill",
        premise="Somebody must run the mill.",
        camps=(Camp(id="old", aim="Keep it as it is."), Camp(id="new", aim="Build another.")),
        members=(
            principal("ada", camp="old"),
            principal("ben", camp="new"),
            principal("cyn", camp="new"),
            supporting("dov"),
            supporting("eve"),
        ),
        resources=(
            Resource(id="mill", name="The mill", owner="ada", impact=40),
            Resource(id="cart", name="A cart", owner="dov", impact=30),
            Resource(id="mule", name="A mule", owner="dov", impact=25),
            Resource(id="well", name="A well", owner="eve", impact=10),
            Resource(id="peace", name="Peace", topics=("peace",)),
        ),
        ballot=Ballot(question="Who is to run the mill?", candidates=runners("ada", "ben", "cyn")),
        course=course or Course(rounds=1, private_rounds=2, meeting_rounds=2, group_rounds=2),
    )
    return replace(script, **changes)  # type: ignore[arg-type]


def succession(most_calls: int) -> Script:
    """Make a game of the size of the largest story: nine members, five of them principals."""
    members = tuple(principal(f"p{n}") for n in range(5))
    members += tuple(supporting(f"s{n}") for n in range(4))
    return council(
        Course(most_calls=most_calls),
        members=members,
        resources=(),
        ballot=replace(council().ballot, candidates=runners("p0", "p1", "p2")),
    )


def principal(member_id: str, camp: str = "", beliefs: tuple[Belief, ...] = ()) -> Member:
    """Return somebody with an aim."""
    own = beliefs or (Belief(topic="mine", text="The mill should be mine.", score=60),)
    return Member(
        id=member_id,
        name=member_id.title(),
        rank=Rank.PRINCIPAL,
        camp=camp,
        goal="Get the mill.",
        beliefs=own,
    )


def supporting(member_id: str, camp: str = "", *, is_camp_fixed: bool = False) -> Member:
    """Return somebody who can back another."""
    return Member(
        id=member_id,
        name=member_id.title(),
        rank=Rank.SUPPORTING,
        camp=camp,
        is_camp_fixed=is_camp_fixed,
    )


def runners(*members: str) -> tuple[Candidate, ...]:
    """Return members who can be voted for, each under its own id."""
    return tuple(Candidate(id=one, name=one.title(), member=one) for one in members)


def opened(script: Script, seed: int = 0, wish: Wished | None = None) -> GroupChat:
    """Tell a group chat to go on to the very end, or as far as is wished."""
    moves = ((1, Opened(script=script, seed=seed)), (2, wish or Wished()))
    return GroupChat.of(CHAT, moves)


def once(material: Act) -> int:
    """Every answer is readable at once."""
    return 1


def moves_for(
    chat: GroupChat, task: Task, answers: Answers, calls: Calls = once
) -> tuple[Move, ...]:
    """Return what follows from one task."""
    if not needs_thought(chat, task):
        return moves_of(chat, task)
    material = material_of(chat, task)
    answer, count = answers(material), calls(material)
    if isinstance(material, Digesting) and not answer:
        return moves_of(chat, task, "")
    return moves_of(chat, task, answer, receipt(2 if answer is None else count, answer is not None))


def receipt(calls: int, is_answered: bool = True) -> Thought:  # noqa: FBT001, FBT002
    """Return a thought that took some calls."""
    verdict = Verdict.ANSWERED if calls == 1 else Verdict.REPAIRED
    return Thought(
        purpose=Purpose.SPEAK,
        vantage_seq=1,
        persona_version=1,
        calls=calls,
        verdict=verdict if is_answered else Verdict.DEFAULTED,
        usage=Usage(prompt_tokens=100 * calls, completion_tokens=10 * calls),
    )


def wave(chat: GroupChat, answers: Answers, calls: Calls = once) -> tuple[Move, ...]:
    """Return what follows from everything that is due, thought side by side."""
    return tuple(move for task in due(chat) for move in moves_for(chat, task, answers, calls))


def play(
    script: Script, answers: Answers | None = None, seed: int = 0, calls: Calls = once
) -> GroupChat:
    """Play a script to the end."""
    return play_on(opened(script, seed), answers, calls)


def play_on(chat: GroupChat, answers: Answers | None = None, calls: Calls = once) -> GroupChat:
    """Go on until nothing is due any more: closed, paused, or waiting for somebody."""
    answer = answers or talkative
    while moves := wave(chat, answer, calls):
        chat = chat.then(*moves)
    return chat


def talkative(material: Act) -> Answer | None:
    """Talk with the next in the script, never fall silent, change nothing, vote for the first."""
    match material:
        case Choosing():
            partner = _next(material)
            return Choice(partner=partner, strategy="charm", say=f"{_where(material)} hello")
        case Speaking():
            return Words(say=f"{_where(material)} line {material.chat_round}")
        case Revising():
            return Revision(summary=f"{_where(material)} summary")
        case Voting():
            first = material.candidates[0].id
            others = [one.id for one in material.others]
            return Vote(choice=first, choice_not_self=others[0] if others else "", guess=first)
        case Digesting():
            return ""  # all of it fits in a prompt
        case Chronicling():
            return "They talked."


def talking(partners: Mapping[str, str], opening: str = "hello") -> Answers:
    """Answer like `talkative`, but choose the partners that are named."""

    def answer(material: Act) -> Answer | None:
        if isinstance(material, Choosing):
            partner = partners.get(material.standpoint.member.id, "")
            return Choice(partner=partner, say=opening)
        return talkative(material)

    return answer


def until(chat: GroupChat, kind: type[Move], answers: Answers | None = None) -> GroupChat:
    """Play on until a move of a kind is due next."""
    answer = answers or talkative
    while not any(isinstance(move, kind) for move in wave(chat, answer)):
        chat = chat.then(*wave(chat, answer))
    return chat


def lines_of(chat: GroupChat, stage: Stage) -> list[Spoke]:
    """Return what was said in a stage, in all rounds."""
    return [move for _, move in chat.moves if isinstance(move, Spoke) and move.stage is stage]


def has(chat: GroupChat, member: str, knowledge: Knowledge = Knowledge.OWN) -> Act:
    """Return what is before a member for what is due next."""
    for task in due(chat):
        if isinstance(task, Begin | Digest | Conclude) or task.member != member:
            continue
        if not isinstance(task, CastVote) or task.knowledge is knowledge:
            return material_of(chat, task)
    raise LookupError(member)


def point_of(material: Act) -> Standpoint:
    """Return where somebody stands who acts."""
    assert not isinstance(material, Chronicling | Digesting)
    return material.standpoint


def texts(known: Sequence[Known]) -> list[str]:
    """Return the words among what is known."""
    return [one.text for one in known if isinstance(one, Spoke)]


def _next(material: Choosing) -> str:
    members = [one.id for one in material.standpoint.script.members]
    at = members.index(material.standpoint.member.id)
    return members[(at + 1) % len(members)]


def _where(material: Choosing | Speaking | Revising) -> str:
    point = material.standpoint
    return f"{point.member.id} {point.round} {point.stage}"


def shown(material: Act) -> str:
    """Everything that is before a member, as text, but for what is the same all through."""
    if isinstance(material, Chronicling | Digesting):
        return repr(replace(material, script=_NOTHING))
    bare: Standpoint = replace(material.standpoint, script=_NOTHING)
    return repr(replace(material, standpoint=bare))


_NOTHING = Script(
    id="", title="", premise="", members=(), ballot=Ballot(question="", candidates=())
)
