"""The pages about the box itself: eye, lamps and sound, phones, language, installing, the guide."""
