/** Time within which a second tap counts as a double tap. */
const DOUBLE_TAP_MS = 400;

/**
 * Is this the second half of a double tap on the record before? It is no decision on the one that has come up by itself
 * at `arrivedAt`, by `performance.now()`; 0: somebody opened it (MGR-29, MGR-35).
 */
export const isDoubleTap = (arrivedAt: number): boolean =>
  arrivedAt > 0 && performance.now() - arrivedAt < DOUBLE_TAP_MS;
