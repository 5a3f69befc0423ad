"""`npcserver serve`."""

from rich.console import Console

from npcserver.cli.logs import log_to_terminal
from npcserver.config import Settings


async def serve(settings: Settings) -> None:
    """Serve until the process is told to stop."""
    log_to_terminal(settings.log)
    from npcserver import bootstrap  # noqa: PLC0415 - the log has to be set up before

    console = Console(highlight=False, soft_wrap=True)
    async with bootstrap.running(settings) as here:
        console.print(f"Listening on {settings.server.host}:{here.port}", style="bold")
        console.print(f"Model: {here.model_name} ({here.model_note})")
        console.print("Ctrl-C stops the server; calls under way may finish.", style="dim")
        await here.until_stopped()
        console.print("Stopping.", style="dim")
