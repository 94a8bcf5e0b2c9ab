/**
 * Whether our server has said that this client is too old for it (426). Only an update helps; everything unsent stays.
 */
let tooOld = false;
const listeners = new Set<() => void>();

const TOO_OLD = 426;

export const clientAge = {
  isTooOld: (): boolean => tooOld,
  /** Looks at the status of every answer. */
  sawStatus(status: number): void {
    if (status !== TOO_OLD || tooOld) return;
    tooOld = true;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
