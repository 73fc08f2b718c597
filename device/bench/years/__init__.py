"""What the box costs whose record holds years of games."""
