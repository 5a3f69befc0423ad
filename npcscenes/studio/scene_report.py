"""A report of a group chat arranged for display, and the words around it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from npcscenes.model.entropy import ORDERS, Comparison, TextMeasures, Unit
from npcscenes.model.report import Report
from npcscenes.studio.plots import LineChart, Series, line_chart, sparkline
from npcserver.language import DEFAULT, code_of, data
from npcserver.model.group.moves import VoteTally
from npcserver.model.group.script import TALKS, Rank, Stage

Words = Mapping[str, str]


def words_of(language: str) -> Words:
    """Return the labels for a language tag such as `en` or `zh-TW`."""
    return {**data("scene_page", DEFAULT), **data("scene_page", code_of(language))}


COLOURS = 10
"""The number of colours in the style sheet; further members repeat them from the first."""

_LEAST_SCALE = 20
"""The least number of points that a sparkline spans, so that small changes look small."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """A member for display: `colour` counts from 0, `camp` is the side it is on now."""

    id: str
    name: str
    short: str
    colour: int
    rank: str
    camp: str
    goal: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Trend:
    """A score over the rounds: the points of a sparkline, and the first and last score."""

    points: str
    first: int
    last: int

    @property
    def change(self) -> str:
        """The signed change from first to last; empty for none."""
        return f"{self.last - self.first:+d}".replace("-", "−") if self.last != self.first else ""

    @property
    def is_up(self) -> bool:
        """Whether the score rose."""
        return self.last > self.first


@dataclass(frozen=True, slots=True, kw_only=True)
class CastBallot:
    """A member's vote: a candidate's name, the word for an abstention, or empty for no vote."""

    name: str
    is_default: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Ballots:
    """The votes as a table: rules, a row of votes for each member, and the counts by rule.

    A row is (member, votes in the order of the rules, name of the candidate it expects to win).
    """

    rules: tuple[str, ...]
    rows: tuple[tuple[Face, tuple[CastBallot, ...], str], ...]
    counts: tuple[tuple[tuple[str, int], ...], ...]

    @property
    def has_defaults(self) -> bool:
        """Whether any vote was cast by default."""
        return any(vote.is_default for _, votes, _ in self.rows for vote in votes)


def faces(told: Report) -> tuple[Face, ...]:
    """Return the members, each with a colour and the shortest name that is unique."""
    camps = told.stands[-1].camps
    shorts = [one.name.split()[0] if one.name.split() else one.id for one in told.script.members]
    return tuple(
        Face(
            id=one.id,
            name=one.name,
            short=short if shorts.count(short) == 1 else one.name,
            colour=at % COLOURS,
            rank=one.rank,
            camp=camps.get(one.id, ""),
            goal=one.goal,
        )
        for at, (one, short) in enumerate(zip(told.script.members, shorts, strict=True))
    )


def titled(words: Words, stage: Stage) -> str:
    """Return the name of a stage as a title."""
    return _capitalised(words[f"stage_{stage}"])


def headline(told: Report) -> str:
    """Return one sentence about the result, or about where the chat is."""
    words = words_of(told.script.language)
    names = [one.name for one in told.winners]
    where = words["opening"]
    if told.stage:
        where = words["round"].format(round=told.round) + words["comma"]
        where += words[f"stage_{told.stage}"]
    if not told.is_closed:
        return words["under_way"].format(where=where)
    if not told.is_settled:
        return words["broken_off_at"].format(where=where)
    if not names:
        return words["nobody_wins"]
    if len(names) == 1:
        return words["wins" if told.winners[0].member else "outcome"].format(name=names[0])
    together = words["comma"].join(names[:-1]) + words["and"] + names[-1]
    return words["not_parted"].format(names=together)


def ballots(told: Report, people: Iterable[Face]) -> Ballots | None:
    """Return the votes, or None if there are none yet."""
    if not told.tallies:
        return None
    names = {"": "", **{one.id: one.name for one in told.script.ballot.candidates}}
    words = words_of(told.script.language)
    guesses = dict(told.guesses)
    return Ballots(
        rules=tuple(_capitalised(words[f"rule_{tally.rule}"]) for tally in told.tallies),
        rows=tuple(
            (
                one,
                tuple(_cast(tally, one.id, names, words) for tally in told.tallies),
                names[guesses.get(one.id, "")],
            )
            for one in people
        ),
        counts=tuple(
            tuple((names[one], count) for one, count in tally.counts) for tally in told.tallies
        ),
    )


def _cast(tally: VoteTally, member: str, names: Mapping[str, str], words: Words) -> CastBallot:
    name = names[dict(tally.votes).get(member, "")]
    if member in tally.abstained:
        name = words["abstained"]
    return CastBallot(name=name, is_default=member in tally.by_default)


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


def relations(told: Report) -> dict[str, dict[str, Trend]]:
    """Return each member's relation to each other over the rounds, by ids."""
    scores: dict[str, dict[str, list[int]]] = {}
    for stand in told.stands:
        for of, row in stand.relations.items():
            for to, score in row.items():
                scores.setdefault(of, {}).setdefault(to, []).append(score)
    low, high = _scale(row for rows in scores.values() for row in rows.values())
    return {
        of: {to: _trend(row, low, high) for to, row in rows.items()} for of, rows in scores.items()
    }


