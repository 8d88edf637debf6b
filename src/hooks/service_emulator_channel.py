"""Where the emulator asks what this process waits for, and tells it what was skipped."""
import _socket, _thread, json, os, struct, sys, threading
import service_emulator_time as shared
NOTHING = {"asking": [], "children": [], "workers": [], "made": -1, "twice": True}

def look(me):  # What is under way here, as the emulator is told it.
    threads = set(sys._current_frames()) - {me}
    begins = bool(threading._limbo) or threading.main_thread().ident not in threads  # It reads what it will run, or ends.
    answer = {**NOTHING, "isBusy": begins, "asking": [], "made": shared.made}
    for thread in threads:
        until, is_over, fds = shared.waiting.get(thread) or (None, bool, tuple)
        if thread not in shared.waiting: answer["outside"] = "what a thread computes, or is blocked by"
        answer["isBusy"] |= bool(is_over() or shared.ready(fds()))
        left = None if until is None else max(0, 1000 * (until - shared.real_monotonic() - shared.released))
        if left is not None: answer["nextMs"] = min(left, answer.get("nextMs", left))
        answer["asking"] += [[*found, fd in shared.was_read] for fd, _ in fds() for found in [shared.ports(fd)] if found]
    return answer

def take_part(channel, text=b""):
    for part in iter(lambda: channel.recv(65536), b""):
        *lines, text = (text + part).split(b"\n")
        for said in map(json.loads, lines):
            if "ask" not in said: shared.move(said["skipped"] / 1000, said["go"]); continue
            try: answer = look(_thread.get_ident())
            except Exception: answer = {**NOTHING, "isBusy": True}  # What it looked at is gone.
            say(channel, {**answer, "ask": said["ask"]})
    shared.move(shared.ahead, True)
def say(channel, what): channel.sendall(json.dumps(what).encode() + b"\n")
def join():
    """Also in a process that was forked: none of the threads of the other is there. Without a channel, time is real."""
    folder, channel, name = os.path.dirname(__file__), _socket.socket(_socket.AF_UNIX), (sys.argv or [""])[0]
    shared.waiting.clear()
    try:
        with open(os.path.join(folder, "skipped"), "rb") as skipped:
            shared.move(struct.unpack("=d", skipped.read(8))[0] / 1000, True)
        channel.connect(os.path.join(folder, "socket"))
        module = " ".join(["python", *getattr(sys, "orig_argv", [])[1:3]])
        say(channel, {"pid": os.getpid(), "parent": os.getppid(), "thread": 0, "name": {"": "python", "-c": "python -c", "-m": module}.get(name) or os.path.basename(name)})
        _thread.start_new_thread(take_part, (channel,))
    except OSError: channel.close()
