"""A member of a group chat without a language model: speaks, chooses, debates, votes, retells."""

import random
from collections.abc import Mapping, Sequence

from npcserver.adapters.llm.actor import scene_lines as wording
from npcserver.adapters.llm.actor.scene_lines import LineTarget, fillings
from npcserver.adapters.llm.actor.scene_opinions import candidate_name, revise, vote
from npcserver.adapters.llm.actor.scene_turns import choose_partner, debate, speak
from npcserver.adapters.llm.actor.scene_view import MemberStandpoint, PhraseBank, called, is_wide
from npcserver.adapters.llm.actor.thoughts import written
from npcserver.language import code_of
from npcserver.language.stems import content
from npcserver.model.group.moves import AUDIENCE, LineSpoken, Updated
from npcserver.model.group.script import Knowledge, Script
from npcserver.model.group_inputs import (
    ChooseInput,
    ChronicleInput,
    DigestInput,
    MemberInput,
    SpeakInput,
    Standpoint,
    UpdateInput,
    VoteInput,
)
from npcserver.ports.language_model import JSON

_QUOTES = 3
_DIGESTED = 12  # lines of a round that its digest quotes at most


def chronicle(material: ChronicleInput, bank: PhraseBank) -> str:
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
    for at, line in enumerate(_most_telling(material.lines)):
        texts = {"who": people[line.member], "heard": wording.quote(line.text)}
        phrases = bank.of("chronicle.line")
        told.append(phrases[at % len(phrases)].text.format_map(texts))
    winners = [one.name for one in script.ballot.candidates if one.id in material.winners]
    act = "won" if winners else "open"
    end = chance.choice(bank.of(f"chronicle.{act}")).text
    told.append(end.format(winner=", ".join(winners), because=material.because).strip())
    return ("" if is_wide(told[0]) else " ").join(told)


def digest(material: DigestInput) -> str:
    """Return a round in short: the most telling words, then what each noted for itself."""
    people = called(material.script)
    spoken = [
        one for one in material.known if isinstance(one, LineSpoken) and wording.quote(one.text)
    ]
    ranked = sorted(spoken, key=lambda one: -len(content(wording.quote(one.text))))[:_DIGESTED]
    told = []
    for line in (one for one in spoken if any(one is kept for kept in ranked)):
        to = f" > {people[line.to]}" if line.to else ""
        told.append(f"{people.get(line.member, line.member)}{to}: {wording.quote(line.text)}")
    notes = (one for one in material.known if isinstance(one, Updated) and one.reflection)
    told += [f"({people[one.member]}: {one.reflection})" for one in notes]
    return " ".join(told)


def _most_telling(lines: Sequence[LineSpoken]) -> tuple[LineSpoken, ...]:
    """Return the lines of different members that say most, in the order in which they were said."""
    spoken = [one for one in lines if one.member != AUDIENCE and wording.quote(one.text)]
    ranked = sorted(spoken, key=lambda one: -len(content(wording.quote(one.text))))
    best: dict[str, LineSpoken] = {}
    for line in ranked:
        best.setdefault(line.member, line)
    picked = list(best.values())[:_QUOTES]
    return tuple(one for one in spoken if any(one is kept for kept in picked))


NOBODY = "nobody"
_ALONE = "choose.situation.nobody"


