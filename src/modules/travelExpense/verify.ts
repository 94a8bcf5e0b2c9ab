import type { QueryClient } from '@tanstack/react-query';
import { exceptionalExpenseDate } from '#contract/calls/exceptionalDates.ts';
import type { TripWithClaims } from '#contract/expense.ts';
import { today as clockToday } from '#data/clock.ts';
import { ApiError } from '#data/errors.ts';
import { online } from '#data/online.ts';
import { policySoon } from '#data/policies.ts';
import { readOptions } from '#data/query.ts';
import { toDay, type Day } from '#domain/dates.ts';
import { outsideTravelWindow, verdictOf } from '#domain/policy.ts';
import { policyOn, SPECIFIED } from '#domain/policyVersions.ts';
import { judgeTravelClaim } from '#domain/travelExpense.ts';
import { allowed, type Verdict } from '#domain/verdict.ts';
import { daysOf } from './kind.ts';

/** Said when the conditions could not be verified, for a reason that is no network's (TRV-6). */
export const VERIFYING_FAILED = 'An error occurred while verifying the expense conditions.';

/** Nobody waits longer for what is not needed, or will not come. */
const SOON_MS = 1_500;

interface Person {
  email: string;
  timeZone: string;
}

export const exceptionalOptions = (email: string) => readOptions(exceptionalExpenseDate, { query: { email } });

/** The exceptional date out of an answer. */
export const exceptionalDay = (answer: { data: number | null }, timeZone: string): Day | null =>
  answer.data === null ? null : toDay(answer.data, timeZone);

/** Old enough to need an exceptional date. */
export const isOld = (day: Day, today: Day, policies = SPECIFIED): boolean =>
  !verdictOf(outsideTravelWindow(policyOn(policies, today), day, today, null)).ok;

/** The server cannot be reached: what this phone has kept is used. Anything else that goes wrong is an error. */
const isNetwork = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'NO_NETWORK' || error.code === 'CAPTIVE_PORTAL');

/** The person's exceptional date as the server says it, else as it was kept; undefined when this phone never had it. */
async function askExceptional(
  client: QueryClient,
  { email, timeZone }: Person,
  hurry: boolean,
): Promise<Day | null | undefined> {
  const options = exceptionalOptions(email);
  const kept = client.getQueryData(options.queryKey);
  if (kept && !online.isOnline()) return exceptionalDay(kept, timeZone);
  const asked = client.fetchQuery({ ...options, staleTime: 0, retry: false }).catch((error: unknown) => {
    if (isNetwork(error)) return undefined;
    throw error;
  });
  const answer =
    (await (hurry || !online.isOnline()
      ? Promise.race([asked, new Promise<undefined>((done) => setTimeout(done, SOON_MS, undefined))])
      : asked)) ?? kept;
  return answer && exceptionalDay(answer, timeZone);
}

/**
 * May a claim be raised on this day, as far as this phone can tell (TRV-1, TRV-2, EXC-3)? Manager and admin first, then
 * the date. When the date needs an exceptional date and this phone has never had it, the claim may be raised: the
 * server judges it again. Rejects when the question itself fails.
 */
export async function verifyTravelClaim(
  client: QueryClient,
  trip: TripWithClaims,
  day: Day,
  person: Person,
): Promise<Verdict> {
  const today = clockToday(person.timeZone);
  const { cancellationStatus, ...facts } = trip;
  const claimed = { ...facts, ...(cancellationStatus && { cancellationStatus }), ...daysOf(trip, person.timeZone) };
  const { policies } = await policySoon(client);
  const atBest = judgeTravelClaim(claimed, day, today, day, policies);
  if (!atBest.ok) return atBest;
  const old = isOld(day, today, policies);
  const fromMemory = client.getQueryData(exceptionalOptions(person.email).queryKey) !== undefined;
  const judge = (exceptional: Day | null | undefined): Verdict =>
    exceptional === undefined ? allowed : judgeTravelClaim(claimed, day, today, exceptional, policies);
  const verdict = judge(await askExceptional(client, person, !old));
  // What the device had kept came first; before anybody is refused by it, the server is asked.
  return verdict.ok || fromMemory || !online.isOnline() ? verdict : judge(await askExceptional(client, person, false));
}
