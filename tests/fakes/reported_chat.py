"""A short group chat written by hand: two rounds between four people about a mill."""

from npcserver.model.feelings import Belief
from npcserver.model.group.chat import GroupChat
from npcserver.model.group.moves import (
    AUDIENCE,
    Began,
    Chose,
    Closed,
    Move,
    Opened,
    Seated,
    Spoke,
    Updated,
    Voted,
)
from npcserver.model.group.result import Effort, Result, Tally
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
from npcserver.model.person import Person
from npcserver.model.purpose import Purpose
from npcserver.model.thought import Thought

ANN, BEN, CID, DOT = "ann", "ben", "cid", "dot"
EVERYBODY = (ANN, BEN, CID, DOT)
PRIVATE, MEETING, GROUP = Stage.PRIVATE_CHAT, Stage.CONFIDENTIAL_MEETING, Stage.GROUP_CHAT


def script(**changes: object) -> Script:
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


def thought(purpose: Purpose) -> Thought:
    return Thought(purpose=purpose, vantage_seq=1, persona_version=0, model="small:1", calls=1)


def began(round_: int, stage: Stage) -> Began:
    return Began(round=round_, stage=stage, order=EVERYBODY)


def spoke(round_: int, stage: Stage, chat_round: int, who: str, text: str, **more: object) -> Spoke:
    return Spoke(round=round_, stage=stage, chat_round=chat_round, member=who, text=text, **more)  # type: ignore[arg-type]


def chose(round_: int, stage: Stage, who: str, partner: str, text: str) -> Chose:
    return Chose(
        round=round_,
        stage=stage,
        member=who,
        partner=partner,
        strategy="Be kind",
        topics=("the weir",),
        opening=text,
        made_from=thought(Purpose.CHOOSE),
    )


def talk(round_: int, stage: Stage, who: str, partner: str, *texts: str) -> tuple[Move, ...]:
    """Return a choice and the lines of the talk that follows, turn about."""
    lines = (
        spoke(
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
    return chose(round_, stage, who, partner, texts[0]), *lines


FIRST_ROUND: tuple[Move, ...] = (
    began(1, PRIVATE),
    *talk(1, PRIVATE, ANN, CID, "Cid, lend me the weir.", "Gladly, Ann."),
    chose(1, PRIVATE, BEN, "", ""),
    began(1, MEETING),
    *talk(1, MEETING, BEN, DOT, "Dot, your cart would help.", "What is in it for me?"),
    *talk(1, MEETING, ANN, DOT, "Ride with me.", "Perhaps."),
    began(1, GROUP),
    spoke(1, GROUP, 1, ANN, "The mill has fed this town for a hundred years."),
    spoke(1, GROUP, 1, BEN, "And it has been losing money for ten of them.", to=ANN),
    spoke(1, GROUP, 1, CID, ""),
    spoke(1, GROUP, 1, AUDIENCE, "Hear, hear!", person=Person(id="p1", name="Pat")),
    began(1, Stage.UPDATE),
    Updated(
        round=1,
        member=CID,
        summary="Ann asked for the weir.",
        reflection="I like Ann more.",
        relations=((ANN, 8), (BEN, -4)),
        made_from=thought(Purpose.UPDATE),
    ),
    Updated(round=1, member=BEN, beliefs=(("keep", -10),), inferred=((CID, ANN, 60),)),
    Updated(round=1, member=DOT, relations=((BEN, 10),)),
)
SECOND_ROUND: tuple[Move, ...] = (
    began(2, PRIVATE),
    *talk(2, PRIVATE, BEN, CID, "Come over to me.", "I have given my word."),
    began(2, GROUP),
    spoke(2, GROUP, 1, DOT, "Ben keeps his books in order; I ride with him."),
    began(2, Stage.UPDATE),
    Updated(round=2, member=DOT, relations=((BEN, 10),)),
)


def voted(who: str, choice: str, **more: object) -> Voted:
    return Voted(member=who, knowledge=Knowledge.OWN, choice=choice, **more)  # type: ignore[arg-type]


CAST: tuple[Move, ...] = (
    began(2, Stage.SETTLEMENT),
    voted(ANN, ANN, choice_not_self=BEN, guess=ANN, statement="I shall keep the wheel turning."),
    voted(BEN, BEN, choice_not_self=ANN, guess=BEN),
    voted(CID, ANN, choice_not_self=ANN),
)
CLOSED = Closed(
    is_settled=True,
    result=Result(
        winners=(ANN,),
        camp="grind",
        because="Ann Miller has the most votes: 2 of 3.",
        tallies=(
            Tally(
                rule=VoteRule.OWN,
                votes=((ANN, ANN), (BEN, BEN), (CID, ANN)),
                counts=((ANN, 2), (BEN, 1)),
            ),
            Tally(
                rule=VoteRule.OWN_NOT_SELF,
                votes=((ANN, BEN), (BEN, ANN), (CID, ANN)),
                counts=((ANN, 2), (BEN, 1)),
            ),
        ),
        summary="The miller's children fell out, and Ann kept the mill.",
        effort=Effort(calls=6),
    ),
    made_from=thought(Purpose.CHRONICLE),
)


def chat(*moves: Move, **changes: object) -> GroupChat:
    """Return a chat of these moves after its opening; `changes` are to the script."""
    opened = Opened(script=script(**changes), seed=7)
    return GroupChat.of("grp-1", enumerate((opened, *moves), start=1))


def settled(**changes: object) -> GroupChat:
    """Return the whole of it."""
    seat = Seated(member=DOT, person=Person(id="p2", name="Robin"))
    return chat(*FIRST_ROUND, seat, *SECOND_ROUND, *CAST, CLOSED, **changes)
