#!/bin/sh
# Another e-mail address: proved before it counts.
#   examples/email-change.sh          AUTHSH names the program; 'authsh' unless told
set -eu

authsh=${AUTHSH:-authsh}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export AUTHSH_HOME="$folder/home"

# Types lines, and shows what authsh says, errors too.
say() { printf '%s\n' "$@" | "$authsh" --keep-going - 2>&1 || :; }

# The code of the newest mail.
code() { "$authsh" --json -c 'server outbox' | sed -n 's/^[^}]*"code":"\([^"]*\)".*/\1/p'; }

say 'signup ada@example.com --password "correct horse"'

echo "Ten minutes later the service wants to know once more who is typing."
say 'clock advance 10m' 'email change countess@example.com' 'reauth --password "correct horse"' \
  'email change countess@example.com'

echo "Nothing has changed yet: the code went to the new address."
say whoami

echo "With the code the address changes, and every session ends: whoever had the old mailbox is out."
say "email verify $(code)" status

echo "The old address is nobody's now."
say 'signin ada@example.com --password "correct horse"' 'signin countess@example.com --password "correct horse"'
