"""What an older program let into a club's file: the desk and the board draw signs for what a terminal would obey."""

import contextlib
import sqlite3

import pytest

from referee.club import disputes, match_lines, matches
from referee.club.folder import Club
from referee.dashboard.app import Dashboard
from referee.dashboard.board import Board
from referee.dashboard.plain import Plain
from referee.rules.plain_text import first_unfit

HOSTILE = "\x1b]0;X\x07\x1b[2J\u202e\x9b"
