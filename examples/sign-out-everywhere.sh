#!/bin/sh
# One account, two devices.
#   examples/sign-out-everywhere.sh          AUTHSH names the program; 'authsh' unless told
#
# Each device has settings and a session of its own; the account service is one and the same.
set -eu

authsh=${AUTHSH:-authsh}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/phone" "$folder/laptop"
ln -s "$folder/phone/accounts.db" "$folder/laptop/accounts.db"

# Types lines at a device, and shows what authsh says, errors too.
at() {
  device=$1
  shift
  printf '%s\n' "$@" | "$authsh" --home "$folder/$device" --keep-going - 2>&1 | sed "s/^/$device: /" || :
}

at phone 'signup ada@example.com --password "correct horse"'
at laptop 'signin ada@example.com --password "correct horse"'
at phone 'server show ada@example.com'

echo "A new password on the phone ends the session on the laptop, and no other."
at phone 'password change --password "battery staple"'
at laptop whoami
at phone whoami

echo "Signing out everywhere ends them all."
at laptop 'signin ada@example.com --password "battery staple"' 'signout --everywhere'
at phone status whoami
