"""Commands about the club's files, and the screens of a club."""
