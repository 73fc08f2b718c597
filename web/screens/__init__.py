"""The game on screens that nobody touches: a television across the room, the picture of a stream."""
