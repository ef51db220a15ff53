#!/bin/sh
# A forgotten password: ask for a code, read the mail, set a new one.
#   examples/forgotten-password.sh     AUTHSH names the program; 'authsh' unless told
#
# Each line starts authsh anew on one home, as somebody who opens the app, and closes it to look into the mail.
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

echo "Ada has an account, and no idea of the password."
type_in 'server create ada@example.com --password "correct horse"'
type_in 'signin ada@example.com --password "wrong horse"'

echo "The link below the button. Any address is told the same: nobody is given away."
type_in 'password reset ada@example.com'
type_in 'password reset nobody@example.com'

echo "One mail was sent, not two. Ada reads it; you can, because you are the postman."
code=$(newest_code ada@example.com)
type_in 'server outbox'

echo "The code sets a new password. It signs nobody in: that is the password's work."
type_in 'password confirm <code> --password "battery staple"'
type_in 'signin ada@example.com --password "battery staple"'

echo "Whoever has read the mail owns the address: it counts as verified now."
type_in 'account show'

echo "A code is good for an hour, and once."
type_in 'signout'
type_in 'password confirm <code> --password "my own choice"'
