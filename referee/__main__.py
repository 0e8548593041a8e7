"""``python -m referee``."""

from referee.cli.main import main

main()
