#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What a mail can be besides orders, from the outside and over Maildirs:
# strangers sign up with keys made by ssh-keygen and with certificates made
# by openssl, players ask and command, old commands are sent once more, mail
# bounces; and a mail program signs its owner's orders, which are proven.

set -eu
export LC_ALL=C

for tool in ssh-keygen openssl base64 awk; do
	command -v "$tool" >/dev/null || exit 77
done

postern=${POSTERN:-./postern}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
host=$work/host
now=$(date +%s)
echo 0 >"$work/count"
POSTERN_HOME=$host
export POSTERN_HOME

fail() {
	echo "$*"
	exit 1
}

# Run postern; its exit code and a part of what it says must be these.
expect() {		# CODE TEXT ARGUMENT...
	code=$1 text=$2
	shift 2
	got=0
	"$postern" "$@" >"$work/said" 2>&1 || got=$?
	if [ "$got" -ne "$code" ] || ! grep -qF -e "$text" "$work/said"; then
		fail "postern $*: exit $got, not $code; or \"$text\" not in:" \
		    "$(cat "$work/said")"
	fi
}

# ---- mail to the host

# Deliver a mail: its headers from From on, then what is on standard input.
send() {		# ADDRESS [HEADER...]
	mails=$(($(cat "$work/count") + 1))
	echo "$mails" >"$work/count"
	{
		echo "From: Somebody <$1>"
		shift
		echo 'To: host@example.org'
		echo "Message-ID: <$mails.x@example.org>"
		for header; do echo "$header"; done
		cat
	} >"$work/mail"
	cp "$work/mail" "$host/mail/in/new/$mails"
}

say() {			# ADDRESS TEXT
	printf '\n%s\n' "$2" | send "$1"
}

sign() {		# KEY FILE
	rm -f "$2.sig"
	ssh-keygen -q -Y sign -n postern -f "$work/$1" "$2" 2>/dev/null
}

# Mail a file signed with ssh-keygen, in the text or attached.
send_signed() {		# ADDRESS KEY FILE
	sign "$2" "$3"
	if [ $(($(cat "$work/count") % 2)) -eq 0 ]; then
		{ echo; cat "$3" "$3.sig"; } | send "$1"
		return
	fi
	{
		printf 'Content-Type: multipart/mixed; boundary=cut\n\n'
		for name in command.yaml command.yaml.sig; do
			printf -- '--cut\nContent-Type: application/x-%s\n' x
			echo "Content-Disposition: attachment; filename=$name"
			printf 'Content-Transfer-Encoding: base64\n\n'
			base64 "$3${name#command.yaml}"
		done
		printf -- '\n--cut--\n'
	} | send "$1"
}

# Mail a text as a mail program does that signs all it sends.
send_sealed() {		# ADDRESS NAME FILE
	{
		printf 'Content-Type: text/plain; charset=utf-8\n\n'
		cat "$3"
	} | sed "s/\$/$(printf '\r')/" >"$work/inner"
	openssl cms -sign -in "$work/inner" -binary -md sha256 \
	    -signer "$work/$2.pem" -inkey "$work/$2.key" \
	    -out "$work/sealed" 2>/dev/null
	tr -d '\r' <"$work/sealed" | send "$1"
}

# ---- mail from the host

