enum AuthBusPlaceholder {}
