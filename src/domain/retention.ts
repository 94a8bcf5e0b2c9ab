import type { AdminStatus, CancellationStatus, FinanceStatus, ManagerStatus } from '#contract/enums.ts';
import type { FieldErrors } from '#contract/error.ts';
import { periods as periodsSchema, type DataKind, type Periods, type StayReason } from '#contract/retention.ts';
import type { TallyStatus } from '#contract/tally.ts';
import { addDays, earlierOf, financialYearStart, formatDay, laterOf, type Day } from './dates.ts';
import { conform } from './parsing.ts';
import { invalid, type ParseResult } from './verdict.ts';

/** How long each kind of data is kept, and what may go when (RET-1, RET-2, RET-3). */

export type Period = keyof Periods;

interface Bounds {
  /** As it comes. */
  usual: number;
  least: number;
  most: number;
  /** Why not less; null: the least that makes sense. */
  why: string | null;
}

/** The periods an organisation may set: years of records, days of all else (RET-1). */
export const PERIOD_BOUNDS: Readonly<Record<Period, Bounds>> = {
  recordYears: {
    usual: 8,
    least: 8,
    most: 30,
    why: 'Company law keeps the books, and what they rest on, for eight financial years',
  },
  placeDays: { usual: 90, least: 1, most: 3_650, why: null },
  contactDays: { usual: 1_095, least: 30, most: 3_650, why: null },
  deviceDays: { usual: 90, least: 30, most: 3_650, why: 'What waits on a phone needs its session for a while' },
  // Never longer than the records that they name.
  notificationDays: { usual: 365, least: 30, most: 2_555, why: null },
  logDays: {
    usual: 730,
    least: 365,
    most: 10_950,
    why: 'The rules under the DPDP Act keep logs of who saw personal data for a year',
  },
};

/** What holds before anybody has changed it. */
export const USUAL_PERIODS = Object.fromEntries(
  Object.entries(PERIOD_BOUNDS).map(([name, { usual }]) => [name, usual]),
) as Periods;

const PERIOD_OF: Readonly<Record<DataKind, Period>> = {
  RECORDS: 'recordYears',
  PLACES: 'placeDays',
  CONTACTS: 'contactDays',
  DEVICES: 'deviceDays',
  NOTIFICATIONS: 'notificationDays',
  LOG: 'logDays',
};

