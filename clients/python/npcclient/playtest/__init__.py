"""`npc-playtest`: talk with the characters of a server, test them, time them, and watch them."""

import sys
from importlib.util import find_spec

__all__ = ["main"]


def main() -> None:
    """Run the command, or list the missing libraries, which the client itself does not need."""
    missing = [name for name in ("rich", "typer", "yaml") if find_spec(name) is None]
    if missing:
        sys.exit(
            f"npc-playtest needs {', '.join(missing)}. Install the client with its extra, from a "
            'checkout: pip install "./clients/python[playtest]"'
        )
    from npcclient.playtest import command  # noqa: PLC0415 - needs the libraries

    command.main()
