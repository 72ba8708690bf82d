// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/csv.h"

#include "core/model/cost.h"
#include "core/stats/provenance_word.h"

#include <charconv>
#include <cmath>
#include <concepts>

namespace ridgepoint {
namespace {

constexpr std::string_view header
    = "device,operation,precision,elements,operations_per_element,chain_length,fusion_depth,launch_mode,threads,"
      "flops,bytes,launches,arithmetic_intensity_flop_per_byte,time_s,median_s,time_low_s,time_high_s,rounds,readings,"
      "flop_per_s,byte_per_s,clock_hz,flags,regime,share_compute,share_memory,share_overhead,share_under_filled,"
      "regime_predicted,time_predicted_s,time_reference_s,provenance\n";

/// One line: fields in order, commas between them.
class CsvLine {
public:
    explicit CsvLine(std::string& text) : m_text(text) {}

    CsvLine& add(std::string_view field)
    {
        separate();
        if (field.find_first_of(",\"\r\n") == std::string_view::npos) {
            m_text += field;
            return *this;
        }
        m_text += '"';
        for (const char character : field)
            m_text.append(character == '"' ? 2 : 1, character);
        m_text += '"';
        return *this;
    }
    CsvLine& add(std::integral auto number) { return addDigits(number); }
    /// Empty where there is no such number.
    CsvLine& add(double number) { return std::isfinite(number) ? addDigits(number) : unknown(); }
    /// The same, where zero says that nobody knows.
    CsvLine& addKnown(double number) { return number > 0.0 ? add(number) : unknown(); }
    CsvLine& unknown() { separate(); return *this; }
    void end() { m_text += '\n'; }

private:
    template <class Number>
    CsvLine& addDigits(Number number)
    {
        separate();
        char digits[40];
        m_text.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
        return *this;
    }
    void separate()
    {
        if (!m_first)
            m_text += ',';
        m_first = false;
    }

    std::string& m_text;
    bool m_first = true;
};

void addWorkload(CsvLine& line, const Workload& workload)
{
    line.add(nameOf(workload.operation)).add(nameOf(workload.precision));
    line.add(workload.elements).add(workload.operationsPerElement);
    line.add(workload.chainLength).add(workload.fusionDepth).add(nameOf(workload.launchMode));
    if (workload.threads > 0)
        line.add(workload.threads);
    else
        line.unknown();
    const Cost cost = costOf(workload);
    line.add(cost.flops.value()).add(cost.bytes.value()).add(cost.launches).add(cost.arithmeticIntensity().value());
}

void addMeasurement(CsvLine& line, const Sample& sample)
{
    line.add(sample.time.value()).add(sample.median.value()).add(sample.low.value()).add(sample.high.value());
    line.add(sample.rounds).add(sample.readings);
    const Cost cost = costOf(sample.workload);
    line.add((cost.flops / sample.time).value()).add((cost.bytes / sample.time).value());
    line.addKnown(sample.clock.value());
}

void addAnalysis(CsvLine& line, const Sample& sample, const PointAnalysis* point)
{
    line.add(toString(point != nullptr ? point->flags | sample.flags : sample.flags));
    if (point != nullptr && point->regime)
        line.add(nameOf(*point->regime));
    else
        line.unknown();
    if (point != nullptr && point->shares)
        line.add(point->shares->compute).add(point->shares->memory).add(point->shares->overhead).add(point->shares->underFilled);
    else
        line.unknown().unknown().unknown().unknown();
    if (point != nullptr && point->prediction)
        line.add(nameOf(point->prediction->limit)).add(point->prediction->time.value());
    else
        line.unknown().unknown();
}

} // namespace

std::string toCsv(std::span<const Sample> samples, std::span<const PointAnalysis> points)
{
    constexpr std::size_t likelyLineBytes = 320;
    std::string text;
    text.reserve(header.size() + samples.size() * likelyLineBytes);
    text += header;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        CsvLine line(text);
        line.add(samples[i].device);
        addWorkload(line, samples[i].workload);
        addMeasurement(line, samples[i]);
        addAnalysis(line, samples[i], i < points.size() ? &points[i] : nullptr);
        line.addKnown(i < points.size() ? points[i].referenceTime.value_or(Seconds()).value() : 0.0);
        line.add(provenanceWord(samples[i].provenance, samples[i].flags)).end();
    }
    return text;
}

} // namespace ridgepoint
