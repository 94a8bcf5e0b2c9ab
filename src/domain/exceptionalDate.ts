import { toDay, type Day } from './dates.ts';
import { wrong, type Reading } from './verdict.ts';

/** The day back to which somebody may claim beyond the 90 days (EXC-2). */
export interface ExceptionalDateInput {
  email: string;
  /** Null: none. */
  day: Day | null;
}

/** Reads whose date is set, and to what; null clears it. It cannot lie ahead: it lets somebody claim for days that are past. */
export function readExceptionalDate(body: unknown, { today, timeZone }: { today: Day; timeZone: string }): Reading<ExceptionalDateInput> {
  const { email, date } = (typeof body === 'object' && body !== null ? body : {}) as { email?: unknown; date?: unknown };
  const named = typeof email === 'string' ? email.trim() : '';
  const day = typeof date === 'number' ? toDay(date, timeZone) : null;
  const errors: Record<string, string> = {};
  if (named === '') errors['email'] = 'Please choose a person';
  if (date !== null && day === null) errors['date'] = 'Please enter exceptional date';
  else if (day !== null && day > today) errors['date'] = 'Exceptional date cannot be in the future';
  return Object.keys(errors).length > 0 ? wrong(errors) : { ok: true, value: { email: named, day } };
}
