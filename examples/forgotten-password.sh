#!/bin/sh
# A forgotten password: a code by mail, and a new password for it.
#   examples/forgotten-password.sh          AUTHSH names the program; 'authsh' unless told
#
# The outbox stands for the mailbox: the operator reads there what the service would have sent.
set -eu

authsh=${AUTHSH:-authsh}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export AUTHSH_HOME="$folder/home"

# Types lines, and shows what authsh says, errors too.
say() { printf '%s\n' "$@" | "$authsh" --keep-going - 2>&1 || :; }

# The code of the newest mail.
code() { "$authsh" --json -c 'server outbox' | sed -n 's/^[^}]*"code":"\([^"]*\)".*/\1/p'; }

say 'signup ada@example.com --password "correct horse"' signout

echo "Ada asks for a code. So does somebody for an address that has no account: the answer is the same."
say 'password reset ada@example.com' 'password reset nobody@example.com'

echo "Only one mail went out. The code is good for an hour, and once."
mail=$(code)
say "password confirm $mail --password \"battery staple\"" "password confirm $mail --password \"another one\""

echo "The old password is no good any more; the new one is, and the address counts as proved."
say 'signin ada@example.com --password "correct horse"' 'signin ada@example.com --password "battery staple"' \
  'server show ada@example.com'
