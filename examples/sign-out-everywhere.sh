#!/bin/sh
# One account, two devices: who ends whose session?
#   examples/sign-out-everywhere.sh    AUTHSH names the program; 'authsh' unless told
#
# Phone and laptop keep settings and a session each; the service's database is common to both. Each line starts the app
# on its device, which logs in by itself as long as its session is good.
set -eu

authsh=${AUTHSH:-authsh}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
unset AUTHSH_HOME
export XDG_DATA_HOME="$folder/service"

# Types $2 on device $1 and shows what it says.
on() {
  echo "$1> $2"
  echo "$2" | XDG_CONFIG_HOME="$folder/$1" XDG_STATE_HOME="$folder/$1" "$authsh" - 2>&1 || true
}

# Shows the root, the state and the reason on device $1; 'status' says more than is needed here.
look_at() { on "$1" status | sed -n '1,4p'; }

echo "Ada signs up on the phone and in on the laptop: two sessions of one account."
on phone 'signup ada@example.com --password "correct horse"'
on laptop 'signin ada@example.com --password "correct horse"'
on laptop 'sessions'

echo "Signing out ends one session. The phone does not even blink."
on laptop 'signout'
on phone 'whoami'

echo "The laptop is lost! A new password ends all sessions but the one that sets it."
on laptop 'signin ada@example.com --password "correct horse"'
on phone 'password change --password "battery staple"'
on phone 'sessions'
echo "Whoever opens the laptop now sees the login screen, and why."
look_at laptop

echo "It is found. Ada signs in there, and then leaves both at once."
on laptop 'signin ada@example.com --password "battery staple"'
on laptop 'signout --everywhere'
look_at phone
