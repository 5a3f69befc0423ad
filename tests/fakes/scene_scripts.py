"""Scripts of group chats, played to the end with answers from a function."""

import random
import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from npcscenes.model.chat import GroupChat
from npcscenes.model.director import (
    CastVote,
    Conclude,
    Digest,
    Task,
    due,
    needs_thought,
)
from npcscenes.model.group_answers import Answer, moves_of
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
    build_input,
)
from npcscenes.model.visibility import Known, learnt, sightings
from npcserver.model.character import Person
from npcserver.model.feelings import Belief
from npcserver.model.group.moves import (
    AUDIENCE,
    AdvanceRequested,
    Began,
    Chose,
    Closed,
    Effort,
    GroupResult,
    LineSpoken,
    Move,
    Opened,
    Seated,
    Updated,
    Voted,
    VoteTally,
)
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
    Tie,
    VoteRule,
    WinRule,
)
from npcserver.model.model_use import Purpose
from npcserver.model.thought import AnswerStatus, Thought
from npcserver.model.turn import Usage

Answers = Callable[[MemberInput], Answer | None]
"""Answers for who has something before it; None where the answer could not be read twice."""
Calls = Callable[[MemberInput], int]
"""How many calls an answer took."""

CHAT = "chat-1"
FULL = Course()
"""Three rounds of all stages, three chat rounds each."""


def council_script(course: Course | None = None, **changes: object) -> Script:
    """Return three who want the mill, and two who back one; each owns something or nothing."""
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
        ballot=Ballot(
            question="Who is to run the mill?", candidates=vote_candidates("ada", "ben", "cyn")
        ),
        course=course or Course(rounds=1, private_rounds=2, meeting_rounds=2, group_rounds=2),
    )
    return replace(script, **changes)  # type: ignore[arg-type]


def succession_script(most_calls: int) -> Script:
    """Make a game of the size of the largest story: nine members, five of them principals."""
    members = tuple(principal(f"p{n}") for n in range(5))
    members += tuple(supporting(f"s{n}") for n in range(4))
    return council_script(
        Course(most_calls=most_calls),
        members=members,
        resources=(),
        ballot=replace(council_script().ballot, candidates=vote_candidates("p0", "p1", "p2")),
    )


def principal(member_id: str, camp: str = "", beliefs: tuple[Belief, ...] = ()) -> Member:
    """Return a character with an aim."""
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
    """Return a character who can back another."""
    return Member(
        id=member_id,
        name=member_id.title(),
        rank=Rank.SUPPORTING,
        camp=camp,
        is_camp_fixed=is_camp_fixed,
    )


def vote_candidates(*members: str) -> tuple[Candidate, ...]:
    """Return members who can be voted for, each under its own id."""
    return tuple(Candidate(id=one, name=one.title(), member=one) for one in members)


def opening_moves(
    script: Script, seed: int = 0, advance: AdvanceRequested | None = None
) -> GroupChat:
    """Tell a group chat to go on to the very end, or as far as is wished."""
    moves = ((1, Opened(script=script, seed=seed)), (2, advance or AdvanceRequested()))
    return GroupChat.of(CHAT, moves)


def first_try(material: MemberInput) -> int:
    """Every answer is readable at once."""
    return 1


def moves_for(
    chat: GroupChat, task: Task, answers: Answers, calls: Calls = first_try
) -> tuple[Move, ...]:
    """Return what follows from one task."""
    if not needs_thought(chat, task):
        return moves_of(chat, task)
    material = build_input(chat, task)
    answer, count = answers(material), calls(material)
    if isinstance(material, DigestInput) and not answer:
        return moves_of(chat, task, "")
    return moves_of(
        chat, task, answer, thought_receipt(2 if answer is None else count, answer is not None)
    )


def thought_receipt(calls: int, is_answered: bool = True) -> Thought:  # noqa: FBT001, FBT002
    """Return a thought that took some calls."""
    verdict = AnswerStatus.ANSWERED if calls == 1 else AnswerStatus.REPAIRED
    return Thought(
        purpose=Purpose.SPEAK,
        vantage_seq=1,
        persona_version=1,
        calls=calls,
        verdict=verdict if is_answered else AnswerStatus.DEFAULTED,
        usage=Usage(prompt_tokens=100 * calls, completion_tokens=10 * calls),
    )


