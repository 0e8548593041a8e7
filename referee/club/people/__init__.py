"""Members and officers: the roster, names in public, lists, merging and forgetting."""
