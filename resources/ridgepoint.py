# SPDX-FileCopyrightText: Ridgepoint contributors
# SPDX-License-Identifier: Apache-2.0
"""Tells Ridgepoint what parts of a Python program do and how long they take.

    from ridgepoint import region

    with region("triad", flops=2 * n, bytes=24 * n) as r:   # r.flops and r.bytes may be set until the end
        a[:] = b + s * c

    @region("step")                                         # or each call of a function
    def step(): ...

Each end of a region writes one line to the file descriptor that the environment variable RIDGEPOINT_REGIONS_FD names,
as `ridgepoint-bench run` sets it; ridgepoint.h defines the line. Without the variable nothing happens, nor where the
descriptor is no longer the pipe whose inode RIDGEPOINT_REGIONS_INODE names. Where PyTorch has used a GPU, the GPU's own
events time the region on the current stream; their times are written once they are known, at the latest when the
program ends. Nothing that goes wrong here disturbs the program.
"""

import atexit
import contextlib
import inspect
import json
import os
import stat
import sys
import threading
import time

__all__ = ["region"]

_lock = threading.Lock()
_last = {}  # by GPU: the event at the begin of the region that was written last, and its begin_ns
_pending = []  # regions on a GPU that may not have ended there: name, begin_ns, events, flops, bytes, the GPU


def _descriptor():
    text = os.environ.get("RIDGEPOINT_REGIONS_FD", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else -1


def _is_given(descriptor):
    """Whether this is still the pipe that `run` gave, where it did: the program may have closed it."""
    inode = os.environ.get("RIDGEPOINT_REGIONS_INODE")
    if inode is None:
        return True
    try:
        there = os.fstat(descriptor)
    except OSError:
        return False
    return stat.S_ISFIFO(there.st_mode) and str(there.st_ino) == inode


def _count(value):
    try:
        value = float(value)
        return int(value) if 0.0 <= value <= 1e24 else 0
    except Exception:  # the program's own number may raise anything
        return 0


def _quoted(name, size=506):
    """The name in JSON's quotes, cut between characters to so many bytes: a line has at most 1024, by ridgepoint.h."""
    try:
        name = str(name).encode("utf-8", "replace").decode("utf-8")[:512]
    except Exception:  # a name of the program's own that does not say what it is
        name = "?"
    while True:
        quoted = json.dumps(name, ensure_ascii=False)
        excess = len(quoted.encode()) - size  # with the quotes
        if excess <= 0:
            return quoted
        name = name[:-max(1, excess // 6)]  # a character takes at most 6 bytes


def _write(descriptor, name, begin_ns, ns, flops, bytes_, device=""):
    line = (f'{{"ridgepoint":1,"name":{_quoted(name)},"begin_ns":{int(begin_ns)},"ns":{int(ns)},'
            f'"flops":{_count(flops)},"bytes":{_count(bytes_)}')
    line += f',"device":{_quoted(device, 256)}}}' if device else "}"
    if not _is_given(descriptor):
        return
    with contextlib.suppress(OSError):
        os.write(descriptor, line.encode() + b"\n")


def _cuda():
    """torch.cuda where the program uses a GPU through it; it is not loaded for this. None while a CUDA graph is
    captured: an event or a question about one would break the capture."""
    torch = sys.modules.get("torch")
    with contextlib.suppress(Exception):
        if torch is not None and torch.cuda.is_available() and torch.cuda.is_initialized() \
                and not torch.cuda.is_current_stream_capturing():
            return torch.cuda
    return None


def _gpu_name(cuda, event):
    with contextlib.suppress(Exception):
        return cuda.get_device_name(event.device) or "GPU"
    return "GPU"  # which stands for one that is not known


def _begun_there(begin_ns, start):
    """When the GPU began a region that the program asked for at begin_ns: not before, and as long after the region
    before as the GPU tells. Regions that wait for each other there would otherwise seem to run at once."""
    device = getattr(start, "device", None)
    with contextlib.suppress(Exception):
        if device in _last:
            before, before_ns = _last[device]
            begin_ns = max(begin_ns, before_ns + before.elapsed_time(start) * 1e6)
    _last[device] = (start, begin_ns)
    return begin_ns


def _write_ended(wait=False):
    """Writes what the GPU has done; with `wait`, all of it."""
    while True:
        with _lock:
            if not _pending:
                return
            descriptor, name, begin_ns, start, end, flops, bytes_, device = _pending[0]
            try:
                if wait:
                    end.synchronize()
                elif not end.query():
                    return
                ns = start.elapsed_time(end) * 1e6  # from ms
                begin_ns = _begun_there(begin_ns, start)
            except Exception:  # a GPU that failed, which the program sees by itself
                ns = None
            _pending.pop(0)
        if ns is not None:
            _write(descriptor, name, begin_ns, ns, flops, bytes_, device)


atexit.register(_write_ended, wait=True)


class region(contextlib.ContextDecorator):
    """A part of a program; FLOP and bytes from and to memory of one run of it, 0 where not known."""

    def __init__(self, name, flops=0, bytes=0):
        self.name = name
        self.flops = flops
        self.bytes = bytes
        self._open = threading.local()  # .runs: those that this thread has begun and not ended

    def __call__(self, function):
        # Such a call returns before any of the body ran.
        if inspect.iscoroutinefunction(function) or inspect.isgeneratorfunction(function) \
                or inspect.isasyncgenfunction(function):
            raise TypeError("@region cannot time a generator or an async function; write `with region(...)` inside it")
        return super().__call__(function)

    def _recreate_cm(self):  # each call of a decorated function is a region of its own
        return type(self)(self.name, self.flops, self.bytes)

    def __enter__(self):
        descriptor = _descriptor()
        start = None
        cuda = _cuda() if descriptor >= 0 else None
        if cuda is not None:
            with contextlib.suppress(Exception):
                event = cuda.Event(enable_timing=True)
                event.record()
                start = event
        if not hasattr(self._open, "runs"):
            self._open.runs = []
        self._open.runs.append((descriptor, start, time.monotonic_ns()))
        return self

    def __exit__(self, *_):
        now = time.monotonic_ns()
        runs = getattr(self._open, "runs", None)
        if not runs:  # begun in another thread
            return False
        descriptor, start, begin_ns = runs.pop()
        if descriptor < 0:
            return False
        cuda = _cuda() if start is not None else None
        if cuda is not None:
            with contextlib.suppress(Exception):
                end = cuda.Event(enable_timing=True)
                end.record()
                device = _gpu_name(cuda, start)
                with _lock:
                    _pending.append((descriptor, self.name, begin_ns, start, end, self.flops, self.bytes, device))
                _write_ended()
                return False
        _write(descriptor, self.name, begin_ns, now - begin_ns, self.flops, self.bytes)
        return False
