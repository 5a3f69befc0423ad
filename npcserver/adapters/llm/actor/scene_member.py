"""A member of a group chat without a language model: speaks, chooses, debates, votes, retells."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

from npcserver.adapters.llm.actor import scene_lines as wording
from npcserver.adapters.llm.actor.scene_lines import LineTarget, fillings
from npcserver.adapters.llm.actor.scene_opinions import candidate_name, revise, vote
from npcserver.adapters.llm.actor.scene_turns import choose_partner, debate, speak
from npcserver.adapters.llm.actor.scene_view import MemberStandpoint, PhraseBank, called, is_wide
from npcserver.language import code_of
from npcserver.language.stems import content
from npcserver.model.group.moves import AUDIENCE, LineSpoken, Updated
from npcserver.model.group.script import Script
from npcserver.model.group_inputs import (
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

_QUOTES = 3
_DIGESTED = 12  # lines of a round that its digest quotes at most
_LONGEST = 1_600  # characters of a digest, in Latin letters and in others
_LONGEST_WIDE = 400


def chronicle(question: ChronicleInput, bank: PhraseBank) -> str:
    """Return what happened: how much was said, the most telling words, and who won by what."""
    script = question.script
    chance = random.Random(f"{question.seed}|chronicle|{script.id}")  # noqa: S311 - repeatable
    people = called(script)
    told: list[str] = []
    if question.lines:
        opening = chance.choice(bank.of("chronicle.opening")).text
        told.append(opening.format(title=script.title, count=len(question.lines)))
    else:
        told.append(chance.choice(bank.of("chronicle.silence")).text)
    for at, line in enumerate(_most_telling(question.lines)):
        texts = {"who": people[line.member], "heard": wording.quote(line.text)}
        phrases = bank.of("chronicle.line")
        told.append(phrases[at % len(phrases)].text.format_map(texts))
    winners = [one.name for one in script.ballot.candidates if one.id in question.winners]
    act = "won" if winners else "open"
    end = chance.choice(bank.of(f"chronicle.{act}")).text
    told.append(end.format(winner=", ".join(winners), because=question.because).strip())
    return ("" if is_wide(told[0]) else " ").join(told)


def digest(question: DigestInput) -> str:
    """Return a round in short: the most telling words, then what each noted for itself."""
    people = called(question.script)
    spoken = [
        one for one in question.known if isinstance(one, LineSpoken) and wording.quote(one.text)
    ]
    ranked = sorted(spoken, key=lambda one: -len(content(wording.quote(one.text))))[:_DIGESTED]
    told = []
    for line in (one for one in spoken if any(one is kept for kept in ranked)):
        to = f" > {people[line.to]}" if line.to else ""
        told.append(f"{people.get(line.member, line.member)}{to}: {wording.quote(line.text)}")
    notes = (one for one in question.known if isinstance(one, Updated) and one.reflection)
    told += [f"({people[one.member]}: {one.reflection})" for one in notes]
    longest = _LONGEST_WIDE if told and is_wide(told[0]) else _LONGEST
    while sum(map(len, told)) > longest and len(told) > 1:
        told.pop()
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


_ALONE = "choose.situation.nobody"


class Debater:
    """Acts for members of a group chat."""

    def __init__(self) -> None:
        self._banks: dict[
            str, PhraseBank
        ] = {}  # read when first needed: most servers play no scenes

    def act(self, question: MemberInput) -> PartnerChoice | SpokenLine | MemberUpdate | Vote | str:
        """Return the answer to a material."""
        match question:
            case ChooseInput():
                return self._choice(question)
            case SpeakInput():
                return self._words(question)
            case UpdateInput():
                view = self._view(question.standpoint)
                return replace(revise(view), reasons=_reasons(view, "update", {}))
            case VoteInput():
                return self._vote(question)
            case DigestInput():
                return digest(question)
            case ChronicleInput():
                return chronicle(question, self._bank(question.script))

    def _bank(self, script: Script) -> PhraseBank:
        language = code_of(script.language)
        if language not in self._banks:
            self._banks[language] = PhraseBank.load(language)
        return self._banks[language]

    def _view(self, standpoint: Standpoint) -> MemberStandpoint:
        return MemberStandpoint(at=standpoint, bank=self._bank(standpoint.script))

    def _choice(self, question: ChooseInput) -> PartnerChoice:
        view = self._view(question.standpoint)
        made = choose_partner(view, question)
        about = {"you": "", "relation": "", "weight": "", "topic": next(iter(made.topics), "")}
        if made.partner:
            about["you"] = view.called(made.partner)
            about["relation"] = str(view.relation(made.partner))
            about["weight"] = str(view.weight(made.partner))
        reasons = _reasons(view, "choose", about)
        if not reasons and view.script.course.has_thinking:
            reasons = made.situation
        situation = made.situation if question.perceives else ""
        strategy = made.strategy if made.partner else ""
        return replace(made, situation=situation, strategy=strategy, reasons=reasons)

    def _words(self, question: SpeakInput) -> SpokenLine:
        view = self._view(question.standpoint)
        if question.partner is None:
            say, ends = debate(view, question)
        else:
            say, ends = speak(view, question, question.partner)
        turn = LineTarget(other=question.partner, lines=question.lines)
        found = fillings(view, turn, view.chance("reasons"))
        situation = ""
        if question.perceives:
            situation = view.chance("situation").choice(view.bank.of(_ALONE)).text
        reasons = _reasons(view, "speak", found)
        return SpokenLine(
            say=say, ends=ends or question.is_last, situation=situation, reasons=reasons
        )

    def _vote(self, question: VoteInput) -> Vote:
        view = self._view(question.standpoint)
        made = vote(view, question)
        chosen = next((one for one in question.candidates if one.id == made.choice), None)
        about = {"choice": candidate_name(view, chosen) if chosen else ""}
        return replace(made, reasons=_reasons(view, "vote", about))


def _reasons(view: MemberStandpoint, act: str, found: Mapping[str, str]) -> str:
    """Return the thoughts before an answer, where these are asked for."""
    fit = [one for one in view.bank.of(f"reasons.{act}") if one.fits(found)]
    if not view.script.course.has_thinking or not fit:
        return ""
    return wording.capital(view.chance("reasons", act).choice(fit).text.format_map(found))
