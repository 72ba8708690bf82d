// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/importing/kernel_guide.h"

#include "app/charts/data/kernels_on_roofs.h"
#include "app/charts/data/own_kernels.h"
#include "app/charts/data/reference_device.h"
#include "app/charts/draw/roofline_chart.h"
#include "app/charts/style/format.h"
#include "app/charts/style/texts.h"
#include "app/desktop/base/message_strip.h"
#include "app/desktop/session/cursor.h"
#include "app/desktop/session/device_list.h"
#include "app/desktop/session/session_store.h"

#include <algorithm>
#include <utility>

namespace ridgepoint {
namespace {

QString kernelCount(std::size_t count) { return Format().whole(static_cast<std::int64_t>(count)); }

/// What a kernel is known by while the user types its counts.
std::tuple<std::string, std::string, double> kernelKeyOf(const OwnKernel& kernel)
{
    return {kernel.name, kernel.source, kernel.time.value()};
}

QString devicesNamed(const std::set<std::string>& devices)
{
    constexpr qsizetype mostNamed = 3;
    QStringList words;
    for (const std::string& device : devices) {
        if (words.size() == mostNamed)
            return KernelGuide::tr("%1 and %2 more")
                .arg(words.join(QStringLiteral(", ")), kernelCount(devices.size() - std::size_t{mostNamed}));
        words << (device == unnamedGpu ? KernelGuide::tr("a GPU that the file does not name")
                  : device.empty()     ? KernelGuide::tr("a processor that the file does not name")
                                       : text(device));
    }
    return words.join(QStringLiteral(", "));
}

} // namespace

KernelGuide::KernelGuide(const LiveSession& session, Cursor& cursor, const SessionStore& store,
                         const RooflineChart& roofline, MessageStrip& strip, QObject* parent)
    : QObject(parent), m_session(session), m_cursor(cursor), m_roofline(roofline), m_strip(strip)
{
    connect(&session, &LiveSession::replaced, this, [this] {
        m_strip.dismiss(m_told.value(0));
        m_told.clear();
    });
    connect(&store, &SessionStore::opened, this, [this] {
        m_added.reset();
        const Notice notice = noticeOfSession();
        m_told = notice.read();
        if (notice.words.isEmpty())
            return;
        m_strip.tell(Severity::Warning, notice.words, notice.first.words, notice.first.act,
                     {.text = notice.second.words, .act = notice.second.act, .isClosing = false});
        emit rooflineAsked();
    });
    for (const auto change :
         {&LiveSession::devicesChanged, &LiveSession::roofsChanged, &LiveSession::ownKernelsChanged})
        connect(&session, change, this, &KernelGuide::refresh);
    connect(&cursor, &Cursor::mapChanged, this, &KernelGuide::refresh);
}

bool KernelGuide::hasRoofs() const { return m_cursor.roofs() != nullptr && !m_cursor.roofs()->roofs.empty(); }

/// Whether roofs of a device that files name so were measured in the session, or are drawn.
bool KernelGuide::hasRoofsOf(const std::string& name) const
{
    if (hasRoofs() && isDeviceCalled(m_cursor.deviceInfo(), name))
        return true;
    const auto isMeasured = [&](const RoofSet& roofs) {
        const DeviceInfo* device = m_session.device(roofs.device);
        return device != nullptr && isDeviceCalled(*device, name);
    };
    return std::ranges::any_of(m_session.frame().roofs, isMeasured)
        || std::ranges::any_of(m_roofline.input().overlays,
                               [&](const Overlay& beside) { return isDeviceCalled(beside.snapshot->device, name); });
}

KernelGuide::Standing KernelGuide::standingOf(const std::vector<OwnKernel>& kernels) const
{
    const DeviceInfo& window = m_cursor.deviceInfo();
    const bool isReference = m_session.reference(m_cursor.device()) != nullptr;
    Standing standing{.all = kernels.size()};
    std::set<std::string> bare;
    for (const OwnKernel& kernel : kernels) {
        if (!hasPlaceOnRoofline(kernel))
            continue;
        ++standing.placed;
        const std::string& name = kernel.device;
        if (name.empty()) { // typed, it stands under any roofs; of a file it is the measured processor's
            const bool isHere = kernel.source.empty() || (window.kind == DeviceKind::Cpu && !isReference);
            if (!isHere)
                standing.elsewhere.insert(name);
            standing.away += isHere ? 0 : 1;
            standing.bare += isHere && !hasRoofs() ? 1 : 0;
            continue;
        }
        if (!standing.here.contains(name) && !standing.elsewhere.contains(name) && !bare.contains(name))
            (hasRoofsOf(name) ? standing.here : isDeviceCalled(window, name) ? bare : standing.elsewhere).insert(name);
        standing.away += standing.elsewhere.contains(name) ? 1 : 0;
        standing.bare += bare.contains(name) ? 1 : 0;
    }
    standing.ranElsewhere = static_cast<std::size_t>(std::ranges::count_if(kernels, [&](const OwnKernel& kernel) {
        return (!kernel.device.empty() || !kernel.source.empty()) && standing.elsewhere.contains(kernel.device);
    }));
    standing.isMeasurable = standing.bare > 0 && window.available;
    return standing;
}

/// Where on the roofline they are to be looked for.
QString KernelGuide::wordsOf(const Standing& standing, const Offer& offer) const
{
    const bool isOne = standing.all == 1;
    if (standing.placed == 0)
        return isOne ? tr("Without FLOP and bytes it has no place on the roofline.")
                     : tr("Without FLOP and bytes they have no place on the roofline.");
    const auto subject = [&](std::size_t count, const QString& one, const QString& all, const QString& oneOf,
                             const QString& someOf) {
        return count == standing.all ? (isOne ? one : all) : count == 1 ? oneOf : someOf.arg(kernelCount(count));
    };
    QStringList sentences;
    if (const std::size_t drawn = standing.placed - standing.bare - standing.away; drawn > 0) {
        const QString who = subject(drawn, tr("It stands"), tr("They stand"), tr("1 of them stands"),
                                    tr("%1 of them stand"));
        const QString where = standing.here.empty() ? tr("on the roofline")
                                                    : tr("under the roofs of %1").arg(devicesNamed(standing.here));
        const bool lackTheOthers = standing.placed < standing.all && drawn == standing.placed;
        sentences << (lackTheOthers ? tr("%1 %2; the others lack FLOP or bytes.") : tr("%1 %2.")).arg(who, where);
    }
    if (standing.bare > 0) {
        if (standing.placed < standing.all && standing.bare == standing.placed)
            sentences << (standing.bare == 1 ? tr("1 of them has FLOP and bytes.")
                                             : tr("%1 of them have FLOP and bytes.").arg(kernelCount(standing.bare)));
        sentences << tr("The roofs of %1 are not measured yet.").arg(deviceWords(m_cursor.deviceInfo()));
    }
    if (standing.away > 0) {
        const QString who = subject(standing.ranElsewhere, tr("It ran"), tr("They ran"), tr("1 of them ran"),
                                    tr("%1 of them ran"));
        const QString whom = standing.away < standing.ranElsewhere ? tr("%1 of them").arg(kernelCount(standing.away))
                           : standing.away == 1                    ? tr("its place")
                                                                   : tr("them");
        const QString how = standing.elsewhere.size() == 1 && !offer.how.isEmpty()
                              ? tr("; %1 to see %2").arg(offer.how, whom)
                              : QString();
        sentences << tr("%1 on %2, whose roofs are not shown%3.").arg(who, devicesNamed(standing.elsewhere), how);
    }
    return sentences.join(QLatin1Char(' '));
}

/// What the window can do itself comes first.
KernelGuide::Offer KernelGuide::offerFor(const Standing& standing)
{
    if (standing.isMeasurable)
        return {tr("Measure this machine"), [this] { emit measureAsked(); }};
    for (const DeviceInfo& device : m_session.devices()) // of which the window shows another
        if (device.available && std::ranges::any_of(standing.elsewhere, [&](const std::string& name) {
                return isDeviceCalled(device, name);
            }))
            return {tr("Measure this machine"),
                    [this, id = device.id] {
                        m_cursor.setDevice(id);
                        emit userMoved();
                        emit measureAsked();
                    },
                    tr("measure this machine")};
    for (const std::string& name : standing.elsewhere) {
        const ReferencePointer known = referenceCalled(name);
        if (known == nullptr)
            continue;
        const QString words = QStringLiteral("%1, %2").arg(text(known->device.name), provenanceWord(known->provenance));
        const std::string id = known->device.id;
        if (!m_session.frame().roofs.empty())
            return {standing.elsewhere.size() == 1 && known->provenance == Provenance::Datasheet
                        ? tr("Compare with its datasheet")
                        : tr("Compare with %1").arg(words),
                    [this, id] { emit compareAsked(id); }, tr("compare with it")};
        return {tr("Show them under %1").arg(words),
                [this, id] {
                    m_cursor.setDevice(id);
                    emit userMoved();
                },
                tr("show its roofs")};
    }
    const auto isNamed = [](const std::string& name) { return !name.empty() && name != unnamedGpu; };
    if (std::ranges::any_of(standing.elsewhere, isNamed))
        return {tr("Compare with a session…"), [this] { emit sessionsAsked(); }, tr("compare with a session of it")};
    return {};
}

KernelGuide::Offer KernelGuide::listOffer(const QString& words)
{
    return {words, [this] { emit listAsked(); }};
}

std::vector<OwnKernel> KernelGuide::kernelsLike(const Added& added) const
{
    std::vector<OwnKernel> alike;
    for (const OwnKernel& kernel : m_session.frame().ownKernels)
        if (added.keys.contains(kernelKeyOf(kernel)))
            alike.push_back(kernel);
    return alike;
}

KernelGuide::Notice KernelGuide::noticeOf(const Added& added)
{
    std::vector<OwnKernel> kernels = kernelsLike(added);
    if (kernels.size() <= added.before)
        return {};                    // undone, or removed from the list
    if (kernels.size() > added.count) // the latest are those that were added
        kernels.erase(kernels.begin(), kernels.end() - static_cast<std::ptrdiff_t>(added.count));
    const Standing standing = standingOf(kernels);
    Offer offer = offerFor(standing);
    const QString words = tr("%1. %2").arg(added.what, wordsOf(standing, offer));
    return {words, listOffer(tr("Show them")), std::move(offer)};
}

void KernelGuide::tellAdded(const std::vector<OwnKernel>& kernels, const QString& what)
{
    if (const QString before = told(); !m_added || m_strip.text() != before)
        m_strip.dismiss(before); // an answer takes the place of another that is shown
    Added added{.keys = {}, .count = kernels.size(), .before = 0, .what = what};
    for (const OwnKernel& kernel : kernels)
        added.keys.insert(kernelKeyOf(kernel));
    const std::size_t alike = kernelsLike(added).size();
    added.before = alike - std::min(alike, kernels.size());
    const Notice notice = noticeOf(added);
    m_added = std::move(added);
    m_told = notice.read();
    m_strip.answer(notice.words, notice.first.words, notice.first.act,
                   {.text = notice.second.words, .act = notice.second.act, .isClosing = false});
    if (std::ranges::any_of(kernels, hasPlaceOnRoofline))
        emit rooflineAsked();
}

KernelGuide::Notice KernelGuide::noticeOfSession()
{
    const std::vector<OwnKernel>& kernels = m_session.frame().ownKernels;
    if (kernels.empty() || !m_session.frame().roofs.empty())
        return {};
    const Standing standing = standingOf(kernels);
    if (standing.placed > 0 && standing.bare == 0 && standing.away == 0)
        return {}; // another device is shown, or compared, that has their roofs
    const QString count = kernels.size() == 1
                            ? tr("This session has 1 kernel of your own.")
                            : tr("This session has %1 kernels of your own.").arg(kernelCount(kernels.size()));
    Offer offer = offerFor(standing);
    const QString words = count + QLatin1Char(' ') + wordsOf(standing, offer);
    if (offer.words.isEmpty())
        return {words, listOffer(tr("Show the list"))};
    return {words, std::move(offer), listOffer(tr("Show the list"))};
}

QString KernelGuide::told() const
{
    const QString words = m_told.value(0);
    return !words.isEmpty() && m_strip.holds(words) ? words : QString();
}

void KernelGuide::refresh()
{
    const QString shown = told();
    if (shown.isEmpty()) { // nothing is told, or it was closed or acted on
        m_told.clear();
        return;
    }
    const Notice now = m_added ? noticeOf(*m_added) : noticeOfSession();
    if (now.read() == m_told)
        return;
    m_told = now.read();
    if (now.words.isEmpty())
        m_strip.dismiss(shown);
    else
        m_strip.reword(shown, now.words, now.first.words, now.first.act,
                       {.text = now.second.words, .act = now.second.act, .isClosing = false});
}

} // namespace ridgepoint
