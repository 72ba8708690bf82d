# SPDX-FileCopyrightText: Ridgepoint contributors
# SPDX-License-Identifier: Apache-2.0
# Fits three equations of time to a curve over size, as gpu/README.md has it: least absolute deviations of ln T, with the launch,
# the bandwidths of L2 and memory, and where the one gives way to the other, all free. Read with table.awk.

# work(i): of point i, by its traffic V and footprint S. q: logarithms of 2 bandwidth of the L2, 3 of memory, 4 kept, 5 gone / kept - 1.
function work(i,    kept, gone, share) {
    kept = exp(q[4]); gone = kept * (1 + exp(q[5]))
    share = S[i] <= kept ? 1 : S[i] >= gone ? 0 : (kept / S[i] - kept / gone) / (1 - kept / gone)
    return V[i] * (share / exp(q[2]) + (1 - share) / exp(q[3]))
}

# modelled(i): the time by the equation `form`: 1 work + t, 2 max(work, t), 3 max(t, work + device). q: 1 ln t, 6 ln device.
function modelled(i,    w, t) {
    w = work(i); t = exp(q[1])
    if (form == 1) return w + t
    if (form == 2) return w > t ? w : t
    w += exp(q[6])
    return w > t ? w : t
}

function deviation(i,    d) { d = log(modelled(i) / T[i]); return d < 0 ? -d : d }
function cost(    i, sum) { for (i = 1; i <= points; ++i) sum += deviation(i); return sum }

# climb(best): goes downhill from q, by random steps along one or two directions that become shorter; the cost reached.
function climb(best,    step, tries, i, j, a, b, now) {
    for (step = 0.5; step > 0.0008; step *= 0.62) {
        for (tries = 1; tries <= 60; ++tries) {
            i = 1 + int(6 * rand()); j = 1 + int(6 * rand())
            a = q[i]; b = q[j]
            q[i] += step * (2 * rand() - 1)
            if (j != i) q[j] += step * (2 * rand() - 1)
            now = cost()
            if (now < best) { best = now; tries = tries > 12 ? tries - 12 : 1 }
            else { q[i] = a; q[j] = b }
            if (++spent > 60000) return best # of a curve without shape
        }
    }
    return best
}

# fit(): q of the best of several starts, which differ in where the L2 ends.
function fit(    start, i, best, now, p, size) {
    best = -1; spent = 0
    for (start = 1; start <= 5; ++start) {
        size = log(S[1]) + (log(S[points]) - log(S[1])) * (0.3 + 0.12 * start)
        q[1] = log(T[1]); q[3] = log(V[points] / T[points]); q[2] = q[3] + 0.4; q[4] = size; q[5] = -0.5; q[6] = q[1] - 0.1
        now = climb(cost())
        if (best < 0 || now < best) { best = now; for (i = 1; i <= 6; ++i) p[i] = q[i] }
    }
    for (i = 1; i <= 6; ++i) q[i] = p[i]
    climb(best)
}

# residuals(): sets median, worst and mean, in %.
function residuals(    i, j, d, all) {
    mean = 100 * cost() / points
    for (i = 1; i <= points; ++i) {
        d = 100 * deviation(i)
        for (j = i; j > 1 && all[j - 1] > d; --j) all[j] = all[j - 1]
        all[j] = d
    }
    median = points % 2 ? all[(points + 1) / 2] : (all[points / 2] + all[points / 2 + 1]) / 2
    worst = all[points]
}

# equations: of the measured samples of `file`, of one operation an element, for a sweep measures neighbours of more too; a tensor that is updated in place has half of its traffic as footprint.
# A chain of passes counts as one of them.
function equations(    rows, i, j, text, mid, far, off, names, v, t, passes) {
    rows = load(file, "device,")
    points = 0
    for (i = 1; i <= rows; ++i) {
        passes = number(i, "chain_length") > 1 ? number(i, "chain_length") : 1
        v = number(i, "bytes") / passes; t = number(i, "time_s") / passes
        if (!is_measured(i) || number(i, "operations_per_element") != 1 || number(i, "fusion_depth") > 1 || v <= 0 || t <= 0) continue
        for (j = ++points; j > 1 && V[j - 1] > v; --j) { V[j] = V[j - 1]; T[j] = T[j - 1] }
        V[j] = v; T[j] = t
    }
    if (points < 8) return # six numbers are fitted
    for (i = 1; i <= points; ++i) S[i] = V[i] / 2
    srand(1)
    split("work + t|max(work, t)|max(submit, work + device)", names, "|")
    for (form = 1; form <= 3; ++form) {
        fit(); residuals()
        mid[form] = median; far[form] = worst; off[form] = mean
        text = text (form > 1 ? "; " : points " sizes, residuals median / worst: ") sprintf("%s %.1f / %.1f %%", names[form], median, worst)
        text = text sprintf(form == 3 ? " (%.3g, %.3g us)" : " (t %.3g us)", exp(q[1]) * 1e6, exp(q[6]) * 1e6)
        if (form == 1) text = text sprintf(", L2 %.3g TB/s, DRAM %.3g TB/s, kept %.3g MB", exp(q[2]) / 1e12, exp(q[3]) / 1e12, exp(q[4]) / 1e6)
    }
    # With one number more the third form comes nearer by a little, whatever is so; by a third, it says something else.
    if (off[1] <= off[2] && off[2] <= 1.2 * off[1] + 0.1) {
        printf "%s\tcould not be asked: this curve does not tell the equations apart", text
        return
    }
    form = off[1] <= off[2] && off[1] <= 1.5 * off[3] ? 1 : off[2] <= 1.5 * off[3] ? 2 : 3
    # Launches that are handed over while the device works may follow the third.
    answer(text "; best: " names[form], (form == 1 || (handed && form == 3)) && mid[form] <= 5 && far[form] <= 25)
}
