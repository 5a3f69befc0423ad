#!/bin/sh
# Installs npcserver into a folder, as the image has it: the wheel of this checkout and the packages
# of requirements.txt, each checked by its hash. The folder also gets sbom.cdx.json, the list of
# all packages as CycloneDX.
#
#     deploy/image/install.sh FOLDER
#
# A FOLDER with a Python of its own keeps it (deploy/portable). REQUIREMENTS names another lock.
# pip's variables work: PIP_NO_INDEX=1 PIP_FIND_LINKS=WHEELS takes every package from a folder.
set -eu
prefix=$1
here=$(cd "$(dirname "$0")" && pwd)
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore
python=${PYTHON:-python3}

"$python" -m venv "$build/venv"
pip="$build/venv/bin/python -m pip -q"
# wheels alone: no package runs a build of its own, so no compiler is needed
$pip install --require-hashes --only-binary :all: -r "$here/build-requirements.txt"
(cd "$here/../.." && "$build/venv/bin/python" -m hatchling build -t wheel -d "$build/wheel")

# without pip, which the server does not need
[ -x "$prefix/bin/python" ] || "$python" -m venv --without-pip "$prefix"
$pip --python "$prefix/bin/python" install \
	--require-hashes --only-binary :all: -r "${REQUIREMENTS:-$here/requirements.txt}"
$pip --python "$prefix/bin/python" install --no-deps --no-index "$build"/wheel/*.whl
# Symbols for debuggers are 60 MB, tests of packages 17 MB. The libraries in *.libs were moved by
# auditwheel, and `strip` breaks them.
find "$prefix/lib" -type d -name tests -prune -exec rm -rf {} +
if command -v strip >/dev/null; then
	find "$prefix/lib" -name '*.libs' -prune -o -type f -name '*.so' -exec strip --strip-unneeded {} +
fi
"$build/venv/bin/cyclonedx-py" environment --output-reproducible \
	-o "$prefix/sbom.cdx.json" "$prefix/bin/python"
echo "$(du -sm "$prefix" | cut -f1) MB in $prefix"
