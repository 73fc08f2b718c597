"""A match on the pages: its clock, how it is conducted, and what those see of it who only watch."""
