"""The clock of a tournament, or of the whole evening."""
