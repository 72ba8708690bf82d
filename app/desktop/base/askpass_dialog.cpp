// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/askpass_dialog.h"

#include "app/desktop/base/labels.h"

#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace ridgepoint {
namespace {

constexpr QSize askpassSize(620, 300);
/// A server may ask at length.
constexpr qsizetype longestPrompt = 8000;

/// Signs that cannot be seen, or that turn the order of those that can, are shown as such.
QString visiblePrompt(QString text)
{
    text.truncate(longestPrompt);
    text.remove(QLatin1Char('\r'));
    for (QChar& letter : text)
        if (letter != QLatin1Char('\n') && letter != QLatin1Char('\t')
            && (letter.category() == QChar::Other_Control || letter.category() == QChar::Other_Format))
            letter = QChar::ReplacementCharacter;
    return text;
}

AskpassDialog::Kind askedKind(const QString& prompt, const QString& hint)
{
    if (hint == QLatin1String("none"))
        return AskpassDialog::Kind::None;
    // Of a host that is met for the first time ssh takes the words yes and no.
    return hint == QLatin1String("confirm") || prompt.contains(QLatin1String("(yes/no")) ? AskpassDialog::Kind::YesNo
                                                                                         : AskpassDialog::Kind::Secret;
}

} // namespace

AskpassDialog::AskpassDialog(const QString& prompt, const QString& hint, QWidget* parent)
    : QDialog(parent),
      m_kind(askedKind(prompt, hint)),
      m_prompt(new QPlainTextEdit(this)),
      m_accept(new QPushButton(m_kind == Kind::YesNo ? tr("&Yes") : tr("&OK"), this)),
      m_reject(new QPushButton(m_kind == Kind::YesNo  ? tr("&No")
                               : m_kind == Kind::None ? tr("&Close")
                                                      : tr("&Cancel"),
                               this))
{
    setWindowTitle(tr("ssh asks"));
    resize(askpassSize);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 14, 16, 14);
    column->setSpacing(10);
    column->addWidget(makeLabel("body", this,
                                m_kind == Kind::YesNo ? tr("ssh asks before it connects. Compare a fingerprint with "
                                                           "the one that the machine's owner gives.")
                                : m_kind == Kind::None
                                    ? tr("ssh says:")
                                    : tr("ssh asks. The answer goes to ssh and is stored nowhere.")));
    m_prompt->setReadOnly(true);
    m_prompt->setTabChangesFocus(true);
    m_prompt->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont)); // of a fingerprint every letter counts
    m_prompt->setPlainText(visiblePrompt(prompt));
    m_prompt->setAccessibleName(tr("What ssh asks"));
    column->addWidget(m_prompt, 1);
    if (m_kind == Kind::Secret) {
        m_secret = new QLineEdit(this);
        m_secret->setEchoMode(QLineEdit::Password);
        m_secret->setAccessibleName(tr("Answer, hidden"));
        column->addWidget(m_secret);
    }
    auto* row = new QHBoxLayout;
    row->addStretch();
    row->addWidget(m_accept);
    row->addWidget(m_reject);
    column->addLayout(row);
    m_accept->setVisible(m_kind != Kind::None);
    m_accept->setAccessibleName(QString(m_accept->text()).remove(QLatin1Char('&')));
    m_reject->setAccessibleName(QString(m_reject->text()).remove(QLatin1Char('&')));
    // Enter must not confirm a host that nobody has looked at.
    m_accept->setAutoDefault(m_kind == Kind::Secret);
    m_accept->setDefault(m_kind == Kind::Secret);
    m_reject->setAutoDefault(m_kind != Kind::Secret);
    connect(m_accept, &QPushButton::clicked, this, &QDialog::accept);
    connect(m_reject, &QPushButton::clicked, this, &QDialog::reject);
    m_secret != nullptr ? static_cast<QWidget*>(m_secret)->setFocus() : m_reject->setFocus();
}

QString AskpassDialog::answer() const { return m_secret != nullptr ? m_secret->text() : QStringLiteral("yes"); }

int askForSsh(const QString& prompt, const QString& hint, std::FILE* answers)
{
    AskpassDialog dialog(prompt, hint);
    const bool isAccepted = dialog.exec() == QDialog::Accepted;
    const bool isRefused = !isAccepted && dialog.kind() == AskpassDialog::Kind::YesNo && hint.isEmpty();
    if (!isAccepted && !isRefused)
        return 1;
    QByteArray bytes = (isAccepted ? dialog.answer() : QStringLiteral("no")).toUtf8() + '\n';
    const bool isWritten = std::fwrite(bytes.constData(), 1, static_cast<std::size_t>(bytes.size()), answers)
                            == static_cast<std::size_t>(bytes.size())
                        && std::fflush(answers) == 0;
    bytes.fill('\0');
    return isWritten ? 0 : 1;
}

} // namespace ridgepoint
