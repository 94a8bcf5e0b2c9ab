import { dayOf, formatDay, timeOfDay } from './dates.ts';

/** When something was saved on a phone and when it reached the server, in words (TM-2). */

const MINUTE_MS = 60_000;
/** Who decides is told from here on. */
const LATE_MS = 86_400_000;

const at = (ms: number, timeZone: string): string => `${formatDay(dayOf(ms, timeZone))} ${timeOfDay(ms, timeZone)}`;

/** 'Saved on the phone 03-05-2026 18:20, reached the server 05-05-2026 09:10.'; null where that is the same minute. */
export const savedText = (savedAt: number | undefined, reachedAt: number, timeZone: string): string | null =>
  savedAt === undefined || reachedAt - savedAt < MINUTE_MS
    ? null
    : `Saved on the phone ${at(savedAt, timeZone)}, reached the server ${at(reachedAt, timeZone)}.`;

/** The same, where the two are more than a day apart. */
export const lateText = (
  { savedAt, createdAt }: { savedAt?: number | undefined; createdAt: number },
  timeZone: string,
): string | null =>
  savedAt !== undefined && createdAt - savedAt > LATE_MS ? savedText(savedAt, createdAt, timeZone) : null;
