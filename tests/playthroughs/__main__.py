"""Write the golden playthroughs anew: ``./run golden``."""

from tests.playthroughs import renewed, scenarios

for path in scenarios():
    noted, transcript = renewed(path)
    path.write_text(noted, encoding="utf-8")
    path.with_suffix(".txt").write_text(transcript, encoding="utf-8")
    print(path.name)
