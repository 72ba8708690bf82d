// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/experiments/guess_input.h"

#include "app/charts/data/experiment_data.h"
#include "app/charts/draw/chart_widget.h"
#include "app/desktop/base/labels.h"
#include "app/desktop/calculator/quantity_field.h"
#include "app/desktop/experiments/curve_input.h"

#include <QAbstractItemModel>
#include <QEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

namespace ridgepoint {
namespace {

/// As high as its options are, so that none hides behind a scroll bar.
class OptionList final : public QListWidget {
public:
    using QListWidget::QListWidget;

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QListWidget::resizeEvent(event);
        doItemsLayout(); // lines break by the width
        setFixedHeight(contentsSize().height() + 2 * frameWidth());
    }
};

QString exampleOf(const std::string& unit)
{
    if (unit == "s")
        return GuessInput::tr("such as 20 ms, 3 us or 400 ns");
    if (unit == "B/s")
        return GuessInput::tr("such as 30 GB/s");
    if (unit == "FLOP/s")
        return GuessInput::tr("such as 2 TFLOP/s");
    if (unit == "x")
        return GuessInput::tr("times, such as 3 or 1/2");
    return unit == "%" ? GuessInput::tr("percent") : GuessInput::tr("such as 50 or 16 Ki");
}

} // namespace

GuessInput::GuessInput(const GuessQuestion& question, const GuessStretch& stretch, ChartWidget& chart, QWidget* parent)
    : QWidget(parent), m_kind(question.kind)
{
    QVBoxLayout* column = makeColumn(this, 6);
    if (m_kind == GuessKind::Curve) {
        m_curve = new CurveInput(question.unit, stretch, chart, this);
        connect(m_curve, &CurveInput::edited, this, &GuessInput::edited);
        connect(m_curve, &CurveInput::entered, this, &GuessInput::entered);
        column->addWidget(m_curve);
        setFocusProxy(&chart);
    } else if (asksForNumber(m_kind)) {
        makeField(question, *column);
    } else {
        makeList(question, *column);
    }
}

void GuessInput::makeField(const GuessQuestion& question, QVBoxLayout& column)
{
    m_field = new QuantityField(entryKindOf(question.unit), tr("Your guess"),
                                tr("Your guess: a number, %1").arg(exampleOf(question.unit)), this);
    m_field->requireUnit();
    m_field->edit()->setPlaceholderText(exampleOf(question.unit));
    m_field->edit()->installEventFilter(this);
    connect(m_field, &QuantityField::edited, this, [this] {
        if (m_field->shown().trimmed().isEmpty())
            m_field->clear(); // nothing is no guess, and nothing to complain of
        emit edited();
    });
    column.addWidget(m_field);
    setFocusProxy(m_field);
}

void GuessInput::makeList(const GuessQuestion& question, QVBoxLayout& column)
{
    m_list = new OptionList(this);
    m_list->setAccessibleName(tr("Your guess"));
    m_list->setProperty("role", QStringLiteral("options"));
    m_list->setWordWrap(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setSpacing(1);
    for (const LabelName& option : question.options) {
        auto* item = new QListWidgetItem(catalogueWords(option), m_list);
        item->setData(Qt::UserRole, QString::fromStdString(option.id()));
    }
    m_list->installEventFilter(this);
    column.addWidget(m_list);
    setFocusProxy(m_list);
    if (m_kind == GuessKind::Choice) {
        connect(m_list, &QListWidget::itemSelectionChanged, this, &GuessInput::edited);
        return;
    }
    m_list->setDragDropMode(QAbstractItemView::InternalMove);
    m_list->setToolTip(tr("Drag the lines, or move the selected one with Alt+↑ and Alt+↓"));
    connect(m_list->model(), &QAbstractItemModel::rowsMoved, this, [this] {
        m_isTouched = true;
        emit edited();
    });
    const auto mover = [this](const QString& sign, const QString& name, const QString& tip, int by) {
        QPushButton* button = makeButton(sign, tip, this);
        button->setAccessibleName(name);
        connect(button, &QPushButton::clicked, this, [this, by] { move(by); });
        return button;
    };
    addButtons(column, {mover(tr("↑ Up"), tr("Move up"), tr("Move the selected line up (Alt+↑)"), -1),
                        mover(tr("↓ Down"), tr("Move down"), tr("Move the selected line down (Alt+↓)"), 1)});
}

void GuessInput::move(int by)
{
    const int from = m_list->currentRow();
    const int to = from + by;
    if (from < 0 || to < 0 || to >= m_list->count())
        return;
    m_list->insertItem(to, m_list->takeItem(from));
    m_list->setCurrentRow(to);
    m_isTouched = true;
    emit edited();
}

bool GuessInput::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto& key = static_cast<const QKeyEvent&>(*event);
    const bool isArrow = key.key() == Qt::Key_Up || key.key() == Qt::Key_Down;
    if (m_kind == GuessKind::Order && isArrow && (key.modifiers() & Qt::AltModifier) != 0) {
        move(key.key() == Qt::Key_Up ? -1 : 1);
        return true;
    }
    // Without a guess too the key presses no default button of the dialog: that would measure.
    if ((key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter) && isReadable()) {
        if (guess(false))
            emit entered();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

std::optional<Guess> GuessInput::guess(bool asItStands) const
{
    if (m_field != nullptr) {
        const auto number = m_field->value();
        return number ? std::optional(Guess{.number = *number}) : std::nullopt;
    }
    if (m_curve != nullptr)
        return m_curve->sketch().empty() ? std::nullopt : std::optional(Guess{.curve = m_curve->sketch().curve()});
    Guess guess;
    const auto idOf = [](const QListWidgetItem* item) { return item->data(Qt::UserRole).toString().toStdString(); };
    if (m_kind == GuessKind::Choice) {
        for (const QListWidgetItem* item : m_list->selectedItems())
            guess.ids.push_back(idOf(item));
    } else if (m_isTouched || asItStands) {
        for (int row = 0; row < m_list->count(); ++row)
            guess.ids.push_back(idOf(m_list->item(row)));
    }
    return guess.ids.empty() ? std::nullopt : std::optional(std::move(guess));
}

bool GuessInput::isReadable() const
{
    return m_field == nullptr || m_field->value() || m_field->shown().trimmed().isEmpty();
}

} // namespace ridgepoint
