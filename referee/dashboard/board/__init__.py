"""The projector board with tonight's tables and the standings."""
