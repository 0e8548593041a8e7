"""Files and folders on this computer, on any system: atomic writes, locks and private files."""
