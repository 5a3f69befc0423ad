"""Memories are written to or about a character; retold, they are its own: `you` becomes `I`."""

import re
from dataclasses import dataclass

from npcserver.adapters.llm.actor import words
from npcserver.adapters.llm.actor.grammar import First, Second, conjugated, contracted
from npcserver.adapters.llm.actor.portrait import with_subject
from npcserver.model.first_person import first_person

_APOSTROPHES = str.maketrans({"\N{RIGHT SINGLE QUOTATION MARK}": "'", "*": "", "_": " "})
_PREFACE = re.compile(
    r"^(?:this is (?:very )?important|note|remember)\s*(?:--|:|-|\u2014)\s*", re.IGNORECASE
)
PLACE_WORDS = frozenset(
    """bar cafe college day dorm forge hall house inn island lake library mill market mine
    park pharmacy pub river road school shop square station store street supply tavern temple
    tower town university village ville""".split()  # noqa: SIM905
)
_MEN = frozenset(("husband", "father", "son", "sons", "brother", "brothers", "uncle", "grandson"))
_WOMEN = frozenset(("wife", "mother", "daughter", "daughters", "sister", "sisters", "aunt"))


@dataclass(frozen=True, slots=True)
class Retold:
    """How one character speaks of itself, and to whom."""

    name: str
    partner: str = ""
    others: frozenset[str] = frozenset()
    """Names of people; `she` after one of them is not the character. Empty: any full name."""

    def first_person(self, text: str, *, is_portrait: bool = False) -> str:
        """Return what is written about or to the character, as it would say it itself.

        In a portrait (of a persona) sentences without a subject are about the character too.
        """
        text = _PREFACE.sub("", text.translate(_APOSTROPHES)).strip()
        told: list[str] = []
        is_mine = is_portrait
        for sentence in words.sentences(text):
            if is_portrait:
                sentence = with_subject(sentence, self.name)  # noqa: PLW2901 - the same sentence
            owned, is_mine = self._own(sentence, is_mine or is_portrait)
            told.append(contracted(self._addressed(first_person(owned))))
        return " ".join(words.as_sentence(one) for one in told)

    def _own(self, sentence: str, was_mine: bool) -> tuple[str, bool]:  # noqa: FBT001
        """Return a sentence about the character in the first person, and whether it is one."""
        if not self.name:
            return sentence, False
        first = self.name.split()[0]
        names = "|".join(dict.fromkeys(re.escape(one) for one in (self.name, first)))
        other = r"(?!\s+[A-Z][a-z]+)" if first != self.name else ""
        subject = re.match(rf"(?:{names}){other}(?='s\s+\w+ing\b|\s)", sentence)
        if subject is None and was_mine:
            subject = re.match(r"(?:She|He|They)\b", sentence)
        if (
            subject is None
            and was_mine
            and re.match(r"[A-Z][a-z]*(?: [a-z]+)*,? (?:he|she)\b", sentence)
        ):
            return _pronouns(sentence, self.others), True
        if subject is None:
            return _mentioned(sentence, names, other), False
        rest = sentence[subject.end() :]
        if re.match(r"\s+and\s+[A-Z]", rest):  # `Klaus and Maria are`: both, so no new verb
            pair = re.match(r"\s+and\s+((?:[A-Z][\w']*\s?)+?)(?=\s+[a-z])", rest)
            if pair is not None:
                return f"{pair[1]} and I{_mentioned(rest[pair.end() :], names, other)}", False
        own = f"I{conjugated(_mentioned(rest, names, other), First)}"
        return _pronouns(own, self.others), True

    def _addressed(self, text: str) -> str:
        """Speak of the partner as `you`."""
        if not self.partner or self.partner not in text:
            return text
        name = re.escape(self.partner)
        text = re.sub(rf"^{name} and I\b", "You and I", text)
        text = re.sub(rf"\b{name}'s\b", "your", text)
        subject = re.match(rf"{name}(?=\s+[a-z])", text)
        if subject is not None:
            text = f"You{conjugated(text[subject.end() :], Second)}"
        return re.sub(rf"\b{name}\b", "you", text)


def _mentioned(text: str, names: str, other: str) -> str:
    """Return text in which the character is `me` and what belongs to it is `my`."""
    text = re.sub(rf"\b(?:{names}){other}'s\b", "my", text)
    return re.sub(rf"\b(?:{names}){other}\b(?!')", "me", text)


def _pronouns(sentence: str, others: frozenset[str]) -> str:
    """Turn she, her, he, his into I, me, my up to the name of somebody else."""
    end = _somebody_else(sentence, others)
    head, tail = sentence[:end], sentence[end:]
    acting = re.compile(r"\b(?:she|he)\b([^,;.]*)")
    while acting.search(head):
        head = acting.sub(lambda found: f"I{conjugated(found[1], First)}", head, count=1)
    head = re.sub(r"\b(?:herself|himself)\b", "myself", head)
    head = re.sub(r"\bhers\b", "mine", head)
    head = re.sub(r"\bhis\b|\bher\b(?=\s+\w)(?!\s+(?:to|and|with|in|on|at|for|by)\b)", "my", head)
    return re.sub(r"\b(?:him|her)\b", "me", head) + tail


def _somebody_else(sentence: str, others: frozenset[str]) -> int:
    """Return where a person comes in whom `she` or `he` could mean; the end if nobody does."""
    kin = set(re.findall(r"\b[a-z]+\b", sentence))
    is_she = re.search(r"\b(?:she|her)\b", sentence) is not None
    strangers = _MEN if is_she else _WOMEN
    if kin & strangers and not kin & (_WOMEN if is_she else _MEN):
        return len(sentence)
    if others:
        named = (re.search(rf"\b{re.escape(name)}\b", sentence) for name in others)
        return min((found.start() for found in named if found), default=len(sentence))
    for run in re.finditer(r"\b[A-Z][a-z]+(?: (?:and )?[A-Z][a-z]+)+\b", sentence):
        if not PLACE_WORDS & {word.lower() for word in run[0].split()}:
            return run.start()
    return len(sentence)
