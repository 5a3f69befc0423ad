"""What a lineage says of where it comes from."""

from npcserver.model.ids import TimelineId
from npcserver.model.timeline import Segment, playthrough

GENESIS, PLAY, LOADED = TimelineId("tl_genesis"), TimelineId("tl_play"), TimelineId("tl_loaded")


def test_a_playthrough_stays_the_same_when_a_save_is_loaded() -> None:
    """It is the first timeline after genesis, from before its first record to behind any load."""
    begun = (Segment(GENESIS, 1, 4),)
    played = (*begun, Segment(PLAY, 5, 9))
    loaded = (*played, Segment(LOADED, 10, 12))

    assert playthrough(begun, PLAY) == playthrough(played, PLAY) == PLAY
    assert playthrough(loaded, LOADED) == playthrough(played, LOADED) == PLAY
    assert playthrough((), PLAY) == PLAY
