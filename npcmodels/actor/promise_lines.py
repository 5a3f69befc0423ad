"""Lines in which a character makes, accepts, lists or breaks a promise, without a model."""

from npcmodels.actor.phrase_book import PhraseChooser, Phrases
from npcserver.language.actor_grammar import grammar_of
from npcserver.language.deadlines import names_a_time
from npcserver.language.scripts import QUESTION_MARKS
from npcserver.model.commitment import Commitment, CommitmentStatus
from npcserver.model.inputs import ReplyInput

UNFRIENDLY = -40
"""Affinity below which a character neither promises nor does what it is asked."""


def broken(scene: ReplyInput, wording: PhraseChooser, phrases: Phrases) -> tuple[str, str]:
    """Return words and emotion for a broken promise not mentioned yet; empty ones for none."""
    for promise in scene.commitments:
        if promise.status is CommitmentStatus.BROKEN and not promise.has_come_up:
            is_own = promise.by_id == scene.character.id
            occasion = "broken_own" if is_own else "broken_theirs"
            say = wording.say(occasion, what=_between_us(promise, scene, phrases))
            return say, "shame" if is_own else "annoyance"
    return "", ""


def spoken_of(scene: ReplyInput, wording: PhraseChooser, phrases: Phrases) -> tuple[str, str]:
    """Return words and emotion for making, accepting or listing a promise; empty ones for none."""
    return (
        _given(scene, wording, phrases)
        or _taken(scene, wording, phrases)
        or _pending(scene, wording, phrases)
        or ("", "")
    )


def _given(scene: ReplyInput, wording: PhraseChooser, phrases: Phrases) -> tuple[str, str] | None:
    """Promise what is asked for, if it lies in the future.

    The request is repeated with "me" for "you"; where more words would have to change, nothing is
    promised.
    """
    marks = phrases.marks
    found = marks["promise_asked"].search(scene.heard) if names_a_time(scene.heard) else None
    if found is None:
        return None
    deed = (found.groupdict().get("when") or "") + found["deed"].strip(" ,.")
    if not deed or marks["promise_no_deed"].search(deed):
        return None
    if scene.relation is not None and scene.relation.affinity < UNFRIENDLY:
        return wording.say("decline"), "annoyance"
    what = grammar_of(phrases.language).answered(deed)
    return wording.say("promising", what=what), "calm"


def _taken(scene: ReplyInput, wording: PhraseChooser, phrases: Phrases) -> tuple[str, str] | None:
    heard = scene.heard.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    is_question = heard.rstrip().endswith(QUESTION_MARKS)
    if is_question or not (phrases.marks["promise_given"].search(heard) and names_a_time(heard)):
        return None
    return wording.say("promised"), "hope"


def _pending(scene: ReplyInput, wording: PhraseChooser, phrases: Phrases) -> tuple[str, str] | None:
    """List the open promise between the two, when asked about promises."""
    pending = [one for one in scene.commitments if one.status is CommitmentStatus.OPEN]
    if not pending or not phrases.marks["promise_asked_after"].search(scene.heard):
        return None
    first = pending[0]
    occasion = "pending_own" if first.by_id == scene.character.id else "pending_theirs"
    return wording.say(occasion, what=_between_us(first, scene, phrases)), "calm"


def _between_us(promise: Commitment, scene: ReplyInput, phrases: Phrases) -> str:
    """Return a promise as one of the two says it to the other: without names, `me` and `you`."""
    own, other = scene.character.name, scene.partner.name
    return grammar_of(phrases.language).between_two(promise.what, own, other)
