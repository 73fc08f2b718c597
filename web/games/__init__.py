"""What the page shows of one game: titles, words, what is drawn differently, its position editor.

One module a family (`backgammon`, `chowka_bhara`, `pachisi`), and no other of the page names a game. A game
without a module of its own is shown plainly. Another one is given to `register`.

Voice and command line need a game's words without Flask, and every room of the page asks for them. So this
room lies under `web.language` and above the tools of `web.drawing`: it imports the engine, these tools and
the marks of `web.marks`, and knows no language. What depends on a position it hands on as a `Message`, a
template with its fields, which `web.language` says. Had it lain above, each of its readers below would have
to be handed the words by its callers, or to find them in a registry that somebody must not forget to fill.
"""

from web.games import backgammon, chowka_bhara, pachisi
from web.games.game_page import GamePage, Remark, Score, Words, page_of, pages, register

__all__ = ["GamePage", "Remark", "Score", "Words", "page_of", "pages", "register"]

for _page in (chowka_bhara.PAGE, pachisi.PAGE, backgammon.PAGE):
    register(_page)
