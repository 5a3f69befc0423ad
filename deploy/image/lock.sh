#!/bin/sh
# Writes requirements.txt, the packages of the image, and build-requirements.txt, those that build
# its wheel: exact versions with the hashes of their files, from what pyproject.toml allows.
# Needs uv (`pip install uv`). UPGRADE=--upgrade takes the newest versions.
set -eu
cd "$(dirname "$0")/../.."
options="--quiet --generate-hashes --universal --python-version 3.11 --no-header --no-annotate"
uv pip compile $options ${UPGRADE:-} --extra postgres pyproject.toml -o deploy/image/requirements.txt
python3 -c 'import tomllib
for name in tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"]: print(name)
print("cyclonedx-bom>=7")' |
	uv pip compile $options ${UPGRADE:-} - -o deploy/image/build-requirements.txt
