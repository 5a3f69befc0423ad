#!/bin/sh
# get_godot.sh FOLDER: unpacks the Godot 4 of Debian's testing suite into FOLDER (absolute), with all
# that it needs to run, C library included; FOLDER/godot starts it. The system's own package lists and
# packages are neither read nor changed, but for the mirror it is set up with and the keys it trusts.
set -eu
folder=${1:?the folder to unpack into, absolute}
mkdir -p "$folder/none" "$folder/lists/partial" "$folder/cache/archives/partial" "$folder/root"
# an empty status: nothing counts as installed, so every dependency is brought
: > "$folder/status"

mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -m1 '/debian/$') || {
  echo "apt on this machine knows no Debian mirror; native Godot is taken from one" >&2
  exit 1
}
echo "deb $mirror testing main" > "$folder/sources.list"

set -- \
  -oDir::Etc::sourcelist="$folder/sources.list" -oDir::Etc::sourceparts="$folder/none" \
  -oDir::Etc::preferencesparts="$folder/none" -oDir::State::Lists="$folder/lists" \
  -oDir::State::status="$folder/status" -oDir::Cache="$folder/cache" -oAPT::Install-Recommends=false
apt-get "$@" -qq update
apt-get "$@" -qq -y --download-only install godot
for package in "$folder"/cache/archives/*.deb; do
  dpkg-deb -x "$package" "$folder/root"
done
rm -rf "$folder/cache"

# Its own loader: libraries of testing and programs of the system do not go together.
cat > "$folder/godot.new" <<EOF
#!/bin/sh
usr="$folder/root/usr"
libraries="\$usr/lib/x86_64-linux-gnu:\$usr/lib/x86_64-linux-gnu/pulseaudio"
exec "\$usr/lib64/ld-linux-x86-64.so.2" --library-path "\$libraries" "\$usr/bin/godot" "\$@"
EOF
chmod +x "$folder/godot.new"
"$folder/godot.new" --headless --version
# last: a `godot` that stands there is one that runs
mv "$folder/godot.new" "$folder/godot"
