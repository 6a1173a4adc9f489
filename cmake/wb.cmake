# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
include_guard()

# wb_optimize(source ...): host loops over data, compiled with -O2.
function(wb_optimize)
  set_property(SOURCE ${ARGN} APPEND PROPERTY COMPILE_OPTIONS -O2)
  set_property(SOURCE ${ARGN} PROPERTY SKIP_PRECOMPILE_HEADERS ON)  # theirs are compiled otherwise
endfunction()

# pocl reads its library of built-in functions anew in each process, in small pieces. With large pages and a
# heap that grows in large steps that takes little more than half the time where page faults are dear, as on a
# virtual machine. The judges set the same for what they start: child_environment in exercise.cpp.
set(wb_heap GLIBC_TUNABLES=glibc.malloc.hugetlb=1:glibc.malloc.top_pad=268435456:glibc.malloc.trim_threshold=1073741824)

# wb_test(NAME name COMMAND ... [LABELS ...] [ENVIRONMENT ...] [CACHE name])
# Every test has a time limit, after which it hangs even where sixteen share two cores, the skip code, and a
# private cache: pocl's is not safe to share cold. Tests of one CACHE share it and run one after the other.
function(wb_test)
  cmake_parse_arguments(T "" "NAME;CACHE" "COMMAND;LABELS;ENVIRONMENT" ${ARGN})
  set(dir ${T_NAME})
  if(T_CACHE)
    set(dir ${T_CACHE})
  endif()
  string(REPLACE "/" "_" dir ${dir})
  set(cache ${PROJECT_BINARY_DIR}/test-cache/${dir})
  set(ceilings ${PROJECT_BINARY_DIR}/test-cache/ceilings)  # measured once, by whichever test is first
  file(MAKE_DIRECTORY ${cache} ${ceilings})
  if(WB_TRACKER)
    list(APPEND T_ENVIRONMENT WB_TRACKER_STRICT=1)
  endif()
  add_test(NAME ${T_NAME} COMMAND ${T_COMMAND} WORKING_DIRECTORY ${cache})
  set_tests_properties(${T_NAME} PROPERTIES TIMEOUT 900 SKIP_RETURN_CODE 77
    LABELS "${T_LABELS}"
    ENVIRONMENT "POCL_CACHE_DIR=${cache};XDG_CACHE_HOME=${ceilings};${wb_heap};${T_ENVIRONMENT}")
  if(T_CACHE)
    set_tests_properties(${T_NAME} PROPERTIES RESOURCE_LOCK "${T_CACHE}")
  endif()
endfunction()

# wb_headers(name OPTIONS ... LIBS ... HEADERS ...): headers that many targets include, compiled once where
# WB_PCH is on; wb_use_headers(target name) lets a target start from them. Both need the same options.
function(wb_headers name)
  cmake_parse_arguments(H "" "" "OPTIONS;LIBS;HEADERS" ${ARGN})
  if(WB_PCH)
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/${name}.cpp CONTENT "")
    add_library(${name} OBJECT ${PROJECT_BINARY_DIR}/${name}.cpp)
    # Linked to the libraries, it would wait until they are built, and everything else for it.
    foreach(lib ${H_LIBS})
      target_include_directories(${name} PRIVATE $<TARGET_PROPERTY:${lib},INTERFACE_INCLUDE_DIRECTORIES>)
      target_compile_definitions(${name} PRIVATE $<TARGET_PROPERTY:${lib},INTERFACE_COMPILE_DEFINITIONS>)
      target_compile_options(${name} PRIVATE $<TARGET_PROPERTY:${lib},INTERFACE_COMPILE_OPTIONS>)
    endforeach()
    target_compile_options(${name} PRIVATE ${H_OPTIONS})
    target_precompile_headers(${name} PRIVATE ${H_HEADERS})
  endif()
endfunction()
function(wb_use_headers target name)
  if(TARGET ${name})
    target_precompile_headers(${target} REUSE_FROM ${name})
  endif()
