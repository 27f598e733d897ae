#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A whole game by mail, from the outside: two keys made by ssh-keygen play to
# the end through Maildirs, with files signed by ssh-keygen, and every answer
# of the host is verified with ssh-keygen. Then the game is verified.

set -eu
export LC_ALL=C

for tool in ssh-keygen base64 awk; do
	command -v "$tool" >/dev/null || exit 77
done

postern=${POSTERN:-./postern}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
host=$work/host
now=$(date +%s)
mails=0
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

# ---- reading mail

# The part of a mail with that file name, or its text, decoded.
part() {		# MAIL NAME|text
	awk -v name="$2" '
	/^--=_/ { body = 0; wanted = 0 }
	body && wanted { print }
	name == "text" && /^Content-Type: text\/plain/ { wanted = 1 }
	index($0, "filename=\"" name "\"") { wanted = 1 }
	/^$/ { body = 1 }
	' "$1" | base64 -d
}

header() {		# MAIL NAME
	sed -n "/^\$/q; s/^$2: //p" "$1"
}

# The host has signed what stands beside that signature.
signed() {		# MAIL NAME.sig
	part "$1" text >"$work/text"
	part "$1" "$2" >"$work/text.sig"
	ssh-keygen -Y verify -f "$work/allowed_signers" -I host -n postern \
	    -s "$work/text.sig" <"$work/text" >"$work/verified" 2>&1 ||
	    fail "$2 does not verify: $(cat "$work/verified")"
}

# ---- writing mail

# Mail a file and its signature as NAME would, in one of several ways.
send() {		# NAME FILE WAY
	mails=$((mails + 1))
	{
		echo "From: \"$1 of the keys\" <$1@example.org>"
		echo 'To: host@example.org'
		echo 'Subject: =?utf-8?q?my_=C3=B6rders?='
		echo "Message-ID: <$mails.$1@example.org>"
		echo 'Date: Fri, 15 Jan 2027 08:00:00 +0000'
		echo 'MIME-Version: 1.0'
		"as_$3" "$2"
	} >"$work/mail"
}

as_attachments() {	# FILE
	printf 'Content-Type: multipart/mixed; boundary="cut here"\n\n'
	printf -- '--cut here\nContent-Type: text/plain\n\nHere it is.\n\n'
	for name in orders.yaml orders.yaml.sig; do
		printf -- '--cut here\nContent-Type: application/x-%s\n' yaml
		printf 'Content-Disposition: attachment;\n filename=%s\n' $name
		printf 'Content-Transfer-Encoding: base64\n\n'
		base64 "$1${name#orders.yaml}"
	done
	printf -- '\n--cut here--\n'
}

as_text() {		# FILE
	printf 'Content-Type: text/plain; charset=utf-8\n\n'
	printf 'Dear host,\n\n'
	cat "$1" "$1.sig"
	printf '\n-- \nSent by hand\n'
}

as_quote() {		# FILE
	printf 'Content-Type: text/plain\n\nSee below.\n\n'
	cat "$1" "$1.sig" | sed 's/^/> /'
	printf '\nRegards\n'
}

as_crlf() {		# FILE
	as_text "$1" | sed "s/\$/$(printf '\r')/"
}

as_unsigned() {		# FILE
	printf 'Content-Type: text/plain\n\n'
	cat "$1"
}

sign() {		# KEY FILE
	rm -f "$2.sig"
	ssh-keygen -q -Y sign -n postern -f "$work/$1" "$2" 2>/dev/null
}

# Deliver the mail just written: by the pipe of a mail server, or as a file.
pipe() {
	"$postern" receive <"$work/mail" || fail "receive: exit $?"
}

drop() {
	cp "$work/mail" "$host/mail/in/tmp/$mails"
	mv "$host/mail/in/tmp/$mails" "$host/mail/in/new/$mails"
}

# ---- playing

# Answer a form in one of the ways, in turn; with a letter to all.
answer() {		# NAME FORM
	printf 'press:\n  - text: This is %s, in mail %d.\n' "$1" \
	    $mails >>"$2"
	sign "$1" "$2"
	case $((mails % 4)) in
	0)	send "$1" "$2" attachments; pipe ;;
	1)	send "$1" "$2" text; drop ;;
	2)	send "$1" "$2" quote; pipe ;;
	3)	send "$1" "$2" crlf; drop ;;
	esac
}