def beliefs(told: Report) -> dict[str, list[tuple[str, Trend]]]:
    """Return each member's beliefs with their scores over the rounds."""
    scores: dict[tuple[str, str, str], list[int]] = {}
    for stand in told.stands:
        for member, held in stand.beliefs.items():
            for one in held:
                scores.setdefault((member, one.topic, one.text), []).append(one.score)
    low, high = _scale(scores.values())
    found: dict[str, list[tuple[str, Trend]]] = {}
    for (member, _, text), row in scores.items():
        found.setdefault(member, []).append((text, _trend(row, low, high)))
    return found


def sought(told: Report) -> Iterator[tuple[str, Counter[tuple[str, str]], int]]:
    """Yield, for both kinds of talk, how often who chose whom, and the most of these."""
    for stage in TALKS:
        counts = Counter((one.first, one.second) for one in told.talks if one.stage is stage)
        title = titled(words_of(told.script.language), stage)
        yield title, counts, max(counts.values(), default=1)


def backing(
    told: Report, people: Iterable[Face]
) -> tuple[tuple[Face, tuple[Face | None, ...]], ...]:
    """Return the member that each supporting member backed at each of the stands."""
    by_id = {one.id: one for one in people}
    rows = [stand.backs for stand in told.stands]
    return tuple(
        (by_id[member], tuple(by_id.get(row[member]) for row in rows)) for member in rows[-1]
    )


def influence(told: Report, people: Iterable[Face]) -> LineChart:
    """Return the principals' influence over the rounds."""
    rows = [stand.influence for stand in told.stands]
    return line_chart(
        [
            Series(name=one.short, colour=one.colour, values=tuple(row[one.id] for row in rows))
            for one in people
            if one.rank == Rank.PRINCIPAL
        ],
        places(told),
    )


def places(told: Report) -> list[str]:
    """Return the names of the stands: the start, and each round."""
    words = words_of(told.script.language)
    return [
        words["round"].format(round=one.round) if one.round else words["start"]
        for one in told.stands
    ]


def entropy(told: Report) -> LineChart:
    """Return the entropy of words, pairs and triples per round, in bits, at equal size."""
    groups = told.language.rounds.groups
    words = words_of(told.script.language)
    series = []
    for colour, n in enumerate(ORDERS):
        equal = [one.of(Unit.WORD, n).equal for one in groups]
        values = tuple(one.bits for one in equal if one is not None)
        if len(values) == len(groups):
            series.append(Series(name=words[f"order_{n}"], colour=colour, values=values))
    names = [words["round"].format(round=one.name) for one in groups]
    return line_chart(series, names, floor=None)


def language_rows(
    told: Report,
) -> tuple[tuple[str, Comparison, list[tuple[TextMeasures, str]]], ...]:
    """Return the figures of rounds and of speakers: title, comparison, and groups with names."""
    words, rounds, speakers = (
        words_of(told.script.language),
        told.language.rounds,
        told.language.speakers,
    )
    in_rounds = [(one, words["round"].format(round=one.name)) for one in rounds.groups]
    by_speaker = [(one, told.name(one.name)) for one in speakers.groups]
    return (
        (words["by_round"], rounds, in_rounds),
        (words["by_speaker"], speakers, by_speaker),
    )


def _trend(scores: list[int], low: int, high: int) -> Trend:
    return Trend(points=sparkline(scores, low, high), first=scores[0], last=scores[-1])


def _scale(rows: Iterable[list[int]]) -> tuple[int, int]:
    """Return one scale for all sparklines of a kind, so that they can be compared."""
    scores = [score for row in rows for score in row]
    low, high = min(scores, default=0), max(scores, default=0)
    return low, max(high, low + _LEAST_SCALE)
