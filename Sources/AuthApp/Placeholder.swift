enum AuthAppPlaceholder {}
