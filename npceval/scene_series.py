"""Many games of a scene (AgentGroupChat): who wins, how settled that is, and how varied the talk.

It reads the results that `npcserver scene run --json` prints and `GetSceneResult` returns.
"""

import json
import math
import re
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from npceval import statistics as stats
from npceval.kept_answers import reading
from npceval.page import ReportPage, bars

FORMAT = "npcserver/scene-result/1"
_WORD = re.compile(r"\w+(?:['’]\w+)*")
_LARGEST_CHANGE = 10
"""Points by which a relation or belief may change in a round, after the paper."""


def read_results(paths: Sequence[Path]) -> list[dict[str, Any]]:
    """Return results from JSON files. Raises `EvaluationError` for another form."""
    found = []
    for path in paths:
        advice = "`npcserver scene run --json` prints one."
        with reading(path, f"is no result of a scene of the form {FORMAT!r}", advice):
            result = json.loads(path.read_text(encoding="utf-8"))
            if result["format"] != FORMAT:
                raise ValueError(result["format"])
            result["transcript"], result["rounds"], result["members"]
        found.append(result)
    return found


def measure(results: Sequence[Mapping[str, Any]], seed: int) -> dict[str, Any]:
    """Return the measures of each group of games: one scene, under one course."""
    groups: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for result in results:
        groups[_group(result)].append(result)
    texts = {
        name: [[line["text"] for line in game["transcript"]] for game in games]
        for name, games in groups.items()
    }
    size = min(
        (sum(_grams(game).values()) for games in texts.values() for game in games), default=0
    )
    figures = {name: _figures(games, texts[name], size, seed) for name, games in groups.items()}
    return {
        "name": "scenes",
        "seed": seed,
        "equal_sample": size,
        "groups": figures,
        "entropy_test": stats.kruskal_wallis(
            {name: one["equal_bits"] for name, one in figures.items()}
        ),
    }


def _group(result: Mapping[str, Any]) -> str:
    course = result.get("course", {})
    stages = {str(stage).replace("-", "_") for stage in course.get("stages", ())}
    without = [
        part
        for part, is_missing in (
            ("memory", course.get("has_memory") is False),
            ("group chat", bool(stages) and "group_chat" not in stages),
            ("summaries", course.get("has_summaries") is False),
        )
        if is_missing
    ]
    return str(result["scene"]) + (f" without {', '.join(without)}" if without else "")


def _figures(
    games: Sequence[Mapping[str, Any]], texts: Sequence[Sequence[str]], size: int, seed: int
) -> dict[str, Any]:
    settled = [game for game in games if game.get("is_settled")]
    winners = Counter(" and ".join(sorted(_names(game["winners"]))) or "nobody" for game in settled)
    equal = [rarefied_bits(_grams(game), size) for game in texts]
    theirs = [agc_char2_nats(game) for game in texts]
    answers = sum(game.get("answers", 0) for game in games)
    return {
        "games": len(games),
        "settled": stats.share(len(settled), len(games)),
        "winners": {name: stats.share(n, len(settled)) for name, n in winners.most_common()},
        "outcome_bits": _bits(winners.values()),
        "agc_char2_nats": stats.mean_interval(theirs, seed),
        "equal_bits": equal,
        "word_bits_of_equal_samples": stats.mean_interval(equal, seed),
        "lines": stats.mean_interval([len(game) for game in texts], seed),
        "relation_moves": _moves(games, "relations"),
        "belief_moves": _moves(games, "beliefs"),
        "votes_agree": _votes_agree(settled),
        "guessed_right": _guessed(settled),
        "telling": stats.mean_interval(
            [game["entropy"]["telling"]["share"] for game in games if game.get("entropy")], seed
        ),
        "by_default": stats.share(sum(game["effort"]["defaulted"] for game in games), answers),
        "calls": stats.mean_interval([game["effort"]["calls"] for game in games], seed),
    }


def _names(winners: Iterable[Any]) -> list[str]:
    return [str(one["name"] if isinstance(one, dict) else one) for one in winners]


