"""A backup on its way out, and back: made, sent, received, read as a foreign file, restored."""
