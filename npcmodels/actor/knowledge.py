"""What the offline actor can say of a character's knowledge: words quoted unchanged.

No verb is put in another person. A sentence that addresses the character ("You owed ...") is said
by it only where "you" is the subject of a verb that stays the same with "I".
"""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from npcmodels.actor.phrase_book import Inquiry, Phrases
from npcserver.language import listed, stems
from npcserver.language import sentences as words
from npcserver.language.actor_grammar import grammar_of
from npcserver.language.scripts import QUESTION_MARKS
from npcserver.model.inputs import ReplyInput
from npcserver.model.lore import Quote
from npcserver.model.memory import Memory
from npcserver.model.record import RecordKind, Source
from npcserver.model.turn import AnswerBasis, BasisKind

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
_PLACE = 0.25  # a place's description comes first where the place is asked for
_UNREASONED = 0.75  # for an event without a reason, where the reason was asked for
_MEASURED = ("price", "how_many", "when")
_COUNTED_WITHIN = 4  # words behind a number, among them what it counts
_FEWEST_REPEATED = 3
_ARTICLES = frozenset(map(str.casefold, listed("actor_grammar", "articles")))
_SAME_WORDS = 0.7  # share of a yes-or-no question's words that a sentence repeats as its answer
_LONGEST = 260
_WINDOW = 3  # the most sentences that are said together
HIDDEN_KINDS = (RecordKind.LINE, RecordKind.WHISPER, RecordKind.PLAN)
_AKIN_LENGTH = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Quotable:
    """A statement that can be quoted, with the stems it is found by and a frame for its text.

    `sentences` are its parts; one that the character cannot say is empty. `is_partners` marks the
    partner's own words, `is_private` what the character keeps to itself, `is_central` the world's
    description. Of one that `is_quote` a single sentence is said, since words in quotation marks
    are delivered sentence by sentence; of one that `is_brief` as few sentences as answer, and of
    all others as many as can be said. `worth` decides between equal matches. `pointed` is the place
    of the sentence that answers by the search in books, None outside them. `memory` is its source,
    None if it is no memory.
    """

    sentences: tuple[str, ...]
    words: tuple[frozenset[str], ...]
    frame: str = "{text}"
    is_partners: bool = False
    is_private: bool = False
    is_brief: bool = False
    is_greeting: bool = False
    is_central: bool = False
    is_quote: bool = False
    worth: float = 0.0
    pointed: int | None = None
    memory: Memory | None = None

    @property
    def basis(self) -> AnswerBasis:
        """What an answer that quotes it rests on."""
        if self.memory is not None:
            return AnswerBasis(kind=BasisKind.MEMORY, seq=self.memory.seq)
        return AnswerBasis(kind=BasisKind.LOOK_UP if self.pointed is None else BasisKind.PASSAGE)


@dataclass(frozen=True, slots=True)
class Match:
    """Words that answer a question, with their score."""

    text: str
    score: float
    statement: Quotable


def statements(scene: ReplyInput, phrases: Phrases, asked: Inquiry | None = None) -> list[Quotable]:
    """Return all statements that a character may make in this scene, memories first.

    Goals, background, `currently`, relations and whispers are left out: they instruct the actor and
    are not for the player. A yes-or-no question has to name the other place that answers it.
    """
    found = [
        one for each in scene.recollections if (one := _remembered(each.memory, scene, phrases))
    ]
    found += _said_before(scene, phrases)
    for greeting in scene.character.persona.greetings:
        found.append(replace(_plain(greeting, worth=0.1), is_greeting=True))
    found += [_read(quote, phrases) for quote in scene.lore]
    if scene.place is not None:
        found.append(_plain(scene.place.description, found_by=scene.place.name, worth=_PLACE))
    for fact in scene.town:
        is_meant = not (asked and asked.is_yes_no) or stems.content(fact.name) & asked.words
        if fact.about and not fact.is_person and is_meant:
            found.append(_plain(fact.about, found_by=fact.name, worth=_PLACE))
    found.append(replace(_plain(scene.world.description), is_central=True))
    return [one for one in found if one.sentences]


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
        elif one.pointed is not None and not inquiry.is_yes_no:
            found.append(_pointed_out(one, one.pointed, phrases))
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
    worth = 0.0 if inquiry.asks in _MEASURED and one.worth == _PLACE else one.worth
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
                is_long = len(text) > _LONGEST or one.is_quote
                # Longer runs would have the same unsayable sentence, or be too long as well.
                if not all(run) or (is_long and end > start + 1):
                    break
                score = self._score(frozenset().union(*one.words[start:end]))
                score = max(score, self._repeated(text))
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

    def _score(self, held: frozenset[str]) -> float:
        """Return the share of the question that words cover, 0..1.

        Words taken over from the lines before count less, but a follow-up has to match one of them.
        """
        asked, total = 0.0, 0.0
        for word in self._inquiry.words | self._about:
            worth = self._weights[word] * (1.0 if word in self._inquiry.words else _TAKEN_OVER)
            total += worth
            if word in held:
                asked += worth
            elif is_akin(word, held, self._phrases):
                asked += worth * _KIN_WORTH
        is_touched = not self._inquiry.goes_on or any(
            word in held or is_akin(word, held, self._phrases) for word in self._about
        )
        return asked / total if total and is_touched else 0.0


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


