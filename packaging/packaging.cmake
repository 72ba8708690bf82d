# SPDX-FileCopyrightText: Ridgepoint contributors
# SPDX-License-Identifier: Apache-2.0
# Where the programs and their desktop files are installed, and the packages made of them.
# `cmake --install build/release --prefix …`; `cpack -G "DEB;TGZ" --config build/release/CPackConfig.cmake`.
include(GNUInstallDirs)

find_program(GZIP_PROGRAM gzip)

# Debian keeps manual pages and change logs compressed; -n leaves the time out, so that builds repeat.
function(ridgepoint_install_compressed source name destination)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
  if(NOT GZIP_PROGRAM)
    install(FILES ${source} DESTINATION ${destination} RENAME ${name})
    return()
  endif()
  set(target ${CMAKE_BINARY_DIR}/packaging/${name}.gz)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/packaging)
  execute_process(COMMAND ${GZIP_PROGRAM} -9nc ${source} OUTPUT_FILE ${target} COMMAND_ERROR_IS_FATAL ANY)
  install(FILES ${target} DESTINATION ${destination})
endfunction()

set(documentation ${CMAKE_INSTALL_DATADIR}/doc/ridgepoint)
install(TARGETS ridgepoint-bench RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
ridgepoint_install_compressed(${PROJECT_SOURCE_DIR}/packaging/man/ridgepoint-bench.1 ridgepoint-bench.1 ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${PROJECT_SOURCE_DIR}/packaging/copyright DESTINATION ${documentation})
install(FILES ${PROJECT_SOURCE_DIR}/packaging/lintian-overrides DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides RENAME ridgepoint)
# By which a program of the user's own tells of its regions. The module works with any Python, so it is in no folder of one.
install(FILES ${PROJECT_SOURCE_DIR}/resources/ridgepoint.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${PROJECT_SOURCE_DIR}/resources/ridgepoint.py DESTINATION ${CMAKE_INSTALL_DATADIR}/ridgepoint)
# Debian reads changelog.gz, in a form of its own; what changed is for people in NEWS.gz.
configure_file(${PROJECT_SOURCE_DIR}/packaging/changelog.in ${CMAKE_BINARY_DIR}/packaging/changelog @ONLY)
ridgepoint_install_compressed(${CMAKE_BINARY_DIR}/packaging/changelog changelog ${documentation})
ridgepoint_install_compressed(${PROJECT_SOURCE_DIR}/CHANGELOG.md NEWS ${documentation})

if(TARGET ridgepoint)
  set(id org.ridgepoint.Ridgepoint)
  install(TARGETS ridgepoint RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(FILES ${PROJECT_SOURCE_DIR}/packaging/${id}.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
  install(FILES ${PROJECT_SOURCE_DIR}/packaging/${id}.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
  install(FILES ${PROJECT_SOURCE_DIR}/packaging/${id}.mime.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages RENAME ${id}.xml)
  install(FILES ${PROJECT_SOURCE_DIR}/resources/icons/ridgepoint.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps
    RENAME ${id}.svg)
  ridgepoint_install_compressed(${PROJECT_SOURCE_DIR}/packaging/man/ridgepoint.1 ridgepoint.1 ${CMAKE_INSTALL_MANDIR}/man1)
  # The guide for who has no window open; an instrumented program would end its drawing with reports on Qt.
  if(NOT RIDGEPOINT_SANITIZE)
    set(guide ${CMAKE_BINARY_DIR}/packaging/guide.html)
    add_custom_command(OUTPUT ${guide} COMMAND ridgepoint guide ${guide} DEPENDS ridgepoint VERBATIM)
    add_custom_target(ridgepoint_guide_html ALL DEPENDS ${guide})
    install(FILES ${guide} DESTINATION ${documentation})
  endif()
endif()

set(CPACK_GENERATOR "DEB;TGZ")
set(CPACK_PACKAGE_NAME ridgepoint)
set(CPACK_PACKAGE_VENDOR "Ridgepoint contributors")
set(CPACK_PACKAGE_CONTACT "Ridgepoint contributors <contributors@ridgepoint.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "measure the roofs and regimes of a machine")
set(CPACK_PACKAGE_DESCRIPTION "Ridgepoint measures which regime a workload is in: bound by compute, by memory
bandwidth or by overhead. A window draws rooflines, regime maps and sweep
curves while they are measured; ridgepoint-bench measures without one.")
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/packages)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Loaded while the program runs, where it is there: what products and operators of the experiments are compared with.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libdnnl2 | libdnnl3")
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
include(CPack)
