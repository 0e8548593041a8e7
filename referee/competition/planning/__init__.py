"""Plans made before anybody is seated: the meetings of every round, and how even they are."""
