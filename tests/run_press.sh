#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Where a game's options bind letters between players, the host holds to it.

set -eu
export LC_ALL=C

command -v ssh-keygen >/dev/null || exit 77

postern=${POSTERN:-./postern}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
POSTERN_HOME=$work/host
export POSTERN_HOME

"$postern" init "$work/host" --name Gate --mail host@example.org >"$work/said"
for name in ada ben cat; do
	ssh-keygen -q -t ed25519 -N '' -f "$work/$name"
	"$postern" player add $name --mail $name@example.org \
	    --key "$work/$name.pub" >"$work/said"
done

# What ada of a game with that option hears when she writes such a letter.
hears() {		# OPTION TO EXPECTED
	id=g-$1
	[ -e "$work/host/games/$id" ] || {
		"$postern" new intruder --id "$id" --seat finn=ada \
		    --seat alma=ben --seat cleo=cat --set "press=$1" --now \
		    >"$work/said"
		"$postern" run >"$work/said"
	}
	file=$work/$1-$2.yaml
	form=$work/host/games/$id/turns/0000/letters/finn/orders.yaml
	sed "/^orders:/,\$d; s/^seq: .*/seq: $seq/" "$form" >"$file"
	printf 'press:\n  - {text: It was not me%s}\n' \
	    "$([ "$2" = all ] || echo ", to: [$2]")" >>"$file"
	ssh-keygen -q -Y sign -n postern -f "$work/ada" "$file"
	"$postern" submit "$file" >"$work/said" 2>&1 || true
	seq=$((seq + 1))
	tr -s '\n ' '  ' <"$work/said" | grep -qF -e "$3" || {
		echo "press=$1, to $2: \"$3\" is not in:"
		cat "$work/said"
		exit 1
	}
}

seq=0
hears all all 'Accepted'
hears all alma "press goes to all seats in this game; leave out 'to' (I55)"
hears private alma 'Accepted'
hears private all 'Accepted'
hears private bob "'bob' is not a seat of this game"
hears none all 'there is no press in this game (I55)'
