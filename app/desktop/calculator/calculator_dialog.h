// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/calculator/device_card.h"
#include "app/desktop/calculator/envelope_view.h"

#include <QDialog>

#include <functional>

class QPushButton;

namespace ridgepoint {

class CoverPanel;

/// The calculator, beside the window: a device's numbers and the work on a tensor at the left, and an estimate of how
/// long that takes.
class CalculatorDialog : public QDialog {
    Q_OBJECT

public:
    /// Looks up what was measured of a work on the present device.
    using Measured = std::function<std::optional<MeasuredAnswer>(const EnvelopeWork& work)>;
    /// The workload of the present device that such a work is; nothing where it cannot be measured now.
    using Measurable = std::function<std::optional<Workload>(const EnvelopeWork& work)>;

    CalculatorDialog(Measured measured, Measurable measurable, QWidget* parent);

    /// What the device card offers; `present` is the id of the present device, whose measurements stand beside
    /// estimates.
    void setDevices(std::vector<DeviceFigures> devices, const std::string& present);
    /// What the button "The selected point" takes; no device: nothing measured yet.
    void setPoint(const EnvelopeWork& work, const std::string& device, const ChosenRoofs& roofs);
    void usePoint();
    void useArticle();
    /// Looks again for what was measured.
    void refresh();
    /// Whether numbers and results are covered, because they tell of roofs.
    void setConcealed(bool concealed);

    [[nodiscard]] DeviceCard* deviceCard() const { return m_device; }
    [[nodiscard]] WorkForm* workForm() const { return m_work; }
    [[nodiscard]] EnvelopeView* estimateView() const { return m_estimate; }
    [[nodiscard]] QPushButton* articleButton() const { return m_article; }
    [[nodiscard]] QPushButton* pointButton() const { return m_pointButton; }

signals:
    void measureAsked(const ridgepoint::Workload& workload);

private:
    struct Point {
        EnvelopeWork work;
        std::string device;
        ChosenRoofs roofs;
    };

    void compose();

    Measured m_measured;
    Measurable m_measurable;
    std::string m_present;
    Point m_point;
    DeviceCard* m_device;
    WorkForm* m_work;
    EnvelopeView* m_estimate;
    QWidget* m_body; ///< numbers and results
    CoverPanel* m_cover;
    QPushButton* m_article;
    QPushButton* m_pointButton;
};

} // namespace ridgepoint
