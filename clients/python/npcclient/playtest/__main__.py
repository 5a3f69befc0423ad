"""`python -m npcclient.playtest`."""

from npcclient.playtest import main

if __name__ == "__main__":
    main()
