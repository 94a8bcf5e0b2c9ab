/** What a task may use. */
export interface Limits {
  /** Milliseconds that a task may work. */
  patience: number;
  /**
   * Bytes by which the process may grow meanwhile. A thread's heap has a limit of its own; this is for memory outside
   * it.
   */
  growth: number;
}

/** Why a task is ended: it had its time or its memory, or the machine gave it too little of either to tell. */
export type Ending = 'spent' | 'starved';

/** Milliseconds of processor time of a thread, by its id; undefined where that cannot be said. */
export type CpuOf = (threadId: number) => Promise<number | undefined>;

/** What a thread tells before it begins: that it does, and which one it is. */
export const newBeginning = (): Int32Array => new Int32Array(new SharedArrayBuffer(8));

export function begin(began: Int32Array, threadId: number): void {
  Atomics.store(began, 1, threadId);
  Atomics.store(began, 0, 1);
}

const LOOK_EVERY = 50;
/** On a busy machine a task gets this many times its patience in wall-clock time. */
const STARVED = 10;

/**
 * Looks after a task from the moment it begins, and calls `end` when it has had its time or its memory. Time is the
 * thread's own on the processor: a machine, or a server, that is busy with something else must not make a good bill a
 * refused one. A thread that does not say what it used is judged by the clock and by the process. Answers how to stop.
 */
export function watch(
  began: Int32Array,
  { patience, growth }: Limits,
  cpuOf: CpuOf,
  end: (why: Ending) => void,
): () => void {
  let start: { at: number; cpu: NodeJS.CpuUsage; size: number } | undefined;
  let first: number | undefined;
  /** What the thread has used by its last answer, and when that came. */
  let heard: { used: number; at: number } | undefined;
  let asking = false;
  const ask = async (): Promise<void> => {
    if (asking) return;
    asking = true;
    const used = await cpuOf(Atomics.load(began, 1)).catch(() => undefined);
    asking = false;
    if (used === undefined) return;
    first ??= used;
    heard = { used: used - first, at: performance.now() };
  };
  const look = (): void => {
    if (Atomics.load(began, 0) === 0) return;
    const now = performance.now();
    start ??= { at: now, cpu: process.cpuUsage(), size: process.memoryUsage.rss() };
    void ask();
    if (process.memoryUsage.rss() - start.size > growth) return end('spent');
    const passed = now - start.at;
    if (passed < patience) return;
    const { user, system } = process.cpuUsage(start.cpu);
    if ((heard?.used ?? (user + system) / 1_000) >= patience) return end('spent');
    if (passed >= patience * STARVED)
      end(heard !== undefined && now - heard.at < Math.max(patience, 10 * LOOK_EVERY) ? 'starved' : 'spent');
  };
  const timer = setInterval(look, LOOK_EVERY);
  return () => clearInterval(timer);
}
