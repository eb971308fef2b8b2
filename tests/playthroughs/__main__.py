"""Write the golden playthroughs, the tables of cites and the pages made from the rulebooks anew: ``./run golden``.

Where an act is decided otherwise the revision has to be a new one (:mod:`tests.playthroughs.decided`), unless no
release has written today's yet: ``./run golden unreleased``.
"""

import sys

from tests import documentation
from tests.playthroughs import cites, decided, renewed, scenarios

for path in scenarios():
    noted, transcript = renewed(path)
    path.write_text(noted, encoding="utf-8")
    path.with_suffix(".txt").write_text(transcript, encoding="utf-8")
    print(path.name)
documentation.PAGE.write_text(documentation.renewed(), encoding="utf-8")
print(documentation.PAGE.name)
for path, table in cites.tables().items():
    path.write_text(table, encoding="utf-8")
    print(path.name)
left = decided.write(unreleased="unreleased" in sys.argv[1:])
print(decided.KEPT.name)
if left:
    told = "decided otherwise: add a revision to rulebooks/revisions.py, or say ./run golden unreleased"
    sys.exit(f"{', '.join(left)}: {told}")
