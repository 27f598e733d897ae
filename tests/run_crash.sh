#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A pass is killed, or failed by the system, at each call that changes the
# disk; run again, it must come out as the pass that nothing disturbed, byte
# for byte: no order lost, no turn twice, every letter sent. Two passes at
# once, a full disk and a game that the program breaks down over, too.
#
# run_crash.sh FOLDER FIRST is one of the two workers that it starts.

set -eu
export LC_ALL=C

postern=${POSTERN:-./postern}
crashat=${builddir:-.}/tests/crash/crashat
now=2030-01-03T00:00:00Z

# Tracing and looking for leaks do not go together.
ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0
export ASAN_OPTIONS

fail() {
	echo "run_crash: $*"
	exit 1
}

pass() {		# HOME [TIME]
	"$postern" -C "$1" run --now "${2:-$now}"
}

# Nothing but temporaries, which have names of their own, may differ, and what
# is derived: how often somebody was answered, and which mails were seen.
compare() {		# HOME
	diff -r -x '.tmp-*' -x '.*.[0-9]*-[0-9]*' -x caps -x handled \
	    "$work/reference" "$1"
}

# Run a pass on a fresh copy with one fault. Exit as crashat does.
disturb() {		# MODE N HOME
	rm -rf "$3"
	cp -a "$work/before" "$3"
	"$crashat" "$1" "$2" "$postern" -C "$3" run --now "$now" \
	    >"$3.log" 2>&1
}

# One fault, and a pass that mends it.
point() {		# MODE N HOME
	disturb "$@" || return $?
	pass "$3" >>"$3.log" 2>&1 || {
		cat "$3.log"
		fail "$1 $2: the next pass fails"
	}
	compare "$3" >>"$3.log" 2>&1 || {
		cat "$3.log"
		fail "$1 $2: it does not come out the same"
	}
}

worker() {		# FIRST
	for mode in before after enospc eio; do
		n=$1
		while status=0; point $mode "$n" "$work/worker$1" ||
		    status=$?; [ "$status" -eq 0 ]; do
			n=$((n + 2))
		done
		[ "$status" -eq 3 ] || exit "$status"
		sed -n "s/^crashat: \([0-9]* calls\)$/$mode: \1/p" \
		    "$work/worker$1.log"
	done
}

# ---- the state before ----

sign_mail() {		# PLAYER FILE MAIL
	rm -f "$2.sig"
	"$postern" sign "$2" -k "$work/$1" >/dev/null
	{
		printf 'From: %s@example.org\nTo: host@example.org\n' "$1"
		printf 'Message-ID: <%s@example.org>\n' "$3"
		printf 'Subject: orders\n\n'
		cat "$2" "$2.sig"
	} >"$work/before/mail/in/new/$3"
}

player_of() {		# SEAT
	[ "$1" = john ] && echo alice || echo bob
}

new_game() {		# ID ARGUMENT...
	id=$1
	shift
	"$postern" -C "$work/before" new noir --id "$id" --seat john=alice \
	    --seat jane=bob "$@" >/dev/null
}

