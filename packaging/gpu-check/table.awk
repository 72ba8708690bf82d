# SPDX-FileCopyrightText: Ridgepoint contributors
# SPDX-License-Identifier: Apache-2.0
# Answers one question of gpu-check.sh from CSV files: -v ask=equations|ridge|agree|predictable|ncu -v file=…, and what else its
# function names. Prints "found<TAB>verdict", or nothing where the files do not hold what it takes. Read with equations.awk.

# split_row(row, cells): the fields of a line, quoted or not; how many.
function split_row(row, cells,    count, field, quoted, i, c) {
    count = 0; field = ""; quoted = 0
    for (i = 1; i <= length(row); ++i) {
        c = substr(row, i, 1)
        if (quoted) {
            if (c != "\"") field = field c
            else if (substr(row, i + 1, 1) == "\"") { field = field c; ++i }
            else quoted = 0
        } else if (c == "\"") quoted = 1
        else if (c == ",") { cells[++count] = field; field = "" }
        else field = field c
    }
    cells[++count] = field
    return count
}

# load(name, first): reads a CSV whose header begins with `first` into cell[row, column name]; how many rows.
function load(name, first,    row, line, count, cells, names, columns, i) {
    row = -1
    while ((getline line <name) > 0) {
        sub(/\r$/, "", line)
        if (row < 0) {
            if (index(line, first) != 1) continue
            columns = split_row(line, names)
            row = 0
            continue
        }
        count = split_row(line, cells)
        if (count < columns) continue
        ++row
        for (i = 1; i <= columns; ++i) cell[row, names[i]] = cells[i]
    }
    close(name)
    return row
}

function number(row, name) { return cell[row, name] + 0 } # else what looks like a number is compared as a word
function is_measured(row) { return cell[row, "provenance"] == "measured" && cell[row, "flags"] !~ /interpolated/ }
function answer(found, good) { printf "%s\t%s", found, good ? "holds" : "does not hold" }

# ridge: how near the samples of so many elements come to the lower of two roofs: dram, and fma, which was measured at the clock `at` (0: unknown) and
# follows the clock of the sample. power names nvidia-smi's readings meanwhile.
function ridge(    rows, i, here, from, share, near, far, at_near, at_far, samples, limited, least, most, line, parts, slow) {
    rows = load(file, "device,")
    for (i = 1; i <= rows; ++i) {
        # A sweep measures neighbours of another size too.
        if (!is_measured(i) || number(i, "elements") != elements || number(i, "byte_per_s") <= 0 || dram <= 0 || fma <= 0) continue
        ++samples
        here = fma * (at > 0 && number(i, "clock_hz") > 0 ? number(i, "clock_hz") / at : 1)
        from = number(i, "flop_per_s") / number(i, "byte_per_s") * dram / here # 1 at the ridge
        share = 100 * (from < 1 ? number(i, "byte_per_s") / dram : number(i, "flop_per_s") / here)
        if (from < 0.5 || from > 2) { if (far == "" || share < far) { far = share; at_far = i } }
        else if (near == "" || share < near) { near = share; at_near = i }
        if (cell[i, "flags"] ~ /power-limited/) ++limited
        if (number(i, "clock_hz") > 0 && (slow == "" || number(i, "clock_hz") < slow)) slow = number(i, "clock_hz")
    }
    if (!samples) return
    while ((getline line <power) > 0)
        if (split(line, parts, ",") >= 2 && parts[1] + 0 > 0) {
            if (least == "" || parts[1] + 0 < least) least = parts[1] + 0
            if (parts[1] + 0 > most) most = parts[1] + 0
        }
    line = samples " samples"
    if (near != "") line = line sprintf("; near the ridge %.1f %% or more (k = %s)", near, cell[at_near, "operations_per_element"])
    if (far != "") line = line sprintf("; beyond %.1f %% or more (k = %s)", far, cell[at_far, "operations_per_element"])
    line = line (slow != "" ? sprintf("; lowest clock %.0f MHz", slow / 1e6) : "; clock not told") "; " limited + 0 " power-limited"
    line = line (most != "" ? sprintf("; %.0f to %.0f W", least, most) : "; power not told")
    answer(line, (near == "" || near >= 75) && (far == "" || far >= 95))
}

