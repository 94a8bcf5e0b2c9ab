import { setExceptionalDate } from '#contract/calls/exceptionalDates.ts';
import type { Person, PersonDate } from '#contract/user.ts';
import type { Submission, FormDraft } from '#data/submit.ts';
import { dayOf, formatDay, isDay, millisOfDay, toDay } from '#domain/dates.ts';
import { parseExceptionalDate, type ExceptionalDateInput } from '#domain/exceptionalDate.ts';
import type { ParseResult } from '#domain/verdict.ts';
import type { Entry } from '#outbox/entry.ts';

/** Exceptional dates in the outbox (`record.kind`); a person is named by e-mail. */
export const DATE_KIND = 'exceptionalDate';
export const EMPTY_DATE = { date: '' };
export type DateValues = typeof EMPTY_DATE;

export const dayText = (ms: number | null, timeZone: string): string | null =>
  ms === null ? null : formatDay(dayOf(ms, timeZone));
export const startOf = ({ date }: Pick<PersonDate, 'date'>, timeZone: string): DateValues => ({
  date: date === null ? '' : (toDay(date, timeZone) ?? ''),
});
/** Somebody of the directory who has no date yet. */
export const undated = ({ name, email, employeeCode }: Person): PersonDate => ({
  name,
  email,
  employeeCode,
  date: null,
  version: 0,
});

/** Judges the form by the rule that the server uses. */
export const parseDate = (
  { date }: DateValues,
  email: string,
  at: { today: string; timeZone: string },
): ParseResult<ExceptionalDateInput> =>
  parseExceptionalDate({ email, date: isDay(date) ? millisOfDay(date, at.timeZone) : undefined }, at);

/** The date is set, or cleared (null), on the version that was seen (OB-10). */
export function dateCommand(
  person: PersonDate,
  day: string | null,
  context: { timeZone: string; draft: FormDraft },
): Submission<typeof setExceptionalDate> {
  return {
    endpoint: setExceptionalDate,
    body: { email: person.email, date: day === null ? null : millisOfDay(day, context.timeZone) },
    ifMatch: person.version,
    base: person,
    record: { kind: DATE_KIND, id: person.email },
    face: {
      title: person.name,
      note: day === null ? 'Clear the exceptional date' : 'Exceptional date',
      success: day === null ? 'Exceptional date cleared.' : 'Exceptional date set.',
      ...(day !== null && { day }),
    },
    draft: context.draft,
  };
}

/** The person of a waiting entry as the date was set on. */
export const personOf = (entry: Entry): PersonDate | undefined =>
  (entry.refusal?.current as PersonDate | undefined) ?? (entry.base as PersonDate | undefined);
