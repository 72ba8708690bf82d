// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/format.h"
#include "app/desktop/calculator/calculator_words.h"
#include "app/desktop/session/cursor.h"
#include "core/analysis/calculator.h"

#include <QFrame>
#include <QString>

#include <array>
#include <optional>
#include <string>
#include <vector>

class QComboBox;
class QGridLayout;
class QLabel;

namespace ridgepoint {

/// A device by its numbers, wherever they come from: what a calculation starts from.
struct DeviceFigures {
    std::string id; ///< tells it from the others of a list
    QString name;
    DeviceKind kind = DeviceKind::Cpu; ///< which decides what a chain costs once
    Provenance provenance = Provenance::Measured;
    QString source; ///< title and address; empty where it was measured here
    RoofSet roofs;
    DeviceInfo device; ///< nameless where the numbers are of no device in particular
};

/// The id of the article's example.
inline constexpr const char* articleId = "article";

/// The A100 of the article's example, as it states it: 1.5 TB/s and 19.5 TFLOP/s.
[[nodiscard]] DeviceFigures articleFigures();
/// The id that a measured device has in such a list.
[[nodiscard]] std::string figuresId(const std::string& device, int threads);
/// Every device of which the window knows roofs: the present one first, then the others
/// measured, the article's example, what is published, and datasheets.
[[nodiscard]] std::vector<DeviceFigures> deviceFigures(const LiveSession& session, const Cursor& cursor);

class QuantityField;

/// Which of a device's roofs a calculation takes; "" for none.
struct ChosenRoofs {
    std::string bandwidth;
    std::string compute;
    std::string launch;          ///< "none" where launches cost nothing
    bool ofOneLaunch = false;    ///< the work is one launch out of a chain: what a chain costs once is no part of it
    double typedBandwidth = 0.0; ///< B/s in place of the roof; 0 for the roof
    double typedLaunch = 0.0;    ///< seconds a launch in place of the roof; 0 for the roof
};

/// The three numbers of a device: chosen from what is known of one, or typed. Beside each stands where it comes from.
class DeviceCard : public QFrame {
    Q_OBJECT

public:
    explicit DeviceCard(QWidget* parent = nullptr);

    /// What can be chosen; the choice stays where it is still there, and follows its roofs.
    void setDevices(std::vector<DeviceFigures> devices);
    /// Takes the numbers of a device; a roof that it does not have takes the first of the kind.
    void choose(const std::string& id, const ChosenRoofs& roofs = {});
    /// Takes all numbers out, so that no device is chosen.
    void clear();
    /// Whether no device is chosen and no number typed.
    [[nodiscard]] bool isEmpty() const;
    /// Nothing while a number cannot be read.
    [[nodiscard]] std::optional<EnvelopeDevice> device() const;
    /// The device whose numbers all three still are; empty once one was typed.
    [[nodiscard]] std::string chosen() const;
    /// "Host CPU · 2 threads, measured", or that the numbers are typed.
    [[nodiscard]] QString words() const;
    /// The numbers with whose they are and whose launches, to judge kernels by.
    [[nodiscard]] JudgingDevice judging() const;
    /// The same of every device that can be chosen but the article's example, in the order of `named`: by the compute
    /// roof and the launches that are chosen here, or the usual ones. Those that lack a number are left out.
    [[nodiscard]] std::vector<JudgingDevice> others() const;
    /// The device that a driver or profiler calls so: measured, by its datasheet or published, but for the article's
    /// example; null where none is known.
    [[nodiscard]] const DeviceFigures* named(const std::string& name) const;
    /// Title and address of the present numbers; empty where they were measured here or typed.
    [[nodiscard]] QString source() const;
    [[nodiscard]] QComboBox* devices() const { return m_devices; }
    [[nodiscard]] QuantityField* bandwidth() const { return m_figures[0].field; }
    [[nodiscard]] QuantityField* compute() const { return m_figures[1].field; }
    [[nodiscard]] QuantityField* launch() const { return m_figures[2].field; }
    /// The choice of roof beside a field: 0 bandwidth, 1 compute, 2 launch.
    [[nodiscard]] QComboBox* roofs(std::size_t figure) const { return m_figures[figure].roofs; }

signals:
    void changed();

private:
    struct Figure {
        RoofKind kind = RoofKind::Bandwidth;
        QuantityField* field = nullptr;
        QComboBox* roofs = nullptr;
    };

    void addFigure(QGridLayout& grid, std::size_t index, const QString& name, const QString& tip);
    void fillRoofs(Figure& figure, const std::string& wanted);
    void take(Figure& figure);
    /// Puts a number into a figure as if it had been typed; 0 leaves the roof's.
    void type(Figure& figure, double value);
    [[nodiscard]] const DeviceFigures* current() const;

    Format m_format;
    std::vector<DeviceFigures> m_known;
    QComboBox* m_devices;
    std::array<Figure, 3> m_figures;
    bool m_ofOneLaunch = false; ///< as it was chosen; who picks a launch cost by hand means a chain
};

} // namespace ridgepoint
