"""A board that is not there: pictures of it composed live, and pretend hands that play on it."""
