"""Looks the locked packages up in databases of known vulnerabilities.

    python deploy/image/vulnerabilities.py [OPTION…]     options of pip-audit

Exit code 1 where a package has one, with its id and the version that mends it; 2 where no database
answers for any package, such as behind a mirror that has none: then nothing was looked up.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
LOCKS = ("requirements.txt", "build-requirements.txt")
UNKNOWN = 2


def looked_up(*options: str) -> list[dict[str, Any]]:
    """Return each package that the database of PyPI, or else OSV's, knows."""
    files = [word for name in LOCKS for word in ("-r", str(HERE / name))]
    quiet = ("--require-hashes", "--disable-pip", "--progress-spinner", "off", "-f", "json")
    for service in ("pypi", "osv"):
        command = [sys.executable, "-m", "pip_audit", "-s", service, *quiet, *files, *options]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
        if ended.stdout:
            found = json.loads(ended.stdout)["dependencies"]
            if known := [package for package in found if "vulns" in package]:
                return known
    return []


def main() -> int:
    """Print what was found; return the exit code."""
    packages = looked_up(*sys.argv[1:])
    if not packages:
        print("skipped: no database of known vulnerabilities can be reached from here")
        return UNKNOWN
    found = [(package, one) for package in packages for one in package["vulns"]]
    for package, one in found:
        mended = ", ".join(one["fix_versions"]) or "no version yet"
        print(f"{package['name']} {package['version']}: {one['id']}, mended in {mended}")
    print(f"{len(packages)} packages looked up, {len(found)} known vulnerabilities")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
