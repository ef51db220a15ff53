#!/bin/sh
# Another e-mail address: the new one must answer before it counts, and then everybody signs in again.
#   examples/email-change.sh           AUTHSH names the program; 'authsh' unless told
#
# Each line starts authsh anew on one home: each start is an app that logs in by itself.
set -eu

authsh=${AUTHSH:-authsh}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export AUTHSH_HOME="$folder/home"
code=

# Types $1, with the mail's code for <code>, and shows what authsh says, with <code> for the code: it is a secret.
type_in() {
  echo "> $1"
  echo "$1" | sed "s/<code>/$code/" | "$authsh" - 2>&1 | sed "s/${code:-<code>}/<code>/"
}

# The code in the newest mail to $1.
newest_code() {
  "$authsh" -c "server outbox $1 --limit 1 --json" | sed -n 's/.*"code":"\([^"]*\)".*/\1/p'
}

echo "The code goes to the new address: a typing error must not lock Ada out."
type_in 'signup ada@example.com --password "correct horse"'
type_in 'email change countess@example.com'

echo "So soon after the sign-in that was enough. Ten minutes later who types must prove it."
type_in 'clock advance 10m'
type_in 'email change countess@example.com'
type_in 'reauth --password "correct horse"'
type_in 'email change countess@example.com'

echo "Until the code comes back nothing has changed."
type_in 'whoami'
code=$(newest_code countess@example.com)
type_in 'server outbox --limit 1'

echo "It comes back. The address is changed and proved, and all sessions have ended."
type_in 'email verify <code>'
type_in 'whoami'

echo "The old address opens nothing, the new one the same account: look at the uid."
type_in 'signin ada@example.com --password "correct horse"'
type_in 'signin countess@example.com --password "correct horse"'
type_in 'account show'
