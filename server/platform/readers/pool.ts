import type { Piscina } from 'piscina';
import { createLimiter } from '#server/platform/base/concurrency.ts';
import { invalidRequest, unavailable } from '#server/platform/base/errors.ts';
import { poolFile } from '#server/platform/base/workerFile.ts';
import type { AnswerTo, Handed, Question, TaskName } from './tasks.ts';
import { newBeginning, watch, type CpuOf, type Ending, type Limits } from './watch.ts';

/**
 * Everything that came from a person is read here and nowhere else: in threads that can be ended (S1). What a
 * file costs to read is paid by its own task, which has so much time and so much memory; the server and the other tasks
 * go on.
 */
interface PoolOptions {
  threads: number;
  /** Tasks that run or wait; one more is refused with 503. Each holds a file of 2 MB at most. */
  most: number;
  limits: Limits;
}
/** One reader at work leaves a core to the server, two use what a small machine has. */
const USUAL: PoolOptions = { threads: 2, most: 64, limits: { patience: 2_000, growth: 500_000_000 } };
/**
 * Of a thread's own heap, in megabytes. What lies outside it, unpacked bytes and pictures, is bounded by the readers
 * and by `growth`. An idle thread ends after `idleTimeout` milliseconds; one that read a table ends with it, for such
 * files are large and seldom, and what the thread took counts to the server.
 */
const THREADS = {
  usual: { idleTimeout: 60_000, resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 } },
  tables: { idleTimeout: 0, resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 4 } },
};
type Sort = keyof typeof THREADS;
const sortOf = (name: TaskName): Sort => (name === 'csv' || name === 'sheet' ? 'tables' : 'usual');

const TOO_LONG = 'This file takes too long to read. Please save it again, print it to a PDF or take a photo of it.';
const tooLong = () => invalidRequest(TOO_LONG, { file: TOO_LONG });

interface How extends Partial<Limits> {
  /** Waits for the others of this sort, for they all need much memory. */
  alone?: boolean;
}

interface ReaderPool {
  /**
   * Runs a task. Throws `Refusal`: INVALID (422) when the file takes more time or memory than one may,
   * UNAVAILABLE (503, with Retry-After) when too many wait, or the machine is too busy to read it. `question.bytes` is
   * copied.
   */
  read<Name extends TaskName>(
    name: Name,
    question: Omit<Question<Name>, 'bytes'> & { bytes: Uint8Array },
    how?: How,
  ): Promise<AnswerTo<Name>>;
  /** Whether something is being read, or waits to be: what nobody waits for lets it go first. */
  isBusy(): boolean;
  close(): Promise<void>;
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** A pool of threads for readers; they start with the first task. */
export function openReaders(options: Partial<PoolOptions> = {}): ReaderPool {
  const { threads, most, limits } = { ...USUAL, ...options };
  const opened = new Map<Sort, Promise<Piscina<Handed, unknown>>>();
  const oneByOne = createLimiter(1);
  let held = 0;
  const open = async (sort: Sort): Promise<Piscina<Handed, unknown>> => {
    const { Piscina: Pool } = await import('piscina');
    const pool = new Pool<Handed, unknown>({
      ...poolFile('readersWorker', import.meta.url),
      name: 'read',
      minThreads: 0,
      maxThreads: threads,
      ...THREADS[sort],
      atomics: 'disabled',
      recordTiming: false,
    });
    // A thread that ends between two tasks takes nothing with it; the next task starts another.
    pool.on('error', () => undefined);
    return pool;
  };
  const poolOf = (sort: Sort): Promise<Piscina<Handed, unknown>> => {
    const pool = opened.get(sort) ?? open(sort);
    opened.set(sort, pool);
    return pool;
  };

  const cpuOf =
    (sort: Sort): CpuOf =>
    async (threadId) => {
      const thread = (await poolOf(sort)).threads.find((each) => each.threadId === threadId);
      // Node 24.6 is the first whose threads tell.
      const usage = await thread?.cpuUsage?.();
      return usage && (usage.user + usage.system) / 1_000;
    };

  async function execute<Name extends TaskName>(
    name: Name,
    question: Omit<Question<Name>, 'bytes'> & { bytes: Uint8Array },
    own: Limits,
  ): Promise<AnswerTo<Name>> {
    const ending = new AbortController();
    let why: Ending | undefined;
    const began = newBeginning();
    // Node's buffers share memory with each other: a copy of its own can be handed over and not copied again.
    const bytes = new Uint8Array(question.bytes);
    const sort = sortOf(name);
    const stop = watch(began, own, cpuOf(sort), (reason) => {
      why ??= reason;
      ending.abort();
    });
    try {
      const pool = await poolOf(sort);
      return (await pool.run({ name, question: { ...question, bytes }, began } as Handed, {
        signal: ending.signal,
        transferList: [bytes.buffer],
      })) as AnswerTo<Name>;
    } catch (error) {
      if (why === 'starved') throw unavailable();
      throw why === 'spent' || isOutOfMemory(error) ? tooLong() : error;
    } finally {
      stop();
    }
  }

  return {
    async read(name, question, { alone = false, ...own } = {}) {
      if (held >= most) throw unavailable();
      held += 1;
      try {
        const work = () => execute(name, question, { ...limits, ...own });
        return await (alone ? oneByOne(work) : work());
      } finally {
        held -= 1;
      }
    },
    isBusy: () => held > 0,
    async close() {
      for (const pool of opened.values()) await (await pool).destroy();
    },
  };
}

let shared: ReaderPool | undefined;
/** The process' own pool: its threads and its memory are the process', however many apps live in it. */
export const readers = (): ReaderPool => (shared ??= openReaders());
