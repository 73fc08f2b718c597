"""Who follows the journal and tells others, each at its own place."""