def _plain(text: str, *, frame: str = "{text}", found_by: str = "", worth: float = 0.0) -> Quotable:
    """Return a text to be quoted unchanged; `found_by` are additional words to find it by."""
    sentences = words.sentences(text)
    around = stems.content(found_by)
    return Quotable(
        sentences=tuple(sentences),
        words=tuple(stems.content(one) | around for one in sentences),
        frame=frame,
        worth=worth,
        is_brief=True,
    )


def _read(quote: Quote, phrases: Phrases) -> Quotable:
    """Return a passage of a book, which the search found to answer the question."""
    frame = phrases.forms["book"].replace("{title}", quote.title)
    found = _plain(" ".join(quote.passage.text.split()), frame=frame, worth=0.1 * quote.score)
    # the search cuts sentences in a way of its own: the one is meant in which its own begins
    begins = len("".join(quote.passage.text[: quote.highlight[0]].split()))
    ends = accumulate(len("".join(sentence.split())) for sentence in found.sentences)
    return replace(found, pointed=next((at for at, end in enumerate(ends) if end > begins), None))


def _pointed_out(one: Quotable, at: int, phrases: Phrases) -> Match:
    """Return the sentence that the search points to, with the one before if that is needed."""
    is_needed = at > 0 and phrases.marks["pronoun_first"].search(one.sentences[at])
    text = phrases.forms["gap"].join(one.sentences[at - 1 if is_needed else at : at + 1])
    return Match(one.frame.replace("{text}", text), _READ, one)


def _remembered(memory: Memory, scene: ReplyInput, phrases: Phrases) -> Quotable | None:
    """Return a memory as a statement; None for one that only instructs the actor."""
    if memory.kind in HIDDEN_KINDS or memory.source is Source.INNER_VOICE:
        return None
    if memory.kind is RecordKind.UTTERANCE:
        return _quoted(memory, scene, phrases)
    body, forms = memory.body, phrases.forms
    sentences = words.sentences(memory.text)
    is_private = phrases.marks["keeps_to_itself"].search(memory.text) is not None
    if memory.kind is RecordKind.REFLECTION and phrases.marks["order"].search(memory.text):
        return None
    frame = "{text}"
    if memory.source in (Source.TOLD, Source.OVERHEARD, Source.READ):
        who = _name(body.told_by, scene) or body.speaker or forms["somebody"]
        is_theirs = bool(body.told_by) and body.told_by == scene.partner.id
        told = forms["they_told"] if is_theirs else forms["somebody_told"].replace("{who}", who)
        heard = forms["half_heard" if body.is_half_heard else "overheard_words"]
        frames = {Source.OVERHEARD: heard.replace("{who}", who), Source.READ: forms["read"]}
        frame = frames.get(memory.source, told)
        said = tuple(words.as_sentence(verbatim(one)) for one in sentences)
    else:
        said = tuple(own_words(one, scene.character.name, phrases) for one in sentences)
    return Quotable(
        sentences=said,
        words=tuple(stems.content(f"{body.speaker} {one}") for one in sentences),
        frame=frame,
        is_quote=frame != "{text}",
        is_private=is_private,
        is_partners=bool(body.told_by) and body.told_by == scene.partner.id,
        worth=0.2 * memory.importance / 10,
        memory=memory,
    )


def own_words(sentence: str, name: str, phrases: Phrases) -> str:
    """Return a sentence to the character in the first person; empty where it cannot be changed."""
    grammar = grammar_of(phrases.language)
    if name and re.search(rf"(?<!\w){re.escape(name.split(maxsplit=1)[0])}(?!\w)", sentence):
        return grammar.about_oneself(sentence, name)
    return grammar.own_words(sentence)


