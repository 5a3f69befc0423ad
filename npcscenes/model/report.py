"""Reports on group chats, whether under way, broken off or settled, and their JSON format.

In the JSON format `npcserver/scene-result/1`, members and candidates are given by their ids:

- `format`; `chat` (id), `scene` (id), `title`, `premise`, `language`, `seed`, `models`
- `is_closed`, `is_settled`, present `round` and `stage`; `course` as in the scene file
- `members`: `{id, name, rank, camp, beliefs: {topic: text}}`; `candidates`: `{id, name}`
- `winners`: `{id, name}`, `camp`, `because`, `summary`
- `votes`: `{rule: {member: candidate}}`; `counts`: `{rule: {candidate: votes}}`; `abstained` and
  `by_default`: `{rule: [member]}`; `guesses`: `{member: candidate}`
- `rounds`: the state after each round, from round 0 on: `round`, `is_over` (else it is under
  way), `relations` `{of: {to: 0..100}}`, `inferred` `{by: [{of, to, score}]}`, `beliefs`
  `{member: {topic: 0..100}}`, `influence` `{member: sum of impact}`, `camps` `{member:
  camp}`, `backs` `{supporting member: principal or ""}`
- `meetings`: talks between two: `round`, `stage`, `first` (who chose), `second`, `lines`,
  `situation`, `strategy`, `topics`; `met`: `{stage: [{members: [a, b], times}]}`
- `notes`: `round`, `member`, `summary`, `reflection`
- `transcript`: `seq`, `round`, `stage`, `chat_round`, `speaker` (or `audience`), `to` (empty:
  all), `talk` (who began it, empty: none), `text`, `person` (who played the speaker)
- `entropy`: see `Language`: `agc_char2_nats`; `whole`, `speakers` and `rounds` `{name: {unit:
  {n: figures}}}`, where figures are `ngrams`, `distinct`, `bits`, `evenness`,
  `distinct_share`, and the same for equal samples under `equal` (null: too little was said);
  `samples` `{speakers|rounds: {unit: {n: n-grams in each}}}`; `telling` `{words, bits, chance,
  speaker_bits, share}`
- `receipts`: inputs of each thought: `seq` of its move, `member` (empty: none),
  `purpose`, `model`, `template`, `template_digest`, `prompt_digest`, `seed`, `verdict`, `calls`,
  `faults`, `raw_answers`, `recalled` (seqs of memories)
- `effort`: `calls`, `repaired`, `defaulted`, `prompt_tokens`, `completion_tokens`; `answers`: how
  many were needed; `is_mostly_default`: whether most of these are defaults
"""

from collections import Counter
from dataclasses import asdict, dataclass

from npcscenes.model import summary
from npcscenes.model.chat import GroupChat
from npcscenes.model.entropy import Comparison, NgramVariety, TextMeasures, Unit
from npcscenes.model.summary import (
    Language,
    MoveReceipt,
    ReportedLine,
    ReportedTalk,
    RoundState,
)
from npcscenes.model.votes import tally
from npcserver.model.group.moves import Effort, Updated, VoteTally
from npcserver.model.group.script import TALKS, Candidate, Script, Stage

