"""From the engine's boards to the eye's plans, and from what the eye sees to the words of the game."""
