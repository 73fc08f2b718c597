"""What the page and the box keep about the house."""
