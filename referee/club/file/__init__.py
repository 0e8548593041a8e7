"""The club's file as a whole: backups, audits, repairs, moves and imports."""
