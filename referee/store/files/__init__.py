"""Files and folders on this computer, whatever its system: written whole, locked, private."""
