import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The engine reads these at each collection; the usual ones are its own. */
const FLAGS = {
  small: ['--heap-growing-percent=20', '--semi-space-growth-factor=1'],
  usual: ['--heap-growing-percent=0', '--semi-space-growth-factor=2'],
};
let running = 0;

function setFlags(flags: readonly string[]): void {
  for (const flag of flags) setFlagsFromString(flag);
}

let collect: (() => void) | undefined;
function collector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

/**
 * Holds the heap small until what it answers is called, for what makes many objects that are soon gone, such as a
 * report while it is sent: young ones stay in the room they have.
 */
export function holdHeapSmall(): () => void {
  let held = true;
  running += 1;
  setFlags(FLAGS.small);
  return () => {
    if (!held) return;
    held = false;
    running -= 1;
    if (running === 0) setFlags(FLAGS.usual);
  };
}

/**
 * Runs what leaves much behind and is seldom, such as an import, so that the process does not grow for it. By itself
 * the engine lets the heap become four times what is in use before it collects, and gives young objects up to 128 MB,
 * which it keeps. Here it collects once a fifth was added, and young objects stay in the room they have; it collects
 * first, for up to where the heap may grow is decided at a collection. That stops the thread for as long as any other
 * whole collection. Set for good, the same would cost a tenth of the submissions a second.
 */
export async function inSmallHeap<Result>(work: () => Promise<Result>): Promise<Result> {
  const release = holdHeapSmall();
  try {
    (collect ??= collector())();
    return await work();
  } finally {
    release();
  }
}