def play_wave(chat: GroupChat, answers: Answers, calls: Calls = first_try) -> tuple[Move, ...]:
    """Return what follows from everything that is due, thought side by side."""
    return tuple(move for task in due(chat) for move in moves_for(chat, task, answers, calls))


def known_to_all(chat: GroupChat) -> tuple[Known, ...]:
    """Return what the members know together, in the order in which it happened."""
    seen = sightings(chat)
    found: dict[tuple[int, str], Known] = {}
    for member in chat.script.members:
        found |= {(one.seq, type(one.what).__name__): one.what for one in learnt(seen, member.id)}
    return tuple(found[key] for key in sorted(found))


def play_script(
    script: Script, answers: Answers | None = None, seed: int = 0, calls: Calls = first_try
) -> GroupChat:
    """Play a script to the end."""
    return play_on(opening_moves(script, seed), answers, calls)


def play_on(chat: GroupChat, answers: Answers | None = None, calls: Calls = first_try) -> GroupChat:
    """Go on until nothing is due any more: closed, paused, or waiting for a character."""
    answer = answers or answer_talkatively
    while moves := play_wave(chat, answer, calls):
        chat = chat.then(*moves)
    return chat


def answer_talkatively(material: MemberInput) -> Answer | None:
    """Talk with the next in the script, never fall silent, change nothing, vote for the first."""
    match material:
        case ChooseInput():
            partner = _next(material)
            return PartnerChoice(partner=partner, strategy="charm", say=f"{_where(material)} hello")
        case SpeakInput():
            return SpokenLine(say=f"{_where(material)} line {material.chat_round}")
        case UpdateInput():
            return MemberUpdate(summary=f"{_where(material)} summary")
        case VoteInput():
            first = material.candidates[0].id
            others = [one.id for one in material.others]
            return Vote(choice=first, choice_not_self=others[0] if others else "", guess=first)
        case DigestInput():
            return ""  # all of it fits in a prompt
        case ChronicleInput():
            return "They talked."


def answer_with_partners(partners: Mapping[str, str], opening: str = "hello") -> Answers:
    """Answer like `answer_talkatively`, but choose the partners that are named."""

    def answer(material: MemberInput) -> Answer | None:
        if isinstance(material, ChooseInput):
            partner = partners.get(material.standpoint.member.id, "")
            return PartnerChoice(partner=partner, say=opening)
        return answer_talkatively(material)

    return answer


def play_until(chat: GroupChat, kind: type[Move], answers: Answers | None = None) -> GroupChat:
    """Play on until a move of a kind is due next."""
    answer = answers or answer_talkatively
    while not any(isinstance(move, kind) for move in play_wave(chat, answer)):
        chat = chat.then(*play_wave(chat, answer))
    return chat


def lines_of(chat: GroupChat, stage: Stage) -> list[LineSpoken]:
    """Return what was said in a stage, in all rounds."""
    return [move for _, move in chat.moves if isinstance(move, LineSpoken) and move.stage is stage]


def material_for_next(
    chat: GroupChat, member: str, knowledge: Knowledge = Knowledge.OWN
) -> MemberInput:
    """Return what is before a member for what is due next."""
    for task in due(chat):
        if isinstance(task, Began | Digest | Conclude) or task.member != member:
            continue
        if not isinstance(task, CastVote) or task.knowledge is knowledge:
            return build_input(chat, task)
    raise LookupError(member)


def point_of(material: MemberInput) -> Standpoint:
    """Return where a character stands who acts."""
    assert not isinstance(material, ChronicleInput | DigestInput)
    return material.standpoint


def known_texts(known: Sequence[Known]) -> list[str]:
    """Return the words among what is known."""
    return [one.text for one in known if isinstance(one, LineSpoken)]


def _next(material: ChooseInput) -> str:
    members = [one.id for one in material.standpoint.script.members]
    at = members.index(material.standpoint.member.id)
    return members[(at + 1) % len(members)]


def _where(material: ChooseInput | SpeakInput | UpdateInput) -> str:
    point = material.standpoint
    return f"{point.member.id} {point.round} {point.stage}"


def shown_text(material: MemberInput) -> str:
    """Return the input of a member as text, without the script and without names of classes."""
    if isinstance(material, ChronicleInput | DigestInput):
        return _without_classes(repr(replace(material, script=_NOTHING)))
    bare: Standpoint = replace(material.standpoint, script=_NOTHING)
    return _without_classes(repr(replace(material, standpoint=bare)))


