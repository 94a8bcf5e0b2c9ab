/** Which life of the database the answers are from (X58): told to the outbox when it is a new one. */
let last: string | undefined;
let tell: ((epoch: string) => void) | undefined;

export function observeEpoch(epoch: string | null): void {
  if (!epoch || epoch === last) return;
  last = epoch;
  tell?.(epoch);
}

/** Calls back now, if an answer has come, and at every change. */
export function onEpoch(listener: (epoch: string) => void): void {
  tell = listener;
  if (last !== undefined) listener(last);
}
