"""The floor on the web: pages, an HTTP interface and one live socket a page.

Nothing here knows a rule. A page is sent what its viewer may see and do (:mod:`croupier.play.banked.view` and the
options beside it), and sends one of these acts back; the desk puts it to the floor, which decides, commits and answers.
"""
