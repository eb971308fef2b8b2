"""Write the golden playthroughs, the tables of cites and the pages made from the rulebooks anew: ``./run golden``."""

from tests import documentation
from tests.playthroughs import cites, renewed, scenarios

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
