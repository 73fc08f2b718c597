"""Which pin is what: where pins come from, the wiring and its drawing, the buttons."""
