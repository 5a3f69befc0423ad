"""Fits the weights by which `mind.turn_taking` tells whom words concern.

    python -m tests.benchmarks.floor_weights

A softmax over the members and "nobody in particular", on the moments of the tuned part in which a
player addresses nobody, no answer is owed and no shared word tells; what is kept back is not read.
Printed are the weights and bars, fitted on all settings, and the agreement with each setting when
it was left out of the fit; also with something taken from the bars after remarks
(`SHIFTS`): fewer players are left without an answer then, and more small talk is answered. The
server takes 0.4, but for `event`, whose bar is set by hand.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from npcmodels.embed.registry import CachingEmbedder
from npcmodels.embed.usem3 import Usem3Embedder
from npcserver.memory.embedding_texts import Nearness
from npcserver.mind.turn_allocation import BARS, CONCERNED, WEIGHTS, FloorState, kind_of, obliged
from npcserver.mind.turn_allocation import features as features_of
from tests.benchmarks.floor_moments import NOBODY, TUNED, Labelled, with_nearness

SHIFTS = (0.0, 0.4, 0.8, 1.2)
KINDS = tuple(BARS)
"""`open` first: its bar is not shifted."""
_STEPS, _RATE, _DECAY = 3000, 0.5, 0.0005

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Case:
    """A moment as rows of features, one for each member and one for nobody in particular.

    `right` are the rows that agree with the label.
    """

    setting: str
    ids: tuple[str, ...]
    label: str
    otherwise: str
    rows: Numbers
    right: tuple[int, ...]


def case(one: Labelled) -> Case | None:
    """Return the case of a moment; None where something else decides, or no member can be right."""
    floor = FloorState.of(one.moment)
    address, last = floor.found[-1], floor.last
    if last.is_whisper or obliged(floor) or not kind_of(floor):
        return None
    members = [
        voice
        for voice in one.moment.members
        if voice.is_willing and not voice.is_player and voice.id != last.speaker_id
    ]
    if not members:
        return None
    rows = np.zeros((len(members) + 1, len(WEIGHTS) + len(KINDS)))
    for at, voice in enumerate(members):
        rows[at, : len(WEIGHTS)] = features_of(floor, voice)
    rows[-1, len(WEIGHTS) + KINDS.index(kind_of(floor))] = 1.0
    ids = tuple(voice.id for voice in members)
    silent = max(members, key=floor.silent_for).id
    otherwise = silent if address.is_open else NOBODY
    right = [at for at, member in enumerate(ids) if member == one.next]
    right += [len(ids)] if otherwise == one.next else []
    by_words = max(floor.concern.now(voice, floor.were_for_all) for voice in members)
    if not right or by_words >= CONCERNED:
        return None
    setting = one.where.split()[0]
    return Case(setting, ids, one.next, otherwise, rows, tuple(right))


def fit(cases: Sequence[Case]) -> Numbers:
    """Return the weights under which the labels are likeliest, by gradient descent."""
    longest = max(len(one.rows) for one in cases)
    rows = np.zeros((len(cases), longest, cases[0].rows.shape[1]))
    out = np.full((len(cases), longest), -1e9)
    right = np.zeros((len(cases), longest))
    for at, one in enumerate(cases):
        count = len(one.rows)
        rows[at, :count] = one.rows
        out[at, :count] = 0.0
        right[at, list(one.right)] = 1.0
    weights = np.zeros(rows.shape[2])
    speed = np.zeros_like(weights)
    for _ in range(_STEPS):
        scores = rows @ weights + out
        likely = np.exp(scores - scores.max(axis=1, keepdims=True))
        likely /= likely.sum(axis=1, keepdims=True)
        given = likely * right
        given /= given.sum(axis=1, keepdims=True) + 1e-12
        slope = np.einsum("nk,nkf->f", likely - given, rows) / len(cases) + _DECAY * weights
        speed = 0.9 * speed + slope
        weights -= _RATE * speed
    return weights


def chosen(one: Case, weights: Numbers, shift: float) -> str:
    """Return who speaks by these weights, or nobody."""
    moved = weights.copy()
    moved[len(WEIGHTS) + 1 :] -= shift
    scores = one.rows @ moved
    at = int(scores.argmax())
    return one.ids[at] if at < len(one.ids) else one.otherwise


def shares(pairs: Sequence[tuple[Case, str]]) -> str:
    """Return agreement, silence where a character is named, and silence kept where nobody is."""
    spoken = [who for one, who in pairs if one.label != NOBODY]
    quiet = [who for one, who in pairs if one.label == NOBODY]
    right = sum(who == one.label for one, who in pairs)
    return (
        f"agrees {right}/{len(pairs)}, silent {spoken.count(NOBODY)}/{len(spoken)}, "
        f"nobody kept {quiet.count(NOBODY)}/{len(quiet)}"
    )


async def main() -> None:
    """Fit, and print what came of it."""
    embedder = CachingEmbedder(Usem3Embedder())
    moments = await with_nearness(TUNED, Nearness(embedder, seconds=60))
    await embedder.close()
    cases = [found for one in moments if (found := case(one)) is not None]
    weights = fit(cases)
    count = len(WEIGHTS)
    print("weights", np.round(weights[:count], 2).tolist())
    print("bars", dict(zip(KINDS, np.round(weights[count:], 2).tolist(), strict=True)))
    left_out = {name: fit([one for one in cases if one.setting != name]) for name in TUNED}
    for shift in SHIFTS:
        fitted = [(one, chosen(one, weights, shift)) for one in cases]
        crossed = [(one, chosen(one, left_out[one.setting], shift)) for one in cases]
        print(f"shift {shift}: fitted {shares(fitted)}; left out {shares(crossed)}")


if __name__ == "__main__":
    asyncio.run(main())
