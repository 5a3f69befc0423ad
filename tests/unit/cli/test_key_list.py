"""What `npcserver keys list` prints."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from npcserver.bootstrap import key_management, opened
from npcserver.cli import key_list
from npcserver.config import Settings
from npcserver.model.access import KeyRole
from tests.conftest import NewDatabase


async def test_the_list_says_when_each_key_was_last_used(
    new_migrated_sqlite: NewDatabase,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So that one that nobody needs any more is found."""
    url = new_migrated_sqlite()
    settings = Settings.model_validate({"data": tmp_path, "database": {"url": url}})
    async with key_management(settings) as keys:
        used, _ = await keys.create(name="game", role=KeyRole.GAME_SERVER)
        await keys.create(name="old", role=KeyRole.TOOLS)
    async with opened(settings) as store:
        await store.keys.note_uses({used.id: datetime(2026, 5, 4, 21, 30, tzinfo=UTC)})

    monkeypatch.setenv("COLUMNS", "120")
    await key_list.show(settings, is_json=False)

    lines = capsys.readouterr().out.splitlines()
    told = {name: line for line in lines for name in ("game", "old") if name in line.split()}
    assert "2026-05-04 21:30" in told["game"]
    assert told["old"].split()[-2:] == ["never", "never"]
