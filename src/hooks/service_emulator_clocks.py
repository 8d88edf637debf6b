"""Has the clocks of Python say the time that a command shares with the emulator."""
import datetime, functools, threading, time
import service_emulator_time as shared

def replace(name, scale):
    real = getattr(time, name)
    def moved(): return real() + type(real())(shared.ahead * scale)
    setattr(time, name, functools.update_wrapper(moved, real))  # Some look for it by its name.

for name in ("time", "monotonic", "perf_counter"):
    replace(name, 1)
    if hasattr(time, name + "_ns"): replace(name + "_ns", 10**9)
for name in ("localtime", "gmtime"):
    def broken_down(seconds=None, real=getattr(time, name)):
        return real(time.time() if seconds is None else seconds)
    setattr(time, name, functools.update_wrapper(broken_down, broken_down.__defaults__[1]))
threading._time = time.monotonic

Real = datetime.datetime
class Moved(type):
    """Of what is no other class, Python's own are instances and subclasses, too."""
    def __instancecheck__(cls, it):
        return isinstance(it, Real) if cls is Now else type.__instancecheck__(cls, it)
    def __subclasscheck__(cls, it):
        return issubclass(it, Real) if cls is Now else type.__subclasscheck__(cls, it)

class Now(Real, metaclass=Moved):
    now = classmethod(lambda cls, tz=None: cls.fromtimestamp(time.time(), tz))
    today = classmethod(lambda cls: cls.fromtimestamp(time.time()))
    utcnow = classmethod(lambda cls: cls.fromtimestamp(time.time(), datetime.timezone.utc).replace(tzinfo=None))

Now.__name__, Now.__qualname__, Now.__module__, datetime.datetime = "datetime", "datetime", "datetime", Now
