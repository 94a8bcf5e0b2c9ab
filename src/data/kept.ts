/** Whether the worker keeps the whole app and answers this page: then every address opens without a network (SW-4). */
let kept = false;

export const isKept = (): boolean => kept;
export function setKept(now: boolean): void {
  kept = now;
}
