const DAY = 86_400_000;
const DAYS = 31;
const MONTHS = 12;

/** Which backups are kept: `at` in epoch milliseconds. */
export interface Dated {
  at: number;
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const monthOf = (at: number): string => dayOf(at).slice(0, 7);

/** The newest of each period. */
function newestOfEach<Backup extends Dated>(backups: readonly Backup[], periodOf: (at: number) => string): Backup[] {
  const found = new Map<string, Backup>();
  for (const backup of backups) {
    const period = periodOf(backup.at);
    if ((found.get(period)?.at ?? -Infinity) < backup.at) found.set(period, backup);
  }
  return [...found.values()];
}

/**
 * Splits backups into those that are kept and those that are not needed any more: all of the last day, the newest of
 * each day (UTC) for a month, the newest of each month for a year, and the newest of all.
 */
export function sortOut<Backup extends Dated>(
  backups: readonly Backup[],
  now: number,
): { kept: Backup[]; dropped: Backup[] } {
  const since = (days: number): Backup[] => backups.filter(({ at }) => at > now - days * DAY);
  const newest = backups.reduce<Backup | null>((best, one) => (best && best.at >= one.at ? best : one), null);
  const wanted = new Set<Backup>([
    ...since(1),
    ...newestOfEach(since(DAYS), dayOf),
    ...newestOfEach(since(MONTHS * DAYS), monthOf),
    ...(newest ? [newest] : []),
  ]);
  return { kept: backups.filter((one) => wanted.has(one)), dropped: backups.filter((one) => !wanted.has(one)) };
}
