"""The command line, with one file for each command or group of commands."""
