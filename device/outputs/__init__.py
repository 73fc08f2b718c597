"""What the box tells the room: lamps, buzzer, voice, and the announcer, which reads the journal."""
