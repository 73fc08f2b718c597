"""The game in progress: one lock, what an action becomes, and what all events so far add up to."""

from engine.table.match_play import games_before
from engine.table.table import Recorder, Table

__all__ = ["Recorder", "Table", "games_before"]
