"""Promises: made, taken back and kept, by rule, and how they are remembered.

Rules, no model: a promise needs a first person who will do something, and a time by when or a
word such as `promise`. What a model names as a promise is taken too, if its words were said. A
question, a condition, a wish or a figure of speech (`I'll be damned`) promises nothing.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from npcserver import language
from npcserver.language import text, texts
from npcserver.language.deadlines import LAST_MINUTE, names_a_time, without_time
from npcserver.mind.speech import printable
from npcserver.model.commitment import Commitment, Promise
from npcserver.model.place_lookup import words_of

_TABLES = tuple(table for _, table in language.entries("verbs", "kin"))
_KIN = tuple(
    frozenset(word for one in _TABLES for word in one.get(key, "").split())
    for key in dict.fromkeys(key for one in _TABLES for key in one)
)
"""Verbs that are equivalent for a promise."""
_NEVER = language.pattern("verbs", "never", 0)


def is_kept_by(promise: Commitment, deed: str) -> bool:
    """Return whether a deed fulfils a promise: the same kind of action, with the same things.

    `deed` holds the name of the affordance, its arguments with the names of things, and the game's
    words. A promise not to do something is fulfilled by no deed.
    """
    verb = promise.what.split(" ", 1)[0].casefold()
    if _NEVER.search(verb):
        return False
    done = words_of(deed)
    objects = words_of(promise.what) - words_of(f"{promise.by_name} {promise.to_name} {verb}")
    is_kin = _is_kin(verb, deed)
    if not promise.what.isascii():  # Chinese words are not separated
        beside = _signs(frozenset((promise.by_name, promise.to_name, *frozenset().union(*_KIN))))
        things = _signs(words_of(promise.what)) - beside
        return is_kin and (not things or bool(things & _signs(done)))
    if not objects:
        return is_kin
    shared = len(objects & done)
    return shared * 2 >= len(objects) if is_kin else shared > 1 and shared == len(objects)


def _signs(words: frozenset[str]) -> frozenset[str]:
    return frozenset(sign for word in words for sign in word if not sign.isascii())


def _is_kin(verb: str, deed: str) -> bool:
    """Return whether a deed is done by the verb, or by an equivalent one."""
    plain = deed.casefold().replace("_", " ")
    words = frozenset(re.findall(r"[a-z']+", plain))
    groups = [kin for kin in _KIN if verb in kin or any(sign in verb for sign in kin)]
    kin = frozenset({verb}).union(*groups)
    return bool(kin & words) or any(one in plain for one in kin if not one.isascii())


def settled(promise: Commitment, mind: str, language: str, why: str = "") -> str:
    """Return how one of the two remembers what became of a promise; `why` is added as it is."""
    is_own = promise.by_id == mind
    key = f"{'own' if is_own else 'others'}_{promise.status}"
    told = text("promises", key, language).format(
        other=promise.to_name if is_own else promise.by_name,
        what=promise.what,
        when=_when(promise.due_at, language),
    )
    return text("promises", "because", language).format(told=told, why=why) if why.strip() else told


def time_passed(language: str) -> str:
    """Return why a promise is broken that the clock broke."""
    return text("promises", "time_passed", language)


def said_so(language: str) -> str:
    """Return why a promise is settled that talk settled."""
    return text("promises", "said_so", language)


def _when(due: datetime | None, language: str) -> str:
    if due is None:
        return ""
    is_of_a_day = (due.hour, due.minute) == LAST_MINUTE
    form = text("promises", "at_day" if is_of_a_day else "at_hour", language)
    day = texts("calendar", "weekdays_short", language)[due.weekday()]
    return form.format(day=day, hour=due)


LONGEST = 160
"""Characters of what is promised."""
MOST = 3
"""Promises that one side makes in one turn."""

_SENTENCE = re.compile(r"[^.!?;。！？；\n]+(?:[.!?;。！？；\n]+|$)")
_ABBREVIATED = re.compile(r"\b([ap])\.m\.", re.IGNORECASE)
_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|「[^」]*」|‘[^’]*’")
# What follows such a colon are somebody else's words, however many sentences it goes on for.
_REPORTED = re.compile(
    r"\b(?:said|says|told|tells|wrote|writes|heard|learned|promised|swore)\b[^.!?:]{0,60}:.*"
    r"|[说讲写听]\s*[:：].*",
    re.IGNORECASE | re.DOTALL,
)
_SOLEMN = re.compile(
    r"\bI (?:do )?(?:promise|swear|vow)\b|\byou(?:'ve| have) my word\b|\bI give you my word\b"
    r"|\bon my (?:word|honou?r|life)\b|\bcount on (?:it|me)\b"
    r"|我(?:向你|跟你)?(?:保证|发誓|答应)|说话算话|一言为定",
    re.IGNORECASE,
)
_ONLY_SOLEMN = re.compile(
    r"^\W*(?:yes|and|really|truly)?\W*I (?:promise|swear)(?: you| it)?\W*$", re.IGNORECASE
)
_DOUBTED = re.compile(
    r"\b(?:if|unless|maybe|perhaps|might|probably|would|whether|suppose)\b|如果|要是|除非|也许|可能|说不定",
    re.IGNORECASE,
)
_WILL = re.compile(
    r"\bI(?:'ll| will| shall)\s+(?P<not>not\s+|never\s+)?"
    r"(?:(?:gladly|surely|certainly|definitely|also|just|still|always|soon|happily|personally"
    r"|make sure to|be sure to)\s+)*(?P<verb>[a-z]+)\b(?P<rest>.*)"
    r"|\bI (?P<wont>won't|shan't)\s+(?P<verb_not>[a-z]+)\b(?P<rest_not>.*)"
    r"|\bI (?:promise|swear|vow)(?: you)?,?\s+(?P<not_to>not\s+)?to\s+(?P<verb_to>[a-z]+)\b"
    r"(?P<rest_to>.*)",
    re.IGNORECASE,
)
_WILL_ZH = re.compile(
    r"我(?:向你|跟你)?(?:保证|发誓|答应你?|一定|肯定|会|就|来|要|将|这就|马上)+(?P<what>.+)"
    r"|我(?P<bare>(?:给|把|去|替|帮|带|送|还|陪|等).+)"
)
_IN_TIME_ZH = re.compile(r"在(?=[今明后天日中上下晚周星礼夜早黄傍半午])")
_NEGATED_ZH = re.compile(r"^不|不会|不想|没")
_NO_DEEDS = frozenset(
    """think see know bet guess say admit grant allow believe understand hope wish suppose wonder
    want like love hate feel need miss have die try promise swear live manage regret assume take
    remain tell""".split()  # noqa: SIM905 - a word list reads best as words
)
_BEING = re.compile(r"^\s*(?:there|back|here|ready|waiting|at|in|on time|with)\b", re.IGNORECASE)
_DEEDS_AFTER_ALL = {
    "tell": re.compile(r"^\s*(?!you what)\w+", re.IGNORECASE),
    "take": re.compile(r"^\s*(?:you|it|the|this|that|them|her|him|your)\b", re.IGNORECASE),
    "see": re.compile(r"^\s*to (?:it|that)\b", re.IGNORECASE),
}
_NO_DEEDS_ZH = ("想想", "考虑", "看看", "试试", "记住", "知道", "觉得", "尽量")
_CLAUSE = re.compile(
    r"[:—–，]|\s*,\s*(?=(?:i|you|so|but|and|then|as|before|since|because|or|just|don't|all right"
    r"|ok|okay)\b)"
    r"|\b(?:because|so that|as soon as|and then|when you|once you)\b",
    re.IGNORECASE,
)
_TAKEN_BACK = re.compile(
    r"\bI (?:can't|cannot|can not|won't be able to|am not able to|'m not able to|am unable to)\b"
    r".*\bafter all\b|\bI (?:have to|must) (?:take back|break) my (?:word|promise)\b"
    r"|\bI (?:can't|cannot|won't) (?:make it|keep (?:my|that) (?:word|promise))\b"
    r"|(?:去|来|做|办|给|带|送|赶)(?:不了|不到|不成)(?:了|你)|我(?:得|要)(?:收回|食言)",
    re.IGNORECASE,
)
_CANNOT = re.compile(
    r"\bI (?:can't|cannot|won't|will not|won't be able to)\b|我(?:不能|没法|没办法)", re.IGNORECASE
)


def made(text: str) -> tuple[Promise, ...]:
    """Return the promises that whoever says this makes, in order; each as `is_own`."""
    found: list[Promise] = []
    sentences = _sentences(text)
    for position, sentence in enumerate(sentences):
        following = sentences[position + 1] if position + 1 < len(sentences) else ""
        is_solemn = bool(_SOLEMN.search(sentence) or _ONLY_SOLEMN.match(following))
        if sentence.rstrip().endswith(("?", "？", "吗", "呢")) or _DOUBTED.search(sentence):
            continue
        if not is_solemn and not names_a_time(sentence):
            continue
        what = _deed(sentence, is_solemn=is_solemn)
        if what:
            found.append(Promise(what=what, due=sentence if names_a_time(sentence) else ""))
    return tuple(found[:MOST])


def joined(said: Sequence[Promise], named: Sequence[Promise], words: str) -> tuple[Promise, ...]:
    """Return the promises that words show, and those a model names for which words were said."""
    found = list(said)
    heard = words_of(words)
    for promise in named:
        what = tidy(promise.what)
        if not what or not words_of(f"{what} {promise.due}") & heard:
            continue
        twin = next((one for one in found if is_same(one.what, what)), None)
        if twin is None:
            found.append(replace(promise, what=what))
        elif not twin.due and promise.due:
            found[found.index(twin)] = replace(twin, due=promise.due)
    return tuple(found[:MOST])


def is_same(one: str, other: str, but: str = "") -> bool:
    """Say whether two wordings promise the same; `but` are words to be disregarded."""
    left, right = words_of(one) - words_of(but), words_of(other) - words_of(but)
    fewer = min(len(left), len(right))
    return fewer > 0 and len(left & right) * 2 > fewer


def taken_back(text: str, promises: Sequence[Commitment]) -> tuple[Commitment, ...]:
    """Return those promises of the speaker that these words take back; at most one a sentence."""
    found: dict[str, Commitment] = {}
    around = [one for one in promises if _objects(one) & words_of(text)]
    for sentence in _sentences(text):
        if sentence.rstrip().endswith(("?", "？")):
            continue
        said = words_of(sentence)
        telling = [one for one in promises if _objects(one) & said]
        if _TAKEN_BACK.search(sentence) and (telling or around or len(promises) == 1):
            one = (telling or around or list(promises))[0]
            found[one.commitment_id] = one
        elif _CANNOT.search(sentence) and telling and names_a_time(sentence):
            found[telling[0].commitment_id] = telling[0]
    return tuple(found.values())


def speaks_of(text: str, promise: Commitment) -> bool:
    """Say whether words pass on what was promised."""
    objects = _objects(promise) or words_of(promise.what)
    return len(objects & words_of(text)) * 2 >= max(1, len(objects))


def named(what: str, by: str, to: str) -> str:
    """Return what the speaker `by` promised `to` with names in place of `me` and `you`."""
    for pattern, name in (
        (r"\b(?:my|mine)\b", f"{by}'s"),
        (r"\b(?:me|i)\b", by),
        (r"\b(?:your|yours)\b", f"{to}'s"),
        (r"\byou\b", to),
    ):
        what = re.sub(pattern, name.replace("\\", ""), what, flags=re.IGNORECASE)
    return what.replace("你", to).replace("您", to).replace("我", by)[:LONGEST]


def tidy(what: str) -> str:
    """Return what is promised as a bare deed: no `I will` before it, no time and stop after it."""
    plain = " ".join(printable(what).replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").split())
    plain = re.sub(
        r"^(?:I(?:'ll| will| shall)|to|that I(?:'ll| will))\s+", "", plain, flags=re.IGNORECASE
    )
    return without_time(plain).strip(" .,;:!?。，！？\"'")[:LONGEST]


def _objects(promise: Commitment) -> frozenset[str]:
    """Return what a promise is about: its words without its verb and without the two names."""
    names = words_of(f"{promise.by_name} {promise.to_name}")
    first = words_of(promise.what.split(" ", 1)[0]) if promise.what.isascii() else frozenset()
    return words_of(promise.what) - names - first


def _sentences(text: str) -> list[str]:
    plain = text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    plain = _REPORTED.sub(" ", _QUOTED.sub(" ", _ABBREVIATED.sub(r"\1m", plain)))
    return [found.strip() for found in _SENTENCE.findall(plain) if found.strip()]


def _deed(sentence: str, *, is_solemn: bool) -> str:
    """Return the deed that a sentence promises, empty for none."""
    for what in (*_deeds(sentence, is_solemn=is_solemn), *_deeds_zh(sentence, is_solemn=is_solemn)):
        tidied = tidy(_CLAUSE.split(_SOLEMN.sub(" ", without_time(what)).strip(" ,，"))[0])
        if tidied:
            return tidied
    return ""


def _deeds(sentence: str, *, is_solemn: bool) -> Iterator[str]:
    for found in _WILL.finditer(sentence):
        verb = (found["verb"] or found["verb_not"] or found["verb_to"]).lower()
        rest = found["rest"] or found["rest_not"] or found["rest_to"] or ""
        is_negative = bool(found["not"] or found["wont"] or found["not_to"])
        if is_negative:
            if is_solemn:
                yield f"not {verb}{rest}"
            continue
        if verb == "be" and not _BEING.match(rest) and not is_solemn:
            continue
        after = _DEEDS_AFTER_ALL.get(verb)
        if verb in _NO_DEEDS and not (after is not None and after.match(rest)):
            continue
        yield f"{verb}{rest}"


def _deeds_zh(sentence: str, *, is_solemn: bool) -> Iterator[str]:
    if sentence.isascii():
        return
    plain = without_time(_IN_TIME_ZH.sub("", sentence)).replace(" ", "")
    found = _WILL_ZH.search(plain)
    if found is None:
        return
    what = (found["what"] or found["bare"]).strip("，,。！")
    what = re.split(r"[，,]", what)[0]
    if any(word in what for word in _NO_DEEDS_ZH) or what.endswith(("吗", "呢", "吧")):
        return
    if _NEGATED_ZH.match(what) and not is_solemn:
        return
    yield what
