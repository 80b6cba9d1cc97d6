#!/bin/sh
# How long a check takes beside merely reading the files, and beside other checkers where they are
# installed (agnix, agentskills on PATH); how it grows with the number of files and with their bytes.
# Prints ratios; needs the release binary.
#
#   tests/benches/check.sh FOLDER-OF-SKILLS [COPIES]
#
# FOLDER is copied COPIES times (default 11) under changed names into a temporary folder. All programs
# run on these copies one after the other, round by round, and the best round of each counts, as time
# passed and as time of the processor: on a busy machine only the second is steady.
#
# What is compared with agnix: it is called in a project, with `.`, for all its tools, and writes to a
# file. Called so it opens every .md file below, seven times each, and other texts it knows; given the
# skill files by name it takes a quarter less, and the form of its output makes no difference. Where the
# skills lie decides how long it takes: most where its tools look for them, `.claude/skills` and
# `.agents/skills`, least in a folder of any other name. So it is asked for all three, twice each.
# Like skillkiln it works in as many threads as there are cores, so time passed follows what else the
# machine does. Here, skillkiln judges for five hosts, and reads every SKILL.md once.
set -eu
from=${1:?"give a folder that holds skills"}
copies=${2:-11}
here=$(cd "$(dirname "$0")/../.." && pwd)
program=${SKILLKILN:-$here/target/release/skillkiln}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/home" "$work/p"

# Copies every skill of FOLDER so many times to a folder of this name.
copy() {
    mkdir -p "$work/$1"
    count=0
    for file in $(find "$from" -name SKILL.md); do
        folder=$(dirname "$file")
        n=0
        while [ "$n" -lt "$2" ]; do
            name=$(basename "$folder")-$count
            cp -r "$folder" "$work/$1/$name"
            sed -i "s/^name: .*/name: $name/" "$work/$1/$name/SKILL.md"
            n=$((n + 1))
            count=$((count + 1))
        done
    done
}

# Makes the body of every skill in a folder so many times as long.
lengthen() {
    for file in "$work/$1"/*/SKILL.md; do
        awk '{ print } NR > 1 && /^---/ && !body { body = NR; next } body { rest = rest $0 "\n" }
            END { for (n = 1; n < times; n++) printf "%s", rest }' times="$2" "$file" >"$file.long"
        mv "$file.long" "$file"
    done
}

copy skills "$copies"
layouts="plain .claude .agents"
for layout in $layouts; do
    mkdir -p "$work/in/$layout/$layout"
    cp -r "$work/skills" "$work/in/$layout/$layout/skills"
done
few=$(((copies + 3) / 4))
copy few "$few"
copy many $((4 * few))
copy long "$few"
lengthen long 4
bytes=$(find "$work/skills" -name SKILL.md -exec cat {} + | wc -c)
echo "$(find "$work/skills" -name SKILL.md | wc -l) skills, $bytes bytes"

# Notes time passed and time of the processor, in milliseconds, of one run under a name.
run() {
    name=$1
    shift
    /bin/bash -c 'TIMEFORMAT="%3R %3U %3S"; time "$@" >"$0" 2>/dev/null' "$work/out" "$@" 2>"$work/time" ||
        true
    tail -n 1 "$work/time" | awk '{ print 1000 * $1, 1000 * ($2 + $3) }' >>"$work/$name.times"
}
least() { sort -n -k "$2" "$work/$1.times" | awk -v column="$2" 'NR == 1 { print $column }'; }
check() {
    name=$1
    shift
    run "$name" "$program" --project "$work/p" --home "$work/home" check "$@" --format json
}
hosts="--host agentworks --host agentskills --host minibot --host replio --host pleach"
one=$(find "$work/skills" -name SKILL.md | head -n 1)

for _ in 1 2 3 4 5 6 7; do
    run reading find "$work/skills" -name SKILL.md -exec cat {} +
    # shellcheck disable=SC2086
    check five $hosts "$work/skills"
    check one --host agentskills "$work/skills"
    check single --host agentskills "$one"
    # shellcheck disable=SC2086
    check few $hosts "$work/few"
    # shellcheck disable=SC2086
    check many $hosts "$work/many"
    # shellcheck disable=SC2086
    check long $hosts "$work/long"
done
for layout in $layouts; do
    for _ in 1 2 3 4 5; do
        # shellcheck disable=SC2086
        check "ours$layout" $hosts "$work/in/$layout/$layout/skills"
    done
    if command -v agnix >/dev/null; then
        for _ in 1 2; do
            (cd "$work/in/$layout" && run "agnix$layout" agnix .)
        done
    fi
done

ratio() { awk "BEGIN { printf \"%.1f\", $1 / ($2 > 0 ? $2 : 1) }"; }
row() {
    passed=$(least "$2" 1)
    busy=$(least "$2" 2)
    by=$(ratio "$passed" "$(least reading 1)")
    busy_by=$(ratio "$busy" "$(least reading 2)")
    echo "$1 $passed ms ($by x reading), processor $busy ms ($busy_by x)"
}
row "reading (find and cat) " reading
row "check, five hosts      " five
row "check, one host        " one
row "check, a single skill  " single
echo "four times the skills take $(ratio "$(least many 2)" "$(least few 2)") x the processor"
echo "four times the bytes take  $(ratio "$(least long 2)" "$(least few 2)") x the processor"
for layout in $layouts; do
    echo "in $layout/skills:"
    row "    check, five hosts  " "ours$layout"
    if command -v agnix >/dev/null; then
        row "    agnix              " "agnix$layout"
        echo "    agnix takes $(ratio "$(least "agnix$layout" 1)" "$(least "ours$layout" 1)") x," \
            "processor $(ratio "$(least "agnix$layout" 2)" "$(least "ours$layout" 2)") x"
    fi
done
if command -v agentskills >/dev/null; then
    start=$(date +%s%N)
    asked=0
    for name in $(ls "$work/skills" | head -n 20); do
        agentskills validate "$work/skills/$name" >/dev/null 2>&1 || true
        asked=$((asked + 1))
    done
    end=$(date +%s%N)
    other=$(((end - start) / 1000000 / asked))
    echo "agentskills: $other ms a skill, $(ratio "$other" "$(least single 1)") x a single skill"
fi
