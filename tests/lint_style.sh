#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The look of the source: heads, widths, lengths, comments, man pages.
#
# lint_style.sh DIR looks at the tree in DIR. Without DIR it first tries
# itself on trees that are bad, then looks at the source tree.

# shellcheck disable=SC2016 # what awk expands, the shell must not

set -eu
export LC_ALL=C

srcdir=${srcdir:-.}
strip=$srcdir/tests/strip.awk
cc=${CC:-cc}
builddir=${builddir:-.}
spdx='SPDX-License-Identifier: GPL-3.0-or-later'

sources() {		# PATTERN...: the files of the tree that we wrote
	for pattern; do
		find "$dir" -name .git -prune -o \
		    -path "$dir/tests/data" -prune -o \
		    -path "$dir/tests/corpus" -prune \
		    -o -type f -path "$dir/$pattern" -print
	done | sort
}

# Run an awk program over each file; what it prints is a finding.
each() {		# PROGRAM FILE...
	program=$1
	shift
	for file; do
		awk -v name="${file#"$dir"/}" "$program" "$file" >>"$found"
	done
}

lint_text() {
	each '
	function columns(line,	n, i) {
		gsub(/[\200-\277]/, "", line)
		n = 0
		for (i = 1; i <= length(line); i++)
			n = substr(line, i, 1) == "\t" ? n - n % 8 + 8 : n + 1
		return n
	}
	/[ \t]$/ { print name ":" NR ": blank at the end of the line" }
	/(^|[^A-Za-z])(TOD[O]|FIXM[E]|XX[X])([^A-Za-z]|$)/ {
		print name ":" NR ": left-over mark"
	}
	name !~ /\.am$/ && columns($0) > 80 {
		print name ":" NR ": " columns($0) " columns"
	}
	' "$@"
}

lint_c() {
	each '
	NR == 1 && $0 != "/* '"$spdx"' */" {
		print name ":1: not the SPDX line"
	}
	/^{/ { start = NR }
	/^}/ && start {
		if (NR - start - 1 > 60)
			print name ":" start ": function of " \
			    NR - start - 1 " lines"
		start = 0
	}
	END { if (NR > 900) print name ": " NR " lines" }
	' "$@"
	for file; do
		awk -f "$strip" "$file" | awk -v name="${file#"$dir"/}" '
		/\/\// { print name ":" NR ": // comment" }' >>"$found"
	done
}

lint_script() {
	each 'NR == 2 && $0 != "# '"$spdx"'" {
		print name ":2: not the SPDX line"
	}' "$@"
}

lint_headers() {
	for file; do
		printf '#include "%s"\n' "$file" |
		$cc -std=gnu11 -Wall -Wextra -Werror -fsyntax-only \
		    -I "$dir/src" -I "$builddir" -x c - 2>"$work/errors" ||
		    echo "${file#"$dir"/}: does not compile alone:" \
		    "$(head -n 3 "$work/errors")" >>"$found"
	done
}

lint_pages() {
	for file; do
		mandoc -T lint -W warning "$file" >>"$found" || :
	done
}

lint() {
	# shellcheck disable=SC2046 # our own names hold no blanks
	{
		lint_text $(sources 'src/*.[ch]' 'tests/*.[ch]' 'tests/*.sh' \
		    'tests/*.awk' 'contrib/*' .ci/run README Makefile.am \
		    configure.ac)
		lint_c $(sources 'src/*.[ch]' 'tests/*.[ch]')
		lint_script $(sources 'tests/*.sh' contrib/check .ci/run)
		lint_headers $(sources 'src/*.h' 'tests/*.h')
		[ -z "$mandoc" ] || lint_pages $(sources 'contrib/man/*.[0-9]')
	}
}

# Lint a tree of one file (path, content); it must be found bad, or good.
expect() {		# good|bad PATH CONTENT
	rm -rf "$work/tree"
	mkdir -p "$work/tree/$(dirname "$2")"
	printf '%b' "$3" >"$work/tree/$2"
	if sh "$0" "$work/tree" >"$work/said" 2>&1; then
		was=good
	else
		was=bad
	fi
	if [ $was != "$1" ]; then
		echo "self-test: $2 was found $was:"
		printf '%b' "$3"
		cat "$work/said"
		exit 1
	fi
}

lines() {		# N TEXT
	awk -v n="$1" -v text="$2" 'BEGIN { while (n-- > 0) print text }'
}

self_test() {
	c="/* $spdx */\n"
	expect good src/base/x.c "${c}int\tx;\n/* http://x */\n"
	expect bad src/base/x.c "int x;\n"
	expect bad src/base/x.c "${c}int x; // why\n"
	expect good src/base/x.c "${c}const char *x = \"a//b\";\n"
	expect bad src/base/x.c "$c/* TO""DO: more */\n"
	expect bad src/base/x.c "${c}int x; \n"
	expect good src/base/x.c "$c/*$(lines 76 = | tr -d '\n')*/\n"
	expect bad src/base/x.c "$c/*$(lines 77 = | tr -d '\n')*/\n"
	expect bad src/base/x.c "$c/*\t\t\t\t\t\t\t\t\t\t*/\n"
	expect good src/base/x.c "${c}int\nx(void)\n{\n$(lines 60 ';')\n}\n"
	expect bad src/base/x.c "${c}int\nx(void)\n{\n$(lines 61 ';')\n}\n"
	expect bad src/base/x.c "$c$(lines 900 ';')\n"
	expect good src/base/x.h "${c}#include <stddef.h>\nsize_t x(void);\n"
	expect bad src/base/x.h "${c}size_t x(void);\n"
	expect bad tests/x.sh '#!/bin/sh\necho x\n'
	if [ -n "$mandoc" ]; then
		page='.Dd January 1, 2026\n.Dt X 1\n.Os\n.Sh NAME\n.Nm x\n'
		expect good contrib/man/x.1 "$page.Nd does x\n"
		expect bad contrib/man/x.1 "$page.Nd does x\n.Xy z\n"
	fi
}

mandoc=$(command -v mandoc || :)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
found=$work/found
: >"$found"
if [ $# -eq 0 ]; then
	self_test
	dir=$srcdir
else
	dir=$1
fi
lint
cat "$found"
[ ! -s "$found" ] || exit 1
if [ $# -eq 0 ] && [ -z "$mandoc" ]; then
	echo 'mandoc is absent: the man pages were not looked at'
	exit 77
fi
