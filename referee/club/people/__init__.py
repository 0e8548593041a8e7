"""Members and officers: roster, public names, member lists, merging and erasure of names."""
