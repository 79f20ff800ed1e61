package io.consumptionledger.benchmarks.harness;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What this JVM has used up. Thread-safe. */
public final class JvmUse {
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private static final ThreadMXBean THREADS =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  private JvmUse() {}

  /** Seconds of CPU. */
  public static double cpuSeconds() {
    return SYSTEM.getProcessCpuTime() / 1e9;
  }

  /** Bytes that the threads that live now have allocated. */
  public static double allocatedBytes() {
    double sum = 0;
    for (long bytes : THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds())) {
      sum += Math.max(0, bytes);
    }
    return sum;
  }
}
