# shellcheck shell=sh disable=SC2034,SC2154 # shared with who reads this
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Dovecot and Postfix on high ports of this machine, in the folder $work:
# mail by SMTP for games, alice and bob at example.org comes to Dovecot's
# Maildirs. Nothing leaves the machine.

port=$((20000 + $$ % 10000))
smtp=$port imap=$((port + 1)) imaps=$((port + 2)) pop3=$((port + 3))
smtps=$((port + 4)) other=$((port + 5))

# Is everything here that the servers need?
servers_there() {
	[ "$(id -u)" -eq 0 ] || return 1
	for tool in dovecot postfix openssl curl ssh-keygen; do
		command -v $tool >/dev/null || return 1
	done
	[ -x /usr/lib/dovecot/lmtp ] && [ -x /usr/lib/dovecot/pop3-login ]
}

# A certificate that is signed by itself: NAME FILE [DAYS]
servers_certificate() {
	openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 \
	    -nodes -keyout "$2.key" -out "$2.csr" -subj "/CN=$1" \
	    -addext "subjectAltName=DNS:$1" 2>"$2.log" &&
	    openssl x509 -req -in "$2.csr" -signkey "$2.key" -out "$2.pem" \
	    -days "${3:-3650}" -copy_extensions copy 2>>"$2.log" || {
		cat "$2.log"
		return 1
	}
}

dovecot_configure() {
	d=$work/dovecot
	mkdir -p "$d/mail" "$d/run" "$d/state"
	for name in games alice bob; do
		mkdir "$d/mail/$name"
		echo "$name@example.org:{PLAIN}$name-Pass9:$(id -u mail):$(
		    id -g mail)::$d/mail/$name::"
	done >"$d/users"
	chown mail:mail "$d"/mail/*
	chmod 644 "$d/users"
	cat >"$d/dovecot.conf" <<EOF
base_dir = $d/run
state_dir = $d/state
instance_name = postern-test-$$
log_path = $d/dovecot.log
protocols = imap pop3 lmtp
listen = 127.0.0.1
ssl = required
ssl_cert = <$work/good.pem
ssl_key = <$work/good.key
disable_plaintext_auth = yes
auth_mechanisms = plain login
first_valid_uid = 1
mail_location = maildir:~/Maildir
namespace inbox {
  inbox = yes
  separator = /
}
passdb {
  driver = passwd-file
  args = username_format=%u $d/users
}
userdb {
  driver = passwd-file
  args = username_format=%u $d/users
}
service anvil {
  chroot =
}
service imap-login {
  chroot =
  inet_listener imap {
    port = $imap
  }
  inet_listener imaps {
    port = $imaps
    ssl = yes
  }
}
service pop3-login {
  chroot =
  inet_listener pop3 {
    port = $pop3
  }
  inet_listener pop3s {
    port = 0
  }
}
service lmtp {
  unix_listener lmtp-pub {
    mode = 0666
  }
}
service auth {
  unix_listener auth-client {
    mode = 0666
  }
}
EOF
}

postfix_configure() {
	p=$work/postfix
	mkdir -p "$p/etc" "$p/spool" "$p/data"
	chown postfix "$p/data"
	cat >"$p/etc/main.cf" <<EOF
compatibility_level = 3.6
queue_directory = $p/spool
data_directory = $p/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
maillog_file = $p/data/postfix.log
maillog_file_prefixes = $p
multi_instance_name = postfix-test-$$
myhostname = localhost
mydestination =
mynetworks = 127.0.0.1/32
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
alias_maps =
alias_database =
virtual_mailbox_domains = example.org
virtual_transport = lmtp:unix:$work/dovecot/run/lmtp-pub
virtual_mailbox_maps = inline:{ games@example.org=x, alice@example.org=x,
    bob@example.org=x }
smtpd_forbid_bare_newline = reject
smtpd_forbid_bare_newline_exclusions =
default_transport = error:5.7.1 nothing leaves this machine
relay_transport = error:5.7.1 nothing leaves this machine
smtpd_tls_security_level = may
smtpd_tls_auth_only = yes
smtpd_tls_cert_file = $work/good.pem
smtpd_tls_key_file = $work/good.key
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = $work/dovecot/run/auth-client
smtpd_sender_login_maps = inline:{ games@example.org=games@example.org,
    alice@example.org=alice@example.org, bob@example.org=bob@example.org }
smtpd_client_restrictions = permit_sasl_authenticated, reject
smtpd_sender_restrictions = reject_sender_login_mismatch
smtpd_relay_restrictions = permit_sasl_authenticated, reject
smtpd_delay_reject = yes
message_size_limit = 3000000
smtp_dns_support_level = disabled
EOF
	cat >"$p/etc/master.cf" <<EOF
127.0.0.1:$smtp inet n - n - - smtpd
127.0.0.1:$smtps inet n - n - - smtpd -o smtpd_tls_wrappermode=yes
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
lmtp unix - - n - - lmtp
error unix - - n - - error
retry unix - - n - - error
proxymap unix - - n - - proxymap
anvil unix - - n - 1 anvil
tlsmgr unix - - n 1000? 1 tlsmgr
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
pickup unix n - n 60 1 pickup
EOF
}

# Wait until somebody answers there: until it is another error than 7.
servers_wait() {	# URL
	tries=0
	while :; do
		got=0
		curl -s -m 5 "$1" >/dev/null 2>&1 || got=$?
		[ $got -eq 7 ] || return 0
		tries=$((tries + 1))
		[ $tries -lt 100 ] || return 1
		sleep 0.1
	done
}

servers_start() {
	chmod 755 "$work"
	servers_certificate localhost "$work/good" || return 1
	dovecot_configure
	postfix_configure
	dovecot -F -c "$work/dovecot/dovecot.conf" &
	dovecot_pid=$!
	postfix -c "$work/postfix/etc" start-fg >"$work/postfix.out" 2>&1 &
	servers_wait "imap://127.0.0.1:$imap" &&
	    servers_wait "smtp://127.0.0.1:$smtp"
}

servers_stop() {
	[ -z "${dovecot_pid:-}" ] || kill "$dovecot_pid" 2>/dev/null || :
	[ ! -s "$work/postfix/spool/pid/master.pid" ] ||
	    kill "$(tr -d ' ' <"$work/postfix/spool/pid/master.pid")" \
	    2>/dev/null || :
	wait
}
