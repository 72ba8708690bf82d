# SPDX-FileCopyrightText: Ridgepoint contributors
# SPDX-License-Identifier: Apache-2.0
"""What PyTorch reaches on GPU number N: a copy of 8 GB and a bf16 product of 8192 x 8192, as a yardstick for our own roofs.

Prints "name value" a line; where it cannot, "reason words", and ends with status 1.
"""

import sys


def best_of(torch, work, rounds):
    """Seconds of the fastest of so many rounds, by events; the first two are for warming up."""
    best = float("inf")
    for turn in range(rounds + 2):
        start = torch.cuda.Event(enable_timing=True)
        stop = torch.cuda.Event(enable_timing=True)
        start.record()
        work()
        stop.record()
        stop.synchronize()
        if turn >= 2:
            best = min(best, start.elapsed_time(stop) * 1e-3)
    return best


def measure(torch, number):
    torch.cuda.set_device(number)
    print("torch", torch.__version__, flush=True)
    count = 8 * 10**9 // 4
    source = torch.empty(count, dtype=torch.float32, device="cuda").uniform_()
    target = torch.empty_like(source)
    seconds = best_of(torch, lambda: target.copy_(source), 10)
    print("copy_bytes_per_s", 2.0 * 4.0 * count / seconds, flush=True)  # read once and written once
    del source, target
    size = 8192
    left = torch.randn(size, size, dtype=torch.bfloat16, device="cuda")
    right = torch.randn(size, size, dtype=torch.bfloat16, device="cuda")
    product = torch.empty_like(left)
    seconds = best_of(torch, lambda: torch.mm(left, right, out=product), 20)
    print("bf16_flop_per_s", 2.0 * size**3 / seconds, flush=True)


def main():
    try:
        import torch
    except ImportError:
        return "PyTorch is not here"
    try:
        if not torch.cuda.is_available():
            return "PyTorch is here without CUDA"
        measure(torch, int(sys.argv[1]))
    except Exception as failure:  # of whatever kind: it is a yardstick only
        return "PyTorch failed: " + " ".join(str(failure).split())[:200]
    return None


if __name__ == "__main__":
    reason = main()
    if reason:
        print("reason", reason)
        sys.exit(1)
