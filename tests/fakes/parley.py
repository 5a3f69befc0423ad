"""A small group chat, written by hand: who keeps the harbour light of Fenwick from now on."""

from npcserver.model.acting.material import (
    Choosing,
    Chronicling,
    Digesting,
    Revising,
    Speaking,
    Standpoint,
    Voting,
)
from npcserver.model.feelings import Belief
from npcserver.model.group.known import Known, Met
from npcserver.model.group.moves import AUDIENCE, Spoke, Updated
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
    WinRule,
)
from npcserver.model.ids import CharacterId
from npcserver.model.person import Person
from npcserver.model.record import Source
from tests.fakes.scenes import NOW, recollection

ADA = Member(
    id="ada",
    name="Ada Marsh",
    rank=Rank.PRINCIPAL,
    camp="keep",
    is_camp_fixed=True,
    scratch="Sixty, upright, slow to trust, quick to count.",
    goal="Hand the light to somebody who will not sell its oil.",
    public="Has kept the light for thirty years; her knees are giving out.",
    private="Once let a ship pass in the dark, and told nobody.",
    beliefs=(
        Belief(topic="sell-the-oil", text="The oil may be sold in summer", score=10),
        Belief(topic="bram-keeps-it", text="Bram Oake should keep the light", score=40),
        Belief(topic="duty", text="A light is a duty, not a living", score=90),
    ),
)
BRAM = Member(
    id="bram",
    name="Bram Oake",
    rank=Rank.PRINCIPAL,
    camp="change",
    scratch="Loud, generous with what is not his.",
    goal="Get the light, and the house that goes with it.",
    public="Fisherman without a boat since the storm.",
    private="Owes the chandler forty crowns.",
    beliefs=(Belief(topic="bram-keeps-it", text="I should keep the light", score=60),),
)
BRAMWELL = Member(
    id="bramwell",
    name="Bramwell Oakes",
    rank=Rank.PRINCIPAL,
    camp="change",
    scratch="Young, exact, cold.",
    goal="Bring an electric lamp, and be the one who runs it.",
    public="Surveyor from the city.",
)
DORA = Member(
    id="dora",
    name="Dora Lind",
    rank=Rank.SUPPORTING,
    scratch="Laughs before she answers.",
    goal="Be paid for the oil she has delivered.",
    public="Chandler; sells rope and oil.",
    private="Would forgive a debt for a contract.",
    character_id=CharacterId("char_dora"),
)
SCRIPT = Script(
    id="light",
    title="The harbour light",
    premise="The keeper of the harbour light steps down, and the town has one evening to choose.",
    opening="The old keeper has laid the key on the table.",
    camps=(
        Camp(id="keep", aim="Leave the light as it is"),
        Camp(id="change", aim="Make something new of it"),
    ),
    members=(ADA, BRAM, BRAMWELL, DORA),
    resources=(
        Resource(
            id="key",
            name="The key",
            owner="ada",
            impact=30,
            topics=("the oath of the keepers",),
            description="Opens the lamp room.",
        ),
        Resource(id="oil", name="The oil", owner="dora", impact=20, topics=("debts", "prices")),
        Resource(id="power", name="Electricity", topics=("what is safe at sea",)),
    ),
    ballot=Ballot(
        question="Who keeps the light?",
        candidates=(
            Candidate(id="c-ada", name="Ada Marsh", camp="keep", member="ada"),
            Candidate(id="c-bram", name="Bram Oake", camp="change", member="bram"),
            Candidate(id="c-well", name="Bramwell Oakes", camp="change", member="bramwell"),
            Candidate(id="c-city", name="the city"),
        ),
        win=WinRule.DECIDER_OR_PLURALITY,
        decider="ada",
    ),
    course=Course(rounds=2),
)


def spoke(member: str, text: str, **changes: object) -> Spoke:
    known: dict[str, object] = {
        "round": 1,
        "stage": Stage.GROUP_CHAT,
        "chat_round": 1,
        "member": member,
        "text": text,
    }
    return Spoke(**{**known, **changes})  # type: ignore[arg-type]


def talk(chooser: str, partner: str, *texts: str, **changes: object) -> tuple[Spoke, ...]:
    """Return a talk of two, line by line, the chooser first."""
    sides = (chooser, partner)
    return tuple(
        spoke(
            sides[at % 2],
            text,
            **{
                "stage": Stage.PRIVATE_CHAT,
                "talk": chooser,
                "to": sides[(at + 1) % 2],
                "chat_round": at // 2 + 1,
                **changes,
            },
        )
        for at, text in enumerate(texts)
    )


