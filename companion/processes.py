"""Processes that live and die together: started side by side, and all stopped, with their children, when one ends."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from types import FrameType

GRACE = 2.0
"""Seconds that a process has to stop by itself before it is killed."""

STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Child:
    """One process in a group of its own: a Ctrl-C of the terminal reaches it only through us, with all its children."""

    def __init__(self, name: str, command: Sequence[str], environment: Mapping[str, str]) -> None:
        self.name = name
        self.process = subprocess.Popen(command, env=dict(environment), start_new_session=True)  # noqa: S603

    @property
    def ended(self) -> bool:
        """Whether it has ended by itself."""
        return self.process.poll() is not None

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

    def start(self, name: str, command: Sequence[str], environment: Mapping[str, str]) -> None:
        """One more child."""
        self.children.append(Child(name, command, environment))

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
        """Ask all to stop, kill what has not after ``GRACE`` or when we are asked twice."""
        for child in self.children:
            child.send(signal.SIGTERM)
        start, asked = time.monotonic(), max(self.asked_to_stop, 1)
        while not all(child.is_gone() for child in self.children):
            waited = time.monotonic() - start
            if waited > GRACE or self.asked_to_stop > asked:
                for child in self.children:
                    child.send(signal.SIGKILL)
            if waited > GRACE + 0.5:
                return  # killed, but nobody has collected them: a container without an init process
            time.sleep(0.02)
