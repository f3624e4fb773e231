"""A wire between two programs that can be cut and mended: a small TCP proxy."""

import contextlib
import socket
import threading


class Wire:
    """Listens at ``port`` and leads to another one, until it is cut. Used as a context."""

    def __init__(self, host: str, port: int) -> None:
        self._target = (host, port)
        self._listener: socket.socket | None = None
        self._ends: set[socket.socket] = set()
        self._listen(0)
        self.port = self._listener.getsockname()[1]

    def __enter__(self) -> "Wire":
        return self

    def __exit__(self, *error: object) -> None:
        self.cut()

    def _listen(self, port: int) -> None:
        self._listener = socket.create_server(("127.0.0.1", port), reuse_port=True)
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def _accept(self, listener: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = listener.accept()
                far = socket.create_connection(self._target)
                self._ends |= {near, far}
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
        for end in (one, other):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
            self._ends.discard(end)

    def cut(self) -> None:
        """Nobody gets through, and who was through is thrown out."""
        if self._listener is not None:
            # Closing alone does not wake the thread that accepts.
            with contextlib.suppress(OSError):
                self._listener.shutdown(socket.SHUT_RDWR)
            self._listener.close()
            self._listener = None
        for end in list(self._ends):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        """As before."""
        self._listen(self.port)