FORMAT = "npcserver/scene-result/1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Everything that can be reported of a group chat, finished or under way.

    `round` and `stage` are the present ones. Winners and `tallies` exist once it is settled;
    `guesses` are (member, candidate it expected to win). `stands` begin with the one before the
    first round. `models` were called, in the order of their first thought; `receipts` are the
    inputs of each thought.
    """

    chat_id: str
    script: Script
    seed: int
    is_closed: bool
    is_settled: bool
    round: int
    stage: Stage | None
    winners: tuple[Candidate, ...]
    camp: str
    because: str
    summary: str
    tallies: tuple[VoteTally, ...]
    guesses: tuple[tuple[str, str], ...]
    stands: tuple[RoundState, ...]
    talks: tuple[ReportedTalk, ...]
    notes: tuple[Updated, ...]
    transcript: tuple[ReportedLine, ...]
    language: Language
    effort: Effort
    models: tuple[str, ...]
    receipts: tuple[MoveReceipt, ...]

    def name(self, one_id: str) -> str:
        """Return the name of a member or candidate; any other id is returned unchanged."""
        return self.script.names.get(one_id, one_id)

    @property
    def is_mostly_default(self) -> bool:
        """Whether most answers are defaults, so that the result says little about the members."""
        return 2 * self.effort.defaulted > len(self.receipts)

    def met(self, stage: Stage) -> Counter[frozenset[str]]:
        """Return how often each pair talked in a stage, regardless of who began."""
        return Counter(
            frozenset((talk.first, talk.second)) for talk in self.talks if talk.stage is stage
        )


def report(chat: GroupChat) -> Report:
    """Return a report on a group chat in its present state."""
    transcript = summary.transcript_of(chat)
    receipts = summary.receipts_of(chat)
    closed = chat.closed
    result = closed.result if closed else None
    candidates = {one.id: one for one in chat.script.ballot.candidates}
    return Report(
        chat_id=chat.id,
        script=chat.script,
        seed=chat.seed,
        is_closed=chat.is_closed,
        is_settled=closed is not None and closed.is_settled,
        round=chat.round,
        stage=chat.stage,
        winners=tuple(candidates[one] for one in result.winners) if result else (),
        camp=result.camp if result else "",
        because=result.because if result else "",
        summary=result.summary if result else "",
        tallies=tuple(tally(chat, one.rule) for one in result.tallies) if result else (),
        guesses=summary.guesses(chat),
        stands=summary.stands(chat),
        talks=summary.talks(chat),
        notes=summary.notes(chat),
        transcript=transcript,
        language=summary.language(chat.script, transcript),
        effort=chat.effort,
        models=tuple(dict.fromkeys(one.thought.model for one in receipts if one.thought.model)),
        receipts=receipts,
    )


def as_json(told: Report) -> dict[str, object]:
    """Return a report as JSON values, with the keys that this module's docstring lists."""
    return {
        "format": FORMAT,
        "chat": told.chat_id,
        **_values(told, "seed", "models", "is_closed", "is_settled", "round", "stage"),
        **_scene(told.script),
        **_outcome(told),
        "rounds": [_stand(one) for one in told.stands],
        "meetings": [{**asdict(one), "topics": list(one.topics)} for one in told.talks],
        "met": {
            stage: [{"members": sorted(two), "times": n} for two, n in told.met(stage).items()]
            for stage in TALKS
        },
        "notes": [_values(one, "round", "member", "summary", "reflection") for one in told.notes],
        "transcript": [asdict(one) for one in told.transcript],
        "entropy": _entropy(told.language),
        "receipts": [_receipt(one) for one in told.receipts],
        "effort": asdict(told.effort),
        "answers": len(told.receipts),
        "is_mostly_default": told.is_mostly_default,
    }


_THOUGHT = (
    *("purpose", "model", "template", "template_digest", "prompt_digest", "seed", "verdict"),
    *("calls", "faults", "raw_answers"),
)


def _receipt(receipt: MoveReceipt) -> dict[str, object]:
    thought = receipt.thought
    return {
        **_values(receipt, "seq", "member"),
        **_values(thought, *_THOUGHT),
        "recalled": [one.seq for one in thought.recalled],
    }


def _values(of: object, *names: str) -> dict[str, object]:
    values = {name: getattr(of, name) for name in names}
    return {name: list(one) if isinstance(one, tuple) else one for name, one in values.items()}


def _scene(script: Script) -> dict[str, object]:
    return {
        "scene": script.id,
        **_values(script, "title", "premise", "language"),
        "course": {**asdict(script.course), "stages": list(script.course.stages)},
        "members": [
            {
                **_values(one, "id", "name", "rank", "camp"),
                "beliefs": {belief.topic: belief.text for belief in one.beliefs},
            }
            for one in script.members
        ],
    }


def _outcome(told: Report) -> dict[str, object]:
    return {
        "candidates": [_values(one, "id", "name") for one in told.script.ballot.candidates],
        "winners": [_values(one, "id", "name") for one in told.winners],
        **_values(told, "camp", "because", "summary"),
        "votes": {one.rule: dict(one.votes) for one in told.tallies},
        "counts": {one.rule: dict(one.counts) for one in told.tallies},
        "abstained": {one.rule: list(one.abstained) for one in told.tallies},
        "by_default": {one.rule: list(one.by_default) for one in told.tallies},
        "guesses": dict(told.guesses),
    }


def _stand(stand: RoundState) -> dict[str, object]:
    scores = {who: {one.topic: one.score for one in held} for who, held in stand.beliefs.items()}
    return {**asdict(stand), "beliefs": scores}


def _entropy(language: Language) -> dict[str, object]:
    return {
        "agc_char2_nats": language.agc_char2_nats,
        "whole": _measured(language.whole),
        "speakers": {one.name: _measured(one) for one in language.speakers.groups},
        "rounds": {one.name: _measured(one) for one in language.rounds.groups},
        "samples": {"speakers": _samples(language.speakers), "rounds": _samples(language.rounds)},
        "telling": {**asdict(language.telling), "share": language.telling.share},
    }


def _samples(comparison: Comparison) -> dict[str, dict[str, int]]:
    sizes = comparison.samples.items()
    return {unit: {str(n): size for (one, n), size in sizes if one is unit} for unit in Unit}


def _measured(measured: TextMeasures) -> dict[str, dict[str, object]]:
    return {
        unit: {
            str(n): {
                **_figures(one.whole),
                "equal": None if one.equal is None else _figures(one.equal),
            }
            for (of, n), one in measured.measures.items()
            if of is unit
        }
        for unit in Unit
    }


def _figures(figures: NgramVariety) -> dict[str, object]:
    return _values(figures, "ngrams", "distinct", "bits", "evenness", "distinct_share")
