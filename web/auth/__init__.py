"""Who may do what: cookies, roles, and the door in front of every route."""
