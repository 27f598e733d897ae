#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The frame of the commands: help, complaints, exit codes.

set -eu
export LC_ALL=C

postern=${POSTERN:-./postern}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Run postern; its exit code and a part of what it says must be these.
expect() {		# CODE STREAM TEXT ARGUMENT...
	code=$1 stream=$2 text=$3
	shift 3
	got=0
	"$postern" "$@" >"$work/out" 2>"$work/err" || got=$?
	if [ "$got" -ne "$code" ] || ! grep -qF -e "$text" "$work/$stream"; then
		echo "postern $*: exit $got, not $code; or \"$text\" not in:"
		cat "$work/out" "$work/err"
		exit 1
	fi
}

unset POSTERN_HOME
expect 0 out 'usage: postern [-C DIR] COMMAND' --help
expect 0 out 'postern ' --version
expect 2 err 'which command?'
expect 2 err 'unknown option --hepl; did you mean --help?' --hepl
expect 2 err 'option -C needs its DIR' -C
expect 2 err 'unknown command sing; did you mean sign?' sing
expect 2 err 'unknown command xyzzy' xyzzy
expect 2 err 'unknown option --kye; did you mean --key?' sign --kye k f
expect 2 err 'usage: postern sign FILE -k KEY' sign

# Every command that is listed explains itself.
"$postern" --help | sed -n '/^commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' \
    >"$work/commands"
[ "$(wc -l <"$work/commands")" -ge 2 ]
while read -r command; do
	expect 0 out "usage: postern $command" "$command" --help
	# To a mail server, 2 would mean to return the mail to its sender.
	[ "$command" = receive ] && usage=75 || usage=2
	expect $usage err 'unknown option --no-such-option' \
	    "$command" --no-such-option
done <"$work/commands"

# Output that cannot be written is no success.
if [ -c /dev/full ]; then
	got=0
	"$postern" --help >/dev/full 2>"$work/err" || got=$?
	[ "$got" -eq 75 ]
fi
