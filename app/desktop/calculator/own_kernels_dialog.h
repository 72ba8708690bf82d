// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/kernels_on_roofs.h"
#include "app/desktop/calculator/device_card.h"
#include "app/desktop/calculator/kernel_row_table.h"

#include <QDialog>

#include <optional>
#include <string>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;
class QScrollArea;

namespace ridgepoint {

class CoverPanel;
class OwnKernelDetails;
class OwnKernelForm;

/// The list of the user's own kernels, beside the window: a table of those that are chosen, below it the numbers of a
/// device, which judges all but those that ran on another one whose roofs are known, and of the selected one why and
/// what would help.
class OwnKernelsDialog : public QDialog {
    Q_OBJECT

public:
    explicit OwnKernelsDialog(QWidget* parent = nullptr);

    void setKernels(std::vector<OwnKernel> kernels);
    /// What can judge; `present` is the id of the one whose roofs the roofline shows, `unmeasured` the present device
    /// where it can be measured and has no roofs yet, else nameless.
    void setDevices(std::vector<DeviceFigures> devices, const std::string& present, const DeviceInfo& unmeasured = {});
    /// Under whose roofs the roofline draws kernels.
    void setCharted(std::vector<ChartedDevice> charted);
    /// Takes the present device's numbers, these of its roofs, in place of another device's; numbers that were typed
    /// stay.
    void judgeByPresent(const ChosenRoofs& roofs);
    /// Selects the row that shows a kernel of the list; none where no row does.
    void select(std::optional<std::size_t> kernel);
    /// Whether all of it is covered, because verdicts tell of roofs.
    void setConcealed(bool concealed);

    [[nodiscard]] KernelRowTable* rows() const { return m_rows; }
    [[nodiscard]] QTableView* table() const { return m_rows->view(); }
    [[nodiscard]] OwnKernelModel* model() const { return m_rows->model(); }
    /// How many of those that take longest are shown.
    [[nodiscard]] QComboBox* longest() const { return m_longest; }
    [[nodiscard]] QCheckBox* grouped() const { return m_grouped; }
    /// By which device the list judges; what is missing where it cannot.
    [[nodiscard]] const QLabel* note() const { return m_note; }
    /// Which device's kernels are not judged, or stand in no roofline; hidden where there are none.
    [[nodiscard]] const QLabel* offer() const { return m_offer; }
    [[nodiscard]] QPushButton* compareButton() const { return m_compare; }
    /// Measures this machine, on which the kernels ran.
    [[nodiscard]] QPushButton* measureButton() const { return m_measure; }
    [[nodiscard]] DeviceCard* deviceCard() const { return m_device; }
    [[nodiscard]] OwnKernelDetails* details() const { return m_details; }
    /// In place of the details while not one kernel is selected.
    [[nodiscard]] const QLabel* placeholder() const { return m_placeholder; }
    [[nodiscard]] OwnKernelForm* form() const { return m_form; }
    [[nodiscard]] QPushButton* addButton() const { return m_add; }
    [[nodiscard]] QPushButton* editButton() const { return m_edit; }
    [[nodiscard]] QPushButton* removeButton() const { return m_remove; }
    [[nodiscard]] QPushButton* copyButton() const { return m_copy; }

signals:
    /// The list after some came, went or were changed; `what` names the step: "removing 2 kernels".
    void kernelsChanged(const std::vector<ridgepoint::OwnKernel>& kernels, const QString& what);
    /// The user filters, groups or asks for more of them.
    void choiceChanged(const ridgepoint::KernelChoice& choice);
    /// The user selected the row of this kernel, or of none alone.
    void selected(std::optional<std::size_t> kernel);
    /// The device of this id is to be compared with the window's.
    void compareAsked(const std::string& id);
    /// The present device is to be measured.
    void measureAsked();
    /// Kernels of files are wanted.
    void importAsked();

protected:
    /// Delete and Enter in the table.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void composeChoice();
    [[nodiscard]] QWidget* composeOffer();
    [[nodiscard]] QWidget* composeButtons();
    void connectParts();
    void choose();
    /// Where no device is chosen and no number typed: the present one, else the first that ran kernels of the list.
    void chooseUsualDevice();
    void onSelectionChanged();
    void onDeviceChanged();
    void showSelected();
    void showOffer();
    [[nodiscard]] QString noteWords() const;
    /// Which device judges the selected kernel, or all of them.
    [[nodiscard]] QString judgeWords() const;
    /// The device of which the offer is (ranOn()); empty for none.
    [[nodiscard]] std::string offeredDevice() const;
    /// Whether kernels that ran on a device of this name are not judged.
    [[nodiscard]] bool isUnjudged(const std::string& name) const { return model()->judgeOf(name) == nullptr; }
    /// Whether kernels of that name ran on the present device, which has no roofs yet.
    [[nodiscard]] bool isOfThisMachine(const std::string& name) const;
    /// The device that files name so where comparing with it would bring its kernels into the roofline; else null.
    [[nodiscard]] const DeviceFigures* comparable(const std::string& name) const;
    [[nodiscard]] QString placeholderWords() const;
    /// Whose kernels are not judged, and what to do.
    [[nodiscard]] QString unjudgedWords(const std::string& name) const;
    void add(const std::vector<OwnKernel>& kernels);
    void replaceSelected(const OwnKernel& kernel);
    void removeSelected();
    void takeCounts(Flops perLaunch, Bytes perLaunchMoved);

    /// The device that the window shows, and those beside it.
    struct Present {
        std::string id;
        QString words;         ///< "Host CPU, measured"; empty where it has no roofs
        DeviceInfo unmeasured; ///< it where it can be measured and has no roofs yet, else nameless
        std::vector<ChartedDevice> charted;
    };

    Present m_present;
    bool m_following = false; ///< the selection changes, but not by the user
    KernelRowTable* m_rows;
    QComboBox* m_longest;
    QCheckBox* m_grouped;
    QLabel* m_note;
    QLabel* m_offer;
    QPushButton* m_compare;
    QPushButton* m_measure;
    DeviceCard* m_device;
    OwnKernelDetails* m_details;
    QScrollArea* m_detailsView; ///< scrolls the details
    QLabel* m_placeholder;
    OwnKernelForm* m_form;
    QWidget* m_body; ///< all of it
    CoverPanel* m_cover;
    QPushButton* m_add;
    QPushButton* m_edit;
    QPushButton* m_remove;
    QPushButton* m_copy;
};

} // namespace ridgepoint