# Read a mail from the host: verify it, and answer a form.
read_mail() {		# MAIL
	name=$(header "$1" To)
	name=${name%@example.org}
	[ "$(header "$1" From)" = '"The Gate House" <host@example.org>' ]
	if grep -q 'filename="report.txt.sig"' "$1"; then
		signed "$1" report.txt.sig
		cat "$work/text" >>"$work/$name.reports"
	elif grep -q 'filename="receipt.txt.sig"' "$1"; then
		signed "$1" receipt.txt.sig
		cp "$work/text" "$work/$name.receipt"
		receipts=$((receipts + 1))
		[ -n "$(header "$1" In-Reply-To)" ]
	else
		part "$1" text | tr -s '\n ' ' ' >>"$work/$name.refusals"
		return 0
	fi
	if grep -q 'filename="orders.yaml"' "$1"; then
		part "$1" orders.yaml >"$work/$name.yaml"
		[ "$name" = "$silent" ] || answer "$name" "$work/$name.yaml"
	fi
}

# An hour goes by, and a pass is made; then the players read their mail.
pass() {
	now=$((now + 3600))
	"$postern" run --now "@$now" >>"$work/log" || fail "run: exit $?"
	for mail in "$host"/mail/out/new/*; do
		[ -f "$mail" ] || continue
		mv "$mail" "$host/mail/out/cur/"
		read_mail "$host/mail/out/cur/${mail##*/}"
	done
}

# ---- setting up

ssh-keygen -q -t ed25519 -N '' -C alice -f "$work/alice"
ssh-keygen -q -t ecdsa -N '' -C bob -f "$work/bob"
ssh-keygen -q -t ed25519 -N '' -C mallory -f "$work/mallory"

expect 0 "host's folder" init "$host" --name 'The Gate House' \
    --mail host@example.org
expect 1 "host's folder already" init "$host"
[ "$(stat -c %a "$host")" = 700 ]
expect 0 alice@example.org player add alice --mail alice@example.org \
    --key "$work/alice.pub"
expect 0 'reports: turn' player add bob --mail bob@example.org \
    --key "$work/bob.pub" --reports turn
expect 1 'a key of bob' player add carol --mail carol@example.org \
    --key "$work/bob.pub"
expect 1 'not a mail address' player add carol --mail 'carol@example.org
Bcc: x@example.org' --key "$work/mallory.pub"
expect 1 'not a name' player add ../carol --mail carol@example.org \
    --key "$work/mallory.pub"
expect 0 'SHA256:' player key bob --add "$work/mallory.pub"
expect 0 'bob@' player key bob --retire \
    "$(ssh-keygen -l -f "$work/mallory.pub" | cut -d ' ' -f 2)"
expect 1 'the only key' player key bob --retire \
    "$(ssh-keygen -l -f "$work/bob.pub" | cut -d ' ' -f 2)"
expect 0 'ecdsa-sha2-nistp256' player show bob
expect 1 "did you mean 'bob'?" player show bub
printf 'host %s\n' "$(cat "$host/keys/host.pub")" >"$work/allowed_signers"

expect 2 'has 2 to 2 seats' new noir --id noir-1 --seat john=alice
expect 2 'no such seat' new noir --id noir-1 --seat john=alice --seat joe=bob
expect 1 'no player' new noir --id noir-1 --seat john=alice --seat jane=carol
expect 0 'noir-1 is set up' new noir --id noir-1 --seat jane=bob \
    --seat john=alice --set max_rounds=10 --deadline 48h
expect 1 'already' new noir --id noir-1 --seat john=alice --seat jane=bob
expect 0 'turn 0, waits for john and jane' status
expect 1 'plays in noir-1' player remove bob

# ---- the game

receipts=0 silent=alice
pass
grep -qF 'ARE YOU READY?' "$work/alice.reports"

# What is not right is refused, and changes nothing.
sign mallory "$work/alice.yaml"
send alice "$work/alice.yaml" attachments && pipe
send alice "$work/alice.yaml" unsigned && drop
head -c 1200000 /dev/zero | "$postern" receive
mkfifo "$host/mail/in/new/fifo"
ln -s /etc/passwd "$host/mail/in/new/link"
pass
[ ! -e "$host/games/noir-1/turns/0000" ]
grep -qF 'no player has enrolled here' "$work/alice.refusals"
grep -qF 'signature' "$work/alice.refusals"
[ ! -e "$work/bob.refusals" ]

