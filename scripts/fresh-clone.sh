#!/usr/bin/env bash
# What a new user meets: a clone in an empty folder, an empty HOME, no packages. Runs the demo and the tests.
#   bash scripts/fresh-clone.sh [--demo-only]
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/home"
git clone --quiet --no-hardlinks "$here" "$folder/plateau"
cd "$folder/plateau"
new_user() { env -i HOME="$folder/home" PATH="$PATH" TERM=dumb "$@"; }
echo "== ./plateau demo"
new_user ./plateau demo --dir "$folder/demo"
ls -l "$folder/demo"
[ "${1:-}" = --demo-only ] || { echo "== npm test" && new_user npm test; }
[ -z "$(git status --porcelain)" ] || { echo "the clone is not clean afterwards:" && git status --short && exit 1; }
