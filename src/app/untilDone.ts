const RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 5 * 60_000;

/** Runs `work`, and once more whenever it calls `again`: each time after twice as long as before (SW-4). */
export function untilDone(work: (again: () => void) => void, retry = RETRY_MS): void {
  work(() => void setTimeout(() => untilDone(work, Math.min(2 * retry, LONGEST_RETRY_MS)), retry));
}
