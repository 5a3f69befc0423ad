"""What came of a group chat, told in a few sentences to whoever was not there."""

import random
from collections.abc import Sequence

from npcserver.adapters.llm.actor import group_wording as wording
from npcserver.adapters.llm.actor.group_bank import Bank, is_wide
from npcserver.adapters.llm.actor.group_names import called
from npcserver.language.stems import content
from npcserver.model.acting.material import Chronicling, Digesting
from npcserver.model.group.moves import AUDIENCE, Spoke, Updated

_QUOTES = 3
_DIGESTED = 12  # lines of a round that its digest quotes at most


def chronicle(material: Chronicling, bank: Bank) -> str:
    """Return what happened: how much was said, the most telling words, and who won by what."""
    script = material.script
    chance = random.Random(f"{material.seed}|chronicle|{script.id}")  # noqa: S311 - repeatable
    people = called(script)
    told: list[str] = []
    if material.lines:
        opening = chance.choice(bank.of("chronicle.opening")).text
        told.append(opening.format(title=script.title, count=len(material.lines)))
    else:
        told.append(chance.choice(bank.of("chronicle.silence")).text)
    for at, line in enumerate(_telling(material.lines)):
        texts = {"who": people[line.member], "heard": wording.quote(line.text)}
        phrases = bank.of("chronicle.line")
        told.append(phrases[at % len(phrases)].text.format_map(texts))
    winners = [one.name for one in script.ballot.candidates if one.id in material.winners]
    act = "won" if winners else "open"
    end = chance.choice(bank.of(f"chronicle.{act}")).text
    told.append(end.format(winner=", ".join(winners), because=material.because).strip())
    return ("" if is_wide(told[0]) else " ").join(told)


def digest(material: Digesting) -> str:
    """Return a round in short: the most telling words, then what each noted for itself."""
    people = called(material.script)
    spoken = [one for one in material.known if isinstance(one, Spoke) and wording.quote(one.text)]
    ranked = sorted(spoken, key=lambda one: -len(content(wording.quote(one.text))))[:_DIGESTED]
    told = []
    for line in (one for one in spoken if any(one is kept for kept in ranked)):
        to = f" > {people[line.to]}" if line.to else ""
        told.append(f"{people.get(line.member, line.member)}{to}: {wording.quote(line.text)}")
    notes = (one for one in material.known if isinstance(one, Updated) and one.reflection)
    told += [f"({people[one.member]}: {one.reflection})" for one in notes]
    return " ".join(told)


def _telling(lines: Sequence[Spoke]) -> tuple[Spoke, ...]:
    """Return the lines of different members that say most, in the order in which they were said."""
    spoken = [one for one in lines if one.member != AUDIENCE and wording.quote(one.text)]
    ranked = sorted(spoken, key=lambda one: -len(content(wording.quote(one.text))))
    best: dict[str, Spoke] = {}
    for line in ranked:
        best.setdefault(line.member, line)
    picked = list(best.values())[:_QUOTES]
    return tuple(one for one in spoken if any(one is kept for kept in picked))
