// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/calculator/device_card.h"
#include "app/desktop/calculator/envelope_view.h"
#include "app/desktop/calculator/own_kernel_form.h"
#include "app/desktop/calculator/own_kernels_view.h"

#include <QDialog>

#include <functional>

class QPushButton;
class QStackedWidget;
class QTabBar;

namespace ridgepoint {

class CoverPanel;

/// The calculator, beside the window: a device's numbers at the left, and with them either an estimate of a tensor's
/// work or a judgement of the user's own kernels.
class CalculatorDialog : public QDialog {
    Q_OBJECT

public:
    enum class Page { Estimate, OwnKernels };
    /// Looks up what was measured of a work on the present device.
    using Measured = std::function<std::optional<MeasuredAnswer>(const EnvelopeWork& work)>;
    /// The workload of the present device that such a work is; nothing where it cannot be measured now.
    using Measurable = std::function<std::optional<Workload>(const EnvelopeWork& work)>;

    CalculatorDialog(Measured measured, Measurable measurable, QWidget* parent);

    void showPage(Page page);
    [[nodiscard]] Page page() const;
    /// What the device card offers; `present` is the id of the present device, whose measurements stand beside
    /// estimates.
    void setDevices(std::vector<DeviceFigures> devices, const std::string& present);
    /// What the button "The selected point" takes; no device: nothing measured yet.
    void setPoint(const EnvelopeWork& work, const std::string& device, const ChosenRoofs& roofs);
    void usePoint();
    void useArticle();
    /// Takes the present device's numbers, these of its roofs, in place of another device's; numbers that were typed
    /// stay.
    void judgeByPresent(const ChosenRoofs& roofs);
    void setKernels(const std::vector<OwnKernel>& kernels);
    /// Looks again for what was measured.
    void refresh();
    /// Whether numbers and results are covered, because they tell of roofs.
    void setConcealed(bool concealed);

    [[nodiscard]] DeviceCard* deviceCard() const { return m_device; }
    [[nodiscard]] WorkForm* workForm() const { return m_work; }
    [[nodiscard]] EnvelopeView* estimateView() const { return m_estimate; }
    [[nodiscard]] OwnKernelForm* kernelForm() const { return m_kernelForm; }
    [[nodiscard]] OwnKernelsView* kernelsView() const { return m_kernels; }
    [[nodiscard]] QTabBar* tabs() const { return m_tabs; }
    [[nodiscard]] QPushButton* articleButton() const { return m_article; }
    [[nodiscard]] QPushButton* pointButton() const { return m_pointButton; }

signals:
    /// The user's kernels, after some came, went or got counts.
    void kernelsChanged(const std::vector<ridgepoint::OwnKernel>& kernels);
    void measureAsked(const ridgepoint::Workload& workload);

private:
    struct Point {
        EnvelopeWork work;
        std::string device;
        ChosenRoofs roofs;
    };

    void compose();
    void addKernels(const std::vector<OwnKernel>& kernels);

    Measured m_measured;
    Measurable m_measurable;
    std::string m_present;
    QString m_presentWords; ///< "Host CPU, measured"; empty where it has no roofs
    Point m_point;
    QTabBar* m_tabs;
    DeviceCard* m_device;
    WorkForm* m_work;
    EnvelopeView* m_estimate;
    OwnKernelForm* m_kernelForm;
    OwnKernelsView* m_kernels;
    QStackedWidget* m_forms;
    QStackedWidget* m_views;
    QWidget* m_body; ///< numbers and results
    CoverPanel* m_cover;
    QPushButton* m_article;
    QPushButton* m_pointButton;
};

} // namespace ridgepoint
