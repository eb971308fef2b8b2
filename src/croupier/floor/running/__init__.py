"""Running a floor: what has been committed, a transaction in the making, the clock it goes by."""
