"""Names for the public. Many members are minors: a website shows a first name and an initial, or a code, and no more.

Whose name is shown how, `referee.club.public_names` knows.
"""

from referee.club.shown_as import ShownAs, public_name, public_names

__all__ = ["ShownAs", "public_name", "public_names"]
