"""Whether the tests would notice: one change at a time in a room's code, and the tests of that room against it."""