# An hour goes by, and a pass is made; what it sent is in $work/got.
pass() {
	now=$((now + ${1:-3600}))
	rm -rf "$work/got"
	mkdir "$work/got"
	"$postern" run --now "@$now" >>"$work/log" || fail "run: exit $?"
	for mail in "$host"/mail/out/new/*; do
		[ -f "$mail" ] || continue
		grep -q '^Auto-Submitted: auto-' "$mail" || fail 'not automatic'
		grep -q '^X-Postern: ' "$mail" || fail 'not ours'
		mv "$mail" "$work/got/"
	done
}

# One mail was sent, to that address, with that in its subject.
got() {			# ADDRESS SUBJECT
	# shellcheck disable=SC2012 # our own names hold no blanks
	[ "$(ls "$work/got" | wc -l)" -eq 1 ] ||
	    fail "$(ls "$work/got" | wc -l) mails, not one with \"$2\":" \
	    "$(cat "$work/got"/* 2>/dev/null)"
	mail=$(echo "$work/got"/*)
	grep -qF "To: $1" "$mail" || fail "not to $1: $(cat "$mail")"
	grep -q "^Subject: .*$2" "$mail" || fail "not $2: $(cat "$mail")"
}

got_nothing() {
	[ -z "$(ls "$work/got")" ] || fail "an answer: $(cat "$work/got"/*)"
}

# The attachment of that name, decoded.
attached() {		# NAME
	awk -v name="$1" '
	/^--=_/ { body = 0; wanted = 0 }
	body && wanted { print }
	index($0, "filename=\"" name "\"") { wanted = 1 }
	/^$/ { body = 1 }
	' "$mail" | base64 -d
}

# ---- setting up

for name in alice bob carol carol2 mallory; do
	ssh-keygen -q -t ed25519 -N '' -C "$name" -f "$work/$name"
done
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes \
    -keyout "$work/dave.key" -out "$work/dave.pem" -subj /CN=dave \
    2>/dev/null
openssl req -x509 -newkey rsa:2048 -nodes -keyout "$work/erin.key" \
    -out "$work/erin.pem" -subj /CN=erin 2>/dev/null

expect 0 "host's folder" init "$host" --name 'The Gate House' \
    --mail host@example.org
sed -i 's/^operator: .*/operator: boss@example.org/' "$host/postern.yaml"
expect 0 alice player add alice --mail alice@example.org \
    --key "$work/alice.pub"
expect 0 x509: player add dave --mail dave@example.org \
    --cert "$work/dave.pem"
expect 1 'perhaps a private one' player add frank --mail frank@example.org \
    --cert "$work/dave.key"
expect 1 'a key of dave' player add frank --mail frank@example.org \
    --cert "$work/dave.pem"

# ---- asking

say alice@example.org help
pass
got alice@example.org 'what you can ask for'
say alice@example.org Games
pass
got alice@example.org 'the games'
grep -q noir "$mail"
say alice@example.org 'rules noir'
pass
got alice@example.org 'the rules of'
attached rules.md | cmp - "${POSTERN_DATA:-.}/games/noir/rules.md"
say alice@example.org 'rules chess'
pass
got alice@example.org refused
say alice@example.org 'command: status'
pass
got alice@example.org 'your games'
say alice@example.org 'help me, I have lost my rulebook'
pass
got alice@example.org 'your orders were refused'

# Strangers get nothing, nor do machines, lists and hosts of games.
say nobody@example.org help
say nobody@example.org 'register nobody'
for header in 'Auto-Submitted: auto-replied' 'Precedence: bulk' \
    'List-Unsubscribe: <x>' 'X-Auto-Response-Suppress: All' \
    'Return-Path: <>' 'X-Postern: 1'; do
	printf '\nhelp\n' | send alice@example.org "$header"
done
pass
got_nothing

# ---- signing up

sed -i 's/^signup: .*/signup: yes/' "$host/postern.yaml"
{ printf '\nregister carol\n\n'; cat "$work/carol.pub"; } |
    send carol@example.org
pass
got carol@example.org 'Your registration'
attached command.yaml >"$work/command.yaml"
grep -q '^token: ' "$work/command.yaml"
expect 1 'no player' player show carol
{ printf '\nregister carol\n\n'; cat "$work/carol.pub"; } |
    send carol@example.org
pass
got_nothing

# A token is for its name, address and key, and for nobody without the key.
for change in 's/^name: .*/name: karl/' \
    's/^address: .*/address: m@example.org/' \
    "s|^key: .*|key: $(cat "$work/mallory.pub")|" \
    's/^until: 20/until: 21/' 's/^host: .*/host: The Barn/'; do
	sed "$change" "$work/command.yaml" >"$work/changed.yaml"
	send_signed carol@example.org mallory "$work/changed.yaml"
	send_signed carol@example.org carol "$work/changed.yaml"
done
send_signed carol@example.org mallory "$work/command.yaml"
pass
got_nothing
expect 1 'no player' player show carol
send_signed carol@example.org carol "$work/command.yaml"
pass
got carol@example.org 'You are a player'
expect 0 'carol@example.org' player show carol

# A taken name is given with a number; a certificate signs up as well.
echo 'register carol' >"$work/text"
send_sealed erin@example.org erin "$work/text"
pass
got erin@example.org 'Your registration'
attached command.yaml >"$work/command.yaml"
grep -q '^name: carol-2$' "$work/command.yaml"
sed 's/^/> /' "$work/command.yaml" >"$work/text"
send_sealed erin@example.org dave "$work/text"
pass
expect 1 'no player' player show carol-2
send_sealed erin@example.org erin "$work/text"
pass
got erin@example.org 'You are a player'
expect 0 'x509:' player show carol-2
expect 0 'no player here' player remove carol-2

# ---- commanding

# A command of carol's, as a file.
command() {		# NUMBER LINE...
	number=$1
	shift
	{
		echo "command: $1"
		echo 'host: The Gate House'
		echo "number: $number"
		shift
		for line; do echo "$line"; done
	} >"$work/command.yaml"
}

say carol@example.org 'report noir-1'
pass
got carol@example.org 'has to be signed'
attached command.yaml | grep -q '^number: 1$'

expect 0 'noir-1 is set up' new noir --id noir-1 --seat john=carol \
    --seat jane=dave
pass
command 1 report 'game: noir-1'
send_signed carol@example.org carol "$work/command.yaml"
pass
got carol@example.org 'noir-1 turn 0, once more'
attached orders.yaml | grep -q '^seat: john$'
attached report.txt.sig | grep -q 'BEGIN SSH SIGNATURE'
command 2 orders 'game: noir-1'
send_signed carol@example.org carol "$work/command.yaml"
pass
got carol@example.org 'your orders'
grep -q 'No file of yours' "$mail"
command 3 report 'game: noir-2'
send_signed carol@example.org carol "$work/command.yaml"
pass
got carol@example.org refused

# Without the host's name, for another host, signed by another player.
command 4 orders 'game: noir-1'
sed -i 's/^host: .*/host: The Barn/' "$work/command.yaml"
send_signed carol@example.org carol "$work/command.yaml"
pass
got carol@example.org refused
command 4 orders 'game: noir-1'
send_signed carol@example.org alice "$work/command.yaml"
pass
got alice@example.org refused

# A key is added and, once it is stolen, retired; the old mail is sent again.
command 5 key "add: $(cat "$work/carol2.pub")"
send_signed carol@example.org carol "$work/command.yaml"
cp "$work/mail" "$work/old"
pass
got carol@example.org 'your keys'
stolen=$(ssh-keygen -l -f "$work/carol2.pub" | cut -d ' ' -f 2)
expect 0 "$stolen" player show carol
{ sed '1,/^Message-ID/d' "$work/old"; } | send carol@example.org
pass
got carol@example.org 'your keys'
command 6 key "retire: $stolen"
send_signed carol@example.org carol "$work/command.yaml"
pass
got carol@example.org 'your keys'
{ sed '1,/^Message-ID/d' "$work/old"; } | send carol@example.org
pass
got carol@example.org refused
grep -q 'number 5 was used' "$mail"
command 7 key "add: $(cat "$work/mallory.pub")"
send_signed carol@example.org carol2 "$work/command.yaml"
pass
got carol@example.org 'your orders were refused'
expect 0 carol player show carol
if grep -qF -e "$stolen" "$work/said"; then
	fail 'the stolen key is enrolled again'
fi
command 7 key "retire: $(ssh-keygen -l -f "$work/carol.pub" |
    cut -d ' ' -f 2)"
