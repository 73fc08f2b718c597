"""The box on MQTT: it tells what happens under topics of its own; other programs ask, and act if they may."""
