"""What a house keeps through a `Storage`: phones, programs, people, rules, settings, its name."""
