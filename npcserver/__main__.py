"""`python -m npcserver` is `npcserver`."""

from npcserver.cli import main

if __name__ == "__main__":
    main()