# The same file in another mail gets the same receipt.
cp "$work/bob.receipt" "$work/first"
rm "$work/bob.receipt"
send bob "$work/bob.yaml" text && pipe
pass
cmp "$work/first" "$work/bob.receipt"

# Late: the game begins without alice's word.
now=$((now + 49 * 3600))
silent=
pass
expect 0 'turn 1, waits for' status
expect 1 '--reveal' report noir-1 john
expect 0 'Revolver Noir: noir-1, turn 1, for John' report noir-1 john --reveal
expect 0 'ARE YOU READY?' report noir-1 john 0 --reveal

# The file of john for turn 1 with one change is refused.
refused() {		# TEXT KEY SED-COMMAND
	sed "$3" "$host/games/noir-1/turns/0000/letters/john/orders.yaml" \
	    >"$work/wrong.yaml"
	sign "$2" "$work/wrong.yaml"
	expect 1 "$1" submit "$work/wrong.yaml"
	expect 0 'turn 1, waits for' status
}

refused 'is still to come' alice 's/^turn:.*/turn: 2/'
refused 'turn 0 of noir-1 is closed' alice 's/^turn:.*/turn: 0/'
refused 'is not yours' alice 's/^seat:.*/seat: jane/'
refused 'is not yours' bob ''
refused 'no seat' alice 's/^seat:.*/seat: joan/'
refused 'no game' alice 's/^game:.*/game: noir-2/'
refused 'must be a name' alice 's|^game:.*|game: ../noir-1|'
refused 'another game called noir-1' alice 's/^of:.*/of: 01234567/'
refused 'line ' alice 's/start: .*/start: nowhere/'
refused 'line ' alice 's/^orders:.*/orders: [[[[[[[[/'
refused 'enrolled' mallory ''

# While somebody holds the lock, a pass leaves quietly and others say so.
if command -v flock >/dev/null; then
	flock "$host/lock" "$postern" run >"$work/said" 2>&1
	[ ! -s "$work/said" ]
	got=0
	flock "$host/lock" "$postern" submit "$work/wrong.yaml" \
	    >"$work/said" 2>&1 || got=$?
	[ "$got" -eq 75 ]
fi

# In the midst of it, bob takes another key.
change_key() {		# PASS
	old=$(ssh-keygen -l -f "$work/bob.pub" | cut -d ' ' -f 2)
	case $1 in
	1)	ssh-keygen -q -t ed25519 -N '' -f "$work/bob2"
		expect 0 SHA256 player key bob --add "$work/bob2.pub"
		retire=$old
		mv "$work/bob2" "$work/bob"
		mv "$work/bob2.pub" "$work/bob.pub" ;;
	2)	expect 0 SHA256 player key bob --retire "$retire" ;;
	esac
}

n=0
while [ -d "$host/games/noir-1" ]; do
	pass
	n=$((n + 1))
	change_key $n
	[ $n -lt 200 ] || fail 'the game does not end'
done
pass

for name in alice bob; do
	grep -qF 'The host has looked at' "$work/$name.reports" ||
	    fail "$name was not told that the host has looked"
	grep -qF 'A letter from John (to all):' "$work/$name.reports"
	grep -qF 'This is bob, in mail' "$work/$name.reports"
	grep -qF 'The game is over.' "$work/$name.reports"
	seed=$(sed -n '/^THE SEED/,$s/^    //p' "$work/$name.reports" | head -1)
	[ "$seed" = "$(cat "$host/archive/noir-1/seed")" ]
done
[ "$receipts" -gt 5 ]
grep -qF 'games ended' "$work/log"

# ---- afterwards

expect 0 'over after turn' status --all
expect 0 'The game is over.' report noir-1 jane
expect 0 'changes of keys: all proven' verify noir-1
(unset POSTERN_HOME && expect 0 'all proven' verify "$host/archive/noir-1")
expect 0 'bob is no player' player remove bob

# A file that is changed by one byte is found.
file=$host/archive/noir-1/turns/0001/events.yaml
sed 's/o/0/' "$file" >"$work/changed"
cat "$work/changed" >"$file"
expect 1 'events.yaml' verify noir-1

# A mail server is told to try again whatever is wrong here.
expect 75 'unknown option' receive --no-such-option
expect 75 'nowhere' -C "$work/nowhere" receive
