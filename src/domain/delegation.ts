import { delegationBody, type DelegationBody, type DelegationState } from '#contract/delegation.ts';
import type { FieldErrors } from '#contract/error.ts';
import { MAX_STAND_IN_DAYS, MAX_STANDS_IN_FOR, STAND_IN_AHEAD_DAYS } from '#contract/limits.ts';
import { addDays, daysBetween, formatDay, toDay, type Day } from './dates.ts';
import { conform, missingIn, type Parsed } from './parsing.ts';
import { allowed, refused, invalid, type ParseResult, type Verdict } from './verdict.ts';

/** Stand-ins: who sees and decides a manager's queue for a while. */

export interface DelegationInput {
  /** E-mails in small letters; without a manager it is for the person who sends it. */
  standIn: string;
  manager: string | null;
  from: Day;
  to: Day;
}

type Field = keyof DelegationBody;

interface ParseContext {
  today: Day;
  timeZone: string;
}

const RANGE = {
  from: 'The first day is in the past',
  far: 'The first day is more than a year away',
  order: 'The last day is before the first day',
  long: `At most ${MAX_STAND_IN_DAYS} days at a time`,
} as const;

/** Parses `{standIn, from, to, manager?}`; the order of the form is stand-in, first day, last day (DEL-2). */
export function parseDelegation(body: unknown, { today, timeZone }: ParseContext): ParseResult<DelegationInput> {
  const given = (typeof body === 'object' && body !== null ? body : {}) as Partial<Record<Field, unknown>>;
  const { shape } = delegationBody;
  const standIn = parseEmail(given.standIn, missingIn(shape.standIn));
  const manager =
    given.manager === undefined || given.manager === null
      ? { value: null }
      : parseEmail(given.manager, 'Please enter whose queue it is');
  const from = parseDay(given.from, timeZone, missingIn(shape.from));
  const to = parseDay(given.to, timeZone, missingIn(shape.to));
  const errors: { [field in Field]?: string } = {};
  if ('message' in standIn) errors.standIn = standIn.message;
  if ('message' in from) errors.from = from.message;
  else if (from.value < today) errors.from = RANGE.from;
  else if (from.value > addDays(today, STAND_IN_AHEAD_DAYS)) errors.from = RANGE.far;
  if ('message' in to) errors.to = to.message;
  else if ('value' in from && to.value < from.value) errors.to = RANGE.order;
  else if ('value' in from && daysBetween(from.value, to.value) >= MAX_STAND_IN_DAYS) errors.to = RANGE.long;
  if ('message' in manager) errors.manager = manager.message;
  if (
    Object.keys(errors).length > 0 ||
    'message' in standIn ||
    'message' in from ||
    'message' in to ||
    'message' in manager
  )
    return invalid(errors as FieldErrors);
  return { ok: true, value: { standIn: standIn.value, manager: manager.value, from: from.value, to: to.value } };
}

function parseEmail(value: unknown, missing: string): Parsed<string> {
  const parsed = conform(delegationBody.shape.standIn, value);
  if ('message' in parsed) return { message: missing };
  const email = parsed.value.trim().toLowerCase();
  return email === '' ? { message: missing } : { value: email };
}

function parseDay(value: unknown, timeZone: string, missing: string): Parsed<Day> {
  const day = typeof value === 'number' ? toDay(value, timeZone) : null;
  return day === null ? { message: missing } : { value: day };
}

/** Somebody as these rules look at them. */
export interface Colleague {
  id: string;
  name: string;
  isManager: boolean;
  /** At work: not removed from the directory. */
  active: boolean;
}

export const OWN_MANAGERS_STAND_IN = 'Only your manager or another admin can name the stand-in of your manager.';

/**
 * Whose queue may be handed over by whom: the manager's own, and by an admin any manager's (DEL-3) but the own one's:
 * nobody chooses who decides their own (ACC-22).
 */
export function maySetFor(
  actor: { id: string; isAdmin: boolean; managerId?: string | null },
  managerId: string | null,
): Verdict {
  if (managerId !== null && managerId !== actor.id && actor.isAdmin && managerId === actor.managerId)
    return refused('FORBIDDEN', OWN_MANAGERS_STAND_IN);
  return managerId === actor.id || actor.isAdmin
    ? allowed
    : refused('FORBIDDEN', 'Only the manager or an admin can name a stand-in.');
}

/**
 * May this one stand in for that one? Says what is wrong under the field of the stand-in; null when nothing is (DEL-4,
 * DEL-5).
 */
export function standInFault(actorId: string, manager: Colleague, standIn: Colleague | null): string | null {
  if (standIn === null || !standIn.active) return 'No active employee has this e-mail';
  if (standIn.id === manager.id)
    return manager.id === actorId ? 'You cannot stand in for yourself' : 'A manager cannot be their own stand-in';
  if (standIn.id === actorId) return 'You cannot make yourself the stand-in of somebody else';
  return null;
}

/** The message when a person already stands in for the maximum of managers; null otherwise (DEL-13). */
export const standInFull = (managers: number): string | null =>
  managers < MAX_STANDS_IN_FOR
    ? null
    : `One person stands in for at most ${MAX_STANDS_IN_FOR} managers. Please name somebody else.`;

/** Only of a manager at work is there a queue to hand over (DEL-4). */
export const hasQueue = (manager: Colleague | null): Verdict =>
  manager !== null && manager.active && manager.isManager
    ? allowed
    : refused('CONFLICT', 'Only a manager has a queue to hand over.');

export interface Period {
  from: Day;
  to: Day;
}

/** One stand-in at a time: which of the periods that still count meets the new one (DEL-6)? */
export const overlapOf = <Other extends Period>(period: Period, others: readonly Other[]): Other | undefined =>
  others.find((other) => other.from <= period.to && period.from <= other.to);

export const overlapMessage = (other: Period & { name: string }): string =>
  `${other.name} stands in from ${formatDay(other.from)} to ${formatDay(other.to)}. End that first, or ` +
  'choose other days.';

/** Does it count on this day? Its first and last day do; once ended, none (DEL-1). */
export const stateOfDelegation = (
  { from, to, endedAt }: Period & { endedAt: number | null },
  today: Day,
): DelegationState => (endedAt !== null ? 'ended' : today < from ? 'planned' : today > to ? 'over' : 'running');

interface Parties {
  managerId: string;
  standInId: string;
}

/** The two of them, and admins, know of it; to everybody else it is not there (DEL-8). */
export const maySeeDelegation = (actor: { id: string; isAdmin: boolean }, { managerId, standInId }: Parties): boolean =>
  actor.isAdmin || actor.id === managerId || actor.id === standInId;

/** Anyone who may see it may end it while it has not ended (DEL-8). */
export const endDelegationVerdict = (state: DelegationState): Verdict =>
  state === 'planned' || state === 'running'
    ? allowed
    : refused('CONFLICT', state === 'ended' ? 'This was ended already.' : 'Its last day is past.');

/** Who decided a request and in whose place, as people say it (ACC-18). */
export const decidedWords = (by: string, instead: string | null): string =>
  instead === null ? `by ${by}` : `by ${by} for ${instead}`;
