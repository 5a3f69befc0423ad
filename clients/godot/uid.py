"""Writes the `.uid` file that Godot 4.4 and later keep beside each script of the add-on.

Without them each project would give the scripts other ids, so scenes that are passed on would not
find them. The id is made from the script's path: it stays while the script stays where it is.

    python clients/godot/uid.py            write what is missing, remove what has lost its script
    python clients/godot/uid.py --check    only say what would change, with exit code 1
"""

import argparse
import hashlib
import string
import sys
from pathlib import Path

PROJECT = Path(__file__).parent
ADDON = PROJECT / "addons" / "npc_dialogue"
DIGITS = string.ascii_lowercase[:-1] + string.digits[:-1]  # as `ResourceUID.id_to_text` writes


def uid(script: Path) -> str:
    """Return the id of a script, such as `uid://c8ijb7a6v2h1k`; 63 bits in base 34."""
    name = script.relative_to(PROJECT).as_posix()
    number = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8]) >> 1
    digits = ""
    while number:
        number, digit = divmod(number, len(DIGITS))
        digits = DIGITS[digit] + digits
    return f"uid://{digits}"


def differences() -> dict[Path, str]:
    """Return each `.uid` file that is not right, with the text it should have; "" for stale."""
    wanted = {script.with_suffix(".gd.uid"): f"{uid(script)}\n" for script in ADDON.rglob("*.gd")}
    stale = dict.fromkeys(set(ADDON.rglob("*.uid")) - set(wanted), "")
    wrong = {
        path: text
        for path, text in wanted.items()
        if not path.is_file() or path.read_text(encoding="utf-8") != text
    }
    return dict(sorted((wrong | stale).items()))


def main() -> int:
    """Write or check; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="change nothing, only compare")
    is_check = parser.parse_args().check
    found = differences()
    for path, text in found.items():
        print(f"{path.relative_to(PROJECT)} {'is not right' if text else 'has no script'}")
        if is_check:
            continue
        if text:
            path.write_text(text, encoding="utf-8")
        else:
            path.unlink()
    if found and is_check:
        print("run: python clients/godot/uid.py", file=sys.stderr)
    return 1 if found and is_check else 0


if __name__ == "__main__":
    sys.exit(main())
