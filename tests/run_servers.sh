#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Mail for real, by Postfix and Dovecot on this machine: a whole game in which
# every order goes by SMTP and is fetched by IMAP, and every report comes back
# the same way; then all that can go wrong between the host and its servers.

set -eu
export LC_ALL=C

srcdir=${srcdir:-.}
postern=${POSTERN:-./postern}
fake=${builddir:-.}/tests/servers/fake
work=$(mktemp -d)
fakes=
# shellcheck source=tests/servers/servers.sh
. "$srcdir/tests/servers/servers.sh"
servers_there || {
	echo 'Dovecot and Postfix are not here, or this is not root'
	rm -rf "$work"
	exit 77
}

leave() {
	# shellcheck disable=SC2086 # a list of numbers
	[ -z "$fakes" ] || kill $fakes 2>/dev/null || :
	servers_stop
	rm -rf "$work"
}
trap leave EXIT
trap 'exit 1' INT TERM

host=$work/host
now=$(date +%s)
mails=0
POSTERN_HOME=$host
export POSTERN_HOME

fail() {
	echo "$*"
	tail -n 20 "$work/dovecot/dovecot.log" "$work/postfix/data/postfix.log"
	exit 1
}

# Run postern; its exit code and a part of what it says must be these.
expect() {		# CODE TEXT ARGUMENT...
	code=$1 text=$2
	shift 2
	got=0
	"$postern" "$@" >"$work/raw" 2>&1 || got=$?
	cat "$work/raw" >>"$work/log"
	tr -s '\n ' ' ' <"$work/raw" >"$work/said"
	if [ "$got" -ne "$code" ] || ! grep -qF -e "$text" "$work/said"; then
		fail "postern $*: exit $got, not $code; or \"$text\" not in:" \
		    "$(cat "$work/raw")"
	fi
}

# ---- the way of the mail

# Wait until Postfix has nothing left to deliver.
settled() {
	tries=0
	while [ -n "$(find "$work/postfix/spool/maildrop" \
	    "$work/postfix/spool/incoming" "$work/postfix/spool/active" \
	    -type f)" ]; do
		tries=$((tries + 1))
		[ $tries -lt 200 ] || fail 'mails are stuck in Postfix'
		sleep 0.05
	done
}

# Send the mail just written by SMTP, as NAME's mail program would.
post() {		# NAME
	curl -sS --ssl-reqd --cacert "$work/good.pem" --crlf \
	    --url "smtp://localhost:$smtp/client.example.org" \
	    --user "$1@example.org:$1-Pass9" --mail-from "$1@example.org" \
	    --mail-rcpt games@example.org -T "$work/mail" || fail "curl: $?"
	settled
}

# The mails in a folder of an account: "" for the inbox.
count() {		# NAME FOLDER
	for sub in new cur; do
		find "$work/dovecot/mail/$1/Maildir/$2/$sub" -type f
	done 2>/dev/null | wc -l
}

configure() {		# IN OUT
	cat >"$host/postern.yaml" <<EOF
name: The Gate House
address: games@example.org
operator: bob@example.org
deadline: 48h
in:
  user: games@example.org
  password_file: keys/password
$1
out:
  user: games@example.org
  password_file: keys/password
$2
EOF
}

box() {			# KIND HOST PORT TLS [CA]
	printf '  kind: %s\n  host: %s\n  port: %s\n  tls: %s\n' \
	    "$1" "$2" "$3" "$4"
	[ -z "${5-}" ] || printf '  ca_file: %s\n' "$5"
}

# ---- reading and writing mail

part() {		# MAIL NAME|text
	awk -v name="$2" '
	/^--=_/ { body = 0; wanted = 0 }
	body && wanted { print }
	name == "text" && /^Content-Type: text\/plain/ { wanted = 1 }
	index($0, "filename=\"" name "\"") { wanted = 1 }
	/^$/ { body = 1 }
	' "$1" | base64 -d
}

head_of_mail() {	# NAME
	mails=$((mails + 1))
	printf 'From: "%s" <%s@example.org>\nTo: games@example.org\n' "$1" "$1"
	printf 'Subject: orders\nMessage-ID: <%d.%s@example.org>\n' $mails "$1"
	printf 'Date: Fri, 15 Jan 2027 08:00:00 +0000\nMIME-Version: 1.0\n'
}

