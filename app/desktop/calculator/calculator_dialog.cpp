// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/calculator/calculator_dialog.h"

#include "app/desktop/base/button_keys.h"
#include "app/desktop/base/cover_panel.h"
#include "app/desktop/base/labels.h"

#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QVBoxLayout>

#include <utility>

namespace ridgepoint {
namespace {

constexpr QSize usualCalculatorSize(1040, 690);
constexpr int formWidth = 404;

} // namespace

CalculatorDialog::CalculatorDialog(Measured measured, Measurable measurable, QWidget* parent)
    : QDialog(parent),
      m_measured(std::move(measured)),
      m_measurable(std::move(measurable)),
      m_device(new DeviceCard(this)),
      m_work(new WorkForm(this)),
      m_estimate(new EnvelopeView(this))
{
    setWindowTitle(tr("Calculator"));
    letKeysPressButtons(*this);
    compose();
    const QScreen* screen = QGuiApplication::primaryScreen();
    resize(screen == nullptr ? usualCalculatorSize
                             : usualCalculatorSize.boundedTo(screen->availableGeometry().size() - QSize(24, 60)));
    connect(m_device, &DeviceCard::changed, this, &CalculatorDialog::refresh);
    connect(m_work, &WorkForm::changed, this, &CalculatorDialog::refresh);
    connect(m_article, &QPushButton::clicked, this, &CalculatorDialog::useArticle);
    connect(m_pointButton, &QPushButton::clicked, this, &CalculatorDialog::usePoint);
    connect(m_estimate, &EnvelopeView::measureAsked, this, [this] {
        const auto work = m_work->work();
        if (const auto workload = work ? m_measurable(*work) : std::nullopt)
            emit measureAsked(*workload);
    });
}

void CalculatorDialog::compose()
{
    m_article = makeButton(tr("The &article's example"),
                           tr("An A100 of 1.5 TB/s and 19.5 TFLOP/s, as in H. He's article (Alt+A)"), this);
    m_pointButton = makeButton(tr("The &selected point"),
                               tr("The point at the sliders, with the roofs that limit it (Alt+S)"), this);
    auto* top = new QHBoxLayout;
    top->addStretch();
    top->addWidget(makeLabel("muted", this, tr("Start from")));
    top->addWidget(m_pointButton);
    top->addWidget(m_article);
    auto* left = new QWidget(this);
    auto* forms = new QVBoxLayout(left);
    forms->setContentsMargins(0, 0, 0, 0);
    forms->setSpacing(10);
    forms->addWidget(m_device);
    forms->addWidget(m_work, 1);
    QScrollArea* scrolling = makeScrolling(left, tr("Numbers"), this);
    scrolling->setFixedWidth(formWidth);
    QScrollArea* results = makeScrolling(m_estimate, tr("Results"), this);
    m_body = new QWidget(this);
    auto* middle = new QHBoxLayout(m_body);
    middle->setContentsMargins(0, 0, 0, 0);
    middle->setSpacing(10);
    middle->addWidget(scrolling);
    middle->addWidget(results, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(14, 10, 14, 14);
    column->setSpacing(10);
    column->addLayout(top);
    column->addWidget(m_body, 1);
    m_cover = new CoverPanel(tr("Roofs are hidden until you have guessed."), m_body);
    setTabOrder(m_pointButton, m_article);
}

void CalculatorDialog::setConcealed(bool concealed)
{
    m_body->setEnabled(!concealed);
    m_cover->setVisible(concealed);
}

void CalculatorDialog::setDevices(std::vector<DeviceFigures> devices, const std::string& present)
{
    m_present = present;
    m_device->setDevices(std::move(devices));
    refresh();
}

void CalculatorDialog::setPoint(const EnvelopeWork& work, const std::string& device, const ChosenRoofs& roofs)
{
    m_point = {work, device, roofs};
    m_pointButton->setEnabled(!device.empty());
}

void CalculatorDialog::usePoint()
{
    if (m_point.device.empty())
        return;
    m_work->setWork(m_point.work);
    m_device->choose(m_point.device, m_point.roofs);
}

void CalculatorDialog::useArticle()
{
    m_work->setWork(articleWork());
    m_device->choose(articleId);
}

void CalculatorDialog::refresh()
{
    const auto device = m_device->device();
    const auto work = m_work->work();
    if (!device || !work) {
        m_estimate->showProblem(tr("Complete the numbers on the left."));
        return;
    }
    const bool present = !m_present.empty() && m_device->chosen() == m_present;
    m_estimate->show({*device, *work, m_device->words(), m_device->source(), present}, m_measured(*work),
                     m_measurable(*work).has_value());
}

} // namespace ridgepoint
