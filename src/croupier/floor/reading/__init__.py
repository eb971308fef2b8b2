"""Reading the record of a floor: past rounds, reports, slips, proofs."""
