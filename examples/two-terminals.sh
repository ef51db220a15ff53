#!/bin/sh
# Two terminals on one home: what one does, the other sees.
#   examples/two-terminals.sh          AUTHSH names the program; 'authsh' unless told
#
# Each authsh reads its commands from a pipe and answers on another, as a program that drives it would.
# Nothing here sleeps: an answer is waited for by reading it.
set -eu

authsh=${AUTHSH:-authsh}
folder=$(mktemp -d)
trap 'exec 3>&- 4>&- 5>&- 6>&-; wait; rm -rf "$folder"' EXIT
export AUTHSH_HOME="$folder/home"
mkfifo "$folder/in.1" "$folder/out.1" "$folder/in.2" "$folder/out.2"

"$authsh" - <"$folder/in.1" >"$folder/out.1" &
"$authsh" - <"$folder/in.2" >"$folder/out.2" &
exec 3>"$folder/in.1" 5<"$folder/out.1" 4>"$folder/in.2" 6<"$folder/out.2"

# Prints what terminal $1 says, up to a line like $2. The numbers of posts differ from run to run and are left out.
answer() {
  while IFS= read -r line <&$(($1 + 4)); do
    # shellcheck disable=SC2254
    case $line in $2) return ;; esac
    echo "$1: ${line% (post \#*}"
  done
  echo "terminal $1 has ended" >&2
  exit 1
}

# Types $2 in terminal $1 and shows what it says.
type_in() {
  echo "$1> $2"
  echo "$2" >&$(($1 + 2))
  echo "echo done" >&$(($1 + 2))
  answer "$1" done
}

# Waits until terminal $1 says something like $2, though nobody typed there.
wait_for() {
  answer "$1" "$2"
  echo "$1: ${line% (post \#*}"
}

echo "Terminal 2 listens, terminal 1 signs up: terminal 2 is home, too."
type_in 2 'bus observe rootDidChange'
type_in 1 'signup ada@example.com --password "correct horse"'
wait_for 2 'observer 1: rootDidChange *'
type_in 2 'whoami'

echo "Terminal 1 listens, terminal 2 signs out: terminal 1 is on the login root, and status says why."
type_in 1 'bus observe rootDidChange'
type_in 2 'signout'
wait_for 1 'observer 1: rootDidChange *'
type_in 1 'status'
