// How far a proof goes.

/**
 * Up to how many of its units it goes on, how many make a part, and for how many seconds it begins another one. Of what
 * must run without a break, minutes are its length and no limit.
 * @param {{ goal: number, part: number, unbroken?: boolean }} proof
 * @param {{ done: number, count: number | null, minutes: number | null }} asked
 */
export function partsOf({ goal, part, unbroken = false }, { done, count, minutes }) {
  const length = minutes ?? count ?? goal;
  if (unbroken) return { until: length, part: length, seconds: Infinity };
  return { until: count === null ? goal : done + count, part, seconds: minutes === null ? Infinity : minutes * 60 };
}
