#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The benchmark: figures side by side in one run. Wall times move by half
# from run to run; compare instructions, counts and interleaved CPU time.

set -eu

bench=${BENCH_PROGRAM:-./tests/bench}
postern=${POSTERN:-./postern}
if [ -d /dev/shm ] && [ -w /dev/shm ]; then
	work=$(mktemp -d /dev/shm/bench.XXXXXX)		# no disk in the way
else
	work=$(mktemp -d)
fi
trap 'rm -rf "$work"' EXIT
export POSTERN_DATA="${POSTERN_DATA:-.}"

have() {
	command -v "$1" >/dev/null 2>&1
}

echo "== whole random games, one core"
"$postern" engines | while read -r engine min _ max _; do
	"$bench" games "$engine" "$min" 100
	[ "$min" = "$max" ] || "$bench" games "$engine" "$max" 50
done

echo
echo "== one player-turn of noir, file to file, against a bare probe that"
echo "== does only its unavoidable parts on the same bytes"

count() {	# function, mode, folder: instructions inside the function
	valgrind --tool=callgrind --callgrind-out-file=/dev/null \
	    --toggle-collect="$1" "$bench" "$2" "$3" 2>&1 >/dev/null |
	    sed -n 's/.*Collected : //p'
}

if have valgrind; then
	for n in 20 60; do
		"$bench" prepare "$work/a$n" $n 3
		cp -a "$work/a$n" "$work/b$n"
		eval "pass$n=$(count bench_pass pass "$work/a$n")"
		eval "probe$n=$(count bench_probe probe "$work/b$n")"
		rm -rf "$work/a$n" "$work/b$n"
	done
	# shellcheck disable=SC2154 # set by eval above
	awk -v a=$(((pass60 - pass20) / 40)) \
	    -v b=$(((probe60 - probe20) / 40)) \
	    'BEGIN { printf "instructions: %.2f M, probe %.2f M, ratio %.2f\n",
	    a / 1e6, b / 1e6, a / b }'
else
	echo "instructions: not measured, valgrind is not here"
fi

median() {
	sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

for n in 10 50; do
	"$bench" prepare "$work/c$n" $n 3
done
round=0
while [ $round -lt 9 ]; do
	for n in 10 50; do
		for mode in pass probe; do
			cp -a "$work/c$n" "$work/d"
			"$bench" $mode "$work/d" |
			    awk '{ print $2 }' > "$work/$mode$n"
			rm -rf "$work/d"
		done
	done
	paste "$work/pass10" "$work/pass50" "$work/probe10" \
	    "$work/probe50" >> "$work/rounds"
	round=$((round + 1))
done
awk '{ print ($2 - $1) * 25000 }' "$work/rounds" | median > "$work/m1"
awk '{ print ($4 - $3) * 25000 }' "$work/rounds" | median > "$work/m2"
awk '{ print ($2 - $1) / ($4 - $3) }' "$work/rounds" | median > "$work/m3"
printf 'CPU time: %.0f us, probe %.0f us, median ratio of 9 rounds %.2f\n' \
    "$(cat "$work/m1")" "$(cat "$work/m2")" "$(cat "$work/m3")"
rm -rf "$work"/c*

echo
echo "== a pass that takes in 200 orders and closes 100 turns"
"$bench" prepare "$work/e" 100 0
rm -f "$work"/e/queue/*		# what was queued before
if have strace; then
	strace -f -c -o "$work/calls" "$postern" -C "$work/e" run \
	    --now 2027-01-15T09:00:00Z
	awk '$NF ~ /^(fsync|fdatasync|syncfs|sync)$/ { s += $4 }
	    $NF ~ /^(fork|vfork|clone|clone3|execve)$/ { p += $4 }
	    END { printf "sync calls: %d (2 of them deliver the mails); " \
	    "processes started: %d\n", s, p - 1 }' "$work/calls"
else
	"$postern" -C "$work/e" run --now 2027-01-15T09:00:00Z
fi
rm -rf "$work/e"

echo
echo "== a pass with nothing due"
for n in 100 100000; do
	"$bench" many "$work/f" $n
	"$bench" idle "$work/f" $n
	rm -rf "$work/f"
done

echo
echo "== mail through a relay with a round trip of 10 ms, W connections; the"
echo "== floor is 43/W ms a mail"
relay=${builddir:-.}/tests/servers/relay

letter() {		# RECIPIENT: a queued mail of about 4 KB
	printf 'needs -\nto %s\ntries 0\nnext 0\n\n' "$1"
	printf 'From: h@example.org\r\nTo: %s\r\n\r\n' "$1"
	awk 'BEGIN { while (n++ < 57) printf "%070d\r\n", n }'
}

# Fill the queue with mails, and make a pass that sends them.
send() {		# CONNECTIONS MAILS
	mkfifo "$work/end"
	"$relay" 10 <"$work/end" >"$work/counts" &
	exec 9>"$work/end"
	while [ ! -s "$work/counts" ]; do
		sleep 0.1
	done
	"$postern" init "$work/g" --mail h@example.org >/dev/null
	cat >"$work/g/postern.yaml" <<EOF
name: bench
address: h@example.org
operator: h@example.org
out: {kind: smtp, host: 127.0.0.1, port: $(cat "$work/counts"), tls: plain,
  connections: $1}
EOF
	letter a@example.org >"$work/letter"
	n=0
	while [ $n -lt "$2" ]; do
		cp "$work/letter" "$work/g/queue/$n"
		n=$((n + 1))
	done
	start=$(date +%s%N)
	"$postern" -C "$work/g" run >/dev/null
	end=$(date +%s%N)
	exec 9>&-
	wait
	sed -n 2p "$work/counts" | awk -v w="$1" -v n="$2" \
	    -v ms=$(((end - start) / 1000)) '{ ms /= 1000 * n
	    printf "W = %d: %.1f ms a mail, %.2f times the floor; " \
	    "%d connections, %.2f commands a mail (%d mails)\n", w, ms,
	    ms * w / 43, $1, $3 / $2, $2 }'
	rm -rf "$work/g" "$work/end" "$work/counts"
}

send 1 50
send 4 200
send 8 400
