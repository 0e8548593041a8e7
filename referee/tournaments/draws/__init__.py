"""How the next round is drawn from those before it, who goes on, and which draw would be another one now."""
