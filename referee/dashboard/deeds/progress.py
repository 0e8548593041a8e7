"""How far something has come that takes long, and that it may be stopped."""

from __future__ import annotations

from dataclasses import dataclass


class Stopped(BaseException):
    """That something was stopped by whoever waited for it: no fault, so that nothing takes it for one and goes on."""


@dataclass(slots=True)
class Progress:
    """Says in words `what` is being done, and how much of it is done; told by the thread at work, read by the screen.

    Once it is `stopped`, the thread hears of it when it tells the next; what tells nothing cannot be stopped.
    """

    what: str
    can_stop: bool = True
    done: int = 0
    of: int = 0
    stopped: bool = False

    def __call__(self, done: int, of: int) -> None:
        """Note how much is done. Raises `Stopped` where that is enough."""
        self.done, self.of = done, of
        if self.stopped:
            raise Stopped

    @property
    def says(self) -> str:
        """How far it is, as exactly as is known."""
        if self.stopped:
            return f"{self.what}: stopping."
        much = f" {self.done:,} of {self.of:,}" if self.of else f" {self.done:,} so far" if self.done else ""
        return f"{self.what}:{much} ..." if much else f"{self.what} ..."
