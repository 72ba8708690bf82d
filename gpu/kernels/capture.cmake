# SPDX-FileCopyrightText: Ridgepoint contributors
# SPDX-License-Identifier: Apache-2.0
# cmake -DLOG=FILE -P capture.cmake -- COMMAND…: runs the command and writes what it says on standard error to FILE;
# shows it too when the command fails.
set(command)
set(after_dashes FALSE)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(i RANGE ${last})
  if(after_dashes)
    list(APPEND command "${CMAKE_ARGV${i}}")
  elseif(CMAKE_ARGV${i} STREQUAL "--")
    set(after_dashes TRUE)
  endif()
endforeach()
execute_process(COMMAND ${command} RESULT_VARIABLE status ERROR_VARIABLE said)
file(WRITE ${LOG} "${said}")
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${said}\n${command} ended with ${status}")
endif()
