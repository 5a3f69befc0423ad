"""`npcserver migrate`."""

from rich.console import Console

from npcserver.adapters.store.migrate import current_revision, head_revision
from npcserver.adapters.store.migrate import migrate as bring_up
from npcserver.config import Settings


async def migrate(settings: Settings) -> None:
    """Migrate the database to the newest revision, and print what was done."""
    if settings.is_embedded:
        settings.data.mkdir(parents=True, exist_ok=True)
    before = await current_revision(settings.database_url)
    await bring_up(settings.database_url)
    after = head_revision()
    console = Console(highlight=False, soft_wrap=True)
    if before == after:
        console.print(f"The database is up to date (revision {after}).")
    else:
        console.print(f"The database went from {before or 'empty'} to revision {after}.")
