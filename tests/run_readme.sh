#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The game in five minutes of the README works as it is written there.

set -eu
export LC_ALL=C

command -v ssh-keygen >/dev/null || exit 77

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
ln -s "$(realpath "${POSTERN:-./postern}")" "$work/bin/postern"
PATH=$work/bin:$PATH
unset POSTERN_HOME

sed -n '/^A game in five minutes/,/^Setting up a host/s/^\t//p' \
    "${srcdir:-.}/README" | sed "s|/tmp/five|$work/five|g" >"$work/commands"
[ "$(grep -c postern "$work/commands")" -ge 10 ]
bash -eu "$work/commands" >"$work/said" 2>&1 || {
	cat "$work/said"
	exit 1
}
for text in 'turn 1, waits for john and jane' \
    'Accepted: your file for noir-1, turn 1, seat jane' \
    'turn 2, waits for' 'Good "postern" signature for host' 'all proven'; do
	grep -qF -e "$text" "$work/said" || {
		echo "\"$text\" not in:"
		cat "$work/said"
		exit 1
	}
done
