// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/pytorch_events.h"

#include "core/session/json_reader.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <utility>

namespace ridgepoint {
namespace {

constexpr std::size_t maximumInputs = 64;
constexpr std::size_t maximumDimensions = 16;
constexpr std::size_t maximumValueText = 256;
constexpr std::size_t maximumTraceDevices = 1024;
/// The parser holds a string whole. The longest of a trace, a call's stack, has some KiB.
constexpr std::size_t maximumTraceString = std::size_t{16} << 20U;

/// Hands on the bytes of another source until a string of JSON is too long.
class ShortStrings {
public:
    explicit ShortStrings(ByteSource& source) : m_source(source) {}
    ShortStrings(const ShortStrings&) = delete;
    ShortStrings& operator=(const ShortStrings&) = delete;

    [[nodiscard]] ByteSource bytes()
    {
        return ByteSource([this](int& failure) { return next(failure); });
    }
    [[nodiscard]] bool isTooLong() const { return m_length > maximumTraceString; }

private:
    std::string_view next(int& failure)
    {
        m_source.skip(m_given);
        const std::string_view piece = m_source.atHand();
        m_given = piece.size();
        failure = m_source.failure();
        for (const char c : piece) {
            if (!m_isInString)
                m_isInString = c == '"';
            else if (m_isEscaped)
                m_isEscaped = false;
            else if (c == '\\')
                m_isEscaped = true;
            else if (c == '"')
                m_isInString = false;
            m_length = m_isInString ? m_length + 1 : 0;
            if (isTooLong()) {
                failure = EFBIG;
                return {};
            }
        }
        return piece;
    }

    ByteSource& m_source;
    std::size_t m_given = 0;
    std::size_t m_length = 0; // of the string so far
    bool m_isInString = false;
    bool m_isEscaped = false;
};

enum class Field {
    None,
    Phase,
    Category,
    Name,
    Start,
    Duration,
    Process,
    Thread,
    Arguments,
    Id,
    Device,
    Bytes,
    Flops,
    Gigabytes,
    Shapes,
    Types,
    Values,
};

/// A name may be another program's or an older version's way to write it.
struct NamedField {
    std::string_view name;
    Field field;
};

constexpr std::array eventFields{
    NamedField{"ph", Field::Phase},   NamedField{"cat", Field::Category},   NamedField{"name", Field::Name},
    NamedField{"ts", Field::Start},   NamedField{"dur", Field::Duration},   NamedField{"pid", Field::Process},
    NamedField{"tid", Field::Thread}, NamedField{"args", Field::Arguments},
};
constexpr std::array argumentFields{
    NamedField{"External id", Field::Id},    NamedField{"external id", Field::Id},
    NamedField{"Input Dims", Field::Shapes}, NamedField{"Input dims", Field::Shapes},
    NamedField{"Input type", Field::Types},  NamedField{"Concrete Inputs", Field::Values},
    NamedField{"device", Field::Device},     NamedField{"bytes", Field::Bytes},
    NamedField{"kernel_flop", Field::Flops}, NamedField{"kernel_num_gb", Field::Gigabytes},
};

Field fieldNamed(std::span<const NamedField> fields, std::string_view name)
{
    const auto found = std::ranges::find(fields, name, &NamedField::name);
    return found == fields.end() ? Field::None : found->field;
}

/// Versions before 2022 begin with a capital.
TraceCategory categoryNamed(std::string_view name)
{
    if (name == "cpu_op" || name == "Operator")
        return TraceCategory::Operator;
    if (name == "kernel" || name == "Kernel")
        return TraceCategory::Kernel;
    if (name == "gpu_memcpy" || name == "Memcpy")
        return TraceCategory::Copy;
    if (name == "gpu_memset" || name == "Memset")
        return TraceCategory::Fill;
    return TraceCategory::Other;
}

/// The reader's events put together to those of the trace. Where a value stands is known by how many containers are
/// open around it: 1 the file's fields, 2 elements of "traceEvents", 3 fields of an event, 4 fields of its "args", 5
/// elements of a list there, 6 lengths of a shape.
class TraceSax {
public:
    explicit TraceSax(const std::function<std::string(const TraceEvent&)>& take) : m_take(take) {}

    bool value(std::nullptr_t) { return number(std::nan("")); }
    bool value(bool flag) { return number(flag ? 1.0 : 0.0); }
    template <class Number> bool number(Number number)
    {
        takeNumber(static_cast<double>(number));
        return true;
    }
    bool text(std::string& text)
    {
        takeText(text);
        return true;
    }
    bool key(const std::string& name);
    bool open(bool isArray);
    bool close();
    void fail(Error error) { m_error = std::move(error); }

