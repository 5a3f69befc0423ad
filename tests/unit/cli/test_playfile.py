"""What `npcserver play` keeps between two evenings."""

from pathlib import Path

from npcserver.cli.play_console import PlayFile, SavedPlay


def session(player: str, timeline: str, world: str = "harbour") -> SavedPlay:
    return SavedPlay(
        world_id=world, player=player, timeline_id=timeline, partner_id="mira", met=["mira"]
    )


def test_last_session_is_found_again(tmp_path: Path) -> None:
    """A second process finds what the first kept, and which came last."""
    first = PlayFile(tmp_path / "play.json")
    first.keep(session("Ann", "tl_1"))
    first.keep(session("Bo", "tl_2"))
    first.keep(session("Ann", "tl_3"))
    second = PlayFile(tmp_path / "play.json")

    assert second.last() == session("Ann", "tl_3")
    assert second.of("harbour", "Bo") == session("Bo", "tl_2")
    assert second.of("harbour", "Cy") is None
    assert second.of("elsewhere", "Ann") is None


def test_broken_file_is_as_good_as_none(tmp_path: Path) -> None:
    """Nobody is kept from playing by a file that can be made again."""
    path = tmp_path / "play.json"
    for content in ("", "{", '{"a": 1}', '[{"world_id": 1}]', "[1]"):
        path.write_text(content, encoding="utf-8")
        assert PlayFile(path).last() is None
    file = PlayFile(path)
    file.keep(session("Ann", "tl_1"))

    assert PlayFile(path).last() == session("Ann", "tl_1")


def test_file_does_not_grow_for_ever(tmp_path: Path) -> None:
    """Only the last hundred lines of play are kept."""
    file = PlayFile(tmp_path / "play.json")
    for number in range(120):
        file.keep(session(f"player {number}", "tl"))

    again = PlayFile(tmp_path / "play.json")
    assert again.of("harbour", "player 119") is not None
    assert again.of("harbour", "player 0") is None
