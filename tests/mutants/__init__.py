"""Whether the tests would notice: one change at a time in a package's code, and its tests against it."""
