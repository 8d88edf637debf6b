"""Has what Python reads of sockets, and waits for on them, time out by the time that a command shares with the emulator."""
import select, selectors, socket
from service_emulator_time import ready, wait, was_read

def reading(real):
    def read(self, *args, **more):
        seconds, fd, secure = self.gettimeout(), self.fileno(), real.__name__ == "read"
        if seconds == 0 or self.family == getattr(socket, "AF_UNIX", None) or secure and self.pending():
            found = real(self, *args, **more)
            was_read.add(fd)
            return found
        was_read.discard(fd)
        while wait(seconds, lambda rest: ready([(fd, 1)], rest), fds=lambda: [(fd, 1)]):
            if not secure: return real(self, *args, **more)
            self.settimeout(0)  # Of what is there, nothing may be for the program.
            try: return real(self, *args, **more)
            except OSError as error:
                if type(error).__name__ != "SSLWantReadError": raise
            finally: self.settimeout(seconds)
        raise socket.timeout("The read operation timed out" if secure else "timed out")
    return read

def sending(real):
    return lambda self, *args: (was_read.discard(self.fileno()), real(self, *args))[1]

def selecting(real):
    def fds(self): return [(key.fd, key.events & 1 | (key.events & 2) << 1) for key in self.get_map().values()]
    def selected(self, timeout=None):
        if timeout is not None and timeout <= 0: return real(self, timeout)
        return wait(timeout, lambda rest: real(self, rest), fds=lambda: fds(self))
    return selected

def selected(reads, writes, others, timeout=None, real=select.select):
    """As select has it: three lists, all of them empty at the end of the time."""
    fds = [(each if isinstance(each, int) else each.fileno(), mask) for all, mask in ((reads, 1), (writes, 4)) for each in all]
    def attempt(rest):
        found = real(reads, writes, others, rest)
        return any(found) and found
    return wait(timeout, attempt, fds=lambda: fds) or ([], [], [])
