import { MAX_EXCEPTIONAL_DATES } from '#contract/limits.ts';
import { personDateBody } from '#contract/user.ts';
import { toDay, type Day } from './dates.ts';
import { missingIn } from './parsing.ts';
import { allowed, refused, invalid, type ParseResult, type Verdict } from './verdict.ts';

/** The day back to which somebody may claim beyond the 90 days (EXC-2). */
export interface ExceptionalDateInput {
  email: string;
  /** Null: none. */
  day: Day | null;
}

/** May one more person have a date? `have`: how many others do (EXC-4). */
export const roomForDate = (have: number): Verdict =>
  have < MAX_EXCEPTIONAL_DATES
    ? allowed
    : refused(
        'CONFLICT',
        `At most ${MAX_EXCEPTIONAL_DATES} people have an exceptional date. Please clear one that is not ` +
          'needed any more.',
      );

/**
 * Parses whose date is set, and to what; null clears it. It cannot lie ahead: it lets somebody claim for days that are
 * past.
 */
export function parseExceptionalDate(
  body: unknown,
  { today, timeZone }: { today: Day; timeZone: string },
): ParseResult<ExceptionalDateInput> {
  const { email, date } = (typeof body === 'object' && body !== null ? body : {}) as {
    email?: unknown;
    date?: unknown;
  };
  const named = typeof email === 'string' ? email.trim() : '';
  const day = typeof date === 'number' ? toDay(date, timeZone) : null;
  const errors: Record<string, string> = {};
  if (named === '') errors['email'] = missingIn(personDateBody.shape.email);
  if (date !== null && day === null) errors['date'] = missingIn(personDateBody.shape.date);
  else if (day !== null && day > today) errors['date'] = 'Exceptional date cannot be in the future';
  return Object.keys(errors).length > 0 ? invalid(errors) : { ok: true, value: { email: named, day } };
}
