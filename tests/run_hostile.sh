#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What rivals, strangers and careless hosts may try: one broken thing never
# stops the others, no order is lost, and nothing hidden is told.

set -eu
export LC_ALL=C

for tool in ssh-keygen base64 awk; do
	command -v "$tool" >/dev/null || exit 77
done

postern=${POSTERN:-./postern}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
host=$work/host
POSTERN_HOME=$host
export POSTERN_HOME

late=2031-01-01T00:00:00Z

fail() {
	echo "$what: $*"
	exit 1
}

# ---- a host with two players and two games

ssh-keygen -q -t ed25519 -N '' -C '' -f "$work/alice"
ssh-keygen -q -t ed25519 -N '' -C '' -f "$work/bob"

begin() {		# WHAT IS TRIED
	what=$1
	rm -rf "$host"
	"$postern" init --mail host@example.org "$host" >/dev/null
	for name in alice bob; do
		"$postern" player add "$name" --mail "$name@example.org" \
		    --key "$work/$name.pub" >/dev/null
	done
	for game in noir-1 noir-2; do
		"$postern" new noir --id "$game" --seat john=alice \
		    --seat jane=bob --set first=john --now >/dev/null
	done
	run 0
}

run() {			# CODE ARGUMENT...
	code=$1
	shift
	got=0
	"$postern" run "$@" >"$work/said" 2>&1 || got=$?
	[ "$got" -eq "$code" ] ||
	    fail "a pass ended with $got, not $code: $(cat "$work/said")"
}

# Sign the lines on standard input for a seat of noir-1, and mail them.
send() {		# NAME SEAT TURN SEQ
	echo >>"$work/mails"
	mails=$(wc -l <"$work/mails")
	{
		echo "game: noir-1"
		"$postern" status noir-1 | awk '/^of/ { print "of: " $2 }'
		printf 'turn: %s\nseat: %s\nseq: %s\n' "$3" "$2" "$4"
		cat
	} >"$work/orders"
	rm -f "$work/orders.sig"
	ssh-keygen -q -Y sign -n postern -f "$work/$1" "$work/orders" \
	    2>"$work/signed"
	{
		printf 'From: %s@example.org\n' "$1"
		printf 'Message-ID: <%s@example.org>\n\n' "$mails"
		cat "$work/orders" "$work/orders.sig"
	} >"$host/mail/in/new/2.$(printf %06d "$mails")"
}

junk() {		# FROM
	printf 'From: %s\n\nhello\n' "$1" | "$postern" receive
}

