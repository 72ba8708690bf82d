# SPDX-FileCopyrightText: Ridgepoint contributors
# SPDX-License-Identifier: Apache-2.0
"""Tells Ridgepoint what parts of a Python program do and how long they take.

    from ridgepoint import region

    with region("triad", flops=2 * n, bytes=24 * n) as r:   # r.flops and r.bytes may be set until the end
        a[:] = b + s * c

    @region("step")                                         # or each call of a function
    def step(): ...

Each end of a region writes one line to the file descriptor that the environment variable RIDGEPOINT_REGIONS_FD names,
as `ridgepoint-bench run` sets it; ridgepoint.h defines the line. Without the variable nothing happens. Where PyTorch
has used a GPU, the GPU's own events time the region on the current stream; their times are written once they are
known, at the latest when the program ends. Nothing that goes wrong here disturbs the program.
"""

import atexit
import contextlib
import json
import os
import sys
import threading
import time

__all__ = ["region"]

_lock = threading.Lock()
_pending = []  # regions on a GPU that may not have ended there: name, begin_ns, events, flops, bytes


def _descriptor():
    text = os.environ.get("RIDGEPOINT_REGIONS_FD", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else -1


def _count(value):
    try:
        value = float(value)
        return int(value) if 0.0 <= value <= 1e24 else 0
    except (TypeError, ValueError, OverflowError):
        return 0


def _write(descriptor, name, begin_ns, ns, flops, bytes_):
    name = str(name).encode("utf-8", "replace").decode("utf-8")[:80]  # of a line of 1024 bytes
    line = json.dumps({"ridgepoint": 1, "name": name, "begin_ns": int(begin_ns), "ns": int(ns),
                       "flops": _count(flops), "bytes": _count(bytes_)}, separators=(",", ":"))
    with contextlib.suppress(OSError):
        os.write(descriptor, line.encode() + b"\n")


def _cuda():
    """torch.cuda where the program uses a GPU through it; it is not loaded for this."""
    torch = sys.modules.get("torch")
    with contextlib.suppress(Exception):
        if torch is not None and torch.cuda.is_available() and torch.cuda.is_initialized():
            return torch.cuda
    return None


def _write_ended(wait=False):
    """Writes what the GPU has done; with `wait`, all of it."""
    while True:
        with _lock:
            if not _pending:
                return
            descriptor, name, begin_ns, start, end, flops, bytes_ = _pending[0]
            try:
                if wait:
                    end.synchronize()
                elif not end.query():
                    return
                ns = start.elapsed_time(end) * 1e6  # from ms
            except Exception:  # a GPU that failed, which the program sees by itself
                ns = None
            _pending.pop(0)
        if ns is not None:
            _write(descriptor, name, begin_ns, ns, flops, bytes_)


atexit.register(_write_ended, wait=True)


class region(contextlib.ContextDecorator):
    """A part of a program; FLOP and bytes from and to memory of one run of it, 0 where not known."""

    def __init__(self, name, flops=0, bytes=0):
        self.name = name
        self.flops = flops
        self.bytes = bytes
        self._start = None

    def _recreate_cm(self):  # each call of a decorated function is a region of its own, also in threads
        return type(self)(self.name, self.flops, self.bytes)

    def __enter__(self):
        self._descriptor = _descriptor()
        if self._descriptor < 0:
            return self
        cuda = _cuda()
        if cuda is not None:
            with contextlib.suppress(Exception):
                start = cuda.Event(enable_timing=True)
                start.record()
                self._start = start
        self._begin_ns = time.monotonic_ns()
        return self

    def __exit__(self, *_):
        if self._descriptor < 0:
            return False
        ns = time.monotonic_ns() - self._begin_ns
        start, self._start = self._start, None
        if start is not None:
            with contextlib.suppress(Exception):
                end = _cuda().Event(enable_timing=True)
                end.record()
                with _lock:
                    _pending.append((self._descriptor, self.name, self._begin_ns, start, end, self.flops, self.bytes))
                _write_ended()
                return False
        _write(self._descriptor, self.name, self._begin_ns, ns, self.flops, self.bytes)
        return False
