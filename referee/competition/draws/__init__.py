"""What tables are drawn by: each kind of draw, from who is in it and what they have had to who sits where."""
