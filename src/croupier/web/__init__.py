"""The floor on the web: pages, an HTTP interface and one live socket per page.

Nothing here knows a rule. A page is sent what its viewer may see and do (:mod:`croupier.play.banked.view` and the
options beside it), and sends one of these acts back; the desk passes it to the floor, which decides, commits and
answers.
"""
