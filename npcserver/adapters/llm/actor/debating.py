"""Group chats without a language model: everything a member of one does, out of its material.

Lines are put together from phrases, with what the material holds: goals, beliefs, resources and
their topics, what is public of others, and what was just said.
"""

from collections.abc import Mapping

from npcserver.adapters.llm.actor import group_wording as wording
from npcserver.adapters.llm.actor.group_bank import Bank
from npcserver.adapters.llm.actor.group_choosing import choose
from npcserver.adapters.llm.actor.group_composing import Turn, fillings
from npcserver.adapters.llm.actor.group_debating import debate
from npcserver.adapters.llm.actor.group_revising import revise
from npcserver.adapters.llm.actor.group_speaking import speak
from npcserver.adapters.llm.actor.group_telling import chronicle, digest
from npcserver.adapters.llm.actor.group_view import View
from npcserver.adapters.llm.actor.group_voting import candidate_name, vote
from npcserver.adapters.llm.actor.pondering import written
from npcserver.language import code_of
from npcserver.model.acting.material import (
    Act,
    Choosing,
    Chronicling,
    Digesting,
    Revising,
    Speaking,
    Standpoint,
    Voting,
)
from npcserver.model.group.script import Knowledge, Script
from npcserver.ports.language_model import JSON

NOBODY = "nobody"
_ALONE = "choose.situation.nobody"


class Debater:
    """Acts for members of a group chat, and writes the answers as a model would, in JSON."""

    def __init__(self) -> None:
        self._banks: dict[str, Bank] = {}  # read when first needed: most servers play no scenes

    def act(self, material: Act) -> str:
        """Return the answer to a material."""
        match material:
            case Choosing():
                return self._choice(material)
            case Speaking():
                return self._words(material)
            case Revising():
                return self._revision(material)
            case Voting():
                return self._vote(material)
            case Digesting():
                return written({"digest": digest(material)})
            case Chronicling():
                told = chronicle(material, self._bank(material.script))
                return written({"summary": told})

    def _bank(self, script: Script) -> Bank:
        language = code_of(script.language)
        if language not in self._banks:
            self._banks[language] = Bank.load(language)
        return self._banks[language]

    def _view(self, standpoint: Standpoint) -> View:
        return View(at=standpoint, bank=self._bank(standpoint.script))

    def _choice(self, material: Choosing) -> str:
        view = self._view(material.standpoint)
        made = choose(view, material)
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

    def _words(self, material: Speaking) -> str:
        view = self._view(material.standpoint)
        if material.partner is None:
            say, ends = debate(view, material)
        else:
            say, ends = speak(view, material, material.partner)
        turn = Turn(other=material.partner, lines=material.lines)
        found = fillings(view, turn, view.chance("reasons"))
        first: dict[str, JSON] = {}
        if material.perceives:
            first["situation"] = view.chance("situation").choice(view.bank.of(_ALONE)).text
        return _answer(view, _reasons(view, "speak", found), {**first, "say": say, "ends": ends})

    def _revision(self, material: Revising) -> str:
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

    def _vote(self, material: Voting) -> str:
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


def _reasons(view: View, act: str, found: Mapping[str, str]) -> str:
    """Return the thoughts before an answer, where these are asked for."""
    fit = [one for one in view.bank.of(f"reasons.{act}") if one.fits(found)]
    if not view.script.course.has_thinking or not fit:
        return ""
    return wording.capital(view.chance("reasons", act).choice(fit).text.format_map(found))


def _answer(view: View, reasons: str, parts: Mapping[str, JSON]) -> str:
    first: dict[str, JSON] = {"reasons": reasons} if view.script.course.has_thinking else {}
    return written({**first, **parts})