def _without_classes(text: str) -> str:
    # chance is drawn from these texts, and must not change where a class is renamed
    return re.sub(r"\b[A-Z]\w*\(", "(", text)


_NOTHING = Script(
    id="", title="", premise="", members=(), ballot=Ballot(question="", candidates=())
)


def random_answers(seed: int = 0) -> Answers:
    """Answer at random, in bounds and out, with a seed and all that is before the member."""

    def answer(material: MemberInput) -> Answer | None:
        chance = random.Random(f"{seed}/{zlib.crc32(shown_text(material).encode())}")
        if chance.random() < 0.06:
            return None
        if isinstance(material, DigestInput):
            return ""
        if isinstance(material, ChronicleInput):
            return "Much happened."
        mark = f"<{chance.getrandbits(48):012x}>"  # no two lines are alike
        match material:
            case ChooseInput():
                return _choice(material, chance, mark)
            case SpeakInput():
                text = "" if chance.random() < 0.1 else f"{mark} by {material.standpoint.member.id}"
                return SpokenLine(
                    say=text,
                    ends=chance.random() < 0.2,
                    situation=f"situation {mark}",
                    reasons=f"why {mark}",
                )
            case UpdateInput():
                return _revision(material.standpoint, chance, mark)
            case VoteInput():
                return _vote(material, chance, mark)

    return answer


def _choice(material: ChooseInput, chance: random.Random, mark: str) -> PartnerChoice:
    partner = chance.choice([*(one.id for one in material.partners), "", "a stranger"])
    return PartnerChoice(
        partner=partner,
        situation=f"situation {mark}",
        strategy=f"strategy {mark}",
        topics=tuple(f"topic {n} {mark}" for n in range(chance.randrange(5))),
        say=chance.choice(("", f"{mark} by {material.standpoint.member.id}")),
    )


def _revision(point: Standpoint, chance: random.Random, mark: str) -> MemberUpdate:
    names = [*(one.id for one in point.script.members), "a stranger"]
    topics = [*(one.topic for one in point.beliefs), "weather"]
    return MemberUpdate(
        summary=f"summary {mark}",
        reflection=f"reflection {mark}",
        relations=tuple((chance.choice(names), chance.randint(-99, 99)) for _ in range(4)),
        inferred=tuple(
            (chance.choice(names), chance.choice(names), chance.randint(-50, 150)) for _ in range(2)
        ),
        beliefs=tuple((chance.choice(topics), chance.randint(-99, 99)) for _ in range(2)),
    )


def _vote(material: VoteInput, chance: random.Random, mark: str) -> Vote:
    known = [*(one.id for one in material.candidates), "a stranger", ""]
    return Vote(
        choice=chance.choice(known),
        choice_not_self=chance.choice(known),
        guess=chance.choice(known),
        statement=f"last {mark}",
        reasons=f"why {mark}",
    )


def every_third_repaired(material: MemberInput) -> int:
    """Every third answer must be repaired."""
    return 2 if zlib.crc32(shown_text(material).encode()) % 3 == 0 else 1


def random_script(seed: int) -> Script:
    """Make a script at random: of two to seven members, and any course."""
    chance = random.Random(seed)
    members = tuple(_member(f"m{n}", n, chance) for n in range(chance.randint(2, 7)))
    names = [one.id for one in members]
    candidates = (
        *vote_candidates(*chance.sample(names, chance.randint(0, len(names)))),
        Candidate(id="sell", name="Selling"),
    )
    return Script(
        id=f"scene-{seed}",
        title="A scene",
        premise="Something must be decided.",
        camps=(Camp(id="old", aim="Keep it."), Camp(id="new", aim="Change it.")),
        members=members,
        resources=tuple(
            Resource(id=f"r{n}", name=f"R{n}", owner=chance.choice([*names, ""]), impact=10 * n)
            for n in range(chance.randrange(6))
        ),
        ties=tuple(_tie(names, chance) for _ in range(chance.randrange(8))),
        ballot=Ballot(
            question="What is to be done?",
            candidates=candidates,
            rules=tuple(one for one in VoteRule if chance.random() < 0.8),
            win=chance.choice(list(WinRule)),
            decider=chance.choice(names),
        ),
        course=_course(chance),
    )


