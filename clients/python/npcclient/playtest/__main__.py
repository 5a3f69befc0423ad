"""`python -m npcclient.playtest`."""

from npcclient.playtest.command import main

if __name__ == "__main__":
    main()
