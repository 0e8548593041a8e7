"""Writers of what leaves the club: one format a file."""
