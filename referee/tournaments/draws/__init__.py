"""How the next round is drawn from earlier rounds, who advances, and which draws a correction made outdated."""
