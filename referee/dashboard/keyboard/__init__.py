"""Handle keyboard input before it reaches a screen: queue, filter and prioritise it."""