# Send the forms of a game back, with other orders in them if given.
send_forms() {		# ID TURN [ORDERS]
	for form in "$work/before/games/$1/turns/$2"/letters/*/orders.yaml; do
		seat=$(basename "$(dirname "$form")")
		if [ $# -eq 3 ]; then
			sed '/^orders:/,$d' "$form" >"$work/orders.yaml"
			echo "orders: [$3]" >>"$work/orders.yaml"
		else
			cp "$form" "$work/orders.yaml"
		fi
		sign_mail "$(player_of "$seat")" "$work/orders.yaml" \
		    "$1-$2-$seat"
		cp "$work/orders.yaml" "$work/$1-$seat"
		cp "$work/orders.yaml.sig" "$work/$1-$seat.sig"
	done
}

# Three games: one that goes on, one that ends, one past its deadline; with
# mails for the first two, one that is refused, and one that is junk.
prepare() {
	"$postern" init --name Test --mail host@example.org "$work/before" \
	    >/dev/null
	for name in alice bob; do
		"$postern" keygen "$work/$name" >/dev/null
		"$postern" -C "$work/before" player add "$name" \
		    --mail "$name@example.org" --key "$work/$name.pub" \
		    >/dev/null
	done
	new_game going --now
	new_game ending --now
	new_game late
	"$postern" -C "$work/before" run >/dev/null
	send_forms going 0000
	send_forms ending 0000 resign
	printf 'game: late\nof: 00000000\nturn: 0\nseat: john\n' \
	    >"$work/orders.yaml"
	sign_mail alice "$work/orders.yaml" refused
	printf 'From: x@example.net\nSubject: junk\n\nBuy now.\n' \
	    >"$work/before/mail/in/new/junk"
}

reference() {
	cp -a "$work/before" "$work/reference"
	pass "$work/reference" >"$work/log"
	cat "$work/log"
	[ -d "$work/reference/games/going/turns/0001" ]
	[ -d "$work/reference/games/late/turns/0000" ]
	[ -d "$work/reference/archive/ending/turns/0001" ]
	[ -z "$(ls "$work/reference/queue")" ]
	[ -z "$(ls "$work/reference/mail/in/new")" ]
	for game in going ending late; do
		"$postern" -C "$work/reference" verify "$game"
	done
	cp -a "$work/reference" "$work/again"
	pass "$work/again"
	compare "$work/again"
}

# ---- other troubles ----

names() {		# HOME
	(cd "$1" && find . -type f ! -name '.tmp-*' \
	    ! -name '.*.[0-9]*-[0-9]*' ! -path '*/.tmp-*' \
	    ! -path './handled/*' ! -name caps | sort)
}

# The next pass comes an hour later, and what was mailed by then is gone to
# its readers: what is mailed again has the same bytes.
later() {
	home=$work/later
	n=1
	while status=0; disturb after $n "$home" || status=$?
	    [ "$status" -eq 0 ]; do
		mv "$home/mail/out/new" "$work/sent"
		mkdir "$home/mail/out/new"
		pass "$home" 2030-01-03T01:00:00Z >>"$home.log"
		for mail in "$work/sent"/*; do
			[ -e "$mail" ] || continue
			again=$home/mail/out/new/${mail##*/}
			[ ! -e "$again" ] || cmp "$mail" "$again" ||
			    fail "after $n: another mail with the same id"
			mv "$mail" "$home/mail/out/new/"
		done
		rmdir "$work/sent"
		names "$home" | diff "$work/names" - ||
		    fail "after $n, an hour later: other files"
		for game in going ending late; do
			"$postern" -C "$home" verify "$game" >>"$home.log" ||
			    fail "after $n, an hour later: $game"
		done
		n=$((n + 11))
	done
	[ "$status" -eq 3 ]
}

