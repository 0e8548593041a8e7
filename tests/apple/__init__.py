"""A stand-in for macOS on Linux: ``PYTHONPATH=tests/apple pytest tests/store tests/club/file`` runs under it.

It has Apple's `fcntl` (`apple_fcntl`) and calls itself "darwin", in the programs that tests start too. All else is
Linux: its disk, its SQLite, its file names, of which A and a are two.
"""