const afterYears = (day: Day, years: number): Day => `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;

/** By what is judged how long something is kept. */
export interface KeepingRule {
  periods: Periods;
  /** Every month that the financial year has ever started in: records are kept by whichever ends later (POL-11). */
  yearsFrom: readonly number[];
}

/** The first day on which something of this day may go (RET-1). Records count from the end of their financial year. */
export function keptUntil(kind: DataKind, day: Day, { periods, yearsFrom }: KeepingRule): Day {
  const period = periods[PERIOD_OF[kind]];
  if (kind !== 'RECORDS') return addDays(day, period + 1);
  return yearsFrom.map((from) => afterYears(financialYearStart(day, from), period + 1)).reduce(laterOf);
}

/** The earliest day that is still kept: whatever is older is past its period. */
export function keptFrom(kind: DataKind, today: Day, { periods, yearsFrom }: KeepingRule): Day {
  const period = periods[PERIOD_OF[kind]];
  if (kind !== 'RECORDS') return addDays(today, -period);
  return yearsFrom.map((from) => afterYears(financialYearStart(today, from), -period)).reduce(earlierOf);
}

/** Something that is kept, as far as the rule asks. */
export interface Datum {
  day: Day;
  /** A hold is on it, or on whom it is about. */
  held: boolean;
  /** Why it is not finished with; null: it is. */
  open: Exclude<StayReason, 'PERIOD' | 'HOLD'> | null;
}

/** It may go; or why it stays, and until when where that is known. */
export type Keeping = { goes: true } | { goes: false; why: StayReason; until: Day | null };

/**
 * Does this go today? Not within its period (RET-1), not while it is held, whatever its age (RET-2), not before it is
 * finished with (RET-3).
 */
export function keepingOf(kind: DataKind, datum: Datum, rule: KeepingRule, today: Day): Keeping {
  const until = keptUntil(kind, datum.day, rule);
  if (datum.held) return { goes: false, why: 'HOLD', until: null };
  if (today < until) return { goes: false, why: 'PERIOD', until };
  return datum.open === null ? { goes: true } : { goes: false, why: datum.open, until: null };
}

type Open = Datum['open'];

/** What is still to be done of a claim (RET-3); null: it was withdrawn, rejected, or paid and posted. */
export function openOfClaim(claim: {
  manager_status: ManagerStatus;
  finance_status: FinanceStatus;
  paid_on: Day | null;
  withdrawn_at: number | null;
  tally_status: TallyStatus | null;
}): Open {
  const { manager_status: manager, finance_status: finance, tally_status: tally } = claim;
  if (claim.withdrawn_at !== null) return null;
  if (manager === 'MANAGER_PENDING') return 'UNDECIDED';
  if (manager !== 'MANAGER_APPROVED') return null;
  if (finance === 'FINANCE_PENDING') return 'UNDECIDED';
  if (finance !== 'FINANCE_APPROVED') return null;
  if (claim.paid_on === null) return 'UNPAID';
  return tally === null || tally === 'POSTED' ? null : 'IN_BATCH';
}

/** What is still to be done of a trip (RET-3); it stays with its claims. */
export function openOfTrip(trip: {
  manager_status: ManagerStatus;
  admin_status: AdminStatus;
  cancellation_status: CancellationStatus;
  has_claims: boolean;
}): Open {
  if (trip.has_claims) return 'CLAIMS';
  if (trip.manager_status === 'MANAGER_PENDING' || trip.cancellation_status === 'PENDING') return 'UNDECIDED';
  const waits = trip.manager_status === 'MANAGER_APPROVED' && trip.admin_status === 'ADMIN_PENDING';
  return waits ? 'UNDECIDED' : null;
}

/** Why nothing shorter or longer is taken; null: it is fine. */
export function periodProblem(period: Period, value: number): string | null {
  const { least, most, why } = PERIOD_BOUNDS[period];
  if (!Number.isInteger(value)) return 'Please enter a whole number';
  if (value < least) return why === null ? `At least ${least}` : `At least ${least}. ${why}`;
  return value > most ? `At most ${most}` : null;
}

/** Parses the periods that an organisation admin sets (RET-1). */
export function parsePeriods(value: unknown): ParseResult<Periods> {
  const read = conform(periodsSchema, value);
  if ('message' in read) return invalid({ periods: 'Please enter how long each kind of data is kept' });
  const errors: FieldErrors = {};
  for (const period of Object.keys(PERIOD_BOUNDS) as Period[]) {
    const problem = periodProblem(period, read.value[period]);
    if (problem !== null) errors[`periods.${period}`] = problem;
  }
  return Object.keys(errors).length > 0 ? invalid(errors) : { ok: true, value: read.value };
}

/** What stays of somebody whose data is erased on request, each with a sentence why and until when (RET-8). */
export function staysOfPerson(left: {
  records: number;
  /** From when on the newest of them may go; null: none. */
  recordsUntil: Day | null;
  use: number;
  useUntil: Day | null;
}): string[] {
  const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
  const records =
    left.recordsUntil === null
      ? []
      : [
          `${counted(left.records, 'claim or travel request', 'claims and travel requests')} with bills, and the ` +
            'name, e-mail address and employee code on them: the books are kept by law, these until ' +
            `${formatDay(left.recordsUntil)} if nothing of them is open then.`,
        ];
  const use =
    left.useUntil === null || left.use === 0
      ? []
      : [
          `${counted(left.use, 'entry', 'entries')} of the log on signing in and reading: they show who saw personal ` +
            `data, and lose what they say until ${formatDay(left.useUntil)}.`,
        ];
  return [...records, ...use, 'The log: who did what and when, by number and without what it said.'];
}
