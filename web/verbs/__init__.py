"""What can be done to the house, one class a verb: page form and API of each follow from it."""

from web.auth.permissions import VERBS
from web.verbs import board, connections, files, house, people, phones, rules, tray
from web.verbs.verb import Answer, Parts, Verb

EVERY: tuple[type[Verb], ...] = tuple(
    one
    for module in (board, connections, files, house, people, phones, rules, tray)
    for name, one in vars(module).items()
    if name in VERBS
)
"""All of them: the classes that have a row in the table of permissions."""

__all__ = ["EVERY", "Answer", "Parts", "Verb"]
