"""The people who play here: who they are, and how their games ended."""
