// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/importing/import_preview.h"

#include "app/desktop/base/labels.h"
#include "core/session/own_kernels_csv.h"

#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QRadioButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace ridgepoint {
namespace {

constexpr double firstLongest = 20.0;
constexpr OwnKernelModel::Column columnsOfFiles[] = {
    OwnKernelModel::Name,      OwnKernelModel::File,   OwnKernelModel::Launches, OwnKernelModel::Time,
    OwnKernelModel::TimeShare, OwnKernelModel::Flop,   OwnKernelModel::L1,       OwnKernelModel::L2,
    OwnKernelModel::L3,        OwnKernelModel::Memory, OwnKernelModel::Work,     OwnKernelModel::Device};

} // namespace

ImportPreview::ImportPreview(QWidget* parent)
    : QFrame(parent),
      m_rows(
          new KernelRowTable({std::begin(columnsOfFiles), std::end(columnsOfFiles)}, tr("Kernels of the files"), this)),
      m_longest(new QDoubleSpinBox(this)),
      m_limit(makeColumnText("warning", this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    m_rows->setChoice(0, false);
    column->addWidget(m_rows, 1);
    composeChoice(*column);
    column->addWidget(m_limit);
    connect(m_rows, &KernelRowTable::filtered, this, [this] {
        if (!m_isPicked) // who filters wants what is shown, until another choice is made
            button(m_rows->filter()->text().isEmpty() ? m_proposed : Take::Shown)->setChecked(true);
        refresh();
    });
    refresh();
}

void ImportPreview::composeChoice(QVBoxLayout& column)
{
    auto* row = new QHBoxLayout;
    row->setSpacing(14);
    for (QRadioButton*& each : m_takes) {
        each = new QRadioButton(this);
        connect(each, &QRadioButton::toggled, this, [this](bool on) {
            if (on)
                refresh();
        });
        connect(each, &QRadioButton::clicked, this, [this] { m_isPicked = true; });
    }
    m_longest->setDecimals(0);
    m_longest->setAccessibleName(tr("How many of the longest"));
    m_longest->setRange(1.0, static_cast<double>(maximumOwnKernels));
    m_longest->setValue(firstLongest);
    connect(m_longest, &QDoubleSpinBox::valueChanged, this, [this] { choose(Take::Longest); });
    row->addWidget(button(Take::All));
    row->addWidget(button(Take::Longest));
    row->addWidget(m_longest);
    row->addWidget(button(Take::Shown));
    row->addStretch();
    column.addLayout(row);
    button(Take::All)->setChecked(true);
}

void ImportPreview::setFiles(const std::vector<std::vector<OwnKernel>>& files)
{
    std::vector<OwnKernel> all;
    for (const std::vector<OwnKernel>& file : files)
        all.insert(all.end(), file.begin(), file.end());
    m_rows->setKernels(std::move(all));
    if (m_rows->model()->kernels().size() > room()) {
        const QSignalBlocker quiet(m_longest); // a proposal is no choice of the user's
        m_longest->setValue(static_cast<double>(room()));
        m_proposed = Take::Longest;
        if (!mayTake()) {
            m_isPicked = false;
            button(m_proposed)->setChecked(true);
        }
    }
    refresh();
}

void ImportPreview::setHeld(std::size_t kernels)
{
    m_held = kernels;
    refresh();
}

void ImportPreview::choose(Take take)
{
    m_isPicked = true;
    button(take)->setChecked(true);
    refresh();
}

ImportPreview::Take ImportPreview::take() const
{
    return button(Take::Longest)->isChecked() ? Take::Longest
         : button(Take::Shown)->isChecked()   ? Take::Shown
                                              : Take::All;
}

std::size_t ImportPreview::room() const { return maximumOwnKernels - std::min(m_held, maximumOwnKernels); }

std::size_t ImportPreview::chosenCount() const
{
    const auto shown = static_cast<std::size_t>(m_rows->model()->rowCount());
    switch (take()) {
    case Take::All: break;
    case Take::Longest: return std::min(shown, static_cast<std::size_t>(m_longest->value()));
    case Take::Shown: return shown;
    }
    return m_rows->model()->kernels().size();
}

bool ImportPreview::mayTake() const { return chosenCount() > 0 && chosenCount() <= room(); }

std::vector<OwnKernel> ImportPreview::chosen() const
{
    const std::vector<OwnKernel>& all = m_rows->model()->kernels();
    std::vector<std::size_t> places;
    const auto put = [&places](const ShownKernel& shown) {
        places.insert(places.end(), shown.members.begin(), shown.members.end());
    };
    switch (take()) {
    case Take::All: return all;
    case Take::Longest: {
        KernelChoice longest = m_rows->model()->choice(); // of those that the filter shows
        longest.top = static_cast<std::size_t>(m_longest->value());
        std::ranges::for_each(shownKernels(all, longest), put);
        break;
    }
    case Take::Shown:
        for (int row = 0; row < m_rows->model()->rowCount(); ++row)
            put(m_rows->model()->shown(row));
        break;
    }
    std::ranges::sort(places);
    std::vector<OwnKernel> kernels;
    kernels.reserve(places.size());
    for (const std::size_t place : places)
        kernels.push_back(all[place]);
    return kernels;
}

void ImportPreview::refresh()
{
    const std::size_t all = m_rows->model()->kernels().size();
    const auto shown = static_cast<std::int64_t>(m_rows->model()->rowCount());
    button(Take::All)->setText(tr("&All (%1)").arg(m_format.whole(static_cast<std::int64_t>(all))));
    button(Take::Longest)->setText(m_rows->filter()->text().isEmpty() ? tr("&Longest:") : tr("&Longest shown:"));
    button(Take::Shown)->setText(tr("&Shown only (%1)").arg(m_format.whole(shown)));
    const bool isTooMany = all > room();
    m_limit->setVisible(isTooMany);
    if (isTooMany)
        m_limit->setText(
            room() > 0
                ? tr("A session holds at most %1 kernels, and this one has %2: there is room for %3 more, and those "
                     "that take longest are chosen.")
                      .arg(m_format.whole(static_cast<std::int64_t>(maximumOwnKernels)),
                           m_format.whole(static_cast<std::int64_t>(m_held)),
                           m_format.whole(static_cast<std::int64_t>(room())))
                : tr("A session holds at most %1 kernels, and this one is full: remove some from the list of your "
                     "own kernels first.")
                      .arg(m_format.whole(static_cast<std::int64_t>(maximumOwnKernels))));
    emit changed();
}

} // namespace ridgepoint
