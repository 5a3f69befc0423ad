"""Which of the statements that a character may make answer a question."""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from npcmodels.actor.phrase_book import Inquiry, Phrases
from npcmodels.actor.quotables import LONGEST, MEASURED, PLACE_WORTH, Quotable
from npcserver.language import listed, stems

FITS = 0.55
"""The least share of a question's words, by weight, that a text must share to answer it."""
FITS_YES_NO = 0.7
"""The same for a yes-or-no question, which no text answers by itself."""
FITS_ASKER = 0.3
"""The same for the partner's own words, when they ask about themselves."""
FITS_FOLLOW_UP = 0.35
"""The same for a question that follows on from the one before."""
FITS_PAIRS = 0.34
"""The same in languages without spaces, where pairs of signs span two words."""
_READ = 0.3
"""What the sentence of a book counts as that the search points to, where no words answer better."""
_KIN_WORTH = 0.6
_TAKEN_OVER = 0.5  # the weight of a word taken over from the lines before
_NAMED_PRICE = 0.3
_CENTRAL = 0.2
_UNREASONED = 0.75  # for an event without a reason, where the reason was asked for
_COUNTED_WITHIN = 4  # words behind a number, among them what it counts
_FEWEST_REPEATED = 3
_ARTICLES = frozenset(map(str.casefold, listed("actor_grammar", "articles")))
_SAME_WORDS = 0.7  # share of a yes-or-no question's words that a sentence repeats as its answer
_WINDOW = 3  # the most sentences that are said together
_AKIN_LENGTH = 4


@dataclass(frozen=True, slots=True)
class Match:
    """Words that answer a question, with their score."""

    text: str
    score: float
    statement: Quotable


def matches(inquiry: Inquiry, known: Sequence[Quotable], phrases: Phrases) -> list[Match]:
    """Return the answers to a question, best first; empty if nothing matches well enough."""
    if not inquiry.words | inquiry.about or (inquiry.is_yes_no and not inquiry.words):
        return []
    query = _InquiryWords(inquiry, known, phrases)
    found = []
    for one in known:
        if one.is_partners and one.memory is None and not inquiry.is_about_asker:
            continue  # the partner knows what they said a moment ago
        if inquiry.is_about_asker and not one.is_partners:
            continue
        if inquiry.is_yes_no and one.is_central:
            continue
        best = max(query.runs(one), key=lambda it: it.score, default=None)
        if best is not None and best.score >= query.least(one):
            found.append(best)
        elif one.pointed is not None and not (inquiry.is_yes_no or inquiry.is_wish):
            pointed = _pointed_out(one, one.pointed, phrases)
            found += [pointed] if query.may_answer(pointed.text) else []
    return sorted(found, key=lambda match: -(match.score + _worth(match, inquiry)))


def nearest(
    inquiry: Inquiry, known: Sequence[Quotable], phrases: Phrases
) -> tuple[float, float] | None:
    """Return the best score of a statement that does not answer, and the score that it needs.

    None where no statement shares a word with the question.
    """
    query = _InquiryWords(inquiry, known, phrases)
    scored = [
        (max((run.score for run in query.runs(one)), default=0.0), query.least(one))
        for one in known
    ]
    return max((one for one in scored if one[0] > 0.0), default=None)


def _worth(match: Match, inquiry: Inquiry) -> float:
    """Return what decides between answers that match equally well.

    A greeting that names a price comes first where a price is asked for, and the world's
    description before memories of an event. A description of a place comes last for a number.
    """
    one = match.statement
    is_price = inquiry.asks == "price" and one.is_greeting
    worth = 0.0 if inquiry.asks in MEASURED and one.worth == PLACE_WORTH else one.worth
    is_event = not inquiry.asks and one.is_central
    return worth + (_NAMED_PRICE if is_price else 0.0) + (_CENTRAL if is_event else 0.0)


