#!/bin/sh
# From an empty folder to a first line over gRPC, by the steps of the image and without containers:
# installs, imports the sample world, serves, and speaks with a character. Downloads come first and
# are not timed. Fails above 180 s or 350 MB.
#
#     deploy/image/first_line.sh [FOLDER]     keeps the installation in FOLDER
#
# WHEELS is the folder of the downloaded packages, dist/wheels by default.
set -eu
cd "$(dirname "$0")/../.."
unset PYTHONPATH
work=$(mktemp -d)
prefix=${1:-$work/npcserver}
wheels=${WHEELS:-dist/wheels}
serving=
trap '[ -z "$serving" ] || kill "$serving"; wait; rm -rf "$work"' EXIT
for file in requirements build-requirements; do
	"${PYTHON:-python3}" -m pip -q download --require-hashes --only-binary :all: \
		-r "deploy/image/$file.txt" -d "$wheels"
done

began=$(date +%s)
PIP_NO_INDEX=1 PIP_FIND_LINKS=$wheels deploy/image/install.sh "$prefix"
# the settings of the machine are not those of this try
for name in $(env | sed -n 's/^\(NPCSERVER_[A-Z_]*\)=.*/\1/p'); do unset "$name"; done
export NPCSERVER_DATA="$work/data" NPCSERVER_SERVER__PORT=0 NPCSERVER_MODEL__NAME=offline
"$prefix/bin/npcserver" import worlds/farrowhithe.yaml
"$prefix/bin/npcserver" serve >"$work/log" 2>&1 &
serving=$!
until address=$(sed -n 's/^Listening on //p' "$work/log") && [ -n "$address" ]; do
	kill -0 "$serving" || { cat "$work/log"; exit 1; }
	sleep 0.2
done
"$prefix/bin/npc-playtest" chat "$address" --with hester --say "Good evening!"
seconds=$(($(date +%s) - began))
size=$(du -sm "$prefix" | cut -f1)
echo "first line after $seconds s, $size MB installed"
[ "$seconds" -le 180 ] && [ "$size" -le 350 ]
