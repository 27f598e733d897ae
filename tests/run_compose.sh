#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What we compose is read by another reader, Python's, as we read it.

set -eu

writer=${builddir:-.}/tests/test_compose
if ! command -v python3 >/dev/null || [ ! -x "$writer" ]; then
	echo 'python3 or cmocka is absent'
	exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$writer" "$work"

python3 - "$work" <<'END'
import email, email.policy, os, sys

HEADERS = ['Date', 'From', 'To', 'Message-ID', 'In-Reply-To', 'References',
           'Subject', 'Auto-Submitted', 'X-Postern', 'X-Postern-Game',
           'MIME-Version', 'Content-Type']
SUBJECTS = ['[noir-7] turn 12', 'café noir', 'a  b =?utf-8?Q?x?= ',
            '\U0001f3b2 a longer subject that has to be folded and has é '
            'and è in it, more than once, over lines and lines']
TEXT = b'Turn 12\n\nYou hear steps.\n'
FILES = [('orders.yaml', 'application/yaml', b'game: noir-7\nturn: 12\n'),
         ('report.txt.sig', 'application/octet-stream', b'\0\r\n\xff'),
         ('empty.yaml', 'text/x-yaml', b'')]

def check(name, found, wanted):
    if found != wanted:
        sys.exit('%s: found %r, wanted %r' % (name, found, wanted))

folder = sys.argv[1]
names = sorted(os.listdir(folder), key=int)
check('mails', len(names), 2 * len(SUBJECTS))
for name in names:
    with open(os.path.join(folder, name), 'rb') as file:
        mail = email.message_from_binary_file(file,
                                              policy=email.policy.default)
    subject = SUBJECTS[int(name) // 2]
    exact = int(name) % 2 == 1
    check(name, [part.defects for part in mail.walk() if part.defects], [])
    check(name, mail.keys(), HEADERS)
    check(name, mail['Subject'], subject)
    # Some versions keep the blank between two encoded-words of a name.
    check(name, [(''.join(a.display_name.split()), a.addr_spec)
                 for a in mail['To'].addresses],
          [(''.join(subject.split()), 'jane@example.org')])
    check(name, mail['From'].addresses[0].addr_spec, 'host@example.net')
    parts = list(mail.iter_parts())
    text = parts[0].get_payload(decode=True)
    check(name, text if exact else text.replace(b'\r\n', b'\n'), TEXT)
    check(name, [(p.get_filename(), p.get_content_type(),
                  p.get_payload(decode=True)) for p in parts[1:]], FILES)
print('%d mails' % len(names))
END
