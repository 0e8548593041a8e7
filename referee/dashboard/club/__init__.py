"""The club's affairs: members, officers, evenings, standings and files."""