endfunction()

# What every GoogleTest program links. Nothing is timed in a test, and the compiler's time counts: no
# optimisation there.
function(add_test_base)
  add_library(wb_test_base INTERFACE)
  target_link_libraries(wb_test_base INTERFACE wb wb_warnings GTest::gtest_main GTest::gmock)
  target_compile_options(wb_test_base INTERFACE -O0)
  wb_headers(wb_test_headers LIBS wb_test_base
             HEADERS <fmt/format.h> <gmock/gmock.h> <gtest/gtest.h> <nlohmann/json.hpp> <wb/exercise.hpp>)
endfunction()

# wb_gtest(name SOURCES ... [LIBS ...] [LABELS ...]) builds one GoogleTest program.
function(wb_gtest name)
  cmake_parse_arguments(G "" "" "SOURCES;LIBS;LABELS;ENVIRONMENT" ${ARGN})
  add_executable(${name} ${G_SOURCES})
  target_link_libraries(${name} PRIVATE wb_test_base ${G_LIBS})
  wb_use_headers(${name} wb_test_headers)
  wb_test(NAME ${name} COMMAND ${name} LABELS ${G_LABELS} ENVIRONMENT ${G_ENVIRONMENT})
endfunction()

# A chapter's host code loops over data: references, peers, inputs.
set(wb_chapter_options -O2)

# add_chapter(stem SOURCES ... [USES stem ...]) registers one lesson: the library that holds its
# experiments (so that tests and benchmarks launch the very same thing; USES names chapters whose variants
# it shows again), its program, and the tests that every program keeps.
function(add_chapter stem)
  cmake_parse_arguments(C "" "" "SOURCES;USES" ${ARGN})
  set(dir ${PROJECT_SOURCE_DIR}/chapters/${stem})
  list(TRANSFORM C_SOURCES PREPEND ${dir}/)
  list(TRANSFORM C_USES APPEND _variants)
  add_library(${stem}_variants STATIC ${C_SOURCES})
  target_include_directories(${stem}_variants PUBLIC ${PROJECT_SOURCE_DIR}/chapters)
  target_link_libraries(${stem}_variants PUBLIC wb ${C_USES} PRIVATE wb_warnings)
  add_executable(${stem} ${dir}/main.cpp)
  target_link_libraries(${stem} PRIVATE ${stem}_variants wb_warnings)
  if(NOT TARGET wb_chapter_headers)
    wb_headers(wb_chapter_headers OPTIONS ${wb_chapter_options} LIBS wb wb_warnings
               HEADERS <fmt/format.h> <nlohmann/json.hpp> <wb/exercise.hpp>)
  endif()
  foreach(target ${stem}_variants ${stem})
    target_compile_options(${target} PRIVATE ${wb_chapter_options})
    wb_use_headers(${target} wb_chapter_headers)
  endforeach()
  set_property(GLOBAL APPEND PROPERTY wb_chapters ${stem})
  if(WB_TESTS)
    # As a reader runs it, with fewer timed launches: it ends well, its report is there, its JSON is valid.
    wb_test(NAME chapter/${stem} COMMAND check_json $<TARGET_FILE:${stem}> --budget 0.02 LABELS chapter CACHE chapter/${stem})
    wb_test(NAME chapter/${stem}/values COMMAND ${stem} --self-test values LABELS chapter CACHE chapter/${stem})
    wb_test(NAME chapter/${stem}/race COMMAND ${stem} --self-test race LABELS race)
    wb_test(NAME chapter/${stem}/lens COMMAND ${stem} --self-test lens LABELS lens)
    if(EXISTS ${dir}/exercise.cl OR EXISTS ${dir}/exercise.cpp)
      # Every wrong answer is stopped by the judge it names, every right one passes (common/tools/check.cpp).
      wb_test(NAME exercise/${stem} COMMAND check --catalogue ${stem} LABELS exercise)
    endif()
  endif()
endfunction()
