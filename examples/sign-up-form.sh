#!/bin/sh
# A live sign-up form: it is checked at each key, and its button wakes up when all is well.
#   examples/sign-up-form.sh           AUTHSH names the program; 'authsh' unless told
#
# A view model stands behind such a form. It holds what was typed, applies the rules, and says one thing to the screen:
# valid or not. The rules are the form's own, and stricter than the service's:
#   address    ASCII letters, digits and ._%+-, one @, and an ending of 2 to 64 letters
#   password   8 characters or more; the service would take 6
#
# Some lines are to fail, so --keep-going goes on after them, and 4, "a command failed", is the exit code wanted.
set -eu

status=0
"${AUTHSH:-authsh}" --ephemeral --keep-going - <<'END' 2>&1 || status=$?
echo Typing: ada, then ada@example, ada@example.c, and at last ada@example.com.
form email ada
form email ada@example
form email ada@example.c
form email ada@example.com

echo A password of seven characters: the button is grey, and pressing it is in vain.
form password --password 1234567
form submit
server accounts

echo The button hears one notification: the verdict has changed. Not one at each key.
bus observe formValidationDidChange
echo Eight characters, then more of them; then half of the address goes, and comes back.
form password --password 12345678
form password --password "correct horse"
form email ada@
form email ada@example.com

echo Valid. The password is six dots, whatever its length.
form show

echo Submit signs up. The login root goes, and with it the form and its password.
form submit
signout
form show

echo No rule of a form can know that an address is taken. The service says so.
form email ada@example.com
form password --password "correct horse"
form submit
form show
END
[ "$status" -eq 4 ]
