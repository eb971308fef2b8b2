"""Rules of who sees what of a table, and when: stages of a round's end, narration and verdicts."""