def _member(member_id: str, place: int, chance: random.Random) -> Member:
    camp = chance.choice(("old", "new", ""))
    if place == 0 or chance.random() < 0.6:
        return principal(member_id, camp)
    return supporting(member_id, camp, is_camp_fixed=chance.random() < 0.3)


def _tie(names: list[str], chance: random.Random) -> Tie:
    of, to = chance.sample(names, 2)
    others = [one for one in names if one not in (of, to)]
    return Tie(
        of=of, to=to, score=chance.randint(0, 100), inferred_by=chance.choice([*others, "", "", ""])
    )


def _course(chance: random.Random) -> Course:
    stages = [one for one in Stage if one is not Stage.SETTLEMENT]
    chance.shuffle(stages)
    return Course(
        rounds=chance.randint(1, 3),
        stages=tuple(stages[chance.randrange(2) :]),
        private_rounds=chance.randint(0, 3),
        meeting_rounds=chance.randint(0, 3),
        group_rounds=chance.randint(0, 3),
        most_calls=chance.choice((0, 0, 1, 10, 40, 120)),
        has_memory=chance.random() < 0.9,
        has_summaries=chance.random() < 0.9,
    )


ANN, BEN, CID, DOT = "ann", "ben", "cid", "dot"
EVERYBODY = (ANN, BEN, CID, DOT)
PRIVATE, MEETING, GROUP = Stage.PRIVATE_CHAT, Stage.CONFIDENTIAL_MEETING, Stage.GROUP_CHAT


def mill_script(**changes: object) -> Script:
    """Ann and Ben both want the mill; Cid and Dot may back them."""
    known: dict[str, object] = {
        "id": "mill",
        "title": "Who gets the mill",
        "premise": "The miller is old, and two of his children want the mill.",
        "camps": (Camp(id="grind", aim="Keep the mill"), Camp(id="sell", aim="Sell it")),
        "members": (
            member(ANN, "Ann Miller", Rank.PRINCIPAL, "grind", 60),
            member(BEN, "Ben Miller", Rank.PRINCIPAL, "sell", 55),
            member(CID, "Cid", Rank.SUPPORTING, "", 50),
            member(DOT, "Dot", Rank.SUPPORTING, "", 40),
        ),
        "resources": (
            Resource(id="weir", name="The weir", owner=CID, impact=30),
            Resource(id="cart", name="The cart", owner=DOT, impact=20),
        ),
        "ties": (
            Tie(of=CID, to=ANN, score=35),
            Tie(of=CID, to=BEN, score=30),
            Tie(of=ANN, to=DOT, score=25, inferred_by=BEN),
        ),
        "ballot": Ballot(
            question="Who shall have the mill?",
            candidates=tuple(
                Candidate(id=one, name=f"{one.title()} Miller", member=one) for one in (ANN, BEN)
            ),
            win=WinRule.PLURALITY,
        ),
        "course": Course(rounds=2),
    }
    return Script(**{**known, **changes})  # type: ignore[arg-type]


def member(one_id: str, name: str, rank: Rank, camp: str, score: int) -> Member:
    belief = Belief(topic="keep", text="The mill must stay ours", score=score)
    return Member(id=one_id, name=name, rank=rank, camp=camp, beliefs=(belief,))


def thought_move(purpose: Purpose) -> Thought:
    return Thought(purpose=purpose, vantage_seq=1, persona_version=0, model="small:1", calls=1)


def began_move(round_: int, stage: Stage) -> Began:
    return Began(round=round_, stage=stage, order=EVERYBODY)


def spoke_move(
    round_: int, stage: Stage, chat_round: int, who: str, text: str, **more: object
) -> LineSpoken:
    return LineSpoken(
        round=round_,
        stage=stage,
        chat_round=chat_round,
        member=who,
        text=text,
        **more,  # type: ignore[arg-type]
    )


def chose_move(round_: int, stage: Stage, who: str, partner: str, text: str) -> Chose:
    return Chose(
        round=round_,
        stage=stage,
        member=who,
        partner=partner,
        strategy="Be kind",
        topics=("the weir",),
        opening=text,
        made_from=thought_move(Purpose.CHOOSE),
    )


