#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Includes obey the order of the layers, and engines are pure.
#
# lint_layers.sh DIR looks at the tree in DIR. Without DIR it first tries
# itself on trees that are bad, then looks at the source tree.

set -eu
export LC_ALL=C

srcdir=${srcdir:-.}
strip=$srcdir/tests/strip.awk
cc=${CC:-cc}
builddir=${builddir:-.}

pure='base/(arena|buf|fault|text)\.h data/(node|schema|digest|template)\.h'
all='(base|data|sign|mail|table|engines)/.*'

# The headers that a layer may include, as patterns.
allowed() {
	case $1 in
	base)		echo 'base/.*' ;;
	data)		echo 'base/.* data/.*' ;;
	sign)		echo 'base/.* data/.* sign/.*' ;;
	mail)		echo 'base/.* data/.* sign/.* mail/.*' ;;
	table)		echo "$pure table/.*" ;;
	engines)	echo "$pure table/.* engines/.*" ;;
	host)		echo "$all host/.*" ;;
	cli)		echo "$all host/.* cli/.*" ;;
	*)		echo 'none' ;;
	esac
}

# What no engine may say, though a header offers it.
impure='float|double|FILE|stdin|stdout|stderr|v?f?printf|f?puts|putchar|fopen'
impure="$impure|malloc|calloc|realloc|reallocarray|strn?dup|v?asprintf|getenv"
impure="$impure|rand|srand|random|abort|system|time_t|clock_[a-z]+"
impure_calls='free|time|exit|read|write|open'

say() {
	echo "$1" >>"$found"
}

lint_includes() {	# FILE RELATIVE
	layer=${2%%/*}
	pattern=$(allowed "$layer" | tr ' ' '|')
	own=${2%.c}.h
	[ -f "$dir/src/$own" ] || own=
	sed -n 's/^[ \t]*#[ \t]*include[ \t]*"\([^"]*\)".*/\1/p' "$1" |
	awk -v file="src/$2" -v pattern="^($pattern)\$" -v own="$own" '
	/^config\.h$/ {
		if (file ~ /\.h$/)
			print file ": a header must not include config.h"
		else if (NR != 1)
			print file ": config.h is not first"
		next
	}
	NR == 1 && file ~ /\.c$/ {
		print file ": config.h is not first"
	}
	NR == 2 && own != "" && $0 != own {
		print file ": \"" own "\" does not come after config.h"
	}
	$0 !~ pattern {
		print file ": must not include \"" $0 "\""
	}' >>"$found"
}

lint_pure() {		# FILE RELATIVE
	grep -nE '^[ 	]*#[ 	]*include[ 	]*<' "$1" |
	    grep -vE '<(assert|inttypes|limits|std[a-z]*|string)\.h>' |
	    sed "s|^|src/$2:|; s|\$| (an engine is pure)|" >>"$found" || :
	awk -f "$strip" "$1" |
	    grep -nwE "($impure)|($impure_calls) *\\(" |
	    sed "s|^|src/$2:|; s|\$| (an engine is pure)|" >>"$found" || :
}

# An object of an engine has no data that could change.
lint_constant() {	# FILE RELATIVE
	if ! $cc -std=gnu11 -O0 -c -I "$dir/src" -I "$builddir" \
	    -o "$work/object.o" "$1" 2>"$work/errors"; then
		say "src/$2: does not compile: $(head -n 1 "$work/errors")"
		return
	fi
	size -A "$work/object.o" |
	awk -v file="src/$2" '
	$1 ~ /^\.t?(data|bss)(\.rel(\.local)?)?$/ && $2 > 0 {
		print file ": " $2 " bytes of static data that is not const"
	}' >>"$found"
}

lint() {
	for path in "$dir"/src/*/*.[ch] "$dir"/src/*/*/*.[ch]; do
		[ -f "$path" ] || continue
		relative=${path#"$dir"/src/}
		lint_includes "$path" "$relative"
		case $relative in
		engines/*.c)
			lint_pure "$path" "$relative"
			lint_constant "$path" "$relative" ;;
		engines/*.h)
			lint_pure "$path" "$relative" ;;
		esac
	done
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

self_test() {
	c='#include "config.h"\n'
	expect good src/data/x.c "$c#include \"base/buf.h\"\n"
	expect bad src/data/x.c "$c#include \"sign/key.h\"\n"
	expect bad src/base/x.c "#include \"base/buf.h\"\n$c"
	expect bad src/base/x.h "$c"
	expect good src/cli/x.c "$c#include \"host/turn.h\"\n"
	expect bad src/host/x.c "$c#include \"cli/cli.h\"\n"
	expect good src/table/x.c "$c#include \"data/schema.h\"\n"
	expect bad src/table/x.c "$c#include \"data/yaml.h\"\n"
	expect bad src/other/x.c "$c#include \"base/buf.h\"\n"
	expect good src/engines/x.c "$c#include <string.h>\n/* a double */\n"
	expect bad src/engines/x.c "$c#include <time.h>\n"
	expect bad src/engines/x.c "$c#include \"base/file.h\"\n"
	expect bad src/engines/x.c "${c}double d(void);\n"
	expect bad src/engines/x.c "${c}#include <stdlib.h>\nvoid *\nx(void)\n\
{\n\treturn malloc(1);\n}\n"
	expect bad src/engines/x.c "$c#include <stdio.h>\nvoid\nx(void)\n\
{\n\tputs(\"x\");\n}\n"
	expect good src/engines/x.c "${c}const char *const x[] = { \"a\" };\n"
	expect bad src/engines/x.c "${c}const char *x[] = { \"a\" };\n"
	expect bad src/engines/x.c "${c}int\nx(void)\n{\n\tstatic int n;\n\n\
\treturn n++;\n}\n"
}

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
[ ! -s "$found" ]