# agree: the regimes of two maps, file and other, in the cells that have one in both and that neither calls ambiguous.
function agree(    rows, i, place, regime, same, all, unclear) {
    rows = load(file, "device,")
    for (i = 1; i <= rows; ++i)
        if (cell[i, "regime"] != "") regime[cell[i, "elements"], cell[i, "operations_per_element"]] = (cell[i, "flags"] ~ /ambiguous/ ? "?" : "") cell[i, "regime"]
    rows = load(other, "device,")
    for (i = 1; i <= rows; ++i) {
        place = cell[i, "elements"] SUBSEP cell[i, "operations_per_element"]
        if (cell[i, "regime"] == "" || !(place in regime)) continue
        if (cell[i, "flags"] ~ /ambiguous/ || regime[place] ~ /^\?/) { ++unclear; continue }
        ++all
        if (regime[place] == cell[i, "regime"]) ++same
    }
    if (!all) return
    answer(sprintf("%.1f %% of %d cells; %d more are unclear; cells %s", 100 * same / all, all, unclear, words), same >= 0.95 * all)
}

# predictable: the bf16 product over a constant and over normal numbers. What held the clock back is in the notes.
function predictable(    rows, i, constant, normal, ratio, text, bound) {
    rows = load(file, "experiment,")
    for (i = 1; i <= rows; ++i) {
        if (cell[i, "provenance"] != "measured" || cell[i, "plot"] != "0" || number(i, "y") <= 0) continue
        if (cell[i, "label"] == "a constant") constant = i
        if (cell[i, "label"] == "normal") normal = i
    }
    if (!constant || !normal) return
    ratio = number(constant, "y") / number(normal, "y")
    bound = cell[normal, "note"] ~ /held back by/
    text = sprintf("bf16, constant %.4g TFLOP/s (%s), normal %.4g TFLOP/s (%s)", number(constant, "y") / 1e12, state(constant), number(normal, "y") / 1e12, state(normal))
    answer(text, bound ? ratio >= 0.99 : ratio <= 1.03 && ratio >= 0.97)
}
# state(row): "698 W, 1410 MHz, held back by power cap": what a note says before its method.
function state(row,    note) { note = cell[row, "note"]; sub(/;.*/, "", note); return note ~ / (W|MHz)/ ? note : "power and clock not told" }

function counted(row, name,    value) { value = cell[row, name]; gsub(/,/, "", value); return value + 0 }
# ncu: what it counted of one launch, against flops and bytes. The row after the header names units.
function ncu(    rows, i, counts, moved, prefix) {
    rows = load(file, "\"ID\"")
    prefix = "smsp__sass_thread_inst_executed_op_"
    for (i = 1; i <= rows; ++i) {
        counts = 2 * counted(i, prefix "ffma_pred_on.sum") + counted(i, prefix "fadd_pred_on.sum") + counted(i, prefix "fmul_pred_on.sum")
        moved = counted(i, "dram__bytes_read.sum") + counted(i, "dram__bytes_write.sum")
        if (counts > 0 || moved > 0) break
    }
    if (i > rows) return
    answer(sprintf("%.0f FLOP (%+.2f %%), %.0f B (%+.1f %%)", counts, 100 * (counts / flops - 1), moved, 100 * (moved / bytes - 1)),
        counts >= 0.999 * flops && counts <= 1.001 * flops && moved >= 0.95 * bytes && moved <= 1.05 * bytes)
}

BEGIN {
    if (ask == "equations") equations()
    else if (ask == "ridge") ridge()
    else if (ask == "agree") agree()
    else if (ask == "predictable") predictable()
    else if (ask == "ncu") ncu()
}
