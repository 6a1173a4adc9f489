// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <string>
#include <vector>

namespace wb {

// The tracker is there in builds with the CMake option WB_TRACKER (preset dev) and nowhere else. It
// needs no call: at the program's end it names on standard error every OpenCL object that was left
// over, or released once too often, and the line of ours that made it. With WB_TRACKER_STRICT=1 in
// the environment that also makes the exit code 3. tracker.cpp says how it works.

/// An OpenCL object that the program made and has not given back, or gave back too often.
struct TrackedObject {
  std::string kind;            ///< "context", "queue", "buffer", "event", ...
  std::string made;            ///< the call: "clCreateBuffer"
  std::string where;           ///< "session.cpp:41 in wb::Session::Session(...)"
  unsigned references = 0;     ///< still held by the program
  unsigned over_released = 0;  ///< releases beyond the last reference
  /// What the driver itself counts: more where other objects hold this one. 0: it does not say.
  unsigned driver_references = 0;
};

/// Tells the tracker of an object that an extension's function has made: it sees the standard's
/// calls only. Does nothing in builds without the tracker.
void tell_tracker(const void* handle, const char* kind, const char* call);

/// What is alive now, oldest first, and whatever was released too often so far.
std::vector<TrackedObject> tracked_objects();

/// How many objects of a kind the program made so far, given back or not.
std::size_t tracked_made(const std::string& kind);

/// The report of the program's end: a line for each object, "" if all is given back.
std::string tracker_report();

/// The tracker's own; not there without it.
extern "C" __attribute__((weak)) void wb_tracker_made(const void* handle, const char* kind,
                                                      const char* call);

inline void tell_tracker(const void* handle, const char* kind, const char* call) {
  if (wb_tracker_made != nullptr) wb_tracker_made(handle, kind, call);
}

}  // namespace wb
