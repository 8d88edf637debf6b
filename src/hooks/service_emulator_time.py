"""The time that a command shares with the emulator, and what the threads of this process wait for."""
import _socket, _thread, os, select, stat, time

real_monotonic, SLICE = time.monotonic, 0.005  # Seconds: how soon a thread that waits sees that time was skipped.
ahead = released = 0.0  # Seconds: by what clocks go, and by what waits do: those wait until all processes know.
made, waiting, was_read = 0, {}, set()

def move(seconds, go):
    global ahead, released
    ahead = max(ahead, seconds)
    if go: released = ahead

def wait(seconds, attempt, is_over=lambda: False, fds=tuple):
    """Waits by this time. attempt: what really waits, for some seconds; fds: what it waits for, as poll takes it."""
    global made
    me, made = _thread.get_ident(), made + 1
    until = None if seconds is None else real_monotonic() + released + seconds
    before, waiting[me] = waiting.get(me), (until, is_over, fds)
    try:
        while True:
            rest = None if until is None else max(0.0, until - real_monotonic() - released)
            found = attempt(rest if rest is None else min(rest, SLICE))
            if found or not rest: return found
    finally:
        waiting[me] = before
        if before is None: del waiting[me]

def ready(fds, seconds=0):
    poll = select.poll()
    for fd, events in fds: poll.register(fd, events)
    return poll.poll(None if seconds is None else seconds * 1000)

def ports(fd):
    """Of a connection, here and there: 0 where it has a path. None: it is none."""
    if not stat.S_ISSOCK(os.fstat(fd).st_mode): return None
    connection = _socket.socket(fileno=fd)
    try: pair = [connection.getsockname(), connection.getpeername()]
    except OSError: pair = ["", ""]  # It only listens.
    connection.detach()
    return [name[1] if isinstance(name, tuple) else 0 for name in pair] if pair[1] else None
