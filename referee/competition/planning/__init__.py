"""Plans made before anybody is seated: who meets whom in which round, and how even that is."""
