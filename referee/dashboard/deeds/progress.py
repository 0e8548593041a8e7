"""The progress of a long step, and the exception that stops it."""

from __future__ import annotations

from dataclasses import dataclass


class Stopped(BaseException):
    """The exception that stops a long step. It derives from BaseException so that no fault handler catches it."""


@dataclass(slots=True)
class Progress:
    """The progress of a step: what is done, and how many units of how many.

    The working thread updates it and the screen reads it. Once `stopped` is set, the next update raises `Stopped`.
    """

    what: str
    can_stop: bool = True
    done: int = 0
    of: int = 0
    stopped: bool = False

    def __call__(self, done: int, of: int) -> None:
        """Store the number of finished units. Raise `Stopped` if the user has stopped the step."""
        self.done, self.of = done, of
        if self.stopped:
            raise Stopped

    @property
    def says(self) -> str:
        """The text with the number of finished units, if known."""
        if self.stopped:
            return f"{self.what}: stopping."
        much = f" {self.done:,} of {self.of:,}" if self.of else f" {self.done:,} so far" if self.done else ""
        return f"{self.what}:{much} ..." if much else f"{self.what} ..."
