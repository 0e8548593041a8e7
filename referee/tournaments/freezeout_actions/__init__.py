"""Officers' actions during a freezeout, and the wording of their results."""
