# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#
# cmake --install BUILD --prefix DIR: the programs that need no checkout, their kernels, the site if it is
# built, and the library for find_package(wb); tests/package uses it as another project would.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

get_property(chapters GLOBAL PROPERTY wb_chapters)
install(TARGETS ${chapters} 18_resources_parts doctor warplens)
set(plugins wb_recorder)
if(TARGET warplens_plugin)
  list(APPEND plugins warplens_plugin)
endif()
# Programs look for them in ../lib.
install(TARGETS ${plugins} LIBRARY DESTINATION lib)
install(DIRECTORY kernels/ DESTINATION ${CMAKE_INSTALL_DATADIR}/opencl-measured/kernels)
install(DIRECTORY ${PROJECT_BINARY_DIR}/site/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/site OPTIONAL)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/wb)
install(TARGETS wb wb_opencl wb_warnings EXPORT wbTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY common/include/wb DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT wbTargets NAMESPACE wb:: DESTINATION ${package})
set(kernels ${CMAKE_INSTALL_DATADIR}/opencl-measured/kernels)
configure_package_config_file(cmake/wbConfig.cmake.in ${PROJECT_BINARY_DIR}/wbConfig.cmake
  INSTALL_DESTINATION ${package} PATH_VARS kernels)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/wbConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/wbConfig.cmake ${PROJECT_BINARY_DIR}/wbConfigVersion.cmake
        DESTINATION ${package})
