"""The page in real Chromium. A package, so that a file may be named like the one beside it."""
