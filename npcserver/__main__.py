"""Runs the command `npcserver` for `python -m npcserver`."""

from npcserver.cli import main

if __name__ == "__main__":
    main()
