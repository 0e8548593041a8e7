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

    step_name: str
    can_stop: bool = True
    done: int = 0
    total: int = 0
    stopped: bool = False

    def __call__(self, done: int, total: int) -> None:
        """Store the number of finished units. Raise `Stopped` if the user has stopped the step."""
        self.done, self.total = done, total
        if self.stopped:
            raise Stopped

    @property
    def text(self) -> str:
        """The text with the number of finished units, if known."""
        if self.stopped:
            return f"{self.step_name}: stopping."
        counts = f" {self.done:,} of {self.total:,}" if self.total else f" {self.done:,} so far" if self.done else ""
        return f"{self.step_name}:{counts} ..." if counts else f"{self.step_name} ..."