class Debater:
    """Acts for members of a group chat, and writes the answers as a model would, in JSON."""

    def __init__(self) -> None:
        self._banks: dict[
            str, PhraseBank
        ] = {}  # read when first needed: most servers play no scenes

    def act(self, material: MemberInput) -> str:
        """Return the answer to a material."""
        match material:
            case ChooseInput():
                return self._choice(material)
            case SpeakInput():
                return self._words(material)
            case UpdateInput():
                return self._revision(material)
            case VoteInput():
                return self._vote(material)
            case DigestInput():
                return written({"digest": digest(material)})
            case ChronicleInput():
                told = chronicle(material, self._bank(material.script))
                return written({"summary": told})

    def _bank(self, script: Script) -> PhraseBank:
        language = code_of(script.language)
        if language not in self._banks:
            self._banks[language] = PhraseBank.load(language)
        return self._banks[language]

    def _view(self, standpoint: Standpoint) -> MemberStandpoint:
        return MemberStandpoint(at=standpoint, bank=self._bank(standpoint.script))

    def _choice(self, material: ChooseInput) -> str:
        view = self._view(material.standpoint)
        made = choose_partner(view, material)
        about = {"you": "", "relation": "", "weight": "", "topic": next(iter(made.topics), "")}
        if made.partner:
            about["you"] = view.called(made.partner)
            about["relation"] = str(view.relation(made.partner))
            about["weight"] = str(view.weight(made.partner))
        first: dict[str, JSON] = {"situation": made.situation} if material.perceives else {}
        return _answer(
            view,
            _reasons(view, "choose", about) or made.situation,
            {
                **first,
                "partner": label(view.script, made.partner) or NOBODY,
                "strategy": made.strategy,
                "topics": list(made.topics),
                "say": made.say,
            },
        )

    def _words(self, material: SpeakInput) -> str:
        view = self._view(material.standpoint)
        if material.partner is None:
            say, ends = debate(view, material)
        else:
            say, ends = speak(view, material, material.partner)
        turn = LineTarget(other=material.partner, lines=material.lines)
        found = fillings(view, turn, view.chance("reasons"))
        first: dict[str, JSON] = {}
        if material.perceives:
            first["situation"] = view.chance("situation").choice(view.bank.of(_ALONE)).text
        return _answer(view, _reasons(view, "speak", found), {**first, "say": say, "ends": ends})

    def _revision(self, material: UpdateInput) -> str:
        view = self._view(material.standpoint)
        made = revise(view)
        inferred: list[JSON] = [
            {"of": label(view.script, of), "to": label(view.script, to), "score": score}
            for of, to, score in made.inferred
        ]
        return _answer(
            view,
            _reasons(view, "update", {}),
            {
                "summary": made.summary,
                "reflection": made.reflection,
                "relations": {label(view.script, one): change for one, change in made.relations},
                "inferred": inferred,
                "beliefs": dict(made.beliefs),
            },
        )

    def _vote(self, material: VoteInput) -> str:
        view = self._view(material.standpoint)
        made = vote(view, material)
        names = {one.id: candidate_label(view.script, one.id) for one in material.candidates}
        chosen = next((one for one in material.candidates if one.id == made.choice), None)
        parts: dict[str, JSON] = {"guess": names.get(made.guess, "")}
        if material.knowledge is Knowledge.OWN:
            parts["statement"] = made.statement
        parts["vote"] = names.get(made.choice, "")
        if len(material.others) < len(material.candidates):
            parts["vote_not_self"] = names.get(made.choice_not_self, "")
        about = {"choice": candidate_name(view, chosen) if chosen else ""}
        return _answer(view, _reasons(view, "vote", about), parts)


def label(script: Script, member_id: str) -> str:
    """Return the name of a member, with the id where another has the same name."""
    return _label([(one.id, one.name) for one in script.members], member_id)


def candidate_label(script: Script, candidate_id: str) -> str:
    """Return the name of a candidate, with the id where another has the same name."""
    return _label([(one.id, one.name) for one in script.ballot.candidates], candidate_id)


def _label(named: list[tuple[str, str]], wanted: str) -> str:
    name = next((name for one, name in named if one == wanted), "")
    same = [one for _, one in named if one.casefold() == name.casefold()]
    return f"{name} ({wanted})" if len(same) > 1 else name


def _reasons(view: MemberStandpoint, act: str, found: Mapping[str, str]) -> str:
    """Return the thoughts before an answer, where these are asked for."""
    fit = [one for one in view.bank.of(f"reasons.{act}") if one.fits(found)]
    if not view.script.course.has_thinking or not fit:
        return ""
    return wording.capital(view.chance("reasons", act).choice(fit).text.format_map(found))


def _answer(view: MemberStandpoint, reasons: str, parts: Mapping[str, JSON]) -> str:
    first: dict[str, JSON] = {"reasons": reasons} if view.script.course.has_thinking else {}
    return written({**first, **parts})
