"""What lies between a browser and a server, and can be cut."""

import socket
import threading


class Cable:
    """Hands on whatever comes to a port of its own; it can be cut, and mended."""

    def __init__(self, port):
        self.target = port
        self.ends = set()
        self.is_whole = True
        self.lock = threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self):
        """Ends all connections; others come to nothing."""
        with self.lock:
            self.is_whole = False
            for end in self.ends:
                hang_up(end)
            self.ends.clear()

    def mend(self):
        """Lets connections through again."""
        with self.lock:
            self.is_whole = True

    def close(self):
        """Ends everything."""
        self.cut()
        hang_up(self.listener)

    def _accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            with self.lock:
                if not self.is_whole:
                    hang_up(near)
                    continue
                far = socket.create_connection(("127.0.0.1", self.target))
                self.ends |= {near, far}
            for source, sink in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=(source, sink), daemon=True).start()

    def _carry(self, source, sink):
        try:
            while data := source.recv(65536):
                sink.sendall(data)
        except OSError:
            pass
        with self.lock:
            self.ends -= {source, sink}
        hang_up(sink)


class SilentPort:
    """Takes connections at a port, hangs up on each, and counts them."""

    def __init__(self, port):
        self.count = 0
        self.listener = socket.create_server(("127.0.0.1", port))
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self):
        """Ends it."""
        hang_up(self.listener)

    def _accept(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            self.count += 1
            hang_up(connection)


def hang_up(end):
    """Closes a socket, also for whoever waits for something from it."""
    try:
        end.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass
    end.close()
