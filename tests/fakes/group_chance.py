"""Group chats at random: any script, and members who answer anyhow, each repeatable by a seed."""

import random
import zlib

from npcserver.model.acting.answers import Answer
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
from npcserver.model.group.script import (
    Ballot,
    Camp,
    Candidate,
    Course,
    Member,
    Resource,
    Script,
    Stage,
    Tie,
    VoteRule,
    WinRule,
)
from tests.fakes.group_games import Answers, principal, runners, shown, supporting


def fickle(seed: int = 0) -> Answers:
    """Answer at random, in bounds and out, with a seed and all that is before the member."""

    def answer(material: Act) -> Answer | None:
        chance = random.Random(f"{seed}/{zlib.crc32(shown(material).encode())}")
        if chance.random() < 0.06:
            return None
        if isinstance(material, Digesting):
            return ""
        if isinstance(material, Chronicling):
            return "Much happened."
        mark = f"<{chance.getrandbits(48):012x}>"  # no two lines are alike
        match material:
            case Choosing():
                return _choice(material, chance, mark)
            case Speaking():
                text = "" if chance.random() < 0.1 else f"{mark} by {material.standpoint.member.id}"
                return Words(
                    say=text,
                    ends=chance.random() < 0.2,
                    situation=f"situation {mark}",
                    reasons=f"why {mark}",
                )
            case Revising():
                return _revision(material.standpoint, chance, mark)
            case Voting():
                return _vote(material, chance, mark)

    return answer


def _choice(material: Choosing, chance: random.Random, mark: str) -> Choice:
    partner = chance.choice([*(one.id for one in material.partners), "", "a stranger"])
    return Choice(
        partner=partner,
        situation=f"situation {mark}",
        strategy=f"strategy {mark}",
        topics=tuple(f"topic {n} {mark}" for n in range(chance.randrange(5))),
        say=chance.choice(("", f"{mark} by {material.standpoint.member.id}")),
    )


def _revision(point: Standpoint, chance: random.Random, mark: str) -> Revision:
    names = [*(one.id for one in point.script.members), "a stranger"]
    topics = [*(one.topic for one in point.beliefs), "weather"]
    return Revision(
        summary=f"summary {mark}",
        reflection=f"reflection {mark}",
        relations=tuple((chance.choice(names), chance.randint(-99, 99)) for _ in range(4)),
        inferred=tuple(
            (chance.choice(names), chance.choice(names), chance.randint(-50, 150)) for _ in range(2)
        ),
        beliefs=tuple((chance.choice(topics), chance.randint(-99, 99)) for _ in range(2)),
    )


def _vote(material: Voting, chance: random.Random, mark: str) -> Vote:
    known = [*(one.id for one in material.candidates), "a stranger", ""]
    return Vote(
        choice=chance.choice(known),
        choice_not_self=chance.choice(known),
        guess=chance.choice(known),
        statement=f"last {mark}",
        reasons=f"why {mark}",
    )


def clumsy(material: Act) -> int:
    """Every third answer must be repaired."""
    return 2 if zlib.crc32(shown(material).encode()) % 3 == 0 else 1


def any_script(seed: int) -> Script:
    """Make a script at random: of two to seven members, and any course."""
    chance = random.Random(seed)
    members = tuple(_member(f"m{n}", n, chance) for n in range(chance.randint(2, 7)))
    names = [one.id for one in members]
    candidates = (
        *runners(*chance.sample(names, chance.randint(0, len(names)))),
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
        of=of,
        to=to,
        score=chance.randint(0, 100),
        inferred_by=chance.choice([*others, "", "", ""]),
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
