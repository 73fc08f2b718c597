"""Boards in parts: an empty board, its pieces strewn over it, and a hand, of which pictures are composed."""