# The texts of all mails that went out.
texts() {
	for mail in "$host"/mail/out/new/*; do
		awk '/^--=_/ { body = 0; text = 0 }
		/^Content-Type: text\/plain/ { text = 1 }
		body && text { print }
		/^$/ { body = 1 }' "$mail" | base64 -d
	done
}

turn_is() {		# GAME TURN
	"$postern" status "$1" | grep -q "^turn $2," ||
	    fail "$1 is not at turn $2: $("$postern" status "$1")"
}

verified() {		# GAME
	"$postern" verify "$1" >"$work/said" 2>&1 ||
	    fail "$(cat "$work/said")"
}

# ---- orders

begin 'a seat that resigned thinks better of it'
echo 'orders: [resign]' | send alice john 1 0
run 0
echo 'orders: [start: hall]' | send alice john 1 1
echo 'orders: [start: hall]' | send bob jane 1 0
run 0
turn_is noir-1 2
verified noir-1

begin 'a refusal says what stands, though it came in the same pass'
echo 'orders: [start: hall]' | send alice john 1 0
echo 'orders: [start: nowhere]' | send alice john 1 1
run 0
texts | grep -q '^Your orders of seq 0 stand' || fail 'it does not'
echo 'orders: none' | send alice john 1 2
echo 'orders: [start: nowhere]' | send alice john 1 3
rm "$host"/mail/out/new/*
run 0
texts | grep -q '^No orders of yours are in' || fail 'it was withdrawn'

begin 'a rival signs for the seat to learn whether it has answered'
echo 'orders: [start: hall]' | send alice john 1 0
echo 'orders: [start: hall]' | send bob john 1 1
run 0
texts >"$work/said"
grep -q 'is not yours' "$work/said" || fail 'it was not refused'
grep -q 'stand for turn' "$work/said" && fail 'it is told'

begin 'press to nobody, to oneself, to one seat twice'
printf 'press: [{to: [], text: hear}]\n' | send alice john 1 0
printf 'press: [{to: [me], text: note}, {to: [jane, jane], text: you}]\n' |
    send alice john 1 1
run 0
texts | grep -q 'this letter is to nobody' || fail 'nobody was accepted'
ls "$host/games/noir-1/inbox/0001" >"$work/said"
[ "$(cat "$work/said")" = john-0001 ] || fail 'me was refused'
run 0 --now "$late"
grep -q 'to: john$' "$host/games/noir-1/turns/0001/events.yaml" ||
    fail 'it is not told to whom it is'
verified noir-1

begin 'a rival who writes more press than a report can hold'
seq=0
words=$(printf 'x%.0s' $(seq 1000))
while [ "$seq" -lt 36 ]; do
	{
		echo 'press:'
		for i in 1 2 3 4 5 6 7 8; do
			echo "  - {to: [jane], text: $words $words $words}"
		done
	} | send alice john 1 "$seq"
	seq=$((seq + 1))
done
run 0
texts | grep -q 'no more are taken' || fail 'there is no end to it'
run 0 --now "$late"
turn_is noir-1 2
grep -q 'more letters are left out' \
    "$host/games/noir-1/turns/0001/letters/john/report.txt" ||
    fail 'all of it is in the report'
verified noir-1

# ---- mail and time

begin 'more junk than a pass takes in, with an order behind it'
i=0
while [ "$i" -lt 1000 ]; do
	i=$((i + 1))
	printf 'From: a@b.example\n\nhello\n' >"$host/mail/in/new/1.$i"
done
echo 'orders: [start: hall]' | send alice john 1 0
run 0 --now "$late"
turn_is noir-1 1
run 0 --now "$late"
turn_is noir-1 2
grep -q 'late: \[jane\]' "$host/games/noir-1/turns/0001/turn.yaml" ||
    fail 'the order came too late'

begin 'a clock that was set back'
echo 'orders: [start: hall]' | send alice john 1 0
echo 'orders: [start: hall]' | send bob jane 1 0
run 0 --now 2000-01-01T00:00:00Z
turn_is noir-1 2
run 0
turn_is noir-1 2
verified noir-1

# ---- damage

begin 'damage is told without what is hidden'
echo 'orders: [start: library]' | send alice john 1 0
echo 'orders: [start: hall]' | send bob jane 1 0
run 0
rm "$host"/mail/out/new/*
sed -i 's/room: library/room: librarx/' \
    "$host/games/noir-1/turns/0001/base.yaml"
run 0 --now "$late"
grep -l '^Subject: The game noir-1 is stopped' "$host"/mail/out/new/* |
    xargs cat - "$host/games/noir-1/stopped" >"$work/said"
"$postern" status noir-1 >>"$work/said"
grep -q 'turns/0001/base.yaml is damaged' "$work/said" || fail 'not told'
grep -q 'librar' "$work/said" && fail "$(cat "$work/said")"
turn_is noir-2 2

begin 'an accepted file is damaged'
echo 'orders: [start: library]' | send alice john 1 0
run 0
sed -i 's/library/librarx/' "$host"/games/noir-1/inbox/0001/*/orders.yaml
run 0 --now "$late"
grep -q 'librar' "$host/games/noir-1/stopped" && fail 'its words are told'
turn_is noir-2 2

begin 'an accepted file is gone, and its sender sends it again'
echo 'orders: [start: library]' | send alice john 1 0
run 0
rm "$host"/games/noir-1/inbox/0001/*/orders.yaml
echo 'orders: [start: library]' | send alice john 1 0
run 0 --now "$late"
turn_is noir-2 2

begin 'a stray file, a copy and a game under another name in games/'
echo hello >"$host/games/notes"
cp -r "$host/games/noir-1" "$host/games/noir-1.old"
cp -r "$host/games/noir-1" "$host/games/noir-9"
rm "$host/due"
run 0 --now "$late"
turn_is noir-2 2
[ ! -e "$host/games/noir-1.old/turns/0001" ] || fail 'the copy was played'
[ ! -e "$host/games/noir-9/turns/0001" ] || fail 'noir-1 was played twice'
[ -e "$host/games/noir-9/stopped" ] || fail 'it is not stopped'

begin 'a game that ends has another in its place in the archive'
mkdir "$host/archive/noir-1"
echo 'orders: [resign]' | send alice john 1 0
run 0 --now "$late"
turn_is noir-2 2
[ -z "$(ls "$host/queue")" ] || fail 'mails were not sent'

for file in due attempt strikes; do
	begin "$file is huge"
	head -c 2000000 /dev/zero | tr '\0' x >"$host/$file"
	run 0 --now "$late"
	turn_is noir-1 2
done

begin 'the list of handled mails is huge'
mkdir -p "$host/handled/1-1"
truncate -s 80M "$host/handled/1-0"
junk bob@example.org
run 0 --now "$late"
turn_is noir-1 2

begin 'the due list was cut short'
: >"$host/due"
run 0 --now "$late"
turn_is noir-1 2
turn_is noir-2 2

begin 'a damaged mail in the queue'
echo junk >"$host/queue/0000"
run 0 --now "$late"
[ "$(ls "$host/queue")" = failed ] || fail 'the others were not sent'

begin 'the index of players was cut short'
: >"$host/players/.index"
echo 'orders: [start: library]' | send alice john 1 0
run 0
[ -e "$host/games/noir-1/inbox/0001/john-0000" ] || fail 'it was refused'

begin 'a player whose file is gone, and a stranger in his name'
echo 'orders: [start: library]' | send alice john 1 0
run 0
rm "$host/players/bob.yaml"
junk bob@example.org
"$postern" new noir --id noir-3 --seat john=alice --seat jane=alice --now \
    >/dev/null
run 0 --now "$late"
turn_is noir-3 2

begin 'a player whose file is damaged'
echo 'address: [' >"$host/players/bob.yaml"
rm -f "$host/players/.index"
"$postern" new noir --id noir-3 --seat john=alice --seat jane=alice --now \
    >/dev/null
echo 'orders: [start: library]' | send alice john 1 0
echo 'orders: [start: hall]' | send bob jane 1 0
run 1 --now "$late"
turn_is noir-3 2
[ -n "$(ls "$host/mail/in/new")" ] || fail 'the mail of bob is gone'
