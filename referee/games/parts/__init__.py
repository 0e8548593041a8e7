"""Code shared by several games."""
