"""Who may see what of a table, and when: the stages of a round's end, its narration and its verdicts."""
