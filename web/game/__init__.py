"""The page on which a game is played: its parts, its actions, its stream, its interface for programs."""
