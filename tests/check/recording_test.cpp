// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// What a recorded order of calls promises, on recordings written by hand.
#include "wb/recording.hpp"

#include <gtest/gtest.h>

#include "wb/error.hpp"

namespace {

using wb::parse_recording;
using wb::Promises;

std::string command(int queue, const std::string& waits = "0", const std::string& kind = "kernel",
                    bool blocking = false) {
  return "command " + kind + " " + std::to_string(queue) + (blocking ? " 1" : " 0") + " 0 8 64 " +
         waits + " 1 0\n";
}
const std::string kTwo = "buffer 8\nqueue 0\nqueue 0\n", kOut = "buffer 8\nqueue 1\nqueue 1\n";

TEST(Promises, InOrderQueuePromisesOrder) {
  const Promises one(parse_recording(kTwo + command(0) + command(0) + command(1)));
  EXPECT_TRUE(one.before(0, 1));
  EXPECT_FALSE(one.before(1, 0));
  EXPECT_FALSE(one.before(0, 2));
  EXPECT_EQ(one.why(0, 1), "both are in one in-order queue");
}

TEST(Promises, WaitListsReachThroughOtherCommands) {
  const Promises chain(parse_recording(kOut + command(0) + command(1, "1 0") + command(0, "1 1")));
  EXPECT_TRUE(chain.before(0, 2));
  EXPECT_EQ(chain.why(1, 2), "its wait list names it");
  EXPECT_EQ(chain.why(0, 2), "by way of another command: its wait list names it");
}

TEST(Promises, OutOfOrderQueueNeedsABarrier) {
  const Promises free(parse_recording(kOut + command(0) + command(0)));
  EXPECT_FALSE(free.before(0, 1));
  const Promises held(
      parse_recording(kOut + command(0) + command(0, "0", "barrier") + command(0) + command(1)));
  EXPECT_TRUE(held.before(0, 2));
  EXPECT_FALSE(held.before(0, 3));
  // A marker gathers what is before it and holds back nothing.
  const Promises marked(
      parse_recording(kOut + command(0) + command(0, "0", "marker") + command(0)));
  EXPECT_TRUE(marked.before(0, 1));
  EXPECT_FALSE(marked.before(0, 2));
}

TEST(Promises, HostThatWaitedOrdersWhatItEnqueuesLater) {
  for (const std::string& waited : {std::string("wait 1 0\n"), std::string("finish 0\n")}) {
    const Promises later(parse_recording(kTwo + command(0) + waited + command(1)));
    EXPECT_TRUE(later.before(0, 1)) << waited;
    EXPECT_TRUE(later.known_to_host(0));
    EXPECT_FALSE(later.known_to_host(1));
  }
  const Promises blocking(parse_recording(kTwo + command(0, "0", "read", true) + command(1)));
  EXPECT_TRUE(blocking.before(0, 1));
}

TEST(Promises, FindsWhatNobodyFlushed) {
  const std::string both = kTwo + command(0) + command(1, "1 0");
  EXPECT_EQ(Promises(parse_recording(both + "finish 1\n")).never_flushed(), 0);
  EXPECT_EQ(Promises(parse_recording(both + "wait 1 1\n")).never_flushed(), 0);
  EXPECT_EQ(Promises(parse_recording(both + "flush 0\nfinish 1\n")).never_flushed(), -1);
  EXPECT_EQ(Promises(parse_recording(both + "finish 0\nfinish 1\n")).never_flushed(), -1);
  EXPECT_EQ(Promises(parse_recording(both)).never_flushed(), -1) << "nobody waited yet";
}

TEST(Recording, RefusesWhatTheRecorderCannotHaveWritten) {
  for (const char* text : {"nonsense\n", "command kernel\n", "time 3 1 2\n", "wait 1 7\n",
                           "buffer 8\nqueue 0\ncommand kernel 0 0 0 0 0 1 0 0\n",
                           "wait 99999999999\n", "command kernel 0 0 0 0 0 0 1 5\n"}) {
    EXPECT_THROW(parse_recording(text), wb::Error) << text;
  }
  std::string flood;
  for (int i = 0; i < 9000; ++i) flood += "flush 0\n";
  EXPECT_THROW(parse_recording(flood), wb::Error);
}

TEST(Recording, KeepsTimes) {
  const wb::Recording one = parse_recording(kTwo + command(0) + "time 0 1000000 3000000\n");
  EXPECT_DOUBLE_EQ(one.commands[0].end_ms - one.commands[0].start_ms, 2.0);
}

}  // namespace
