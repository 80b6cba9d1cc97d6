#!/bin/sh
# How long a check takes beside merely reading the files, and beside other checkers where they are
# installed (agnix, agentskills on PATH). Prints ratios; needs the release binary.
#
#   tests/benches/check.sh FOLDER-OF-SKILLS [COPIES]
#
# FOLDER is copied COPIES times (default 11) under changed names into a temporary folder.
set -eu
from=${1:?"give a folder that holds skills"}
copies=${2:-11}
here=$(cd "$(dirname "$0")/../.." && pwd)
program=${SKILLKILN:-$here/target/release/skillkiln}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/skills
mkdir -p "$root" "$work/home" "$work/p"
count=0
for file in $(find "$from" -name SKILL.md); do
    folder=$(dirname "$file")
    n=0
    while [ "$n" -lt "$copies" ]; do
        name=$(basename "$folder")-$count
        cp -r "$folder" "$root/$name"
        sed -i "s/^name: .*/name: $name/" "$root/$name/SKILL.md"
        n=$((n + 1))
        count=$((count + 1))
    done
done
bytes=$(find "$root" -name SKILL.md -exec cat {} + | wc -c)
echo "$count skills, $bytes bytes"

# The best of several runs, in microseconds.
best() {
    least=
    for _ in 1 2 3 4 5 6 7; do
        start=$(date +%s%N)
        "$@" >/dev/null 2>&1 || true
        end=$(date +%s%N)
        took=$(((end - start) / 1000))
        if [ -z "$least" ] || [ "$took" -lt "$least" ]; then least=$took; fi
    done
    echo "$least"
}
check() { "$program" --project "$work/p" --home "$work/home" check "$@" --format json; }
hosts="--host agentworks --host agentskills --host minibot --host replio --host pleach"
half=$work/half
mkdir -p "$half"
ls "$root" | head -n $((count / 2)) | while read -r name; do cp -r "$root/$name" "$half/$name"; done

reading=$(best find "$root" -name SKILL.md -exec cat {} +)
# shellcheck disable=SC2086
all=$(best check $hosts "$root")
one=$(best check --host agentskills "$root")
# shellcheck disable=SC2086
part=$(best check $hosts "$half")
ratio() { awk "BEGIN { printf \"%.1f\", $1 / $2 }"; }
echo "reading (find and cat)   $reading us"
echo "check, five hosts        $all us   $(ratio "$all" "$reading") x reading"
echo "check, one host          $one us   $(ratio "$one" "$reading") x reading"
echo "twice the skills take    $(ratio "$all" "$part") x the time"
if command -v agnix >/dev/null; then
    other=$(cd "$root" && best agnix .)
    echo "agnix                    $other us   $(ratio "$other" "$all") x five hosts"
fi
if command -v agentskills >/dev/null; then
    start=$(date +%s%N)
    for name in $(ls "$root" | head -n 20); do
        agentskills validate "$root/$name" >/dev/null 2>&1 || true
    done
    end=$(date +%s%N)
    other=$(((end - start) / 1000 * count / 20))
    echo "agentskills (20 of all)  $other us   $(ratio "$other" "$all") x five hosts"
fi
