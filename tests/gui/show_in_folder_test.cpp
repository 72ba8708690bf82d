// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/show_in_folder.h"
#include "app/desktop/base/message_strip.h"
#include "app/desktop/views/export_dialog.h"
#include "app/desktop/views/file_commands.h"
#include "tests/gui/window_support.h"

#include <QClipboard>
#include <QDBusServer>
#include <QDesktopServices>
#include <QPushButton>
#include <QToolButton>
#include <QUrl>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

/// A file manager at the other end of a bus, or one that refuses.
class FileManager : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.FileManager1")
public:
    QStringList shown;
public slots:
    void ShowItems(const QStringList& uris, const QString&) { shown = uris; }
};

} // namespace

/// Where an export went can be looked at.
class ShowInFolderTest : public FreshFolder {
    Q_OBJECT

    QList<QUrl> m_opened; ///< by the desktop

public slots:
    void open(const QUrl& url) { m_opened << url; }

private slots:
    void initTestCase()
    {
        // No session bus: a file manager of the machine that runs the tests stays closed.
        qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/ridgepoint");
    }
    void init()
    {
        FreshFolder::begin();
        m_opened.clear();
        QDesktopServices::setUrlHandler(QStringLiteral("file"), this, "open");
    }
    void cleanup() { QDesktopServices::unsetUrlHandler(QStringLiteral("file")); }

    void theFileManagerSelectsTheFile_data()
    {
        QTest::addColumn<bool>("hasManager");
        QTest::newRow("a file manager answers") << true;
        QTest::newRow("none answers, so the folder is opened") << false;
    }
    void theFileManagerSelectsTheFile()
    {
        QFETCH(bool, hasManager);
        FileManager manager;
        QDBusServer server(QStringLiteral("unix:tmpdir=%1").arg(m_folder->path()));
        server.setAnonymousAuthenticationAllowed(true);
        std::optional<QDBusConnection> other;
        connect(&server, &QDBusServer::newConnection, this, [&](const QDBusConnection& connection) {
            other = connection;
            if (hasManager)
                other->registerObject(QStringLiteral("/org/freedesktop/FileManager1"), &manager,
                                      QDBusConnection::ExportAllSlots);
        });
        const QDBusConnection bus = QDBusConnection::connectToPeer(server.address(), QStringLiteral("peer"));
        QTRY_VERIFY_WITH_TIMEOUT(other, patienceMs);
        const QString path = m_folder->filePath(QStringLiteral("a chart.pdf"));
        int failures = 0;
        showInFolder(
            path, this, [&] { ++failures; }, bus);
        QTRY_VERIFY_WITH_TIMEOUT(!manager.shown.isEmpty() || !m_opened.isEmpty(), patienceMs);
        if (hasManager)
            QCOMPARE(manager.shown, QStringList{QUrl::fromLocalFile(path).toString(QUrl::FullyEncoded)});
        else
            QCOMPARE(m_opened, QList<QUrl>{QUrl::fromLocalFile(m_folder->path())});
        QVERIFY(m_opened.isEmpty() == hasManager);
        QCOMPARE(failures, 0);
        QDBusConnection::disconnectFromPeer(QStringLiteral("peer"));
    }

    void everyExportOffersIt_data()
    {
        QTest::addColumn<int>("what");
        QTest::addColumn<QString>("name");
        QTest::newRow("a chart") << static_cast<int>(ExportWhat::Roofline) << "chart.svg";
        QTest::newRow("a chart's numbers") << static_cast<int>(ExportWhat::Map) << "numbers.csv";
        QTest::newRow("all samples") << static_cast<int>(ExportWhat::Data) << "samples.csv";
        QTest::newRow("roofs") << static_cast<int>(ExportWhat::Roofs) << "roofs.csv";
        QTest::newRow("a report") << static_cast<int>(ExportWhat::Report) << "report.html";
        QTest::newRow("a copy of the session") << static_cast<int>(ExportWhat::Session) << "copy.ridge";
        QTest::newRow("the session") << -1 << "saved.ridge";
    }
    void everyExportOffersIt()
    {
        QFETCH(int, what);
        QFETCH(QString, name);
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        const QString path = m_folder->filePath(name);
        if (what < 0)
            test.window->engine().store.saveAs(path);
        else
            test.window->files().exportTo(static_cast<ExportWhat>(what), path, {});
        MessageStrip& strip = test.window->strip();
        QTRY_VERIFY_WITH_TIMEOUT(strip.text().contains(path), patienceMs);
        QCOMPARE(strip.actionButton()->text(), QStringLiteral("Show in folder"));
        strip.closeButton()->click(); // which is no wish to see it
        QVERIFY(m_opened.isEmpty());
        if (what >= 0) {
            test.window->files().exportTo(static_cast<ExportWhat>(what), path, {});
            QTRY_VERIFY_WITH_TIMEOUT(strip.text().contains(path), patienceMs);
            strip.otherButton()->click();
            QCOMPARE(m_opened, QList<QUrl>{QUrl::fromLocalFile(path)});
            m_opened.clear();
            test.window->files().exportTo(static_cast<ExportWhat>(what), path, {});
        } else {
            test.window->engine().store.saveAs(path);
        }
        QTRY_VERIFY_WITH_TIMEOUT(strip.text().contains(path), patienceMs);
        strip.actionButton()->click();
        QTRY_COMPARE_WITH_TIMEOUT(m_opened, QList<QUrl>{QUrl::fromLocalFile(m_folder->path())}, patienceMs);
    }

    void aDialogOffersItBesideItsWords()
    {
        QWidget dialog;
        FolderButton button(&dialog);
        QVERIFY(button.isHidden());
        button.offer(m_folder->filePath(QStringLiteral("a.pdf")));
        QVERIFY(!button.isHidden());
        button.click();
        QTRY_COMPARE_WITH_TIMEOUT(m_opened, QList<QUrl>{QUrl::fromLocalFile(m_folder->path())}, patienceMs);
        button.offer({});
        QVERIFY(button.isHidden());
    }

    void theCaptionOfAChartCanBeCopied()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        const QString name = QString::fromStdString(test.window->charts().roofline()->input().snapshot->device.name);
        QTest::keyClick(test.window.get(), Qt::Key_C, Qt::ControlModifier | Qt::AltModifier);
        const QString caption = QGuiApplication::clipboard()->text();
        QVERIFY2(caption.contains(name) && caption.endsWith(QLatin1Char('.'))
                     && caption.contains(QStringLiteral("Ridgepoint " RIDGEPOINT_VERSION)),
                 qPrintable(caption));
        QCOMPARE(test.window->strip().text(), QStringLiteral("Caption copied: %1").arg(caption));
    }
};

RIDGEPOINT_GUI_TEST(ShowInFolderTest)
#include "show_in_folder_test.moc"
