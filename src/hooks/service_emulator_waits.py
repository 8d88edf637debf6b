"""Has the waits of Python go by the time that a command shares with the emulator, which moves it on while all only wait."""
import functools, os, select, selectors, socket, sys, threading, time
import service_emulator_channel, service_emulator_clocks, service_emulator_sockets as sockets
from service_emulator_time import wait

class Lock:
    def __init__(self, made=threading._allocate_lock): self._real = made()
    def acquire(self, blocking=True, timeout=-1):
        real = self._real
        if real.acquire(False): return True
        if not blocking or timeout == 0: return real.acquire(blocking, timeout)
        seconds = None if timeout == -1 else timeout
        return wait(seconds, lambda rest: real.acquire(True, -1 if rest is None else rest), lambda: not real.locked())
    def __enter__(self): return self.acquire()
    def __exit__(self, *_): self._real.release()
    def __getattr__(self, name): return getattr(self._real, name)

def sleep(seconds, real=time.sleep): return wait(float(seconds), real) if seconds > 0 else real(seconds)

def join(self, timeout=None, real=threading.Thread.join):
    wait(timeout, lambda rest: real(self, rest) or not self.is_alive(), lambda: not self.is_alive())

def waitpid(pid, options, real=os.waitpid):
    return real(pid, options) if options & os.WNOHANG else wait(None, lambda _: real(pid, options))

threading.Lock = threading._allocate_lock = Lock
threading._CRLock, sys.modules["_queue"] = None, type(sys)("_queue")  # What Python has in their place takes such locks.
sys.modules["_queue"].Empty = type("Empty", (Exception,), {"__module__": "queue"})
threading.Thread.join, time.sleep, select.select = join, functools.update_wrapper(sleep, time.sleep), sockets.selected
# With no other thread, the process is about to end.
threading._shutdown = lambda real=threading._shutdown: wait(None, lambda _: real(), lambda: len(threading._active) < 2)
if sys.platform == "linux": os.waitpid = waitpid  # Elsewhere nobody sees what the child does.
for name in ("recv", "recv_into"): setattr(socket.socket, name, sockets.reading(getattr(socket.socket, name)))
for name in ("send", "sendall", "sendmsg"): setattr(socket.socket, name, sockets.sending(getattr(socket.socket, name)))
secure = lambda cls, **_: cls.__name__ == "SSLSocket" and setattr(cls, "read", sockets.reading(cls.read))
socket.socket.__init_subclass__ = classmethod(secure)  # Its module is loaded by few.
for each in (getattr(selectors, name + "Selector", None) for name in ("Select", "Poll", "Epoll", "Kqueue")):
    if each: each.select = sockets.selecting(each.select)
service_emulator_channel.join()
os.register_at_fork(after_in_child=service_emulator_channel.join)
