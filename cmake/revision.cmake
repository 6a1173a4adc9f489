# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
# Writes OUT with the git revision of SOURCE, touching it only when the text changes.
execute_process(COMMAND git -C ${SOURCE} rev-parse --short HEAD OUTPUT_VARIABLE rev
                OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
  set(rev "unknown")
else()
  execute_process(COMMAND git -C ${SOURCE} status --porcelain --untracked-files=no
                  OUTPUT_VARIABLE changes ERROR_QUIET)
  if(changes)
    string(APPEND rev "-dirty")
  endif()
endif()
set(text "// Written by cmake/revision.cmake.\n#pragma once\nnamespace wb {\ninline constexpr const char* kRevision = \"${rev}\";\n}  // namespace wb\n")
set(old "")
if(EXISTS ${OUT})
  file(READ ${OUT} old)
endif()
if(NOT old STREQUAL text)
  file(WRITE ${OUT} "${text}")
endif()