class _InquiryWords:
    """The words of a question with weights: rare words count more, unknown ones most.

    In languages without spaces most unknown pairs of signs are no words, and count less.
    """

    def __init__(self, inquiry: Inquiry, known: Sequence[Quotable], phrases: Phrases) -> None:
        self._inquiry = inquiry
        self._phrases = phrases
        held = [frozenset().union(*one.words) for one in known]
        counts = {
            word: sum(word in one or is_akin(word, one, phrases) for one in held)
            for word in inquiry.words | inquiry.about
        }
        # A word that no statement has weighs most: a text without it should not pass as an answer.
        most = math.log(1 + (len(held) + 1) / 0.5)
        self._weights = {
            word: math.log(1 + (len(held) + 1) / (count + 0.5))
            if count
            else most * (1.0 if phrases.has_spaces else 0.5)
            for word, count in counts.items()
        }
        self._about = frozenset(word for word in inquiry.about if counts[word]) - inquiry.words

    def least(self, one: Quotable) -> float:
        """Return the least score with which a statement answers."""
        if one.is_partners and self._inquiry.is_about_asker:
            return FITS_ASKER
        if self._about:
            return FITS_FOLLOW_UP
        if not self._phrases.has_spaces:
            return FITS if self._inquiry.is_yes_no else FITS_PAIRS
        return FITS_YES_NO if self._inquiry.is_yes_no else FITS

    def may_answer(self, text: str) -> bool:
        """Return whether a text has what is measured or counted, where that is asked for."""
        inquiry = self._inquiry
        if inquiry.asks not in ("how_many", "when"):
            return True
        has_it = self._phrases.asks[inquiry.asks].answered.search(text)
        return bool(has_it and (inquiry.measure is None or inquiry.measure.search(text)))

    def runs(self, one: Quotable) -> Iterator[Match]:
        """Yield the runs of sentences of a statement that can be said, each with its score.

        A run that begins with a pronoun is skipped, since it cannot be understood alone. If
        something particular is asked for, its words must occur in the run.
        """
        asks, forms = self._inquiry.asks, self._phrases.forms
        is_open = not asks or (one.is_partners and asks in ("who", "name"))  # `My sister Maud`
        wanted = None if is_open else self._phrases.asks[asks].answered
        for start in range(len(one.sentences)):
            if start and self._phrases.marks["pronoun_first"].search(one.sentences[start]):
                continue
            for end in range(start + 1, min(len(one.sentences), start + _WINDOW) + 1):
                run = one.sentences[start:end]
                text = forms["gap"].join(run)
                is_long = len(text) > LONGEST or one.is_quote
                # Longer runs would have the same unsayable sentence, or be too long as well.
                if not all(run) or (is_long and end > start + 1):
                    break
                score = self._repeated(text)
                if not self._inquiry.is_wish:
                    held = frozenset().union(*one.words[start:end])
                    score = max(score, self._score(held, one.fewest))
                if wanted is not None and not self._is_answered(wanted, one, start, end):
                    score *= _UNREASONED if asks == "why" else 0.0
                if score:
                    longer = -0.01 if one.is_brief else 0.01
                    text = one.frame.replace("{text}", text)
                    yield Match(text, score + longer * (end - start - 1), one)

    def _is_answered(self, wanted: re.Pattern[str], one: Quotable, start: int, end: int) -> bool:
        """Return whether sentences hold what is asked for; a number in one that is about it."""
        inquiry = self._inquiry
        if inquiry.asks == "where":
            return any(self._is_place_of(wanted, each) for each in one.sentences[start:end])
        if inquiry.asks not in ("price", "how_many"):
            text = self._phrases.forms["gap"].join(one.sentences[start:end])
            return wanted.search(text) is not None
        return any(
            wanted.search(sentence)
            and (inquiry.measure is None or inquiry.measure.search(sentence))
            and self._is_about(sentence)
            for sentence in one.sentences[start:end]
        )

    def _is_place_of(self, wanted: re.Pattern[str], sentence: str) -> bool:
        """Return whether a sentence says where something is, not that something else is at it."""
        asked = self._inquiry.words
        left = self._phrases.marks["at_what"].sub(
            lambda it: "" if stems.stem(it[1].lower()) in asked else it[0], sentence
        )
        held = stems.content(left)
        is_about = any(word in held or is_akin(word, held, self._phrases) for word in asked)
        return is_about and wanted.search(left) is not None

    def _is_about(self, sentence: str) -> bool:
        """Return whether a sentence has a word of the question, and counts what is counted."""
        held, inquiry = stems.content(sentence), self._inquiry
        if inquiry.counted:
            return any(
                is_akin(stems.stem(word), frozenset((inquiry.counted,)), self._phrases)
                or stems.stem(word) == inquiry.counted
                for number in self._phrases.marks["number"].finditer(sentence)
                for word in stems.words(sentence[number.end() :])[:_COUNTED_WITHIN]
            )
        asked = inquiry.words | self._about
        return any(word in held or is_akin(word, held, self._phrases) for word in asked)

    def _repeated(self, text: str) -> float:
        """Return 1 for a text that answers a yes-or-no question by nearly its own words."""
        asked = self._inquiry.spoken - _ARTICLES
        if len(asked) < _FEWEST_REPEATED:
            return 0.0
        said = frozenset(map(stems.stem, stems.words(text)))
        shared = [word for word in asked if stems.stem(word) in said]
        is_same = len(shared) >= _SAME_WORDS * len(asked)
        return 1.0 if is_same and any(word not in stems.STOP for word in shared) else 0.0

    def _score(self, held: frozenset[str], fewest: int) -> float:
        """Return the share of the question that words cover, 0..1; 0 for less than `fewest`.

        Words taken over from the lines before count less, but a follow-up has to match one of them.
        """
        asked, total, count = 0.0, 0.0, 0
        for word in self._inquiry.words | self._about:
            worth = self._weights[word] * (1.0 if word in self._inquiry.words else _TAKEN_OVER)
            total += worth
            if word in held:
                asked += worth
            elif is_akin(word, held, self._phrases):
                asked += worth * _KIN_WORTH
            else:
                continue
            count += 1
        is_touched = not self._inquiry.goes_on or any(
            word in held or is_akin(word, held, self._phrases) for word in self._about
        )
        return asked / total if count >= fewest and is_touched else 0.0


def is_akin(word: str, held: frozenset[str], phrases: Phrases) -> bool:
    """Return whether a word is related to one of these: by the list of kin, or in a compound."""
    if phrases.akin.get(word, frozenset()) & held:
        return True
    if len(word) == 1:
        return any(word in one for one in held)
    return len(word) >= _AKIN_LENGTH and any(
        len(one) >= _AKIN_LENGTH
        and (one.startswith(word) or word.startswith(one) or word.endswith(one))
        for one in held
    )


def _pointed_out(one: Quotable, at: int, phrases: Phrases) -> Match:
    """Return the sentence that the search points to, with the one before if that is needed."""
    is_needed = at > 0 and phrases.marks["pronoun_first"].search(one.sentences[at])
    text = phrases.forms["gap"].join(one.sentences[at - 1 if is_needed else at : at + 1])
    return Match(one.frame.replace("{text}", text), _READ, one)
