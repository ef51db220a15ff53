#!/bin/sh
# The operator closes an account while its owner is signed in.
#   examples/account-disabled.sh          AUTHSH names the program; 'authsh' unless told
set -eu

authsh=${AUTHSH:-authsh}
# Types lines, and shows what authsh says, errors too.
"$authsh" --ephemeral --keep-going - 2>&1 <<'END' || :
signup ada@example.com --password "correct horse"
server disable ada@example.com

echo The client does not know yet. It finds out when it next asks, and says why on the login root.
status
whoami
status

echo The right password does not help...
signin ada@example.com --password "correct horse"

echo ...until the operator opens the account again.
server enable ada@example.com
signin ada@example.com --password "correct horse"

echo At a start it is the same: home is never shown to somebody who was shut out.
server disable ada@example.com
restart
events --kind root --last 2
END
