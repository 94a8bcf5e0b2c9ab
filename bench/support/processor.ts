import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** Of Linux, for programs. */
const TICK_MS = 10;
const QUIET_MS = 2_000;
/** Milliseconds of a second that are next to nothing. */
const QUIET = 40;
const LONGEST_MS = 300_000;

/** What this process has taken of the processor, with its threads and its ended children, in milliseconds. */
function ownMillis(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name before may hold anything.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * TICK_MS, 0);
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** The same of a process and all that it has started. */
export function processorMillis(pid: number): number {
  try {
    return ownMillis(pid) + childrenOf(pid).reduce((sum, child) => sum + processorMillis(child), 0);
  } catch {
    // It ended meanwhile; its parent counts it from then on.
    return 0;
  }
}

/** What these take of a second when nobody asks them for anything, in milliseconds. */
export async function restOf(pids: readonly number[], seconds = 10): Promise<number[]> {
  const before = pids.map(processorMillis);
  await wait(seconds * 1_000);
  return pids.map((pid, at) => (processorMillis(pid) - (before[at] ?? 0)) / seconds);
}

/** Waits until these take not much more than at rest: what is done after an answer is part of what it costs. */
export async function untilQuiet(pids: readonly number[], rest: readonly number[]): Promise<void> {
  const all = (): number => pids.reduce((sum, pid) => sum + processorMillis(pid), 0);
  const resting = rest.reduce((sum, each) => sum + each, 0);
  const end = performance.now() + LONGEST_MS;
  for (let before = all(); performance.now() < end;) {
    await wait(QUIET_MS);
    const now = all();
    if (now - before <= (resting + QUIET) * (QUIET_MS / 1_000)) return;
    before = now;
  }
}