def _quoted(memory: Memory, scene: ReplyInput, phrases: Phrases) -> Quotable | None:
    """Return an utterance as a quote, unless it was a question or small talk."""
    if memory.text.strip().casefold() == scene.heard.strip().casefold():
        return None
    body, forms = memory.body, phrases.forms
    is_partners = bool(body.told_by) and body.told_by == scene.partner.id
    is_partners = is_partners or (bool(body.speaker) and body.speaker == scene.partner.name)
    who = body.speaker or _name(body.told_by, scene) or forms["somebody"]
    text, other = memory.text, ""
    handed = re.match(forms["passed_on"], memory.text)
    if handed is not None:
        other, text = handed["other"] or handed["who"], handed["text"]
    said = news(text, phrases)
    if not said:
        return None
    held = stems.content(f"{body.speaker} {other}")
    frame = forms["somebody_told"]
    if memory.source is Source.OVERHEARD:
        frame = forms["overheard"]
    elif other:
        frame = forms["somebody_passed_on"].replace("{other}", other)
    elif is_partners:
        frame = forms["they_told"]
    return Quotable(
        sentences=said,
        words=tuple(stems.content(one) | held for one in said),
        frame=frame.replace("{who}", who),
        is_quote=True,
        is_partners=is_partners,
        is_private=phrases.marks["keeps_to_itself"].search(text) is not None,
        worth=0.2 * memory.importance / 10 + 0.1,
        memory=memory,
    )


def news(text: str, phrases: Phrases) -> tuple[str, ...]:
    """Return the sentences of an utterance that state something, without a greeting before."""
    marks = phrases.marks
    ungreeted = [marks["greeting"].sub("", one) for one in words.sentences(text)]
    return tuple(
        words.as_sentence(verbatim(one))
        for one in ungreeted
        if not one.endswith(QUESTION_MARKS)
        and not marks["request"].search(one)
        and not marks["small_talk"].search(one)
        and stems.content(one)
    )


def _said_before(scene: ReplyInput, phrases: Phrases) -> Iterator[Quotable]:
    for one in reversed(scene.conversation):
        is_theirs = not one.is_own and one.speaker == scene.partner.name
        said = news(one.text, phrases) if is_theirs else ()
        if said:
            yield Quotable(
                sentences=said,
                words=tuple(map(stems.content, said)),
                frame=phrases.forms["they_told"],
                is_quote=True,
                is_partners=True,
                worth=0.1,
            )


def _name(identifier: str, scene: ReplyInput) -> str:
    """Return the name of a person in the scene by id, or an id that looks like a name."""
    for person in (scene.partner, *scene.company):
        if identifier and person.id == identifier:
            return person.name
    for relation in scene.character.persona.relations:
        if identifier and relation.to_id == identifier:
            return relation.to
    return identifier if identifier != identifier.lower() else ""


def whole(one: Quotable, phrases: Phrases) -> str:
    """Return as much of a statement as can be said at once, from its first sayable sentence."""
    told: list[str] = []
    for sentence in one.sentences:
        if not told and (not sentence or phrases.marks["pronoun_first"].search(sentence)):
            continue
        if not sentence or (told and len(" ".join((*told, sentence))) > _LONGEST):
            break
        told.append(sentence)
        if one.is_quote:
            break
    text = phrases.forms["gap"].join(told)
    return one.frame.replace("{text}", text) if text else ""


def told_of_self(scene: ReplyInput, phrases: Phrases, mark: str) -> str:
    """Return the partner's own words about their name, trade or origin; empty if they gave none."""
    said = [one.text for one in reversed(scene.conversation) if not one.is_own]
    known = (one.memory for one in scene.recollections)
    theirs = [one for one in known if one.body.told_by == scene.partner.id]
    said += [one.text for one in theirs if one.kind is RecordKind.UTTERANCE]
    for text in said:
        for sentence in words.sentences(text):
            if phrases.marks[mark].search(sentence) and not sentence.endswith(QUESTION_MARKS):
                return phrases.forms["they_told"].replace("{text}", verbatim(sentence))
    return ""


def verbatim(text: str) -> str:
    """Return words for quotation marks: on one line and cut to the limit."""
    line = " ".join(text.split()).replace('"', "'")
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST].rpartition(' ')[0]}…"


def longest_sentence(text: str) -> str:
    """Return the longest sentence of an utterance, if possible one that is no question."""
    found = words.sentences(text)
    told = [one for one in found if not one.endswith(QUESTION_MARKS)] or found
    return verbatim(max(told, key=len, default=text))


def first_sentence(text: str) -> str:
    """Return the first sentence of a place's description; empty for none."""
    return next(iter(words.sentences(text)), "")
