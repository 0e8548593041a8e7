"""What comes in by the keyboard, before a screen does anything with it: held in order, made fit, and answered first."""
