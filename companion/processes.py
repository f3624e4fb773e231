"""Processes that live and die together: started side by side, and all stopped, with their children, when one ends.

One that others can do without for a moment is started again instead.
"""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from types import FrameType
from typing import IO

GRACE = 2.0
"""Seconds that a process has to stop by itself before it is killed."""

SOON = 3.0
"""Seconds that a process has to live for its end to be an accident, after which it is started again."""

STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Child:
    """One process in a group of its own: a Ctrl-C of the terminal reaches it only through us, with all its children."""

    def __init__(
        self, name: str, command: Sequence[str], environment: Mapping[str, str], output: IO[str] | None = None
    ) -> None:
        self.name = name
        self.begun = time.monotonic()
        self._again = (name, command, environment, output)
        self.process = subprocess.Popen(  # noqa: S603
            command, env=dict(environment), start_new_session=True, stdout=output, stderr=output
        )

    @property
    def ended(self) -> bool:
        """Whether it has ended by itself."""
        return self.process.poll() is not None

    @property
    def end_in_words(self) -> str:
        """How it has ended."""
        code = self.process.returncode
        return f"the {self.name} process " + (f"was ended by signal {-code}" if code < 0 else f"ended with code {code}")

    def reborn(self) -> "Child":
        """The same once more; nothing that the old one has started is left."""
        self.send(signal.SIGKILL)
        return Child(*self._again)

    def ask_to_stop(self) -> None:
        """It alone: it may have its own way to end those that it has started."""
        if not self.ended:
            self.process.terminate()

    def send(self, number: int) -> None:
        """A signal to it and to all that it has started."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, number)

    def is_gone(self) -> bool:
        """Whether it and all that it has started have ended."""
        self.process.poll()
        try:
            os.killpg(self.process.pid, 0)
        except ProcessLookupError:
            return True
        except PermissionError:
            return False
        return False


class Household:
    """The children of one command. Used as a context: on leaving it nothing is left running."""

    def __init__(self) -> None:
        self.children: list[Child] = []
        self.asked_to_stop = 0
        self._before: dict[int, Callable[[int, FrameType | None], object] | int | None] = {}

    def __enter__(self) -> "Household":
        for number in STOPPING:
            self._before[number] = signal.signal(number, self._note)
        return self

    def __exit__(self, *error: object) -> None:
        self._stop()
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _note(self, number: int, frame: FrameType | None) -> None:
        self.asked_to_stop += 1

    def start(
        self, name: str, command: Sequence[str], environment: Mapping[str, str], output: IO[str] | None = None
    ) -> None:
        """One more child; what it says goes to ``output``, or where our own words go."""
        self.children.append(Child(name, command, environment, output))

    def revive(self, child: Child) -> bool:
        """Start one that has ended once more, unless it ended soon: then it would again. Whether it was."""
        if time.monotonic() - child.begun < SOON:
            return False
        self.children[self.children.index(child)] = child.reborn()
        return True

    def wait(self, until: Callable[[], bool] = lambda: False, seconds: float = float("inf")) -> Child | None:
        """Until it is so, the time is over or we are asked to stop; a child that ends before is answered at once."""
        end = time.monotonic() + seconds
        while not self.asked_to_stop and time.monotonic() < end:
            for child in self.children:
                if child.ended:
                    return child
            if until():
                break
            time.sleep(0.1)
        return None

    def _stop(self) -> None:
        """Ask all to stop, then what they have started; kill what is left after ``GRACE``, or when asked twice."""
        for child in self.children:
            child.ask_to_stop()
        start, asked = time.monotonic(), max(self.asked_to_stop, 1)
        if self._all_gone_by(start + GRACE / 2, asked):
            return
        for child in self.children:
            child.send(signal.SIGTERM)
        if self._all_gone_by(start + GRACE, asked):
            return
        for child in self.children:
            child.send(signal.SIGKILL)
        # In a container without an init process nobody collects the grandchildren: do not wait for that.
        self._all_gone_by(start + GRACE + 0.5, asked + 1)

    def _all_gone_by(self, end: float, asked: int) -> bool:
        while not all(child.is_gone() for child in self.children):
            if time.monotonic() > end or self.asked_to_stop > asked:
                return False
            time.sleep(0.02)
        return True
