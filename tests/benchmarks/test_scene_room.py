"""A voter is shown what it knows."""

from npcserver.model.group.script import Knowledge
from tests.benchmarks import scene_room

LEAST = 0.7


async def test_a_voter_is_shown_what_it_knows() -> None:
    """Seven tenths of the characters at least; on its own knowledge as lines, word for word."""
    played = await scene_room.play(scene_room.TOKENS[0])

    for votes in played.votes.values():
        assert len(votes) == 8
        assert min(one.shown for one in votes) >= LEAST
    own = played.votes[Knowledge.OWN]
    assert min(one.whole for one in own) >= LEAST
    assert min(one.lines for one in played.votes[Knowledge.ALL]) == 180


async def test_a_round_is_condensed_once_for_all_voters() -> None:
    """Where half as much has room, own notes and one digest for each round stand for the rest."""
    played = await scene_room.play(scene_room.TOKENS[1])

    assert played.digests == 3
    assert played.longest <= 4 * scene_room.TOKENS[1]
    for votes in played.votes.values():
        assert min(one.shown for one in votes) >= LEAST
