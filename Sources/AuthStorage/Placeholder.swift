enum AuthStoragePlaceholder {}
