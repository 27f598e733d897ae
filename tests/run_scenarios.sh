#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Every rule scenario holds, none is left out, and so does the example in
# the man page; one that is wrong is found out.

set -eu
export LC_ALL=C

srcdir=${srcdir:-.}
postern=${POSTERN:-./postern}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

n=$(find "$srcdir/tests/scenarios" -name '*.yaml' | wc -l)
"$postern" scenario "$srcdir"/tests/scenarios/*/*.yaml >"$work/said" ||
    touch "$work/failed"
cat "$work/said"
[ ! -e "$work/failed" ]
if [ "$(cat "$work/said")" != "$n passed, 0 failed" ]; then
	echo "but there are $n files"
	exit 1
fi

# Each names the rules it shows, and lies in the folder of its engine.
for file in "$srcdir"/tests/scenarios/*/*.yaml; do
	engine=$(basename "$(dirname "$file")")
	if ! grep -q '^rule: ' "$file" || ! grep -qx "engine: $engine" "$file"
	then
		echo "$file: no rule, or not of $engine"
		exit 1
	fi
done

sed -n '/^\.Ss Example/,/^\.Ed/p' "$srcdir/contrib/man/postern.1" |
    sed '/^\./d' >"$work/example.yaml"
[ -s "$work/example.yaml" ]
"$postern" scenario "$work/example.yaml"

# One that is wrong, and one that is not there, among one that holds.
sed 's/hits: 1/hits: 0/' "$work/example.yaml" >"$work/wrong.yaml"
got=0
"$postern" scenario "$work/example.yaml" "$work/wrong.yaml" \
    "$work/absent.yaml" >"$work/said" || got=$?
[ "$got" -eq 1 ]
[ "$(tail -n 1 "$work/said")" = '1 passed, 2 failed' ]
grep -q "^$work/wrong.yaml: turn 1 .*hits is 1, not 0" "$work/said"
grep -q "^$work/absent.yaml: " "$work/said"
