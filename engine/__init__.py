"""The rules and the table: what was thrown, what is legal, what happened.

Standard library only: no clock, no randomness, no input or output. Read `game` first, then one family.
"""
