"""The box and other programs: what it tells over MQTT and to webhooks, and who chooses that."""