def _moves(games: Sequence[Mapping[str, Any]], what: str) -> dict[str, Any]:
    """Return how far scores move in a round, and the share that stays within what is allowed."""
    moves = [
        abs(score - before[what][of][to])
        for game in games
        for before, after in zip(game["rounds"], game["rounds"][1:], strict=False)
        for of, scores in after[what].items()
        for to, score in scores.items()
        if to in before[what].get(of, {})
    ]
    return {
        "mean": statistics.fmean(moves) if moves else None,
        "largest": max(moves, default=None),
        "within_bounds": stats.share(sum(one <= _LARGEST_CHANGE for one in moves), len(moves)),
    }


def _votes_agree(games: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return in how many games all vote rules have the same candidate in front."""
    alike = 0
    counted = [game for game in games if game.get("counts")]
    for game in counted:
        leaders = {
            frozenset(one for one, n in votes.items() if n == max(votes.values()))
            for votes in game["counts"].values()
            if votes
        }
        alike += len(leaders) == 1
    return stats.share(alike, len(counted))


def _guessed(games: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    right = of = 0
    for game in games:
        won = {str(one["id"] if isinstance(one, dict) else one) for one in game["winners"]}
        of += len(game.get("guesses", {}))
        right += sum(one in won for one in game.get("guesses", {}).values())
    return stats.share(right, of)


def agc_char2_nats(texts: Iterable[str]) -> float:
    """Return the paper's entropy of a game: character bigrams within lines, in nats.

    It grows with the length of a game, so a longer game looks more varied. The released code also
    counts marks around the words, which are not in a transcript.
    """
    counts = Counter(text[at : at + 2] for text in texts for at in range(len(text) - 1))
    return _bits(counts.values()) * math.log(2)


def rarefied_bits(counts: Mapping[Any, int], size: int) -> float:
    """Return the mean entropy in bits over all samples of a size, drawn without replacement.

    So games of unequal length compare (rarefaction: Hurlbert 1971). By the hypergeometric
    distribution, without a random draw.
    """
    total = sum(counts.values())
    if not 0 < size <= total:
        return 0.0
    from scipy import stats as distributions  # noqa: PLC0415

    spread = 0.0
    for often, alike in Counter(counts.values()).items():
        draws = range(2, min(often, size) + 1)
        chances = distributions.hypergeom.pmf(list(draws), total, often, size)
        spread += alike * sum(p * x * math.log2(x) for x, p in zip(draws, chances, strict=True))
    return max(0.0, math.log2(size) - spread / size)


def _grams(texts: Sequence[str]) -> Counter[str]:
    return Counter(word.casefold() for text in texts for word in _WORD.findall(text))


def _bits(times: Iterable[int]) -> float:
    counts = list(times)
    total = sum(counts)
    return max(0.0, -sum(n / total * math.log2(n / total) for n in counts)) if total else 0.0


def page(result: dict[str, Any]) -> ReportPage:
    """Return the page of the series."""
    made = ReportPage("Series of scenes", f"Seed {result['seed']}.")
    groups = result["groups"]
    names = {
        "games": "games",
        "settled": "settled",
        "outcome_bits": "entropy of the outcome, bits (0: always the same)",
        "agc_char2_nats": "entropy of the paper: character pairs, nats",
        "word_bits_of_equal_samples": f"entropy of {result['equal_sample']} words, bits",
        "lines": "lines",
        "relation_moves": "moves of relations in a round",
        "belief_moves": "moves of beliefs in a round",
        "votes_agree": "all vote rules have the same in front",
        "guessed_right": "members guessed the winner",
        "telling": "how much words tell of their speaker, beyond chance",
        "by_default": "answers by default",
        "calls": "calls",
    }
    made.table(
        ("", *groups),
        [(text, *(one[name] for one in groups.values())) for name, text in names.items()],
        "The paper's entropy grows with the length of a game; that of equal samples does not.",
    )
    made.figures({"equal entropy among the groups, Kruskal–Wallis": result["entropy_test"]})
    for name, one in groups.items():
        made.plot(
            bars(
                [
                    (who, won["share"], won["low"], won["high"])
                    for who, won in one["winners"].items()
                ]
            ),
            f"Who won: {name}.",
        )
    return made