send_signed carol@example.org carol "$work/command.yaml"
pass
got carol@example.org refused
command 8 key "add: $(cat "$work/alice.pub")"
send_signed carol@example.org carol "$work/command.yaml"
pass
got carol@example.org refused

# The last one that the host took back does not come again either.
command 9 key "add: $(cat "$work/carol2.pub")"
send_signed carol@example.org carol "$work/command.yaml"
cp "$work/mail" "$work/old"
pass
expect 0 carol player key carol --retire "$stolen"
{ sed '1,/^Message-ID/d' "$work/old"; } | send carol@example.org
pass
expect 0 carol player show carol
if grep -qF -e "$stolen" "$work/said"; then
	fail 'the key that the host retired is enrolled again'
fi

# A new address is confirmed from there, and announced to the old one.
command 10 address 'address: new@example.net'
send_signed carol@example.org carol "$work/command.yaml"
pass
[ "$(grep -l '^To: new@example.net' "$work/got"/* | wc -l)" -eq 1 ]
[ "$(grep -l '^To: carol@example.org' "$work/got"/* | wc -l)" -eq 1 ]
expect 0 'carol@example.org' player show carol
mail=$(grep -l '^To: new@example.net' "$work/got"/*)
attached command.yaml >"$work/command.yaml"
grep -q '^number: 11$' "$work/command.yaml"
sed 's/net$/com/' "$work/command.yaml" >"$work/changed.yaml"
sed -i 's/^number: 11/number: 12/' "$work/command.yaml"
send_signed new@example.net carol "$work/changed.yaml"
pass
got carol@example.org refused
send_signed new@example.net carol "$work/command.yaml"
pass
[ "$(grep -l '^To: new@example.net' "$work/got"/* | wc -l)" -eq 1 ]
[ "$(grep -l '^To: carol@example.org' "$work/got"/* | wc -l)" -eq 1 ]
expect 0 'new@example.net' player show carol

# ---- a mail program plays

answer() {		# TURN
	for seat in john jane; do
		if [ "$1" -eq 0 ]; then
			of=$(sha256sum "$host/games/noir-1/game.yaml")
			printf 'game: noir-1\nof: %.8s\nturn: 0\nseat: %s\n' \
			    "$of" "$seat" >"$work/$seat.yaml"
			echo 'orders: [ready]' >>"$work/$seat.yaml"
		else
			form="$host/games/noir-1/turns/$(printf %04d \
			    $(($1 - 1)))/letters/$seat/orders.yaml"
			[ -f "$form" ] || continue
			cp "$form" "$work/$seat.yaml"
		fi
		case $seat in
		john)	send_signed new@example.net carol "$work/john.yaml" ;;
		jane)	{
				echo 'Dear host,'
				echo
				cat "$work/jane.yaml"
			} >"$work/text"
			send_sealed "${2:-dave@example.org}" dave \
			    "$work/text" ;;
		esac
	done
}

# Not with another's certificate, not with a changed byte, not from outside.
answer 0
send_sealed dave@example.org erin "$work/text"
sed 's/ready/reody/' "$work/sealed" | tr -d '\r' | send dave@example.org
rm "$host/mail/in/new/$(($(cat "$work/count") - 2))"
pass
[ ! -e "$host/games/noir-1/inbox/0000/jane-0000" ]
[ ! -e "$host/games/noir-1/turns/0000" ]
grep -l 'To: dave' "$work/got"/* >/dev/null

turn=0
answer 0 elsewhere@example.org
while [ $turn -lt 12 ]; do
	pass
	turn=$((turn + 1))
	[ -d "$host/games/noir-1" ] || break
	[ -d "$host/games/noir-1/turns/$(printf %04d $((turn - 1)))" ] ||
	    fail "turn $((turn - 1)) is not closed: $(cat "$work/got"/*)"
	answer $turn
done
folder=$host/games/noir-1
[ -d "$folder" ] || folder=$host/archive/noir-1
sealed=$(find "$folder/turns" -name orders.p7s | sort | head -1)
[ -n "$sealed" ]
[ -f "${sealed%.p7s}.eml" ]
[ ! -f "${sealed%.p7s}.yaml.sig" ]
expect 0 'all proven' verify noir-1
for name in orders.eml orders.yaml; do
	file=${sealed%/*}/$name
	cp "$file" "$work/whole"
	sed 's/ready/reody/' "$work/whole" >"$file"
	expect 1 jane-0000/orders verify noir-1
	cat "$work/whole" >"$file"
done
openssl cms -sign -in "${sealed%.p7s}.eml" -binary -md sha256 \
    -signer "$work/erin.pem" -inkey "$work/erin.key" -outform DER \
    -out "$work/other" 2>/dev/null
cp "$sealed" "$work/whole"
cat "$work/other" >"$sealed"
expect 1 orders.p7s verify noir-1
sed '0,/dave/s//davf/' "$work/whole" >"$sealed"
expect 1 turn.yaml verify noir-1
cat "$work/whole" >"$sealed"
expect 0 'all proven' verify noir-1

# Its commands are files in the text.
rm -f "$host"/mail/in/new/*
command 1 report 'game: noir-1' 'turn: 0'
send_sealed dave@example.org dave "$work/command.yaml"
pass
grep -lq 'once more' "$work/got"/*

# ---- bounces

bounce() {		# ADDRESS ID ACTION
	printf '%s\n' '' '--cut' 'Content-Type: text/plain' '' \
	    'I am sorry to have to inform you.' '--cut' \
	    'Content-Type: message/delivery-status' '' \
	    'Reporting-MTA: dns; mx.example.org' '' \
	    "Final-Recipient: rfc822; $1" "Action: $3" 'Status: 5.1.1' \
	    '--cut' 'Content-Type: text/rfc822-headers' '' \
	    "Message-ID: <$2>" '--cut--' |
	    send MAILER-DAEMON@example.org 'Return-Path: <>' \
	    'Content-Type: multipart/report; boundary=cut;' \
	    ' report-type=delivery-status'
}
ids=
for n in 1 2 3; do
	say alice@example.org help
	pass
	got alice@example.org 'what you can ask for'
	ids="$ids $(sed -n 's/^Message-ID: <\(.*\)>.*/\1/p' "$mail")"
done
# shellcheck disable=SC2086 # one word each
set -- $ids
for n in 1 2 3 4; do
	bounce alice@example.org "$n.0123456789abcdef@example.org" failed
	bounce dave@example.org "$1" failed
	bounce alice@example.org "$2" delayed
done
pass
got_nothing
expect 0 alice player show alice
if grep -q 'came back' "$work/said"; then
	fail 'a bounce counted that is none'
fi
bounce alice@example.org "$1" failed
bounce alice@example.org "$1" failed
bounce alice@example.org "$2" failed
pass
got_nothing
expect 0 'came back: 2' player show alice
bounce alice@example.org "$3" failed
pass
got boss@example.org 'Mail to alice is paused'
expect 0 'mail to alice came back: 3, and is paused' status
say alice@example.org help
pass
got_nothing
expect 0 alice player resume alice
pass 1
got alice@example.org 'what you can ask for'
expect 0 alice player show alice
if grep -q 'came back' "$work/said"; then
	fail 'the bounces are not forgotten'
fi

# ---- a share of answers a day

sed -i 's/^answers: .*/answers: 2/' "$host/postern.yaml"
now=$((now / 86400 * 86400 + 86400))
for n in 1 2 3 4; do
	say alice@example.org "help"
done
say dave@example.org help
pass 1
[ "$(grep -l '^To: alice@example.org' "$work/got"/* | wc -l)" -eq 2 ]
[ "$(grep -l '^To: dave@example.org' "$work/got"/* | wc -l)" -eq 1 ]
say alice@example.org help
pass 1
got_nothing
say alice@example.org help
pass 86400
got alice@example.org 'what you can ask for'
