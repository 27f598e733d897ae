#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Every rule scenario holds, and so does the example in the man page; one
# that is wrong is found out.

set -eu
export LC_ALL=C

srcdir=${srcdir:-.}
postern=${POSTERN:-./postern}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$postern" scenario "$srcdir"/tests/scenarios/*/*.yaml

sed -n '/^\.Ss Example/,/^\.Ed/p' "$srcdir/contrib/man/postern.1" |
    sed '/^\./d' >"$work/example.yaml"
[ -s "$work/example.yaml" ]
"$postern" scenario "$work/example.yaml"

sed 's/hits: 1/hits: 0/' "$work/example.yaml" >"$work/wrong.yaml"
got=0
"$postern" scenario "$work/wrong.yaml" >"$work/said" || got=$?
[ "$got" -eq 1 ]
grep -q 'hits' "$work/said"
