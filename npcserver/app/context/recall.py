"""Recall for prompts: pins, the memories that score best, and passages of books.

Each item once, without what must not be revealed and without what is out of date. All prompts of a
character are built from this; memories in API responses are not.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import structlog

from npcserver.aio import within
from npcserver.app.authoring.lore_index import LoreIndexCache, book_drafts
from npcserver.app.context.discretion import Discretion, carried
from npcserver.app.context.history import newest_first
from npcserver.app.context.small_talk import without_small_talk
from npcserver.memory.arrays import in_thread
from npcserver.memory.deduplication import deduplicate_recollections, split_series
from npcserver.memory.embedding_texts import Cue
from npcserver.memory.lore import NOTHING_READ, LoreFilter, LoreIndex, PassageMatches
from npcserver.memory.score_profiles import Profile
from npcserver.memory.stream import MemoryStream, RecallQuery, WideningRecall
from npcserver.mind.past_claims import claimant_of, claims_in, grounding
from npcserver.mind.provenance import passed_on
from npcserver.model.errors import Reason, Unavailable
from npcserver.model.ids import CharacterId, WorldId
from npcserver.model.inputs import ReplyInput
from npcserver.model.lore import ANSWERS, CitedPassage
from npcserver.model.memory import Memory, Recollection, scores_of, unscored
from npcserver.model.record import SPEECH_KINDS, Pinned, RecordKind
from npcserver.model.secret import Secret, joined
from npcserver.model.turn import RecalledMemory, Receipt
from npcserver.ports.storage import Reader
from npcserver.ports.view import View

_log = structlog.get_logger(__name__)
_Whose = tuple[Reader, View, WorldId, CharacterId]
_FEW = 8
_GROUNDS = 24  # memories against which a claim about the past is weighed
_BY_WORDS = Profile(name="by_words", decay=1.0, w_recency=0.0, w_importance=0.0, by_words=True)
_QUOTED = 20  # memories searched for those that given words pass on
_CIRCLE_LINES = 200  # lines of one circle that may crowd out other memories
_WIDER = 8  # times as many are recalled where secrets or repeats crowd out what may be told
_WIDEST = 1_000  # and so many at most, since each is read: whispers must not slow others' turns
_WITHHELD = 32  # in a receipt
_FRESH = 6  # memories that words recall beside the set before the talk
_CARRIED = 2  # of the previous turn's, beside these
_OF_THE_TALK = 3  # lines of the talk itself that are recalled
PRIOR = 6
"""Memories recalled when a talk begins, by importance and recency alone."""
MOST_PINS = 8
"""Pinned memories that are recalled, the newest pins first."""
_HEAVY = 12_000
"""From so many passages on a search runs in a thread; below, it blocks the loop for 2 ms."""


async def cue_of(
    stream: MemoryStream, text: str, seconds: float | None = None
) -> tuple[Cue, tuple[Unavailable, ...]]:
    """Embed words; without an embedder in time, return a cue for lexical recall, and the fault."""
    try:
        return await within(seconds, stream.cue(text)), ()
    except Unavailable as fault:
        failed = fault
    except TimeoutError:
        failed = Unavailable("the embedder is too slow", Reason.EMBEDDER_UNAVAILABLE)
    _log.warning("recalling_by_words_alone", error=failed.message)
    return stream.words(text), (failed,)


async def pinned_seqs(view: View, character_id: str, most: int | None = None) -> tuple[int, ...]:
    """Return the seqs of pinned memories, the newest pins first; at most `most`, if given.

    Of several pins of one memory the newest counts.
    """
    known: set[int] = set()
    found: list[int] = []
    async for record in newest_first(view, character_id, (RecordKind.PIN,)):
        if isinstance(pin := record.body, Pinned) and pin.seq not in known:
            known.add(pin.seq)
            found += [pin.seq] if pin.is_pinned else []
        if len(found) == most:
            break
    return tuple(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecalledContext:
    """Recalled memories, best first, those withheld, and passages of books.

    `secrets` are carried by the memories recalled, and by those they supersede, since a prompt may
    show both: all who would hear may be told them. `besides` is what was recalled by other queries
    in the same read, and is shown only where a claim rests on it. `distinct` counts what could be
    shown, numbered copies apart.
    """

    recollections: tuple[Recollection, ...] = ()
    withheld: tuple[Recollection, ...] = ()
    lore: PassageMatches = NOTHING_READ
    besides: tuple[Recollection, ...] = ()
    distinct: int = 0

    @property
    def secrets(self) -> tuple[Secret, ...]:
        """The secrets that the recalled memories and passages carry."""
        older = [memory for found in self.recollections for memory in found.superseded]
        return joined(carried(self.recollections), carried(older), self.lore.secrets)

    def without(self, answered: Collection[int], k: int) -> "RecalledContext":
        """Return the best k, with all pins, without the words that are answered."""
        if not answered:
            return self
        told = [one for one in self.recollections if one.memory.seq not in answered]
        kept = [one for one in self.withheld if one.memory.seq not in answered]
        pins = sum(one.is_pinned for one in told)
        return replace(self, recollections=tuple(told[: max(k, pins)]), withheld=tuple(kept))


class PromptRecall:
    """Recalls for prompts. API responses read the memory stream directly."""

    def __init__(self, stream: MemoryStream, profile: Profile) -> None:
        self._stream = stream
        self.profile = profile

    async def recall(  # noqa: PLR0913 - whose memory, seen from where, before whom
        self,
        reader: Reader,
        view: View,
        world_id: WorldId,
        character_id: CharacterId,
        cue: Cue,
        k: int,
        discretion: Discretion,
        *,
        kinds: Collection[RecordKind] = (),
        pins: Sequence[int] | None = None,
        but_circle: str = "",
        besides: int = 0,
        asked: str | None = None,
        asker: str = "",
        queries: Sequence[RecallQuery] = (),
    ) -> RecalledContext:
        """Return the best k memories that may be revealed, and the better ones that are withheld.

        Pinned memories come first, and count among the k; `pins` are their seqs, None to look them
        up. Of the character's own words only those that are asked for are returned, where `kinds`
        does not name them. Lines of `but_circle`, which the prompt has, are left out. `besides`
        more are returned, in place of lines of the talk that the caller takes out. `asked` is what
        is asked, where not the cue. What was not said is recalled apart where speech, or claims of
        the player `asker`, crowd it out. What other `queries` recall is in `besides` of the result.
        """
        whose = reader, view, world_id, character_id
        pinned = await self._pinned(whose, pins, kinds)
        # More is recalled than returned: repeats are merged, and lines of the circle dropped.
        most, more = 2 * k + _FEW + besides, _CIRCLE_LINES if but_circle else 0
        widening = WideningRecall(self._stream, whose, most + more, _WIDEST + more)
        own, but = tuple[Recollection, ...](), tuple[RecordKind, ...]()
        others = list[tuple[Recollection, ...]]()
        while True:
            wanted = RecallQuery(cue, most + more, self.profile, kinds, but)
            found, *more_found = await widening.read(wanted, queries)
            others, queries = others or more_found, ()
            is_all = len(found) < wanted.k
            if but_circle:
                found = tuple(one for one in found if one.memory.body.circle_id != but_circle)
            told = found = found[:most]
            if RecordKind.LINE not in kinds:
                told = without_small_talk(found, cue.text if asked is None else asked)
            is_widest = most >= _WIDEST
            if not is_all and (is_widest or (asker and _is_crowded(told, asker, k, besides))):
                told = await self._with_unsaid(whose, wanted, told, k, is_whole=not but_circle)
            told = without_most_claims(told, asker, k, besides) if asker else told
            pins_first = with_pins((*told, *own), pinned)
            is_hidden = len(told) < len(found) and not but
            is_last = is_all or (is_widest and not is_hidden)
            if is_last or len(split_series(pins_first)[0]) >= k + besides:  # merging takes longer
                recalled = put_in_order(pins_first, k + besides, discretion)
                if is_last or recalled.distinct >= k + besides:
                    return replace(recalled, besides=sum(others, ()))
            if is_hidden:  # what is known ranks after much that was only said
                but = (RecordKind.LINE,)
                own = tuple(one for one in told if one.memory.kind in but)
            else:  # what may be told, or is new, ranks after much that may not or is not
                most = min(most * _WIDER, _WIDEST)

    async def _with_unsaid(
        self,
        whose: _Whose,
        query: RecallQuery,
        found: Sequence[Recollection],
        k: int,
        *,
        is_whole: bool,
    ) -> tuple[Recollection, ...]:
        """Return what a query found with the best k of any kind that were not said, best first."""
        there = {one.memory.seq for one in found}
        unsaid = sum(one.memory.kind not in SPEECH_KINDS for one in found)
        more = tuple[Recollection, ...]()
        if unsaid < k or query.kinds or not is_whole:
            more = await self._stream.recall(*whose, query.cue, k, self.profile, but=SPEECH_KINDS)
        fresh = (one for one in more if one.memory.seq not in there)
        return tuple(sorted((*found, *fresh), key=lambda one: -one.score))

    async def _pinned(
        self, whose: _Whose, pins: Sequence[int] | None, kinds: Collection[RecordKind]
    ) -> Sequence[Memory]:
        """Return the pinned memories of some kinds, or of all, in the order of `pins`."""
        _, view, _, character_id = whose
        if pins is None:
            pins = await pinned_seqs(view, character_id, MOST_PINS)
        if not pins:
            return ()
        kept = [one for one in await view.get(sorted(pins)) if not kinds or one.kind in kinds]
        own = [one for one in kept if one.subject_id == character_id]
        memories = await self._stream.as_memories(*whose, own)
        return sorted(memories, key=lambda one: pins.index(one.seq))

    def claim_queries(self, scene: ReplyInput) -> tuple[RecallQuery, ...]:
        """Return queries for what may prove or deny what a player claims of the past."""
        if not scene.partner.is_player or not claims_in(scene.heard):
            return ()
        words = self._stream.words(scene.heard)
        own = RecallQuery(words, _GROUNDS, _BY_WORDS, kinds=(RecordKind.LINE,))
        return RecallQuery(words, _GROUNDS, _BY_WORDS, but=SPEECH_KINDS), own

    async def prior(
        self, reader: Reader, view: View, world_id: WorldId, character_id: CharacterId
    ) -> tuple[Recollection, ...]:
        """Return the memories most present before anything is said, best first.

        Without secrets and spoken lines: they are the same for every partner.
        """
        found = await self._stream.foremost(
            reader, view, world_id, character_id, _WIDER * PRIOR, self.profile, but=SPEECH_KINDS
        )
        tidy = deduplicate_recollections([one for one in found if not carried((one,))])
        return sum(split_series(tidy), ())[:PRIOR]


def with_grounds(
    scene: ReplyInput, recalled: RecalledContext, discretion: Discretion
) -> RecalledContext:
    """Return what proves or denies what a player claims of the past, and what was recalled.

    That is among what was recalled `besides`, by the `claim_queries`.
    """
    if not recalled.besides:
        return recalled
    found = {one.memory.seq: one for one in recalled.besides}
    told, _ = discretion.sift(tuple(found.values()))
    seqs = grounding(scene, [one.memory for one in told])
    known = found | {one.memory.seq: one for one in recalled.recollections}
    first = [known[seq] for seq in seqs]
    rest = [one for one in recalled.recollections if one.memory.seq not in seqs]
    return replace(recalled, recollections=(*first, *rest))


def is_claim_of(memory: Memory, player_id: str) -> bool:
    """Return whether a memory is a player's claim, or stems from it."""
    return bool(claimant_of(memory)) and player_id in memory.body.players