KNOWN: tuple[Known, ...] = (
    *talk("ada", "dora", "What does Bram owe you?", "More than he has told you, dear."),
    *talk(
        "bramwell",
        "ada",
        "The lamp I bring needs no oil.",
        "And when the wire breaks?",
        stage=Stage.CONFIDENTIAL_MEETING,
    ),
    Met(round=1, stage=Stage.CONFIDENTIAL_MEETING, first="bramwell", second="ada"),
    Met(round=1, stage=Stage.CONFIDENTIAL_MEETING, first="bram", second="dora"),
    spoke("ada", "Whoever takes the key takes the oath with it."),
    spoke("bram", "I will swear whatever you like."),
    spoke("bramwell", ""),
    spoke(AUDIENCE, "Let Bram have it!", person=Person(id="p1", name="Odo")),
    Updated(
        round=1,
        member="ada",
        summary="Dora hinted that Bram is deep in debt. Bramwell has no answer to a broken wire.",
        reflection="Those who swear quickly have sworn before.",
        relations=(("bram", -4),),
    ),
)


def standpoint(**changes: object) -> Standpoint:
    """Return where Ada stands in the second round."""
    known: dict[str, object] = {
        "script": SCRIPT,
        "member": ADA,
        "round": 2,
        "stage": Stage.PRIVATE_CHAT,
        "known": KNOWN,
        "relations": (("bram", 6), ("bramwell", 14), ("dora", 22)),
        "inferred": (("bram", "dora", 35),),
        "beliefs": ADA.beliefs,
        "influence": (("ada", 30), ("bram", 20), ("bramwell", 0), ("dora", 20)),
        "seed": 3,
    }
    return Standpoint(**{**known, **changes})  # type: ignore[arg-type]


def choosing(**changes: object) -> Choosing:
    return Choosing(
        standpoint=standpoint(**changes), partners=(BRAM, BRAMWELL, DORA), chat_rounds=2
    )


def speaking(**changes: object) -> Speaking:
    """Return a talk of Ada with Bram in which he has just answered."""
    lines = talk("ada", "bram", "How much do you owe?", "Who has been talking?", round=2)
    known: dict[str, object] = {
        "standpoint": standpoint(known=(*KNOWN, *lines)),
        "partner": BRAM,
        "lines": lines,
        "chat_round": 2,
        "chat_rounds": 2,
        "strategy": "Make him name the sum before he can boast.",
        "topic": "the forty crowns",
        "is_last": True,
    }
    return Speaking(**{**known, **changes})  # type: ignore[arg-type]


def before_all(**changes: object) -> Speaking:
    """Return the floor of the group chat, as Dora has it, who is cast and remembers something."""
    remembered = recollection("Bram sold his nets.", source=Source.TOLD, speaker="Ann")
    dora: dict[str, object] = {
        "member": DORA,
        "stage": Stage.GROUP_CHAT,
        "known": (KNOWN[0], KNOWN[1], KNOWN[4], *KNOWN[5:8]),
        "relations": (("ada", 30), ("bram", 10), ("bramwell", 10)),
        "inferred": (),
        "beliefs": (),
        "backs": "ada",
        "recollections": (remembered,),
        "now": NOW,
    }
    lines = (spoke("bram", "The house needs a family in it.", round=2),)
    return Speaking(
        standpoint=standpoint(**{**dora, **changes}),
        partner=None,
        lines=lines,
        chat_round=2,
        chat_rounds=3,
    )


def revising(**changes: object) -> Revising:
    known: dict[str, object] = {"stage": Stage.UPDATE, "round": 1, "known": KNOWN[:-1]}
    return Revising(standpoint=standpoint(**{**known, **changes}))


def voting(knowledge: Knowledge = Knowledge.OWN, **changes: object) -> Voting:
    ballot = SCRIPT.ballot
    known: dict[str, object] = {"stage": Stage.SETTLEMENT}
    if knowledge is Knowledge.ALL:
        secret = talk("bram", "dora", "Forget the forty crowns.", "For a contract, I might.")
        known |= {"knows_all": True, "known": (*secret, *KNOWN)}
    member = changes.get("member", ADA)
    assert isinstance(member, Member)
    return Voting(
        standpoint=standpoint(**{**known, **changes}),
        question=ballot.question,
        candidates=ballot.candidates,
        others=tuple(one for one in ballot.candidates if one.member != member.id),
        knowledge=knowledge,
    )


def chronicling(**changes: object) -> Chronicling:
    known: dict[str, object] = {
        "script": SCRIPT,
        "lines": tuple(one for one in KNOWN if isinstance(one, Spoke) and not one.talk),
        "winners": ("c-bram",),
        "because": "the vote of Ada Marsh",
        "seed": 3,
    }
    return Chronicling(**{**known, **changes})  # type: ignore[arg-type]


def digesting(**changes: object) -> Digesting:
    """Return what all know of the first round: a private talk, lines before all, and notes."""
    secret = talk("bram", "dora", "Forget the forty crowns.", "For a contract, I might.")
    known: dict[str, object] = {
        "script": SCRIPT,
        "round": 1,
        "known": (*secret, *(one for one in KNOWN if getattr(one, "round", 0) == 1)),
        "seed": 4,
    }
    return Digesting(**{**known, **changes})  # type: ignore[arg-type]
