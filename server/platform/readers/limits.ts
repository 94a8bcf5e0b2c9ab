export interface Limits {
  /** Milliseconds that a task may work. */
  patience: number;
  /**
   * Bytes by which the process may grow meanwhile. A thread's heap has a limit of its own; this is for memory outside
   * it.
   */
  growth: number;
}

const LOOK_EVERY = 50;
/** On a busy machine a task gets this many times its patience in wall-clock time. */
const STARVED = 5;

/**
 * Looks after a task from the moment it begins, and calls `end` when it has had its time or its memory. Time counts by
 * the clock and by the processor, the longer of both: a machine busy with something else must not make a good bill a
 * refused one. Answers how to stop.
 */
export function watch(began: Int32Array, { patience, growth }: Limits, end: () => void): () => void {
  let start: { at: number; cpu: NodeJS.CpuUsage; size: number } | undefined;
  const look = (): void => {
    if (Atomics.load(began, 0) === 0) return;
    start ??= { at: performance.now(), cpu: process.cpuUsage(), size: process.memoryUsage.rss() };
    const passed = performance.now() - start.at;
    const { user, system } = process.cpuUsage(start.cpu);
    const worked = (user + system) / 1_000;
    if (
      Math.min(passed, Math.max(worked, passed / STARVED)) >= patience ||
      process.memoryUsage.rss() - start.size > growth
    )
      end();
  };
  const timer = setInterval(look, LOOK_EVERY);
  return () => clearInterval(timer);
}