    [[nodiscard]] std::size_t events() const { return m_events; }
    [[nodiscard]] bool foundEvents() const { return m_foundEvents; }
    [[nodiscard]] const std::string& problem() const { return m_problem; }
    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }
    [[nodiscard]] std::vector<TraceDevice> takeDevices() { return std::move(m_devices); }

private:
    enum class Section { Other, Devices, Events };

    void takeNumber(double number);
    void takeText(const std::string& text);
    void setField(double number);
    /// The next element of a list of arguments; nullptr where there are more than an operator takes.
    [[nodiscard]] OperatorInput* nextInput();
    void beginEvent();
    [[nodiscard]] bool finishEvent();

    const std::function<std::string(const TraceEvent&)>& m_take;
    Section m_section = Section::Other;
    int m_depth = 0;
    std::string m_topKey;
    Field m_field = Field::None; // of the event, or of its arguments
    bool m_isInArguments = false;
    bool m_isComplete = false; // the event's phase is "X"
    TraceEvent m_event;
    std::vector<OperatorInput> m_inputs; // as many as were ever needed, so that their memory is used again
    std::size_t m_inputCount = 0;
    std::size_t m_element = 0; // of the list that is read, from 1; 0 before its first
    std::vector<TraceDevice> m_devices;
    bool m_isDeviceName = false;
    bool m_isDeviceId = false;
    std::size_t m_events = 0;
    bool m_foundEvents = false;
    std::string m_problem;
    std::optional<Error> m_error;
};

bool TraceSax::key(const std::string& name)
{
    if (m_depth == 1)
        m_topKey = name;
    else if (m_depth == 3 && m_section == Section::Events)
        m_field = fieldNamed(eventFields, name);
    else if (m_depth == 3 && m_section == Section::Devices) {
        m_isDeviceName = name == "name";
        m_isDeviceId = name == "id";
    } else if (m_depth == 4 && m_isInArguments)
        m_field = fieldNamed(argumentFields, name);
    return true;
}

bool TraceSax::open(bool isArray)
{
    ++m_depth;
    if (m_depth == 2) {
        m_section = Section::Other;
        if (isArray && m_topKey == "traceEvents")
            m_section = Section::Events;
        else if (isArray && m_topKey == "deviceProperties")
            m_section = Section::Devices;
        m_foundEvents = m_foundEvents || m_section == Section::Events;
    } else if (m_depth == 3 && m_section == Section::Events) {
        beginEvent();
    } else if (m_depth == 3 && m_section == Section::Devices && m_devices.size() < maximumTraceDevices) {
        m_devices.emplace_back();
    } else if (m_depth == 4) {
        m_isInArguments = m_section == Section::Events && m_field == Field::Arguments && !isArray;
    } else if (m_depth == 5 && m_isInArguments) {
        m_element = 0;
    } else if (m_depth == 6 && m_isInArguments && m_field == Field::Shapes) {
        if (OperatorInput* input = nextInput())
            input->shape.clear();
    } else if (m_depth == 7 && m_isInArguments && m_field == Field::Shapes && m_element > 0
               && m_element <= maximumInputs) {
        m_inputs[m_element - 1].shape.assign(1, std::nan("")); // a list of tensors
    }
    return true;
}

bool TraceSax::close()
{
    const bool isEvent = m_depth == 3 && m_section == Section::Events;
    if (m_depth == 4)
        m_isInArguments = false;
    if (m_depth == 2)
        m_section = Section::Other;
    --m_depth;
    return !isEvent || finishEvent();
}

void TraceSax::beginEvent()
{
    ++m_events;
    std::string name = std::move(m_event.name);
    name.clear();
    m_event = {};
    m_event.name = std::move(name);
    m_field = Field::None;
    m_isComplete = false;
    for (std::size_t i = 0; i < m_inputCount; ++i) {
        m_inputs[i].shape.clear();
        m_inputs[i].type = {};
        m_inputs[i].value.clear();
    }
    m_inputCount = 0;
}

bool TraceSax::finishEvent()
{
    if (!m_isComplete || m_event.category == TraceCategory::Other)
        return true;
    m_event.inputs = std::span<const OperatorInput>(m_inputs.data(), m_inputCount);
    m_problem = m_take(m_event);
    return m_problem.empty();
}

OperatorInput* TraceSax::nextInput()
{
    if (m_element == maximumInputs)
        return nullptr;
    ++m_element;
    m_inputCount = std::max(m_inputCount, m_element);
    if (m_inputs.size() < m_inputCount)
        m_inputs.resize(m_inputCount);
    return &m_inputs[m_element - 1];
}

void TraceSax::takeNumber(double number)
{
    if (m_section == Section::Devices && m_depth == 3 && m_isDeviceId && !m_devices.empty())
        m_devices.back().id = number;
    if (m_section != Section::Events)
        return;
    if ((m_depth == 3 || (m_depth == 4 && m_isInArguments)) && std::isfinite(number))
        setField(number);
    else if (m_depth == 5 && m_isInArguments)
        (void)nextInput(); // what is no list in place of a shape, or no text in place of a type or value
    else if (m_depth == 6 && m_isInArguments && m_field == Field::Shapes && m_element > 0) {
        std::vector<double>& shape = m_inputs[m_element - 1].shape;
        if (shape.size() < maximumDimensions)
            shape.push_back(number);
        else
            shape.assign(1, std::nan(""));
    }
}

void TraceSax::setField(double number)
{
    constexpr double pastIds = 18446744073709551616.0; // 2^64
    constexpr double pastDevices = 1e6;
    switch (m_field) {
    case Field::Start: m_event.start = number; break;
    case Field::Duration: m_event.duration = number; break;
    case Field::Process: m_event.process = number; break;
    case Field::Thread: m_event.thread = number; break;
    case Field::Id: m_event.id = number > 0.0 && number < pastIds ? static_cast<std::uint64_t>(number) : 0; break;
    case Field::Device: m_event.device = number >= 0.0 && number < pastDevices ? std::floor(number) : 0.0; break;
    case Field::Bytes: m_event.bytes = number; break;
    case Field::Flops: m_event.flops = number; break;
    case Field::Gigabytes: m_event.gigabytes = number; break;
    default: break;
    }
}

void TraceSax::takeText(const std::string& text)
{
    if (m_section == Section::Devices && m_depth == 3 && m_isDeviceName && !m_devices.empty())
        m_devices.back().name = text;
    if (m_section != Section::Events)
        return;
    if (m_depth == 3) {
        if (m_field == Field::Phase)
            m_isComplete = text == "X";
        else if (m_field == Field::Category)
            m_event.category = categoryNamed(text);
        else if (m_field == Field::Name)
            m_event.name = text;
    } else if (m_depth == 4 && m_isInArguments) {
        double number = 0.0; // versions before 2021 put numbers in quotes here
        const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
        if (read.ec == std::errc() && read.ptr == text.data() + text.size() && std::isfinite(number))
            setField(number);
    } else if (m_depth == 5 && m_isInArguments
               && (m_field == Field::Types || m_field == Field::Values || m_field == Field::Shapes)) {
        OperatorInput* input = nextInput();
        if (input != nullptr && m_field == Field::Types)
            input->type = elementTypeNamed(text);
        else if (input != nullptr && m_field == Field::Values && text.size() <= maximumValueText)
            input->value = text;
    }
}

Error corruptTrace(std::size_t event, const std::string& what)
{
    return {ErrorKind::Corrupt, "import.trace", "event %1 of the trace: %2", {std::to_string(event), what}};
}

} // namespace

Result<std::vector<TraceDevice>> readTraceEvents(ByteSource& source,
                                                 const std::function<std::string(const TraceEvent&)>& take)
{
    TraceSax sax(take);
    ShortStrings limited(source);
    ByteSource bytes = limited.bytes();
    const bool isWhole = readJson(bytes, sax);
    if (limited.isTooLong())
        return Error{
            ErrorKind::Corrupt,
            "import.too-large",
            "event %1 of the trace: a text in it has more than %2 MiB; export the trace again",
            {std::to_string(std::max<std::size_t>(sax.events(), 1)), std::to_string(maximumTraceString >> 20U)}};
    if (!sax.problem().empty())
        return corruptTrace(sax.events(), sax.problem());
    if (!isWhole || sax.error())
        return corruptTrace(std::max<std::size_t>(sax.events(), 1),
                            (sax.error() ? sax.error()->message() : std::string("this is not valid JSON"))
                                + "; where the file was cut off, export the trace again");
    if (!sax.foundEvents())
        return Error{ErrorKind::Corrupt,
                     "import.trace",
                     "The trace has no list \"traceEvents\"; export it with export_chrome_trace of PyTorch's profiler.",
                     {}};
    return sax.takeDevices();
}

} // namespace ridgepoint
