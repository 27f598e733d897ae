#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Signatures both ways between postern and ssh-keygen, and mutants that both
# must refuse.

set -eu
export LC_ALL=C

command -v ssh-keygen >/dev/null || exit 77

postern=${POSTERN:-./postern}
verifier=${builddir:-.}/tests/verify_sshsig
data=${srcdir:-.}/tests/data/sshsig
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
	echo "$*"
	exit 1
}

# Does ssh-keygen, or do we, take SIG as the signature of PUB over MESSAGE?
they_take() {		# SIG MESSAGE PUB
	printf 'jane namespaces="postern" %s\n' "$(cat "$3")" >"$work/allowed"
	ssh-keygen -Y verify -f "$work/allowed" -I jane -n postern -s "$1" \
	    <"$2" >/dev/null 2>&1
}

we_take() {		# SIG MESSAGE PUB
	got=0
	"$verifier" "$1" "$2" "$3" >"$work/who" 2>"$work/why" || got=$?
	[ "$got" -le 1 ] || fail "$verifier: exit $got: $(cat "$work/why")"
	return "$got"
}

# A command must fail with this exit code and say this.
refused() {		# CODE TEXT COMMAND...
	code=$1 text=$2
	shift 2
	got=0
	"$@" >"$work/out" 2>&1 || got=$?
	[ "$got" -eq "$code" ] || fail "$*: exit $got, not $code"
	grep -qF -e "$text" "$work/out" ||
	    fail "$*: \"$text\" not in: $(cat "$work/out")"
}

fingerprint() {		# FILE
	ssh-keygen -l -f "$1" | cut -d ' ' -f 2
}

printf 'game: noir-7\nturn: 12\norders: [pass]\n' >"$work/orders"

# The kept vectors, the software security key among them, are sound.
for sig in "$data"/*.sha*.sig; do
	pub=${sig%.sha*}.pub
	they_take "$sig" "$data/message" "$pub" ||
	    fail "ssh-keygen refuses $sig"
	we_take "$sig" "$data/message" "$pub" || fail "we refuse $sig"
done

# A key of ours is one of theirs.
"$postern" keygen "$work/ours" >"$work/out"
grep -qxF "$(fingerprint "$work/ours.pub")" "$work/out" ||
    fail "keygen prints another fingerprint"
[ "$(stat -c %a "$work/ours")" = 600 ] || fail "the key is open to others"
ssh-keygen -y -P '' -f "$work/ours" >"$work/derived"
cmp "$work/derived" "$work/ours.pub"
refused 1 'is there already' "$postern" keygen "$work/ours"
mv "$work/ours" "$work/kept"
refused 1 'is there already' "$postern" keygen "$work/ours"
mv "$work/kept" "$work/ours"

# A signature of ours is taken by them, and is what they would have made.
"$postern" sign "$work/orders" -k "$work/ours" >"$work/out"
they_take "$work/orders.sig" "$work/orders" "$work/ours.pub" ||
    fail "ssh-keygen refuses our signature"
we_take "$work/orders.sig" "$work/orders" "$work/ours.pub" ||
    fail "we refuse our own signature"
ssh-keygen -q -Y sign -f "$work/ours" -n postern <"$work/orders" \
    >"$work/theirs.sig"
cmp "$work/orders.sig" "$work/theirs.sig"

# Keys and signatures of theirs are taken by us, whatever the type.
for type in 'ed25519' 'ecdsa -b 256' 'ecdsa -b 384' 'ecdsa -b 521' \
    'rsa -b 3072'; do
	key=$work/$(echo "$type" | tr -d ' ')
	# shellcheck disable=SC2086
	ssh-keygen -q -N '' -C x -t $type -f "$key"
	for hash in sha256 sha512; do
		ssh-keygen -q -Y sign -f "$key" -n postern -O hashalg=$hash \
		    <"$work/orders" >"$key.sig"
		we_take "$key.sig" "$work/orders" "$key.pub" ||
		    fail "we refuse $type with $hash"
		[ "$(cat "$work/who")" = "$(fingerprint "$key.pub")" ] ||
		    fail "$type: another key is named"
		! we_take "$key.sig" "$work/orders" "$work/ours.pub" ||
		    fail "we take $type for another key"
	done
done
"$postern" sign "$work/orders" -k "$work/ed25519" >"$work/out"
they_take "$work/orders.sig" "$work/orders" "$work/ed25519.pub" ||
    fail "ssh-keygen refuses our signature with its key"

# Another namespace, another message.
ssh-keygen -q -Y sign -f "$work/ours" -n file <"$work/orders" \
    >"$work/file.sig"
! we_take "$work/file.sig" "$work/orders" "$work/ours.pub" ||
    fail "we take another namespace"
! we_take "$work/theirs.sig" "$data/message" "$work/ours.pub" ||
    fail "we take another message"

# Keys that cannot be used.
ssh-keygen -q -N secret -C x -t ed25519 -f "$work/locked"
refused 1 'ssh-keygen -p -f KEY' "$postern" sign "$work/orders" \
    -k "$work/locked"
refused 1 'ssh-keygen -Y sign -f KEY -n postern FILE' \
    "$postern" sign "$work/orders" -k "$work/rsa-b3072"
chmod 644 "$work/ed25519"
refused 1 'chmod' "$postern" sign "$work/orders" -k "$work/ed25519"
refused 2 'which key?' "$postern" sign "$work/orders"

# Mutants: one bit of every fifth byte, cuts, a byte too many.
armour() {		# BLOB
	echo '-----BEGIN SSH SIGNATURE-----'
	base64 -w 70 "$1"
	echo '-----END SSH SIGNATURE-----'
}

nobody_takes() {	# BLOB WHAT
	armour "$1" >"$work/mutant.sig"
	! they_take "$work/mutant.sig" "$work/orders" "$work/ours.pub" ||
	    fail "ssh-keygen takes $2"
	! we_take "$work/mutant.sig" "$work/orders" "$work/ours.pub" ||
	    fail "we take $2"
}

sed '/^-/d' "$work/theirs.sig" | base64 -d >"$work/blob"
armour "$work/blob" | cmp - "$work/theirs.sig"
size=$(stat -c %s "$work/blob")
at=0
while [ "$at" -lt "$size" ]; do
	byte=$(od -An -tu1 -j "$at" -N 1 "$work/blob")
	octal=$(printf '%03o' $((byte ^ 1 << at % 8)))
	{
		head -c "$at" "$work/blob"
		# shellcheck disable=SC2059
		printf "\\$octal"
		tail -c "+$((at + 2))" "$work/blob"
	} >"$work/mutant"
	nobody_takes "$work/mutant" "a flip in byte $at"
	at=$((at + 5))
done
for len in 0 6 10 $((size - 64)) $((size - 1)); do
	head -c "$len" "$work/blob" >"$work/mutant"
	nobody_takes "$work/mutant" "the first $len bytes"
done
{ cat "$work/blob"; printf x; } >"$work/mutant"
nobody_takes "$work/mutant" "a byte too many"
