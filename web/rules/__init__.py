"""A new game, house rules, the rule pages, and the way from a refusal to its rule."""
