import type { Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';
import { isTaken, Refusal } from '#server/platform/base/errors.ts';
import { countWithin, type Quota } from './repository.ts';
import type { Context } from '#server/platform/http/context.ts';

const KEPT = 'This one is kept on your device: send it again tomorrow.';
const ONLINE = 'Please do this one tomorrow.';

/** The daily quotas: their names in messages, and what happens beyond them. */
const COUNTED = {
  requests: ['filed', KEPT],
  questions: ['asked', KEPT],
  'stand-ins': ['named', ONLINE],
  campaigns: ['made', ONLINE],
  batches: ['made', ONLINE],
} as const satisfies Record<string, readonly [done: string, then: string]>;
export type Counted = keyof typeof COUNTED;

/**
 * How many one person may make today (S3); null for what a restored database lost and its phone sends again: it was
 * counted once (TM-5).
 */
export const quotaOf = ({ actor, services, today, lostBefore }: Context, what: Counted): Quota | null =>
  lostBefore ? null : { bucket: `${what}:${actor.id}:${today}`, most: services.env.creationsPerDay };

/**
 * Today there can be no more. The device keeps a request or a question that was refused, and its owner sends it again.
 */
export function dayIsFull({ services }: Context, what: Counted): Refusal {
  const [done, then] = COUNTED[what];
  const message =
    `You have ${done} ${services.env.creationsPerDay} ${what} today, ` + `the most there can be in a day. ${then}`;
  return new Refusal('CREATION_ALLOWANCE', message);
}

/**
 * Whether a creation that failed so may be one whose key made something before: it is that, or the day was full for it.
 */
export const mayBeMade = (error: unknown): boolean =>
  isTaken(error) || (error instanceof Refusal && error.code === 'CREATION_ALLOWANCE');

/** Counts one that a transaction makes, or refuses it; the refusal undoes both. */
export async function assertQuota(tx: Kysely<Tables>, context: Context, what: Counted): Promise<void> {
  const quota = quotaOf(context, what);
  if (quota && !(await countWithin(tx, quota, context.now))) throw dayIsFull(context, what);
}
