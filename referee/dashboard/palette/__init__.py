"""The palette: anything found by its words."""