def without_most_claims(
    found: Sequence[Recollection], player_id: str, k: int, besides: int = 0
) -> tuple[Recollection, ...]:
    """Return what was found, in its order, with at most as many of a player's claims as of others.

    The best are kept; `k // 2` of them where there is too little else, and `besides` more. Pinned
    memories are kept, and repetitions of a claim count as one.
    """
    claims = [one for one in found if not one.is_pinned and is_claim_of(one.memory, player_id)]
    most = max(min(len(found) - len(claims), k - k // 2), k // 2) + besides
    best = sorted(claims, key=lambda one: -one.score)
    texts = dict.fromkeys(one.memory.text for one in best)
    kept = frozenset(list(texts)[:most])
    dropped = {one.memory.seq for one in claims if one.memory.text not in kept}
    return tuple(one for one in found if one.memory.seq not in dropped)


def _is_crowded(found: Sequence[Recollection], player_id: str, k: int, besides: int) -> bool:
    """Return whether a player's claims leave too little place for what else is known."""
    claims = sum(is_claim_of(one.memory, player_id) for one in found)
    return claims > k // 2 + besides and len(found) - claims < k - k // 2


async def quoted_memories(
    stream: MemoryStream,
    reader: Reader,
    view: View,
    character_id: CharacterId,
    cue: Cue,
    profile: Profile,
    names: Sequence[str],
) -> tuple[Memory, ...]:
    """Return the memories that a character passes on with words that the game gives it.

    No model chose these words, so `cue` recalls what they could stem from. `names` are those of the
    people present.
    """
    world_id = view.timeline.world_id
    found = await stream.recall(reader, view, world_id, character_id, cue, _QUOTED, profile)
    return passed_on(cue.text, [one.memory for one in found], names)


def with_pins(found: Sequence[Recollection], pinned: Sequence[Memory]) -> tuple[Recollection, ...]:
    """Return pinned memories, then what was found; a pin that was not recalled scores zero."""
    scored = {one.memory.seq: one for one in found}
    pins = {
        memory.seq: replace(scored.get(memory.seq) or unscored(memory), is_pinned=True)
        for memory in pinned
    }
    return (*pins.values(), *(one for one in found if one.memory.seq not in pins))


def put_in_order(found: Sequence[Recollection], k: int, discretion: Discretion) -> RecalledContext:
    """Return the k that are shown, and those withheld that rank before the last of them.

    A pure function. Pinned memories are shown even where they are more than k. Of the withheld the
    best `_WITHHELD` are returned: they explain a line, and receipts keep them.
    """
    told, kept = discretion.sift(found)
    first, more = split_series(deduplicate_recollections(told))
    pins = sum(one.is_pinned for one in first)
    shown = (*first, *more)[: max(k, pins)]
    places = {one.memory.seq: place for place, one in enumerate(found)}
    last = max((places[one.memory.seq] for one in shown), default=len(found))
    if len(shown) < k:
        last = len(found)
    withheld = tuple(one for one in kept if places[one.memory.seq] < last)
    return RecalledContext(recollections=shown, withheld=withheld[:_WITHHELD], distinct=len(first))


def apart_from_talk(recalled: RecalledContext, said: Collection[int], k: int) -> RecalledContext:
    """Return the best k apart from lines of the talk, followed by the best few of these.

    A prompt shows those only where the lines themselves do not fit in its token budget.
    """
    others = [one for one in recalled.recollections if one.memory.seq not in said]
    pins = sum(one.is_pinned for one in others)
    own = [one for one in recalled.recollections if one.memory.seq in said][:_OF_THE_TALK]
    fresh = tuple(replace(one, is_fresh=True) for one in own)
    return replace(recalled, recollections=(*others[: max(k, pins)], *fresh))


def with_prior(prior: Sequence[Recollection], recalled: RecalledContext, k: int) -> RecalledContext:
    """Return the prior memories and then those that words recalled; k in all, or all pins.

    The prior ones, with pins that carry no secret, are ordered by seq, so that a prompt has the
    same prefix whatever is said. What duplicates or is superseded by the other group is left out.
    """
    called = {one.memory.seq: one for one in recalled.recollections}
    open_pins = [one for one in called.values() if one.is_pinned and not carried((one,))]
    uncalled_now = [one for one in prior if one.memory.seq not in called]
    stays = {one.memory.seq for one in deduplicate_recollections((*called.values(), *uncalled_now))}
    before = sorted(
        (
            replace(
                called.get(one.memory.seq) or unscored(one.memory, is_called=False), is_prior=True
            )
            for one in {one.memory.seq: one for one in (*prior, *open_pins)}.values()
            if one.memory.seq in stays
        ),
        key=lambda one: one.memory.seq,
    )
    there = {one.memory.seq for one in before}
    others = [one for seq, one in called.items() if seq in stays - there]
    pins = sum(one.is_pinned for one in others)
    fresh = sum(one.is_fresh for one in others)  # lines of the talk, after all others
    best = others[: len(others) - fresh][: max(k - len(before), pins)]
    return replace(recalled, recollections=(*before, *best, *others[len(others) - fresh :]))


def carried_on(
    earlier: Sequence[RecalledMemory],
    recalled: RecalledContext,
    uncalled_now: Sequence[Recollection],
) -> RecalledContext:
    """Return the set before the talk as it stood in the previous prompt, and what is fresh.

    The set stays the same while the talk lasts (a stable prompt prefix), but for what may no longer
    be shown, is outdated, or is the same as a newer one. Fresh are pinned memories, the best of
    what words recall now, and of the previous turn the best, for words that follow up on it.
    """
    now = {one.memory.seq: one for one in recalled.recollections}
    outdated = {older.seq for one in now.values() for older in one.superseded}
    texts = {one.memory.text for one in now.values()}
    there = now | {
        one.memory.seq: one
        for one in uncalled_now
        if one.memory.seq not in outdated and one.memory.text not in texts
    }
    before = [one for one in earlier if one.seq in there]
    stood = {
        one.seq: replace(there[one.seq], is_prior=one.is_prior, times=one.times)
        for one in before
        if not one.is_fresh
    }
    new = [one for seq, one in now.items() if seq not in stood]
    of_talk = sum(one.is_fresh for one in new)  # lines of the talk, after all others
    pins = sum(one.is_pinned for one in new)
    last = sorted(
        (one for one in before if one.is_fresh and one.is_called and one.seq not in now),
        key=lambda one: -one.score,
    )
    fresh = (
        *new[: len(new) - of_talk][: max(_FRESH, pins)],
        *(there[one.seq] for one in last[:_CARRIED]),
        *new[len(new) - of_talk :],
    )
    return replace(
        recalled,
        recollections=(*stood.values(), *(replace(one, is_fresh=True) for one in fresh)),
    )


def recollections_of(
    recalled: Sequence[RecalledMemory], memories: Mapping[int, Memory]
) -> tuple[Recollection, ...]:
    """Return the recollections of a receipt, with its memories given by seq."""
    return tuple(
        Recollection(
            memory=memories[one.seq],
            superseded=tuple(memories[seq] for seq in one.superseded if seq in memories),
            **scores_of(one),
        )
        for one in recalled
        if one.seq in memories
    )


class LoreReader:
    """Finds passages for scenes. A turn in a world without books costs nothing here.

    A player is waiting, so an index that takes longer than `seconds` to build is not used.
    """

    def __init__(self, shelves: LoreIndexCache, *, passages: int = 3, seconds: float = 2.0) -> None:
        self._shelves = shelves
        self._passages = passages
        self._seconds = seconds

    async def found(
        self,
        reader: Reader,
        view: View,
        character_id: CharacterId,
        cue: Cue,
        discretion: Discretion,
        revision: str | None = None,
    ) -> PassageMatches:
        """Return the passages that answer and that the character may read, and those to withhold.

        At most one query while the books do not change, none where their `revision` is given; one
        more in a timeline with drafts.
        """
        world_id, drafts = view.timeline.world_id, await book_drafts(view)
        if revision is None:
            revision = await self._shelves.revision(reader, world_id)
        if not revision and not drafts:
            return NOTHING_READ
        books = await self._shelves.ready(reader, world_id, revision, drafts, self._seconds)
        if books is None:
            return NOTHING_READ
        question = await self._shelves.question(cue, self._seconds)
        narrowing = LoreFilter(reader=character_id)

        def work() -> PassageMatches:
            return books.search(
                question, self._passages, discretion.may_tell, narrowing, least=ANSWERS
            )

        return work() if books.size <= _HEAVY else await in_thread(work)


def recited(books: LoreIndex, receipt: Receipt, question: str) -> PassageMatches:
    """Return the passages that a receipt names, in answer to a question.

    A withheld passage that is no longer locked is included.
    """
    told = books.recited(receipt.lore, question, lambda _: True)
    withheld = tuple(CitedPassage(passage_id=one, score=0.0) for one in receipt.withheld_lore)
    kept = books.recited(withheld, question, lambda secrets: not secrets)
    return PassageMatches(quotes=(*told.quotes, *kept.quotes), withheld=kept.withheld)
