#!/bin/sh
# A start without a network: nobody is signed out for that.
#   examples/offline-start.sh          AUTHSH names the program; 'authsh' unless told
set -eu

authsh=${AUTHSH:-authsh}
# Types lines, and shows what authsh says, errors too.
"$authsh" --ephemeral --keep-going - 2>&1 <<'END' || :
signup ada@example.com --password "correct horse"

echo The network is gone. A start finds a session that it cannot check: home, and said to be not verified.
fault network off
restart
status

echo What only reads the client works; what needs the service says so, and signs nobody out.
screens
profile set bio hello
whoami

echo The network is back: the first answer verifies.
fault clear
whoami
status

echo Slow is not gone: splash stays until there is a verdict, and login never flashes up.
fault restore 400ms
restart
events --kind root --last 2

echo A service that never answers: after five seconds splash says so, and waits for you to try again.
fault restore never
restart
status

echo It answers again. The session was never lost.
fault clear
restart
END