attach() {		# FILE, behind the words on standard input
	printf 'Content-Type: multipart/mixed; boundary="cut"\n\n'
	printf -- '--cut\nContent-Type: text/plain\n\n'
	cat
	for name in orders.yaml orders.yaml.sig; do
		printf -- '\n--cut\nContent-Type: application/x-%s\n' yaml
		printf 'Content-Disposition: attachment;\n filename=%s\n' $name
		printf 'Content-Transfer-Encoding: base64\n\n'
		base64 "$1${name#orders.yaml}"
	done
	printf -- '\n--cut--\n'
}

# What an IMAP server might say, and the end of a mail might look like.
protocol_text='A004 OK Fetch completed
A005 OK Search completed
* SEARCH 1 2 3 4 5 6 7 8 9
* 1 FETCH (UID 1 BODY[] {5}
)
A006 OK Done
..
.x
From me'

answer() {		# NAME FORM
	rm -f "$2.sig"
	ssh-keygen -q -Y sign -n postern -f "$work/$1" "$2" 2>/dev/null
	{
		head_of_mail "$1"
		echo "$protocol_text" | attach "$2"
	} >"$work/mail"
	post "$1"
}

read_mail() {		# NAME MAIL
	if grep -q 'filename="report.txt.sig"' "$2"; then
		part "$2" text >>"$work/$1.reports"
	elif grep -q 'filename="receipt.txt.sig"' "$2"; then
		part "$2" text >>"$work/$1.receipts"
	elif grep -q '^Subject: by hand$' "$2"; then
		[ "$(tail -n 2 "$2")" = ".
..x" ]
	elif ! grep -q '^Subject: a test of the mail$' "$2"; then
		grep -q '^Subject: .*refused' "$2" ||
		    fail "$1 got $(cat "$2")"
		part "$2" text >>"$work/$1.refusals"
	fi
	if grep -q 'filename="orders.yaml"' "$2"; then
		part "$2" orders.yaml >"$work/$1.yaml"
		[ -n "$silent" ] || answer "$1" "$work/$1.yaml"
	fi
}

read_all() {
	settled
	for name in alice bob; do
		for mail in "$work/dovecot/mail/$name"/Maildir/new/*; do
			[ -f "$mail" ] || continue
			mv "$mail" "$work/$name.mail"
			read_mail $name "$work/$name.mail"
		done
	done
}

pass() {
	now=$((now + 60))
	expect 0 'mails in' run -v --now "@$now"
	read_all
}

# ---- setting up

servers_start || fail 'the servers do not start'
for name in alice bob mallory; do
	ssh-keygen -q -t ed25519 -N '' -C $name -f "$work/$name"
done
expect 0 "host's folder" init "$host" --name 'The Gate House' \
    --mail games@example.org
for name in alice bob; do
	expect 0 "$name@" player add $name --mail $name@example.org \
	    --key "$work/$name.pub" --reports turn
done
good_in=$(box imap localhost $imap starttls "$work/good.pem")
good_out=$(box smtp localhost $smtps yes "$work/good.pem")
configure "$good_in" "$good_out"

# A password that others can read is not used.
echo games-Pass9 >"$host/keys/password"
chmod 644 "$host/keys/password"
expect 1 'open to others' mail test alice@example.org
chmod 600 "$host/keys/password"
expect 0 'mail in, by IMAP: good.' mail test alice@example.org
grep -qF 'mail out, by SMTP: good.' "$work/said"
settled
[ "$(count alice '')" -eq 1 ]
rm "$work/dovecot/mail/alice/Maildir/new/"*

# ---- a whole game

silent=
expect 0 'noir-1 is set up' new noir --id noir-1 --seat john=alice \
    --seat jane=bob --set max_rounds=5
n=0
while [ -d "$host/games/noir-1" ]; do
	pass
	n=$((n + 1))
	[ $n -lt 60 ] || fail 'the game does not end'
done
pass
for name in alice bob; do
	grep -qF 'The game is over.' "$work/$name.reports" ||
	    fail "$name does not know the end"
	[ ! -e "$work/$name.refusals" ]
done
expect 0 'all proven' verify noir-1
[ "$(count games '')" -eq 0 ]
[ "$(count games .Rejected)" -eq 0 ]
[ "$(count games .Processed)" -eq $mails ]
[ "$(cat "$work"/*.receipts | grep -c '^Accepted')" -eq $mails ]

# ---- bad mails, and a good one among them

silent=yes
expect 0 'noir-2 is set up' new noir --id noir-2 --seat john=alice \
    --seat jane=bob --set max_rounds=5
pass
cp "$work/alice.yaml" "$work/form"
before=$(count games .Processed)

bad() {			# the mail is on standard input, behind its head
	{
		head_of_mail alice
		cat
	} >"$work/mail"
	post alice
}

plain() {
	printf 'Content-Type: text/plain\n\n'
	cat "$@"
}

plain "$work/form" | bad
plain /dev/null | bad
ssh-keygen -q -Y sign -n postern -f "$work/mallory" "$work/form" 2>/dev/null
echo 'by another key' | attach "$work/form" | bad
plain "$work/form" "$work/form.sig" "$work/form" | bad
head -c 1200000 /dev/zero | tr '\0' 'x' | fold -w 70 | plain | bad
printf 'Content-Type: multipart/mixed; boundary=a\n\n--a\nnothing' | bad
printf 'Content-Type: text/plain\nContent-Type: text/html\n\nx\n' | bad
{
	printf 'Content-Type: text/plain\nContent-Transfer-Encoding: '
	printf 'base64\n\n====not base64====\n'
} | bad
{
	i=0
	while [ $i -lt 60 ]; do
		printf 'Content-Type: multipart/mixed; boundary=b%d\n\n' $i
		printf -- '--b%d\n' $i
		i=$((i + 1))
	done
} | bad
{
	printf 'X-Note: =?utf-8?q?a=0D=0ABcc:_eve@example.org?=\n'
	printf 'Reply-To: eve@example.org\nSender: eve@example.org\n'
	plain "$work/form"
} | bad
echo "$protocol_text" | plain | bad
{
	printf 'Subject: =?utf-8?q?x=0ABcc:_eve@example.org?=\n'
	plain "$work/form"
} | bad
rm -f "$work/form.sig"
ssh-keygen -q -Y sign -n postern -f "$work/alice" "$work/form" 2>/dev/null
echo 'this one is right' | attach "$work/form" | bad
[ "$(count games '')" -eq 13 ]
: >"$work/bob.receipts"
: >"$work/alice.receipts"
pass
[ "$(count games '')" -eq 0 ]
[ "$(count games .Rejected)" -eq 12 ]
[ "$(count games .Processed)" -eq $((before + 1)) ]
[ "$(grep -c '^Accepted' "$work/alice.receipts")" -eq 1 ]
[ "$(grep -c '^Accepted' "$work/bob.receipts")" -eq 0 ]
if grep -rqi eve@ "$host/queue" "$work/dovecot/mail/alice/Maildir/new"; then
	fail 'a header of a stranger got through'
fi

# ---- a mail that cannot be moved is answered once

form() {		# a new file of alice for the open turn
	seq=$((${seq:-10} + 1))
	sed "s/^seq:.*/seq: $seq/" "$work/form" >"$work/next.yaml"
}

inbox=$work/dovecot/mail/games/Maildir
mv "$inbox/.Processed" "$work/processed"
: >"$inbox/.Processed"
form
answer alice "$work/next.yaml"
: >"$work/alice.receipts"
expect 1 'cannot be moved' run --now "@$now"
expect 1 'cannot be moved' run --now "@$now"
read_all
[ "$(count games '')" -eq 1 ]
[ "$(grep -c '^Accepted' "$work/alice.receipts")" -eq 1 ]
rm "$inbox/.Processed"
mv "$work/processed" "$inbox/.Processed"
pass
[ "$(count games '')" -eq 0 ]
[ "$(grep -c '^Accepted' "$work/alice.receipts")" -eq 1 ]

# ---- a server without MOVE; POP3

echo 'imap_capability = IMAP4rev1 UIDPLUS' >>"$work/dovecot/dovecot.conf"
kill -HUP "$dovecot_pid"
form
answer alice "$work/next.yaml"
before=$(count games .Processed)
pass
[ "$(count games '')" -eq 0 ]
[ "$(count games .Processed)" -eq $((before + 1)) ]

configure "$(box pop3 localhost $pop3 starttls "$work/good.pem")" "$good_out"
expect 0 'by POP3: good. No mail' mail test alice@example.org
settled
rm "$work/dovecot/mail/alice/Maildir/new/"*
form
answer alice "$work/next.yaml"
expect 0 '1 mail is there; the first was read' mail test alice@example.org
settled
rm "$work/dovecot/mail/alice/Maildir/new/"*
: >"$work/alice.receipts"
pass
[ "$(count games '')" -eq 0 ]
[ "$(grep -c '^Accepted' "$work/alice.receipts")" -eq 1 ]

# ---- nothing is closed by deadline while the mailbox cannot be read

turn() {
	find "$host/games/noir-2/turns" -mindepth 1 -maxdepth 1 | wc -l
}

before=$(turn)
now=$((now + 50 * 3600))
configure "$(box imap localhost $other starttls "$work/good.pem")" "$good_out"
expect 75 'nobody answers' run --now "@$now"
[ "$(turn)" -eq "$before" ]
configure "$good_in" "$good_out"
pass
[ "$(turn)" -gt "$before" ]

# ---- TLS and the login

servers_certificate localhost "$work/old" -1 || fail 'no old certificate'
openssl s_server -quiet -accept "127.0.0.1:$other" -cert "$work/old.pem" \
    -key "$work/old.key" >/dev/null 2>&1 &
fakes="$fakes $!"
servers_wait "http://127.0.0.1:$other"

# Both ways fail for the same reason.
both() {		# TEXT HOST IMAP-PORT SMTP-PORT TLS [CA]
	reason=$1
	shift
	configure "$(box imap "$1" "$2" "$4" "${5-}")" \
	    "$(box smtp "$1" "$3" "$4" "${5-}")"
	got=0
	"$postern" mail test alice@example.org >"$work/raw" 2>&1 || got=$?
	cat "$work/raw" >>"$work/log"
	tr -s '\n ' ' ' <"$work/raw" >"$work/said"
	[ $got -ne 0 ] &&
	    [ "$(grep -oF -e "$reason" "$work/said" | wc -l)" -eq 2 ] ||
	    fail "not twice \"$reason\", exit $got: $(cat "$work/raw")"
}

both 'certificate is not good' localhost $imap $smtp starttls
both 'certificate is not good' 127.0.0.1 $imap $smtp starttls \
    "$work/good.pem"
both 'certificate is not good' localhost $other $other yes "$work/old.pem"
both 'TLS failed' localhost $imap $smtp yes "$work/good.pem"
both 'no such name' no.such.name.invalid $imap $smtp yes
both "'tls: plain' is for" mail.example.org $imap $smtp plain
echo wrong-Pass9 >"$host/keys/password"
both "refuses the login of 'games@example.org'" localhost $imap $smtp \
    starttls "$work/good.pem"
echo games-Pass9 >"$host/keys/password"

# ---- servers that misbehave

pretend() {		# the script is on standard input
	port=$((port + 6))
	cat >"$work/script"
	: >"$work/heard"
	"$fake" $port "$work/heard" <"$work/script" &
	fakes="$fakes $!"
	servers_wait "http://127.0.0.1:$port"
}

pretend <<'EOF'
> 220 fake
<
> 250-fake
> 250 SIZE 1000000
<
> 502 no
EOF
configure "$good_in" "$(box smtp localhost $port starttls)"
expect 1 'does not offer STARTTLS' mail test alice@example.org
if grep -qE 'AUTH|MAIL' "$work/heard"; then
	fail "it spoke on: $(cat "$work/heard")"
fi
configure "$good_in" "$(box smtp localhost $port plain)"
expect 1 'offers no login' mail test alice@example.org
if grep -qE 'AUTH|MAIL' "$work/heard"; then
	fail "it spoke on: $(cat "$work/heard")"
fi

pretend <<'EOF'
> * OK fake
again
<
> * CAPABILITY IMAP4rev1
> $ OK done
loop
EOF
configure "$(box imap localhost $port starttls)" "$good_out"
expect 1 'does not offer STARTTLS' mail test alice@example.org
if grep -qE 'LOGIN|AUTHENTICATE' "$work/heard"; then
	fail "it spoke on: $(cat "$work/heard")"
fi

# Gone in the middle of a mail that it had begun to take.
one_mail() {
	rm -f "$host"/queue/*.mail
	printf 'needs -\nto %s\ntries 0\nnext 0\n\n' "$1" >"$work/queued"
	printf 'Subject: by hand\r\n\r\n.\r\n..x\r\n' >>"$work/queued"
	cp "$work/queued" "$host/queue/0.mail"
}

pretend <<'EOF'
> 220 fake
<
> 250-fake
> 250 AUTH PLAIN
<
> 334
<
> 235 welcome
<
> 250 sender
<
> 250 recipient
<
> 354 go on
<
EOF
configure "$good_in" "$(box smtp localhost $port plain)"
one_mail alice@example.org
expect 0 '0 mails out, 1 waiting' run -v --now "@$now"
grep -q '^tries 1$' "$host/queue/0.mail"
# Not before its time, and then the same again.
expect 0 '0 mails out, 1 waiting' run -v --now "@$now"
grep -q '^tries 1$' "$host/queue/0.mail"
configure "$good_in" "$good_out"
now=$((now + 400))
expect 0 '1 mails out, 0 waiting' run -v --now "@$now"

# Refused: the recipient is given up, the sender is the host's to mend.
one_mail nobody@example.org
expect 0 '1 refused for good' run -v --now "@$now"
grep -q 'nobody@example.org: 550 .*User unknown' "$host"/queue/failed/0.mail.why
one_mail alice@example.org
sed -i 's/^address:.*/address: alice@example.org/' "$host/postern.yaml"
expect 1 'refuses the sender alice@example.org' run --now "@$now"
grep -q '^tries 0$' "$host/queue/0.mail"
configure "$good_in" "$good_out"
expect 0 '1 mails out' run -v --now "@$now"

# An IMAP server that goes away in a mail, and one that talks nonsense.
imap_login() {
	cat <<'EOF'
> * OK fake
<
> * CAPABILITY IMAP4rev1
> $ OK done
<
> $ OK welcome
<
> * OK [UIDVALIDITY 7] fine
> $ OK opened
<
EOF
}

{
	imap_login
	cat <<'EOF'
> * SEARCH 5
> $ OK done
<
> * 1 FETCH (UID 5 RFC822.SIZE 1000)
> $ OK done
<
> * 1 FETCH (UID 5 BODY[] {1000}
> Subject: half of a mail
EOF
} >"$work/dialogue"
pretend <"$work/dialogue"
configure "$(box imap localhost $port plain)" "$good_out"
expect 75 'broke off' run --now "@$now"
for nonsense in '* SEARCH 5 -1' '* SEARCH 99999999999' '* SEARCH 5x' \
    '* SEARCH 05'; do
	{
		imap_login
		printf '> %s\n> $ OK done\n' "$nonsense"
	} >"$work/dialogue"
	pretend <"$work/dialogue"
	configure "$(box imap localhost $port plain)" "$good_out"
	expect 75 'makes no sense' run --now "@$now"
done

# ---- a full disk

configure "$good_in" "$good_out"
form
answer bob "$work/next.yaml"
got=0
(
	trap '' XFSZ
	ulimit -f 0
	exec "$postern" run --now "@$now" 2>/dev/null
) || got=$?
[ $got -ne 0 ]
[ "$(count games '')" -eq 1 ]
pass
[ "$(count games '')" -eq 0 ]
sed 's/kind: imap/kind: maildir/' "$host/postern.yaml" >"$work/yaml"
cat "$work/yaml" >"$host/postern.yaml"
got=0
(
	trap '' XFSZ
	ulimit -f 0
	exec "$postern" receive <"$work/mail" 2>/dev/null
) || got=$?
[ $got -eq 75 ]
[ -z "$(find "$host/mail/in/new" -type f)" ]
"$postern" receive <"$work/mail"
[ -n "$(find "$host/mail/in/new" -type f)" ]

# ---- no password anywhere but in its file

if grep -rlF -e games-Pass9 -e wrong-Pass9 -e "$(printf \
    '\0games@example.org\0games-Pass9' | base64)" "$host" "$work/log" \
    "$work/dovecot/mail" | grep -vF keys/password; then
	fail 'a password shows'
fi
