"""The clock of a match on the pages."""
