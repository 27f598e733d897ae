# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
#
# For contrib/check and contrib/demo: on Debian, install the packages that are
# missing, or name them to whoever is not root.

# A server that is installed for the tests must not be started by that. Who
# has a policy of their own keeps it.
start_nothing() {
	policy=/usr/sbin/policy-rc.d
	if [ -e "$policy" ]; then
		policy=
		return
	fi
	printf '#!/bin/sh\nexit 101\n' >"$policy"
	chmod 755 "$policy"
}

install_missing() {	# PACKAGE...
	local missing=() name policy

	command -v dpkg-query >/dev/null || return 0
	for name; do
		dpkg-query -W -f '${Status}' "$name" 2>/dev/null |
		    grep -q 'ok installed' || missing+=("$name")
	done
	[ ${#missing[@]} -gt 0 ] || return 0
	if [ "$(id -u)" -ne 0 ]; then
		echo "$0: please install: ${missing[*]}" >&2
		exit 1
	fi
	apt-get -q update
	start_nothing
	DEBIAN_FRONTEND=noninteractive apt-get -q -y \
	    --no-install-recommends install "${missing[@]}"
	[ -z "$policy" ] || rm -f "$policy"
}
