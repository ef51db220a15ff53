enum LocalAccountsPlaceholder {}
