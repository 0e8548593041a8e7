"""The club's file as a whole: backups, audit, and taking over another."""
