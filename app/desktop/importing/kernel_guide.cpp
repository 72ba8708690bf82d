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
    connect(&session, &LiveSession::replaced, this, [this] { m_strip.dismiss(std::exchange(m_told, QString())); });
    connect(&store, &SessionStore::opened, this, [this] {
        tell(noticeOfSession());
        if (!m_told.isEmpty())
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
    standing.isMeasurable = standing.bare > 0 && window.available;
    return standing;
}

/// Where on the roofline they are to be looked for.
QString KernelGuide::wordsOf(const Standing& standing) const
{
    const bool isOne = standing.all == 1;
    if (standing.placed == 0)
        return isOne ? tr("Without FLOP and bytes it has no place on the roofline.")
                     : tr("Without FLOP and bytes they have no place on the roofline.");
    QStringList sentences;
    if (standing.placed < standing.all)
        sentences << (standing.placed == 1 ? tr("%1 of them has FLOP and bytes, and so a place on the roofline.")
                                           : tr("%1 of them have FLOP and bytes, and so a place on the roofline."))
                         .arg(kernelCount(standing.placed));
    else if (standing.away == 0 && standing.bare == 0 && standing.here.empty())
        sentences << (isOne ? tr("It stands on the roofline.") : tr("They stand on the roofline."));
    if (!standing.here.empty())
        sentences << (isOne ? tr("It stands under the roofs of %1.") : tr("They stand under the roofs of %1."))
                         .arg(devicesNamed(standing.here));
    if (standing.bare > 0)
        sentences << tr("The roofs of %1 are not measured yet.").arg(deviceWords(m_cursor.deviceInfo()));
    if (standing.away > 0)
        sentences << (m_session.frame().roofs.empty()
                          ? tr("What ran on %1 is not drawn: this session has no roofs of it.")
                          : tr("What ran on %1 is not drawn under the roofs of another device, and this session has "
                               "none of it."))
                         .arg(devicesNamed(standing.elsewhere));
    return sentences.join(QLatin1Char(' '));
}

/// What the window can do itself comes first.
KernelGuide::Offer KernelGuide::offerFor(const Standing& standing)
{
    if (standing.isMeasurable)
        return {tr("Measure this machine"), [this] { emit measureAsked(); }};
    for (const std::string& name : standing.elsewhere) {
        const ReferencePointer known = referenceCalled(name);
        if (known == nullptr)
            continue;
        const QString words = QStringLiteral("%1, %2").arg(text(known->device.name), provenanceWord(known->provenance));
        const std::string id = known->device.id;
        if (!m_session.frame().roofs.empty())
            return {tr("Compare with %1").arg(words), [this, id] { emit compareAsked(id); }};
        return {tr("Show them under %1").arg(words), [this, id] {
                    m_cursor.setDevice(id);
                    emit userMoved();
                }};
    }
    const auto isNamed = [](const std::string& name) { return !name.empty() && name != unnamedGpu; };
    if (std::ranges::any_of(standing.elsewhere, isNamed))
        return {tr("Compare with a session…"), [this] { emit sessionsAsked(); }};
    return {};
}

void KernelGuide::tellAdded(const std::vector<OwnKernel>& kernels, const QString& what)
{
    const Standing standing = standingOf(kernels);
    const Offer offer = offerFor(standing);
    m_strip.answer(tr("%1. %2").arg(what, wordsOf(standing)), tr("Show them"), [this] { emit listAsked(); },
                   {.text = offer.words, .act = offer.act, .isClosing = false});
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
    return {count + QLatin1Char(' ') + wordsOf(standing), offerFor(standing)};
}

void KernelGuide::tell(const Notice& notice)
{
    m_told = notice.words;
    m_offered = notice.offer.words;
    if (m_told.isEmpty())
        return;
    const auto list = [this] { emit listAsked(); };
    if (m_offered.isEmpty())
        m_strip.tell(Severity::Warning, m_told, tr("Show the list"), list);
    else
        m_strip.tell(Severity::Warning, m_told, m_offered, notice.offer.act,
                     {.text = tr("Show the list"), .act = list, .isClosing = false});
}

void KernelGuide::refresh()
{
    if (m_told.isEmpty())
        return;
    if (!m_strip.holds(m_told)) { // closed, or acted on
        m_told.clear();
        return;
    }
    const Notice now = noticeOfSession();
    if (now.words == m_told && now.offer.words == m_offered)
        return;
    m_strip.dismiss(std::exchange(m_told, QString()));
    tell(now);
}

} // namespace ridgepoint
