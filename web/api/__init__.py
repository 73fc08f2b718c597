"""What the pages can do, for programs: one address under ``/api/v1`` for each, described where it is made."""
