#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The bash completion knows every command and every option, and no others;
# the man page names them all.

set -eu
export LC_ALL=C

srcdir=${srcdir:-.}
postern=${POSTERN:-./postern}

# shellcheck source=contrib/completion/postern
. "$srcdir/contrib/completion/postern"

# The words of a section of the help: its left column up to the first word
# in capitals or the explanation.
commands() {
	"$postern" --help | sed -n '/^commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'
}

options() {		# [COMMAND]
	"$postern" "$@" --help | sed -n '/^options:/,$p' |
	    sed -n 's/^  \(-.,\)\{0,1\} *\(--[a-z-]*\).*/\1 \2/p' |
	    tr -d ','
}

same() {		# WHAT SHOWN COMPLETED
	local shown completed

	shown=$(tr -s ' \n' '\n' <<<"$2" | sed '/^$/d' | sort)
	completed=$(tr -s ' \n' '\n' <<<"$3" | sed '/^$/d' | sort)
	[ "$shown" = "$completed" ] && return
	echo "$1: the help and the completion differ:"
	diff <(echo "$shown") <(echo "$completed")
}

same commands "$(commands)" "$_postern_commands"
same 'global options' "$(options)" "${_postern_options[postern]}"
for command in $(commands); do
	same "$command" "$(options "$command")" \
	    "${_postern_options[$command]-}"
	for option in $(options "$command" | tr ' ' '\n' | grep '^--'); do
		[ "$option" = --help ] && continue
		grep -q "Fl -${option#--}" "$srcdir/contrib/man/postern.1" || {
			echo "postern.1 does not name $option of $command"
			exit 1
		}
	done
	grep -q "^\.It Ic $command" "$srcdir/contrib/man/postern.1" || {
		echo "postern.1 does not name $command"
		exit 1
	}
done

# What a user would see.
completed() {		# WORD...: complete the last
	COMP_WORDS=(postern "$@")
	COMP_CWORD=$#
	COMPREPLY=()
	_postern
	echo "${COMPREPLY[*]-}"
}

[ "$(completed si)" = sign ] || [ "$(completed si)" = 'sign sim' ]
[ "$(completed -C /x keyg)" = keygen ]
[ "$(completed sign --k)" = --key ]
