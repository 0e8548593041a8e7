"""The records and the schedule that ``referee demo`` plays; data only."""