# Other commands that die are given again, and a pass follows: what they did
# is there once.
again() {		# HOME ARGUMENT...
	home=$1
	shift
	n=1
	while rm -rf "$home"; cp -a "$work/before" "$home"; status=0
	    "$crashat" after $n "$postern" -C "$home" "$@" \
	    <"$work/before/mail/in/new/going-0000-john" \
	    >"$home.log" 2>&1 || status=$?; [ $status -eq 0 ]; do
		"$postern" -C "$home" "$@" >>"$home.log" 2>&1 \
		    <"$work/before/mail/in/new/going-0000-john" ||
		    grep -q already "$home.log" ||
		    { cat "$home.log"; fail "$*, after $n"; }
		pass "$home" >>"$home.log" 2>&1
		"$postern" -C "$home" verify "$game" >>"$home.log" ||
		    { cat "$home.log"; fail "$*, after $n: verify"; }
		found=$(grep -l "^Subject: $subject" "$home"/mail/out/new/* |
		    wc -l)
		[ "$found" -eq "$mails" ] ||
		    fail "$*, after $n: $found mails are sent"
		n=$((n + 2))
	done
	[ $status -eq 3 ] || fail "$*: crashat says $status"
}

commands() {
	game=going subject='going turn 1: accepted' mails=2
	again "$work/submit" submit "$work/going-john"
	again "$work/receive" receive
	game=fresh subject='fresh: are you ready' mails=2
	again "$work/new" new noir --id fresh --seat john=alice \
	    --seat jane=bob
	subject='fresh turn 1: '
	again "$work/new" new noir --id fresh --seat john=alice \
	    --seat jane=bob --now
}

together() {
	for round in 1 2 3 4 5 6 7 8; do
		home=$work/together
		rm -rf "$home"
		cp -a "$work/before" "$home"
		pass "$home" >"$work/log" &
		other=$!
		pass "$home" >"$work/log2"
		wait $other || fail "the other of two passes at once fails"
		compare "$home" ||
		    fail "two passes at once, round $round: not the same"
	done
}

# While another holds the lock a pass does nothing; when that one is killed
# the lock is free.
locked() {
	home=$work/locked
	cp -a "$work/before" "$home"
	flock -F "$home/lock" sleep 100 &
	holder=$!
	while flock -n "$home/lock" true; do
		sleep 0.1
	done
	pass "$home"
	diff -r -x lock "$work/before" "$home" ||
	    fail "a pass without the lock changes something"
	kill -9 $holder
	wait $holder || true
	pass "$home" >"$work/log"
	compare "$home" || fail "after the lock was freed: not the same"
}

# Fill a small disk, or use up its names, but for a little.
fill() {		# KIND LITTLE
	if [ "$1" = bytes ]; then
		cat /dev/zero >"$disk/fill" 2>"$work/log" || true
		truncate -s "-$2" "$disk/fill"
		return
	fi
	mkdir "$disk/fill"
	i=0
	while true 2>/dev/null >"$disk/fill/$i"; do
		i=$((i + 1))
	done
	while [ "$2" -gt 0 ]; do
		i=$((i - 1))
		rm "$disk/fill/$i"
		set -- "$1" $(($2 - 1))
	done
}

full() {
	disk=$work/disk
	mkdir "$disk"
	mount -t tmpfs -o size=3m,nr_inodes=600 none "$disk" 2>"$work/log" || {
		echo "a full disk is not tried: no mount here"
		return 0
	}
	for little in 'bytes 0' 'bytes 8K' 'bytes 24K' 'bytes 60K' \
	    'bytes 120K' 'names 0' 'names 2' 'names 10' 'names 40'; do
		home=$disk/home
		cp -a "$work/before" "$home"
		# shellcheck disable=SC2086 # two words
		fill $little
		status=0
		pass "$home" >"$work/log" 2>&1 || status=$?
		case $little,$status in
		*,75|'bytes 120K,0'|'names 40,0')	;;
		*)
			cat "$work/log"
			fail "a full disk ($little): exit $status" ;;
		esac
		rm -r "$disk/fill"
		pass "$home" >"$work/log"
		compare "$home" || fail "a full disk ($little): not the same"
		rm -r "$home"
	done
	umount "$disk"
}

# A disk that fails again and again is held against no game and no mail.
failing() {
	home=$work/failing
	for n in 30 60 90 120 150 180 210 240 270 300; do
		disturb eio $n "$home"
		for try in 2 3; do
			"$crashat" eio $n "$postern" -C "$home" run \
			    --now "$now" >>"$home.log" 2>&1 || true
		done
		pass "$home" >>"$home.log"
		compare "$home" || fail "eio $n, $try times: not the same"
	done
}

# Kill a pass while it is at a game; two such strikes stop that game, and
# nothing else.
strike() {		# HOME STRIKES-BEFORE
	n=1
	while status=0; rm -rf "$work/try"; cp -a "$1" "$work/try"
	    "$crashat" before $n "$postern" -C "$work/try" run --now "$now" \
	    >"$work/log" 2>&1 || status=$?; [ $status -eq 0 ]; do
		if grep -qs 'game late' "$work/try/attempt" &&
		    [ "$(cat "$work/try/strikes" 2>&1)" = "$2" ]; then
			rm -rf "$1"
			mv "$work/try" "$1"
			return
		fi
		n=$((n + 3))
	done
	fail "no call is made over the game 'late'"
}

struck() {
	home=$work/struck
	cp -a "$work/before" "$home"
	echo '{}' >"$home/strikes"
	strike "$home" '{}'
	strike "$home" 'game late: 1'
	pass "$home" >"$work/log"
	grep -q '1 set aside' "$work/log"
	grep -q 'broke down' "$home/games/late/stopped"
	[ ! -e "$home/games/late/turns/0000" ]
	grep -lq 'The game late is stopped' "$home"/mail/out/new/*
	for kept in games/going archive/ending; do
		diff -r -x '.tmp-*' "$work/reference/$kept" "$home/$kept" ||
		    fail "a stopped game is in the way of $kept"
	done
	pass "$home"
	rm "$home/games/late/stopped" "$home/due"
	pass "$home" >"$work/log"
	diff -r -x '.tmp-*' "$work/reference/games/late" "$home/games/late" ||
	    fail "a game that was stopped does not go on"
}

if [ $# -gt 0 ]; then
	work=$1
	worker "$2"
	exit
fi

clean_up() {
	[ -z "$first" ] || ! kill "$first" 2>/dev/null || wait
	! mountpoint -q "$work/disk" || umount "$work/disk"
	rm -rf "$work" || { sleep 1; rm -rf "$work"; }
}

work=$(mktemp -d -p "$([ -w /dev/shm ] && echo /dev/shm || echo /tmp)")
first=
trap clean_up EXIT
status=0
"$crashat" before 1 true 2>"$work/log" || status=$?
[ $status -ne 77 ] || exit 77
prepare
reference
names "$work/reference" >"$work/names"
"$0" "$work" 1 &
first=$!
together
locked
struck
failing
full
later
commands
"$0" "$work" 2
wait $first
first=