def talk_moves(round_: int, stage: Stage, who: str, partner: str, *texts: str) -> tuple[Move, ...]:
    """Return a choice and the lines of the talk that follows, turn about."""
    lines = (
        spoke_move(
            round_,
            stage,
            at // 2 + 1,
            (who, partner)[at % 2],
            text,
            talk=who,
            to=(partner, who)[at % 2],
        )
        for at, text in enumerate(texts)
    )
    return chose_move(round_, stage, who, partner, texts[0]), *lines


FIRST_ROUND: tuple[Move, ...] = (
    began_move(1, PRIVATE),
    *talk_moves(1, PRIVATE, ANN, CID, "Cid, lend me the weir.", "Gladly, Ann."),
    chose_move(1, PRIVATE, BEN, "", ""),
    began_move(1, MEETING),
    *talk_moves(1, MEETING, BEN, DOT, "Dot, your cart would help.", "What is in it for me?"),
    *talk_moves(1, MEETING, ANN, DOT, "Ride with me.", "Perhaps."),
    began_move(1, GROUP),
    spoke_move(1, GROUP, 1, ANN, "The mill has fed this town for a hundred years."),
    spoke_move(1, GROUP, 1, BEN, "And it has been losing money for ten of them.", to=ANN),
    spoke_move(1, GROUP, 1, CID, ""),
    spoke_move(1, GROUP, 1, AUDIENCE, "Hear, hear!", person=Person(id="p1", name="Pat")),
    began_move(1, Stage.UPDATE),
    Updated(
        round=1,
        member=CID,
        summary="Ann asked for the weir.",
        reflection="I like Ann more.",
        relations=((ANN, 8), (BEN, -4)),
        made_from=thought_move(Purpose.UPDATE),
    ),
    Updated(round=1, member=BEN, beliefs=(("keep", -10),), inferred=((CID, ANN, 60),)),
    Updated(round=1, member=DOT, relations=((BEN, 10),)),
)
SECOND_ROUND: tuple[Move, ...] = (
    began_move(2, PRIVATE),
    *talk_moves(2, PRIVATE, BEN, CID, "Come over to me.", "I have given my word."),
    began_move(2, GROUP),
    spoke_move(2, GROUP, 1, DOT, "Ben keeps his books in order; I ride with him."),
    began_move(2, Stage.UPDATE),
    Updated(round=2, member=DOT, relations=((BEN, 10),)),
)


def voted_move(who: str, choice: str, **more: object) -> Voted:
    return Voted(member=who, knowledge=Knowledge.OWN, choice=choice, **more)  # type: ignore[arg-type]


CAST: tuple[Move, ...] = (
    began_move(2, Stage.SETTLEMENT),
    voted_move(
        ANN, ANN, choice_not_self=BEN, guess=ANN, statement="I shall keep the wheel turning."
    ),
    voted_move(BEN, BEN, choice_not_self=ANN, guess=BEN),
    voted_move(CID, ANN, choice_not_self=ANN),
)
CLOSED = Closed(
    is_settled=True,
    result=GroupResult(
        winners=(ANN,),
        camp="grind",
        because="Ann Miller has the most votes: 2 of 3.",
        tallies=(
            VoteTally(
                rule=VoteRule.OWN,
                votes=((ANN, ANN), (BEN, BEN), (CID, ANN)),
                counts=((ANN, 2), (BEN, 1)),
            ),
            VoteTally(
                rule=VoteRule.OWN_NOT_SELF,
                votes=((ANN, BEN), (BEN, ANN), (CID, ANN)),
                counts=((ANN, 2), (BEN, 1)),
            ),
        ),
        summary="The miller's children fell out, and Ann kept the mill.",
        effort=Effort(calls=6),
    ),
    made_from=thought_move(Purpose.CHRONICLE),
)


def mill_chat(*moves: Move, **changes: object) -> GroupChat:
    """Return a chat of these moves after its opening; `changes` are to the script."""
    opened = Opened(script=mill_script(**changes), seed=7)
    return GroupChat.of("grp-1", enumerate((opened, *moves), start=1))


def settled_chat(**changes: object) -> GroupChat:
    """Return the whole of it."""
    seat = Seated(member=DOT, person=Person(id="p2", name="Robin"))
    return mill_chat(*FIRST_ROUND, seat, *SECOND_ROUND, *CAST, CLOSED, **changes)
